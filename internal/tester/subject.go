package tester

import (
	"errors"
	"fmt"
	"hash/maphash"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/keycheck"
)

const (
	mostMoves  = 1 << 24 // in a position
	mostLogged = 1 << 21 // calls
)

// A maker makes games: a new one, or the old one back at its start. It returns an error if it
// cannot.
type maker func(old *game) (game, error)

// An entry is a logged call.
type entry struct {
	call Call
	on   uint8
	arg  int32
}

// A subject is a program under test: up to four of its games, and the log of what was called.
// All calls go through do, in contain.
type subject struct {
	*watch
	make  maker
	own   []Verb
	games [4]game
	log   []entry
	texts []string // of Load, in the log
	cut   int      // calls left out of the log
	valid int      // the log before this call was cut to what stands
}

func newSubject(make maker, own []Verb) *subject {
	return &subject{watch: &watch{patience: stuckTime}, make: make, own: own}
}

// do makes a call. It panics with a broken law if the game has an error of its own.
func (s *subject) do(on uint8, call Call, arg int32, text string) (v Value) {
	if call == Load {
		arg = int32(len(s.texts))
		s.texts = append(s.texts, text)
	}
	s.log = append(s.log, entry{call, on, arg})
	g := &s.games[on]
	switch call {
	case Key:
		s.enter("Key", -1)
		v.Key = g.Key()
	case Recompute:
		s.enter("Recompute", -1)
		v.Key = g.Recompute()
	case Text:
		s.enter("Position", -1)
		v.Text = g.position.Position()
	case Make:
		g.stack, s.move = append(g.stack, Make), text
		s.enter("Make", int(arg))
		g.Make(int(arg))
	case Unmake:
		s.enter("Unmake", -1)
		g.Unmake()
		g.stack = g.stack[:len(g.stack)-1]
	default:
		return s.doRare(on, call, arg, text)
	}
	s.leave(g)
	return v
}

func (s *subject) leave(g *game) {
	s.left()
	if g.fails != nil {
		if err := g.fails.Err(); err != nil {
			panic(&broken{law: "own", err: err, says: fmt.Sprintf("%s: %v", s.call(), err)})
		}
	}
}

// doRare makes a call that is not as frequent as others.
func (s *subject) doRare(on uint8, call Call, arg int32, text string) (v Value) {
	g := &s.games[on]
	switch call {
	case Moves:
		v.Key = zobrist.Key(s.count(g))
		return v
	case Names, Choice:
		return s.list(g, call == Names)
	case New:
		s.enter("New", -1)
		made, err := s.make(g)
		if s.left(); err != nil {
			panic(&broken{law: "gone", err: err})
		}
		*g = made
		return v
	case After:
		s.enter("After", int(arg))
		v.Key = g.after.After(int(arg))
	case Null:
		s.enter("Null", -1)
		if v.No = !g.null.Null(); !v.No {
			g.stack = append(g.stack, Null)
		}
	case UndoNull:
		s.enter("UndoNull", -1)
		g.null.UndoNull()
		g.stack = g.stack[:len(g.stack)-1]
	case Try:
		s.enter("Try", int(arg))
		if v.No = !g.try.Try(int(arg)); !v.No {
			g.stack = append(g.stack, Make)
		}
	case Clone:
		s.enter("Clone", -1)
		c := g.clones()
		s.games[1] = game{}
		if s.left(); c == nil {
			panic(&broken{law: "panic", says: "Clone() returns nil"})
		}
		depth := g.stack
		s.games[1] = newGame(c, func(Game) func() Game { return nil })
		s.games[1].stack = append([]Call(nil), depth...)
		return v
	case Load:
		s.enter("Load", -1)
		if err := g.loads.Load(text); err != nil {
			v.No, v.Text = true, err.Error()
		}
		g.stack = g.stack[:0]
	default:
		s.enter(s.own[call-verbs].Name, int(arg))
		v = s.own[call-verbs].Do(g.Game, int(arg))
	}
	s.leave(g)
	return v
}

func (s *subject) count(g *game) int {
	s.enter("Moves", -1)
	n := g.Moves()
	s.leave(g)
	if n < 0 || n > mostMoves {
		panic(&broken{law: "moves", says: fmt.Sprintf("Moves() is %d", n)})
	}
	g.moves = n
	return n
}

// list asks for the names of the moves. Its value is a hash, which depends on their order or
// not. A game without names has only their number.
func (s *subject) list(g *game, ordered bool) (v Value) {
	n := s.count(g)
	g.listed = g.listed[:0]
	v.Key = zobrist.Key(n)
	for i := 0; i < n && g.names != nil; i++ {
		name := s.name(g, i)
		g.listed = append(g.listed, name)
		h := hash(name)
		if ordered {
			h ^= uint64(v.Key) * hashFactor
		}
		v.Key += zobrist.Key(h * hashFactor)
	}
	return v
}

// keys returns the named numbers of a game, and features those of its position. They are nil if
// it has no such method.
func (s *subject) keys(g *game) (all []keycheck.Named) {
	if k, ok := g.Game.(Keyer); ok {
		s.enter("Keys", -1)
		all = keycheck.Collect(k.Keys())
		s.leave(g)
	}
	return all
}

func (s *subject) features(g *game) (all []keycheck.Named) {
	if f, ok := g.Game.(Featurer); ok {
		s.enter("Features", -1)
		all = keycheck.Collect(f.Features())
		s.leave(g)
	}
	return all
}

func (s *subject) name(g *game, i int) string {
	if g.names == nil {
		return ""
	}
	s.enter("MoveString", i)
	name := g.names.MoveString(i)
	s.leave(g)
	return name
}

// find returns the number of a move of a game, by its name if it has one, or -1.
func (s *subject) find(g *game, st Step) int32 {
	n := int32(s.count(g))
	if g.names == nil || st.Text == "" {
		if st.Arg < n {
			return st.Arg
		}
		return -1
	}
	for j := range n { // start with the old number, which is usually right
		if i := (st.Arg + j) % n; s.name(g, int(i)) == st.Text {
			return i
		}
	}
	return -1
}

const hashFactor = 0x9e3779b97f4a7c15

// hashSeed may have any value: hashes are only compared within a run.
var hashSeed = maphash.MakeSeed()

func hash(s string) uint64 { return maphash.String(hashSeed, s) }

// forgetLog cuts a long log to what stands.
func (s *subject) forgetLog() {
	if len(s.log) < mostLogged {
		return
	}
	left := s.script(len(s.log)).standing()
	s.valid = s.cut + len(s.log)
	s.cut = s.valid - len(left)
	s.log, s.texts = s.log[:0], s.texts[:0]
	for _, st := range left {
		if st.Call == Load {
			st.Arg = int32(len(s.texts))
			s.texts = append(s.texts, st.Text)
		}
		s.log = append(s.log, entry{st.Call, st.On, st.Arg})
	}
}

// script returns the first n calls of the log.
func (s *subject) script(n int) Script {
	all := make(Script, n)
	for i, e := range s.log[:n] {
		all[i] = Step{On: e.on, Call: e.call, Arg: e.arg}
		if e.call == Load {
			all[i].Text, all[i].Arg = s.texts[e.arg], 0
		}
	}
	return all
}

var errGone = errors.New("a move cannot be made")

// play makes the calls of a script on new games and returns its value. It finds moves by their
// names, and adds these to the script. It returns an error if a move cannot be made.
func (s *subject) play(script Script) (v Value, err error) {
	if len(script) == 0 || script[0].Call != New || script[0].On > 0 {
		s.do(0, New, 0, "")
	}
	return s.goOn(script)
}

// goOn makes the calls of a script on the games as they are.
func (s *subject) goOn(script Script) (v Value, err error) {
	for i, st := range script {
		g := &s.games[st.On]
		if g.Game == nil && st.Call != New {
			return v, errGone
		}
		switch {
		case st.Call == Make || st.Call == Try || st.Call == After || st.Call >= verbs && st.Arg != none:
			if script[i].Arg = s.find(g, st); script[i].Arg < 0 {
				script[i].Arg = st.Arg
				return v, errGone
			}
			if st.Text == "" && g.names != nil {
				script[i].Text = s.name(g, int(script[i].Arg))
			}
			st = script[i]
		case st.back() && len(g.stack) == 0, st.Call == Null && len(g.stack) > 0 && last(g.stack) == Null:
			return v, errGone
		}
		if st.Call == Load && st.On == spare { // the text of game 0 where it stands
			st.Text = s.do(0, Text, 0, "").Text
			script[i] = st
		}
		v = s.do(st.On, st.Call, st.Arg, st.Text)
		if v.No && i < len(script)-1 && (st.Call != Null || i < len(script)-2) {
			return v, errGone
		}
	}
	return v, nil
}
