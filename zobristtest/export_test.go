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
	case os.Getenv("ZOBRISTTEST_GAME") == "": // games with mistakes run in their own processes
		haste = 5
	}
	os.Exit(m.Run())
}

// Walk and Play are the subtests walk and playouts of [Config.Run], without a test and
// without a time limit. They shorten a line, but do not search for another one.
func (cfg Config) Walk(newGame func() Game) (said string, err error) {
	return (&runner{Config: cfg, newGame: newGame, shorten: unhurried}).walkAll()
}

func (cfg Config) Play(newGame func() Game) (said string, seed uint64, err error) {
	return (&runner{Config: cfg, seed: cfg.Seed, newGame: newGame, shorten: unhurried}).play(func() bool { return false })
}

func unhurried(fail *failure, fresh func(from string) *player, plies int, _ time.Duration) *failure {
	return shrink(fail, fresh, plies, 0)
}

// CheckStart and CheckApart are the subtest start of [Run].
var (
	CheckStart = checkStart
	CheckApart = checkApart
)

// NeverChanged returns what [Config.Run] says with -v about keys that no move changed.
func (cfg Config) NeverChanged(newGame func() Game) (said string, err error) {
	said, _, err = (&runner{Config: cfg, seed: cfg.Seed, newGame: newGame, shorten: unhurried, verbose: true}).play(func() bool { return false })
	return said, err
}
