package zobristtest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/keycheck"
)

// mostAside bounds the moves taken back in a line that was not replayed.
const mostAside = 2

// patience bounds a Walk and a Playout.
const patience = time.Minute

// Walk checks every line of depth plies from the position that g is in, as [Run]
// does. It returns the first mistake that it finds, with the shortest line it can
// find that shows it. On return g is back where it was, unless its own mistakes
// prevent that. A position without moves is checked, too.
//
// Walk takes a few times as long as perft, which makes the same moves and does
// not look at the keys. It returns an error after a minute, and when a line is
// longer than 10,000 plies: nil means that every line was checked.
func Walk(g Game, depth int) error { return walk(g, depth, patience) }

func walk(g Game, depth int, patience time.Duration) error {
	c := newChecker(newPlayer(g), newSeen(), limits{deadline: time.Now().Add(patience), plies: mostPlies})
	err := search(c, func() {
		now := c.here()
		c.pass(now)
		// A mistake near the start is to be found near the start.
		for d := 1; d < min(depth, mostPlies) && !c.over(); d *= 2 {
			c.walk(now, d)
		}
		c.walk(now, depth)
	})
	if err == nil && c.twins != nil {
		err = report(c.twins, c.player)
	}
	switch {
	case err != nil:
		return err
	case c.late:
		return fmt.Errorf("zobristtest: Walk: gave up after %v and %d positions, all right, but not all of depth %d", patience, c.positions, depth)
	case c.deep:
		return fmt.Errorf("zobristtest: Walk: a line is longer than %d plies", mostPlies)
	}
	return nil
}

// Playout checks one random game from the position that g is in, and returns what
// is wrong, as [Walk] does. The game has at most the given number of plies, null
// moves included. The moves are drawn from src, and so is whether the game steers
// back to positions that are almost like one seen before: see [Run]. In each
// position Playout makes and takes back the other moves as well, up to 256 of
// them. It returns an error after a minute, and ends a game at 10,000 plies.
func Playout(g Game, src rand.Source, plies int) error { return playout(g, src, plies, patience) }

func playout(g Game, src rand.Source, plies int, patience time.Duration) error {
	plies = max(0, min(plies, mostPlies))
	c := newChecker(newPlayer(g), newSeen(), limits{deadline: time.Now().Add(patience), plies: plies})
	how := drawn(drawFrom(src), plies)
	err := search(c, func() {
		how.steer = c.position != nil && how.draw(steerEvery) == 0
		c.playout(how)
	})
	if err == nil && c.twins != nil {
		err = report(c.twins, c.player)
	}
	if err == nil && c.late {
		return fmt.Errorf("zobristtest: Playout: gave up after %v and %d positions, all right", patience, c.positions)
	}
	return err
}

// search calls check, and turns its failure into an error, shortened if the
// game can be brought back to its start.
func search(c *checker, check func()) error {
	if err := checkMethods(c.game); err != nil {
		return fmt.Errorf("zobristtest: %w", err)
	}
	start, broken := startOf(c.player)
	if broken != nil {
		return report(broken, c.player)
	}
	if broken = c.contain(check); broken == nil {
		return nil
	}
	fresh := func(string) *player {
		if now, fail := startOf(c.player); fail != nil || now != start {
			return nil
		}
		return c.player
	}
	if broken.kind == own {
		return report(broken, c.player)
	}
	if fresh("") == nil && broken.kind != stuck {
		if (broken.kind == moves || broken.kind == order) && len(broken.scripts) > 1 && len(broken.scripts[1]) <= 2*mostAside {
			broken.line = broken.scripts[1] // what was taken back last, it seems
		}
		if plies(broken.line) <= 1 {
			return report(broken, c.player)
		}
		return fmt.Errorf("%w\n(a shorter line may show it: Unmake does not bring the game back to its start)", report(broken, c.player))
	}
	short := shrink(broken, fresh, c.plies, shrinkTime)
	if short.note == elsewhere {
		short.note += "\n(it needs what was made and taken back before, or does not recur)"
	}
	short.fitted = fitKeys(short, fresh)
	err := report(short, c.player)
	fresh("")
	return err
}

// startOf takes all moves back and returns what the game then shows.
func startOf(p *player) (start struct {
	key, recomputed zobrist.Key
	position        string
	moves           int
}, fail *failure) {
	if p.calls.Load() == abandoned {
		return start, p.failure(stuck)
	}
	fail = p.contain(func() {
		p.Rewind()
		p.history = history{}
		start.key, start.recomputed = p.Key(), p.Recompute()
		start.position = p.Position()
		start.moves = p.Moves()
	})
	return start, fail
}

// report turns a failure into an error, with the names of the keys of a game,
// in whatever state that is.
func report(fail *failure, p *player) error {
	if fail.kind == own {
		return &ownError{fail.message(nil), fail.err}
	}
	var keys []keycheck.Named
	if p.calls.Load() != abandoned {
		if broken := p.contain(func() { keys = p.Keys() }); broken != nil {
			return errors.New(fail.message(nil) + "\n" + broken.detail)
		}
	}
	message := fail.message(keys)
	if keys == nil && fail.fitted != nil {
		if named := fail.message(fail.fitted); strings.Contains(named, `"`) && !strings.Contains(named, "no set of") {
			return errors.New(named)
		}
	}
	if keys == nil && fail.features[1] == nil && fail.named() {
		message = fail.what(nil) + " (a Keys method would tell by which keys)" + fail.note
	}
	return errors.New(message)
}

// An ownError has the line to what a [Failer] reports.
type ownError struct {
	message string
	err     error
}

func (e *ownError) Error() string { return e.message }
func (e *ownError) Unwrap() error { return e.err }
