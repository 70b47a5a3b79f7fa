package zobristtest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"
	"time"
)

// A Config changes the course of [Run] and [Fuzz], by methods of the same
// names. Its zero value changes nothing.
//
//	zobristtest.Config{Games: 200, Plies: 100}.Run(t, newGame)
type Config struct {
	// Games, if not zero, fixes the course: so many random games are played,
	// from Seed on, and the walk ends after 2,000 positions a game, 20,000 at
	// least, however long that takes and with -short too. The same Config then
	// plays the same games, counts as many positions and comes to the same
	// verdict on every machine. Only the time to look for a shorter line
	// remains bounded. Without Games a fast engine is walked much further.
	Games int

	// Seed is the seed of the first random game. Zero, without Games, is
	// another one in every run. The environment variable ZOBRISTTEST_SEED has
	// precedence.
	Seed uint64

	// Plies, if not zero, is the most plies of any line from the new game on,
	// null moves included: for an engine that keeps no more of them than that.
	// Otherwise a random game ends after 400.
	Plies int

	// Starts are positions to begin from besides that of a new game, in the form
	// that [Loader] loads: the walk and the random games begin from all of them in
	// turn. Rare moves are more frequent from well-chosen positions.
	Starts []string

	// Sequential says that there is one game at a time, as in an engine with one
	// global board: newGame ends the game before it. Then no game is left alone
	// while another is played, no position is loaded into another game, and no two
	// games are played at the same time under -race. If newGame returns the same
	// value each time, this is assumed.
	Sequential bool

	// Unseeded says that every process draws keys of its own, as is good
	// enough for keys that are never stored: they are not compared.
	Unseeded bool
}

// The positions of the walk of a fixed course: so many, or so many a game.
const (
	walkPositions        = 20_000
	walkPositionsPerGame = 2_000
)

func (cfg Config) check() error {
	switch {
	case cfg.Games < 0:
		return fmt.Errorf("zobristtest: Config.Games is %d", cfg.Games)
	case cfg.Plies < 0:
		return fmt.Errorf("zobristtest: Config.Plies is %d", cfg.Plies)
	}
	return nil
}

// walk bounds the walk, and playouts the random games.
func (cfg Config) walk() limits {
	l := limits{plies: walkDepth}
	if cfg.Plies > 0 {
		l.plies = cfg.Plies
	}
	if cfg.Games > 0 {
		l.positions = max(walkPositions, walkPositionsPerGame*cfg.Games)
	} else {
		l.deadline = soon(walkTime)
	}
	return l
}

// froms are the positions that games begin with, "" for that of a new game.
func (cfg Config) froms() []string { return append([]string{""}, cfg.Starts...) }

func (cfg Config) playouts() limits {
	l := limits{plies: playoutPlies}
	if cfg.Plies > 0 {
		l.plies = cfg.Plies
	}
	if cfg.Games == 0 {
		l.deadline = soon(playoutTime)
	}
	return l
}

// soon is so much time from now on, less with -short.
func soon(d time.Duration) time.Time {
	d /= haste
	if testing.Short() {
		d /= shorter
	}
	return time.Now().Add(d)
}

// seed returns the seed of the first random game.
func (cfg Config) seed() (uint64, error) {
	s := os.Getenv(seedVariable)
	switch {
	case s == "" && cfg.Games == 0 && cfg.Seed == 0:
		return rand.Uint64() >> 32, nil // short enough to type
	case s == "":
		return cfg.Seed, nil
	}
	seed, err := strconv.ParseUint(s, 0, 64)
	if err != nil {
		return 0, errors.New("zobristtest: " + seedVariable + "=" + strconv.Quote(s) + ": want a number from 0 to 2^64-1")
	}
	return seed, nil
}
