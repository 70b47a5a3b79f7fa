package docs_test

import (
	"cmp"
	"flag"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist/internal/tester/report"
)

var update = flag.Bool("update", false, "write bugs.md")

// TestFindings requires that bugs.md has every name, as the table in the code has it.
// It writes the page with -update.
func TestFindings(t *testing.T) {
	page := findings()
	if *update {
		require.NoError(t, os.WriteFile("bugs.md", []byte(page), 0o644))
	}
	assert.Equal(t, page, read(t, "bugs.md"), "run go test ./docs -run Findings -update")
	for _, n := range slices.Concat(report.Designs(), report.Laws(), report.Kinds()) {
		assert.Regexp(t, "`"+regexp.QuoteMeta(n.Name)+"`\\|.*"+regexp.QuoteMeta(n.Means)+"\\|"+regexp.QuoteMeta(n.Look), page)
	}
}

// findings returns the page.
func findings() string {
	var b strings.Builder
	b.WriteString("# Names of bugs\n\n" +
		"Reports name each bug in brackets. `zobrist check -accept NAME` and `ChessConfig.Accept` still report bugs of exactly\n" +
		"this name, but do not fail on them. Names do not change. A *wrong* key breaks a law, *weak* numbers cause more\n" +
		"collisions than random ones of 64 bits, and what is *harmless* costs nothing in play, or is meant so.\n")
	// Where a report has no hint of its own.
	look := map[string]string{
		"checks": "the count that a check raises", "clock": "leave clocks out of the key", "field": "the field that the report names",
		"hand": "captures and drops", "piece": "captures, promotions and castling", "side": "moves and null moves",
		"unknown": "the line that the report shows",
	}
	table := func(head string, list []report.Name, kinds bool) {
		fmt.Fprintf(&b, "\n|%s|where to look|\n%s\n", head, strings.Repeat("|---", strings.Count(head, "|")+2)+"|")
		for _, n := range list {
			fmt.Fprintf(&b, "|`%s`|", n.Name)
			if !kinds {
				fmt.Fprintf(&b, "*%s*|", n.Severity)
			}
			fmt.Fprintf(&b, "%s|%s|\n", n.Means, cmp.Or(n.Look, look[n.Name]))
		}
	}
	table("name|severity|meaning", report.Designs(), false)
	b.WriteString("\nOther names have the check that failed and, if known, the kinds of features that a wrong key has or lacks, as in\n" +
		"`moves-castling-piece`.\n")
	table("check|severity|what must hold", report.Laws(), false)
	table("kind|meaning", report.Kinds(), true)
	return b.String()
}
