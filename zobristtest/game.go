package zobristtest

import (
	"iter"

	"github.com/zobrist-go/zobrist"
)

// A Game is a position that the kit plays moves in: the board under test, with
// the key it keeps. Moves are numbered from 0 in each position, in any order.
// The order is the same whenever the same line leads to the position, after
// Unmake too. The kit calls Moves in a position before it makes a move there.
//
// A Game may have more methods, and the kit then checks more: see [Positioner],
// [MoveStringer], [Keyer], [Featurer], [Afterer], [Nuller], [Cloner], [Loader]
// and [Failer]. [Run] says with -v which of them it found. A method with one of
// their names and another signature is an error. The compiler can tell, too:
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

// A Positioner is a Game that returns what its key must tell apart, no more and
// no less. An example is a FEN without its clocks, and with the en passant square
// only where the key has it. Equal positions must have equal keys, by whatever
// route they are reached. Different positions must have different keys. Without
// Position, neither is checked.
type Positioner interface{ Position() string }

// An Afterer is a Game that returns the key after move i without making it, as
// engines do to prefetch.
type Afterer interface{ After(i int) zobrist.Key }

// A Nuller is a Game that can pass the turn and undo the pass. The kit passes
// in every position, and makes moves after it. Never does it pass twice in a
// row. Where the game has no null move (in check), Null and UndoNull do nothing.
type Nuller interface {
	Null()
	UndoNull()
}

// A Keyer is a Game that yields all the keys that it combines by XOR, each
// with a name. The kit checks them as [CheckKeys] does, and uses them to name
// the features that a wrong key has or lacks. See [ChessKeys], and the methods
// Keys of this library's tables.
type Keyer interface {
	Keys() iter.Seq2[string, zobrist.Key]
}

// A Featurer is a Game that yields the names and keys of its present position:
// what the key is the XOR of. It is for keys that cannot be listed, such as
// those of a [zobrist.Set]. The kit uses them only to name the features that a
// wrong key has or lacks. A game may have Keys and Features.
type Featurer interface {
	Features() iter.Seq2[string, zobrist.Key]
}

// A MoveStringer is a Game that names move i, for messages. Moves of one
// position have different names. With MoveString, the kit also checks that
// moves keep their order. Without it a move is #i.
type MoveStringer interface{ MoveString(i int) string }

// A Cloner is a Game that can be copied, for search threads. The copy is
// independent: no move made in one of the two changes the other. The copy need
// not be able to take back moves made before it was copied.
type Cloner interface{ Clone() Game }

// A Loader is a Game that can set up a position, in the form in which Position
// returns it. The key of the loaded position must be the key by moves. The game
// may have been used before. The kit takes back no moves made before Load.
// [Config] has a list of positions to start from.
type Loader interface{ Load(position string) error }

// A Failer is a Game that can fail without being wrong, such as an engine in
// another process that has crashed. The kit calls Err after each call of another
// method. What that method returned is ignored if the error is not nil. The kit
// then stops and reports the error, with the line of moves. The errors of [Walk]
// and [Playout] wrap it.
type Failer interface{ Err() error }
