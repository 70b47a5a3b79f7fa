package planted

import (
	_ "embed"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist/internal/check"
	"github.com/zobrist-go/zobrist/internal/golden"
	"github.com/zobrist-go/zobrist/internal/keycheck"
)

// A Bug is a planted bug, or an unusual way to be sound, and how check must judge it.
type Bug struct {
	Exit        int    // status of zobrist check: 0 is sound
	Finds       []Find // what the report must have
	About       string
	OnlyProcess bool // an engine in the same process cannot show it
}

// A Find is what the report must have about one check.
type Find struct {
	Check string
	// Kinds are those of the features in which the keys of a bug differ, with blanks between. A bug
	// may have none. In place of kinds there may be one of three words.
	Kinds string
}

// The words that may stand in place of kinds.
const (
	isOK       = "ok"      // the check must find nothing
	isSkipped  = "skipped" // the check cannot run
	isAnything = "any"     // the kinds depend on how fast the machine is
)

// IsBug reports whether the report must have a bug of this check.
func (f Find) IsBug() bool { return f.Kinds != isOK && f.Kinds != isSkipped }

func (f Find) String() string {
	if f.Kinds == "" {
		return f.Check
	}
	return f.Check + ": " + f.Kinds
}

// in reports whether the result of a check is what f requires.
func (f Find) in(r *check.Result) bool {
	switch f.Kinds {
	case isOK:
		return r.Status() == check.OK
	case isSkipped:
		return r.Status() == check.Skipped
	case isAnything:
		return r.Status() == check.Wrong
	}
	for _, found := range r.Findings {
		if strings.Join(keycheck.KindsOf(found.Features), " ") == f.Kinds {
			return true
		}
	}
	return false
}

// Missing returns those of b.Finds that the results of a report lack.
func (b Bug) Missing(results []check.Result) (missing []string) {
	for _, f := range b.Finds {
		i := slices.IndexFunc(results, func(r check.Result) bool { return r.Name == f.Check })
		if i < 0 || !f.in(&results[i]) {
			missing = append(missing, f.String())
		}
	}
	return missing
}

// ReadFinds reads what a report must have: "moves: piece; numbers; XOR: ok" are the checks moves,
// numbers and XOR.
func ReadFinds(text string) (finds []Find) {
	for _, part := range strings.Split(text, "; ") {
		if name, kinds, _ := strings.Cut(part, ": "); name != "" {
			finds = append(finds, Find{name, kinds})
		}
	}
	return finds
}

// table has a line for each bug, with tabs between its columns: its name; the exit status of
// zobrist check, perhaps with "process" if only a process shows the bug; what ReadFinds reads; and
// what the bug is about.
//
//go:embed bugs.txt
var table string

// Bugs returns the bugs by name. There is also rare=RATE: that part of all positions has
// a wrong key, the same by moves and from a FEN.
func Bugs() map[string]Bug {
	bugs := make(map[string]Bug)
	for _, line := range strings.Split(table, "\n") {
		columns := strings.Split(line, "\t")
		if len(columns) != 4 {
			continue
		}
		exit := int(columns[1][0] - '0')
		onlyProcess := strings.HasSuffix(columns[1], " process")
		bugs[columns[0]] = Bug{exit, ReadFinds(columns[2]), columns[3], onlyProcess}
	}
	return bugs
}

// RowOf returns the row of a golden table for a report.
func RowOf(mode, status string, bugs []check.Finding) golden.Row {
	row := golden.Row{Mode: mode, Status: status}
	for _, f := range bugs {
		row.Bugs = append(row.Bugs, golden.Bug{
			Name:     f.Name,
			Severity: string(f.Severity),
			Kinds:    keycheck.KindsOf(f.Features),
		})
		row.Plies += len(f.At.Moves)
	}
	return row
}
