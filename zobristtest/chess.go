package zobristtest

import (
	"context"
	"os"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/methods"
	"github.com/zobrist-go/zobrist/internal/report"
	"github.com/zobrist-go/zobrist/internal/tester"
	"github.com/zobrist-go/zobrist/internal/tester/elsewhere"
)

// A ChessEngine is a chess engine with its own board and keys, for [RunChess]. It needs
// no rules, no names and no list of moves: RunChess knows the rules of chess.
//
//	func TestKeys(t *testing.T) {
//		zobristtest.RunChess(t, func() zobristtest.ChessEngine { return &keyTest{} })
//	}
//
// RunChess also uses these methods, if the engine has them with this signature:
//
//   - Undo() takes back the last move, and restores the key.
//   - Try(uci string) bool makes a move and returns true. If that leaves the king in check, it
//     changes nothing and returns false.
//   - After(uci string) zobrist.Key returns the key after a legal move, and changes nothing.
//   - Null() bool and UndoNull() pass, and undo the pass. If Null returns false, it changes
//     nothing, and UndoNull is not called. In check, Null may return either.
//   - Clone() ChessEngine returns an independent copy.
//   - FEN() string returns the position as SetFEN reads it, so that a wrong board is not reported
//     as a wrong key.
//   - SubKeys() iter.Seq2[string, zobrist.Key] lists sub-keys with their names, such as "pawn", in
//     any order. A sub-key that includes a piece must include it on every square.
//   - Keys() iter.Seq2[string, zobrist.Key] lists all random numbers that the keys consist of, each
//     under its own name. RunChess checks them as [CheckKeys] does.
//   - Perft(depth int) and Search(depth int) must leave the position as it was. They stand for the
//     functions that make and undo moves in the engine's search.
type ChessEngine interface {
	// SetFEN sets up a position, and forgets all earlier moves. RunChess skips positions for which
	// it returns an error, for example because they have too many queens.
	SetFEN(fen string) error

	// Move makes a legal move, such as e2e4, e7e8q, or e1g1 for castling (e1h1 with
	// ChessConfig.Chess960), up to 300 in a row. RunChess reports an error as a bug.
	Move(uci string) error

	// Key returns the key of the position, and changes nothing.
	Key() zobrist.Key
}

// RunChess checks the keys of a chess engine in about five seconds, or one second with -short. If
// it finds a bug it takes longer, because it looks for the shortest moves that show it. It plays
// short sequences of moves and random games by the rules of chess, and compares the key after moves
// with the key after SetFEN. It finds out which numbers the keys consist of, so its messages can
// name what a wrong key has or lacks.
//
// It has these subtests. A subtest that has the name of a method, such as Key, tests this method:
//
//   - methods: each optional method has the right name and signature: Undo, for example, and not
//     Unmake.
//   - Key: the key is the same when it is asked for again.
//   - keys, fields: the key changes with the position, and with the side to move, each castling
//     right and en passant.
//   - moves, null move: the key after moves, or after Null, is the key of the FEN.
//   - routes: a position has one key, whatever moves lead to it, and no other position has it.
//   - XOR, numbers: the key is the XOR of one number for each feature, and no number is zero or the
//     XOR of few others.
//   - processes: another process has the same keys. (Not with -short.)
//   - again: the key does not depend on what was asked before, and the engine survives.
//   - FEN, SubKeys, Undo, UndoNull, Try, After, Clone, Perft, Search, Keys: the method does what
//     ChessEngine says, and leaves the rest as it was.
//   - two engines: they have the same keys, and a move on one changes no other.
//   - threads: several engines in parallel (only with -race).
//
// A check that cannot run is skipped, and the log says why. The main checks (Key, keys, moves,
// routes, XOR, numbers and again) are never skipped silently: if one of them cannot run, the test
// fails, unless a check before it failed or no-xor is accepted. The log (-v) says how much each
// check compared. Messages show the shortest sequence of moves that RunChess found, as a UCI engine
// would read it. To repeat it, see ChessConfig.Starts.
func RunChess(t *testing.T, newEngine func() ChessEngine) {
	t.Helper()
	ChessConfig{}.Run(t, newEngine)
}

// A ChessConfig sets options of [RunChess]. The zero ChessConfig changes nothing.
//
//	zobristtest.ChessConfig{Chess960: true}.Run(t, newEngine)
type ChessConfig struct {
	// Seed is the seed of the games; 0 means 1. The environment variable
	// ZOBRISTTEST_SEED overrides it.
	Seed uint64

	// Starts, if any, replace the positions from which RunChess starts its games. A start
	// is a FEN, "startpos", or either with moves, such as the line of a message:
	// "position fen FEN moves MOVES".
	Starts []string

	// Sequential says that only one engine can exist at a time, as with one global board.
	Sequential bool

	// Unseeded says that every process draws its own keys, which is fine if keys are never stored.
	Unseeded bool

	// Chess960 says that castling is the king's move to its rook. Games
	// also start from its positions.
	Chess960 bool

	// Polyglot says that the keys must be those of Polyglot's opening books.
	Polyglot bool

	// Accept has the names of bugs that are only logged. A message has its name in brackets, such
	// as [en-passant-rules]. A name that no bug can have is an error.
	Accept []string
}

// Run does what the function [RunChess] does, with the options of cfg.
func (cfg ChessConfig) Run(t *testing.T, newEngine func() ChessEngine) {
	t.Helper()
	// Each run plays the same games, unless the environment says otherwise.
	session := &tester.Session{Options: tester.Options{Seed: cfg.Seed}}
	seed, err := session.FirstSeed(1)
	if err != nil {
		t.Fatal(err)
	}
	err = report.CheckNames(cfg.Accept)
	if err != nil {
		t.Fatalf("zobrist: ChessConfig.Accept: %v", err)
	}
	haste := haste
	if testing.Short() {
		haste *= 5
	}
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	first := newEngine()
	src, err := methods.Open(ctx, cfg.engines(first, newEngine))
	if err != nil {
		t.Fatalf("zobrist: %v", err)
	}
	queries, err := methods.Queries(cfg.Chess960, cfg.Starts)
	if err != nil {
		t.Fatal("zobrist: ChessConfig.Starts: " + strings.ReplaceAll(err.Error(), "zobrist: ", ""))
	}
	test := cfg.signatures(t, first)
	other := elsewhere.Test()
	switch {
	case other == test && other != "": // this is the other process, which was started for this call
		err = methods.Say(src, queries, os.Stdout)
	case other == "" && test != "" && cfg.asksElsewhere():
		err = methods.Scout(ctx, src, test, 2*time.Second, queries)
	}
	if err != nil {
		t.Fatal(err)
	}
	if other != "" {
		return
	}
	opt := methods.Options{Race: tester.Race, Unseeded: cfg.Unseeded}
	opt.Starts, opt.Seed = cfg.Starts, seed
	opt.Time = 1800 * time.Millisecond / haste
	opt.Most = mostPositions
	opt.Polyglot, opt.Accept = cfg.Polyglot, cfg.Accept
	r, err := methods.Examine(ctx, src, opt)
	if err != nil {
		t.Fatal(err)
	}
	show(t, r)
}

// mostPositions limits the memory of a fast engine.
const mostPositions = 250_000

// signatures runs the first subtest: each optional method has the right signature. It returns its
// name, by which another process runs it again.
func (cfg ChessConfig) signatures(t *testing.T, first ChessEngine) (test string) {
	t.Helper()
	t.Run("methods", func(t *testing.T) {
		t.Helper()
		test = t.Name()
		if elsewhere.Test() != "" {
			return
		}
		clone := reflect.TypeFor[interface{ Clone() ChessEngine }]()
		said, err := tester.CheckMethods(methods.Optional(clone), first)
		if err != nil {
			t.Error(err)
		}
		t.Log(said)
	})
	return test
}

// asksElsewhere reports whether another process is asked for keys.
func (cfg ChessConfig) asksElsewhere() bool { return !testing.Short() && !cfg.Unseeded }

// engines says how to make engines like the first.
func (cfg ChessConfig) engines(
	first ChessEngine, newEngine func() ChessEngine,
) methods.InProcess {
	opt := methods.InProcess{
		New:        func() methods.Engine { return newEngine() },
		Chess960:   cfg.Chess960,
		Sequential: cfg.Sequential,
		Within:     time.Second / haste,
	}
	_, clones := first.(interface{ Clone() ChessEngine })
	if clones {
		opt.Clone = func(e methods.Engine) methods.Engine {
			return e.(interface{ Clone() ChessEngine }).Clone()
		}
	}
	return opt
}

// show runs a subtest for each check, and logs what else is known about the keys.
func show(t *testing.T, r *report.Report) {
	t.Helper()
	for _, row := range r.Rows {
		t.Run(row.Check, func(t *testing.T) {
			t.Helper()
			showItems(t, r, row.Check)
			missed := row.Main && len(r.Items) == 0
			switch {
			case row.Status != report.Skipped:
				t.Log(row.Text())
			case missed: // it must have compared something
				t.Fatal(row.Text())
			default:
				t.Skip(row.Text())
			}
		})
	}
	for _, note := range r.Notes {
		t.Log(note.Sentence())
	}
}

// showItems fails for each item of a check, or logs it if it is accepted.
func showItems(t *testing.T, r *report.Report, check string) {
	t.Helper()
	for i := range r.Items {
		item := &r.Items[i]
		say := t.Error
		if item.Accepted {
			say = t.Log
		}
		if item.Check == check {
			say(item.Text())
		}
		for _, also := range item.Also {
			if also.Check == check && also.Check != item.Check {
				say(also.See(item.Check))
			}
		}
	}
}
