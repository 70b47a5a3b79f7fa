package docs_test

import (
	"flag"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist/internal/tester/names"
)

var update = flag.Bool("update", false, "write findings.md")

// TestFindings requires that findings.md has every name, as the table in the code has it.
// It writes the page with -update.
func TestFindings(t *testing.T) {
	page := findings()
	if *update {
		require.NoError(t, os.WriteFile("findings.md", []byte(page), 0o644))
	}
	assert.Equal(t, page, read(t, "findings.md"), "run go test ./docs -run Findings -update")
	for _, n := range slices.Concat(names.Designs(), names.Laws(), names.Kinds()) {
		assert.Regexp(t, "`"+regexp.QuoteMeta(n.Name)+"`\\|.*"+regexp.QuoteMeta(n.Means)+"\\|"+regexp.QuoteMeta(n.Look), page)
	}
}

// findings returns the page. Costs that names share have a letter.
func findings() string {
	var b strings.Builder
	b.WriteString("# Names of bugs\n\n" +
		"A report has the name of each bug in brackets. `zobrist check -accept NAME` and `ChessConfig.Accept` report the bugs\n" +
		"of exactly this name, but do not fail. Names do not change. Costs in play:\n\n")
	shared := map[string]int{}
	for _, n := range slices.Concat(names.Designs(), names.Laws()) {
		shared[n.Cost]++
	}
	letters := map[string]string{}
	for _, n := range slices.Concat(names.Designs(), names.Laws()) {
		if shared[n.Cost] > 1 && letters[n.Cost] == "" {
			letters[n.Cost] = string(rune('A' + len(letters)))
			fmt.Fprintf(&b, "- %s: %s\n", letters[n.Cost], n.Cost)
		}
	}
	table := func(head string, list []names.Name) {
		fmt.Fprintf(&b, "\n|%s|where to look|\n|---|---|---|---|\n", head)
		for _, n := range list {
			cost := letters[n.Cost]
			if cost == "" {
				cost = n.Cost
			}
			fmt.Fprintf(&b, "|`%s`|%s|%s|%s|\n", n.Name, cost, n.Means, n.Look)
		}
	}
	table("name|cost|meaning", names.Designs())
	b.WriteString("\nAny other name is a broken law, or a method of your test, and then the kinds of features that a wrong key has or\n" +
		"lacks: `moves-castling-piece`, `subkeys-piece`.\n")
	table("law|cost|what must hold", names.Laws())
	b.WriteString("\n|kind|meaning|where to look|\n|---|---|---|\n")
	for _, n := range names.Kinds() {
		fmt.Fprintf(&b, "|`%s`|%s|%s|\n", n.Name, n.Means, n.Look)
	}
	return b.String()
}
