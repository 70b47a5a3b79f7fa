package planted

import (
	_ "embed"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist/internal/check"
	"github.com/zobrist-go/zobrist/internal/keycheck"
)

// A Bug is a planted bug, or an unusual way to be sound, and how check must judge it.
type Bug struct {
	Exit  int    // status of zobrist check: 0 is sound
	Words string // regular expressions, between blanks-&-blanks, that the report matches
	About string
	Apart bool // only a process shows it
}

// Missing returns the first of b's words that a report lacks, or "".
func (b Bug) Missing(report string) string {
	for _, w := range strings.Split(b.Words, " & ") {
		if !regexp.MustCompile(w).MatchString(report) {
			return w
		}
	}
	return ""
}

// table has a line for each bug: its name, exit status, perhaps with "apart", words and what
// it is about, with tabs in between.
//
//go:embed bugs.txt
var table string

// Bugs returns the bugs by name. There is also rare=RATE: that part of all positions has
// a wrong key, the same by moves and from a FEN.
func Bugs() map[string]Bug {
	bugs := make(map[string]Bug)
	for _, line := range strings.Split(table, "\n") {
		if f := strings.Split(line, "\t"); len(f) == 4 {
			bugs[f[0]] = Bug{int(f[1][0] - '0'), f[2], f[3], strings.HasSuffix(f[1], "apart")}
		}
	}
	return bugs
}

// A Row is what was found of a mode, such as a planted bug. The plies of all lines that
// show it may only fall.
type Row struct {
	Mode         string
	Found, Named bool
	Items, Plies int
	Text         string // names and features
}

// RowOf returns what must not change unseen in a report: the name and severity of each bug,
// and its kinds of features.
func RowOf(mode string, exit int, missing string, bugs []check.Finding) Row {
	r := Row{Mode: mode, Found: exit == 1, Named: exit == 1 &&
		missing == "", Items: len(bugs), Text: fmt.Sprint("status ", exit)}
	var all []string
	for _, f := range bugs {
		kinds := keycheck.KindsOf(f.Features)
		all = append(all, fmt.Sprintf("; [%s] %s %s", f.Name, f.Severity, strings.Join(kinds, " ")))
		r.Plies += len(f.At.Moves)
	}
	slices.Sort(all)
	r.Text += strings.Join(all, "")
	return r
}
