package check

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/movegen"
	"github.com/zobrist-go/zobrist/internal/recover"
	"github.com/zobrist-go/zobrist/internal/verdict"
	"github.com/zobrist-go/zobrist/internal/words"
)

// judgeUndo requires that what makes moves and takes them back, such as perft and a
// search, leaves the key unchanged. It asks an engine of its own, which may hang.
func judgeUndo(ev *Evidence) (Result, error) {
	r := Result{Unit: "position", Says: ": the same key after " + strings.Join(ev.about.Acts, ", ")}
	if len(ev.about.Acts) == 0 {
		r.Why = "the engine has no perft that can be asked for"
		return r, nil
	}
	src, err := ev.src.Fresh()
	if err != nil {
		return r, err
	}
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
	var double []Query
	if ev.known {
		double = fenQueries(epFENs())
		roots = append(roots, double[:4]...)
	}
	var found *Finding
	r.Count, r.Bad, err = ev.undone(src, roots, ev.about.Acts, &found)
	if found != nil && err == nil {
		// Look for a position where the engine takes back few moves wrongly.
		r.Says = " have another key afterwards"
		act := found.Then
		for i := 0; i < len(ev.nodes); i += max(len(ev.nodes)/200, 1) {
			double = append(double, Query{FEN: ev.nodes[i].FEN})
		}
		if strings.Contains(act, "perft") { // a search takes long
			_, _, err = ev.undone(src, double, []string{act}, &found)
		}
		found.Count = r.Bad
		r.Findings = []Finding{*found}
	}
	var failed *Failure
	if errors.As(err, &failed) && failed.Hang {
		r.Why, err = fmt.Sprintf("no answer after %s", failed.Command), nil
	}
	return r, err
}

// undone makes an engine do acts, and compares the key after each. It counts the positions,
// and those with another key. best becomes the finding with the fewest features.
func (ev *Evidence) undone(src Source, roots []Query, acts []string, best **Finding) (count, bad int, err error) {
	before, err := src.Ask(roots)
	if err != nil {
		return 0, 0, err
	}
	few := func(f *Finding) int { return cmp.Or(len(f.Features), 5) }
	for i, q := range roots {
		if *best != nil && len((*best).Features) == 1 && len(acts) == 1 {
			break
		}
		if before[i].Refused != "" {
			continue
		}
		count++
		for _, act := range acts {
			if err := ev.ctx.Err(); err != nil {
				return count, bad, err
			}
			a, err := src.Do(q, act)
			if err != nil {
				return count, bad, err
			}
			if a.Refused != "" || a.Key == before[i].Key {
				continue
			}
			bad++
			v := ev.verdict(a.Key, before[i].Key)
			f := &Finding{What: "the key is another one after " + act, At: q, Then: act,
				Got: a.Key, Of: "afterwards", Want: before[i].Key, OfWant: "before", WantAt: q, Why: v.Clause(), Features: v.Differ}
			if *best == nil || few(f) < few(*best) || few(f) == few(*best) && len(q.Moves) < len((*best).At.Moves) {
				*best = f
			}
			break
		}
	}
	return count, bad, nil
}

// verdict names the features that a key lacks or wrongly has.
func (ev *Evidence) verdict(has, want zobrist.Key) *verdict.Verdict {
	return verdict.Judge(verdict.Case{Has: has, Want: want, Keys: ev.named})
}

// judgeNull requires that the key after a null move is the key of the FEN with the other
// side to move. It asks an engine of its own, which may crash on an invalid move.
func judgeNull(ev *Evidence) (Result, error) {
	r := Result{Unit: "null move", Why: ev.blind}
	if ev.blind != "" {
		return r, nil
	}
	var before, after []Query
	var want []string
	add := func(q Query, fen string) {
		p, err := zobrist.ParseFEN(fen)
		if err != nil || movegen.InCheck(&p) || p.Board[0] != zobrist.NoPiece || ev.clock > 0 && p.HalfmoveClock+1 >= ev.clock {
			return // some engines read 0000 as a1a1
		}
		before, after = append(before, q), append(after, q.then(NullMove))
		p.BlackToMove, p.EnPassant = !p.BlackToMove, 0
		want = append(want, p.FEN())
	}
	if ev.known {
		for _, n := range epLines() {
			add(n.Query, n.FEN)
		}
		for i := 0; i < len(ev.nodes) && len(want) < 150; i += max(len(ev.nodes)/100, 1) {
			add(Query{FEN: ev.nodes[i].FEN}, ev.nodes[i].FEN)
		}
	}
	n := min(len(want), ev.affords(0.06)/3)
	before, after, want = before[:n], after[:n], want[:n]
	switch {
	case !ev.known:
		r.Why = "the rules of this game are not known"
		return r, nil
	case n == 0:
		r.Why = "no position allows a null move"
		return r, nil
	}
	src, err := ev.src.Fresh()
	if err != nil {
		return r, err
	}
	defer src.Close()
	answers, err := src.Ask(slices.Concat(before, after, fenQueries(want)))
	var failed *Failure
	if errors.As(err, &failed) {
		r.Why = "the engine does not survive position ... moves " + NullMove
		return r, nil
	}
	if err != nil {
		return r, err
	}
	if due := answers[2*n:]; n > 1 && !slices.ContainsFunc(due, func(a Answer) bool { return a.Key != due[0].Key }) {
		r.Why = "each FEN has the same key, so there is nothing to compare with"
		return r, nil
	}
	var f Finding
	for i := range n {
		was, is, due := answers[i], answers[n+i], answers[2*n+i]
		if is.Key == was.Key && is.FEN == was.FEN || is.FEN == "" || is.Refused != "" || due.Refused != "" {
			continue
		}
		have, expect := strings.Fields(is.FEN), strings.Fields(want[i])
		if len(have) < 2 || have[0] != expect[0] || have[1] != expect[1] {
			continue // it read 0000 as a move
		}
		if r.Count++; is.Key == due.Key {
			continue
		}
		v := ev.verdict(is.Key, due.Key)
		if ev.onlyByMoves(v.Differ) {
			r.Count-- // the key from the FEN lacks them, as the check of moves reports
			continue
		}
		if r.Bad++; r.Bad == 1 || len(v.Differ) > 0 && len(v.Differ) < len(f.Features) {
			f = Finding{What: "the key after a null move is wrong", At: after[i], FEN: want[i], WantAt: Query{FEN: want[i]},
				Got: is.Key, Of: "by moves", Want: due.Key, OfWant: "from the FEN", Why: v.Clause(), Features: v.Differ}
		}
	}
	switch {
	case r.Count == 0 && answers[0].FEN == "":
		r.Why = "the engine prints no FEN, so it is unknown whether it makes null moves"
	case r.Count < n/2: // it may read 0000 as a move that sometimes looks like a null move
		r.Why = "the engine makes no null move on position ... moves " + NullMove
	case r.Bad > 0:
		f.Count = r.Bad
		if len(ev.wrong) > 0 && slices.Contains([]string{"side-new-only", "lags"}, ev.wrong[0].Name) {
			f.Cause = ev.wrong[0].Cause
		}
		r.Findings = []Finding{f}
	}
	return r, nil
}

// judgeProcesses compares the keys with those of another process. An engine may draw
// other numbers in each process. But then all keys differ, and not only some.
func judgeProcesses(ev *Evidence) (Result, error) {
	most := min(200, ev.affords(0.05))
	r := Result{Unit: "position"}
	src, err := ev.src.Fresh()
	if s, ok := ev.Source().(interface{ Elsewhere() (Source, error) }); ok {
		src, err = s.Elsewhere()
	}
	if err != nil {
		return r, err
	}
	defer src.Close()
	var nodes []*Node
	for i := 0; i < len(ev.nodes); i += max((len(ev.nodes)+most-1)/most, 1) {
		nodes = append(nodes, ev.nodes[i])
	}
	answers, err := src.Ask(queriesOf(nodes))
	if err != nil {
		return r, err
	}
	var same, differ []*Node
	var first int
	for i, n := range nodes {
		switch {
		case answers[i].Refused != "" || answers[i].Lost:
		case answers[i].Key == n.By.Key:
			same = append(same, n)
		default:
			if len(differ) == 0 || len(n.Moves) < len(nodes[first].Moves) {
				first = i
			}
			differ = append(differ, n)
		}
	}
	r.Count, r.Bad = len(same)+len(differ), len(differ)
	switch {
	case len(differ) == 0:
		r.Says = " have the same keys in a second process"
	case len(same) == 0:
		r.Why = "each process has other keys, so they must not be stored"
	default:
		n := nodes[first]
		c, d, err := ev.twice(n.Query)
		if err != nil {
			return r, err
		}
		if len(ev.fading) > 0 || c.Key == d.Key && !c.Lost { // not a matter of the process
			ev.fading = append(ev.fading, fading{n.Query, n.By.Key, true}, fading{n.Query, answers[first].Key, true})
			r.Bad, r.Why = 0, "the same query has two keys: see again"
			break
		}
		f := Finding{What: "some keys differ in a second process", At: n.Query, FEN: n.FEN, WantAt: n.Query,
			Got: n.By.Key, Of: "in one process", Want: answers[first].Key, OfWant: "in another", Count: len(differ)}
		if f.Features = ev.common(differ, same); len(f.Features) > 0 {
			f.Why = "each of them has " + words.Quoted(f.Features, 6) + ", and no other has: is its number set?"
		}
		r.Findings = []Finding{f}
	}
	return r, nil
}

// common returns the features that all of some nodes have, and none of others.
func (ev *Evidence) common(nodes, others []*Node) []string {
	count := make(map[string]int)
	for _, n := range nodes {
		if p, err := recover.Parse(n.FEN); err == nil {
			for _, name := range ev.model.Features(p)[1:] {
				count[name]++
			}
		}
	}
	for _, n := range others {
		if p, err := recover.Parse(n.FEN); err == nil {
			for _, name := range ev.model.Features(p) {
				delete(count, name)
			}
		}
	}
	var names []string
	for name, n := range count {
		if n == len(nodes) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}
