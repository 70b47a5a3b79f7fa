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

// Session returns the session of Run, with no time limit to look for a shorter line.
func (cfg Config) Session(newGame func() Game) *tester.Session {
	s := cfg.session(newGame)
	s.Unhurried = true
	return s
}

// Walk and Play are the subtests walk and playouts of [Config.Run].
func (cfg Config) Walk(newGame func() Game) (said string, err error) {
	found, err := cfg.Session(newGame).Walk()
	if err != nil {
		return "", err
	}
	return found.Walked(), nil
}

// Bugs returns the bugs that the subtests walk and playouts report, one after the other.
func (cfg Config) Bugs(newGame func() Game) error {
	s := cfg.Session(newGame)
	s.Unhurried = false
	s.Walking = 30 * time.Second // also on a busy machine
	walked := s.Each(func() error { _, err := s.Walk(); return err })
	return errors.Join(append(walked, s.Each(func() error {
		_, _, err := s.Play()
		return err
	})...)...)
}

func (cfg Config) Play(newGame func() Game) (said string, seed uint64, err error) {
	found, seed, err := cfg.Session(newGame).Play()
	if err != nil {
		return "", seed, err
	}
	return found.Played(), seed, nil
}

// CheckStart is the subtest start of [Run] on one game at a time.
func CheckStart(newGame func() Game) error {
	return Config{Sequential: true}.Session(newGame).Start()
}
