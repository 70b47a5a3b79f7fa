package zobristtest

import (
	"flag"
	"os"
	"testing"
	"time"
)

func TestMain(m *testing.M) {
	if flag.Parse(); testing.Short() && os.Getenv("ZOBRISTTEST_GAME") == "" {
		shorter = 25 // for games that are right; the others run in processes of their own
		if os.Getenv("ZOBRISTTEST_RUNS") != "" {
			shorter = 100
		}
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

func unhurried(fail *failure, fresh func() *player, plies int, _ time.Duration) *failure {
	return shrink(fail, fresh, plies, 0)
}
