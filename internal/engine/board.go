package engine

import (
	"errors"
	"fmt"
	"iter"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/movegen"
	"github.com/zobrist-go/zobrist/internal/tester"
)

// A board is an engine as a game of the tester. Its moves and its positions come from the
// rules of chess.
type board struct {
	*rules
	e      Engine
	p      zobrist.ChessPosition
	legal  []zobrist.ChessMove // in p; nil until needed
	before []zobrist.ChessPosition
	failed error
}

// The rules are what the boards of a test share.
type rules struct {
	Options
	text    func(*zobrist.ChessPosition, zobrist.ChessMove) string // a move, as the engine expects it
	refused map[string]bool                                        // moves in positions, which are judged elsewhere
	accepts bool                                                   // Try accepts illegal moves, as was reported
	reader  Engine                                                 // reads FENs; nil until needed
	wrong   func(fen, move, says string)                           // reports what no key shows
}

func (r *rules) newBoard() *board {
	b := &board{rules: r, e: r.New()}
	if err := b.Load(zobrist.StartFEN); err != nil {
		b.failed = nil // a position follows
	}
	return b
}

// errRefused says that the line cannot be played: the engine refuses a position or a legal move.
// errSpoiled says that another engine makes that move.
var errRefused, errSpoiled = errors.New("refused"), errors.New("then Move refuses a legal move")

func (b *board) Key() zobrist.Key       { return b.e.Key() }
func (b *board) Recompute() zobrist.Key { return b.e.Key() } // no rule uses it
func (b *board) Position() string       { return b.p.FEN() }
func (b *board) Err() error             { return b.failed }

func (b *board) moves() []zobrist.ChessMove {
	if b.legal == nil {
		b.legal = movegen.Legal(&b.p)
		if len(b.refused) > 0 {
			all := b.legal[:0]
			for _, m := range b.legal {
				if !b.refused[b.p.FEN()+" "+b.text(&b.p, m)] {
					all = append(all, m)
				}
			}
			b.legal = all
		}
	}
	return b.legal
}

func (b *board) Moves() int              { return len(b.moves()) }
func (b *board) MoveString(i int) string { return b.text(&b.p, b.moves()[i]) }

// play moves the position, and leaves the engine to the caller.
func (b *board) play(m zobrist.ChessMove) {
	b.before = append(b.before, b.p)
	b.p.Play(m)
	b.legal = nil
}

func (b *board) Make(i int) {
	move := b.MoveString(i)
	if err := b.e.Move(move); err != nil {
		b.refuse(move)
	}
	b.play(b.moves()[i])
}

// refuse remembers a move that an engine refuses in any case: no line has it again.
func (b *board) refuse(move string) {
	b.failed = errSpoiled
	if fen := b.p.FEN(); b.reads(fen) != nil || b.reader.Move(move) != nil {
		b.refused[fen+" "+move] = true
		b.failed = errRefused
	}
}

func (b *board) Try(i int) bool {
	if !b.e.(trier).Try(b.MoveString(i)) {
		return false
	}
	b.play(b.moves()[i])
	return true
}

func (b *board) Unmake() {
	b.e.(undoer).Undo()
	b.restore()
}

func (b *board) restore() {
	last := len(b.before) - 1
	b.p, b.before, b.legal = b.before[last], b.before[:last], nil
}

func (b *board) Null() bool {
	if !b.e.(nuller).Null() {
		return false
	}
	b.play(zobrist.ChessMove{})
	return true
}

func (b *board) UndoNull() {
	b.e.(nuller).UndoNull()
	b.restore()
}

func (b *board) After(i int) zobrist.Key { return b.e.(afterer).After(b.MoveString(i)) }

// clone returns nil if the engine does.
func (b *board) clone() tester.Game {
	e := b.Options.Clone(b.e)
	if isNil(e) {
		return nil
	}
	c := *b
	c.e = e
	c.before = append([]zobrist.ChessPosition(nil), b.before...)
	return &c
}

func (b *board) Load(fen string) (err error) {
	if b.p, err = zobrist.ParseFEN(fen); err != nil {
		return err
	}
	b.legal, b.before, b.failed = nil, b.before[:0], nil
	if err = b.e.SetFEN(fen); err != nil {
		b.failed = errRefused
	}
	return err
}

// Lacks says which methods the engine does not have.
func (b *board) Lacks(call string) bool {
	switch call {
	case "unmake":
		return !has[undoer](b.e)
	case "try":
		return !has[trier](b.e)
	case "after":
		return !has[afterer](b.e)
	case "null":
		return !has[nuller](b.e)
	case "clone":
		return b.Options.Clone == nil
	}
	return call == "recompute" // internal/check judges keys from FENs, and routes
}

func has[T any](e Engine) bool {
	_, ok := e.(T)
	return ok
}

// subKeyer lists the further keys of an engine.
type subKeyer interface {
	SubKeys() iter.Seq2[string, zobrist.Key]
}

// verbs are the calls that engines have and other games do not.
func verbs() []tester.Verb {
	verb := func(name string, has func(Engine) bool, do func(*board) tester.Value) tester.Verb {
		return tester.Verb{
			Name: name,
			Has:  func(g tester.Game) bool { return has(g.(*board).e) },
			Do:   func(g tester.Game, _ int) tester.Value { return do(g.(*board)) },
		}
	}
	other := func(name string, has func(Engine) bool, do func(*board) tester.Value) tester.Verb { // asks another engine
		v := verb(name, has, do)
		v.Has = func(g tester.Game) bool { return !g.(*board).Sequential && has(g.(*board).e) }
		return v
	}
	act := func(do func(Engine, int), depth int) func(*board) tester.Value {
		return func(b *board) (v tester.Value) { do(b.e, depth); return v }
	}
	perft, search := func(e Engine, d int) { e.(perfter).Perft(d) }, func(e Engine, d int) { e.(searcher).Search(d) }
	return []tester.Verb{
		verb("FEN", has[fener], func(b *board) tester.Value { return tester.Value{Text: b.e.(fener).FEN()} }),
		verb("Sub", has[subKeyer], func(b *board) tester.Value { return tester.Value{Text: subKeys(b.e)} }),
		other("Reread", has[fener], (*board).reread),
		other("Reset", has[fener], func(b *board) tester.Value { return b.keyOf(withoutIdle(b.p)) }),
		other("Other", func(Engine) bool { return true }, func(b *board) tester.Value { return b.keyOf(b.p) }),
		verb("Refuse", has[trier], (*board).refuses),
		verb("Perft", has[perfter], act(perft, 1)),
		verb("Perft2", has[perfter], act(perft, 2)),
		verb("Search", has[searcher], act(search, 1)),
		verb("Search3", has[searcher], act(search, 3)),
	}
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
	fen := b.e.(fener).FEN()
	if err := b.reads(fen); err != nil {
		b.wrong(b.p.FEN(), "", "FEN: SetFEN refuses the FEN that FEN returns, "+fen+": "+err.Error())
		return b.keyOf(withoutIdle(b.p))
	}
	if p, err := zobrist.ParseFEN(fen); err == nil {
		return b.keyOf(withoutIdle(p))
	}
	return tester.Value{Key: b.reader.Key()}
}

// withoutIdle clears an en passant square where no capture is legal: engines differ in whether
// they show it.
func withoutIdle(p zobrist.ChessPosition) zobrist.ChessPosition {
	if !p.EnPassantOn(zobrist.EnPassantLegal) {
		p.EnPassant = 0
	}
	return p
}

// keyOf returns the key that another engine has after SetFEN.
func (b *board) keyOf(p zobrist.ChessPosition) (v tester.Value) {
	if b.reads(p.FEN()) == nil {
		v.Key = b.reader.Key()
	}
	return v
}

// reads sets up another engine.
func (r *rules) reads(fen string) error {
	if r.reader == nil || r.Sequential {
		r.reader = r.New()
	}
	return r.reader.SetFEN(fen)
}

// refuses tries each illegal move.
func (b *board) refuses() (v tester.Value) {
	if b.accepts {
		return v
	}
	for _, m := range movegen.Illegal(&b.p) {
		if move := b.text(&b.p, m); b.e.(trier).Try(move) {
			b.wrong(b.p.FEN(), "Try("+move+")", "Try: Try accepts a move that leaves the king in check")
			b.accepts, b.failed = true, errRefused // where the engine stands now is unknown
			break
		}
	}
	return v
}
