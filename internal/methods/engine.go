// Package methods tests a chess engine in this process, as zobristtest.RunChess does: its keys by
// moves and from FENs as package examine tests those of any engine, and then each optional method
// by laws. A law says that two sequences of calls give the same, such as a move with its Undo and
// nothing at all. What the two give is compared, and its difference is explained, as by the checks
// of package checks.
package methods

import (
	"iter"
	"reflect"
	"time"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/tester"
)

// An Engine is a zobristtest.ChessEngine.
type Engine interface {
	SetFEN(fen string) error
	Move(uci string) error
	Key() zobrist.Key
}

// The optional methods of an Engine, except Clone, whose signature has a type of another package,
// and those of each game: tester.Keyer and tester.Nuller.
type (
	undoer   interface{ Undo() }
	trier    interface{ Try(uci string) bool }
	afterer  interface{ After(uci string) zobrist.Key }
	fener    interface{ FEN() string }
	perfter  interface{ Perft(depth int) }
	searcher interface{ Search(depth int) }
	subKeyer interface {
		SubKeys() iter.Seq2[string, zobrist.Key]
	}
)

// InProcess says how to make engines.
type InProcess struct {
	New      func() Engine
	Clone    func(Engine) Engine // the method Clone; nil if the engine has none
	Chess960 bool
	// Sequential says that only one engine can exist at a time: another one ends it.
	Sequential bool
	Within     time.Duration // for the laws of methods in random games
}

// The names of checks that are not those of methods.
const (
	nullMove   = "null move"
	twoEngines = "two engines"
	threads    = "threads"
)

// Optional returns the optional methods of an Engine, and what each lets RunChess check. clone is
// the interface of its method Clone.
func Optional(clone reflect.Type) []tester.Method {
	method := func(kind reflect.Type, checks string) tester.Method {
		return tester.Method{Kind: kind, Checks: checks, See: "zobristtest.ChessEngine"}
	}
	return []tester.Method{
		method(reflect.TypeFor[fener](), "a wrong board is not taken for a wrong key"),
		method(reflect.TypeFor[subKeyer](), "sub-keys, such as a pawn key"),
		method(reflect.TypeFor[undoer](), "moves are taken back"),
		method(reflect.TypeFor[tester.Nuller](), "null moves"),
		method(reflect.TypeFor[trier](), "illegal moves change nothing"),
		method(reflect.TypeFor[afterer](), "the key before the move is made"),
		method(clone, "a copy and the engine do not change each other"),
		method(reflect.TypeFor[perfter](), "perft leaves the position as it was"),
		method(reflect.TypeFor[searcher](), "a search leaves the position as it was"),
		method(reflect.TypeFor[tester.Keyer](), "the engine's own list of numbers"),
	}
}

// methodsOf returns the names of the methods that an engine has.
func methodsOf(e Engine, clones bool) map[string]bool {
	has := map[string]bool{"Key": true, "SetFEN": true, "Move": true, "Clone": clones}
	for _, m := range Optional(nil) {
		if m.Kind == nil {
			continue
		}
		for i := range m.Kind.NumMethod() {
			has[m.Kind.Method(i).Name] = reflect.TypeOf(e).Implements(m.Kind)
		}
	}
	return has
}

func isNil(e Engine) bool {
	if e == nil {
		return true
	}
	v := reflect.ValueOf(e)
	return v.Kind() == reflect.Pointer && v.IsNil()
}
