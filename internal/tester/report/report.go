// Package report says what a check found: how much each of its questions compared, the bugs, and
// the outcome. It has the one text for engines, in this process and outside, and for adapters.
package report

import (
	"cmp"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/keycheck"
	"github.com/zobrist-go/zobrist/internal/tester/source"
	"github.com/zobrist-go/zobrist/internal/words"
)

// A Result is the answer to a check.
type Result struct {
	Name     string    `json:"name"`
	Main     bool      `json:"main,omitempty"`
	Count    int       `json:"count"`         // how many were compared
	Unit     string    `json:"unit"`          // of Count, such as "position"
	Bad      int       `json:"bad,omitempty"` // how many of them were wrong
	Says     string    `json:"says,omitempty"`
	Findings []Finding `json:"findings,omitempty"`
	Why      string    `json:"why,omitempty"` // why the check did not run, and what to do
}

// A Status is the outcome of a check.
type Status string

const (
	OK      Status = "ok"
	Wrong   Status = "wrong"
	Skipped Status = "skipped" // it did not run
)

// Status returns the outcome: wrong if there is a finding, and ok only if something was compared.
func (r *Result) Status() Status {
	switch {
	case len(r.Findings) > 0:
		return Wrong
	case r.Why != "" || r.Count <= 0:
		return Skipped
	}
	return OK
}

// A Finding is a bug, with the shortest line that shows it. The two keys that it compares
// can be asked again: Got is the key after At and Then, Want is the key of WantAt.
type Finding struct {
	What string `json:"what"` // a sentence
	// Name is that of a known bug, or says where it is, such as moves-castling. Finish
	// sets it, if a check does not.
	Name     string   `json:"name"`
	Severity Severity `json:"severity"`
	Accepted bool     `json:"accepted,omitempty"` // by name
	Look     string   `json:"look,omitempty"`     // what to look for in the source
	// Cause groups findings: those with equal causes are one bug, shown once. One without
	// a cause is a bug of its own.
	Cause string       `json:"cause,omitempty"`
	At    source.Query `json:"at"`
	Then  string       `json:"then,omitempty"` // an act after At, such as "go perft 1"
	Stop  bool         `json:"stop,omitempty"` // the act is a search that needed stop
	FEN   string       `json:"fen,omitempty"`  // the position after At
	Keys
	Why      string   `json:"why,omitempty"`
	Features []string `json:"features,omitempty"` // in which the keys differ
	// how many of the positions that were compared show it
	Count int `json:"count"`
}

// Keys are two keys that should be equal, or should differ.
type Keys struct {
	// the origin of Got, such as "by moves"; "" if there are no keys
	Of     string       `json:"of,omitempty"`
	Got    zobrist.Key  `json:"got"`
	OfWant string       `json:"of_want,omitempty"`
	Want   zobrist.Key  `json:"want"`
	WantAt source.Query `json:"want_at"`
}

// A Report is the result of all checks.
type Report struct {
	Engine  string `json:"engine"`
	Variant string `json:"variant,omitempty"`
	source.Reading
	Positions int      `json:"positions,omitempty"`
	Keys      int      `json:"keys,omitempty"`  // asked for
	Moves     int      `json:"moves,omitempty"` // made by a program behind an adapter
	Seconds   float64  `json:"seconds"`
	Seed      uint64   `json:"seed"`
	Results   []Result `json:"checks"`
	Notes     []string `json:"notes,omitempty"`
	Numbers   []Number `json:"numbers,omitempty"` // recovered

	Interrupted bool `json:"interrupted,omitempty"` // it has what was found until then
}

// A Number is the number of a feature.
type Number struct {
	Name string      `json:"name"`
	Key  zobrist.Key `json:"key"`
	// known except for a constant: all squares of a king share it
	Unknown bool `json:"unknown,omitempty"`
}

// NotSteady is the cause of a finding that one query has two answers.
const NotSteady = "not deterministic"

// Bugs returns the findings of all results, one for each cause and name, the worst first. The
// Count of each is the largest of its cause. If a query has two answers, that comes before
// others, which may follow from it.
func (r *Report) Bugs() []Finding {
	bugs := []Finding{}
	at := make(map[string]int)
	for _, result := range r.Results {
		for _, f := range result.Findings {
			if i, ok := at[f.Cause]; ok && f.Cause != "" && (!bugs[i].Accepted || f.Accepted) {
				bugs[i].Count = max(bugs[i].Count, f.Count)
				continue
			}
			at[f.Cause] = len(bugs)
			bugs = append(bugs, f)
		}
	}
	rank := func(f Finding) int {
		if f.Cause == NotSteady {
			return -1
		}
		return slices.Index(severities, f.Severity)
	}
	slices.SortStableFunc(bugs, func(a, b Finding) int {
		return cmp.Or(rank(a)-rank(b), b.Count-a.Count)
	})
	return bugs
}

var severities = []Severity{WrongKey, Weak, Harmless}

// Rewrite replaces all FENs by those of another notation.
func (r *Report) Rewrite(written func(fen string) string) {
	for _, result := range r.Results {
		for j := range result.Findings {
			f := &result.Findings[j]
			f.At.FEN, f.WantAt.FEN, f.FEN = written(f.At.FEN), written(f.WantAt.FEN), written(f.FEN)
		}
	}
}

// Missed returns the names of the main checks that did not run.
func (r *Report) Missed() (names []string) {
	for _, result := range r.Results {
		if result.Main && result.Status() == Skipped {
			names = append(names, result.Name)
		}
	}
	return names
}

// Finish completes the findings of all results. The status ignores those with the accepted names.
func (r *Report) Finish(accept []string) {
	for i := range r.Results {
		r.Results[i].Finish(accept)
	}
}

// Finish completes the findings: each has a name and a severity.
func (r *Result) Finish(accept []string) {
	for i := range r.Findings {
		f := &r.Findings[i]
		f.Name = cmp.Or(f.Name, keycheck.Join(r.Name, keycheck.KindsOf(f.Features)...))
		known, _ := NameOf(f.Name)
		f.Severity = cmp.Or(f.Severity, known.Severity, WrongKey)
		f.Look = cmp.Or(f.Look, known.Look)
		f.Accepted = slices.Contains(accept, f.Name)
	}
}

// Verdict returns the outcome of all checks in words.
func (r *Report) Verdict() string {
	of := make(map[Severity]int)
	var accepted, parts []string
	for _, f := range r.Bugs() {
		if f.Accepted {
			accepted = append(accepted, f.Name)
		} else {
			of[cmp.Or(f.Severity, WrongKey)]++
		}
	}
	for i, what := range []string{"bug", "weak-number bug", "harmless bug"} {
		if n := of[severities[i]]; n > 0 {
			parts = append(parts, words.Plural(n, what))
		}
	}
	switch exit := r.Exit(); {
	case exit == 130:
		parts = append([]string{"interrupted"}, parts...)
	case exit == 3:
		parts = append(parts,
			"no bug found, but not all was checked: "+strings.Join(r.Missed(), ", "))
	case exit == 0:
		parts = append(parts, "sound")
	}
	slices.Sort(accepted)
	if accepted != nil {
		parts = append(parts, "accepted: "+strings.Join(slices.Compact(accepted), ", "))
	}
	return strings.Join(parts, "; ")
}

// Exit returns the exit status of the command: 0 for sound keys, 1 for a bug that is not
// accepted, 3 if there is none, but a main check did not run, 130 if it was interrupted.
func (r *Report) Exit() int {
	switch {
	case r.Interrupted:
		return 130
	case slices.ContainsFunc(r.Bugs(), func(f Finding) bool { return !f.Accepted }):
		return 1
	case len(r.Missed()) > 0 || len(r.Results) == 0:
		return 3
	}
	return 0
}
