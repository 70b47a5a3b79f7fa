package engine

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/check"
	"github.com/zobrist-go/zobrist/internal/movegen"
)

// A method is the check of an optional method: it calls at in one position after another.
type method struct {
	name string
	has  func(Options, Engine) bool
	at   func(*inspection)
}

func methods() []method {
	return []method{
		{"FEN", is[fener], fenAt()},
		{"PawnKey", is[pawnKeys], pawnKeyAt()},
		{"Undo", is[undoer], undoAt},
		{"UndoNull", is[nuller], undoNullAt},
		{"Try", is[trier], tryAt},
		{"After", is[afterer], afterAt},
		{"Clone", func(o Options, _ Engine) bool { return o.Clone != nil }, cloneAt},
		{"Perft", is[perfter], searchAt("Perft", func(e Engine) func(int) { return e.(perfter).Perft }, 2)},
		{"Search", is[searcher], searchAt("Search", func(e Engine) func(int) { return e.(searcher).Search }, 3)},
		{"two engines", always, apartAt},
		{"threads", always, nil}, // see checkThreads
	}
}

func always(Options, Engine) bool { return true }

func is[T any](_ Options, e Engine) bool {
	_, ok := e.(T)
	return ok
}

// undoAt makes each move and a reply, and takes both back.
func undoAt(in *inspection) {
	in.each(func(move string, m zobrist.ChessMove) {
		if !in.moved(move) {
			return
		}
		after := in.state()
		if reply := in.reply(m); in.turn%4 < 2 && reply != "" && in.moved(reply) {
			in.undo()
			in.require(in.state(), after, "Undo does not restore", "afterwards", "after Move("+move+")")
		}
		if !in.wrong {
			in.undo()
			in.unchanged("Undo does not restore")
		}
	})
}

// undoNullAt makes a null move and takes it back, also with a move in between.
func undoNullAt(in *inspection) {
	n := in.e.(nuller)
	null := func() bool { in.does("Null()"); return n.Null() }
	undoNull := func() {
		in.does("UndoNull()")
		n.UndoNull()
		in.unchanged("UndoNull does not restore")
	}
	in.act(func() {
		if null() {
			undoNull()
		} else {
			in.unchanged("Null returns false, but changes")
		}
	})
	reply := in.reply(zobrist.ChessMove{})
	if !in.undoes() || reply == "" || movegen.InCheck(&in.pos) {
		return
	}
	in.act(func() {
		if null() && in.moved(reply) {
			in.undo()
			undoNull()
		}
	})
}

// tryAt tries illegal moves, which must change nothing, and legal ones.
func tryAt(in *inspection) {
	try := func(move string) bool { in.does("Try(" + move + ")"); return in.e.(trier).Try(move) }
	for _, m := range movegen.Illegal(&in.pos) {
		in.act(func() {
			if try(m.String()) {
				in.report(check.Finding{What: "Try accepts a move that leaves the king in check"})
			} else {
				in.unchanged("Try of an illegal move changes")
			}
		})
	}
	in.each(func(move string, _ zobrist.ChessMove) {
		if !in.moved(move) {
			return
		}
		want := in.state()
		in.again()
		if !try(move) {
			in.report(check.Finding{What: "Try refuses a legal move"})
			return
		}
		in.require(in.state(), want, "Try and Move do not agree on", "after Try", "after Move")
		if in.undoes() && !in.wrong {
			in.undo()
			in.unchanged("Undo after Try does not restore")
		}
	})
}

// afterAt compares the key that After predicts with the key after the move.
func afterAt(in *inspection) {
	in.each(func(move string, _ zobrist.ChessMove) {
		in.does("After(" + move + ")")
		got := in.e.(afterer).After(move)
		in.require(in.state(), in.before, "After changes", "afterwards", "before")
		if !in.wrong && in.moved(move) {
			in.expect(got, in.e.Key(), "After and the same Move do not agree on the key", "from After", "after Move")
		}
	})
}

// cloneAt requires that a clone has the same keys, and that moves on the clone and on the
// engine do not change the other.
func cloneAt(in *inspection) {
	var c Engine
	clone := func() bool {
		in.does("Clone()")
		if c = in.Options.Clone(in.e); isNil(c) {
			in.report(check.Finding{What: "Clone returns nil"})
		}
		return !in.wrong
	}
	moved := func(move string) bool { in.does("clone.Move(" + move + ")"); return c.Move(move) == nil }
	in.each(func(move string, m zobrist.ChessMove) {
		if !clone() {
			return
		}
		in.expect(c.Key(), in.before.key, "a clone has another key", "of the clone", "of the engine")
		if !moved(move) {
			return
		}
		after := c.Key()
		in.require(in.state(), in.before, "a move on a clone changes", "afterwards", "before")
		if in.wrong || !in.moved(move) {
			return
		}
		in.expect(after, in.e.Key(), "a clone has another key after the same move", "of the clone", "of the engine")
		in.expect(c.Key(), after, "a move on the engine changes the key of its clone", "afterwards", "before")

		// Both make two moves. Then the engine takes one back.
		if in.wrong || !in.undoes() || in.follow == "" || !in.again() {
			return
		}
		clone()
		follow, _ := zobrist.ParseMove(in.follow)
		reply, next := in.reply(m), in.reply(follow)
		if next != "" && in.moved(move) && in.moved(reply) && moved(in.follow) && moved(next) {
			in.undo()
			in.expect(in.e.Key(), after, "a move on a clone changes what Undo restores",
				"afterwards", "after Move("+move+")")
		}
	})
}

// searchAt returns a function that requires that a search leaves the position as it was.
func searchAt(name string, method func(Engine) func(depth int), deep int) func(in *inspection) {
	return func(in *inspection) {
		in.act(func() {
			depth := []int{1, deep}[in.tried%2]
			in.does(fmt.Sprintf("%s(%d)", name, depth))
			method(in.e)(depth)
			in.unchanged(name + " changes")
		})
	}
}

// fenAt returns a function that requires that SetFEN reads what FEN returns.
func fenAt() func(in *inspection) {
	legal := zobrist.NewChess(1).WithEnPassant(zobrist.EnPassantLegal)
	return func(in *inspection) {
		// Engines differ in when they show an en passant square, but not if a capture is legal.
		if legal.EnPassantKey(&in.pos) == 0 {
			in.pos.EnPassant = 0
		}
		in.pos.HalfmoveClock, in.pos.FullmoveNumber = 0, 1
		in.query, in.placed = check.Query{FEN: in.pos.FEN()}, false
		in.act(func() {
			key := in.e.Key()
			in.does("FEN()")
			fen := in.e.(fener).FEN()
			if in.e.Key() != key {
				in.expect(in.e.Key(), key, "FEN changes the key", "afterwards", "before")
				return
			}
			if in.does("SetFEN(" + fen + ")"); fen == "" {
				return
			}
			if err := in.e.SetFEN(fen); err != nil {
				in.report(check.Finding{What: "SetFEN refuses the FEN that FEN returns: " + err.Error()})
				return
			}
			in.expect(in.e.Key(), key, "FEN returns another position, which has another key",
				"of this FEN", "of the position")
		})
	}
}

// pawnKeyAt returns a function that requires that the pawn key is the same by every route,
// and changes only with pawns, or only with pawns and kings.
func pawnKeyAt() func(in *inspection) {
	byMen, byPawns := map[string]zobrist.Key{}, map[string]zobrist.Key{} // men: pawns and kings
	where := map[string]check.Query{}
	pawnsOf := map[zobrist.Key]string{}
	pawn, king := zobrist.WhitePawn, zobrist.WhiteKing
	at := func(in *inspection, fen string) {
		key := in.e.Key()
		by := in.e.(pawnKeys).PawnKey()
		in.expect(in.e.Key(), key, "PawnKey changes the key", "afterwards", "before")
		if in.placed = false; in.wrong || in.e.SetFEN(fen) != nil {
			return
		}
		from := in.e.(pawnKeys).PawnKey()
		in.expect(by, from, "the pawn key by moves is not the pawn key of the FEN", "by moves", "from the FEN")
		pawns, men := only(&in.pos, pawn), only(&in.pos, pawn, king)
		if old, ok := byMen[men]; ok {
			in.expect(by, old, "positions with the same pawns and kings have two pawn keys",
				"here", "after "+where[men].Command())
		}
		if old, ok := byPawns[pawns]; ok && old != by {
			in.says = ": the pawn key changes only with pawns and kings"
		}
		if other, ok := pawnsOf[by]; ok && other != pawns && !in.wrong {
			what := "positions with different pawns share a pawn key: " + other + " and " + pawns
			in.report(check.Finding{What: what})
		}
		byMen[men], byPawns[pawns], pawnsOf[by], where[men] = by, by, pawns, in.query
	}
	return func(in *inspection) {
		in.says = cmp.Or(in.says, ": the pawn key changes only with pawns")
		for _, n := range []*check.Node{in.node.Parent, in.node} { // most moves are not of pawns
			if n == nil {
				continue
			}
			if in.pos, in.failed = zobrist.ParseFEN(n.FEN); in.failed != nil {
				return
			}
			in.query, in.placed = n.Query, false
			if p := n.Parent; p != nil && in.tried%4 > 0 { // a short line is easier to follow
				in.query = check.Query{FEN: p.FEN, Moves: n.Moves[len(n.Moves)-1:]}
			}
			in.act(func() { at(in, n.FEN) })
		}
	}
}

// only returns the board of a FEN that has only some white men, and the black ones of the
// same kinds.
func only(p *zobrist.ChessPosition, men ...zobrist.ChessPiece) string {
	var some zobrist.ChessPosition
	for s, man := range p.Board {
		if slices.Contains(men, man) || slices.Contains(men, man-zobrist.BlackPawn+zobrist.WhitePawn) {
			some.Board[s] = man
		}
	}
	board, _, _ := strings.Cut(some.FEN(), " ")
	return board
}

// apartAt requires that moves of one engine change no other engine.
func apartAt(in *inspection) {
	if in.other == nil {
		if in.other, in.failed = in.open(in.ctx); in.failed != nil {
			return
		}
	}
	in.each(func(move string, _ zobrist.ChessMove) {
		in.other.placed = false
		if in.other.place(in.query) == "" && in.other.e.Move(move) == nil {
			in.expect(in.e.Key(), in.before.key, "engines share a board", "afterwards", "before")
		}
	})
}
