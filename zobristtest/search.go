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

// mostAside limits the moves taken back in a reported line that was not replayed.
const mostAside = 2

// patience limits the time of a Walk and of a Playout.
const patience = time.Minute

// Walk checks every line of depth plies from the present position of g, as [Run]
// does. It returns the first mistake, with the shortest line it can find. Walk
// returns nil only if it has checked every line. It returns an error if it has not
// finished after a minute, or if a line is longer than 10,000 plies. Unlike Run, Walk
// accepts a game without moves, and checks it. Walk leaves g in the position where it
// started, unless mistakes in g prevent that.
//
// Walk takes a few times as long as perft to the same depth.
func Walk(g Game, depth int) error { return walk(g, depth, patience) }

func walk(g Game, depth int, patience time.Duration) error {
	c := newChecker(newPlayer(g), newSeen(), limits{deadline: time.Now().Add(patience), plies: mostPlies})
	err := search(c, func() {
		now := c.here()
		c.pass(now)
		// Short lines first, to find a mistake near the start there.
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
		return fmt.Errorf("zobristtest: Walk: gave up after %v: %d positions are right, but not all lines of depth %d were checked", patience, c.positions, depth)
	case c.deep:
		return fmt.Errorf("zobristtest: Walk: a line is longer than %d plies", mostPlies)
	}
	return nil
}

// Playout checks one random game from the present position of g, and returns a
// mistake as [Walk] does. The game has at most the given number of plies, null
// moves included, and at most 10,000. In each position, Playout also makes and
// unmakes the other moves, up to 256 of them. src decides the moves, and whether
// the game steers back to earlier positions: see [Run]. Playout returns an error
// if it has not finished after a minute.
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
		return fmt.Errorf("zobristtest: Playout: gave up after %v: %d positions are right", patience, c.positions)
	}
	return err
}

// search calls check, and turns its failure into an error. It shortens the line if
// the game can return to its start.
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
			broken.line = broken.scripts[1] // probably the moves taken back last
		}
		if plies(broken.line) <= 1 {
			return report(broken, c.player)
		}
		return fmt.Errorf("%w\n(a shorter line may show it, but Unmake does not return the game to its start)", report(broken, c.player))
	}
	short := shrink(broken, fresh, c.plies, shrinkTime)
	if short.note == elsewhere {
		short.note += "\n(it needs moves that were made and taken back earlier, or it does not recur)"
	}
	short.fitted = fitKeys(short, fresh)
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
		if named := fail.message(fail.fitted); strings.Contains(named, `"`) && !strings.Contains(named, "no set of") {
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
