package zobristtest

import (
	"flag"
	"os"
	"testing"
	"time"
)

func TestMain(m *testing.M) {
	flag.Parse()
	switch {
	case os.Getenv("ZOBRISTTEST_RUNS") != "":
		haste = 20
	case os.Getenv("ZOBRISTTEST_GAME") == "": // games that err run in processes of their own
		haste = 5
	}
	os.Exit(m.Run())
}

// Walk and Play are what [Config.Run] does in its subtests walk and playouts,
// without a test, and without a clock: a line is shortened by all means but the
// search for another.
func (cfg Config) Walk(newGame func() Game) (said string, err error) {
	return (&runner{Config: cfg, newGame: newGame, shorten: unhurried}).walkAll()
}

func (cfg Config) Play(newGame func() Game) (said string, seed uint64, err error) {
	return (&runner{Config: cfg, seed: cfg.Seed, newGame: newGame, shorten: unhurried}).play(func() bool { return false })
}

func unhurried(fail *failure, fresh func(from string) *player, plies int, _ time.Duration) *failure {
	return shrink(fail, fresh, plies, 0)
}

// CheckStart is what [Run] does in its subtest start.
var (
	CheckStart = checkStart
	CheckApart = checkApart
)

// NeverChanged is what [Config.Run] says with -v of keys that no move changed.
func (cfg Config) NeverChanged(newGame func() Game) (said string, err error) {
	said, _, err = (&runner{Config: cfg, seed: cfg.Seed, newGame: newGame, shorten: unhurried, verbose: true}).play(func() bool { return false })
	return said, err
}
