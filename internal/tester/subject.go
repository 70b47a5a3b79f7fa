package tester

import (
	"fmt"
	"hash/maphash"
	"slices"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/keycheck"
)

const (
	// mostMoves is how many moves a position may have. More are taken for a wrong number, such as a
	// difference below zero: of the usual games, Arimaa has the most, some 17,000 on average. The
	// names of so many take more than 256 MiB.
	mostMoves = 1 << 24
	// mostLogged is how many calls the log has before it is shortened to the present line.
	// They take 2 MiB, and the calls of a proof are enough to make them all once
	// (ShrinkCalls, logTimes).
	mostLogged = 1 << 18
)

// A subject is a program under test: up to four games, and the log of calls.
// All go through do, in contain.
type subject struct {
	*watch
	make  func(old *game) (game, error) // a new game, or the old one back at its start
	own   []Verb
	games [4]game
	log   []logged
	texts map[int]string // the texts of the Loads in the log
	cut   int            // calls before the log
}

// logged is a step without its text, and so without a pointer: most of the
// memory of a run is its log.
type logged struct {
	on   uint8
	call Call
	arg  int32
}

func newSubject(make func(old *game) (game, error), own []Verb) *subject {
	return &subject{watch: new(watch), make: make, own: own, texts: map[int]string{}}
}

// script returns the log. Moves have no names there.
func (s *subject) script() (all Script) {
	for i, c := range s.log {
		all = append(all, Step{c.on, c.call, c.arg, s.texts[i]})
	}
	return all
}

// do makes a call. It panics with a broken law if the game has an error of its own.
func (s *subject) do(on uint8, call Call, arg int32, text string) (v Value) {
	s.log = append(doubled(s.log), logged{on, call, arg})
	g := &s.games[on]
	switch {
	case call >= verbs:
		s.enter(s.own[call-verbs].Name, int(arg))
		v = s.own[call-verbs].Do(g.Game, int(arg))
		s.leave(g)
		return v
	case call == Moves:
		return Value{Key: zobrist.Key(s.count(g))}
	case call == Names:
		return s.list(g)
	case call == Load:
		s.texts[len(s.log)-1] = text
	}
	at := -1
	if calls[call].move {
		s.move = text
		at = int(arg)
	}
	s.enter(calls[call].method, at)
	v = calls[call].do(s, g, int(arg), text)
	s.leave(g)
	if v.No && call == Null {
		s.log[len(s.log)-1].arg = noMove
	}
	return v
}

// ask makes a call without an argument in game 0.
func (s *subject) ask(c Call) Value { return s.do(0, c, 0, "") }

func (s *subject) leave(g *game) {
	s.left()
	if g.fails != nil && !g.unset {
		if err := g.fails.Err(); err != nil {
			panic(&Break{Law: "own", Err: err, Says: fmt.Sprintf("%s: %v", s.call(), err)})
		}
	}
}

// allows reports whether the game allows a call.
func (s *subject) allows(c Call) bool { return (s.games[0].calls(nil)>>c)&1 == 1 }

// state asks for the key and the text of game 0.
func (s *subject) state() (v Value) {
	v.Key = s.ask(Key).Key
	if s.allows(Text) {
		v.Text = s.ask(Text).Text
	}
	return v
}

// unwind takes back all that was made in game 0.
func (s *subject) unwind() {
	for g := &s.games[0]; len(g.stack) > 0; {
		s.ask(last(g.stack).undo())
	}
}

func (s *subject) count(g *game) int {
	s.enter("Moves", -1)
	n := g.Moves()
	s.leave(g)
	if n < 0 || n > mostMoves {
		panic(&Break{Law: "moves", Says: fmt.Sprintf("Moves() is %d", n)})
	}
	g.moves = n
	return n
}

// list asks for the names of the moves. Its value is their number, and a hash,
// which depends on their order.
func (s *subject) list(g *game) (v Value) {
	n := s.count(g)
	g.listed = g.listed[:0]
	v.Key = zobrist.Key(n)
	if !is[MoveStringer](g) {
		return v
	}
	for i := range n {
		g.listed = append(g.listed, s.name(g, i))
		v.Key += zobrist.Key((hash(g.listed[i]) ^ uint64(v.Key)*hashFactor) * hashFactor)
	}
	return v
}

// numbers returns what the method Keys or Features of a game lists, or nil if it has none.
func (s *subject) numbers(g *game, method string) (all []keycheck.Named) {
	s.enter(method, -1)
	if k, ok := g.Game.(Keyer); ok && method == "Keys" {
		all = keycheck.Collect(k.Keys())
	} else if f, ok := g.Game.(Featurer); ok && method == "Features" {
		all = keycheck.Collect(f.Features())
	}
	s.leave(g)
	return all
}

func (s *subject) name(g *game, i int) (name string) {
	if names, ok := g.Game.(MoveStringer); ok {
		s.enter("MoveString", i)
		name = names.MoveString(i)
		s.leave(g)
	}
	return name
}

// find returns the number of a move of a game, by its name if it has one, or -1.
func (s *subject) find(g *game, st Step) int32 {
	n := int32(s.count(g))
	named := st.Text != "" && is[MoveStringer](g)
	if !named {
		if st.Arg < n {
			return st.Arg
		}
		return -1
	}
	for j := range n { // start with the old number, which is usually right
		i := (st.Arg + j) % n
		if s.name(g, int(i)) == st.Text {
			return i
		}
	}
	return -1
}

// hashFactor is 2^64 divided by the golden ratio, as in SplitMix64: multiples of it differ in all
// bits.
const hashFactor = 0x9e3779b97f4a7c15

// hashSeed may have any value: hashes are only compared within a run.
var hashSeed = maphash.MakeSeed()

func hash(s string) uint64 { return maphash.String(hashSeed, s) }

// mix is the finalizer of SplitMix64.
func mix(h uint64) uint64 {
	h = (h ^ (h >> 30)) * 0xbf58476d1ce4e5b9
	h = (h ^ (h >> 27)) * 0x94d049bb133111eb
	return h ^ (h >> 31)
}

// doubled doubles the capacity of a full slice, which append does only for short ones.
func doubled[T any](all []T) []T {
	if len(all) == cap(all) {
		return slices.Grow(all, max(len(all), 64))
	}
	return all
}

// canMake reports whether a game is there, set up, and at a place where a step can be made.
func (g *game) canMake(st *Step) bool {
	switch {
	case st.Call == New:
		return true
	case g.Game == nil, g.unset && st.Call != Load:
		return false
	case st.back() && len(g.stack) == 0:
		return false
	}
	afterNull := len(g.stack) > 0 && last(g.stack) == Null
	return !(st.Call == Null && afterNull)
}

// hasMove reports whether the argument of a step is a move.
func (s *Step) hasMove() bool {
	if s.Call >= verbs {
		return s.Arg != noMove
	}
	return s.Call == Make || s.Call == Try || s.Call == After
}

// play makes the calls of a script on new games and returns its value. It finds moves by their
// names, and adds these to the script. It returns false if a move cannot be made.
func (s *subject) play(script Script) (v Value, ok bool) {
	if len(script) == 0 || script[0].Call != New || script[0].On > 0 {
		s.ask(New)
	}
	if slices.ContainsFunc(script, func(st Step) bool { return st.On == untouched }) {
		s.do(untouched, New, 0, "")
	}
	text := "" // of game 0, where it stands
	for i := range script {
		st := &script[i]
		g := &s.games[st.On]
		switch {
		case !g.canMake(st):
			return v, false
		case st.hasMove():
			at := s.find(g, *st)
			if at < 0 {
				return v, false
			}
			st.Arg = at
			if st.Text == "" {
				st.Text = s.name(g, int(at))
			}
		case st.On == loading && st.Call == New: // which may end game 0
			text = s.ask(Text).Text
		case st.On == loading && st.Call == Load:
			st.Text = text
			if text == "" {
				st.Text = s.ask(Text).Text
			}
			text = ""
		}
		if st.forward() || st.back() { // of whatever game
			text = ""
		}
		v = s.do(st.On, st.Call, st.Arg, st.Text)
		if v.No != st.Refused() && (i < len(script)-1 || st.Call >= verbs) {
			return v, false
		}
	}
	return v, true
}
