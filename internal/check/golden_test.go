package check_test

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist/internal/check"
	"github.com/zobrist-go/zobrist/internal/check/testdata/planted"
)

// summary returns what must not change unseen in a report: the status, and of each bug its
// name, its severity, its features and the length of the line that shows it.
func summary(r *check.Report, err error) string {
	if err != nil {
		return "error: " + err.Error()
	}
	var text strings.Builder
	text.WriteString(fmt.Sprint(r.Exit()))
	for _, f := range r.Bugs() {
		features := f.Features[:min(len(f.Features), 4)]
		text.WriteString(fmt.Sprintf("; [%s] %s %q %d plies", f.Name, f.Severity, features, len(f.At.Moves)))
	}
	return text.String()
}

// TestGolden compares the reports of all planted bugs with those that testdata/golden.txt
// has from before: of every fourth, or with -long of all.
func TestGolden(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes ten seconds")
	}
	file := filepath.Join("testdata", "golden.txt")
	data, err := os.ReadFile(file)
	require.NoError(t, err)
	want := make(map[string]string)
	for _, line := range strings.Split(strings.TrimSpace(string(data)), "\n") {
		bug, text, _ := strings.Cut(line, ": ")
		want[bug] = text
	}
	update := flag.Lookup("update").Value.String() == "true"
	got := make(map[string]string)
	for i, bug := range slices.Sorted(maps.Keys(planted.Bugs())) {
		if !planted.Bugs()[bug].Apart && (*long || update || i%4 == 0) {
			got[bug] = ""
		}
	}
	for bug := range got {
		got[bug] = summary(inProcess(bug, 1))
	}
	if update {
		var b strings.Builder
		for _, bug := range slices.Sorted(maps.Keys(got)) {
			fmt.Fprintf(&b, "%s: %s\n", bug, got[bug])
		}
		require.NoError(t, os.WriteFile(file, []byte(b.String()), 0o644))
		return
	}
	for _, bug := range slices.Sorted(maps.Keys(got)) {
		assert.Equal(t, want[bug], got[bug], bug)
	}
}
