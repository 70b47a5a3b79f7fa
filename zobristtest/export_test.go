package zobristtest

// Walk and Play are what [Config.Run] does in its subtests walk and playouts,
// without a test.
func (cfg Config) Walk(newGame func() Game) (said string, err error) {
	return (&runner{Config: cfg, newGame: newGame}).walkAll()
}

func (cfg Config) Play(newGame func() Game) (said string, seed uint64, err error) {
	return (&runner{Config: cfg, seed: cfg.Seed, newGame: newGame}).play(func() bool { return false })
}
