package check

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/chess"
	"github.com/zobrist-go/zobrist/internal/movegen"
	"github.com/zobrist-go/zobrist/internal/tester"
)

// A board is an engine in this process as a game of the tester, for the laws of its
// methods, with the rules of chess.
type board struct {
	Board
	*methods
	e      Engine
	failed error
}

func (m *methods) newBoard() *board {
	b := &board{Board: Board{Evidence: m.ev}, methods: m, e: m.src.New()}
	_ = b.Load("startpos")
	b.failed = nil // a position follows
	return b
}

// errRefused: the engine refuses a position or a legal move. errSpoiled: another engine
// makes that move.
var errRefused, errSpoiled = errors.New("refused"), errors.New("then Move refuses a legal move")

func (b *board) Err() error             { return b.failed }
func (b *board) Key() zobrist.Key       { return b.e.Key() }
func (b *board) Recompute() zobrist.Key { return b.Key() } // it is not called

func (b *board) stand() {
	if place(b.e, b.node.Query) != "" {
		b.failed = errRefused
	}
}

func (b *board) Make(i int) {
	if move := b.MoveString(i); b.e.Move(move) != nil {
		b.failed = errSpoiled
		b.refuses(move)
	} else {
		b.Board.Make(i)
	}
}

// refuses looks whether another engine refuses a move here, too. Then no line has it again.
func (b *board) refuses(move string) {
	defer b.again(b.Sequential)
	if n := b.node; b.reads((Query{FEN: n.FEN}).Then(move)) != "" {
		b.ev.barred[n.FEN+" "+move], b.failed = true, errRefused
		n.names, n.legal = nil, nil
	}
}

func (b *board) Try(i int) bool {
	if move := b.MoveString(i); !b.e.(trier).Try(move) {
		b.refuses(move)
		return false
	}
	b.Board.Make(i)
	return true
}

func (b *board) Unmake() {
	b.e.(undoer).Undo()
	b.Board.Unmake()
}

// Null passes. In check no search does: what it then does, unless it refuses, is no bug.
func (b *board) Null() (ok bool) {
	inCheck := movegen.InCheck(&b.node.p)
	defer func() {
		if inCheck && (recover() != nil || ok) {
			ok = false
			b.again(true)
		} else if ok {
			b.Pass()
		}
	}()
	return b.e.(tester.Nuller).Null()
}

func (b *board) UndoNull() {
	b.e.(tester.Nuller).UndoNull()
	b.Board.Unmake()
}

func (b *board) After(i int) zobrist.Key { return b.e.(afterer).After(b.MoveString(i)) }

// clone returns nil if the engine does.
func (b *board) clone() tester.Game {
	e := b.src.Clone(b.e)
	if isNil(e) {
		return nil
	}
	c := *b
	c.e = e
	return &c
}

func (b *board) Load(text string) error {
	b.failed = nil
	err := b.Board.Load(text)
	b.stand()
	return err
}

// Lacks says which methods the engine does not have. What is computed again was compared
// before methods are called.
func (b *board) Lacks(call string) bool {
	method := methodOf(call)
	return call == "recompute" || method != "" && !b.src.has[method]
}

// verbs are the calls that engines have and other games do not.
func verbs() []tester.Verb {
	verb := func(name string, do func(*board) tester.Value) tester.Verb {
		return tester.Verb{
			Name: name,
			Has:  func(g tester.Game) bool { return g.(*board).src.has[methodOf(name)] },
			Do:   func(g tester.Game, _ int) tester.Value { return do(g.(*board)) },
		}
	}
	shallow := func(do func(*board)) func(*board) tester.Value {
		return func(b *board) (v tester.Value) {
			if b.Moves() <= 20 { // where it is fast
				do(b)
			}
			return v
		}
	}
	return []tester.Verb{
		verb("FEN", func(b *board) tester.Value { return tester.Value{Text: b.e.(fener).FEN()} }),
		verb("OfFEN", func(b *board) tester.Value { return b.keyOf(Query{FEN: b.node.FEN}) }),
		verb("Perft", func(b *board) (v tester.Value) { b.e.(perfter).Perft(1); return v }),
		verb("Perft3", shallow(func(b *board) { b.e.(perfter).Perft(3) })),
		verb("Refuse", (*board).refuse),
		verb("Reread", (*board).reread),
		verb("Reset", func(b *board) tester.Value { return b.keyOf(Query{FEN: idle(b.node.p)}) }),
		verb("Search", func(b *board) (v tester.Value) { b.e.(searcher).Search(1); return v }),
		verb("Search3", shallow(func(b *board) { b.e.(searcher).Search(3) })),
		verb("Sub", func(b *board) tester.Value { return tester.Value{Text: subKeys(b.e)} }),
		verb("SubOfFEN", func(b *board) tester.Value {
			return b.read(Query{FEN: b.node.FEN}, func(e Engine) tester.Value {
				return tester.Value{Text: subKeys(e)}
			})
		}),
	}
}

// subKeys returns the further keys of an engine as text, sorted by name: they may come in
// any order.
func subKeys(e Engine) string {
	var all []string
	for name, k := range e.(subKeyer).SubKeys() {
		all = append(all, fmt.Sprintf("%v %s", k, name))
	}
	slices.SortFunc(all, func(a, b string) int { return strings.Compare(a[16:], b[16:]) })
	return strings.Join(all, "\n")
}

// reread returns the key of another engine that reads the engine's FEN, or says why it refuses.
func (b *board) reread() (v tester.Value) {
	fen := b.e.(fener).FEN()
	if p, err := chess.ParseFEN(fen); err == nil {
		fen = idle(p)
	}
	v = b.keyOf(Query{FEN: fen})
	v.No = false
	return v
}

// idle returns a FEN without an en passant square where no capture is legal: engines differ
// in whether they show it.
func idle(p chess.Position) string {
	if !p.EnPassantCounts(zobrist.EnPassantLegal) {
		p.EnPassant = 0
	}
	return p.FEN()
}

// keyOf returns the key that another engine has in a position, unless it refuses.
func (b *board) keyOf(q Query) tester.Value {
	return b.read(q, func(e Engine) tester.Value { return tester.Value{Key: e.Key()} })
}

// read returns what another engine says in a position, unless it refuses.
func (b *board) read(q Query, ask func(Engine) tester.Value) tester.Value {
	defer b.again(b.Sequential)
	if why := b.reads(q); why != "" {
		return tester.Value{No: true, Text: q.FEN + ", which SetFEN refuses: " + why}
	}
	return ask(b.src.e)
}

// reads sets up another engine, or returns why that refuses.
func (m *methods) reads(q Query) (refused string) {
	if m.Sequential || m.proving {
		m.src.e = m.src.New()
	}
	return place(m.src.e, q)
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
	p := b.node.p // some engines have no square where no capture is legal
	none := p.EnPassant != 0 && !p.EnPassantCounts(zobrist.EnPassantLegal) &&
		b.keyOf(Query{FEN: p.FEN()}).Key == b.keyOf(Query{FEN: idle(p)}).Key
	for _, m := range movegen.Illegal(&p) {
		dropped := none && m.To == p.EnPassant
		if move := m.String(); !dropped && (!b.accepts || b.proving) && b.e.(trier).Try(move) {
			b.accepts, b.failed = true, fmt.Errorf(
				"Try(%s) returns true, but the move leaves the king in check", move,
			)
			break
		}
	}
	return v
}
