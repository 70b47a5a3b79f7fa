package zobristtest_test

import (
	"fmt"
	"iter"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/zobristtest"
)

// A toy is a small game: cells with small numbers, of which a move changes some. Its key has a
// number for each value of a cell, and rules say what else. A bug changes some of its methods.
type toy struct {
	*rules
	bug
	state
	stack []state
	legal []move // nil until needed
	slot  state  // for bugs that save what they should not
	nulls int    // null moves made and not undone
	back  int    // calls of Unmake
	asked int    // for bugs that count something
}

type state struct {
	at    [60]int8 // the cells
	side  int
	n     int         // moves and null moves
	last  int         // 1 + the cell or step of the last move, 0 after a null move
	count int         // of rare moves, or what else the rules count
	h     zobrist.Key // the key that is updated
}

type move struct {
	name string
	to   int // a cell or a step
}

type rules struct {
	cells     int   // in use
	low, high int8  // the values of a cell that have a number
	start     state // without its key
	moves     func(s *state) []move
	play      func(s *state, to int)
	number    func(cell int, v int8) zobrist.Key
	name      func(cell int, v int8) string
	rest      func(s *state) zobrist.Key // what else is in the key; nil for the side
	text      func(s *state) string
	read      func(text string) (state, error) // nil: no Load
	clones    bool
	lacks     string // optional methods that it has in name only
}

// A bug changes a method after it has done its work. was is the state before it.
type bug struct {
	make, unmake, null, undoNull func(t *toy, was state)

	key, recompute func(t *toy, right zobrist.Key) zobrist.Key
	after          func(t *toy, i int) zobrist.Key
	moves          func(t *toy) int
	names          func(t *toy, i int) string
	refuses        func(t *toy) bool // a null move
	clone          func(t, c *toy)
	load           func(t *toy)
	call           func(t *toy, method string) // before each method
}

// game returns a function that makes new games.
func (r *rules) game(b bug) func() zobristtest.Game {
	return func() zobristtest.Game {
		t := &toy{rules: r, bug: b, state: r.start}
		t.h = t.hash()
		if t.read != nil {
			return loadedToy{t}
		} else if t.clones {
			return clonedToy{t}
		}
		return t
	}
}

// A loadedToy has Load, and a clonedToy Clone.
type (
	loadedToy struct{ *toy }
	clonedToy struct{ *toy }
)

// toyOf returns the toy of a game.
func toyOf(g zobristtest.Game) *toy {
	switch g := g.(type) {
	case loadedToy:
		return g.toy
	case clonedToy:
		return g.toy
	}
	return g.(*toy)
}

// of returns the number of a value of a cell.
func (r *rules) of(cell int, v int8) zobrist.Key {
	if v < r.low {
		return 0
	}
	return r.number(cell, v)
}

var toySide = numbers(500)(0, 0)

// numbers returns numbers drawn from a seed.
func numbers(seed uint64) func(cell int, v int8) zobrist.Key {
	src := zobrist.NewSplitMix64(seed)
	return func(cell int, v int8) zobrist.Key {
		return zobrist.Key(src.At(uint64(cell)<<7 + uint64(v)))
	}
}

func (r *rules) others(s *state) zobrist.Key {
	if r.rest != nil {
		return r.rest(s)
	}
	return toySide * zobrist.Key(s.side)
}

func (t *toy) hash() zobrist.Key {
	k := t.others(&t.state)
	for c := range t.cells {
		k ^= t.of(c, t.at[c])
	}
	return k
}

func (t *toy) called(method string) {
	if t.call != nil {
		t.call(t, method)
	}
}

func (t *toy) Key() zobrist.Key {
	t.called("Key")
	if t.key != nil {
		return t.key(t, t.h)
	}
	return t.h
}

func (t *toy) Recompute() zobrist.Key {
	t.called("Recompute")
	if t.recompute != nil {
		return t.recompute(t, t.hash())
	}
	return t.hash()
}

func (t *toy) list() []move {
	if t.legal == nil {
		t.legal = t.rules.moves(&t.state)
	}
	return t.legal
}

func (t *toy) Moves() int {
	t.called("Moves")
	if t.bug.moves != nil {
		return t.bug.moves(t)
	}
	return len(t.list())
}

func (t *toy) MoveString(i int) string {
	t.called("MoveString")
	if t.names != nil {
		return t.names(t, i)
	}
	return t.list()[i].name
}

func (t *toy) Position() string { t.called("Position"); return t.text(&t.state) }

// step plays a move, or a null move if to is negative, and returns the state before it.
func (t *toy) step(to int) (was state) {
	was = t.state
	t.stack = append(t.stack, was)
	t.legal = nil
	t.n++
	if to < 0 {
		t.side = 1 - t.side
		t.last = 0
	} else {
		t.play(&t.state, to)
		t.last = to + 1
	}
	for c := range t.cells {
		if was.at[c] != t.at[c] {
			t.h ^= t.of(c, was.at[c]) ^ t.of(c, t.at[c])
		}
	}
	t.h ^= t.others(&was) ^ t.others(&t.state)
	return was
}

func (t *toy) back1() (was state) {
	was = t.state
	t.state, t.stack, t.legal = t.stack[len(t.stack)-1], t.stack[:len(t.stack)-1], nil
	return was
}

func (t *toy) Make(i int) {
	t.called("Make")
	if was := t.step(t.list()[i].to); t.make != nil {
		t.make(t, was)
	}
}

func (t *toy) Unmake() {
	t.called("Unmake")
	t.back++
	if was := t.back1(); t.unmake != nil {
		t.unmake(t, was)
	}
}

func (t *toy) Null() bool {
	t.called("Null")
	if t.refuses != nil && t.refuses(t) {
		return false
	}
	t.nulls++
	was := t.step(-1)
	if t.null != nil {
		t.null(t, was)
	}
	return true
}

func (t *toy) UndoNull() {
	t.called("UndoNull")
	t.nulls--
	if was := t.back1(); t.undoNull != nil {
		t.undoNull(t, was)
	}
}

func (t *toy) After(i int) zobrist.Key {
	t.called("After")
	if t.after != nil {
		return t.after(t, i)
	}
	t.step(t.list()[i].to)
	k := t.h
	t.back1()
	return k
}

func (t *toy) Keys() iter.Seq2[string, zobrist.Key] {
	return func(yield func(string, zobrist.Key) bool) {
		t.called("Keys")
		for c := range t.cells {
			for v := t.low; v <= t.high; v++ {
				if !yield(t.rules.name(c, v), t.of(c, v)) {
					return
				}
			}
		}
		if t.rest == nil {
			yield("side", toySide)
		}
	}
}

// Lacks says which methods the game has in name only.
func (t *toy) Lacks(call string) bool { return strings.Contains(t.lacks, call) }

func (t clonedToy) Clone() zobristtest.Game {
	t.called("Clone")
	c := *t.toy
	c.stack = append([]state(nil), t.stack...)
	if t.clone != nil {
		t.clone(t.toy, &c)
	}
	return clonedToy{&c}
}

func (t loadedToy) Load(text string) (err error) {
	t.called("Load")
	s, err := t.read(text)
	if err == nil {
		t.state, t.stack, t.legal = s, nil, nil
		t.h = t.hash()
		if t.load != nil {
			t.load(t.toy)
		}
	}
	return err
}

// flips puts the number of the side into the key, or takes it out, after a
// move for which is returns true.
func flips(is func(t *toy, was state) bool) func(t *toy, was state) {
	return func(t *toy, was state) {
		if is(t, was) {
			t.h ^= toySide
		}
	}
}

// numbered returns n moves with numbers in their names.
func numbered(name string, n, first int) (all []move) {
	for i := range n {
		all = append(all, move{fmt.Sprint(name, i+first), i})
	}
	return all
}

var steps, puts, turns = numbered("+", 40, 1), numbered("put", 60, 0), numbered("d", 30, 0)

// A stroll is a walk of two sides around a ring of cells, one to four steps a move. Moves of four
// steps are counted: many are rare, and deeper than a walk.
var strolls = rules{
	cells: 1, high: 100, number: numbers(8), moves: func(*state) []move { return steps[:4] },
	play: func(s *state, to int) {
		s.at[0], s.side = (s.at[0]+int8(to)+1)%101, 1-s.side
		if to == 3 {
			s.count++
		}
	},
	name: func(_ int, v int8) string { return fmt.Sprint("cell ", v) },
	text: func(s *state) string { return fmt.Sprintf("cell %d, side %d", s.at[0], s.side) },
}

func newStroll(b bug) func() zobristtest.Game { return strolls.game(b) }

// A ladder has a man on a rung, who steps up or falls to the ground. He rarely reaches the upper
// rungs. Its key is wrong after the step to a bad rung.
var ladders = rules{
	cells: 1, high: 49, number: numbers(7), moves: func(*state) []move {
		return []move{{"up", 0}, {"down", 1}, {"jump", 2}}
	},
	play: func(s *state, to int) {
		s.at[0] = min(s.at[0]+1, 49)
		if to > 0 {
			s.at[0] = 0
		}
	},
	name: func(_ int, v int8) string { return fmt.Sprint("rung ", v) },
	text: func(s *state) string { return fmt.Sprint(s.at[0]) },
	read: func(text string) (s state, err error) {
		if _, err = fmt.Sscan(text, &s.at[0]); err == nil && (s.at[0] < 0 || s.at[0] > 49) {
			err = fmt.Errorf("rung %d: want 0 to 49", s.at[0])
		}
		return s, err
	},
	rest: func(*state) zobrist.Key { return 0 }, lacks: "null after",
}

func badRung(bad int8) bug {
	return bug{make: func(t *toy, _ state) {
		if t.at[0] == bad && bad > 0 {
			t.h ^= t.of(0, bad)
		}
	}}
}

func newLadder(bad int8) func() zobristtest.Game { return ladders.game(badRung(bad)) }

// A row is 18 cells on which stones are dropped. A stone on the last cell
// captures its five neighbours.
var rows = rules{
	cells: 18, low: 1, high: 1, number: numbers(9), moves: func(s *state) []move {
		return free(s, 18)
	},
	play: func(s *state, to int) {
		s.at[to] = 1
		if to == 17 {
			clear(s.at[12:17])
		}
	},
	rest: func(*state) zobrist.Key { return 0 },
	name: func(c int, v int8) string { return fmt.Sprint(c, " ", v) },
	text: func(s *state) string { return fmt.Sprint(s.at[:18]) }, clones: true, lacks: "null after",
}

// free returns a move to each free cell.
func free(s *state, cells int) (all []move) {
	for c, v := range s.at[:cells] {
		if v == 0 {
			all = append(all, puts[c])
		}
	}
	return all
}

// dials has 30 dials of six positions. A dial that completes a turn gives a token, which
// has a number for each count.
func dials(token func(n int) zobrist.Key) *rules {
	return &rules{
		cells: 30, low: 1, high: 5, number: numbers(4), moves: func(*state) []move { return turns },
		play: func(s *state, to int) {
			if s.at[to] = (s.at[to] + 1) % 6; s.at[to] == 0 {
				s.count++
			}
		},
		rest: func(s *state) zobrist.Key { return token(s.count) },
		name: func(c int, v int8) string { return fmt.Sprint("dial ", c, " at ", v) },
		text: func(s *state) string {
			return fmt.Sprint(board(s, 30), " ", s.count)
		}, lacks: "null after",
	}
}

// board writes cells as digits.
func board(s *state, cells int) string {
	text := make([]byte, cells)
	for c, v := range s.at[:cells] {
		text[c] = '0' + byte(v)
	}
	return string(text)
}

func tokens(n int) zobrist.Key { return numbers(44)(0, int8(n)) * zobrist.Key(min(n, 1)) }

// A trio has three players, who put stones on 60 cells in turn. A stone beside the last one
// scores, so the score, which is in no key, depends on the order of the moves. Its positions
// hardly ever repeat in random games.
func trio(players int) *rules {
	return &rules{
		cells: 60, low: 1, high: 3, number: numbers(3), moves: func(s *state) []move {
			return free(s, 60)
		},
		play: func(s *state, to int) {
			s.at[to] = int8(s.n%3) + 1
			if to == s.last {
				s.count++
			}
		},
		rest: func(s *state) zobrist.Key { return zobrist.Key(s.n % players) },
		name: func(c int, v int8) string { return fmt.Sprint(c, " ", v) },
		text: func(s *state) string { return fmt.Sprint(board(s, 60), " ", s.n%3) }, lacks: "after",
	}
}

// A duel has dials, which two players turn. Who completes a turn of a dial gives a check and
// moves again. Its positions hardly ever repeat. checks is their part of the key.
func duel(checks func(a, b int8) zobrist.Key, side bool) *rules {
	r := dials(nil)
	r.moves = func(s *state) []move {
		if max(s.at[30], s.at[31]) == 3 {
			return nil
		}
		return turns[:29] // one is stuck
	}
	r.play = func(s *state, to int) {
		if s.at[to] = (s.at[to] + 1) % 6; s.at[to] == 0 {
			s.at[30+s.side]++
		} else {
			s.side = 1 - s.side
		}
	}
	r.rest = func(s *state) zobrist.Key {
		k := checks(s.at[30], s.at[31])
		if side {
			k ^= toySide * zobrist.Key(s.side)
		}
		return k
	}
	r.text = func(s *state) string {
		return fmt.Sprintf("%s %c %d+%d", board(s, 30), "wb"[s.side], s.at[30], s.at[31])
	}
	r.read = func(text string) (s state, err error) {
		var cells string
		var side rune
		if _, err := fmt.Sscanf(text, "%s %c %d+%d", &cells, &side, &s.at[30],
			&s.at[31]); err != nil || len(cells) != 30 {
			return s, fmt.Errorf("%q: want dials, side and checks", text)
		}
		for c := range cells {
			s.at[c] = int8(cells[c]-'0') % 6
		}
		s.side = strings.IndexRune("wb", side)
		return s, nil
	}
	return r
}

func separateChecks(a, b int8) zobrist.Key { return numbers(45)(0, a) ^ numbers(45)(1, b) }

// packs has stones that are dropped into the columns of a board of 5 by 5. A move is a column. The
// first key is zero, as in Connect Four, Go and Hex.
func packs(seed uint64) *rules {
	return &rules{
		cells: 25, low: 1, high: 2, number: numbers(seed),
		moves: func(s *state) (all []move) {
			for column := range 5 {
				for c := column; c < 25; c += 5 {
					if s.at[c] == 0 {
						all = append(all, move{packsCell(c), c})
						break
					}
				}
			}
			return all
		},
		play: func(s *state, to int) { s.at[to] = int8(2 - s.n%2) },
		rest: func(*state) zobrist.Key { return 0 },
		name: func(c int, v int8) string { return packsCell(c) + " " + " xo"[v:v+1] },
		text: func(s *state) string { return fmt.Sprint(s.at[:25]) }, lacks: "null after",
	}
}

func packsCell(cell int) string { return string([]byte{"abcde"[cell%5], "12345"[cell/5]}) }

// A line is a game with one move in each position. Without an end it goes on for ever.
func lines(from, end int) *rules {
	return &rules{
		start: state{n: from}, moves: func(s *state) []move {
			if end > 0 && s.n >= end {
				return nil
			}
			return []move{{"on", 0}}
		},
		play:  func(*state, int) {},
		cells: 1, low: 1, high: 1, number: numbers(2), name: func(int, int8) string {
			return "never"
		},
		rest: func(s *state) zobrist.Key {
			return zobrist.Key(zobrist.NewSplitMix64(1).At(uint64(s.n)))
		},
		text: func(s *state) string { return fmt.Sprint(s.n) },
	}
}
