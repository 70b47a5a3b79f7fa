package docs_test

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist/internal/report"
)

var update = flag.Bool("update", false,
	"write bugs.md, the checks in test-uci-engine.md, and the output in getting-started.md")

// TestBugs requires that bugs.md has every name, as the table in the code has it, and says
// of each what it costs, with wrong and right code. It writes the page with -update.
func TestBugs(t *testing.T) {
	page := bugs(t)
	if *update {
		require.NoError(t, os.WriteFile("bugs.md", []byte(page), 0o600))
	}
	assert.Equal(t, page, read(t, "bugs.md"), "run go test ./docs -run Bugs -update")
	for _, n := range slices.Concat(report.Designs(), report.Laws(), report.Kinds()) {
		assert.Contains(t, page, "### `"+n.Name+"`\n")
		assert.Contains(t, page, n.Means)
		assert.Contains(t, page, n.Look)
	}
}

// details are what testdata/bugs.txt says of a name.
type details struct {
	cost string
	code []string
}

// allDetails reads testdata/bugs.txt.
func allDetails(t *testing.T) map[string]details {
	all := map[string]details{}
	blocks := strings.Split(strings.TrimSpace(read(t, "testdata/bugs.txt")), "\n\n")
	for _, block := range blocks[1:] {
		lines := strings.Split(block, "\n")
		require.GreaterOrEqual(t, len(lines), 3, block)
		require.NotContains(t, all, lines[0])
		all[lines[0]] = details{lines[1], lines[2:]}
	}
	return all
}

// bugs returns the page.
func bugs(t *testing.T) string {
	more := allDetails(t)
	var b strings.Builder
	b.WriteString(read(t, "testdata/bugs-intro.txt"))
	section := func(list []report.Name, language, means string) {
		for _, n := range list {
			d, ok := more[n.Name]
			require.True(t, ok, "testdata/bugs.txt has no block for %s", n.Name)
			delete(more, n.Name)
			fmt.Fprintf(&b, "\n### `%s`\n\n", n.Name)
			fmt.Fprintf(&b, "- **%s:** %s.\n", means, n.Means)
			if n.Severity != "" {
				fmt.Fprintf(&b, "- **How bad:** %s\n", n.Severity)
			}
			fmt.Fprintf(&b, "- **What it costs:** %s\n", d.cost)
			fmt.Fprintf(&b, "- **Where to look:** %s.\n", n.Look)
			fmt.Fprintf(&b, "\n```%s\n%s\n```\n", language, strings.Join(d.code, "\n"))
		}
	}
	b.WriteString("\n## Names of their own\n")
	section(report.Designs(), "c", "What it means")
	b.WriteString("\n## Names made of a check and of features\n\n" +
		"All other names begin with the check that failed. If the tester knows in which\n" +
		"features the key is wrong, their kinds follow. So `moves-castling-piece` means that\n" +
		"a key by moves is wrong in castling rights and in pieces.\n")
	section(report.CheckLaws(), "c", "What must hold")
	b.WriteString("\nThe following names occur only in `zobristtest` and with adapters:\n")
	section(report.MethodLaws(), "go", "What must hold")
	b.WriteString("\n## Kinds of features\n\n" +
		"One or more of these follow the name of a check. The last two are not kinds of\n" +
		"features: `unchanged` says that a move did not change the key, and `unknown` that\n" +
		"the tester could not tell in which features the key is wrong.\n")
	section(report.Kinds(), "c", "What it means")
	assert.Empty(t, more, "blocks of testdata/bugs.txt that no name has")
	return b.String()
}
