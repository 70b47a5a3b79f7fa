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

// routes looks for two states with one key. It is only a matter of its own if the numbers are good
// ones: then some cancel all the same.
func routes(e *Evidence) Outcome {
	o := Outcome{Unit: report.Positions, Skip: e.untrusted()}
	if o.Skip != report.Ran {
		return o
	}
	reached := make(map[string]bool)
	first := make(map[zobrist.Key]*observe.Place)
	var shared [][2]*observe.Place
	for _, p := range e.Log.Places {
		core := coreOf(p.FEN)
		if !p.Start() && !p.Rare {
			reached[core] = true
		}
		if p.Error() != 0 {
			continue // a wrong key may be that of another state
		}
		old := first[p.ByMoves.Key]
		if old == nil {
			first[p.ByMoves.Key] = p
		} else if coreOf(old.FEN) != core {
			shared = append(shared, [2]*observe.Place{old, p})
		}
	}
	o.Compared = len(reached)
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
	if told := toldBy(e); told != "" {
		o.Skip, o.Why = report.SkipShareKeys, told
		return o
	}
	tellers := make(map[string]bool)
	shared = slices.DeleteFunc(shared, func(pair [2]*observe.Place) bool {
		teller := tellerOf(e, pair)
		if teller != "" {
			tellers[teller] = true
		}
		return teller != ""
	})
	if len(shared) == 0 {
		names := slices.Sorted(maps.Keys(tellers))
		o.Skip, o.Why = report.SkipShareKeys, strings.Join(names, ", ")
		return o
	}
	o.Wrong = len(shared)
	pair := slices.MinFunc(shared, func(a, b [2]*observe.Place) int {
		return len(a[0].FEN) + len(a[1].FEN) - len(b[0].FEN) - len(b[1].FEN)
	})
	a, b := pair[0], pair[1]
	changed := keycheck.Changed(e.Models.Of(a.State), e.Models.Of(b.State))
	o.Items = []report.Item{
		{
			Check:    "routes",
			Name:     "routes",
			Count:    len(shared),
			Compared: o.Compared,
			Unit:     o.Unit,
			Differ:   true,
			Features: changed,
			Got:      &report.Key{Query: a.Query, Route: report.ByThisLine, Key: a.ByMoves.Key},
			Want:     &report.Key{Query: b.Query, Route: report.ByThatLine, Key: b.ByMoves.Key},
		},
	}
	return o
}

// toldBy returns the check that tells why positions share keys: that of the numbers if they are
// weak, or that of the fields if one has no number by moves either.
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
func tellerOf(e *Evidence, pair [2]*observe.Place) string {
	for _, p := range pair {
		want, ok := e.Models.FromFEN.Predict(p.State)
		if ok && want != p.FromFEN.Key {
			return "XOR" // its key is wrong
		}
	}
	var known []model.Known
	covered := coveredBy(e.Models)
	for _, f := range keycheck.Changed(e.Models.Of(pair[0].State), e.Models.Of(pair[1].State)) {
		if covered(f) {
			return "moves"
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
