package check

import (
	"fmt"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/movegen"
)

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
		all = append(all, doublePushes[:]...)
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
