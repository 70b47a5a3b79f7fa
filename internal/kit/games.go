package kit

import (
	"cmp"
	"fmt"
	"os"
	"slices"
	"time"

	"github.com/zobrist-go/zobrist"
)

// One random game in steerEvery steers back to positions seen before, and one explores what
// is rare.
const steerEvery = 3

// Walk checks all lines, short lines first.
func (r *Session) Walk() (*Result, error) {
	first := r.firstState()
	l := r.within(r.limits(walkDepth), r.Walking, walkTime)
	if r.Games > 0 {
		l.positions = min(manyWalked, max(fewWalked, walkedPerGame*r.Games))/(len(r.Starts)+1) + 1
	}
	for _, from := range r.froms() {
		if err := r.goBlind(from, first, l); err != nil {
			return nil, err
		}
	}
	all := r.checkers(newSeen(r.froms()...), l)
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
				return nil, r.judge(fail, c, first, nil)
			}
			cut = cut || c.cut
		}
	}
	if err := r.atEnd(all, first); err != nil {
		return nil, err
	}
	found := newResult(all)
	found.Depth, found.Whole = depth, !cut && !over
	if over {
		found.Depth--
	}
	return found, nil
}

// checkers returns a checker for each starting position.
func (r *Session) checkers(s *seen, l limits) (all []*checker) {
	for _, from := range r.froms() {
		if c := r.checker(from, s, l); c != nil {
			all = append(all, c)
		}
	}
	return all
}

// goBlind plays lines on new games, and asks for the key only before the first move
// and after all moves are taken back. No other move is made before in these games.
func (r *Session) goBlind(from string, first state, l limits) error {
	for _, plies := range []int{1, 2, 3, 5, 8} {
		p := r.fresh(from)
		if p == nil || plies > l.plies || l.ended() {
			return nil
		}
		c := newChecker(p, nil, l)
		draw := drawFrom(zobrist.NewSplitMix64(uint64(plies)))
		if fail := c.contain(func() {
			start := c.state()
			for len(c.line) < plies && c.Moves() > 0 {
				c.Make(draw(c.count))
			}
			if taken := slices.Clone(c.line); len(taken) > 0 {
				c.Rewind()
				c.restored(start, taken...)
			}
		}); fail != nil {
			return r.judge(fail, c, first, nil)
		}
	}
	return nil
}

// atEnd reports two moves with the same name, a key that no move changes, and a new
// game that differs from the first.
func (r *Session) atEnd(all []*checker, first state) error {
	made, changes := 0, 0
	for _, c := range all {
		switch {
		case c.unloaded != nil:
			return r.judge(c.unloaded, c, first, nil)
		case c.twins != nil:
			return report(c.twins, c.player)
		}
		made, changes = made+c.Made, changes+c.keyChanges
	}
	if made > 0 && changes == 0 {
		return fmt.Errorf("no move changes the key: it is %v in all %d positions", first.key, newResult(all).Positions)
	}
	return r.sameStart(first)
}

// sameStart returns an error if a new game differs from the first.
func (r *Session) sameStart(first state) error {
	if now := r.newState(); !now.equals(first) {
		return fmt.Errorf("a new game differs after games were played: %s. Games share data that moves change, or their keys have changed%s", differ(now, first), ifMeant)
	}
	return nil
}

// Play checks random games until the time is up. If a game fails, Play returns the seed
// to repeat it.
func (r *Session) Play() (found *Result, seed uint64, err error) {
	first := r.firstState()
	s := newSeen(r.froms()...)
	r.played = s
	l := r.within(r.limits(playoutPlies), r.Playing, playoutTime)
	all := r.checkers(s, l)
	if r.Verbose {
		d := newChanged(all[0].player)
		for _, c := range all {
			c.changed = d
		}
	}
	next := &rota{base: r.Seed, games: make([]int, len(all)), yields: make([]int, len(all))}
	repeats := os.Getenv(seedVariable) != ""
	var seeds []uint64
	var atEnd *uint64 // the seed of the first game that shows what is reported last
	var begins []int  // where the nodes of each game begin
	began := time.Now()
	for (r.Games == 0 || len(seeds) < r.Games) && !l.ended() && (r.failed == nil || !r.failed()) {
		if len(seeds) == steerEvery && r.Games > steerEvery && r.log != nil { // each kind of game was played
			r.log("Config.Games: %d games, about %v", r.Games, (time.Since(began) * time.Duration(r.Games) / steerEvery).Round(10*time.Millisecond))
		}
		start, seed := next.game(len(seeds))
		left := len(all) - len(seeds)
		seeds, begins = append(seeds, seed), append(begins, len(s.nodes))
		c := all[start]
		r.begin(c)
		c.late, c.deadline, c.repeats = false, l.deadline, repeats && len(seeds) == 1
		if left > 1 && !l.deadline.IsZero() { // each start gets a game
			c.deadline = time.Now().Add(time.Until(l.deadline) / time.Duration(left))
		}
		rare := len(s.rareTexts)
		if fail := c.contain(func() { c.playout(r.course(seed, c)) }); fail != nil {
			// If a game disagrees with an earlier one, repeat from that one.
			earlier := len(seeds) - 1
			for fail.other != nil && earlier > 0 && begins[earlier] > int(fail.node) {
				earlier--
			}
			return nil, min(seeds[earlier], seed), r.judge(fail, c, first, seeds)
		}
		if atEnd == nil && (c.unloaded != nil || c.twins != nil) {
			if atEnd = &seed; repeats {
				break
			}
		}
		next.yields[start] = (next.yields[start] + 1000*(len(s.rareTexts)-rare)) / 2
	}
	if err := r.atEnd(all, first); err != nil {
		return nil, *cmp.Or(atEnd, &r.Seed), err
	}
	found = newResult(all)
	found.Games, found.Seed = len(seeds), r.Seed
	if r.Verbose {
		found.Unchanged = s.words.rarest()
	}
	if d := all[0].changed; d != nil {
		found.Unchanged = d.String() + found.Unchanged
	}
	return found, 0, nil
}

// A rota gives every second game to the next starting position, and the others to the one
// whose last games yielded the most rare texts. The start follows from the seed.
type rota struct {
	base   uint64
	games  []int // of each start
	yields []int
}

func (r *rota) game(i int) (start int, seed uint64) {
	n := uint64(len(r.games))
	if start = int((r.base + uint64(i)) % n); i >= len(r.games) {
		start = int((r.base + uint64(i)/2) % n)
		if best := slices.Max(r.yields); i%2 > 0 {
			start = slices.Index(r.yields, best)
		}
	}
	ahead := (uint64(start) + n - r.base%n) % n
	seed = r.base + ahead + n*uint64(r.games[start])
	r.games[start]++
	return start, seed
}

// from returns the number of the starting position of the random game with this seed.
func (r *Session) from(seed uint64) int { return int(seed % uint64(len(r.Starts)+1)) }

// course says how a random game is played.
func (r *Session) course(seed uint64, c *checker) course {
	how := drawn(drawFrom(zobrist.NewSplitMix64(seed)), c.plies)
	how.seed, c.replies = seed, int(seed%mostTried)
	kind := seed / uint64(len(r.Starts)+1) % steerEvery
	how.steer, how.explore = kind == steerEvery-1 && c.position != nil, kind == steerEvery-2 && c.position != nil
	return how
}

// firstState returns the state of the first new game.
func (r *Session) firstState() state {
	if r.first == nil {
		first := r.newState()
		r.first = &first
	}
	return *r.first
}

// newState returns the state of a new game now.
func (r *Session) newState() (now state) {
	p := r.fresh("")
	if p.contain(func() { p.Recompute(); now = p.state() }) != nil {
		return state{}
	}
	return now
}

// judge looks for a shorter line, and turns a failure into an error. seeds are those of the random games up to the one that failed, or nil.
func (r *Session) judge(fail *failure, c *checker, first state, seeds []uint64) error {
	if fail.kind == own || fail.kind == stuck {
		return report(fail, c.player)
	}
	_ = c.contain(c.Rewind) // also undoes changes in state that games share
	if err := r.sameStart(first); err != nil {
		return fmt.Errorf("%w\n(first seen as: %w)", err, report(fail, c.player))
	}
	was := fail
	within, l := shrinkTime/max(1, r.Haste), r.limits(c.plies)
	if os.Getenv(seedVariable) != "" {
		within /= 4 // the first run has looked longer
		l.deadline = time.Now().Add(shrinkTime / 2)
	}
	if r.Unhurried {
		within = 0
	}
	fail = shrink(fail, r.fresh, l, within)
	if fail.note == elsewhere {
		fail.note += r.recurs(was, seeds)
	}
	fail.fitted = fitKeys(fail, r.fresh, l)
	return report(fail, c.player)
}

// recurs plays a random game again whose line alone does not show the failure: first
// the game alone, then with the games before it. It says whether the failure recurs.
func (r *Session) recurs(fail *failure, seeds []uint64) string {
	if seeds == nil {
		return "\n(it recurs only after earlier play: another game, or moves made and taken back)"
	}
	l := r.limits(playoutPlies)
	l.deadline = time.Now().Add(2 * shrinkTime)
	again := func(seeds []uint64) bool {
		all := r.checkers(newSeen(r.froms()...), l)
		for _, seed := range seeds {
			c := all[r.from(seed)%len(all)]
			r.begin(c)
			c.repeats = true
			if g := c.contain(func() { c.playout(r.course(seed, c)) }); g != nil {
				return g.like(fail)
			}
		}
		return false
	}
	switch {
	case again(seeds[len(seeds)-1:]):
		return "\n(the whole random game shows it, including the moves that it tries and takes back)"
	case again(seeds):
		return "\n(the random game alone does not show it: an earlier game is needed)"
	case l.ended():
		return "\n(there was no time to play all the games again)"
	}
	return "\n(it does not recur when the games are played again: does it depend on time, another goroutine, the order of a map, or an unseeded generator?)"
}
