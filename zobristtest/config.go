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
	// Games, if not zero, fixes the course: Run plays this number of random
	// games, from Seed on. The walk ends after 2,000 positions for each of them,
	// and 20,000 at least. That takes the time it takes, with -short too. The
	// same Config then plays the same games, counts the same positions and finds
	// the same mistakes on every machine. Only the time to look for a shorter
	// line remains bounded. Without Games a fast engine is walked much further.
	Games int

	// Seed is the seed of the first random game. If it is zero and Games is too,
	// each run draws another one. The environment variable ZOBRISTTEST_SEED
	// replaces it.
	Seed uint64

	// Plies, if not zero, bounds the length of every line from the new game on,
	// null moves included. It is for an engine whose undo stack has an end. If it
	// is zero, a random game ends after 400 plies.
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

	// Unseeded says that every process draws keys of its own. That is good enough
	// for keys that are never stored. Run does not compare them then.
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
