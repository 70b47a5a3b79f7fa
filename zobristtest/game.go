package zobristtest

import (
	"iter"

	"github.com/zobrist-go/zobrist"
)

// A Game is the board under test, with the key that it updates. Moves are numbered from 0 in each
// position, in an order that must be the same each time the same moves lead there, and after
// Unmake. Moves is called in a position before a move is made there.
//
// Run checks more if a Game has more methods: those of the interfaces below. [Run] with -v
// lists the ones it found. A method with one of these names and another signature is an error,
// and so is one with its signature and another usual name, such as Copy for Clone, because Run
// would ignore it. An embedded field may have such methods.
type Game interface {
	// Key returns the key that the game updates move by move.
	Key() zobrist.Key
	// Recompute returns the key computed from scratch. It changes nothing.
	Recompute() zobrist.Key
	// Moves returns the number of moves, 0 when the game is over.
	Moves() int
	// Make makes move i, 0 <= i < Moves().
	Make(i int)
	// Unmake takes back the last move.
	Unmake()
}

// A Positioner is a Game that describes its position as text: the same text for positions that
// must have the same key, and different texts for others. For chess, return the FEN without the
// clocks, and with the en passant square only if the key should include it. Run checks that equal
// positions have equal keys, whatever moves lead to them, and that different positions do not.
type Positioner interface{ Position() string }

// An Afterer is a Game that returns the key after move i without making the move.
// Engines use this key to prefetch.
type Afterer interface{ After(i int) zobrist.Key }

// A Nuller is a Game that can make a null move (pass the turn) and undo it. Run never makes two
// null moves in a row. If a null move is not allowed, such as in check, Null changes nothing and
// returns false, and UndoNull is not called.
type Nuller interface {
	Null() bool
	UndoNull()
}

// A Keyer is a Game that lists all the keys that it combines by XOR, each with a name. Run checks
// them with [CheckKeys], and uses them to name the features that a wrong key has or lacks. The
// tables of this library have a method Keys. For your own arrays, see [zobrist.NewChessFunc].
type Keyer interface {
	Keys() iter.Seq2[string, zobrist.Key]
}

// A Featurer is a Game that lists the features of the present position: the names and keys whose
// XOR is its key, as Run checks. Use it if you cannot list all keys, as with a [zobrist.Elements],
// or to have more wrong features named.
type Featurer interface {
	Features() iter.Seq2[string, zobrist.Key]
}

// A MoveStringer is a Game that names move i. The moves of a position must have different names.
// Run then also checks that moves keep their order.
type MoveStringer interface{ MoveString(i int) string }

// A Cloner is a Game that can be copied, for example for search threads. A move in the copy or in
// the game does not change the other. The copy need not be able to unmake moves made before it.
type Cloner interface{ Clone() Game }

// A Loader is a Game that can set up a position from the text that Position returns, also after it
// has been played. Moves made before Load are not unmade.
type Loader interface{ Load(position string) error }

// A Failer is a Game that can report an error of its own, such as the crash of an engine in another
// process. Err is called after each call of another method. If the error is not nil, Run stops and
// reports it with the moves that led there.
type Failer interface{ Err() error }
