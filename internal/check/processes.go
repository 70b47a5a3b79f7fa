package check

import (
	"slices"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/words"
)

// judgeProcesses compares the keys with those of another process. An engine may draw
// other numbers in each process. But then all keys differ, and not only some.
func judgeProcesses(ev *Evidence) Result {
	r := Result{Unit: "position"}
	nodes := spread(ev.nodes, min(200, ev.affords(0.05)))
	var answers []Answer
	if s, ok := ev.Source().(interface{ Elsewhere() (Source, error) }); ok {
		src, err := s.Elsewhere()
		if err == nil {
			defer src.Close()
			answers, err = src.Ask(queriesOf(nodes))
		}
		if err != nil {
			ev.fail(err)
			return r
		}
	} else {
		src := ev.src.fresh(otherLives)
		defer src.Close()
		answers = src.Ask(queriesOf(nodes)...)
	}
	var same, differ []*Node
	other := make(map[*Node]zobrist.Key)
	for i, n := range nodes {
		other[n] = answers[i].Key
		switch {
		case answers[i].Refused != "":
		case answers[i].Key == n.By.Key:
			same = append(same, n)
		default:
			differ = append(differ, n)
		}
	}
	r.Count, r.Bad = len(same)+len(differ), len(differ)
	switch {
	case len(differ) == 0:
		r.Says = " have the same keys in a second process"
		return r
	case len(same) == 0:
		r.Why = "each process has other keys, so they must not be stored"
		return r
	}
	n := shortest(differ)
	if len(ev.fading) > 0 || !ev.unlike(n.Query) { // not a matter of the process
		ev.fading = append(ev.fading, fading{n.Query, n.By.Key, true}, fading{n.Query, other[n], true})
		r.Bad, r.Why = 0, "the same query has two keys: see again"
		return r
	}
	f := compared("some keys differ in a second process", side{n.Query, n.By.Key, "in one process"}, side{n.Query, other[n], "in another"})
	f.FEN, f.Count, f.Features = n.FEN, len(differ), ev.common(differ, same)
	if len(f.Features) > 0 {
		f.Why = "each of them has " + words.Quoted(f.Features, 6) + ", and no other has: is its number set?"
	}
	r.Findings = []Finding{f}
	return r
}

// common returns the features that all of some nodes have, and none of others.
func (ev *Evidence) common(nodes, others []*Node) []string {
	count := make(map[string]int)
	for _, n := range nodes {
		for _, name := range ev.features(n.FEN) {
			count[name]++
		}
	}
	for _, n := range others {
		for _, name := range ev.features(n.FEN) {
			delete(count, name)
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
