package tester

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/zobrist-go/zobrist"
)

// A toy is a man on a ring of cells, with every optional method. A planted bug makes one of its
// calls spoil the key or the text.
type toy struct {
	toyState
	stack []toyState
	twin  *toy // the other of a clone and its game
	bug   func(g *toy, call string)
	wake  chan bool // if not nil, Make does not return before
}

type toyState struct {
	cell, side int
	dirt       int    // in the text
	wrong      uint64 // in the key
	order      int
}

func (g *toy) call(name string) {
	if g.bug != nil {
		g.bug(g, name)
	}
}

func (g *toy) right() zobrist.Key { return zobrist.Key(mix(uint64(2*g.cell + g.side + 1))) }

func (g *toy) Key() zobrist.Key {
	defer g.call("Key")
	return g.right() ^ zobrist.Key(g.wrong)
}
func (g *toy) Recompute() zobrist.Key {
	defer g.call("Recompute")
	return g.right() ^ zobrist.Key(g.wrong)
}
func (g *toy) Position() string { return fmt.Sprint(g.cell, " ", g.side, " ", g.dirt) }
func (g *toy) Moves() int       { g.call("Moves"); return 3 }
func (g *toy) MoveString(i int) string {
	defer g.call("MoveString")
	return fmt.Sprint("+", 1+(i+g.order)%3)
}

func (g *toy) Make(i int) {
	if g.wake != nil && g.cell > 2 {
		<-g.wake
	}
	g.stack = append(g.stack, g.toyState)
	g.cell, g.side = (g.cell+1+(i+g.order)%3)%9, 1-g.side
	g.call("Make")
}
func (g *toy) Try(i int) bool { g.Make(i); g.call("Try"); return true }

func (g *toy) back(name string) {
	g.toyState, g.stack = g.stack[len(g.stack)-1], g.stack[:len(g.stack)-1]
	g.call(name)
}

func (g *toy) Unmake()   { g.back("Unmake") }
func (g *toy) UndoNull() { g.back("UndoNull") }

func (g *toy) Null() bool {
	g.stack = append(g.stack, g.toyState)
	g.side = 1 - g.side
	g.call("Null")
	return true
}

func (g *toy) After(i int) zobrist.Key {
	h := *g
	h.cell, h.side = (g.cell+1+(i+g.order)%3)%9, 1-g.side
	defer g.call("After")
	if g.dirt == 7 {
		h.cell++
	}
	return h.right() ^ zobrist.Key(g.wrong)
}

func (g *toy) clone() *toy {
	h := &toy{toyState: g.toyState, stack: slices.Clone(g.stack), bug: g.bug, twin: g}
	g.twin = h
	h.call("Clone")
	return h
}

func (g *toy) Load(text string) error {
	g.stack, g.toyState = g.stack[:0], toyState{}
	_, err := fmt.Sscan(text, &g.cell, &g.side, &g.dirt)
	g.call("Load")
	return err
}

// when spoils something in a call, in one cell.
func when(call string, spoil func(g *toy)) func(*toy, string) {
	return func(g *toy, now string) {
		if now == call && g.cell == 5 {
			spoil(g)
		}
	}
}

func newToy(bug func(*toy, string)) *Session {
	return &Session{
		Options: Options{Games: 4, Plies: 30, Seed: 1}, Times: Times{Haste: 20},
		New:     func() Game { return &toy{bug: bug} },
		Cloning: func(g Game) func() Game { return func() Game { return g.(*toy).clone() } },
	}
}

// TestEveryLawFindsABug has a planted bug for each law, which must find it when no other law is
// checked. A law without one fails.
func TestEveryLawFindsABug(t *testing.T) {
	wrong := func(g *toy) { g.wrong ^= 1 }
	dirty := func(g *toy) { g.dirt++ }
	twin := func(g *toy) {
		if g.twin != nil {
			g.twin.wrong ^= 1
		}
	}
	var games []*toy
	bugs := map[string]func(*toy, string){
		"two games m @2": func(g *toy, now string) { // spoils all games that were seen
			for _, other := range games {
				if now == "Make" && other != g {
					other.wrong++
				}
			}
			if now == "Key" && !slices.Contains(games, g) {
				games = append(games, g)
			}
		},
		"reads Recompute":             when("Recompute", dirty),
		"reads Moves":                 when("Moves", wrong),
		"reads m Moves":               when("Moves", wrong),
		"After After:m":               when("After", func(g *toy) { g.dirt = 7 }),
		"Try try:m":                   when("Try", wrong),
		"reads After:m":               when("After", wrong),
		"undo m null undonull":        when("UndoNull", wrong),
		"undo x unmake":               when("Unmake", wrong),
		"undo m unmake":               when("Unmake", wrong),
		"moves x unmake":              when("Unmake", func(g *toy) { g.order++ }),
		"undo null undonull":          when("UndoNull", wrong),
		"undo null x unmake":          when("Unmake", wrong),
		"undo null x unmake undonull": when("UndoNull", wrong),
		"undo x x unmake unmake":      when("Unmake", wrong),
		"clone clone @1":              when("Clone", wrong),
		"clone clone 1.x @1": when("Clone", func(g *toy) {
			g.bug = func(g *toy, now string) { g.wrong ^= uint64(strings.Count(now, "Make")) }
		}),
		"clone clone 1.x":  when("Make", twin),
		"clone clone x @1": when("Make", twin),
		"clone clone x 1.y x 1.y 1.unmake unmake": when("Clone", func(g *toy) {
			g.stack = append(make([]toyState, 0, 64), g.stack...)
			g.twin.stack = g.stack
		}),
		"load 3.new 3.load @3":                     when("Load", wrong),
		"load 3.new 3.load 3.x 3.y 3.unmake 3.Key": when("Unmake", wrong),
		"load 3.new 3.load 3.x @3": when("Load", func(g *toy) {
			g.bug = when("Make", wrong)
		}),
		"reads Names":                         when("MoveString", wrong),
		"Try try:m unmake":                    when("Unmake", wrong),
		"clone clone 1.x 1.unmake @1":         when("Unmake", wrong),
		"clone clone x unmake @1":             when("Make", twin),
		"clone clone x 1.y x 1.y 1.unmake @1": when("Unmake", wrong),
	}
	for _, law := range Laws() {
		first := law.Name + " " + law.Got
		bug := bugs[first]
		if !assert.NotNil(t, bug, "no bug is planted for the law %s: %s", law.Name, law.Got) {
			continue
		}
		s := newToy(nil)
		s.Laws = []Law{law}
		found, errs := s.Play()
		assert.Empty(t, errs, "%s: a right game", first)
		assert.Positive(t, found.Positions, first)
		s.From = []string{""}
		asked := 0
		s.Stop = func() bool { // after so many places and moves, however busy the machine is
			asked++
			return asked > 5_000
		}
		fails := func(b *Break) bool { return !assert.Fail(t, b.Law, first) }
		for _, n := range s.Check(0, time.Minute, fails, func(*Break) {}) {
			assert.GreaterOrEqual(t, n, 10, first)
		}
		s = newToy(bug)
		s.Laws = []Law{law}
		_, errs = s.Play()
		assert.NotEmpty(t, errs, first)
	}
}

// A refuser is a toy that cannot pass in every cell.
type refuser struct{ *toy }

func (g refuser) Null() bool { return g.cell%2 == 0 && g.toy.Null() }

// TestRefusedNullMoves: what only earlier calls show can be shown, although a null
// move among them was refused.
func TestRefusedNullMoves(t *testing.T) {
	s := newToy(nil)
	s.New = func() Game {
		made := 0
		return refuser{&toy{bug: func(g *toy, now string) {
			if made += strings.Count(now, "Make"); made == 30 {
				g.wrong ^= 1
			}
		}}}
	}
	_, errs := s.Play()
	err := errors.Join(errs...)
	assert.ErrorContains(t, err, "taken back")
	assert.NotContains(t, err.Error(), "these moves alone do not show it")
}

func moved(names string) (s Script) {
	for _, name := range strings.Fields(names) {
		st := Step{Call: Make, Text: name}
		switch name {
		case "null":
			st = Step{Call: Null}
		case "<":
			st = Step{Call: Unmake}
		}
		s = append(s, st)
	}
	return s
}

func TestWhereDescribesTheLine(t *testing.T) {
	for line, want := range map[string]string{
		"":              "at the start",
		"a b":           "after a b",
		"a <":           "at the start, a taken back",
		"null <":        "at the start, null taken back",
		"a b c < <":     "after a, b c taken back",
		"a b < c":       "after a, b taken back, c",
		"a b < c d <":   "after a, b taken back, c, d taken back",
		"a b c d < < <": "after a, b c d taken back",
		"a null < b":    "after a, null taken back, b",
	} {
		assert.Equal(t, want, moved(line).where(), line)
	}
	assert.Equal(t, `at "P" after a b`, append(begin("P"), moved("a b")...).where())
	assert.Equal(t, `at "P", a taken back`, append(begin("P"), moved("a <")...).where())

	// A call that should change nothing stays in a line that shows a bug only with it.
	read := Script{{Call: After, Text: "b"}}
	for want, base := range map[string]Script{
		"after a, then After(b)":    slices.Concat(moved("a"), read),
		"after a, then After(b), c": slices.Concat(moved("a"), read, moved("c")),
	} {
		b := &Break{Law: "recompute",
			Claim: Claim{Base: base, Got: Script{{Call: Key}}, Want: Script{{Call: Recompute}}}}
		assert.Equal(t, want, b.place())
	}
}

func TestRecord(t *testing.T) {
	t.Parallel()
	r := newRecord("")
	var line []lineMove
	for i, st := range moved("a b c") {
		line = append(line, lineMove{Step: st, hash: uint64(i + 1)})
	}
	for i := range mostPositions {
		law, _ := r.visit(fmt.Sprint(i), zobrist.Key(i), 0, line[:i%4])
		assert.Empty(t, law)
	}
	law, before := r.visit("7", 8, 0, nil)
	assert.Equal(t, "routes", law)
	assert.Equal(t, zobrist.Key(7), before.key)
	assert.Equal(t, "after a b c", r.lineTo(before.node).where())
	law, before = r.visit("new", 8, 0, nil)
	assert.Equal(t, "collision", law)
	assert.Equal(t, "8", before.text)
	_, _ = r.visit("7", 7, 0, line)
	assert.Zero(t, r.transpositions, "by the same line")
	_, _ = r.visit("7", 7, 0, line[:2])
	assert.Equal(t, 1, r.transpositions)
	law, _ = r.visit("one too many", mostPositions, 0, line) // now all are forgotten
	assert.Empty(t, law)
	assert.Len(t, r.all, 1)
	assert.Len(t, r.lineTree, 4)
}

// TestKinds: the law that is broken is named with the call that breaks it.
func TestKinds(t *testing.T) {
	t.Parallel()
	key := Script{{Call: Key}}
	for want, b := range map[string]*Break{
		"clone": {
			Law:   "recompute",
			Claim: Claim{Base: Script{{Call: New}, {Call: Clone}}, Got: Script{{Call: Key, On: 1}}},
		},
		"load":      {Law: "recompute", Claim: Claim{Base: begin("text"), Got: key}},
		"null":      {Law: "recompute", Claim: Claim{Base: moved("a null"), Got: key}},
		"recompute": {Law: "recompute", Claim: Claim{Base: moved("null a"), Got: key}},
		"undo unmake": {
			Law: "undo", Claim: Claim{Base: moved("a"), Got: append(moved("b <"), key...)},
		},
		"undo undonull": {
			Law: "undo", Claim: Claim{Got: Script{{Call: Null}, {Call: UndoNull}, {Call: Key}}},
		},
	} {
		assert.Equal(t, want, b.Kind())
	}
}

func TestDrawBytes(t *testing.T) {
	draw := drawBytes([]byte{5, 0, 255, 1, 2})
	assert.Equal(t, 5, draw(20))
	assert.Equal(t, 511, draw(1<<20))
	assert.Equal(t, -1, draw(300), "needs two bytes, but one is left")
}

func TestStuckMethod(t *testing.T) {
	g := &toy{wake: make(chan bool)}
	defer func(usual time.Duration) { stuckTime = usual }(stuckTime)
	stuckTime = time.Second
	err := (&Session{New: func() Game { return g }}).SingleWalk(4)
	assert.Regexp(t, `^after( \+\d)+(, .*)?: Make\(\+\d\) does not return: given up after 1s$`,
		err.Error())
	assert.Greater(t, g.cell, 2, "no method is called after Make was given up: it still runs")
	close(g.wake) // ends the goroutine
	slow := &toy{wake: make(chan bool)}
	time.AfterFunc(2*stuckTime, func() { close(slow.wake) })
	s := Session{New: func() Game {
		return slow
	}, Times: Times{Limited: true}, Places: Places{
		Lines: []Line{{Moves: []string{"+1", "+1", "+1", "+1"}}}}}
	s.Check(time.Minute, 0, func(*Break) bool {
		return true
	}, func(b *Break) { assert.NotEqual(t, "stuck", b.Law, "it answers late") })
}
