// Package golden compares what tests find with tables of facts. A table is a file with a line for
// each mode, which is a planted bug or a sound program. Its columns, with tabs between them, are
//
//	mode      what is planted
//	status    whether a bug is found: the exit status of the command, or the subtest that fails
//	bugs      what is found, with semicolons between bugs: name, severity, kinds of features
//	plies     how many moves the sequences that show the bugs have together
//
// No column has a sentence of a report, so that a sentence may change and the table stays. The
// first three columns must be as they are in the file. The plies may only fall.
package golden

import (
	"cmp"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/zobrist-go/zobrist/internal/report"
	"github.com/zobrist-go/zobrist/internal/sample"
)

// A Row is what was found of one mode.
type Row struct {
	Mode   string
	Status string
	Bugs   []Bug
	Plies  int
}

// A Bug is one that is reported.
type Bug struct {
	Name     string
	Severity string   // or "" if the report has none
	Kinds    []string // of the features that are wrong, sorted
}

// String returns the bug as tables have it.
func (b Bug) String() string {
	words := append([]string{b.Name, cmp.Or(b.Severity, "-")}, b.Kinds...)
	return strings.Join(words, " ")
}

// facts returns all columns of a row but the plies.
func (r Row) facts() string {
	var bugs []string
	for _, b := range r.Bugs {
		bugs = append(bugs, b.String())
	}
	slices.Sort(bugs)
	return strings.Join([]string{r.Mode, r.Status, strings.Join(bugs, "; ")}, "\t")
}

// RowOf returns the row of a report. A bug that several checks find has the names of all.
func RowOf(mode string, r *report.Report) Row {
	row := Row{Mode: mode, Status: strconv.Itoa(r.Exit())}
	for _, item := range r.Items {
		names := []string{item.Name}
		for _, also := range item.Also {
			names = append(names, also.Name)
		}
		row.Bugs = append(row.Bugs, Bug{
			Name:     strings.Join(names, "+"),
			Severity: string(item.Severity),
			Kinds:    item.Kinds,
		})
		row.Plies += item.Plies()
	}
	return row
}

// A Table compares rows with the lines of a file. Several goroutines may use it.
type Table struct {
	file string
	want map[string]int // the plies of each line, by its other columns

	mu          sync.Mutex
	got         []string
	ran         map[string]bool // modes
	bugs, plies int
}

// Open returns the table in a file. When the test ends, the table logs its sums. With -args -update
// it writes the file then, with the rows of this run, and those of modes that did not run.
func Open(t *testing.T, file string) *Table {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil && !sample.Updates() {
		t.Fatal(err)
	}
	table := &Table{file: file, want: make(map[string]int), ran: make(map[string]bool)}
	for number, line := range strings.Split(strings.Trim(string(data), "\n"), "\n") {
		last := strings.LastIndexByte(line, '\t')
		plies, err := strconv.Atoi(line[last+1:])
		if err != nil && !sample.Updates() {
			t.Fatalf("%s:%d: want a number of plies after the last tab: %q", file, number+1, line)
		}
		table.want[line[:max(last, 0)]] = plies
	}
	t.Cleanup(func() { table.close(t) })
	return table
}

func (table *Table) close(t *testing.T) {
	t.Logf("%s: %d modes, %d bugs, %d plies", table.file, len(table.got), table.bugs, table.plies)
	if !sample.Updates() {
		return
	}
	all := slices.Concat(table.got, table.kept(t))
	slices.Sort(all)
	text := strings.Join(all, "\n") + "\n"
	if err := os.WriteFile(table.file, []byte(text), 0o644); err != nil {
		t.Error(err)
	}
}

// kept returns the lines of modes that did not run, such as those that -run left out. It logs the
// modes, because some of them may be gone.
func (table *Table) kept(t testing.TB) (lines []string) {
	for facts, plies := range table.want {
		mode, _, _ := strings.Cut(facts, "\t")
		if facts != "" && !table.ran[mode] {
			lines = append(lines, fmt.Sprintf("%s\t%d", facts, plies))
			t.Logf("%s: the line of %q is kept: it did not run", table.file, mode)
		}
	}
	return lines
}

// AddOf is Add if the row was found with seed 1, as the rows of the file were. With another seed
// the row is logged, and only the sums have it.
func (table *Table) AddOf(t testing.TB, seed uint64, r Row) {
	t.Helper()
	if seed == 1 {
		table.Add(t, r)
		return
	}
	if sample.Updates() {
		t.Error("a table has the rows of seed 1: leave out -seed, or -update")
	}
	table.mu.Lock()
	defer table.mu.Unlock()
	t.Log(table.count(r))
}

// count adds a row to the sums, and returns its line.
func (table *Table) count(r Row) (line string) {
	line = fmt.Sprintf("%s\t%d", r.facts(), r.Plies)
	table.got = append(table.got, line)
	table.ran[r.Mode] = true
	table.bugs += len(r.Bugs)
	table.plies += r.Plies
	return line
}

// Add compares a row with the line of its mode.
func (table *Table) Add(t testing.TB, r Row) {
	t.Helper()
	table.mu.Lock()
	defer table.mu.Unlock()
	line := table.count(r)
	facts := r.facts()
	if sample.Updates() {
		return
	}
	plies, ok := table.want[facts]
	switch {
	case !ok:
		t.Errorf("%s has no line with these facts: %q", table.file, line)
	case r.Plies > plies:
		t.Errorf("%s has %d plies, and now they are %d: %q", table.file, plies, r.Plies, facts)
	}
}
