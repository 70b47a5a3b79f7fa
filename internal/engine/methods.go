package engine

import (
	"cmp"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

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
	}
}

func is[T any](_ Options, e Engine) bool {
	_, ok := e.(T)
	return ok
}

// An inspection is one position in the check of a method.
type inspection struct {
	*source
	ev     *check.Evidence
	node   *check.Node
	query  check.Query
	pos    zobrist.ChessPosition
	legal  []zobrist.ChessMove
	before state
	// A legal move, or "", and the state after it. What an engine keeps besides the key may
	// show only there.
	follow   string
	followed state

	then   string // what the engine does in the position
	wrong  bool   // that was wrong
	tried  int    // positions
	turn   int    // calls of unchanged
	count  int    // of comparisons
	bad    int
	found  *check.Finding // the one with the fewest features
	says   string
	failed error
	other  *source // for the check of two engines
}

// A state is what the engine says about its position.
type state struct {
	key, pawns zobrist.Key
	fen        string
}

func (in *inspection) state() state {
	s := state{key: in.e.Key(), fen: in.fen(in.query)}
	if e, ok := in.e.(pawnKeys); ok && !in.broken["PawnKey"] {
		s.pawns = e.PawnKey()
	}
	return s
}

// inspect visits positions from all lines until the time is over, or until it has found a
// bug and knows the feature.
func inspect(ev *check.Evidence, s *source, within time.Duration, at func(*inspection)) (check.Result, error) {
	const least = 20 // positions, however slow the engine is
	in := &inspection{source: s, ev: ev}
	begin := time.Now()
	nodes := ev.Nodes()
	for _, i := range visits(nodes) {
		over := time.Since(begin) > within && in.tried >= least
		named := in.found != nil && (in.found.Of == "" || len(in.found.Features) == 1)
		if over || named || in.failed != nil {
			break
		}
		if in.wrong { // what comes next must not be its consequence
			in.source, in.failed = fresh(ev)
		}
		if in.failed == nil {
			in.visit(nodes[i])
		}
		if in.failed == nil && in.placed {
			at(in)
		}
	}
	r := check.Result{Unit: "comparison", Count: in.count, Bad: in.bad, Says: in.says}
	if in.found != nil {
		r.Findings, in.found.Count = []check.Finding{*in.found}, in.bad
	}
	return r, in.failed
}

// visit brings the engine to a node.
func (in *inspection) visit(n *check.Node) {
	in.tried++
	in.wrong = false
	in.node, in.query = n, check.Query{FEN: n.FEN}
	if in.tried%4 == 0 { // what the engine keeps of earlier moves may matter
		in.query = n.Query
	}
	if in.pos, in.failed = zobrist.ParseFEN(n.FEN); in.failed != nil {
		return
	}
	in.legal = movegen.Legal(&in.pos)
	in.follow = in.toFollow()
	in.failed = in.call(in.query.Command, func() {
		if in.follow != "" && in.place(in.query) == "" && in.moved(in.follow) {
			in.followed = in.state()
		} else {
			in.follow = ""
		}
		if in.place(in.query) == "" {
			in.before = in.state()
		}
	})
}

// toFollow returns a legal move: in every second position the one that changes the most
// castling rights, or a capture en passant.
func (in *inspection) toFollow() string {
	if len(in.legal) == 0 {
		return ""
	}
	move, most := in.legal[in.tried*7%len(in.legal)], in.tried%4&2
	for _, m := range in.legal {
		next := in.pos
		next.Play(m)
		changes := bits.OnesCount8(uint8(next.Castling ^ in.pos.Castling))
		if in.pos.EnPassant != 0 && m.To == in.pos.EnPassant {
			changes = 2
		}
		if changes > most {
			move, most = m, changes
		}
	}
	return in.ev.MoveText(&in.pos, move)
}

// act brings the engine back to the position, and calls f.
func (in *inspection) act(f func()) {
	if in.failed != nil || in.wrong {
		return
	}
	in.then = ""
	in.failed = in.call(func() string { return in.query.Command() + ", then " + in.then }, func() {
		if in.again() {
			f()
		}
	})
}

func (in *inspection) again() bool {
	in.then = ""
	in.placed = in.placed && len(in.at.Moves) == len(in.query.Moves)
	return in.place(in.query) == ""
}

// each calls f in the position for each legal move.
func (in *inspection) each(f func(move string, m zobrist.ChessMove)) {
	for _, m := range in.legal {
		in.act(func() { f(in.ev.MoveText(&in.pos, m), m) })
	}
}

// does says what the engine does next.
func (in *inspection) does(call string) {
	in.placed = false
	in.then = strings.TrimPrefix(in.then+", "+call, ", ")
	line := in.query.Command() + ", then " + in.then
	in.watch.begin(func() string { return line })
}

// moved makes a move. It reports whether the engine accepted it: the check of moves
// reports refused moves.
func (in *inspection) moved(move string) bool {
	in.does("Move(" + move + ")")
	return in.e.Move(move) == nil
}

// undoes reports whether Undo can be used in other checks.
func (in *inspection) undoes() bool {
	return is[undoer](in.Options, in.e) && !in.broken["Undo"]
}

func (in *inspection) undo() {
	in.does("Undo()")
	in.e.(undoer).Undo()
}

// reply returns a legal reply to a move, or "".
func (in *inspection) reply(m zobrist.ChessMove) string {
	next := in.pos
	next.Play(m)
	if legal := movegen.Legal(&next); len(legal) > 0 {
		return in.ev.MoveText(&next, legal[in.turn%len(legal)])
	}
	return ""
}

// report reports a bug.
func (in *inspection) report(f check.Finding) {
	in.wrong, in.placed = true, false
	in.bad++
	f.Cause, f.At, f.Then, f.FEN, f.Count = f.What, in.query, in.then, in.pos.FEN(), 1
	few := func(f *check.Finding) int { return cmp.Or(len(f.Features), 5) }
	if in.found == nil || few(&f) < few(in.found) {
		in.found = &f
	}
}

// expect compares two keys.
func (in *inspection) expect(got, want zobrist.Key, what, of, ofWant string) {
	if in.count++; got != want && !in.wrong {
		f := check.Finding{What: what, Got: got, Of: of, Want: want, OfWant: ofWant, WantAt: in.query}
		f.Why, f.Features = in.ev.Explain(got, want)
		in.report(f)
	}
}

// require compares two states. what ends with a verb, such as "Undo does not restore".
func (in *inspection) require(got, want state, what, of, ofWant string) {
	in.expect(got.key, want.key, what+" the key", of, ofWant)
	in.expect(got.pawns, want.pawns, what+" the pawn key", of, ofWant)
	if got.fen != want.fen && !in.wrong {
		in.report(check.Finding{What: what + " the position: FEN returns " + got.fen + ", want " + want.fen})
	}
}

// unchanged requires the state of the position, and now and then of that after one move.
func (in *inspection) unchanged(what string) {
	in.require(in.state(), in.before, what, "afterwards", "before")
	if in.turn++; in.wrong || in.follow == "" || in.turn%2 == 0 {
		in.placed = !in.wrong
		return
	}
	if !in.moved(in.follow) {
		in.report(check.Finding{What: what + " the position: then Move refuses a legal move"})
		return
	}
	in.require(in.state(), in.followed, what+" the board, so the next move spoils",
		"afterwards", "after Move("+in.follow+") alone")
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
			in.expect(in.e.Key(), after, "a move on a clone changes what Undo restores", "afterwards", "after Move("+move+")")
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
			in.expect(in.e.Key(), key, "FEN returns another position, which has another key", "of this FEN", "of the position")
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
			in.expect(by, old, "positions with the same pawns and kings have two pawn keys", "here", "after "+where[men].String())
		}
		if old, ok := byPawns[pawns]; ok && old != by {
			in.says = ": the pawn key changes only with pawns and kings"
		}
		if other, ok := pawnsOf[by]; ok && other != pawns && !in.wrong {
			in.report(check.Finding{What: "positions with different pawns share a pawn key: " + other + " and " + pawns})
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

// visits returns the order in which to visit nodes. Every second one has an en passant
// square, while there are any: these are rare.
func visits(nodes []*check.Node) (order []int) {
	const most = 20_000 // more than there is time for
	var queues [2][]int // the rare ones, and the others
	all := rand.New(rand.NewPCG(1, 1)).Perm(len(nodes))
	for _, i := range all[:min(most, len(all))] {
		queue := 1
		if f := strings.Fields(nodes[i].FEN); len(f) > 3 && f[3] != "-" {
			queue = 0
		}
		queues[queue] = append(queues[queue], i)
	}
	for i := range max(len(queues[0]), len(queues[1])) {
		for _, queue := range queues {
			if i < len(queue) {
				order = append(order, queue[i])
			}
		}
	}
	return order
}
