package checks

import (
	"maps"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/keycheck"
	"github.com/zobrist-go/zobrist/internal/model"
	"github.com/zobrist-go/zobrist/internal/observe"
	"github.com/zobrist-go/zobrist/internal/report"
)

// routes looks for two states with one key.
//
// It is for numbers that are good ones each, and cancel all the same: those of two kinds that some
// move changes together, such as the side and a double push. Random keys of 64 bits collide in
// fewer than one of a million million runs, so any pair is a bug. If numbers are weak, or a field
// has none, pairs follow from that, and the check of that tells more about it.
func routes(e *Evidence) Outcome {
	o := Outcome{Unit: report.Positions, Skip: e.untrusted()}
	if o.Skip != report.Ran {
		return o
	}
	compared, shared := sharedKeys(e.Log)
	o.Compared = compared
	const few = 20 // positions: the games of an engine with fewer end at once
	switch {
	case e.Sub:
		o.Skip = report.SkipSub
	case o.Compared < few:
		o.Skip = report.SkipFew
	case !e.Models.FromFEN.Holds():
		o.Skip = report.SkipNoNumbers
	}
	if o.Skip != report.Ran || len(shared) == 0 {
		return o
	}
	untold, tellers := withoutTold(e, shared)
	told := toldBy(e)
	if len(untold) > 0 && told != "" {
		untold = nil
		tellers = union(tellers, []string{told})
	}
	if len(untold) == 0 {
		o.Skip, o.Why = report.SkipShareKeys, strings.Join(tellers, ", ")
		return o
	}
	o.Wrong = len(untold)
	o.Items = []report.Item{pairItem(e, untold, o)}
	return o
}

// A pair is two states with one key.
type pair [2]*observe.Place

// sharedKeys returns how many states were reached, and the pairs of different states among those
// whose two keys are the same.
func sharedKeys(log *observe.Log) (reached int, shared []pair) {
	cores := make(map[string]bool)
	first := make(map[zobrist.Key]*observe.Place)
	for _, p := range log.Places {
		core := coreOf(p.FEN)
		if !p.Start() && !p.Rare {
			cores[core] = true
		}
		if p.Error() != 0 {
			continue // a wrong key may be that of another state
		}
		old := first[p.ByMoves.Key]
		if old == nil {
			first[p.ByMoves.Key] = p
		} else if coreOf(old.FEN) != core {
			shared = append(shared, pair{old, p})
		}
	}
	return len(cores), shared
}

// withoutTold returns the pairs of which no other check tells why, and the checks that tell it of
// the rest.
func withoutTold(e *Evidence, shared []pair) (untold []pair, tellers []string) {
	names := make(map[string]bool)
	for _, two := range shared {
		teller := tellerOf(e, two)
		if teller == "" {
			untold = append(untold, two)
		} else {
			names[teller] = true
		}
	}
	return untold, slices.Sorted(maps.Keys(names))
}

// pairItem shows the pair with the shortest FENs.
func pairItem(e *Evidence, shared []pair, o Outcome) report.Item {
	shortest := slices.MinFunc(shared, func(a, b pair) int {
		return len(a[0].FEN) + len(a[1].FEN) - len(b[0].FEN) - len(b[1].FEN)
	})
	a, b := shortest[0], shortest[1]
	return report.Item{
		Name:     "routes",
		Count:    len(shared),
		Compared: o.Compared,
		Unit:     o.Unit,
		Differ:   true,
		Features: keycheck.Changed(e.Models.Of(a.State), e.Models.Of(b.State)),
		Got:      &report.Key{Query: a.Query, Route: report.ByThisLine, Key: a.ByMoves.Key},
		Want:     &report.Key{Query: b.Query, Route: report.ByThatLine, Key: b.ByMoves.Key},
	}
}

// toldBy returns the check that may tell why any positions share keys: that of the numbers if they
// are weak, or that of the fields if one has no number by moves either.
func toldBy(e *Evidence) string {
	if len(problemsOf(judgedNumbers(e))) > 0 {
		return "numbers"
	}
	covered := coveredBy(e.Models)
	untold := func(p observe.Probe) bool { return !covered(p.Feature) }
	if slices.ContainsFunc(sameProbes(e.Log), untold) {
		return "fields"
	}
	return ""
}

// tellerOf returns the check that tells why two states share a key. It is "" if they do by their
// numbers: if the model gives both that key, and the numbers in which they differ are no small set.
func tellerOf(e *Evidence, two pair) string {
	for _, p := range two {
		want, ok := e.Models.FromFEN.Predict(p.State)
		if ok && want != p.FromFEN.Key {
			return "XOR" // its key is wrong
		}
	}
	var known []model.Known
	covered := coveredBy(e.Models)
	for _, f := range keycheck.Changed(e.Models.Of(two[0].State), e.Models.Of(two[1].State)) {
		switch {
		case covered(f):
			return "moves"
		case !onlyHere(f.Kind) && e.Models.FromFEN.Lacks(f.Kind.String()):
			return "fields"
		}
		n, ok := e.Models.Names.Number(f)
		if ok {
			known = append(known, model.Known{Feature: f, Key: n.Key})
		}
	}
	r := keycheck.Analyse(model.Named(known))
	if len(r.Zero) > 0 || len(r.Shared) > 0 {
		return "numbers"
	}
	return ""
}

// coreOf returns the board, the side and the castling rights of a FEN. States that differ in these
// must have different keys. A promoted piece may share the numbers of another by design.
func coreOf(text string) string {
	fields := strings.Fields(observe.Clockless(text))
	fields[0] = strings.ReplaceAll(fields[0], "~", "")
	if len(fields) > 3 {
		fields = slices.Delete(fields, 3, 4) // en passant
	}
	return strings.Join(fields, " ")
}
