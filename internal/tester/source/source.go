// Package source is how an engine is asked for its keys, in this process or outside.
package source

import (
	"errors"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/tester/process"
)

// A Source is an engine that can be asked for its keys: a UCI process, or an engine in
// this process. One goroutine at a time calls its methods.
//
// A Source is made for a context. After the context ends, each method returns promptly, with an
// error that wraps the context's. After a [*Failure] only About, Fresh and Close may be called.
type Source interface {
	About() About

	// Ask returns an answer for each query, in order, or with an error those before it. Unless
	// alone, it may send many queries before it reads the first answer: some engines lose
	// commands when many come at once.
	Ask(queries []Query, alone bool) ([]Answer, error)

	// Do sets up a position, does an act, and returns the key afterwards. The act is "", or one
	// that About.Does reports. If an act ends without a result, it refuses, and only Fresh and
	// Close may be called: the act may go on.
	Do(q Query, act string) (Answer, error)

	// List returns the key of a position and its legal moves. It needs About.Lists.
	List(q Query) (Answer, []string, error)

	// Fresh starts another engine, with nothing left of what was asked before. The caller must
	// close it.
	Fresh() (Source, error)

	Close()
}

// An About says what an engine is, and what it can do.
type About struct {
	Name     string
	Variant  string // "" for chess; of others only the engine knows the rules
	Chess960 bool   // castling is the king's move to its rook
	Lists    bool   // List works
	// Process is set for a UCI process, for which any command is an act. An engine in Go has only
	// the acts that are named here.
	Process bool
	// the acts that make moves and take them back, such as "go perft 1", the shortest first
	Perft []string
	Reading
	// the act whose answer has the move that it found, which it may play; "" for none
	Search string
	// the act that begins another game, such as "ucinewgame"; or ""
	NewGame string
	More    string // how to give it more positions, after a semicolon; or ""
	// the option for answers that come later, such as -limit 100s; or ""
	Limit string
	Note  string               // what is worth knowing about the way the engine answers; or ""
	SetUp func(q Query) string // the command for a position; nil for that of UCI
	// Ask sends many commands at once, which some engines do not survive
	Many bool
}

// Does reports whether the engine can be asked for an act: one of those that About names (Perft,
// Search and NewGame), or, as a process, any command that is done when the engine says readyok,
// such as a setoption, or Ask, which prints the key once more.
func (a About) Does(act string) bool {
	return a.Process || act == a.Search || act == a.NewGame || slices.Contains(a.Perft, act)
}

// Command returns the command by which the engine sets up a position.
func (a About) Command(q Query) string {
	if a.SetUp == nil {
		return q.Command()
	}
	return a.SetUp(q)
}

// A Reading says how keys are read.
type Reading struct {
	Ask  string `json:"ask,omitempty"`  // the engine's command that prints the key
	Read string `json:"read,omitempty"` // that command, and the line with the key
}

// NullMove is a null move in a [Query]. An engine that makes none ignores it.
const NullMove = "0000"

// A Query is a position: a FEN, or "" for the start position, and moves from there.
type Query struct {
	FEN   string   `json:"start,omitempty"`
	Moves []string `json:"moves,omitempty"`
	// SetUp is the command that sets up the position, in a report on an engine whose protocol
	// does not have that of UCI.
	SetUp string `json:"set_up,omitempty"`
}

// String returns the arguments of the UCI command position.
func (q Query) String() string {
	text := "fen " + q.FEN
	if q.FEN == "" {
		text = "startpos"
	} else if strings.HasPrefix(q.FEN, "sfen ") { // of shogi
		text = q.FEN
	}
	if len(q.Moves) > 0 {
		text += " moves " + strings.Join(q.Moves, " ")
	}
	return text
}

// Command returns the command that sets up the position, which is that of UCI unless SetUp says
// otherwise.
func (q Query) Command() string {
	if q.SetUp != "" {
		return q.SetUp
	}
	return "position " + q.String()
}

// Equal reports whether two queries are the same.
func (q Query) Equal(r Query) bool { return q.FEN == r.FEN && slices.Equal(q.Moves, r.Moves) }

// Then returns the query with one more move.
func (q Query) Then(move string) Query {
	return Query{FEN: q.FEN, Moves: append(q.Moves[:len(q.Moves):len(q.Moves)], move)}
}

// An Answer is the key of a position.
type Answer struct {
	Key zobrist.Key
	FEN string // the position as the engine writes it; "" if it writes none

	Move    string // the move that a search found, or ""
	Stopped bool   // stop was sent, because the search went on

	// Refused says why there is no key: "" if there is one. An engine need not be able
	// to set up each FEN, so a position that it refuses is counted as not tried.
	Refused string
	NoKey   bool // it answered without a key, and Refused says what it printed instead
	Lost    bool // nothing was asked, or the engine failed: Refused says why
}

// Is reports whether two answers have one key and, if the engine prints it, one position.
func (a Answer) Is(b Answer) bool {
	return a.Key == b.Key && (a.FEN == b.FEN || a.FEN == "" || b.FEN == "")
}

// ErrStart is the error of a Source whose engine does not start again. It is no bug of its keys.
var ErrStart = errors.New("the engine does not start again")

// AtOnce is a note on an engine that did not answer many commands as it answers each alone.
const AtOnce = "the engine answered otherwise, or not at all, when many commands came at once, " +
	"so it was asked for one key at a time"

// A Failure is the error of an engine that crashed, or gave no answer in time.
type Failure = process.Error
