package engine

import (
	"cmp"
	"math/bits"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/check"
	"github.com/zobrist-go/zobrist/internal/movegen"
)

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
		in.found.Count, r.Says = in.bad, ""
		r.Findings = []check.Finding{*in.found}
	}
	return r, in.failed
}

// visit brings the engine to a node.
func (in *inspection) visit(n *check.Node) {
	in.tried++
	in.wrong = false
	in.node, in.query = n, check.Query{FEN: n.FEN}
	if in.tried%4 == 0 || promoted(n) { // what the engine keeps of earlier moves may matter
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

// promoted reports whether the last move of a line promoted a pawn.
func promoted(n *check.Node) bool { return len(n.Moves) > 0 && len(n.Moves[len(n.Moves)-1]) == 5 }

// visits returns the order in which to visit nodes. Positions with an en passant square, after
// a promotion, and with castling rights take turns with the others: they are rare. Of five,
// two have an en passant square.
func visits(nodes []*check.Node) (order []int) {
	const most = 20_000 // more than there is time for
	var queues [4][]int
	all := rand.New(rand.NewPCG(1, 1)).Perm(len(nodes))
	for _, i := range all[:min(most, len(all))] {
		queue := 3
		switch f := strings.Fields(nodes[i].FEN); {
		case promoted(nodes[i]):
			queue = 1
		case len(f) > 3 && f[3] != "-":
			queue = 0
		case len(f) > 3 && f[2] != "-":
			queue = 2
		}
		queues[queue] = append(queues[queue], i)
	}
	for range all {
		for _, queue := range []int{0, 1, 0, 2, 3} {
			if n := len(queues[queue]); n > 0 {
				order, queues[queue] = append(order, queues[queue][n-1]), queues[queue][:n-1]
			}
		}
	}
	return order
}
