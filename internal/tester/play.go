package tester

import (
	"cmp"
	"slices"
	"time"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/keycheck"
)

const (
	// One random game in steerEvery steers back to positions seen before, and one explores
	// what is rare.
	steerEvery = 3

	// With Config.Games, the walk has this number of positions for each random game, which
	// has more, within these limits.
	walkedPerGame = 300
	fewWalked     = 2000
	manyWalked    = 20_000
)

// Play checks random games until the time is up. If a game fails, Play returns the seed
// to repeat it.
func (r *Session) Play() (found *Result, seed uint64, err error) {
	first := r.firstState()
	if r.Lines == nil && r.loads() {
		r.Lines = rareLines(first.Text)
	}
	rec := newRecord(r.starts()...)
	r.played = rec
	l := r.limits(playoutPlies)
	p := r.player(rec, l)
	if p == nil {
		return nil, r.Seed, errNoGame
	}
	starts := len(rec.starts)
	for _, line := range r.Lines {
		if !slices.Contains(rec.starts, line.Start) {
			rec.starts = append(rec.starts, line.Start)
		}
	}
	rec.ways = make([]way, len(rec.starts))
	l = r.within(l, r.Playing, playoutTime)
	if r.Verbose {
		p.changed = newChanges(p.subject)
	}
	if b := r.fixed(p, l); b != nil {
		return nil, r.Seed, r.judged(b, first, p)
	}
	next := &rota{base: r.Seed, games: make([]int, starts), yields: make([]int, starts)}
	repeats := repeatsSeed()
	var seeds []uint64
	var atEnd *uint64 // the seed of the first game that shows what is reported last
	var begins []int  // where the nodes of each game begin
	began := time.Now()
	for (r.Games == 0 || len(seeds) < r.Games) && !l.ended() && (r.t == nil || !r.t.Failed()) {
		if len(seeds) == steerEvery && r.Games > steerEvery && r.t != nil { // each kind of game was played
			r.t.Logf("Config.Games: %d games, about %v", r.Games, (time.Since(began) * time.Duration(r.Games) / steerEvery).Round(10*time.Millisecond))
		}
		start, seed := next.game(len(seeds))
		left := starts - len(seeds)
		seeds, begins = append(seeds, seed), append(begins, len(rec.ways))
		p.limits, p.sample.repeats = l, repeats && len(seeds) == 1
		if left > 1 && !l.deadline.IsZero() { // each start gets a game
			p.deadline = time.Now().Add(time.Until(l.deadline) / time.Duration(left))
		}
		rare := len(rec.fresh)
		if b := p.at(start, func() { p.playout(r.course(seed, p)) }); b != nil {
			// If a game disagrees with an earlier one, repeat from that one.
			earlier := len(seeds) - 1
			for b.twoLines() && earlier > 0 && begins[earlier] > int(b.node) {
				earlier--
			}
			return nil, min(seeds[earlier], seed), r.judged(b, first, p)
		}
		if atEnd == nil && p.last() != nil {
			if atEnd = &seed; repeats {
				break
			}
		}
		next.yields[start] = (next.yields[start] + 1000*(len(rec.fresh)-rare)) / 2
	}
	if err = r.atEnd(p, first); err == nil {
		var keys []keycheck.Named
		_ = p.contain(func() { keys = p.keys(&p.games[0]) })
		err = rec.listed(keys)
	}
	if err != nil {
		return nil, *cmp.Or(atEnd, &r.Seed), err
	}
	found = p.result()
	found.Games, found.Seed = len(seeds), r.Seed
	if r.Verbose {
		found.Unchanged = p.changed.String() + rec.words.rarest()
	}
	return found, 0, nil
}

// fixed plays the session's lines, with the laws at each place, within a quarter of the time.
func (r *Session) fixed(p *live, l limits) (b *Break) {
	p.limits = l
	if !l.deadline.IsZero() {
		p.deadline = time.Now().Add(time.Until(l.deadline) / 4)
	}
	for i := 0; i < len(r.Lines) && b == nil && !p.ended(); i++ {
		b = p.at(slices.Index(p.starts, r.Lines[i].Start), func() { p.playLine(r.Lines[i].script()) })
	}
	return b
}

// script returns the moves of a line.
func (l Line) script() (s Script) {
	for _, name := range l.Moves {
		st := Step{Call: Make, Text: name}
		if name == "null" {
			st = Step{Call: Null}
		}
		s = append(s, st)
	}
	return s
}

// playLine plays the moves of a line with the laws at each place, and takes them back.
func (l *live) playLine(line Script) {
	f := l.frame(0)
	start := l.arrive(f)
	for i := 0; i <= len(line) && len(l.line) < l.plies && !l.over() && !l.wrong(f, 0); i++ {
		l.look(f)
		l.asides(f, passing)
		l.tries(f, 0, l.most(), nil)
		l.asides(f, asides)
		if i < len(line) && line[i].forward() && l.repeat(line[i]) {
			l.arrive(f)
		}
	}
	l.back(slices.Clone(l.line), 0, start)
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
	apart          int  // exchange only moves this far apart; 0: up to mostApart
}

// course says how a random game is played.
func (r *Session) course(seed uint64, p *live) course {
	kind := int(seed / uint64(len(r.Starts)+1) % steerEvery)
	if !p.has(Text) {
		kind = 0
	}
	return course{draw: drawFrom(zobrist.NewSplitMix64(seed)), plies: p.plies, seed: seed, steer: kind == steerEvery-1, explore: kind == steerEvery-2}
}

// drawFrom draws numbers from a source. It never ends the game.
func drawFrom(src interface{ Uint64() uint64 }) func(n int) int {
	return func(n int) int { return int(src.Uint64() % uint64(n)) }
}
