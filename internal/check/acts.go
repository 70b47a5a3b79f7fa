package check

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/movegen"
	"github.com/zobrist-go/zobrist/internal/tester/rare"
	"github.com/zobrist-go/zobrist/internal/tester/solve"
)

// judgeUndo requires that what makes moves and takes them back, such as perft and a
// search, leaves the key unchanged. It asks an engine of its own, which may hang.
func judgeUndo(ev *Evidence) Result {
	r := Result{Unit: "position", Says: ": the same key after " + strings.Join(ev.about.Acts, ", ")}
	if len(ev.about.Acts) == 0 {
		r.Why = "the engine has no perft that can be asked for"
		return r
	}
	src := ev.src.fresh(otherLives)
	defer src.Close()
	var roots []Query // the starts of lines, some positions from the middle of games, some with en passant
	for _, n := range ev.nodes {
		if n.Parent == nil && len(roots) < 20 && (!ev.known || slices.Contains(ev.starts, n.FEN)) {
			roots = append(roots, n.Query)
		}
	}
	for i := range 3 {
		roots = append(roots, ev.nodes[(i+1)*(len(ev.nodes)-1)/4].Query)
	}
	var more []Query
	if ev.known {
		more = fenQueries(epFENs())
		roots = append(roots, more[:4]...)
	}
	if ev.undone(&r, src, roots, ev.about.Acts); r.Bad == 0 {
		if r.Count == 0 {
			r.Why = "the engine gives no key after " + strings.Join(ev.about.Acts, ", ")
		}
		return r
	}
	r.Says = " have another key afterwards"
	act := r.Findings[0].Then
	if !strings.Contains(act, "perft") { // a search takes long
		return r
	}
	// Look for a position where the engine takes back few moves wrongly.
	for _, n := range spread(ev.nodes, 200) {
		more = append(more, Query{FEN: n.FEN})
	}
	ev.undone(&r, src, more, []string{act})
	return r
}

// undone makes an engine do acts, and compares the key after each with that before.
func (ev *Evidence) undone(r *Result, src *session, roots []Query, acts []string) {
	before := src.Ask(roots...)
	for i, q := range roots {
		if before[i].Refused != "" {
			continue
		}
		done := 0
		for _, act := range acts {
			a := src.Do(q, act)
			if a.Refused != "" {
				continue
			}
			if done++; a.Key != before[i].Key {
				f := compared("the key is another one after "+act, side{q, a.Key, "afterwards"}, side{q, before[i].Key, "before"})
				f.Then = act
				ev.wrongKey(r, f)
				break
			}
		}
		r.Count += min(done, 1)
	}
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
		return cmp.Or(cmp.Compare(min(len(solve.Kinds(a.Features)), few(a)), min(len(solve.Kinds(b.Features)), few(b))), cmp.Compare(few(a), few(b)))
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

// judgeNull requires that the key after a null move is the key of the FEN with the other
// side to move. It asks an engine of its own, which may crash on an invalid move.
func judgeNull(ev *Evidence) Result {
	r := Result{Unit: "null move", Why: ev.blind}
	if !ev.known {
		r.Why = cmp.Or(r.Why, "the rules of this game are not known")
	}
	if r.Why != "" {
		return r
	}
	var before, after []Query
	var set, want []string // FENs: before the null move and after it
	most := min(150, ev.affords(0.06)/4)
	add := func(q Query, fen string) {
		p, err := zobrist.ParseFEN(fen)
		if err != nil || len(want) == most || movegen.InCheck(&p) || p.Board[0] != zobrist.NoPiece || ev.clock > 0 && p.HalfmoveClock+1 >= ev.clock {
			return // some engines read 0000 as a1a1
		}
		before, after, set = append(before, q), append(after, q.then(NullMove)), append(set, fen)
		p.BlackToMove, p.EnPassant = !p.BlackToMove, 0
		want = append(want, p.FEN())
	}
	for i, q := range linesOf(rare.EnPassant()) {
		add(q, epFENs()[i])
	}
	for i := 0; i < len(ev.nodes); i += max(len(ev.nodes)/100, 1) {
		if !ev.nodes[i].differs() {
			add(Query{FEN: ev.nodes[i].FEN}, ev.nodes[i].FEN)
		}
	}
	n := len(want)
	if n == 0 {
		r.Why = "no position allows a null move"
		return r
	}
	src := ev.src.fresh(otherLives)
	defer src.Close()
	answers := src.Ask(slices.Concat(before, after, fenQueries(set), fenQueries(want))...)
	var failed *Failure
	if errors.As(ev.err, &failed) {
		r.Why, ev.err = "the engine does not survive position ... moves "+NullMove, nil
		return r
	}
	due := answers[3*n:]
	refused, wrong := 0, 0 // wrong keys that the check of moves reports
	for i, due := range due {
		was, is := answers[i], answers[n+i]
		switch {
		case is.Refused != "":
			refused++
			continue
		case was.Key != answers[2*n+i].Key:
			wrong++
			continue
		}
		if is.Key == was.Key && is.FEN == was.FEN || due.Refused != "" {
			continue
		}
		if same, ok := samePosition(is.FEN, want[i]); !ok || !same { // it read 0000 as a move
			continue
		}
		v := ev.verdict(is.Key, due.Key)
		if is.Key != due.Key && ev.onlyByMoves(v.Differ) {
			wrong++ // the key from the FEN lacks them
			continue
		}
		if r.Count++; is.Key != due.Key {
			f := compared("the key after a null move is wrong", side{after[i], is.Key, "by moves"}, side{Query{FEN: want[i]}, due.Key, "from the FEN"})
			f.FEN = want[i]
			ev.wrongKey(&r, f)
		}
	}
	switch {
	case r.Count == 0 && answers[0].FEN == "":
		r.Why = ev.noFEN() + " makes null moves"
	case wrong > 0 && refused+wrong == n:
		r.Why = "there is no right key to compare with: see moves"
	case r.Count == 0 || r.Count < (n-refused-wrong)/2: // it may read 0000 as a move that sometimes looks like a null move
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
	none, played := 0, 0
	for i, q := range roots {
		if before[i].Refused != "" {
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
		r.Why = fmt.Sprintf("%s gives no best move, so it checked nothing", act)
	case played > 0:
		r.Says = fmt.Sprintf(": the key of the position, or after the best move (%d times)", played)
	default:
		r.Says = ": the key is as before"
	}
	return r
}

// searched returns the positions to search: those with one legal move, the starts, and
// some from the middle of games.
func (ev *Evidence) searched() (all []Query) {
	const forced, most = 6, 14
	if ev.known {
		all = append(all, linesOf(rare.DoublePushes())...)
		for _, n := range spread(ev.nodes, 2000) {
			p, err := zobrist.ParseFEN(n.FEN)
			if len(all) < forced && err == nil && len(n.Moves) > 0 && len(movegen.Legal(&p)) == 1 {
				all = append(all, n.Query)
			}
		}
	}
	starts := 0
	for _, n := range ev.nodes {
		if n.Parent == nil && !n.shredder && starts < 4 {
			starts++
			all = append(all, n.Query)
		}
	}
	for i := range max(most-len(all), 0) {
		all = append(all, ev.nodes[(i+1)*(len(ev.nodes)-1)/most].Query)
	}
	return all
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
