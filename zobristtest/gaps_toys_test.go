package zobristtest_test

import (
	"fmt"
	"iter"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/zobristtest"
)

// Games with mistakes that only an unusual order of calls shows.

// newLazyGame returns a stroll that updates its key in Key. It then knows only the last
// move.
func newLazyGame() zobristtest.Game {
	type pending struct{ shown, change zobrist.Key }
	var now pending
	var kept []pending
	s := newStroll(strollBug{
		key: func(*stroll, zobrist.Key) zobrist.Key {
			now = pending{now.shown ^ now.change, 0}
			return now.shown
		},
		make: func(s *stroll, was strollState) {
			kept = append(kept, now)
			now.change = was.key ^ s.key
		},
		unmake: func(*stroll, strollState) { now, kept = kept[len(kept)-1], kept[:len(kept)-1] },
	})().(*stroll)
	now.shown = s.key
	return withoutKeys(s)
}

// newPotGame returns strolls that share one pot, which is in the key. A sixth move of four
// steps adds to it.
func newPotGame() func() zobristtest.Game {
	pot := 0
	return func() zobristtest.Game {
		mine := 0
		share := func(s *stroll, _ strollState) {
			now := max(0, s.fours-5)
			pot, mine = pot+now-mine, now
		}
		inPot := func(_ *stroll, right zobrist.Key) zobrist.Key { return right ^ zobrist.Key(pot)*0x9e3779b97f4a7c15 }
		s := newStroll(strollBug{make: share, unmake: share, key: inPot, recompute: inPot})()
		return struct {
			zobristtest.Game
			zobristtest.MoveStringer
		}{s, s.(*stroll)}
	}
}

// A dialGame has dials. A dial that completes a turn gives a token. Every token has
// the same key, so two tokens cancel.
type dialGame struct {
	dials  [30]byte
	tokens int
	line   []int
	key    zobrist.Key
	right  bool
}

const dialPositions = 6

var (
	dialKeys  = zobrist.NewTable[int, byte](30, dialPositions, zobrist.NewSplitMix64(4).Split("dials"), 0)
	tokenKeys = zobrist.NewSplitMix64(4).Split("tokens")
)

func newDialGame(right bool) func() zobristtest.Game {
	return func() zobristtest.Game { return &dialGame{right: right} }
}

func (g *dialGame) tokenKey(n int) zobrist.Key {
	if !g.right {
		n %= 2
	}
	if n == 0 {
		return 0
	}
	return zobrist.Key(tokenKeys.At(uint64(n)))
}

func (g *dialGame) Key() zobrist.Key       { return g.key }
func (g *dialGame) Recompute() zobrist.Key { return dialKeys.Hash(g.dials[:]) ^ g.tokenKey(g.tokens) }
func (g *dialGame) Moves() int             { return len(g.dials) }

func (g *dialGame) turn(i, by int) {
	g.key ^= g.tokenKey(g.tokens) ^ dialKeys.Key(i, g.dials[i])
	if by > 0 && g.dials[i] == dialPositions-1 {
		g.tokens++
	} else if by < 0 && g.dials[i] == 0 {
		g.tokens--
	}
	g.dials[i] = byte(int(g.dials[i])+by+dialPositions) % dialPositions
	g.key ^= g.tokenKey(g.tokens) ^ dialKeys.Key(i, g.dials[i])
}

func (g *dialGame) Make(i int) { g.turn(i, 1); g.line = append(g.line, i) }
func (g *dialGame) Unmake() {
	last := len(g.line) - 1
	g.turn(g.line[last], -1)
	g.line = g.line[:last]
}

func (g *dialGame) Position() string {
	var b strings.Builder
	for _, d := range g.dials {
		b.WriteByte('0' + d)
	}
	return fmt.Sprintf("%s %d", b.String(), g.tokens)
}

func (g *dialGame) MoveString(i int) string { return fmt.Sprint("d", i) }

// A ladder has a man on a rung, who steps up or falls to the ground. He rarely
// reaches the upper rungs.
type ladder struct {
	rung   int
	key    zobrist.Key
	before []int
	bad    int // if above 0, the rung whose key is not updated
	load   func(g *ladder, rung int)
	routes bool                       // a bug: the key on the ground depends on the fall
	number func(rung int) zobrist.Key // if not nil
}

var rungs = zobrist.NewTable[int, int](50, 2, zobrist.NewSplitMix64(7), 0)

func newLadder(bad int) func() zobristtest.Game {
	return func() zobristtest.Game { return &ladder{bad: bad, key: rungs.Key(0, 1)} }
}

func (g *ladder) Key() zobrist.Key       { return g.key + g.fallen() }
func (g *ladder) Recompute() zobrist.Key { return g.of(g.rung) + g.fallen() }
func (g *ladder) Moves() int             { return 3 }

func (g *ladder) of(rung int) zobrist.Key {
	if g.number != nil {
		return g.number(rung)
	}
	return rungs.Key(rung, 1)
}

func (g *ladder) fallen() zobrist.Key {
	if last := len(g.before) - 1; g.routes && last >= 0 && g.rung == 0 && g.before[last] == 38 {
		return 8
	}
	return 0
}

func (g *ladder) set(rung int) {
	g.key ^= g.of(g.rung) ^ g.of(rung)
	g.rung = rung
}

func (g *ladder) Make(i int) {
	g.before = append(g.before, g.rung)
	to := 0
	if i == 0 {
		to = min(g.rung+1, 49)
	}
	if g.set(to); to == g.bad && to > 0 {
		g.key ^= rungs.Key(to, 1)
	}
}

func (g *ladder) Unmake() {
	last := len(g.before) - 1
	to := g.before[last]
	g.before = g.before[:last]
	if g.rung == g.bad && g.rung > 0 {
		g.key ^= rungs.Key(g.rung, 1)
	}
	g.set(to)
}

func (g *ladder) Position() string        { return fmt.Sprint(g.rung) }
func (g *ladder) MoveString(i int) string { return []string{"up", "down", "jump"}[i] }

func (g *ladder) Load(position string) error {
	var rung int
	if _, err := fmt.Sscan(position, &rung); err != nil {
		return fmt.Errorf("rung %q: %w", position, err)
	}
	if rung < 0 || rung > 49 {
		return fmt.Errorf("rung %d: want 0 to 49", rung)
	}
	g.rung, g.key, g.before = rung, g.of(rung), nil
	if g.load != nil {
		g.load(g, rung)
	}
	return nil
}

func (g *ladder) Keys() iter.Seq2[string, zobrist.Key] {
	return func(yield func(string, zobrist.Key) bool) {
		for rung := range 50 {
			if !yield(fmt.Sprint("rung ", rung), rungs.Key(rung, 1)) {
				return
			}
		}
	}
}

// A row is 18 cells on which stones are dropped. A stone on the last cell captures
// its five neighbours.
type row struct {
	cells []int8
	line  []int
	kept  []rowState
	key   zobrist.Key
	wrong func(g *row, cell int) zobrist.Key
	clone func(g, c *row)
	stays bool   // a bug: Unmake does nothing
	name  string // a part of Position that is in no key
}

type rowState struct {
	cells []int8
	key   zobrist.Key
}

var stones = zobrist.NewTable[int, int8](18, 2, zobrist.NewSplitMix64(9), 0)

func newRow() *row { return &row{cells: make([]int8, 18)} }

func (g *row) Key() zobrist.Key       { return g.key }
func (g *row) Recompute() zobrist.Key { return stones.Hash(g.cells) }
func (g *row) free() (cells []int) {
	for i, s := range g.cells {
		if s == 0 {
			cells = append(cells, i)
		}
	}
	return cells
}
func (g *row) Moves() int              { return len(g.free()) }
func (g *row) MoveString(i int) string { return fmt.Sprint("put", g.free()[i]) }
func (g *row) Position() string        { return fmt.Sprint(g.cells) + g.name }

func (g *row) Make(i int) {
	cell := g.free()[i]
	g.kept = append(g.kept, rowState{append([]int8(nil), g.cells...), g.key})
	g.line = append(g.line, cell)
	if g.wrong != nil {
		g.key ^= g.wrong(g, cell)
	}
	g.cells[cell] = 1
	g.key = stones.Toggle(g.key, cell, 1)
	if cell == 17 { // captures its five neighbours
		for c := 12; c < 17; c++ {
			g.key ^= stones.Key(c, g.cells[c])
			g.cells[c] = 0
		}
	}
}

func (g *row) Unmake() {
	if g.stays {
		return
	}
	last := len(g.kept) - 1
	copy(g.cells, g.kept[last].cells)
	g.key, g.kept, g.line = g.kept[last].key, g.kept[:last], g.line[:last]
}

// A keyedRow has Keys, and a featuredRow has Features.
type (
	keyedRow    struct{ *row }
	featuredRow struct{ *row }
	clonedRow   struct{ *row }
)

func (g keyedRow) Keys() iter.Seq2[string, zobrist.Key] { return stones.Keys() }

func (g featuredRow) Features() iter.Seq2[string, zobrist.Key] {
	return func(yield func(string, zobrist.Key) bool) {
		for c, s := range g.cells {
			if s != 0 && !yield(fmt.Sprint("stone on ", c), stones.Key(c, s)) {
				return
			}
		}
	}
}

func (g clonedRow) Clone() zobristtest.Game {
	c := newRow()
	copy(c.cells, g.cells)
	c.key = g.key
	if g.clone != nil {
		g.clone(g.row, c)
	}
	return clonedRow{c}
}
