package methods_test

import (
	"context"
	"fmt"
	"iter"
	"runtime"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/chess"
	"github.com/zobrist-go/zobrist/internal/checks"
	"github.com/zobrist-go/zobrist/internal/methods"
	"github.com/zobrist-go/zobrist/internal/report"
	"github.com/zobrist-go/zobrist/internal/sample"
)

// opened opens an engine that tests make with new.
func opened(t *testing.T, newEngine func() methods.Engine) *methods.Source {
	t.Helper()
	src, err := methods.Open(context.Background(), methods.InProcess{New: newEngine})
	require.NoError(t, err)
	return src
}

// ruled returns an engine with some numbers, and sub-keys of its pawns.
func ruled(bug string, keys *zobrist.Chess) *full {
	pawns := keys.Table().Only(zobrist.WhitePawn, zobrist.BlackPawn)
	return &full{bug: bug, keys: keys, pawns: pawns}
}

// A lazy engine computes its key when it is first asked for. A move updates the key only if it is
// known, and then wrongly.
type lazy struct {
	keys  *zobrist.Chess
	p     chess.Position
	h     zobrist.Key
	known bool
	bug   string
}

func (e *lazy) SetFEN(fen string) (err error) {
	e.p, err = chess.ParseFEN(fen)
	e.known = false
	return err
}

func (e *lazy) Key() zobrist.Key {
	if !e.known {
		e.known = true
		e.h = e.p.Hash(e.keys)
	}
	return e.h
}

func (e *lazy) Move(uci string) error {
	m, err := chess.ParseMove(uci)
	if err != nil {
		return err
	}
	captured, ep := e.p.Board[m.To], e.p.EnPassantKey(e.keys)
	h := e.p.After(e.keys, e.h, m)
	castles := isKing(e.p.Board[m.From]) && max(m.From, m.To)-min(m.From, m.To) == 2
	switch {
	case e.bug == "captured" && captured != zobrist.NoPiece:
		h ^= e.keys.Table().Key(m.To, captured)
	case e.bug == "castling" && castles:
		h ^= e.keys.Table().Key(m.To, zobrist.WhiteRook)
	case e.bug == "promotion" && m.Promotion != zobrist.NoPiece:
		h = e.h
	case e.bug == "en passant":
		h ^= ep
	}
	e.h = h
	e.p.Play(m)
	return nil
}

// TestLazy requires that a wrong key is found that shows only if the key is asked for before the
// move, with the calls that show it, though the moves alone give the right key.
func TestLazy(t *testing.T) {
	for bug, name := range map[string]string{
		"":           "",
		"captured":   "asking-piece",
		"en passant": "asking-en-passant",
		"castling":   "asking-piece",
		"promotion":  "asking",
	} {
		t.Run(bug, func(t *testing.T) {
			sample.Skip(t, 1)
			t.Parallel()
			r := examined(t, methods.InProcess{New: func() methods.Engine {
				return &lazy{bug: bug, keys: zobrist.Polyglot()}
			}}, 1000)
			if name == "" {
				assert.Zero(t, r.Exit(), r.Text())
				return
			}
			require.NotEmpty(t, r.Items)
			assert.Contains(t, r.Items[0].Name, name, r.Text())
			for _, item := range r.Items {
				assert.Contains(t, item.Name, "asking", r.Text())
				assert.Contains(t, item.Got.Then, "Key(), Move(", r.Text())
			}
		})
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

// TestKeysOnce requires that what is wrong with numbers, or with FENs, is no second bug of the list
// of numbers.
func TestKeysOnce(t *testing.T) {
	t.Parallel()
	polyglot := zobrist.Polyglot()
	weak := zobrist.NewChessFunc(zobrist.ChessNumbers{
		Piece: func(s zobrist.Square, p zobrist.ChessPiece) zobrist.Key {
			return polyglot.Table().Key(s, p) &^ 15
		},
		Castling:  polyglot.Castling,
		EnPassant: polyglot.EnPassant,
		Side:      polyglot.Side(),
	})
	for check, newEngine := range map[string]func() methods.Engine{
		"numbers": func() methods.Engine { return ruled("", weak) },
		"moves":   func() methods.Engine { return &sideless{*ruled("", polyglot)} },
	} {
		t.Run(check, func(t *testing.T) {
			sample.Skip(t, 1)
			t.Parallel()
			r := examined(t, methods.InProcess{New: newEngine}, 300)
			require.Len(t, r.Items, 1, r.Text())
			assert.Equal(t, check, r.Items[0].Check, r.Text())
		})
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
		t.Run(bug, func(t *testing.T) {
			sample.Skip(t, 1)
			t.Parallel()
			made := 0
			r := examined(t, methods.InProcess{Sequential: true, New: func() methods.Engine {
				made++
				return &only{*ruled(bug, polyglot), made, &made}
			}}, 200)
			assert.Equal(t, bug != "", finds(r, "FEN"), r.Text())
			assert.Equal(t, bug == "", len(r.Items) == 0, r.Text())
		})
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

// TestTogether plants engines that disturb each other only when they are used at the same time,
// engines that share a board, and one that never makes a null move.
func TestTogether(t *testing.T) {
	polyglot := zobrist.Polyglot()
	var inside atomic.Int32
	var board full
	for check, newEngine := range map[string]func() methods.Engine{
		"threads": func() methods.Engine { return &crowded{*ruled("", polyglot), &inside} },
		"two engines": func() methods.Engine {
			board = *ruled("", polyglot)
			return &board
		},
		"null move": func() methods.Engine { return ruled("null, never", polyglot) },
	} {
		t.Run(check, func(t *testing.T) {
			sample.Skip(t, 1)
			opt := methods.Options{Race: check == "threads"}
			opt.Positions, opt.Seed = 300, 1
			r, err := methods.Examine(context.Background(), opened(t, newEngine), opt)
			require.NoError(t, err)
			if check == "null move" {
				assert.Equal(t, report.Skipped, r.StatusOf(check), r.Text())
				return
			}
			assert.Equal(t, report.IsWrong, r.StatusOf(check), r.Text())
		})
	}
}

// TestPolyglot requires that an engine that must have Polyglot's keys has them, or that one item
// says that it does not.
func TestPolyglot(t *testing.T) {
	t.Parallel()
	polyglot := zobrist.Polyglot()
	swapped := zobrist.NewChessFunc(zobrist.ChessNumbers{
		Piece: func(s zobrist.Square, p zobrist.ChessPiece) zobrist.Key {
			return polyglot.Table().Key(s, p.Kind().Of(!p.Black()))
		},
		Castling:  polyglot.Castling,
		EnPassant: polyglot.EnPassant,
		Side:      polyglot.Side(),
	})
	for want, keys := range map[string]*zobrist.Chess{
		"":           polyglot,
		"en-passant": polyglot.WithEnPassant(zobrist.EnPassantAlways),
		"other":      zobrist.NewChess(1),
		"piece":      swapped,
	} {
		t.Run(want, func(t *testing.T) {
			sample.Skip(t, 1)
			t.Parallel()
			opt := methods.Options{}
			opt.Positions, opt.Seed, opt.Polyglot = 300, 1, true
			src := opened(t, func() methods.Engine { return ruled("", keys) })
			r, err := methods.Examine(context.Background(), src, opt)
			require.NoError(t, err)
			if want == "" {
				assert.Equal(t, report.OK, r.StatusOf("polyglot"), r.Text())
				return
			}
			require.Len(t, r.Items, 1, r.Text())
			assert.Equal(t, "polyglot", r.Items[0].Name, r.Text())
		})
	}
}

// TestTooFew requires that an engine that sets up almost nothing is not sound.
func TestTooFew(t *testing.T) {
	t.Parallel()
	for _, bug := range []string{"refuses all", "start only"} {
		r := examined(t, methods.InProcess{New: func() methods.Engine {
			return ruled(bug, zobrist.Polyglot())
		}}, 150)
		assert.Contains(t, r.Missed(), "moves", r.Text())
		assert.NotContains(t, r.Text(), "-n", "RunChess is no command")
	}
}

// A stuck engine sets up positions, and never returns from a move.
type stuck struct {
	lazy
	stop <-chan struct{}
}

func (s *stuck) SetFEN(string) error {
	s.keys, s.known = zobrist.Polyglot(), true
	return nil
}

func (s *stuck) Move(string) error {
	<-s.stop
	return nil
}

// TestHung requires that an engine that gives no answer is reported with its moves.
func TestHung(t *testing.T) {
	t.Parallel()
	if !sample.All(1 << 30) {
		t.Skip("it takes ten seconds: -args -long runs it")
	}
	stop := make(chan struct{})
	defer close(stop)
	newStuck := func() methods.Engine { return &stuck{stop: stop} }
	r := examined(t, methods.InProcess{New: newStuck}, 100)
	require.NotEmpty(t, r.Items, r.Text())
	assert.Equal(t, "crash", r.Items[0].Name, r.Text())
	require.NotNil(t, r.Items[0].Got)
	assert.NotEmpty(t, r.Items[0].Got.Query.Moves, "Move hangs, and not SetFEN: %s", r.Text())
}

// TestUndoHangs requires one item, within little more than the ten seconds of one call, if a method
// does not return: no shorter calls are looked for.
func TestUndoHangs(t *testing.T) {
	t.Parallel()
	if !sample.All(1 << 30) {
		t.Skip("it takes ten seconds: -args -long runs it")
	}
	stop := make(chan struct{})
	defer close(stop)
	var hung atomic.Int64
	keys := zobrist.Polyglot()
	pawns := keys.Table().Only(zobrist.WhitePawn, zobrist.BlackPawn)
	r := examined(t, methods.InProcess{New: func() methods.Engine {
		return &undoHangs{full: full{keys: keys, pawns: pawns}, stop: stop, hung: &hung}
	}}, 100)
	require.Len(t, r.Items, 1, r.Text())
	assert.Equal(t, "crash", r.Items[0].Name, r.Text())
	assert.NotContains(t, r.Text(), "do not show it", "nothing was tried again")
	assert.EqualValues(t, 1, hung.Load())
}

// An undoHangs never returns from Undo.
type undoHangs struct {
	full
	stop <-chan struct{}
	hung *atomic.Int64
}

func (e *undoHangs) Undo() {
	e.hung.Add(1)
	<-e.stop
}

// TestNoFalseAlarm examines right engines that differ in what their keys are made of: three en
// passant rules, castling by 4 and by 16 numbers, en passant by file and by square, Chess960. Each
// run draws other numbers and plays other games.
func TestNoFalseAlarm(t *testing.T) {
	runs := 6
	if sample.All(1 << 30) {
		runs = 100
	}
	for run := range runs {
		t.Run(fmt.Sprint(run), func(t *testing.T) {
			sample.Skip(t, 2)
			t.Parallel()
			keys := designed(run)
			pawns := keys.Table().Only(zobrist.WhitePawn, zobrist.BlackPawn)
			chess960 := run%5 == 0
			opt := methods.Options{}
			opt.Positions, opt.Seed = 300+run%7*100, uint64(run)
			src, err := methods.Open(context.Background(), methods.InProcess{
				Chess960: chess960,
				Clone:    func(e methods.Engine) methods.Engine { return e.(*full).clone() },
				New: func() methods.Engine {
					return &full{keys: keys, pawns: pawns, king: chess960}
				},
			})
			require.NoError(t, err)
			r, err := methods.Examine(context.Background(), src, opt)
			require.NoError(t, err)
			assert.Empty(t, r.Items, r.Text())
			assert.Empty(t, r.Missed(), r.Text())
		})
	}
}

// designed returns numbers that are drawn anew for each run, in one of twelve designs.
func designed(run int) *zobrist.Chess {
	src := zobrist.NewSplitMix64(uint64(run)).Split("numbers")
	pieces := zobrist.NewTable[zobrist.Square, zobrist.ChessPiece](
		64, 13, src.Split("pieces"), zobrist.NoPiece,
	)
	castling := zobrist.NewTable[zobrist.CastlingRights, int](16, 1, src.Split("castling"))
	enPassant := zobrist.NewTable[zobrist.Square, int](64, 1, src.Split("ep"))
	hasSets, hasSquares := run%2 == 0, run/2%2 == 0
	rules := []zobrist.EnPassantRule{
		zobrist.EnPassantPseudoLegal, zobrist.EnPassantLegal, zobrist.EnPassantAlways,
	}
	return zobrist.NewChessFunc(zobrist.ChessNumbers{
		Piece: pieces.Key,
		Castling: func(rights zobrist.CastlingRights) (k zobrist.Key) {
			if hasSets {
				return castling.Key(rights, 0)
			}
			for right := zobrist.WhiteShort; right <= zobrist.BlackLong; right <<= 1 {
				if rights&right != 0 {
					k ^= castling.Key(right, 0)
				}
			}
			return k
		},
		EnPassant: func(ep zobrist.Square) zobrist.Key {
			if hasSquares {
				return enPassant.Key(ep, 0)
			}
			return enPassant.Key(ep&7, 0)
		},
		Side: src.Split("side").Key(),
	}).WithEnPassant(rules[run%3])
}

// TestNames requires that each check of methods has a name that is listed, because its bugs begin
// with it.
func TestNames(t *testing.T) {
	r := examined(t, methods.InProcess{New: func() methods.Engine {
		return ruled("", zobrist.Polyglot())
	}}, 100)
	inSentences := []string{"board", "new game"} // their bugs have names of their own
	for _, row := range r.Rows {
		if slices.Contains(inSentences, row.Check) {
			continue
		}
		assert.NoError(t, report.CheckNames([]string{checks.NameOf(row.Check)}), row.Check)
	}
}

// fullWith returns an engine with all methods, and a bug.
func fullWith(bug string) methods.InProcess {
	polyglot := zobrist.Polyglot()
	pawns := polyglot.Table().Only(zobrist.WhitePawn, zobrist.BlackPawn)
	return methods.InProcess{
		Clone: func(e methods.Engine) methods.Engine { return e.(*full).clone() },
		New: func() methods.Engine {
			return &full{bug: bug, keys: polyglot, pawns: pawns}
		},
	}
}

// TestTwoUndos requires that two bugs of undo are told, although one shows only after 128 moves:
// with the other, the engine refuses a move long before, wherever a null move is taken back.
func TestTwoUndos(t *testing.T) {
	t.Parallel()
	r := examined(t, fullWith(ringAndTurn), 300)
	require.Len(t, r.Items, 2, r.Text())
	is := func(check string) bool {
		return slices.ContainsFunc(r.Items, func(i report.Item) bool { return i.Check == check })
	}
	assert.True(t, is("Undo") && is("UndoNull"), r.Text())
}

// TestFailuresAreShown requires that what an engine refuses in one check is said where another
// check has the item. Nothing was compared there, so that no count says it.
func TestFailuresAreShown(t *testing.T) {
	t.Parallel()
	r := examined(t, fullWith("undo null, turn"), 300)
	require.Len(t, r.Items, 1, r.Text())
	assert.Equal(t, "UndoNull", r.Items[0].Check, r.Text())
	assert.Contains(t, r.Text(), "after other calls: Move refuses a legal move")
	for _, also := range r.Items[0].Also {
		isShown := also.Count > 0 || also.Fails != ""
		assert.True(t, isShown, "%s: %d\n%s", also.Check, also.Count, r.Text())
	}
}

// A turned engine has a sub-key for the pieces of each side, and takes one for the other if
// Black is to move.
type turned struct{ full }

func (e *turned) SubKeys() iter.Seq2[string, zobrist.Key] {
	of := func(black bool) (key zobrist.Key) {
		for s, man := range e.p.Board {
			isPawn := man.Kind() == zobrist.WhitePawn
			if man != zobrist.NoPiece && !isPawn && man.Black() == black {
				key ^= e.keys.Table().Key(zobrist.Square(s), man)
			}
		}
		return key
	}
	return func(yield func(string, zobrist.Key) bool) {
		_ = yield("white", of(e.p.BlackToMove)) && yield("black", of(!e.p.BlackToMove))
	}
}

// TestSubKeysAlike requires one item for two sub-keys that one bug makes wrong from the same FENs.
func TestSubKeysAlike(t *testing.T) {
	t.Parallel()
	polyglot := zobrist.Polyglot()
	r := examined(t, methods.InProcess{New: func() methods.Engine {
		return &turned{*ruled("", polyglot)}
	}}, 300)
	require.Len(t, r.Items, 1, r.Text())
	assert.Contains(t, r.Items[0].Law, "the black key and the white key are not the XOR", r.Text())
}

// TestWrongPlaceOnce requires one item of an engine that never has an en passant square on a file
// after a move: its FEN lacks it there because the move has left it out.
func TestWrongPlaceOnce(t *testing.T) {
	t.Parallel()
	polyglot := zobrist.Polyglot()
	r := examined(t, methods.InProcess{New: func() methods.Engine {
		return ruled("moves, no square on a", polyglot)
	}}, 1500)
	require.Len(t, r.Items, 1, r.Text())
	assert.Equal(t, "moves-en-passant", r.Items[0].Name, r.Text())
}

// TestNullBesideFENs requires that a null move which keeps the en passant square is found although
// keys from FENs have no number for it: what is wrong before a null move need not be so after it.
func TestNullBesideFENs(t *testing.T) {
	t.Parallel()
	r := examined(t, methods.InProcess{New: func() methods.Engine {
		return ruled("set up and null", zobrist.Polyglot())
	}}, 1500)
	assert.True(t, finds(r, "moves"), r.Text())
	assert.True(t, finds(r, "null move"), r.Text())
}

// TestNothingHides plants two bugs in one engine, in the same kind of features. Each has an item of
// its own, because no call of one needs what the other makes wrong. (The pawn key that keeps a
// promoted pawn keeps it also when the move is undone.)
func TestNothingHides(t *testing.T) {
	for bugs, want := range map[string][]string{
		"moves and after":    {"after-piece", "moves-piece"},
		"moves and pawn key": {"moves-piece", "subkeys-piece", "undo-piece"},
		"two sub-keys":       {"subkeys-piece", "subkeys-piece"},
	} {
		t.Run(bugs, func(t *testing.T) {
			sample.Skip(t, 1)
			t.Parallel()
			r := examined(t, fullWith(bugs), 1500)
			var names []string
			for _, item := range r.Items {
				names = append(names, item.Name)
			}
			slices.Sort(names)
			assert.Equal(t, want, names, r.Text())
		})
	}
}
