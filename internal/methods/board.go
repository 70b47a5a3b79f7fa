package methods

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/chess"
	"github.com/zobrist-go/zobrist/internal/explore"
	"github.com/zobrist-go/zobrist/internal/movegen"
	"github.com/zobrist-go/zobrist/internal/tester"
	"github.com/zobrist-go/zobrist/internal/tester/source"
)

// A board is an engine in this process as a game of the tester, for the laws of its methods, with
// the rules of chess.
type board struct {
	*player
	node   *explore.Node
	names  []string // of the moves; nil until needed
	moves  []int    // which moves of the rules these are
	e      Engine
	failed error
}

// newBoard makes a board. A position follows.
func (p *player) newBoard() *board {
	b := &board{player: p, e: p.src.New()}
	_ = b.Load("startpos")
	b.failed = nil
	return b
}

// errRefused: the engine refuses a position or a legal move. errSpoiled: another engine makes that
// move.
var (
	errRefused = errors.New("refused")
	//lint:ignore ST1005 Move is the name of a method
	errSpoiled = errors.New("Move refuses a legal move")
)

func (b *board) Err() error             { return b.failed }
func (b *board) Key() zobrist.Key       { return b.e.Key() }
func (b *board) Recompute() zobrist.Key { return b.Key() } // it is not called: see Lacks

// Position is the FEN.
func (b *board) Position() string { return b.node.FEN }

// at goes to a node.
func (b *board) at(n *explore.Node) {
	b.node, b.names, b.moves = n, nil, nil
}

// list finds the legal moves, without those that the engine refuses.
func (b *board) list() {
	if b.names != nil {
		return
	}
	b.names, b.moves = []string{}, nil
	for i, name := range b.rules.Names(b.node) {
		if !b.barred[b.node.FEN+" "+name] {
			b.names, b.moves = append(b.names, name), append(b.moves, i)
		}
	}
}

func (b *board) Names() []string {
	b.list()
	return b.names
}

func (b *board) Moves() int              { return len(b.Names()) }
func (b *board) MoveString(i int) string { return b.Names()[i] }

// forward makes a move on the board of the rules.
func (b *board) forward(i int) {
	b.list()
	b.at(b.rules.After(b.node, b.moves[i]))
}

// back takes a move back on the board of the rules.
func (b *board) back() {
	b.node.Drop()
	b.at(b.node.Before)
}

// pass makes a null move on the board of the rules.
func (b *board) pass() {
	p := b.node.Board
	p.Play(chess.Move{})
	b.at(&explore.Node{
		Query:  b.node.Query.Then(source.NullMove),
		FEN:    p.FEN(),
		Board:  p,
		Before: b.node,
	})
}

// stand brings the engine to the position.
func (b *board) stand() {
	if place(b.e, b.node.Query) != "" {
		b.failed = errRefused
	}
}

func (b *board) Load(text string) error {
	b.failed = nil
	n, err := b.start(text)
	if err != nil {
		return err
	}
	b.at(n)
	b.stand()
	return nil
}

func (b *board) Make(i int) {
	move := b.MoveString(i)
	if b.e.Move(move) != nil {
		b.failed = errSpoiled
		b.refuses(move)
		return
	}
	b.forward(i)
}

// refuses looks whether another engine refuses a move here, too. Then no sequence has it again.
func (b *board) refuses(move string) {
	defer b.replace(b.src.Sequential)
	q := b.node.FromFEN().Then(move)
	if b.setUpOther(q) != "" {
		b.barred[b.node.FEN+" "+move] = true
		b.failed = errRefused
		b.at(b.node)
	}
}

func (b *board) Try(i int) bool {
	move := b.MoveString(i)
	if !b.e.(trier).Try(move) {
		b.refuses(move)
		return false
	}
	b.forward(i)
	return true
}

func (b *board) Unmake() {
	b.e.(undoer).Undo()
	b.back()
}

// Null passes. In check no search does: what it then does, unless it refuses, is no bug.
func (b *board) Null() (ok bool) {
	inCheck := movegen.InCheck(&b.node.Board)
	defer func() {
		switch {
		case inCheck && (recover() != nil || ok):
			ok = false
			b.replace(true)
		case ok:
			b.pass()
		}
	}()
	return b.e.(tester.Nuller).Null()
}

func (b *board) UndoNull() {
	b.e.(tester.Nuller).UndoNull()
	b.back()
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

// Lacks says which methods the engine does not have. Keys by moves were compared with those from
// FENs before any method is called, so nothing is computed again.
func (b *board) Lacks(call string) bool {
	method := methodOf(call)
	return call == "recompute" || method != "" && !b.src.has[method]
}

// shallowMoves is how many legal moves a position may have for a search to depth 2 or 3.
const shallowMoves = 20

// verbs are the calls that engines have and other games do not.
func verbs() []tester.Verb {
	verb := func(name string, do func(*board) tester.Value) tester.Verb {
		return tester.Verb{
			Name: name,
			Has:  func(g tester.Game) bool { return g.(*board).src.has[methodOf(name)] },
			Do:   func(g tester.Game, _ int) tester.Value { return do(g.(*board)) },
		}
	}
	act := func(do func(e Engine)) func(*board) tester.Value {
		return func(b *board) (v tester.Value) {
			do(b.e)
			return v
		}
	}
	shallow := func(do func(e Engine)) func(*board) tester.Value {
		return func(b *board) (v tester.Value) {
			if b.Moves() <= shallowMoves {
				do(b.e)
			}
			return v
		}
	}
	return []tester.Verb{
		verb("FEN", func(b *board) tester.Value { return tester.Value{Text: b.e.(fener).FEN()} }),
		verb("OfFEN", func(b *board) tester.Value { return b.keyOf(b.node.FEN) }),
		verb("Perft", act(func(e Engine) { e.(perfter).Perft(1) })),
		verb("Perft2", shallow(func(e Engine) { e.(perfter).Perft(2) })),
		verb("Perft3", shallow(func(e Engine) { e.(perfter).Perft(3) })),
		verb("Refuse", (*board).refuse),
		verb("Reread", (*board).reread),
		verb("Reset", func(b *board) tester.Value { return b.keyOf(withoutIdle(b.node.Board)) }),
		verb("Search", act(func(e Engine) { e.(searcher).Search(1) })),
		verb("Search2", shallow(func(e Engine) { e.(searcher).Search(2) })),
		verb("Search3", shallow(func(e Engine) { e.(searcher).Search(3) })),
		verb("Sub", func(b *board) tester.Value { return tester.Value{Text: subKeys(b.e)} }),
		verb("SubOfFEN", func(b *board) tester.Value {
			return b.read(b.node.FEN, func(e Engine) tester.Value {
				return tester.Value{Text: subKeys(e)}
			})
		}),
	}
}

// subKeys returns the further keys of an engine as text, sorted by name: they may come in
// any order. Each line is a key, a blank and a name.
func subKeys(e Engine) string {
	var all []string
	for name, k := range e.(subKeyer).SubKeys() {
		all = append(all, fmt.Sprintf("%v %s", k, name))
	}
	const digits = 16 // of a key
	slices.SortFunc(all, func(a, b string) int { return strings.Compare(a[digits:], b[digits:]) })
	return strings.Join(all, "\n")
}

// reread returns the key of another engine that reads the engine's FEN, or says why it refuses. A
// refusal breaks the law, so it is compared like a key.
func (b *board) reread() (v tester.Value) {
	fen := b.e.(fener).FEN()
	p, err := chess.ParseFEN(fen)
	if err == nil {
		fen = withoutIdle(p)
	}
	v = b.keyOf(fen)
	v.No = false
	return v
}

// withoutIdle returns a FEN without an en passant square where no capture is legal: engines differ
// in whether they show it.
func withoutIdle(p chess.Position) string {
	if !p.EnPassantCounts(zobrist.EnPassantLegal) {
		p.EnPassant = 0
	}
	return p.FEN()
}

// keyOf returns the key that another engine has in a position, unless it refuses.
func (b *board) keyOf(fen string) tester.Value {
	return b.read(fen, func(e Engine) tester.Value { return tester.Value{Key: e.Key()} })
}

// read returns what another engine says in a position, unless it refuses.
func (b *board) read(fen string, ask func(Engine) tester.Value) tester.Value {
	defer b.replace(b.src.Sequential)
	why := b.setUpOther(source.Query{FEN: fen})
	if why != "" {
		return tester.Value{No: true, Text: fen + ", which SetFEN refuses: " + why}
	}
	return ask(b.src.e)
}

// setUpOther sets up another engine, that of the source, or returns why it refuses. While a law is
// proved this is a new engine, in which earlier calls have left nothing.
func (p *player) setUpOther(q source.Query) (refused string) {
	if p.src.Sequential || p.proving {
		p.src.e = p.src.New()
	}
	return place(p.src.e, q)
}

// replace replaces an engine that has ended by a new one, which stands there, too.
func (b *board) replace(ended bool) {
	if ended {
		b.e = b.src.New()
		b.stand()
	}
}

// refuse tries each illegal move. Where an engine stands that accepts one is unknown, so that the
// game ends there.
func (b *board) refuse() (v tester.Value) {
	p := b.node.Board
	// An engine may not know of a square where no capture is legal. For it such a capture is no
	// move at all.
	idle := p.EnPassant != 0 && !p.EnPassantCounts(zobrist.EnPassantLegal)
	dropped := idle && b.keyOf(p.FEN()).Key == b.keyOf(withoutIdle(p)).Key
	for _, m := range movegen.Illegal(&p) {
		if dropped && m.To == p.EnPassant || b.accepts && !b.proving {
			continue
		}
		if b.e.(trier).Try(m.String()) {
			b.accepts = true
			b.failed = fmt.Errorf(
				"Try(%v) returns true, but the move leaves the king in check", m,
			)
			break
		}
	}
	return v
}
