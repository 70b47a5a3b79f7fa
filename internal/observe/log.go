// Package observe asks an engine for keys: by moves, from FENs, again in another order, in another
// process, and after acts that must leave the key as it was. It survives the engine's deaths and
// its slowness, and keeps what was answered in a [Log]. It judges nothing, and once gathered a Log
// never changes: checks only read it.
package observe

import (
	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/explore"
	"github.com/zobrist-go/zobrist/internal/state"
	"github.com/zobrist-go/zobrist/internal/tester/source"
)

// A Place is a state that a sequence of moves reaches, with both keys that the engine has for it.
type Place struct {
	*explore.Node
	Before  *Place // the place before the last move; nil at a start, or if its keys are not known
	State   *state.State
	ByMoves source.Answer // to Query
	FromFEN source.Answer // to the FEN alone
}

// Error is by how much the key by moves differs from the key from the FEN. It is 0 for no place.
func (p *Place) Error() zobrist.Key {
	if p == nil {
		return 0
	}
	return p.ByMoves.Key ^ p.FromFEN.Key
}

// A Repeat is a query that had another answer when it was asked again.
type Repeat struct {
	Query    source.Query
	Earlier  source.Answer
	Now      source.Answer
	Previous source.Query // what was asked just before Now
	// Before is what was asked just before Earlier, if that is known.
	Before source.Query
}

// Again is what was asked again, in the opposite order.
type Again struct {
	Asked   int
	Changed []Repeat
}

// A Probe is two FENs that differ in one field. Their keys must differ.
type Probe struct {
	Feature state.Feature // that the second does not have, or Side
	FEN     string
	Without string
}

// A ClockScan is the keys of one board with other clocks.
type ClockScan struct {
	FEN string
	// Clocks has the keys with halfmove clock 0, 1, 2, ...; Refused if the engine does not take
	// one.
	Clocks []source.Answer
	// Number and Later are the keys of FEN, and of FEN with a later number of the move.
	Number, Later source.Answer
	LaterFEN      string
}

// An Other is the key of a FEN in this process, and in another one.
type Other struct {
	FEN         string
	State       *state.State
	Here, There zobrist.Key
}

// HaveSameNumbers reports whether two processes have the same numbers: at least two keys are the
// same in both. One is not enough. It may be the key of no number, such as 0 for the pawns of a
// position without pawns, or for each FEN of an engine that never sets that key.
func HaveSameNumbers(others []Other) bool {
	var first *Other
	for i, o := range others {
		switch {
		case o.Here != o.There:
		case first == nil:
			first = &others[i]
		case o.Here != first.Here:
			return true
		}
	}
	return false
}

// A Trial is an act in a position.
type Trial struct {
	Query  source.Query
	State  *state.State
	Act    string
	Before source.Answer
	After  source.Answer
	Next   source.Answer // after the move that a search found; Lost if it was not asked for
}

// A Null is a null move: by moves, and as the FEN with the other side to move.
type Null struct {
	Before *Place
	Query  source.Query // the position, and the null move
	State  *state.State // after it
	By     source.Answer
	From   source.Answer
}

// An Ending says why less was asked for than usual.
type Ending string

const (
	Complete    Ending = ""
	Constant    Ending = "constant"    // every position has the same key
	TwoAnswers  Ending = "two-answers" // too many queries have two answers
	NoPosition  Ending = "no-position" // the engine set up none
	Interrupted Ending = "interrupted"
	Broken      Ending = "broken" // the engine could not be asked any more: Error says why
)

// A Log is what an engine was asked, and what it answered.
type Log struct {
	About source.About
	Known bool // the rules are those of chess
	Keys  int  // asked for

	Places  []*Place        // the place before the last move comes earlier
	Refused []*explore.Node // the engine refuses their last move, which is legal
	Untried int             // states that the engine can't set up
	Example Untried         // one of these
	Keyless int             // states for which the engine prints no key
	Silent  Silent          // one of these

	Again  Again
	Clocks []ClockScan
	FENs   map[string]zobrist.Key // of FENs beside those of places
	Probes []Probe                // both FENs are in FENs
	Others []Other
	// NoProcess says why no other process was asked; "" if one was.
	NoProcess string

	Printed []Trial            // the key was asked for twice
	Trials  map[string][]Trial // of each Act, by its name
	Search  []Trial
	NewGame []Trial
	Nulls   []Null

	Deaths  []Death
	Failed  []Failed // the first of each act after which the engine gave no key
	Late    int      // answers that came later than the limit
	Alone   bool     // the engine was asked for one key at a time, as it lost commands
	Dead    bool     // it died so often that nothing more was asked
	Renewed bool     // it died, and a new process had other numbers, so that nothing more was asked
	Slow    bool     // less was asked for, because the engine is slow
	Ending  Ending   // why the rest was not asked for
	Error   string   // of an Ending Broken
}

// A Silent is a query that an engine answers without a key, and what it prints.
type Silent struct {
	Query source.Query
	Said  string
}

// An Untried is a FEN that an engine did not set up, and what it said.
type Untried struct {
	FEN string
	Why string
}
