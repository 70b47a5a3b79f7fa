package zobristtest

import (
	"errors"
	"flag"
	"os"
	"runtime/debug"
	"testing"
	"time"

	"github.com/zobrist-go/zobrist/internal/tester"
)

func TestMain(m *testing.M) {
	flag.Parse()
	debug.SetGCPercent(400)
	switch {
	// as if the machine were too slow to do anything in time
	case os.Getenv("ZOBRISTTEST_SLOW") != "":
		haste = 1_000_000
	case os.Getenv("ZOBRISTTEST_RUNS") != "":
		haste = 20
	case os.Getenv("ZOBRISTTEST_GAME") == "":
		haste = 5
	default: // games with bugs run in their own processes
		haste = 3
	}
	os.Exit(m.Run())
}

// Session returns the session of Run.
func (cfg Config) Session(newGame func() Game) *tester.Session { return cfg.session(newGame) }

// Walk and Play are the subtests walk and playouts of [Config.Run].
func (cfg Config) Walk(newGame func() Game) (said string, err error) {
	found, errs := cfg.Session(newGame).Walk()
	if errs != nil {
		return "", errors.Join(errs...)
	}
	return found.Walked(), nil
}

// Bugs returns the bugs that the subtests walk and playouts report, one after the other.
func (cfg Config) Bugs(newGame func() Game) error {
	s := cfg.Session(newGame)
	s.Walking = 30 * time.Second // also on a busy machine
	_, walked := s.Walk()
	_, played := s.Play()
	return errors.Join(append(walked, played...)...)
}

func (cfg Config) Play(newGame func() Game) (said string, seed uint64, err error) {
	found, errs := cfg.Session(newGame).Play()
	if errs != nil {
		var broken *tester.Break
		if errors.As(errs[0], &broken) {
			seed = broken.Seed()
		}
		return "", seed, errors.Join(errs...)
	}
	return found.Played(), 0, nil
}

// CheckStart is the subtest start of [Run] on one game at a time.
func CheckStart(newGame func() Game) error {
	return Config{Sequential: true}.Session(newGame).Start()
}
