package tester

import (
	"iter"

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

	// A Limiter says which of its methods, such as "unmake" or "try", a game has in name only:
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

// A game is a Game with its optional methods, which are nil if it has none.
type game struct {
	Game
	position Positioner
	after    Afterer
	null     Nuller
	try      Trier
	names    MoveStringer
	loads    Loader
	fails    Failer
	clones   func() Game
	stack    []Call // what was made and not taken back
	moves    int    // the last result of Moves
	listed   []string
	noUnmake bool
	judged   bool // elsewhere: the rules of Recompute and of the record do not hold
}

func newGame(g Game, cloning Cloning) game {
	x := game{Game: g}
	x.position, _ = g.(Positioner)
	x.after, _ = g.(Afterer)
	x.null, _ = g.(Nuller)
	x.try, _ = g.(Trier)
	x.names, _ = g.(MoveStringer)
	x.loads, _ = g.(Loader)
	x.fails, _ = g.(Failer)
	if cloning != nil {
		x.clones = cloning(g)
	}
	if l, ok := g.(Limiter); ok {
		x.noUnmake, x.judged = l.Lacks("unmake"), l.Lacks("recompute")
		if l.Lacks("try") {
			x.try = nil
		}
		if l.Lacks("after") {
			x.after = nil
		}
		if l.Lacks("null") {
			x.null = nil
		}
		if l.Lacks("clone") {
			x.clones = nil
		}
	}
	return x
}

// can returns the calls that a game allows, as bits.
func (g *game) can(own []Verb) uint64 {
	can := uint64(1<<New | 1<<Make | 1<<Key | 1<<Moves | 1<<Names | 1<<Choice)
	for c, has := range map[Call]bool{
		Unmake: !g.noUnmake, Recompute: !g.judged, Text: g.position != nil, After: g.after != nil, Null: g.null != nil, UndoNull: g.null != nil,
		Try: g.try != nil, Load: g.loads != nil && g.position != nil, Clone: g.clones != nil,
	} {
		if has {
			can |= 1 << c
		}
	}
	for i, v := range own {
		if v.Has(g.Game) {
			can |= 1 << (int(verbs) + i)
		}
	}
	return can
}
