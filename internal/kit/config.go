package kit

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"slices"
	"strconv"
	"testing"
	"time"
)

const (
	walkTime    = 1500 * time.Millisecond
	playoutTime = 2500 * time.Millisecond

	playoutPlies = 400
	walkDepth    = 1000

	shorter = 5 // -short divides the times by this

	seedVariable = "ZOBRISTTEST_SEED"

	// With Config.Games, the walk has this number of positions for each random game, which
	// has more, within these limits.
	walkedPerGame = 300
	fewWalked     = 2000
	manyWalked    = 20_000
)

// A Session checks the games that New makes.
type Session struct {
	// These are documented in zobristtest.Config.
	Games, Plies         int
	Seed                 uint64
	Starts               []string
	Sequential, Unseeded bool

	New     func() Game
	Cloning Cloning
	Methods []Method

	Context          context.Context // ends every loop; nil is the background
	Haste            time.Duration   // divides the default times; 0 is 1
	Walking, Playing time.Duration   // the times of Walk and Play, if Games is zero; 0 is the default
	Stop             func() bool     // ends Walk and Play early; may be nil
	Unhurried        bool            // look for a shorter line without a time limit
	Verbose          bool            // find out which keys never change

	failed   func() bool
	log      func(format string, args ...any)
	compared bool   // two new games were compared: see alone
	first    *state // of the first new game
	played   *seen  // the positions of Play
}

// froms returns the starting positions. "" is the position of a new game.
func (r *Session) froms() []string { return append([]string{""}, r.Starts...) }

// FirstSeed returns the seed of the first random game: that of the environment, else Seed,
// else usual.
func (r *Session) FirstSeed(usual uint64) (seed uint64, err error) {
	text := os.Getenv(seedVariable)
	switch {
	case r.Games < 0:
		return 0, fmt.Errorf("zobristtest: Config.Games is %d", r.Games)
	case r.Plies < 0:
		return 0, fmt.Errorf("zobristtest: Config.Plies is %d", r.Plies)
	case text == "":
		return cmp.Or(r.Seed, usual), nil
	}
	if seed, err = strconv.ParseUint(text, 0, 64); err != nil {
		err = fmt.Errorf("zobristtest: %s=%q: want a number from 0 to 2^64-1", seedVariable, text)
	}
	return seed, err
}

// fresh returns a player of a new game at a position, or nil if the game cannot
// load the position.
func (r *Session) fresh(from string) *player {
	p := newPlayer(r.New(), r.Cloning)
	if from == "" {
		return p
	}
	if err := p.begin(from); err != nil {
		return nil
	}
	p.start = 1 + slices.Index(r.Starts, from)
	return p
}

// alone reports whether only one game can exist at a time.
func (r *Session) alone() bool {
	if !r.Sequential && !r.compared {
		r.compared, r.Sequential = true, sameGame(r.New(), r.New())
	}
	return r.Sequential
}

// limits returns the limits of a line of at most this number of plies, without a limit
// of time.
func (r *Session) limits(plies int) limits {
	if r.Plies > 0 {
		plies = r.Plies
	}
	return limits{plies: plies, ctx: r.Context, alone: r.Sequential}
}

// within returns limits that end after the time d, or after the usual time, unless
// Games is set.
func (r *Session) within(l limits, d, usual time.Duration) limits {
	l.stop = r.Stop
	if r.Games > 0 {
		return l
	}
	if d == 0 {
		if d = usual / max(1, r.Haste); testing.Short() {
			d /= shorter
		}
	}
	l.deadline = time.Now().Add(d)
	return l
}

// limits say where a checker stops.
type limits struct {
	deadline  time.Time       // zero: no limit
	ctx       context.Context // nil: no limit
	stop      func() bool     // nil: no limit
	positions int             // stop after this number; 0: no limit
	plies     int             // the length of the longest line, null moves included
	alone     bool            // only one game can exist at a time
}

// ended reports whether the time is up.
func (l limits) ended() bool {
	return l.ctx != nil && l.ctx.Err() != nil || l.stop != nil && l.stop() || !l.deadline.IsZero() && time.Now().After(l.deadline)
}
