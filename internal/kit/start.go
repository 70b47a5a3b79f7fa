package kit

import (
	"cmp"
	"fmt"
	"runtime/debug"
)

// Start checks that New returns a game, and the same position every time, that a move
// in one game does not change another, and that the game can load each of Starts.
func (r *Session) Start() error {
	if err := r.checkStart(); err != nil {
		return err
	}
	if !r.alone() {
		if err := r.checkApart(); err != nil {
			return err
		}
	}
	for i, from := range r.Starts {
		if err := newPlayer(r.New(), r.Cloning).begin(from); err != nil {
			return fmt.Errorf("Config.Starts[%d], %q: %v", i, from, err)
		}
	}
	return nil
}

func (r *Session) checkStart() error {
	newGame := r.New
	a, err := begin(newGame)
	if err != nil {
		return err
	}
	b, err := begin(newGame)
	if err != nil {
		return err
	}
	if a == nil || b == nil {
		return fmt.Errorf("zobristtest: newGame returned nil")
	}
	if err := checkReads(newGame); err != nil {
		return err
	}
	p, q := newPlayer(a, r.Cloning), newPlayer(b, r.Cloning)
	start, fail := startOf(p)
	again, broken := startOf(q)
	switch {
	case cmp.Or(fail, broken) != nil:
		return report(cmp.Or(fail, broken), p)
	case start.key != start.recomputed:
		return report(p.failure(recomputed).keys(start.key, start.recomputed), p)
	case start.position != again.position:
		return fmt.Errorf("newGame returns the position %q and then %q: it must always return the same position", start.position, again.position)
	case start.key != again.key:
		return fmt.Errorf("the key of a new game is %v, and %v the second time: are new keys drawn, or is the generator unseeded?", start.key, again.key)
	case start.moves == 0:
		return fmt.Errorf("a new game has no moves: Moves() is 0, so there is nothing to check")
	case start.moves != again.moves:
		return fmt.Errorf("a new game has %d moves, and %d the second time", start.moves, again.moves)
	}
	return checkOrder(p, q, start.moves)
}

// checkApart checks that a move in one game does not change another.
func (r *Session) checkApart() error {
	p := r.fresh("")
	c := newChecker(p, nil, limits{plies: mostPlies})
	c.leaveAlone(r.fresh(""))
	fail := c.contain(func() {
		for i := range min(c.Moves(), mostTried) {
			c.Make(i)
			c.lookAtIdle()
			c.Unmake()
		}
	})
	if fail != nil && fail.kind == shared {
		return report(fail, p)
	}
	return nil // walk reports other mistakes
}

// begin calls newGame.
func begin(newGame func() Game) (g Game, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("newGame panics: %v\n%s", v, trimStack(debug.Stack()))
		}
	}()
	return newGame(), nil
}

// checkOrder checks that two new games have the same n moves in the same order, and
// that a game asked twice returns the same order.
func checkOrder(p, q *player, n int) error {
	for _, other := range []*player{p, q} {
		var names []string
		var i int
		var again string
		if fail := p.contain(func() { names = newChecker(p, nil, limits{}).moveStrings(n) }); fail != nil {
			return report(fail, p)
		}
		if fail := other.contain(func() { i, again = newChecker(other, nil, limits{}).reordered(names) }); fail != nil {
			return report(fail, other)
		}
		if i >= 0 {
			return fmt.Errorf("the order of moves at the start changes: move %d is %s, and %s when asked again: keep the list of moves of each position, or sort it", i, names[i], again)
		}
	}
	return nil
}
