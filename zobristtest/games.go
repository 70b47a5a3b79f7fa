package zobristtest

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/zobrist-go/zobrist"
)

// One random game in steerEvery steers back to positions seen before.
const steerEvery = 3

// walkAll checks all lines, short lines first. It returns a description of what it
// checked.
func (r *runner) walkAll() (said string, err error) {
	first := r.firstState()
	for _, from := range r.froms() {
		if err := r.goBlind(from, first); err != nil {
			return "", err
		}
	}
	s := newSeen(r.froms()...)
	var all []*checker
	for _, from := range r.froms() {
		l := r.Config.walk()
		l.positions /= len(r.Starts) + 1
		if c := r.checker(from, s, l); c != nil {
			all = append(all, c)
		}
	}
	depth, cut, over := 0, true, false
	for ; cut && !over && depth < all[0].plies; depth++ {
		cut = false
		for _, c := range all {
			c.cut = false
			r.begin(c)
			fail := c.contain(func() {
				now := c.here()
				c.pass(now)
				c.walk(now, depth+1)
				over = over || c.over()
			})
			if fail != nil {
				return "", r.judge(fail, c, first, nil)
			}
			cut = cut || c.cut
		}
	}
	if err := r.atEnd(all, first); err != nil {
		return "", err
	}
	if cut || over {
		return fmt.Sprintf("%v; every line of up to %d plies%s", total(all), depth-1, s.note()), nil
	}
	return fmt.Sprintf("%v; every line to its end%s", total(all), s.note()), nil
}

// goBlind plays lines on new games, and asks for the key only before the first move
// and after all moves are taken back. No other move is made before in these games.
func (r *runner) goBlind(from string, first state) error {
	for _, plies := range []int{1, 2, 3, 5, 8} {
		p := r.fresh(from)
		if p == nil || r.Plies > 0 && plies > r.Plies {
			return nil
		}
		c := newChecker(p, nil, limits{plies: plies})
		draw := drawFrom(zobrist.NewSplitMix64(uint64(plies)))
		if fail := c.contain(func() {
			now := state{key: c.Key(), position: c.Position()}
			for len(c.line) < plies {
				n := c.Moves()
				if n == 0 {
					break
				}
				c.Make(draw(n))
			}
			taken := slices.Clone(c.line)
			c.Rewind()
			if len(taken) > 0 {
				c.restored(now, taken...)
			}
		}); fail != nil {
			return r.judge(fail, c, first, nil)
		}
	}
	return nil
}

// atEnd reports two moves with the same name, and a new game that differs from the
// first.
func (r *runner) atEnd(all []*checker, first state) error {
	for _, c := range all {
		if c.twins != nil {
			return report(c.twins, c.player)
		}
	}
	return r.sameStart(first)
}

// sameStart returns an error if a new game differs from the first.
func (r *runner) sameStart(first state) error {
	if now := r.newState(); now.key != first.key || now.position != first.position {
		return fmt.Errorf("a new game differs after games were played: %s. Games share data that moves change, or their keys have changed%s", differ(now, first), ifMeant)
	}
	return nil
}

// total adds up the counts of the checkers.
func total(all []*checker) *checker {
	sum := *all[0]
	for _, c := range all[1:] {
		sum.positions += c.positions
		sum.passed += c.passed
		sum.copied += c.copied
		sum.loaded += c.loaded
	}
	return &sum
}

// String says how much was checked.
func (c *checker) String() string {
	s := fmt.Sprintf("%d positions", c.positions)
	if c.position == nil {
		s += " (not compared: the game has no method Position)"
	} else {
		s += fmt.Sprintf(" (%d met again)", c.seen.again)
	}
	if c.null != nil {
		s += fmt.Sprintf(", %d null moves", c.passed)
	}
	if c.copied > 0 {
		s += fmt.Sprintf(", %d clones", c.copied)
	}
	if c.loaded > 0 {
		s += fmt.Sprintf(", %d positions loaded", c.loaded)
	}
	return s
}

// play checks random games until the time is up or stop returns true. It returns a
// description of what it checked. If a game fails, it returns the seed to repeat it.
func (r *runner) play(stop func() bool) (said string, seed uint64, err error) {
	first := r.firstState()
	s := newSeen(r.froms()...)
	limits := r.Config.playouts()
	var all []*checker
	for _, from := range r.froms() {
		if c := r.checker(from, s, limits); c != nil {
			all = append(all, c)
		}
	}
	begins := []int{} // where the nodes of each game begin
	games := 0
	for ; (r.Games == 0 || games < r.Games) && !passed(limits.deadline) && !stop(); games++ {
		begins = append(begins, len(s.nodes))
		c := all[games%len(all)]
		r.begin(c)
		c.late, c.deadline = false, limits.deadline
		if left := len(all) - games; left > 1 && !limits.deadline.IsZero() { // each start gets a game
			c.deadline = time.Now().Add(time.Until(limits.deadline) / time.Duration(left))
		}
		if fail := c.contain(func() { c.playout(r.course(games, c)) }); fail != nil {
			// If a game disagrees with an earlier one, repeat from that one.
			failed := games
			for fail.other != nil && games > 0 && begins[games] > int(fail.node) {
				games--
			}
			return "", r.seed + uint64(games), r.judge(fail, c, first, &failed)
		}
	}
	if err := r.atEnd(all, first); err != nil {
		return "", r.seed, err
	}
	said = fmt.Sprintf("%v, in %d games from seed %d", total(all), games, r.seed)
	return said + s.note() + neverChanged(all), 0, nil
}

func passed(deadline time.Time) bool { return !deadline.IsZero() && time.Now().After(deadline) }

// course says how random game number i is played.
func (r *runner) course(i int, c *checker) course {
	how := drawn(drawFrom(zobrist.NewSplitMix64(r.seed+uint64(i))), c.plies)
	how.steer = i%steerEvery == steerEvery-1 && c.position != nil
	return how
}

// firstState returns the state of the first new game.
func (r *runner) firstState() state {
	if r.first == nil {
		first := r.newState()
		r.first = &first
	}
	return *r.first
}

// newState returns the state of a new game now.
func (r *runner) newState() state {
	p := r.fresh("")
	var now state
	if p.contain(func() { p.Recompute(); now = state{key: p.Key(), position: p.Position()} }) != nil {
		return state{}
	}
	return now
}

// judge looks for a shorter line, and turns a failure into an error. game is the
// number of the random game that failed, or nil.
func (r *runner) judge(fail *failure, c *checker, first state, game *int) error {
	if fail.kind == own || fail.kind == stuck {
		return report(fail, c.player)
	}
	_ = c.contain(c.Rewind) // also undoes changes in state that games share
	if err := r.sameStart(first); err != nil {
		return fmt.Errorf("%w\n(first seen as: %w)", err, report(fail, c.player))
	}
	was := fail
	fail = r.shorten(fail, r.fresh, c.plies, shrinkTime)
	if fail.note == elsewhere {
		fail.note += r.recurs(was, game)
	}
	fail.fitted = fitKeys(fail, r.fresh)
	return report(fail, c.player)
}

// recurs plays a random game again whose line alone does not show the failure: first
// the game alone, then with the games before it. It says whether the failure recurs.
func (r *runner) recurs(fail *failure, game *int) string {
	const needed = "\n(it recurs only after earlier play: another game, or moves made and taken back)"
	if game == nil {
		return needed
	}
	until := time.Now().Add(2 * shrinkTime)
	again := func(from int) bool {
		limits := r.Config.playouts()
		limits.deadline = until
		s := newSeen(r.froms()...)
		players := map[string]*checker{}
		for i := from; i <= *game; i++ {
			start := r.froms()[i%len(r.froms())]
			if players[start] == nil {
				if players[start] = r.checker(start, s, limits); players[start] == nil {
					return false
				}
			}
			c := players[start]
			r.begin(c)
			if g := c.contain(func() { c.playout(r.course(i, c)) }); g != nil {
				return g.like(fail)
			}
		}
		return false
	}
	switch {
	case again(*game):
		return "\n(the whole random game shows it, including the moves that it tries and takes back)"
	case again(0):
		return "\n(the random game alone does not show it: an earlier game is needed)"
	case passed(until):
		return "\n(there was no time to play all the games again)"
	}
	return "\n(it does not recur when the games are played again: does it depend on time, another goroutine, the order of a map, or an unseeded generator?)"
}

// neverChanged says which keys no move has changed.
func neverChanged(all []*checker) string {
	changes := map[zobrist.Key]struct{}{}
	for _, c := range all {
		if c.changed == nil {
			return ""
		}
		for change := range c.changed.all {
			changes[change] = struct{}{}
		}
	}
	p := all[0].player
	var names []string
	_ = p.contain(func() { names = unchangedKeys(p.Keys(), changes, time.Now().Add(shrinkTime/4)) })
	if len(names) == 0 {
		return ""
	}
	const most = 8
	more := ""
	if len(names) > most {
		more = fmt.Sprintf(" and %d more", len(names)-most)
	}
	shown := slices.Clone(names[:min(most, len(names))])
	for i, name := range shown {
		shown[i] = quote(name)
	}
	return fmt.Sprintf("\nkeys that no move is known to have changed (add starting positions in which they change: see Config.Starts): %s%s", strings.Join(shown, ", "), more)
}
