package check_test

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/check"
	"github.com/zobrist-go/zobrist/internal/check/testdata/planted"
	"github.com/zobrist-go/zobrist/internal/check/testdata/reports"
	"github.com/zobrist-go/zobrist/internal/golden"
	"github.com/zobrist-go/zobrist/internal/sample"
)

// judgedInside runs all checks on an engine. It returns the names of the checks that found a bug,
// of those that could not run though they should, the results, and the text of the bugs.
func judgedInside(t *testing.T, opt check.InProcess, positions int, seed uint64) (wrong,
	missed []string, results *check.Report, text string) {
	src, err := check.Open(context.Background(), opt)
	require.NoError(t, err)
	ev, err := check.Begin(context.Background(), src,
		check.Options{Positions: positions, Seed: seed})
	require.NoError(t, err)
	var b strings.Builder
	var all check.Report
	for _, c := range check.InsideChecks() { // at a few positions, however fast the machine is
		r, err := ev.Result(c)
		r.Finish(nil)
		require.NoError(t, err, c.Name)
		all.Results = append(all.Results, r)
		switch r.Status() {
		case check.Wrong:
			wrong = append(wrong, c.Name)
			for _, f := range r.Findings {
				require.False(t, f.Of != "" && f.Got == f.Want, f)
				fmt.Fprintf(&b, "[%s] %s %v\n", f.Name, f.Severity,
					strings.ReplaceAll(f.String(), "\n", "\n   "))
			}
		case check.Skipped:
			if r.Main {
				missed = append(missed, c.Name)
				fmt.Fprintln(&b, c.Name, r.Why)
			}
		}
		if c.Name == "Key" && len(wrong) > 0 {
			break
		}
	}
	assert.Empty(t, reports.Read(&all), b.String())
	return wrong, missed, &all, b.String()
}

// A wrapped is the planted engine of internal/check, with the methods of an Engine.
type wrapped struct {
	*planted.Engine
	before []planted.Engine
}

func (w *wrapped) SetFEN(fen string) error {
	return w.Position(append([]string{"fen"}, strings.Fields(fen)...))
}
func (w *wrapped) Key() zobrist.Key { return zobrist.Key(w.Engine.Key()) }
func (w *wrapped) Perft(depth int)  { w.Engine.Perft(depth) }
func (w *wrapped) Search(depth int) { w.Engine.Search(min(depth, 2)) } // as deep as a bug needs
func (w *wrapped) Null() bool {
	w.before = append(w.before, *w.Engine)
	return w.Engine.Move("0000") == nil
}
func (w *wrapped) UndoNull() {
	*w.Engine, w.before = w.before[len(w.before)-1], w.before[:len(w.before)-1]
}

// notInside are bugs that an engine with methods cannot have: in processes, in commands of
// UCI, or in position startpos.
func notInside(name string, bug planted.Bug) bool {
	return bug.OnlyProcess ||
		slices.Contains(strings.Fields(
			"uninitialised own-numbers newgame second-game no-fen plays plays-side"), name) ||
		strings.HasSuffix(name, "-stays")
}

// TestPlantedInside requires that RunChess finds the bugs that zobrist check finds. It may find
// them in another check and in other kinds of features, because it calls methods:
// testdata/inside.txt has these.
func TestPlantedInside(t *testing.T) {
	table := golden.Open(t, "testdata/inside.txt")
	for name, bug := range planted.Bugs() {
		if notInside(name, bug) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			sample.Skip(t, 12)
			t.Parallel()
			seed := uint64(1)
			wrong, missed, results,
				text := judgedInside(t,
				check.InProcess{Chess960: strings.HasPrefix(name, "960"), New: func() check.Engine {
					e := sample.Must(planted.New(name, seed))
					return &wrapped{Engine: e}
				}}, 1500, 1)
			assert.Equal(t, bug.Exit == 1, len(wrong) > 0, "%s: %v %s", bug.About, wrong, text)
			table.Add(t, planted.RowOf(name, statusOf(wrong), results.Bugs()))
			if bug.Exit == 0 {
				assert.Empty(t, missed)
			}
		})
	}
}

// statusOf returns 1, as the command does, if a check found a bug.
func statusOf(wrong []string) string {
	if len(wrong) > 0 {
		return "1"
	}
	return "0"
}

// TestTogether plants engines that disturb each other only when they are used at the same
// time, engines that share a board, one that never makes a null move, and one that refuses a
// FEN only in another process.
func TestTogether(t *testing.T) {
	polyglot := zobrist.Polyglot()
	var inside atomic.Int32
	var board full
	for name, c := range map[string]struct {
		newEngine func() check.Engine
		why       string // or "" for a bug
	}{
		"processes": {func() check.Engine {
			return &full{keys: polyglot, pawns: polyglot.Table()}
		}, ""},
		"threads": {func() check.Engine {
			return &crowded{full{keys: polyglot, pawns: polyglot.Table()}, &inside}
		}, ""},
		"two engines": {func() check.Engine {
			board = full{keys: polyglot, pawns: polyglot.Table()}
			return &board
		}, ""},
		"null move": {func() check.Engine {
			return &full{bug: "null, never", keys: polyglot, pawns: polyglot.Table()}
		}, "nothing could be compared"},
	} {
		src, err := check.Open(context.Background(), check.InProcess{New: c.newEngine})
		require.NoError(t, err)
		other, err := check.Open(context.Background(), check.InProcess{New: func() check.Engine {
			return &full{bug: "no promotions", keys: polyglot, pawns: polyglot.Table()}
		}})
		require.NoError(t, err)
		ev, err := check.Begin(context.Background(), src, check.Options{Positions: 1000, Seed: 1})
		require.NoError(t, err)
		there := make(map[string]check.Answer)
		for _, q := range ev.First(2000) {
			there[q.String()], err = other.Do(q, "")
			require.NoError(t, err)
		}
		check.SetElsewhere(src, there)
		all := check.InsideChecks()
		r, err := ev.Result(all[slices.IndexFunc(all, func(c check.Check) bool {
			return c.Name == name
		})])
		require.NoError(t, err)
		assert.Contains(t, r.Why, c.why)
		assert.Equal(t, c.why == "", r.Status() == check.Wrong, "%s: %s", name, r.Text())
	}
}

// TestPolyglot: an engine that must have Polyglot's keys has them, or it is said what differs.
func TestPolyglot(t *testing.T) {
	polyglot := zobrist.Polyglot()
	for want, keys := range map[string]*zobrist.Chess{
		"ok":                               polyglot,
		`wrong by: "en passant`:            polyglot.WithEnPassant(zobrist.EnPassantAlways),
		`other numbers than Polyglot's: "`: zobrist.NewChess(1),
		`" has Polyglot's number of "`: zobrist.NewChessFunc(zobrist.ChessNumbers{
			Piece: func(s zobrist.Square, p zobrist.ChessPiece) zobrist.Key {
				return polyglot.Table().Key(s, p.Kind().Of(!p.Black()))
			},
			Castling:  polyglot.Castling,
			EnPassant: polyglot.EnPassant,
			Side:      polyglot.Side(),
		}),
	} {
		src, err := check.Open(context.Background(), check.InProcess{New: func() check.Engine {
			return &full{keys: keys, pawns: keys.Table()}
		}})
		require.NoError(t, err)
		ev, err := check.Begin(context.Background(), src, check.Options{Positions: 1000, Seed: 1})
		require.NoError(t, err)
		r, err := ev.Result(check.Polyglot)
		require.NoError(t, err)
		r.Finish(nil)
		assert.Equal(t, want == "ok", r.Status() == check.OK, r.Text())
		for _, f := range r.Findings {
			assert.Contains(t, f.String(), want)
			assert.Equal(t, "polyglot", f.Name)
		}
	}
}

// A sideless engine reads FENs without the number of the side.
type sideless struct{ full }

func (e *sideless) SetFEN(fen string) error {
	err := e.full.SetFEN(fen)
	if e.p.BlackToMove {
		e.h ^= e.keys.Side()
	}
	return err
}

// TestKeysOnce: what is wrong with numbers, or with FENs, is no bug of the list of numbers, too.
func TestKeysOnce(t *testing.T) {
	polyglot := zobrist.Polyglot()
	weak := zobrist.NewChessFunc(zobrist.ChessNumbers{
		Piece: func(s zobrist.Square, p zobrist.ChessPiece) zobrist.Key {
			return polyglot.Table().Key(s, p) &^ 15
		},
		Castling: polyglot.Castling, EnPassant: polyglot.EnPassant, Side: polyglot.Side(),
	})
	for want, newEngine := range map[string]func() check.Engine{
		"numbers": func() check.Engine { return &full{keys: weak, pawns: weak.Table()} },
		"moves": func() check.Engine {
			return &sideless{full{keys: polyglot, pawns: polyglot.Table()}}
		},
	} {
		wrong, _, all, text := judgedInside(t, check.InProcess{New: newEngine}, 1000, 1)
		assert.Len(t, all.Bugs(), 1, text)
		assert.Equal(t, want, wrong[0])
	}
}

// An only engine ends the engine before it.
type only struct {
	full
	number int
	newest *int
}

func (e *only) SetFEN(fen string) error { e.alive(); return e.full.SetFEN(fen) }
func (e *only) Move(uci string) error   { e.alive(); return e.full.Move(uci) }
func (e *only) Undo()                   { e.alive(); e.full.Undo() }
func (e *only) FEN() string             { e.alive(); return e.full.FEN() }

func (e *only) alive() {
	if e.number != *e.newest {
		panic("a later engine has ended this one")
	}
}

// TestSequential requires that what an engine's FEN is read as is checked, too, if only one engine
// can exist at a time.
func TestSequential(t *testing.T) {
	t.Parallel()
	polyglot := zobrist.Polyglot()
	for _, bug := range []string{"", "FEN, castling"} {
		made := 0
		wrong, _, _, text := judgedInside(t,
			check.InProcess{Sequential: true, New: func() check.Engine {
				made++
				return &only{full{bug: bug, keys: polyglot, pawns: polyglot.Table()}, made, &made}
			}}, 400, 1)
		assert.Equal(t, bug != "", slices.Contains(wrong, "FEN"), text)
		assert.Equal(t, bug == "", len(wrong) == 0, text)
	}
}

// A crowded engine has another key while another one moves.
type crowded struct {
	full
	inside *atomic.Int32
}

func (e *crowded) Move(uci string) error {
	e.inside.Add(1)
	defer e.inside.Add(-1)
	err := e.full.Move(uci)
	runtime.Gosched()
	if e.inside.Load() > 1 {
		e.h ^= 1
	}
	return err
}

// TestMethods plants a bug in each method, and requires the check that finds
// it and the kinds of features.
func TestMethods(t *testing.T) {
	polyglot := zobrist.Polyglot()
	pawns, kings := polyglot.Table().Only(zobrist.WhitePawn, zobrist.BlackPawn),
		polyglot.Table().Only(zobrist.WhitePawn, zobrist.BlackPawn, zobrist.WhiteKing,
			zobrist.BlackKing)
	var board full // of all engines with the bug "one board"
	table := golden.Open(t, "testdata/methods.txt")
	test := func(bug, finds string, opt check.InProcess) {
		t.Run(bug, func(t *testing.T) {
			sample.Skip(t, 4)
			t.Parallel()
			wrong, _, results, text := judgedInside(t, opt, 1500, 1)
			table.Add(t, planted.RowOf(bug, statusOf(wrong), results.Bugs()))
			if finds == "" {
				assert.Empty(t, wrong, text)
				return
			}
			assert.Empty(t, planted.Bug{Finds: planted.ReadFinds(finds)}.Missing(results.Results),
				text)
			// Four checks find it if Move ignores a move, because Try and
			// After make it, and FEN shows it.
			assert.LessOrEqual(t, len(wrong), 4, "%v %s", wrong, text)
		})
	}
	for bug, finds := range methodBugs() {
		test(bug, finds, check.InProcess{Clone: func(e check.Engine) check.Engine {
			return e.(*full).clone()
		}, New: func() check.Engine {
			e := &full{bug: bug, keys: polyglot, pawns: pawns}
			switch bug {
			case "pawns and kings":
				e.pawns = kings
			case "one board":
				board = *e
				return &board
			}
			return e
		}})
	}
	for bug, finds := range boardBugs() {
		test(strings.TrimSpace(bug+" of a mute"), finds,
			check.InProcess{Clone: func(e check.Engine) check.Engine {
				return mute{e.(mute).clone().(*full)}
			}, New: func() check.Engine {
				return mute{&full{bug: bug, keys: polyglot, pawns: pawns}}
			}})
	}
}

// TestTooFew requires that an engine that sets up almost nothing is not sound.
func TestTooFew(t *testing.T) {
	polyglot := zobrist.Polyglot()
	for _, bug := range []string{"refuses all", "start only"} {
		_, missed, _, text := judgedInside(t, check.InProcess{New: func() check.Engine {
			return &full{bug: bug, keys: polyglot, pawns: polyglot.Table()}
		}}, 500, 1)
		assert.Contains(t, missed, "moves", bug)
		assert.NotContains(t, text, "-n", "RunChess is no command")
	}
}

// TestHung requires that an engine that gives no answer is reported with its line.
func TestHung(t *testing.T) {
	t.Parallel()
	if !*long {
		t.Skip("it takes ten seconds")
	}
	stop := make(chan struct{})
	defer close(stop)
	_, _, _, text := judgedInside(t, check.InProcess{New: func() check.Engine {
		return &stuck{stop: stop}
	}}, 100, 1)
	assert.Regexp(t, `position startpos moves \w+: the engine does not return`, text)
}

type stuck struct {
	lazy
	stop <-chan struct{}
}

func (s *stuck) SetFEN(string) error { s.keys, s.known = zobrist.Polyglot(), true; return nil }
func (s *stuck) Move(string) error   { <-s.stop; return nil }
