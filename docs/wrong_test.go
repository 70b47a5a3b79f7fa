package docs_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestWrongPages plants one mistake in a page at a time. The test of the pages says what is wrong,
// and what it should be.
func TestWrongPages(t *testing.T) {
	const code = "func Hash() {\n\tfor range 2 {\n\t\th ^= side\n\t}\n}\n"
	snippet := "A page.\n\n```go\n" + code + "```\n"
	test := "package docs_test\n\n" + code
	stale := func(page string) []string { return staleSnippets(page, test, 0) }

	dir := t.TempDir()
	write(t, filepath.Join(dir, "glossary.md"), "# Glossary\n\n## Perft\n")
	const linked = "# A page\n\n## Key, number\n\n[glossary](glossary.md#perft) " +
		"[here](#key-number) [elsewhere](https://example.com/none#none)\n"
	dead := func(page string) []string { return deadLinks(filepath.Join(dir, "page.md"), page) }

	counted := []string{"We tested 114 programs", "In 43 of them, some position has two keys"}
	const report = "We tested 114 programs. In 43 of them, some position has two keys."
	counts := func(page string) []string { return lacks(page, counted) }

	const other = "43 of the 114 programs differ. The tests found 73 of 74 bugs."
	others := func(page string) []string { return otherCounts(page, 43, 114, 73) }

	for name, c := range map[string]struct {
		page, right, planted string
		check                func(page string) []string
		says                 []string // all of them
	}{
		"a stale snippet": {
			snippet, "h ^= side", "h ^= white", stale,
			[]string{"no test has this snippet", "h ^= white"},
		},
		"a snippet without a language": {
			snippet, "```go", "```", stale, []string{"1 blocks of code, want 0 of Go"},
		},
		"a link to a file that is gone": {
			linked, "glossary.md#perft", "glosary.md#perft", dead,
			[]string{"a link to glosary.md: there is no such file"},
		},
		"a link to a heading of another page": {
			linked, "#perft", "#perfd", dead,
			[]string{"a link to glossary.md#perfd: no heading has this name", `"perft"`},
		},
		"a link to a heading of this page": {
			linked, "## Key, number", "## Key and number", dead,
			[]string{"a link to #key-number: no heading", "key-and-number"},
		},
		"a wrong count in the field report": {
			report, "In 43", "In 44", counts, []string{
				`got "In 44 of them, some position has two keys", want "In 43 of them, ` +
					`some position has two keys"`,
			},
		},
		"a sentence with a count is gone": {
			report, "We tested 114 programs", "We tested many programs", counts,
			[]string{`got "no such sentence", want "We tested 114 programs"`},
		},
		"a wrong count of programs on another page": {
			other, "43 of the", "44 of the", others,
			[]string{`got "44 of the 114 programs", want "43 of the 114 programs"`},
		},
		"a wrong count of bugs on another page": {
			other, "found 73", "found 72", others,
			[]string{`got "tests found 72 of ", want "found 73 of "`},
		},
	} {
		t.Run(name, func(t *testing.T) {
			assert.Empty(t, c.check(c.page), "the page without a mistake")
			assert.Equal(t, 1, strings.Count(c.page, c.right), "the mistake is not planted")
			wrong := strings.Join(c.check(strings.Replace(c.page, c.right, c.planted, 1)), "\n")
			for _, says := range c.says {
				assert.Contains(t, wrong, says)
			}
		})
	}
}

// TestWrongOutput plants a wrong output of a command in a page.
func TestWrongOutput(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "zobrist"), "#!/bin/sh\necho key of $*\n")
	right := [][]string{{"", "sh zobrist start", "key of start\n"}}
	assert.Empty(t, otherOutput(right, dir))

	planted := [][]string{{"", "sh zobrist start", "key of the start\n"}}
	wrong := otherOutput(planted, dir)
	assert.Len(t, wrong, 1)
	assert.Contains(t, strings.Join(wrong, ""), "sh zobrist start prints\nkey of start\n")
	assert.Contains(t, strings.Join(wrong, ""), "but the page has\nkey of the start\n")
}
