package zobristtest

import (
	"iter"

	"github.com/zobrist-go/zobrist"
)

// A Game is a position that moves are made in and taken back: the board under
// test, with the key it keeps. Moves are numbered from 0 in each position, in
// any order, but in the same order whenever the same line leads there, after
// Unmake too.
//
// A Game may have any of these methods as well, and the kit then checks more:
//
//	Position() string
//
// what the key must tell apart, no more and no less: a FEN without its clocks,
// say, and with the en passant square only where the key has it. Positions
// that are equal must have equal keys by whatever route they are reached, and
// positions that differ must have different keys.
//
//	After(i int) zobrist.Key
//
// the key that move i leads to, told without making it.
//
//	Null()
//	UndoNull()
//
// passing the turn, and taking that back. The kit passes once in every
// position; where the game has no such move (in check), both do nothing.
//
//	Keys() iter.Seq2[string, zobrist.Key]
//
// all keys that the game uses, by name: the kit checks them, and names those
// by which a key is wrong.
//
//	MoveString(i int) string
//
// the name of move i, for messages. Names of the moves of one position
// differ. Without it a move is #i.
type Game interface {
	// Key returns the key as the game keeps it.
	Key() zobrist.Key
	// Recompute returns the key made from scratch. It changes nothing.
	Recompute() zobrist.Key
	// Moves returns the number of moves, 0 when the game is over.
	Moves() int
	// Make makes move i, 0 <= i < Moves().
	Make(i int)
	// Unmake takes the last move back.
	Unmake()
}

// The methods that a Game may have.
type (
	positioner interface{ Position() string }
	afterer    interface{ After(i int) zobrist.Key }
	nuller     interface {
		Null()
		UndoNull()
	}
	keyer interface {
		Keys() iter.Seq2[string, zobrist.Key]
	}
	namer interface{ MoveString(i int) string }
)
