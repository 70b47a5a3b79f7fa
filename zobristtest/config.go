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

// A Config sets options. Its methods Run and Fuzz replace the functions [Run] and
// [Fuzz]. The zero Config changes nothing.
//
//	zobristtest.Config{Games: 200, Plies: 100}.Run(t, newGame)
type Config struct {
	// Games, if not zero, makes every run the same: Run plays this number of
	// random games, with seeds from Seed on. The walk ends after 2,000 positions
	// per game, but not before 20,000. There is no time limit, even with -short.
	// The same Config then plays the same games, counts the same positions and
	// finds the same mistakes on every machine. Only the search for a shorter
	// line still has a time limit. With Games at zero, the walk of a fast engine
	// goes much further.
	Games int

	// Seed is the seed of the first random game. If Seed and Games are both zero,
	// each run draws a new seed. The environment variable ZOBRISTTEST_SEED
	// overrides Seed.
	Seed uint64

	// Plies, if not zero, limits the length of every line, null moves included.
	// Set it if your engine's undo stack has a fixed size. If Plies is zero, a
	// random game ends after 400 plies.
	Plies int

	// Starts are more starting positions, in the format of [Loader]. The walk and
	// the random games start from the new game and from each of these in turn.
	// Choose positions in which rare moves are likely.
	Starts []string

	// Sequential says that only one game can exist at a time: newGame ends the
	// game before it, as in an engine with one global board. Run then does not
	// check that an idle game stays unchanged, that another game can load a
	// position, or that games can run in parallel (with -race). Run assumes
	// Sequential if newGame returns the same value each time.
	Sequential bool

	// Chess960 is for RunChess: castling is the king's move to its rook, and games also
	// start from positions of Chess960.
	Chess960 bool

	// Unseeded says that every process draws its own keys, which is fine if keys
	// are never stored. Run then does not compare keys between processes.
	Unseeded bool
}

// The number of positions in the walk if Config.Games is set: the larger of
// walkPositions and Games times walkPositionsPerGame.
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

// walk returns the limits of the walk.
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

// froms returns the starting positions. "" is the position of a new game.
func (cfg Config) froms() []string { return append([]string{""}, cfg.Starts...) }

// playouts returns the limits of the random games.
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

// soon returns the time d from now, or earlier with -short.
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
