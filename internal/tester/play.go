package tester

import (
	"time"

	"github.com/zobrist-go/zobrist"
)

const (
	// One random game in steerEvery steers back to positions seen before,
	// and one explores what is rare. The third is plain: each way gets as much time.
	steerEvery = 3

	// With Config.Games, the walk has this number of positions for each
	// random game, within these limits. A random game often has thousands, with all the moves
	// that are tried, so the walk takes the smaller part of the time, as it does by the clock.
	walkedPerGame = 300
	fewWalked     = 2000
	manyWalked    = 20_000
)

// Play checks random games until the time is up. It returns the broken laws that no earlier
// look has found. Each has the seed of the game that broke it first.
func (r *Session) Play() (found *Result, errs []error) {
	games := 0
	rec := newRecord(r.starts()...)
	found, errs = r.look(rec, playoutPlies, func(p *live) *live {
		p, games = r.random(p, rec, r.within(p.limits, r.Playing, playoutTime))
		return p
	})
	r.facts.seed = nil
	if found != nil {
		found.Games, found.Seed = games, r.Seed
	}
	return found, errs
}

// mostLost is how many random games may end with a panic. Another runner plays on, because another
// game may show another bug. If the first three panic, most of the others probably do.
const mostLost = 3

// random plays random games. It returns the last runner, with what all have checked, and
// how many games were played.
func (r *Session) random(p *live, rec *record, l limits) (last *live, n int) {
	starts := uint64(len(r.starts()))
	var begins []int // where the nodes of each game begin
	r.facts.seed = func(b *Break) uint64 {
		at := n
		// If a game disagrees with an earlier one, repeat from that one.
		for b.twoLines() && at > 0 && begins[at] > int(b.node) {
			at--
		}
		return r.Seed + uint64(at)
	}
	enough := func() bool {
		compared := l.positions > 0 && p.Positions >= l.positions
		return r.Games > 0 && n >= r.Games || compared || l.ended() || p.spent()
	}
	for lost := 0; !enough(); n++ {
		seed := r.Seed + uint64(n)
		begins = append(begins, len(p.lineTree))
		p.limits = l
		if left := int(starts) - n; left > 1 && !l.deadline.IsZero() { // each start gets a game
			p.deadline = time.Now().Add(time.Until(l.deadline) / time.Duration(left))
		}
		b := p.at(int(seed%starts), func() { p.playout(r.course(seed, p)) })
		if b == nil {
			continue
		}
		lost++
		if !r.lost(p, b) || lost == mostLost {
			break
		}
		next := r.player(rec, l)
		if next == nil {
			break
		}
		next.Result = p.Result
		p = next
	}
	return p, n
}

// playLine plays the moves of a line with the laws at each place, and takes them back.
func (l *live) playLine(line Line) {
	var moves Script
	for _, name := range line.Moves {
		moves = append(moves, Step{Call: Make, Text: name})
	}
	l.follow(moves, func(f *frame) {
		if len(l.line) >= l.plies || l.over() || l.stops(f) {
			return
		}
		l.look(f)
		if !line.Only {
			l.tries(f, 0, l.mostTries, nil)
		}
		l.asides(f)
	}, nil)
}

// A course says how a random game is played.
type course struct {
	// draw returns a number below n. A negative number ends the game.
	draw       func(n int) int
	plies      int
	seed       uint64   // of all else that is drawn
	steer      bool     // back to positions almost equal to one seen before
	explorer   explorer // of what is rare, if not nil
	mostlyNull bool     // of two plies, one is mostly a null move
	gap        int      // exchange only moves with this number of plies between; 0: up to mostGap
}

// course says how a random game is played.
func (r *Session) course(seed uint64, p *live) course {
	kind := int(seed / uint64(len(r.Starts)+1) % steerEvery)
	if !p.has(Text) || r.Plain {
		kind = 0
	}
	how := course{draw: drawFrom(zobrist.NewSplitMix64(seed)), plies: p.plies, seed: seed}
	switch kind {
	case steerEvery - 1:
		how.steer = true
	case steerEvery - 2:
		how.explorer = make(explorer, 1<<rareBits)
	}
	if r.Plain {
		how.gap = mostGap + 1 // exchange none, and take nothing back
	}
	return how
}

// drawFrom draws numbers from a source. It never ends the game.
func drawFrom(src interface{ Uint64() uint64 }) func(n int) int {
	return func(n int) int { return int(src.Uint64() % uint64(n)) }
}
