package engine

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/chess"
	"github.com/zobrist-go/zobrist/internal/check"
	"github.com/zobrist-go/zobrist/internal/movegen"
	"github.com/zobrist-go/zobrist/internal/tester"
)

// A board is an engine as a game of the tester. Its moves and its positions come from the
// rules of chess.
type board struct {
	*methods
	e      Engine
	at     check.Query      // what was loaded, and the moves since
	p      chess.Position   // there
	legal  []chess.Move     // in p; nil until needed
	before []chess.Position // before each move
	failed error
}

func (m *methods) newBoard() *board {
	b := &board{methods: m, e: m.src.New()}
	_ = b.Load(chess.StartFEN)
	b.failed = nil // a position follows
	return b
}

// errRefused says that the line cannot be played: the engine refuses a position or a legal move.
// errSpoiled says that another engine makes that move.
var errRefused, errSpoiled = errors.New("refused"), errors.New("then Move refuses a legal move")

func (b *board) Key() zobrist.Key       { return b.e.Key() }
func (b *board) Recompute() zobrist.Key { return b.e.Key() } // no rule uses it
func (b *board) Position() string       { return b.p.FEN() }
func (b *board) Err() error             { return b.failed }

func (b *board) moves() []chess.Move {
	if b.legal == nil {
		b.legal = movegen.Legal(&b.p)
		if len(b.refused) > 0 {
			b.legal = slices.DeleteFunc(b.legal, func(m chess.Move) bool { return b.refused[b.p.FEN()+" "+b.ev.MoveText(&b.p, m)] })
		}
	}
	return b.legal
}

func (b *board) Moves() int              { return len(b.moves()) }
func (b *board) MoveString(i int) string { return b.ev.MoveText(&b.p, b.moves()[i]) }

// play moves the position, and leaves the engine to the caller.
func (b *board) play(m chess.Move, move string) {
	b.before, b.at.Moves = append(b.before, b.p), append(b.at.Moves, move)
	b.p.Play(m)
	b.legal = nil
}

func (b *board) Make(i int) {
	move := b.MoveString(i)
	if b.e.Move(move) != nil {
		b.failed = errSpoiled
		if fen := b.p.FEN(); b.reads(fen) != nil || b.reader.Move(move) != nil { // no line has it again
			b.refused[fen+" "+move], b.failed = true, errRefused
		}
	}
	b.play(b.moves()[i], move)
}

func (b *board) Try(i int) bool {
	move := b.MoveString(i)
	if !b.e.(trier).Try(move) {
		return false
	}
	b.play(b.moves()[i], move)
	return true
}

func (b *board) Unmake() {
	b.e.(undoer).Undo()
	b.restore()
}

func (b *board) restore() {
	last := len(b.before) - 1
	b.p, b.before, b.at.Moves, b.legal = b.before[last], b.before[:last], b.at.Moves[:last], nil
}

func (b *board) Null() (ok bool) {
	if !movegen.InCheck(&b.p) {
		ok = b.e.(nuller).Null()
	} else if !b.careless {
		b.careless = b.passesInCheck()
	}
	if ok {
		b.play(chess.Move{}, check.NullMove)
	}
	return ok
}

// passesInCheck reports whether Null does not refuse in check, because no search calls it there.
// Whatever it then does is no bug, and another engine goes on.
func (b *board) passesInCheck() (passes bool) {
	defer func() {
		passes = recover() != nil || passes
		b.again(passes)
	}()
	return b.e.(nuller).Null()
}

func (b *board) UndoNull() {
	b.e.(nuller).UndoNull()
	b.restore()
}

func (b *board) After(i int) zobrist.Key { return b.e.(afterer).After(b.MoveString(i)) }

// clone returns nil if the engine does.
func (b *board) clone() tester.Game {
	e := b.src.Clone(b.e)
	if isNil(e) {
		return nil
	}
	c := *b
	c.e, c.before, c.at.Moves = e, slices.Clone(b.before), slices.Clone(b.at.Moves)
	return &c
}

func (b *board) Load(fen string) (err error) {
	if b.p, err = chess.ParseFEN(fen); err != nil {
		return err
	}
	b.at, b.legal, b.before, b.failed = check.Query{FEN: fen, Moves: b.at.Moves[:0]}, nil, b.before[:0], nil
	if err = b.e.SetFEN(fen); err != nil {
		b.failed = errRefused
	}
	return err
}

// Lacks says which methods the engine does not have. internal/check judges keys from FENs and
// routes, so nothing is computed again here.
func (b *board) Lacks(call string) bool {
	c, ok := methodCalls[call]
	return call == "recompute" || ok && !b.src.has[c.method]
}

// verbs are the calls that engines have and other games do not.
func verbs() (all []tester.Verb) {
	for _, call := range []struct {
		name string
		do   func(*board) tester.Value
	}{
		{"FEN", func(b *board) tester.Value { return tester.Value{Text: b.e.(fener).FEN()} }},
		{"Other", func(b *board) tester.Value { return b.keyOf(b.p) }},
		{"Perft", func(b *board) (v tester.Value) { b.e.(perfter).Perft(1); return v }},
		{"Perft2", func(b *board) (v tester.Value) { b.e.(perfter).Perft(2); return v }},
		{"Refuse", (*board).refuses},
		{"Reread", (*board).reread},
		{"Reset", func(b *board) tester.Value { return b.keyOf(withoutIdle(b.p)) }},
		{"Search", func(b *board) (v tester.Value) { b.e.(searcher).Search(1); return v }},
		{"Search3", func(b *board) (v tester.Value) { b.e.(searcher).Search(3); return v }},
		{"Sub", func(b *board) tester.Value { return tester.Value{Text: subKeys(b.e)} }},
	} {
		all = append(all, tester.Verb{
			Name: call.name,
			Has:  func(g tester.Game) bool { return g.(*board).src.has[methodCalls[call.name].method] },
			Do:   func(g tester.Game, _ int) tester.Value { return call.do(g.(*board)) },
		})
	}
	return all
}

// subKeys returns the further keys of an engine as text.
func subKeys(e Engine) string {
	var text strings.Builder
	for name, k := range e.(subKeyer).SubKeys() {
		fmt.Fprintf(&text, "%s %v; ", name, k)
	}
	return text.String()
}

// reread returns the key of another engine that reads the engine's FEN.
func (b *board) reread() (v tester.Value) {
	defer b.again(b.Sequential)
	fen, at := b.e.(fener).FEN(), b.p.FEN()
	err := b.reads(fen)
	p, wrong := chess.ParseFEN(fen)
	switch {
	case err != nil:
		what := fmt.Sprintf("SetFEN refuses the FEN that FEN returns, %s: %v", fen, err)
		b.add("FEN", check.Finding{What: what, At: check.Query{FEN: at}, FEN: at, Count: 1})
		p = b.p
	case wrong != nil:
		return tester.Value{Key: b.reader.Key()}
	}
	return b.keyOf(withoutIdle(p))
}

// withoutIdle clears an en passant square where no capture is legal: engines differ in whether
// they show it.
func withoutIdle(p chess.Position) chess.Position {
	if !p.EnPassantCounts(zobrist.EnPassantLegal) {
		p.EnPassant = 0
	}
	return p
}

// keyOf returns the key that another engine has after SetFEN.
func (b *board) keyOf(p chess.Position) (v tester.Value) {
	defer b.again(b.Sequential)
	if b.reads(p.FEN()) == nil {
		v.Key = b.reader.Key()
	}
	return v
}

// reads sets up another engine.
func (m *methods) reads(fen string) error {
	if m.reader == nil || m.Sequential {
		m.reader = m.src.New()
	}
	return m.reader.SetFEN(fen)
}

// again replaces an engine that has ended by a new one, which stands there, too.
func (b *board) again(ended bool) {
	if ended {
		s := source{shared: b.src.shared, e: b.src.New()}
		if b.e = s.e; s.place(b.at) != "" {
			b.failed = errRefused
		}
	}
}

// refuses tries each illegal move.
func (b *board) refuses() (v tester.Value) {
	if b.accepts {
		return v
	}
	for _, m := range movegen.Illegal(&b.p) {
		if move := b.ev.MoveText(&b.p, m); b.e.(trier).Try(move) {
			what, at := "Try accepts a move that leaves the king in check", b.p.FEN()
			b.add("Try", check.Finding{What: what, At: check.Query{FEN: at}, FEN: at, Then: "Try(" + move + ")", Count: 1})
			b.accepts, b.failed = true, errRefused // where the engine stands now is unknown
			break
		}
	}
	return v
}
