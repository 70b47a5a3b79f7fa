// Package kit is the session behind package zobristtest and the adapter's check: it
// plays games, checks their keys, and shortens the lines of failures.
package kit

import (
	"iter"

	"github.com/zobrist-go/zobrist"
)

// Game and the interfaces below are those of package zobristtest, where they are
// documented.
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
)

// A Cloning returns the method Clone of a game, or nil if it has none. The types of
// package zobristtest are in the signature of Clone, so only that package knows it.
type Cloning func(Game) func() Game
