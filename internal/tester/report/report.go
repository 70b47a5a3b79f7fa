// Package report says what was found in a game behind an adapter: how much each check compared, the
// bugs, and the outcome.
package report

import (
	"cmp"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist/internal/keycheck"
	names "github.com/zobrist-go/zobrist/internal/report"
	"github.com/zobrist-go/zobrist/internal/words"
)

// A Result is the answer to a check.
type Result struct {
	Name     string    `json:"name"`
	Main     bool      `json:"main,omitempty"`
	Count    int       `json:"count"` // how many were compared
	Unit     string    `json:"unit"`  // of Count, such as "position"
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

// A Finding is a bug.
type Finding struct {
	What string `json:"what"` // a sentence, and the calls that show it
	// Name is that of a known bug, or says where it is, such as moves-castling. Finish
	// sets it, if a check does not.
	Name     string         `json:"name"`
	Severity names.Severity `json:"severity"`
	Accepted bool           `json:"accepted,omitempty"` // by name
	Look     string         `json:"look,omitempty"`     // what to look for in the source
	Features []string       `json:"features,omitempty"` // in which the keys differ
	Count    int            `json:"count"`              // how often it was found
}

// A Report is the result of all checks.
type Report struct {
	Engine  string   `json:"engine"`
	Moves   int      `json:"moves,omitempty"` // made by the program
	Seconds float64  `json:"seconds"`
	Seed    uint64   `json:"seed"`
	Results []Result `json:"checks"`

	Interrupted bool `json:"interrupted,omitempty"` // it has what was found until then
}

// Bugs returns the findings of all results, the worst first.
func (r *Report) Bugs() []Finding {
	bugs := []Finding{}
	for _, result := range r.Results {
		bugs = append(bugs, result.Findings...)
	}
	slices.SortStableFunc(bugs, func(a, b Finding) int {
		rank := func(f Finding) int { return slices.Index(severities, f.Severity) }
		return cmp.Or(rank(a)-rank(b), b.Count-a.Count)
	})
	return bugs
}

// severities are the severities, the worst first.
var severities = []names.Severity{names.WrongKey, names.Weak, names.Harmless}

// Missed returns the names of the main checks that did not run.
func (r *Report) Missed() (missed []string) {
	for _, result := range r.Results {
		if result.Main && result.Status() == Skipped {
			missed = append(missed, result.Name)
		}
	}
	return missed
}

// Finish completes the findings of all results: each has a name and a severity. The status ignores
// those with the accepted names.
func (r *Report) Finish(accept []string) {
	for _, result := range r.Results {
		for i := range result.Findings {
			f := &result.Findings[i]
			f.Name = cmp.Or(f.Name, keycheck.Join(result.Name, keycheck.KindsOf(f.Features)...))
			known, _ := names.NameOf(f.Name)
			f.Severity = names.SeverityOf(f.Name)
			f.Look = known.Look
			f.Accepted = slices.Contains(accept, f.Name)
		}
	}
}

// Verdict returns the outcome of all checks in words.
func (r *Report) Verdict() string {
	of := make(map[names.Severity]int)
	var accepted, parts []string
	for _, f := range r.Bugs() {
		if f.Accepted {
			accepted = append(accepted, f.Name)
		} else {
			of[cmp.Or(f.Severity, names.WrongKey)]++
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
