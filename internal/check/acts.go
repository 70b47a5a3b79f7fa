package check

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/movegen"
	"github.com/zobrist-go/zobrist/internal/tester/rare"
	"github.com/zobrist-go/zobrist/internal/tester/solve"
)

const (
	undoTime   = 2 * time.Second // of a fast engine
	searchTime = 3 * time.Second
	least      = 14  // searches, however slow the engine is
	acted      = 200 // positions of random games for an act
)

// deadline returns when to stop. A slow engine has a part of its budget.
func (ev *Evidence) deadline(within time.Duration) time.Time {
	if ev.slow() {
		within = min(within, ev.budget/25)
	}
	return ev.opt.Now().Add(within)
}

// roots returns the positions for acts: those along all rare lines, the starts, and some from
// random games. Of the many double pushes it takes one of each few.
func (ev *Evidence) roots(most, pushes int) (all []*Node) {
	seen := make(map[string]bool)
	add := func(n *Node) {
		if !seen[n.FEN] && !n.shredder {
			seen[n.FEN] = true
			all = append(all, n)
		}
	}
	if rules, ok := ev.mover.(*chess); ok {
		lines := rules.rare()
		double := len(lines) - len(rare.EnPassant()) // they come last
		for i, q := range lines {
			if i < double || i%pushes == 0 {
				for _, n := range rules.line(q) {
					add(n)
				}
			}
		}
	}
	for _, n := range ev.nodes {
		if n.Parent == nil && slices.Contains(ev.starts, n.FEN) {
			add(n)
		}
	}
	for _, n := range spread(ev.nodes, most) {
		add(n)
	}
	return all
}

// judgeUndo requires that what makes moves and takes them back, such as perft, leaves the key
// unchanged. It asks an engine of its own, which may hang.
func judgeUndo(ev *Evidence) Result {
	r := Result{Unit: "position", Says: ": the same key after " + strings.Join(ev.about.Acts, ", ")}
	if len(ev.about.Acts) == 0 {
		r.Why = "the engine has no perft that can be asked for"
		return r
	}
	src := ev.src.fresh(otherLives)
	defer src.Close()
	nodes := ev.roots(acted, 1)
	if ev.slow() {
		nodes = spread(nodes, max(ev.affords(0.03)/2, 8))
	}
	roots := queriesOf(nodes)
	for i, n := range nodes {
		if len(n.Moves) < 8 { // what came before hardly matters, and a short line is easier to read
			roots[i] = Query{FEN: n.FEN}
		}
	}
	before := src.Ask(roots...)
	compared, until := make([]bool, len(roots)), ev.deadline(undoTime)
	for round, act := range ev.about.Acts {
		for i, q := range roots {
			if round > 0 && i%8 != 0 || before[i].Refused != "" || ev.opt.Now().After(until) {
				continue
			}
			a := src.Do(q, act)
			if a.Refused != "" {
				continue
			}
			compared[i] = true
			if a.Key != before[i].Key {
				ev.wrongKey(&r, undoneWrongly(act, side{q, a.Key, "afterwards"}, side{q, before[i].Key, "before"}))
			}
		}
		if r.Bad > 0 { // more moves would hide the one that is wrong
			break
		}
	}
	for _, done := range compared {
		if done {
			r.Count++
		}
	}
	switch {
	case r.Bad > 0:
		r.Says = " have another key afterwards"
	case r.Count == 0:
		r.Why = "the engine gives no key after " + strings.Join(ev.about.Acts, ", ")
	}
	return r
}

func undoneWrongly(act string, got, want side) Finding {
	f := compared("the key is another one after "+act, got, want)
	f.Then = act
	return f
}

// wrongKey counts a wrong key. Of several that differ in the same kinds of features, r keeps the
// finding with the fewest features, and none that consists of the kinds of others. A search may
// take back moves wrongly in many ways at once: of these it keeps one.
func (ev *Evidence) wrongKey(r *Result, f Finding) {
	v := ev.verdict(f.Got, f.Want)
	f.Why, f.Features = v.Clause(), v.Differ
	r.Bad++
	all := append(r.Findings, f)
	few := func(f Finding) int { return cmp.Or(len(f.Features), 5) }
	slices.SortStableFunc(all, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(min(len(solve.Kinds(a.Features)), few(a)), min(len(solve.Kinds(b.Features)), few(b))), cmp.Compare(few(a), few(b)), cmp.Compare(len(a.At.Moves), len(b.At.Moves)))
	})
	r.Findings = nil
	var known []string // kinds
	for _, f := range all {
		kinds := solve.Kinds(f.Features)
		other := slices.ContainsFunc(kinds, func(kind string) bool { return !slices.Contains(known, kind) })
		if known = append(known, kinds...); other && (len(r.Findings) == 0 || !strings.HasPrefix(f.Name, "search")) {
			r.Findings = append(r.Findings, f)
		}
	}
	if len(r.Findings) == 0 { // nothing explains any of them
		r.Findings = all[:1]
	}
	r.Findings[0].Count = r.Bad
	for i := range r.Findings { // perft and a search may take back moves by one function
		f := &r.Findings[i]
		kinds := solve.Kinds(f.Features)
		if f.Name == "" && f.Then != "" {
			f.Cause = fmt.Sprint("taken back", kinds)
			ev.takenBack = append(ev.takenBack, kinds...)
		} else if f.Name == "search" && len(kinds) > 0 && !slices.ContainsFunc(kinds, func(kind string) bool { return !slices.Contains(ev.takenBack, kind) }) {
			f.Cause = fmt.Sprint("taken back", kinds[len(kinds)-1:])
		}
	}
}

// A pass is a null move in a position, and a move after it.
type pass struct {
	before, after, next Query // by moves: before the null move, after it, and after the move
	set, want, then     Query // the same by FENs, and the move from the last of them
}

// passes returns null moves where they are legal.
func (ev *Evidence) passes(most int) (all []pass) {
	add := func(q Query, fen string) {
		p, err := zobrist.ParseFEN(fen)
		if err != nil || len(all) == most || movegen.InCheck(&p) || p.Board[0] != zobrist.NoPiece || p.HalfmoveClock > 90 || ev.clock > 0 && p.HalfmoveClock+2 >= ev.clock {
			return // some engines read 0000 as a1a1
		}
		turned := p
		turned.BlackToMove, turned.EnPassant = !p.BlackToMove, 0
		x := pass{before: q, after: q.then(NullMove), set: Query{FEN: fen}, want: Query{FEN: turned.FEN()}}
		if legal := movegen.Legal(&turned); len(legal) > 0 {
			move := ev.MoveText(&turned, legal[len(all)%len(legal)])
			x.next, x.then = x.after.then(move), x.want.then(move)
		}
		all = append(all, x)
	}
	rules := ev.mover.(*chess)
	for _, q := range rules.rare() {
		line := rules.line(q)
		add(q, line[len(line)-1].FEN)
	}
	for _, n := range spread(ev.nodes, most) {
		if !n.differs() {
			add(Query{FEN: n.FEN}, n.FEN)
		}
	}
	return all
}

// judgeNull requires that the key after a null move is the key of the FEN with the other
// side to move, and that a move afterwards leads to the same key from both. It asks an engine
// of its own, which may crash on an invalid move.
func judgeNull(ev *Evidence) Result {
	r := Result{Unit: "null move", Why: ev.blind}
	if !ev.known {
		r.Why = cmp.Or(r.Why, "the rules of this game are not known")
	}
	if r.Why != "" {
		return r
	}
	all := ev.passes(min(400, ev.affords(0.06)/6))
	if len(all) == 0 {
		r.Why = "no position allows a null move"
		return r
	}
	src := ev.src.fresh(otherLives)
	defer src.Close()
	var queries []Query
	for _, x := range all {
		queries = append(queries, x.before, x.after, x.next, x.set, x.want, x.then)
	}
	answers := src.Ask(queries...)
	var failed *Failure
	if errors.As(ev.err, &failed) {
		r.Why, ev.err = "the engine does not survive position ... moves "+NullMove, nil
		return r
	}
	refused, wrong, ignored := 0, 0, 0 // wrong keys that the check of moves reports
	for i, x := range all {
		was, is, next, set, due, then := answers[6*i], answers[6*i+1], answers[6*i+2], answers[6*i+3], answers[6*i+4], answers[6*i+5]
		switch same, known := samePosition(is.FEN, x.want.FEN); {
		case is.Refused != "" || due.Refused != "":
			refused++
			continue
		case was.Key != set.Key:
			wrong++
			continue
		case known && !same || !known && is.Key == was.Key && next.Key == was.Key: // it reads 0000 as a move, or not at all
			ignored++
			continue
		}
		if is.Key != due.Key && ev.onlyByMoves(ev.verdict(is.Key, due.Key).Differ) {
			wrong++ // the key from the FEN lacks them
			continue
		}
		r.Count++
		switch {
		case is.Key != due.Key:
			f := compared("the key after a null move is wrong", side{x.after, is.Key, "by moves"}, side{x.want, due.Key, "from the FEN"})
			f.FEN = x.want.FEN
			ev.wrongKey(&r, f)
		case x.next.Moves != nil && next.Refused+then.Refused == "" && next.Key != then.Key:
			f := compared("the key after a null move and a move is wrong", side{x.next, next.Key, "by moves"}, side{x.then, then.Key, "without the null move"})
			f.FEN = x.want.FEN
			ev.wrongKey(&r, f)
		}
	}
	switch {
	case r.Count == 0 && answers[1].FEN == "" && ignored > 0:
		r.Why = ev.noFEN() + " makes null moves, and no key changes"
	case wrong > 0 && refused+wrong == len(all):
		r.Why = "there is no right key to compare with: see moves"
	case r.Count == 0 || r.Count < ignored || answers[1].FEN == "" && 2*r.Bad > r.Count: // it may read 0000 as a move that sometimes looks like a null move
		r.Why, r.Findings = "the engine makes no null move on position ... moves "+NullMove, nil
	}
	return r
}

// judgeSearch requires that the key after a search is that of the position, or, if the
// engine plays its best move, that of the position after it. The second is the work of
// the search's own function to make a move. So it searches positions with one legal move
// first: there the best move is known.
func judgeSearch(ev *Evidence) Result {
	r := Result{Unit: "searched position"}
	act := ev.about.Search
	if act == "" {
		r.Why = "the engine has no search that can be asked for"
		return r
	}
	src := ev.src.fresh(otherLives)
	defer src.Close()
	roots := ev.searched()
	before := src.Ask(roots...)
	none, played, until := 0, 0, ev.deadline(searchTime)
	for i, q := range roots {
		if before[i].Refused != "" || i >= least && ev.opt.Now().After(until) {
			continue
		}
		a := src.Do(q, act)
		same := a.Key == before[i].Key
		if a.Refused != "" || a.Move == "" && same {
			if none++; none == 3 && a.Refused != "" { // each costs seconds
				break
			}
			continue // it checked nothing
		}
		if r.Count++; same {
			continue
		}
		if r.Bad == 0 && played == 0 {
			if fresh := ev.alone(step{Query: q, then: act})[0]; !fresh.Lost && fresh.Key == before[i].Key {
				ev.fading = append(ev.fading, fading{q, a.Key, true}) // it is not the search alone
				continue
			}
		}
		got, want := side{q, a.Key, "afterwards"}, side{q, before[i].Key, "before"}
		name, what := "search", "the key is another one after "+act
		if a.Move != "" {
			next := q.then(a.Move)
			after := src.AskAlone(next)[0]
			if after.Refused == "" && after.Key == a.Key {
				played++
				continue
			}
			// A key that is nearer to the one after the best move comes from the move.
			v, w := ev.verdict(a.Key, want.key).Differ, ev.verdict(a.Key, after.Key).Differ
			if played > 0 || w != nil && (v == nil || len(w) < len(v)) {
				name = "search-make"
				what = "the key after " + act + " is wrong: it is not the one before, nor the one after the best move " + a.Move
				want = side{next, after.Key, "after " + a.Move}
			}
		}
		f := compared(what, got, want)
		f.Name, f.Then, f.FEN = name, act, ev.fenAfter(want.Query)
		ev.wrongKey(&r, f)
	}
	switch {
	case r.Bad > 0:
		r.Says = " leave another key"
	case r.Count == 0 && r.Why == "":
		r.Why = fmt.Sprintf("%s gives no best move within the limit, so it checked nothing", act)
	case played > 0:
		r.Says = fmt.Sprintf(": the key of the position, or after the best move (%d times)", played)
	default:
		r.Says = ": the key is as before"
	}
	return r
}

// searched returns the positions to search: first those with one legal move, and those in
// which it may pass.
func (ev *Evidence) searched() (all []Query) {
	const forced = 6
	if ev.known {
		all = append(all, linesOf(rare.DoublePushes())...)
		for _, n := range spread(ev.nodes, 2000) {
			p, err := zobrist.ParseFEN(n.FEN)
			if len(all) < forced && err == nil && len(n.Moves) > 0 && len(movegen.Legal(&p)) == 1 {
				all = append(all, n.Query)
			}
		}
		for _, line := range rare.Searches() {
			all = append(all, Query{FEN: line.FEN})
		}
	}
	return append(all, queriesOf(ev.roots(acted/4, 6))...)
}

// fenAfter returns the FEN after the moves of a query, or "" if the rules are not known.
func (ev *Evidence) fenAfter(q Query) string {
	if rules, ok := ev.mover.(*chess); ok {
		if line := rules.line(q); line != nil {
			return line[len(line)-1].FEN
		}
	}
	return ""
}
