package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist/internal/keycheck"
	"github.com/zobrist-go/zobrist/internal/tester/names"
	"github.com/zobrist-go/zobrist/internal/words"
)

// Finish completes the findings of all results. A report still shows those with the
// accepted names, but its status ignores them.
func (r *Report) Finish(accept []string) {
	for i := range r.Results {
		r.Results[i].Finish(accept)
	}
}

// Finish completes the findings: each has a name and a severity.
func (r *Result) Finish(accept []string) {
	for i := range r.Findings {
		f := &r.Findings[i]
		f.Name = cmp.Or(f.Name, names.Join(r.Name, keycheck.KindsOf(f.Features)...))
		known, _ := names.Of(f.Name)
		f.Severity = cmp.Or(f.Severity, known.Severity, names.Wrong)
		f.Look = cmp.Or(f.Look, known.Look)
		f.Cost = cmp.Or(f.Cost, known.Cost)
		f.Accepted = slices.Contains(accept, f.Name)
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
			of[cmp.Or(f.Severity, names.Wrong)]++
		}
	}
	wrong, weak, harmless, exit := of[names.Wrong], of[names.Weak], of[names.Harmless], r.Exit()
	add := func(is bool, text string) {
		if is {
			parts = append(parts, text)
		}
	}
	add(wrong > 0 && weak == 0, words.Plural(wrong, "bug"))
	add(wrong == 0 && weak > 0, words.Plural(weak, "bug")+", weak numbers")
	add(wrong > 0 && weak > 0, fmt.Sprintf("%s, %d of them weak numbers", words.Plural(wrong+weak, "bug"), weak))
	add(harmless > 0, words.Plural(harmless, "harmless bug"))
	add(exit == 130 && len(parts) == 0, "no bug found until then")
	add(exit == 0, "sound")
	add(exit == 3, "no bug found, but not all was checked: "+strings.Join(r.Missed(), ", "))
	slices.Sort(accepted)
	add(len(accepted) > 0, "accepted: "+strings.Join(slices.Compact(accepted), ", "))
	if exit == 130 {
		parts[0] = "interrupted: " + parts[0]
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
