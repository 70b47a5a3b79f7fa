package engine

import (
	"errors"
	"fmt"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/chess"
	"github.com/zobrist-go/zobrist/internal/check"
	"github.com/zobrist-go/zobrist/internal/movegen"
	"github.com/zobrist-go/zobrist/internal/tester"
)

// A board is an engine in this process as a game of the tester: Key is the key by moves, and
// Recompute that of the FEN, which another engine reads. The moves and positions come from the rules
// of chess.
type board struct {
	check.Board
	*methods
	e      Engine
	behind bool // the engine stands elsewhere: it cannot take moves back
	failed error
}

func (m *methods) newBoard() *board {
	b := &board{Board: check.Board{Evidence: m.ev}, methods: m, e: m.src.New()}
	_ = b.Load("startpos")
	b.failed = nil // a position follows
	return b
}

// errRefused says that the line cannot be played: the engine refuses a position or a legal move.
// errSpoiled says that another engine makes that move.
var errRefused, errSpoiled = errors.New("refused"), errors.New("then Move refuses a legal move")

func (b *board) Err() error { return b.failed }

// Key is the key by moves. The first one of a place goes to the evidence.
func (b *board) Key() zobrist.Key {
	n := b.Node()
	if b.behind && (n.Asked() || n.By.Key != 0) {
		return n.By.Key
	}
	b.catchUp()
	k := b.e.Key()
	if !n.Asked() {
		n.By.Key = k
		if again := b.e.Key(); again != k && (b.twice == nil || len(n.Moves) < len(b.twice.At.Moves)) {
			b.twice = &check.Finding{
				What: "Key returns another key when it is called again: does it change the position?", Cause: "Key", At: n.Query, FEN: n.FEN, Count: 1,
				Keys: check.Keys{Got: again, Of: "second call", Want: k, OfWant: "first call", WantAt: n.Query},
			}
		}
	}
	return k
}

// Recompute is the key of the FEN, or that by moves if the engine does not read it.
func (b *board) Recompute() zobrist.Key {
	n, from := b.Node(), check.Answer{}
	if n.Asked() && !b.proving {
		if n.Known() {
			return n.From
		}
		return b.Key()
	}
	by := n.By
	if b.src.has["FEN"] && !n.Asked() && !n.Off() && !b.spoils {
		by.FEN = b.e.(fener).FEN()
		b.spoils = b.e.Key() != by.Key
		b.again(b.spoils) // a law of FEN reports it
	}
	if b.same { // the board's own engine reads the FEN
		b.src.e, b.src.last = b.e, b.src
	}
	from = b.ev.Ask(check.Query{FEN: n.FEN})
	if b.same {
		b.e, b.behind = b.src.e, true
	}
	if !n.Asked() && !n.Off() {
		b.ev.Add(n, by, from)
	}
	if from.Refused != "" {
		return b.Key()
	}
	return from.Key
}

// Position is the FEN.
func (b *board) Position() string { return b.Node().FEN }

// catchUp brings the engine to where the line is.
func (b *board) catchUp() {
	if b.behind {
		b.behind = false
		b.stand()
	}
}

func (b *board) stand() {
	if place(b.e, b.Node().Query) != "" {
		b.failed = errRefused
	}
}

func (b *board) Moves() int              { return len(b.moves()) }
func (b *board) MoveString(i int) string { return b.moves()[i] }

// moves are those of the board, without those that no line has again.
func (b *board) moves() []string {
	if b.Board.Moves(); len(b.refused) > 0 {
		b.Without(func(move string) bool { return b.refused[b.Node().FEN+" "+move] })
	}
	return b.Names()
}

func (b *board) Make(i int) {
	b.catchUp()
	fen, move := b.Node().FEN, b.MoveString(i)
	b.trying = fen + " " + move
	err := b.e.Move(move)
	if b.trying = ""; err != nil {
		b.failed = errSpoiled
		if b.plain || b.reads(fen) != nil || b.src.e.Move(move) != nil { // without methods, only the line can be the cause
			b.refused[fen+" "+move], b.failed = true, errRefused
		}
	}
	if b.Board.Make(i); b.failed == errRefused {
		b.ev.Add(b.Node(), check.Answer{Refused: fmt.Sprintf("Move(%q): %v", move, err)}, check.Answer{})
	}
}

func (b *board) Try(i int) bool {
	if !b.e.(trier).Try(b.MoveString(i)) {
		return false
	}
	b.Board.Make(i)
	return true
}

// Unmake of an engine without Undo only takes the move from the line.
func (b *board) Unmake() {
	if b.src.has["Undo"] && !b.plain {
		b.e.(undoer).Undo()
	} else {
		b.behind = true
	}
	b.Board.Unmake()
}

// Null passes. In check no search does: what it then does, unless it refuses, is no bug.
func (b *board) Null() (ok bool) {
	b.catchUp()
	inCheck := movegen.InCheck(b.Chess())
	defer func() {
		if inCheck && (recover() != nil || ok) {
			ok = false
			b.again(true)
		} else if ok {
			b.Pass()
		}
	}()
	return b.e.(nuller).Null()
}

func (b *board) UndoNull() {
	b.e.(nuller).UndoNull()
	b.Board.Unmake()
}

func (b *board) After(i int) zobrist.Key { return b.e.(afterer).After(b.MoveString(i)) }

// clone returns nil if the engine does.
func (b *board) clone() tester.Game {
	b.catchUp()
	e := b.src.Clone(b.e)
	if isNil(e) {
		return nil
	}
	c := *b
	c.e, c.Board = e, b.Board.Clone()
	return &c
}

func (b *board) Load(text string) error {
	if err := b.Board.Load(text); err != nil {
		return err
	}
	b.failed, b.behind = nil, false
	b.stand()
	return nil
}

// Lacks says which methods the engine does not have, or none is called. What is computed again was
// compared before methods are called.
func (b *board) Lacks(call string) bool {
	if call == "recompute" {
		return !b.plain
	} else if call == "after" {
		call = "After"
	}
	method := methodOf(call)
	return method != "" && call != "load" && call != "make" && !(call == "unmake" && b.plain) && (b.plain || !b.src.has[method])
}

// verbs are the calls that engines have and other games do not.
func verbs() (all []tester.Verb) {
	for _, call := range []struct {
		name string
		do   func(*board) tester.Value
	}{
		{"FEN", func(b *board) tester.Value { return tester.Value{Text: b.e.(fener).FEN()} }},
		{"OfFEN", func(b *board) tester.Value { return b.keyOf(b.Node().FEN) }},
		{"Perft", func(b *board) (v tester.Value) { b.e.(perfter).Perft(1); return v }},
		{"Perft2", func(b *board) (v tester.Value) { b.e.(perfter).Perft(2); return v }},
		{"Refuse", (*board).refuse},
		{"Reread", (*board).reread},
		{"Reset", func(b *board) tester.Value { return b.keyOf(idle(*b.Chess())) }},
		{"Passed", func(b *board) tester.Value {
			f := strings.Fields(b.e.(fener).FEN())
			if len(f) > 3 && len(f[3]) == 2 {
				f[3] = "-"
			}
			return tester.Value{Text: strings.Join(f, " ")}
		}},
		{"Search", func(b *board) (v tester.Value) { b.e.(searcher).Search(1); return v }},
		{"Search3", func(b *board) (v tester.Value) { b.e.(searcher).Search(3); return v }},
		{"Sub", func(b *board) tester.Value { return tester.Value{Text: subKeys(b.e)} }},
		{"SubOfFEN", func(b *board) tester.Value {
			return b.read(b.Node().FEN, func(e Engine) tester.Value { return tester.Value{Text: subKeys(e)} })
		}},
	} {
		all = append(all, tester.Verb{
			Name: call.name,
			Has:  func(g tester.Game) bool { return g.(*board).src.has[methodOf(call.name)] },
			Do:   func(g tester.Game, _ int) tester.Value { return call.do(g.(*board)) },
		})
	}
	return all
}

// subKeys returns the further keys of an engine as text.
func subKeys(e Engine) string {
	var text strings.Builder
	for name, k := range e.(subKeyer).SubKeys() {
		fmt.Fprintf(&text, "%v %s\n", k, name)
	}
	return text.String()
}

// reread returns the key of another engine that reads the engine's FEN.
func (b *board) reread() tester.Value {
	fen := b.e.(fener).FEN()
	if p, err := chess.ParseFEN(fen); err == nil {
		fen = idle(p)
	}
	return b.keyOf(fen)
}

// idle returns a FEN without an en passant square where no capture is legal: engines differ in
// whether they show it.
func idle(p chess.Position) string {
	if !p.EnPassantCounts(zobrist.EnPassantLegal) {
		p.EnPassant = 0
	}
	return p.FEN()
}

// keyOf returns the key that another engine has after SetFEN, or says why it refuses.
func (b *board) keyOf(fen string) tester.Value {
	return b.read(fen, func(e Engine) tester.Value { return tester.Value{Key: e.Key()} })
}

// read returns what another engine says after SetFEN, or why it refuses.
func (b *board) read(fen string, ask func(Engine) tester.Value) tester.Value {
	defer b.again(b.single())
	if err := b.reads(fen); err != nil {
		return tester.Value{Text: fen + ", which SetFEN refuses: " + err.Error()}
	}
	return ask(b.src.e)
}

// single reports whether only one engine can exist at a time.
func (m *methods) single() bool { return m.src.Sequential || !m.plain && m.Sequential }

// reads sets up another engine.
func (m *methods) reads(fen string) error {
	if m.single() {
		m.src.e = m.src.New()
	}
	return m.src.e.SetFEN(fen)
}

// again replaces an engine that has ended by a new one, which stands there, too.
func (b *board) again(ended bool) {
	if ended {
		b.e = b.src.New()
		b.stand()
	}
}

// refuse tries each illegal move. Where an engine stands that accepts one is unknown.
func (b *board) refuse() (v tester.Value) {
	for _, m := range movegen.Illegal(b.Chess()) {
		if move := b.ev.MoveText(b.Chess(), m); (!b.accepts || b.proving) && b.e.(trier).Try(move) {
			b.accepts, b.failed = true, fmt.Errorf("Try(%s) returns true, but the move leaves the king in check", move)
			break
		}
	}
	return v
}
