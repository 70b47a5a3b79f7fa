package tester

import (
	"iter"
	"strings"

	"github.com/zobrist-go/zobrist"
)

// Game and the interfaces below are those of package zobristtest, where they are documented.
type Game interface {
	Key() zobrist.Key
	Recompute() zobrist.Key
	Moves() int
	Make(i int)
	Unmake()
}

type (
	Positioner   interface{ Position() string }
	Afterer      interface{ After(i int) zobrist.Key }
	MoveStringer interface{ MoveString(i int) string }
	Loader       interface{ Load(position string) error }
	Failer       interface{ Err() error }
	Keyer        interface {
		Keys() iter.Seq2[string, zobrist.Key]
	}
	Featurer interface {
		Features() iter.Seq2[string, zobrist.Key]
	}
	Nuller interface {
		Null() bool
		UndoNull()
	}

	// A Trier makes move i in the way of programs that find out so whether it is legal. If it
	// is not, Try changes nothing and returns false. Unmake takes the move back.
	Trier interface{ Try(i int) bool }

	// A Foreseer hears which n moves of its place are tried next: a program is asked
	// for all of their keys at once.
	Foreseer interface{ Foresee(first, n int) }

	// A Chooser chooses the moves of plain random games: the number of a
	// move, or -1 to end the game.
	Chooser interface {
		Choose(draw func(n int) int) int
	}

	// A Limiter says which of its calls, such as "unmake" or "try", a game has in name only:
	// a program in which nothing can be taken back is set up again, by Load. What lacks
	// "recompute" is compared with keys from texts, and texts with each other, elsewhere.
	Limiter interface{ Lacks(call string) bool }
)

// A Cloning returns the method Clone of a game, or nil if it has none. The types of
// package zobristtest are in the signature of Clone, so only that package knows it.
type Cloning func(Game) func() Game

// A Verb is a call that a kind of game adds to those of every game. It should change nothing.
// Laws use it by its name, and with a move: "Perft" and "Refuse:m".
type Verb struct {
	Name string
	Has  func(Game) bool
	Do   func(g Game, move int) Value
}

// A game is a Game, and what was made in it.
type game struct {
	Game
	fails  Failer // or nil
	clones func() Game
	stack  []Call   // what was made and not taken back
	unset  bool     // it must be loaded first
	moves  int      // the last result of Moves
	listed []string // and the last names
}

func newGame(g Game, cloning Cloning) game {
	x := game{Game: g}
	x.fails, _ = g.(Failer)
	if cloning != nil {
		x.clones = cloning(g)
	}
	return x
}

func is[T any](g *game) bool {
	_, ok := g.Game.(T)
	return ok
}

func always(*game) bool  { return true }
func loads(g *game) bool { return is[Loader](g) && is[Positioner](g) }

// A Call names a method of a program under test. These are the calls of every game.
// A game's Verbs follow them.
type Call uint8

const (
	New Call = iota
	Load
	Clone
	Make
	Try // make a move that may turn out to be illegal
	Unmake
	Null
	UndoNull
	Key
	Recompute
	Text
	Moves
	Names // the moves, in their order
	After
	verbs // the first of the game's own
)

// reads reports whether a call should change nothing.
func (c Call) reads() bool { return c >= Key }

// undo returns the call that takes c back, or c.
func (c Call) undo() Call {
	switch c {
	case Make, Try:
		return Unmake
	case Null:
		return UndoNull
	}
	return c
}

// Name returns the name of a call in laws, with the verbs of its session.
func (c Call) Name(own []Verb) string {
	if c < verbs {
		return calls[c].word
	}
	return own[c-verbs].Name
}

// calls lists what laws call each call, the method, whether its argument is a move, which games
// have it, and how it is made. Those without a function list the moves.
var calls = [verbs]struct {
	word, method string
	move         bool
	has          func(*game) bool
	do           func(s *subject, g *game, arg int, text string) Value
}{
	New: {"new", "newGame", false, always, func(s *subject, g *game, _ int, _ string) Value {
		made, err := s.make(g)
		if err != nil {
			panic(&Break{Law: "gone", Err: err})
		}
		*g = made
		return Value{}
	}},
	Load: {"load", "Load", false, loads, func(_ *subject, g *game, _ int, text string) Value {
		err := g.Game.(Loader).Load(text)
		g.stack = g.stack[:0]
		g.unset = false
		if err != nil {
			return Value{No: true, Text: err.Error()}
		}
		return Value{}
	}},
	Clone: {"clone", "Clone", false, func(g *game) bool {
		return g.clones != nil
	}, func(s *subject, g *game, _ int, _ string) Value {
		s.games[1] = game{}
		c := g.clones()
		if c == nil {
			panic(&Break{Law: "panic", Says: "Clone() returns nil"})
		}
		s.games[1] = newGame(c, nil)
		s.games[1].stack = append([]Call(nil), g.stack...)
		return Value{}
	}},
	Make: {"make", "Make", true, always, func(_ *subject, g *game, arg int, _ string) Value {
		g.stack = append(g.stack, Make)
		g.Make(arg)
		return Value{}
	}},
	Try: {"try", "Try", true, is[Trier], func(_ *subject, g *game, arg int, _ string) Value {
		return g.forward(Make, g.Game.(Trier).Try(arg))
	}},
	Unmake: {"unmake", "Unmake", false, always, func(_ *subject, g *game, _ int, _ string) Value {
		g.Unmake()
		g.stack = g.stack[:len(g.stack)-1]
		return Value{}
	}},
	Null: {"null", "Null", false, is[Nuller], func(_ *subject, g *game, _ int, _ string) Value {
		return g.forward(Null, g.Game.(Nuller).Null())
	}},
	UndoNull: {"undonull", "UndoNull", false, is[Nuller],
		func(_ *subject, g *game, _ int, _ string) Value {
			g.Game.(Nuller).UndoNull()
			g.stack = g.stack[:len(g.stack)-1]
			return Value{}
		}},
	Key: {"Key", "Key", false, always, func(_ *subject, g *game, _ int, _ string) Value {
		return Value{Key: g.Key()}
	}},
	Recompute: {"Recompute", "Recompute", false, always,
		func(_ *subject, g *game, _ int, _ string) Value {
			return Value{Key: g.Recompute()}
		}},
	Text: {"Text", "Position", false, is[Positioner],
		func(_ *subject, g *game, _ int, _ string) Value {
			return Value{Text: g.Game.(Positioner).Position()}
		}},
	Moves: {"Moves", "Moves", false, always, nil},
	Names: {"Names", "MoveString", false, always, nil},
	After: {"After", "After", true, is[Afterer],
		func(_ *subject, g *game, arg int, _ string) Value {
			return Value{Key: g.Game.(Afterer).After(arg)}
		}},
}

// forward notes a step that the game may refuse.
func (g *game) forward(call Call, ok bool) Value {
	if ok {
		g.stack = append(g.stack, call)
	}
	return Value{No: !ok}
}

// calls returns the calls that a game allows, as bits.
func (g *game) calls(own []Verb) (can uint64) {
	limiter, _ := g.Game.(Limiter)
	for c, call := range calls {
		lacks := limiter != nil && limiter.Lacks(strings.ToLower(call.word))
		if call.has(g) && !lacks {
			can |= 1 << c
		}
	}
	hasNull := (can>>Null)&1 == 1
	if !hasNull {
		can &^= 1 << UndoNull
	}
	for i, v := range own {
		if v.Has(g.Game) {
			can |= 1 << (int(verbs) + i)
		}
	}
	return can
}
