package bench

import (
	"fmt"
	"go/scanner"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const (
	root   = "../../.."
	page   = root + "/BENCHMARKS.md"
	readme = root + "/README.md"
	header = "|job|compared with|time|\n|---|---|---:|\n"
	// older is in the description of a table if a file that it measures has changed since.
	older = "older than the code"
)

// A section of BENCHMARKS.md is the table of a processor under its heading. A description
// stands above it, and names the commit.
type section struct {
	text, processor, description, commit string
	rows                                 []row
	times                                []string // of rows
}

var sectionForm = regexp.MustCompile(
	`(?m)^## ([^\n]+)\n\n([^|#]*?commit ([0-9a-f]{12})[^|#]*)\n\n` +
		regexp.QuoteMeta(header) + `((?:\|.*\n)+)`)

func sections(text string) (all []section) {
	for _, m := range sectionForm.FindAllStringSubmatch(text, -1) {
		s := section{text: m[0], processor: m[1], description: m[2], commit: m[3]}
		for line := range strings.Lines(m[4]) {
			cells := append(strings.Split(strings.TrimSpace(line), "|"), "", "", "")
			s.rows, s.times = append(s.rows,
				row{job: cells[1], peer: cells[2]}), append(s.times, cells[3])
		}
		all = append(all, s)
	}
	return all
}

func (s section) isOlder() bool { return strings.Contains(s.description, older) }

var timeForm = regexp.MustCompile(`^(\d+\.\d+)× as (fast|long), \d+(\.\d)? ns$`)

// ratio returns how many times as long as a peer the library takes in a row.
func (s section) ratio(job, peer string) (ratio float64) {
	i := slices.IndexFunc(s.rows, func(r row) bool { return r.job == job && r.peer == peer })
	if i < 0 {
		return 0
	}
	m := timeForm.FindStringSubmatch(s.times[i])
	if m == nil {
		return 0
	}
	ratio = must(strconv.ParseFloat(m[1], 64))
	if m[2] == "fast" {
		return 1 / ratio
	}
	return ratio
}

// wrong says what is wrong with the rows. An older table may have other rows.
func (s section) wrong(want []row) (wrong []string) {
	for i, r := range s.rows {
		if !timeForm.MatchString(s.times[i]) || r.job == "" || r.peer == "" {
			wrong = append(wrong,
				fmt.Sprintf("row %d, %q, %q: the time is %q", i+1, r.job, r.peer, s.times[i]))
		}
	}
	if s.isOlder() {
		return wrong
	}
	for _, r := range want {
		if s.ratio(r.job, r.peer) == 0 {
			wrong = append(wrong, fmt.Sprintf("no row %q, %q", r.job, r.peer))
		}
	}
	if len(s.rows) != len(want) {
		wrong = append(wrong, fmt.Sprintf("%d rows, want %d", len(s.rows), len(want)))
	}
	return wrong
}

func git(dir string, args ...string) (string, error) {
	out, err := exec.Command("git", append([]string{"-C", dir}, args...)...).Output()
	return strings.TrimSpace(string(out)), err
}

// changed returns which of the files, or of those in the folders, have other code than at
// the commit, apart from comments. It leaves out the tests in folders.
func changed(dir, commit string, files []string) (names []string, err error) {
	diff, err := git(dir,
		append([]string{"diff", "--name-only", "--no-renames", commit, "--"}, files...)...)
	if err != nil {
		return nil, fmt.Errorf("git diff %s: %w", commit, err)
	}
	for name := range strings.FieldsSeq(diff) {
		if strings.HasSuffix(name, "_test.go") && !slices.Contains(files, name) {
			continue
		}
		// if the file did not exist then or does not now, it is empty
		before, _ := git(dir, "show", commit+":"+name)
		now, _ := os.ReadFile(filepath.Join(dir, name))
		if !slices.Equal(code(before), code(string(now))) {
			names = append(names, name)
		}
	}
	return names, nil
}

// code returns the words of a Go file, without comments but with directives.
func code(text string) (words []string) {
	var s scanner.Scanner
	s.Init(token.NewFileSet().AddFile("", -1, len(text)), []byte(text), nil, scanner.ScanComments)
	for {
		_, t, word := s.Scan()
		switch {
		case t == token.EOF:
			return words
		case t == token.SEMICOLON:
			word = ";" // whether it is written or ends a line
		case t == token.COMMENT && !strings.HasPrefix(word, "//go:"):
			continue
		case word == "":
			word = t.String()
		}
		words = append(words, word)
	}
}

// update writes the table of this processor into the page, above the others, and the
// figures into docs/README.md. It returns an error if the measured code is of no commit.
func (b *bench) update(load string) error {
	names, err := changed(root, "HEAD", b.files)
	if err != nil || len(names) > 0 {
		return fmt.Errorf("not committed yet: %v (%v)", names, err)
	}
	cpu := regexp.MustCompile(
		`model name\s*: (.*)`).FindStringSubmatch(string(must(os.ReadFile("/proc/cpuinfo"))) +
		"model name: unknown processor")[1]
	var s strings.Builder
	fmt.Fprintf(&s, "## %s\n\n%d cores, %s/%s, Go %s, commit %s, load %s to %s\n\n%s",
		cpu, runtime.NumCPU(), runtime.GOOS, runtime.GOARCH,
		runtime.Version()[2:], must(git(root, "rev-parse", "--short=12", "HEAD")), load,
		loadAverage(), header)
	for _, r := range b.rows {
		s.WriteString(r.line())
	}
	text := string(must(os.ReadFile(page)))
	all := sections(text)
	if len(all) == 0 {
		return fmt.Errorf("%s has no table", page)
	}
	text = strings.Replace(text, all[0].text, s.String()+"\n"+all[0].text, 1)
	for _, old := range all {
		names, err := changed(root, old.commit, b.files)
		switch {
		case old.processor == cpu:
			text = strings.Replace(text, old.text+"\n", "", 1)
		case !old.isOlder() && (err != nil || len(names) > 0):
			text = strings.Replace(text, old.description, old.description+", "+older, 1)
		}
	}
	check(os.WriteFile(page, []byte(text), 0o644))
	return os.WriteFile(readme,
		[]byte(speedLine.ReplaceAllLiteralString(string(must(os.ReadFile(readme))),
			speed(sections(text)))), 0o644)
}

func loadAverage() string {
	load, _, _ := strings.Cut(string(must(os.ReadFile("/proc/loadavg"))), " ")
	return load
}

var speedLine = regexp.MustCompile(`(?m)^- \*\*Speed:\*\*.*`)

// speed returns what README says about the figures: what is faster and what is not, on
// each processor.
func speed(all []section) string {
	const peer = "chess-library, -O3"
	var afters, hashes []string
	for _, s := range all {
		pseudo, legal := s.ratio("`Position.After`, en passant pseudo-legal",
			peer), s.ratio("`Position.After`, en passant legal", peer)
		if whole := s.ratio("`Position.Hash`, 13 pieces", peer); pseudo*legal*whole > 0 {
			afters = append(afters, fmt.Sprintf("%.2f to %.2f times as long on %s",
				min(pseudo, legal), max(pseudo, legal), s.processor))
			hashes = append(hashes, fmt.Sprintf("%.2f", whole))
		}
	}
	return fmt.Sprintf("- **Speed:** compared with chess-library (C++), `After` takes %s, and "+
		"`Hash` of 13 pieces %s. [All figures](BENCHMARKS.md)",
		strings.Join(afters, " and "), strings.Join(hashes, " and "))
}

// Every table is filled. If it is not older than the code, it has all rows, and nothing
// that they measure has changed since its commit. One such table exists.
func TestPage(t *testing.T) {
	t.Setenv("BENCH_TEST_PROGRAM", "yes")
	b := small()
	b.all()
	for _, r := range b.rows {
		assert.Positive(t, r.ratio, r.job)
	}
	for _, name := range b.files {
		_, err := os.Stat(filepath.Join(root, name))
		assert.NoError(t, err, "a row measures it")
	}
	text := string(must(os.ReadFile(page)))
	all, current, lines := sections(text), 0, 0
	for _, s := range all {
		for _, wrong := range s.wrong(b.rows) {
			t.Errorf("%s: %s", s.processor, wrong)
		}
		lines += 2 + len(s.rows)
		if !s.isOlder() {
			current++
		}
	}
	assert.Positive(t, current, "no table is of today's code")
	assert.Equal(t, strings.Count(text, "\n|"), lines, "lines of a table outside the tables")
	shallow, err := git(root, "rev-parse", "--is-shallow-repository")
	if err != nil || shallow != "false" {
		t.Skip("needs git and the history")
	}
	for _, s := range all {
		names, err := changed(root, s.commit, b.files)
		require.NoError(t, err)
		if s.isOlder() != (len(names) > 0) {
			t.Errorf("%s: the description says %q: %v, but these files have changed since %s: %v",
				s.processor, older, s.isOlder(), s.commit, names)
		}
	}
}

// The figures in README are those of BENCHMARKS.md.
func TestReadme(t *testing.T) {
	want := speed(sections(string(must(os.ReadFile(page)))))
	assert.True(t, strings.Contains(string(must(os.ReadFile(readme))), want),
		"README must have this line:\n%s", want)
}
