package planted

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"

	"github.com/zobrist-go/zobrist/internal/proofread"
	"github.com/zobrist-go/zobrist/internal/report"
)

// A Bug is a planted bug, or an unusual way to be sound, and how check must judge it. The golden
// tables of internal/examine, internal/methods and internal/tester/subject have the bugs that must
// be found.
type Bug struct {
	Exit        int                      // status of zobrist check: 0 is sound
	Rows        map[string]report.Status // of some checks that must have run, or can't run
	About       string
	OnlyProcess bool // an engine in the same process cannot show it
}

// Wrong returns in which statuses a report is not what the bug requires, and what
// [proofread.Report] finds in it.
func (b Bug) Wrong(r *report.Report) (wrong []string) {
	if r.Exit() != b.Exit {
		wrong = append(wrong, fmt.Sprintf("status %d, want %d", r.Exit(), b.Exit))
	}
	for check, want := range b.Rows {
		got := r.StatusOf(check)
		if got != want {
			wrong = append(wrong, fmt.Sprintf("%s: %s, want %s", check, got, want))
		}
	}
	return append(wrong, proofread.Report(r)...)
}

// table has a line for each bug, in columns that its first lines name.
//
//go:embed bugs.txt
var table string

// Bugs returns the bugs by name. There is also rare=RATE: that part of all positions has
// a wrong key, the same by moves and from a FEN. Bugs panics if a line of the table can't be read,
// because no test would try its bug.
func Bugs() map[string]Bug {
	bugs := make(map[string]Bug)
	for _, line := range strings.Split(table, "\n") {
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		columns := strings.Split(line, "\t")
		if len(columns) != 4 {
			panic(fmt.Sprintf("bugs.txt: want four columns with tabs in between: %q", line))
		}
		name := columns[0]
		_, isKnown := bugs[name]
		if isKnown {
			panic(fmt.Sprintf("bugs.txt: two lines for %q", name))
		}
		status, onlyProcess := strings.CutSuffix(columns[1], " process")
		exit, err := strconv.Atoi(status)
		if err != nil {
			panic(fmt.Sprintf("bugs.txt: want an exit status in the second column: %q", line))
		}
		bugs[name] = Bug{
			Exit:        exit,
			Rows:        rows(columns[2]),
			About:       columns[3],
			OnlyProcess: onlyProcess,
		}
	}
	return bugs
}

// rows reads statuses of rows: "moves: ok; XOR: ok".
func rows(text string) map[string]report.Status {
	statuses := make(map[string]report.Status)
	for _, part := range strings.Split(text, "; ") {
		check, status, ok := strings.Cut(part, ": ")
		if ok {
			statuses[check] = report.Status(status)
		}
	}
	return statuses
}
