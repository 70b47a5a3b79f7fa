package check_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/zobrist-go/zobrist/internal/check/testdata/planted"
	"github.com/zobrist-go/zobrist/internal/sample"
)

// A Table compares what tests find with the lines of a file.
type Table struct {
	file                       string
	want                       []string
	mu                         sync.Mutex
	got                        []string
	found, named, items, plies int
}

// Golden returns the table in a file. The end of the test logs its sums, and writes it with -update.
func Golden(t *testing.T, file string) *Table {
	data, err := os.ReadFile(file)
	if err != nil && !sample.Updates() {
		t.Fatal(err)
	}
	g := &Table{file: file, want: strings.Split(string(data), "\n")}
	t.Cleanup(func() {
		t.Logf("%s: %d modes, %d found, %d named, %d items, %d plies", file, len(g.got), g.found, g.named, g.items, g.plies)
		if slices.Sort(g.got); sample.Updates() {
			if err := os.WriteFile(file, []byte(strings.Join(g.got, "\n")+"\n"), 0o644); err != nil {
				t.Error(err)
			}
		}
	})
	return g
}

// Add compares a row with the file's line of that mode.
func (g *Table) Add(t *testing.T, r planted.Row) {
	t.Helper()
	line, plies := fmt.Sprintf("%s: found %t, named %t, %d items: %s", r.Mode, r.Found, r.Named, r.Items, r.Text), 0
	i := slices.IndexFunc(g.want, func(want string) bool { return strings.HasPrefix(want, line+"; plies ") })
	if i >= 0 {
		_, _ = fmt.Sscan(g.want[i][len(line+"; plies "):], &plies)
	}
	if !sample.Updates() && (i < 0 || r.Plies > plies) {
		t.Errorf("%s has no line of this, with at least %d plies: %s", g.file, r.Plies, line)
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.got = append(g.got, fmt.Sprintf("%s; plies %d", line, r.Plies))
	if r.Found {
		g.found++
	}
	if r.Named {
		g.named++
	}
	g.items, g.plies = g.items+r.Items, g.plies+r.Plies
}
