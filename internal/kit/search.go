package kit

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/keycheck"
)

// mostAside limits the moves taken back in a reported line that was not replayed.
const mostAside = 2

// A Single checks one game from its present position: see zobristtest.Walk and
// zobristtest.Playout.
type Single struct {
	c      *checker
	within time.Duration // to look for a shorter line
}

// NewSingle returns the check of a game, or an error if a method has a wrong signature.
func NewSingle(g Game, methods []Method, cloning Cloning, haste time.Duration) (*Single, error) {
	if _, err := CheckMethods(methods, g); err != nil {
		return nil, fmt.Errorf("zobristtest: %w", err)
	}
	return &Single{newChecker(newPlayer(g, cloning), newSeen(), limits{plies: mostPlies}), shrinkTime / haste}, nil
}

// Walk checks every line of depth plies.
func (s *Single) Walk(depth int) error {
	c := s.c
	err := search(c, s.within, func() {
		now := c.here()
		c.pass(now)
		// Short lines first, to find a bug near the start there.
		for d := 1; d < min(depth, mostPlies); d *= 2 {
			c.walk(now, d)
		}
		c.walk(now, depth)
	})
	if err == nil && c.deep {
		return fmt.Errorf("zobristtest: Walk: a line is longer than %d plies", mostPlies)
	}
	return err
}

// Playout checks a random game.
func (s *Single) Playout(src rand.Source, plies int) error {
	c := s.c
	c.plies = max(0, min(plies, mostPlies))
	how := drawn(drawFrom(src), c.plies)
	return search(c, s.within, func() {
		how.steer = c.position != nil && how.draw(steerEvery) == 0
		c.playout(how)
	})
}

// search calls check, and turns its failure into an error. It shortens the line if
// the game can return to its start.
func search(c *checker, within time.Duration, check func()) error {
	start, broken := startOf(c.player)
	if broken != nil {
		return report(broken, c.player)
	}
	if broken = cmp.Or(c.contain(check), c.unloaded); broken == nil {
		if c.twins != nil {
			return report(c.twins, c.player)
		}
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
			broken.line = broken.scripts[1] // probably the moves taken back last
		}
		if plies(broken.line) <= 1 {
			return report(broken, c.player)
		}
		return fmt.Errorf("%w\n(a shorter line may show it, but Unmake does not return the game to its start)", report(broken, c.player))
	}
	short := shrink(broken, fresh, c.limits, within)
	if short.note == elsewhere {
		short.note += "\n(it needs moves that were made and taken back earlier, or it does not recur)"
	}
	short.fitted = fitKeys(short, fresh, c.limits)
	err := report(short, c.player)
	fresh("")
	return err
}

// startOf takes back all moves and returns the state of the game then.
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

// report turns a failure into an error, with the names of the game's keys. The game
// may be in any state.
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
		// Three sets of castling rights explain nothing: a position has one.
		if named := fail.message(fail.fitted); strings.Contains(named, `"`) && !strings.Contains(named, "no set of") && strings.Count(named, `"castling `) < 3 {
			return errors.New(named)
		}
	}
	if keys == nil && fail.features[1] == nil && fail.named() {
		message = fail.what(nil) + " (add a Keys method to see which keys are wrong)" + fail.note
	}
	return errors.New(message)
}

// An ownError is the error of a [Failer], with the line of moves.
type ownError struct {
	message string
	err     error
}

func (e *ownError) Error() string { return e.message }
func (e *ownError) Unwrap() error { return e.err }
