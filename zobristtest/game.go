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
// A Game may have the methods of [Positioner], [Afterer], [Nuller], [Keyer] and
// [MoveStringer] as well, and the kit then checks more. [Run] says with -v
// which of them it found, and a method that has the name of one of them and
// another signature is an error. That a game has one can be asserted:
//
//	var _ zobristtest.Afterer = (*game)(nil)
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

// A Positioner is a Game that tells what its key must tell apart, no more and
// no less: a FEN without its clocks, say, and with the en passant square only
// where the key has it. Positions that are equal must have equal keys by
// whatever route they are reached, and positions that differ must have
// different keys. Without it, neither is checked.
type Positioner interface{ Position() string }

// An Afterer is a Game that tells the key that move i leads to without making
// it, as engines do to prefetch.
type Afterer interface{ After(i int) zobrist.Key }

// A Nuller is a Game in which the turn can be passed, and that be taken back.
// The kit passes in every position; where the game has no such move (in
// check), both do nothing. After the null move the kit may make and take back
// a move, and then undoes the null move.
type Nuller interface {
	Null()
	UndoNull()
}

// A Keyer is a Game that yields all the keys that it combines by XOR, each
// with a name: the kit checks them as [CheckKeys] does, and names those by
// which a key is wrong. See [ChessKeys], and the methods Keys of this library's
// tables.
type Keyer interface {
	Keys() iter.Seq2[string, zobrist.Key]
}

// A MoveStringer is a Game that names move i, for messages. Names of the moves
// of one position differ. With it, the kit also checks that moves keep their
// order; without it a move is #i.
type MoveStringer interface{ MoveString(i int) string }
