package tester

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/zobrist-go/zobrist"
)

const (
	// One random game in steerEvery steers back to positions seen before, and one explores
	// what is rare.
	steerEvery = 3
	nullEvery  = 5 // in a random game, one ply in this many is a null move

	// A random game is played again once for each distance up to mostApart, with one move in
	// exchangeEvery exchanged for one that many plies later.
	mostApart     = 4
	exchangeEvery = 4

	// With Config.Games, the walk has this number of positions for each random game, which
	// has more, within these limits.
	walkedPerGame = 300
	fewWalked     = 2000
	manyWalked    = 20_000
)

// Walk checks all lines, short lines first.
func (r *Session) Walk() (*Result, error) {
	first := r.firstState()
	l := r.limits(walkDepth)
	for start := range r.starts() {
		if b := r.blind(start, l); b != nil {
			return nil, r.judged(b, first, nil)
		}
	}
	all := r.players(newRecord(r.starts()...), l)
	l = r.within(l, r.Walking, walkTime) // now that the games stand
	if r.Games > 0 {
		l.positions = min(manyWalked, max(fewWalked, walkedPerGame*r.Games))/(len(r.Starts)+1) + 1
	}
	depth, cut, over := 0, true, false
	for ; cut && !over && depth < l.plies; depth++ {
		cut = false
		for _, p := range all {
			w := walk{live: p}
			b := p.run(func() {
				p.limits, p.sample.walks = l, true
				p.begin()
				p.arrive(p.frame(0))
				w.walk(depth + 1)
			})
			if b != nil {
				return nil, r.judged(b, first, p)
			}
			cut, over = cut || w.cut, over || p.late
		}
	}
	if err := r.atEnd(all, first); err != nil {
		return nil, err
	}
	found := newResult(all)
	found.Depth, found.Whole = depth, !cut && !over
	r.whole = found.Whole
	if over {
		found.Depth--
	}
	return found, nil
}

// A walk is one through all lines of a length.
type walk struct {
	*live
	cut, deep bool // a line ended by its length, with moves left; and by the limit of plies
}

// walk runs the laws at this place and at all places up to a depth below it.
func (w *walk) walk(depth int) {
	f := w.frame(len(w.line))
	if w.look(f); w.over() {
		return
	}
	if w.cut = w.cut || f.count > 0 && depth <= 1; depth <= 0 || len(w.line) >= w.plies {
		w.deep = w.deep || len(w.line) >= w.plies && f.count > 0
		return
	}
	var then func(int32)
	if depth > 1 {
		then = func(int32) {
			if !w.over() {
				w.inherit(w.frame(len(w.line)), f)
				w.walk(depth - 1)
			}
		}
	}
	w.asides(f, w.passes)
	w.tries(f, 0, f.count, then)
	w.asides(f, w.plan.asides)
}

// blind plays lines on new games, and asks for the key only before the first move and after all
// moves are taken back. No other move is made before in these games.
func (r *Session) blind(start int, l limits) *broken {
	for _, plies := range []int{1, 2, 3, 5, 8} {
		p := r.player(newRecord(r.starts()...), start, l)
		if p == nil || plies > l.plies || l.ended() {
			return nil
		}
		b := p.run(func() {
			p.setUp(0)
			was := p.ask(0)
			draw := drawFrom(zobrist.NewSplitMix64(uint64(plies)))
			for len(p.line) < plies {
				n := p.count(&p.games[0])
				if n == 0 {
					break
				}
				i := draw(n)
				p.step(Step{Call: Make, Arg: int32(i), Text: p.name(&p.games[0], i)})
			}
			p.back(slices.Clone(p.line), 0, was)
		})
		if b != nil {
			return b
		}
	}
	return nil
}

// atEnd reports two moves with the same name, a position that Load sets up wrongly, a key that
// no move changes, and a new game that differs from the first.
func (r *Session) atEnd(all []*live, first state) error {
	made, changes := 0, 0
	for _, p := range all {
		if b := cmp.Or(p.later.load, p.later.twins); b != nil {
			return r.judged(b, first, p)
		}
		made, changes = made+p.Made, changes+p.Changes
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

// differ says how a state differs from an earlier one.
func differ(now, was state) string {
	if now.key != was.key {
		return "key " + now.key.String() + ", was " + was.key.String()
	}
	return fmt.Sprintf("position %q, was %q", now.text, was.text)
}

// Play checks random games until the time is up. If a game fails, Play returns the seed
// to repeat it.
func (r *Session) Play() (found *Result, seed uint64, err error) {
	first := r.firstState()
	rec := newRecord(r.starts()...)
	r.played = rec
	l := r.limits(playoutPlies)
	all := r.players(rec, l)
	if len(all) == 0 {
		return nil, r.Seed, errors.New("no game can be made")
	}
	l = r.within(l, r.Playing, playoutTime)
	if r.Verbose {
		d := newChanged(all[0].subject)
		for _, p := range all {
			p.changed = d
		}
	}
	if b := r.fixed(all, l); b != nil {
		return nil, r.Seed, r.judged(b, first, all[0])
	}
	next := &rota{base: r.Seed, games: make([]int, len(all)), yields: make([]int, len(all))}
	repeats := repeatsSeed()
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
		seeds, begins = append(seeds, seed), append(begins, len(rec.ways))
		p := all[start]
		p.limits, p.sample.repeats = l, repeats && len(seeds) == 1
		if left > 1 && !l.deadline.IsZero() { // each start gets a game
			p.deadline = time.Now().Add(time.Until(l.deadline) / time.Duration(left))
		}
		rare := len(rec.fresh)
		if b := p.run(func() { p.begin(); p.playout(r.course(seed, p)) }); b != nil {
			// If a game disagrees with an earlier one, repeat from that one.
			earlier := len(seeds) - 1
			for b.other != nil && earlier > 0 && begins[earlier] > int(b.node) {
				earlier--
			}
			return nil, min(seeds[earlier], seed), r.judged(b, first, p)
		}
		if atEnd == nil && (p.later.load != nil || p.later.twins != nil) {
			if atEnd = &seed; repeats {
				break
			}
		}
		next.yields[start] = (next.yields[start] + 1000*(len(rec.fresh)-rare)) / 2
	}
	if err := r.atEnd(all, first); err != nil {
		return nil, *cmp.Or(atEnd, &r.Seed), err
	}
	found = newResult(all)
	found.Games, found.Seed = len(seeds), r.Seed
	if r.Verbose {
		found.Unchanged = rec.words.rarest()
	}
	if d := all[0].changed; d != nil {
		found.Unchanged = d.String() + found.Unchanged
	}
	return found, 0, nil
}

// fixed plays the session's lines, with the laws at each place.
func (r *Session) fixed(all []*live, l limits) (b *broken) {
	for i := 0; i < len(r.Lines) && b == nil && !l.ended(); i++ {
		line := r.Lines[i]
		at := slices.IndexFunc(all, func(p *live) bool { return p.starts[p.start] == line.Start })
		if at < 0 {
			continue
		}
		p := all[at]
		p.limits = l
		b = p.run(func() { p.begin(); p.playLine(line) })
	}
	return b
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
	if start = int((r.base%n + uint64(i)) % n); i >= len(r.games) {
		start = int((r.base%n + uint64(i)/2) % n)
		if best := slices.Max(r.yields); i%2 > 0 {
			start = slices.Index(r.yields, best)
		}
	}
	ahead := (uint64(start)+n-r.base%n)%n + n*uint64(r.games[start])
	r.games[start]++
	if seed = r.base + ahead; seed < r.base { // begin again at the lowest seed of this start and kind
		seed += -(n * steerEvery) % (n * steerEvery)
	}
	return start, seed
}

// A course says how a random game is played.
type course struct {
	// draw returns a number below n. A negative number ends the game.
	draw  func(n int) int
	plies int
	seed  uint64 // of all else that is drawn
	// Steer back to positions almost equal to one seen before, or explore what is rare.
	steer, explore bool
	mostlyNull     bool // of two plies, one is mostly a null move
	whole          bool // try the moves at each place of the line too
	apart          int  // exchange only moves this far apart; 0: up to mostApart
}

// course says how a random game is played.
func (r *Session) course(seed uint64, p *live) course {
	how := course{draw: drawFrom(zobrist.NewSplitMix64(seed)), plies: p.plies, seed: seed}
	kind := seed / uint64(len(r.Starts)+1) % steerEvery
	text := p.can>>Text&1 > 0
	how.steer, how.explore = kind == steerEvery-1 && text, kind == steerEvery-2 && text
	return how
}

// drawFrom draws numbers from a source. It never ends the game.
func drawFrom(src interface{ Uint64() uint64 }) func(n int) int {
	return func(n int) int { return int(src.Uint64() % uint64(n)) }
}

// playout checks a random game. At the end the game is back at its start.
func (l *live) playout(how course) {
	l.sample.salt = mix(how.seed + 1)
	if !how.explore {
		l.excursion(how, &steering{}, nil)
		return
	}
	e := &explorer{}
	for i := range excursions {
		if l.late {
			return
		}
		how, from := e.course(i, how)
		line, states := l.excursion(how, &steering{rare: e}, from)
		e.visit(line, states, len(from))
	}
}

// excursion plays a random game that begins with a line. Then it takes all back, and plays the
// game again without asking after each move, and with moves exchanged.
func (l *live) excursion(how course, s *steering, from []placed) (line []placed, states []state) {
	states = l.roam(how, s, from)
	line = slices.Clone(l.line)
	l.rewind(line, states)
	if !l.ended() {
		l.again(line, states)
	}
	for apart := 1; apart <= mostApart; apart++ {
		if how.apart == 0 || how.apart == apart {
			l.transpose(line, apart, how.seed)
		}
	}
	return line, states
}

// roam makes the moves of a line, then random moves. It also tries the other moves of
// each position after the line.
func (l *live) roam(how course, s *steering, line []placed) (states []state) {
	f := l.frame(0)
	states = append(states, l.arrive(f))
	for _, p := range line {
		if how.whole {
			if l.look(f); f.count > 0 {
				l.tries(f, 0, l.most(), nil)
			}
			l.asides(f, l.plan.asides)
		}
		if l.repeat(p.Step) {
			states = append(states, l.arrive(f))
		}
	}
	for len(l.line) < how.plies && !l.over() {
		if l.look(f); f.count == 0 {
			break
		}
		now := &states[len(states)-1]
		now.list, now.names = slices.Clone(f.names), l.namesHere(f)
		l.asides(f, l.passes)
		if l.mayPass() && how.draw(nullEvery) == 0 != how.mostlyNull && l.pass(f) {
			states = append(states, l.arrive(f))
			continue
		}
		chosen := how.draw(f.count)
		if chosen < 0 {
			if how.whole {
				l.tries(f, 0, l.most(), nil)
				l.asides(f, l.plan.asides)
			}
			break
		}
		s.aim(how, states)
		var see func(int32)
		if s.on {
			m := l.made()
			see = func(i int32) { s.consider(int(i), f.vals[l.nodes[m].ask[2]].Text) }
		}
		l.tries(f, chosen+1, l.most(), see) // the chosen move last
		l.asides(f, l.plan.asides)
		chosen = s.choose(chosen)
		l.step(Step{Call: Make, Arg: int32(chosen), Text: l.nameOf(f, chosen)})
		states = append(states, l.arrive(f))
	}
	l.lookAtKept()
	return states
}

func (l *live) nameOf(f *frame, i int) string {
	if i < len(f.names) {
		return f.names[i]
	}
	return ""
}

// namesHere returns the moves that were listed at the place.
func (l *live) namesHere(f *frame) Value {
	for _, k := range l.reads {
		if l.nodes[k].Call == Names {
			return f.vals[k]
		}
	}
	return Value{}
}

// made returns the node of a move tried.
func (l *live) made() int {
	for _, k := range l.each {
		if l.nodes[k].Call == Make {
			return k
		}
	}
	return 0
}

// mayPass reports whether a null move may be tried here.
func (l *live) mayPass() bool {
	n := node{Step: Step{Call: Null}}
	return l.can>>Null&1 > 0 && l.allowed(&n)
}

// pass makes a null move for good.
func (l *live) pass(f *frame) bool {
	ok := l.step(Step{Call: Null})
	if !ok {
		l.unchanged(f, 0, Step{Call: Null})
	}
	return ok
}

// most returns the number of moves to try in a position. In a slow game, one position
// takes at most an eighth of the time.
func (l *live) most() int {
	if l.deadline.IsZero() || l.Positions == 0 {
		return mostTried
	}
	each := time.Since(l.sample.began) / time.Duration(l.Positions)
	return int(min(mostTried, max(1, l.deadline.Sub(l.sample.began)/8/max(1, each))))
}

// repeat makes a move of an earlier line, if it can be made.
func (l *live) repeat(st Step) bool {
	if st.Call == Null {
		return l.mayPass() && l.step(st)
	}
	if len(l.line) >= l.plies {
		return false
	}
	l.cursor.node = 0
	i := l.find(&l.games[0], st)
	if i < 0 {
		return false
	}
	st.Arg = i
	return l.step(st)
}

// rewind takes back all moves, and checks that the game returns to each of the states.
func (l *live) rewind(line []placed, states []state) {
	for i := len(states) - 2; i >= 0; i-- {
		l.back(line, i, states[i])
	}
}

// again makes the moves of a line once more and takes them back. It asks for the key only after
// every one to four moves.
func (l *live) again(line []placed, states []state) {
	if len(states) != len(line)+1 { // the line did not begin here
		return
	}
	f := l.frame(0)
	steps := 1
	for at := 0; at < len(line); steps = steps%4 + 1 {
		for range min(steps, len(line)-at) {
			if st := line[at].Step; st.Call == Make && l.count(&l.games[0]) <= int(st.Arg) || !l.step(st) {
				return // other checks report this
			}
			at++
		}
		if now := l.arrive(f); !now.equals(states[at]) {
			call := Key
			if now.key == states[at].key {
				call = Text
			}
			l.fail(&broken{law: "again", base: l.base(len(l.line)), got: Script{{Call: call}}, want: Script{{Call: call}}, at: -1,
				a: Value{Key: now.key, Text: now.text}, b: Value{Key: states[at].key, Text: states[at].text}, says: "playing the same line again"})
		}
	}
	for at := len(line); at > 0; steps = steps%4 + 1 {
		at -= min(steps, at)
		l.back(line, at, state{key: states[at].key, text: states[at].text, at: states[at].at})
	}
}

// transpose plays a line again with some moves exchanged for the moves this number of plies
// later, such as the next of the same player. This often leads to positions seen before,
// which random games hardly do if a board fills.
func (l *live) transpose(line []placed, apart int, seed uint64) {
	if l.games[0].names == nil || l.can>>Text&1 == 0 || len(line) == 0 {
		return
	}
	line = slices.Clone(line)
	f := l.frame(0)
	states := []state{l.arrive(f)}
	draw := drawFrom(zobrist.NewSplitMix64(seed + uint64(apart)))
	for i := 0; i+apart < len(line); i++ {
		if draw(exchangeEvery) == 0 {
			line[i], line[i+apart] = line[i+apart], line[i]
			i += apart
		}
	}
	left := 0
	for _, p := range line {
		if left == mostApart || len(l.line) >= l.plies || l.over() {
			break
		}
		if l.repeat(p.Step) {
			states, left = append(states, l.arrive(f)), 0
		} else if p.Call != Null {
			left++
		}
	}
	l.rewind(slices.Clone(l.line), states)
}
