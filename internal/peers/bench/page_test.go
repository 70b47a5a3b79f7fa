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
	header = "|job|compared with|ratio|time|\n|---|---|---:|---:|\n"
	// older is in the description of a table if a file that it measures has changed since.
	older = "older than the code"
)

// A section of BENCHMARKS.md is the table of a processor under its heading. A description
// stands above it, and names the commit.
type section struct {
	text, processor, description, commit string
	rows                                 []row
	ratios, times                        []string // of rows
}

var sectionForm = regexp.MustCompile(
	`(?m)^## ([^\n]+)\n\n([^|#]*?commit ([0-9a-f]{12})[^|#]*)\n\n` +
		regexp.QuoteMeta(header) + `((?:\|.*\n)+)`)

func sections(text string) (all []section) {
	for _, m := range sectionForm.FindAllStringSubmatch(text, -1) {
		s := section{text: m[0], processor: m[1], description: m[2], commit: m[3]}
		for line := range strings.Lines(m[4]) {
			cells := append(strings.Split(strings.TrimSpace(line), "|"), "", "", "", "")
			s.rows = append(s.rows, row{job: cells[1], peer: cells[2]})
			s.ratios = append(s.ratios, cells[3])
			s.times = append(s.times, cells[4])
		}
		all = append(all, s)
	}
	return all
}

func (s section) isOlder() bool { return strings.Contains(s.description, older) }

var (
	ratioForm = regexp.MustCompile(`^\d+\.\d\d$`)
	timeForm  = regexp.MustCompile(`^(\d+(\.\d)?) ns$`)
)

// figures returns how many times as long as a peer the library takes in a row, and its own
// time in nanoseconds, or zeros.
func (s section) figures(job, peer string) (ratio, ours float64) {
	i := slices.IndexFunc(s.rows, func(r row) bool { return r.job == job && r.peer == peer })
	if i < 0 {
		return 0, 0
	}
	m := timeForm.FindStringSubmatch(s.times[i])
	if m == nil || !ratioForm.MatchString(s.ratios[i]) {
		return 0, 0
	}
	return must(strconv.ParseFloat(s.ratios[i], 64)), must(strconv.ParseFloat(m[1], 64))
}

// wrong says what is wrong with the rows. An older table may have other rows.
func (s section) wrong(want []row) (wrong []string) {
	for i, r := range s.rows {
		ratio, _ := s.figures(r.job, r.peer)
		if ratio == 0 || r.job == "" || r.peer == "" {
			wrong = append(wrong, fmt.Sprintf("row %d, %q, %q: the figures are %q and %q",
				i+1, r.job, r.peer, s.ratios[i], s.times[i]))
		}
	}
	if s.isOlder() {
		return wrong
	}
	for _, r := range want {
		ratio, _ := s.figures(r.job, r.peer)
		if ratio == 0 {
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

// update writes the table of this processor into the page, above the others. It returns an
// error if the measured code is of no commit.
func (b *bench) update(load string) error {
	names, err := changed(root, "HEAD", b.files)
	if err != nil || len(names) > 0 {
		return fmt.Errorf("not committed yet: %v (%v)", names, err)
	}
	cpu := regexp.MustCompile(
		`model name\s*: (.*)`).FindStringSubmatch(string(must(os.ReadFile("/proc/cpuinfo"))) +
		"model name: unknown processor")[1]
	var s strings.Builder
	fmt.Fprintf(&s, "## %s\n\n%d cores, %s/%s, Go %s, commit %s, system load %s to %s\n\n%s",
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
	return os.WriteFile(page, []byte(text), 0o644)
}

func loadAverage() string {
	load, _, _ := strings.Cut(string(must(os.ReadFile("/proc/loadavg"))), " ")
	return load
}

// speed returns the sentences of README about the figures of all processors.
func speed(t *testing.T, all []section) []string {
	least := map[string]float64{}
	most := map[string]float64{}
	largest := map[string]float64{} // ratio
	for _, s := range all {
		for _, r := range s.rows {
			library := strings.HasPrefix(r.peer, "chess-library")
			if !library || !strings.Contains(r.job, "Position.") {
				continue
			}
			job := "After"
			if strings.Contains(r.job, "Hash") {
				job = "Hash"
			}
			ratio, ours := s.figures(r.job, r.peer)
			if least[job] == 0 || ours < least[job] {
				least[job] = ours
			}
			most[job] = max(most[job], ours)
			largest[job] = max(largest[job], ratio)
		}
	}
	// What the sentences say besides the times.
	assert.Less(t, largest["After"], 1.25, "about as long")
	return []string{
		fmt.Sprintf("Updating a key for a chess move takes %.0f to %.0f ns",
			least["After"], most["After"]),
		fmt.Sprintf("takes %.0f to %.0f ns, up to %.1f times as long",
			least["Hash"], most["Hash"], largest["Hash"]),
	}
}

// Every table is filled. If it is not older than the code, it has all rows, and nothing
// that they measure has changed since its commit.
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
	if current == 0 {
		t.Log("no table is of today's code: measure before a release")
	}
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

// The figures in README are those of BENCHMARKS.md. Write them by hand.
func TestReadme(t *testing.T) {
	text := strings.Join(strings.Fields(string(must(os.ReadFile(readme)))), " ")
	for _, sentence := range speed(t, sections(string(must(os.ReadFile(page))))) {
		assert.True(t, strings.Contains(text, sentence), "README must say: %s", sentence)
	}
}

// A span is the least and the greatest of some figures of the tables, of all processors.
type span struct{ ratio, time [2]float64 }

// spanOf returns the span of the rows whose job begins with one of the words, and whose peer
// begins so. It fails if there is no such row.
func spanOf(t *testing.T, all []section, peer string, jobs ...string) span {
	t.Helper()
	var ratios, times []float64
	for _, s := range all {
		for _, r := range s.rows {
			begins := func(job string) bool { return strings.HasPrefix(r.job, job) }
			if !strings.HasPrefix(r.peer, peer) || !slices.ContainsFunc(jobs, begins) {
				continue
			}
			ratio, ours := s.figures(r.job, r.peer)
			ratios = append(ratios, ratio)
			times = append(times, ours)
		}
	}
	require.NotEmpty(t, ratios, "no row of %v compared with %s", jobs, peer)
	return span{
		ratio: [2]float64{slices.Min(ratios), slices.Max(ratios)},
		time:  [2]float64{slices.Min(times), slices.Max(times)},
	}
}

// summary returns the list at the top of the page, as the tables have it.
func summary(t *testing.T, all []section) []string {
	update := spanOf(t, all, "array", "`Table.Toggle`", "`Table.Move`")
	after := spanOf(t, all, "chess-library", "`Position.After`")
	hash := spanOf(t, all, "chess-library", "`Position.Hash`")
	hash22 := spanOf(t, all, "chess-library", "`Position.Hash`, 22 pieces")
	hash13 := spanOf(t, all, "chess-library", "`Position.Hash`, 13 pieces")
	table := spanOf(t, all, "racy table", "`tt`")
	oneKey := spanOf(t, all, "one key", "")
	subKeys := spanOf(t, all, "`Table.", "`SubKeys.")
	afterSubKeys := spanOf(t, all, "`After`", "`AfterSubKeys`")
	upcoming := spanOf(t, all, "a cuckoo table", "`Upcoming`")

	more := func(ratio float64) float64 { return 100 * (ratio - 1) } // percent
	fiveLeast := min(oneKey.ratio[0], subKeys.ratio[0], afterSubKeys.ratio[0])
	fiveMost := max(oneKey.ratio[1], subKeys.ratio[1], afterSubKeys.ratio[1])
	return []string{
		fmt.Sprintf("An update of one feature costs %.1f to %.1f ns, %.0f to %.0f%% more than an "+
			"array of your own.",
			update.time[0], update.time[1], more(update.ratio[0]), more(update.ratio[1])),
		fmt.Sprintf("The key after a chess move costs %.0f to %.0f ns, which is %.2f to %.2f "+
			"times what it costs in the C++ chess-library.",
			after.time[0], after.time[1], after.ratio[0], after.ratio[1]),
		fmt.Sprintf("The key of a whole chess position costs %.0f to %.0f ns. With 22 pieces that "+
			"is %.2f to %.2f times what it costs in chess-library, and with 13 pieces %.2f to "+
			"%.1f times.",
			hash.time[0], hash.time[1], hash22.ratio[0], hash22.ratio[1],
			hash13.ratio[0], hash13.ratio[1]),
		fmt.Sprintf("`tt` costs %.0f to %.0f%% more than the same table without protection",
			more(table.ratio[0]), more(table.ratio[1])),
		fmt.Sprintf("Five sub-keys cost %.1f to %.1f times as much as one key.",
			fiveLeast, fiveMost),
		fmt.Sprintf("`Upcoming`, which looks for a repetition one move ahead, takes %.1f to %.1f "+
			"times as long as Stockfish's way.", upcoming.ratio[0], upcoming.ratio[1]),
	}
}

// The list at the top of BENCHMARKS.md says what the tables say. So does the page on sub-keys.
func TestSummary(t *testing.T) {
	text := string(must(os.ReadFile(page)))
	all := sections(text)
	list := strings.Join(strings.Fields(text[:strings.Index(text, "**How to read")]), " ")
	for _, sentence := range summary(t, all) {
		assert.True(t, strings.Contains(list, sentence), "the list must say: %s", sentence)
	}
	// "faster than a scan of the earlier keys from about 12 reversible plies on"
	for plies, isFaster := range map[int]bool{4: false, 8: false, 10: false, 16: true, 30: true} {
		job := fmt.Sprintf("`History`, a node after %d reversible plies", plies)
		history := spanOf(t, all, "scan", job)
		assert.Equal(t, isFaster, history.ratio[1] < 1, job)
		assert.Equal(t, isFaster, history.ratio[0] < 1, job)
	}
	// docs/sub-keys.md: "less than a third as long as with a `switch`"
	capture := spanOf(t, all, "five keys by a switch", "a move that may capture, five keys")
	assert.Less(t, capture.ratio[1], 1.0/3)
}

// TestWrong plants an empty cell, a row too few and a row too many in a table.
func TestWrong(t *testing.T) {
	text := "## X\n\n2 cores, commit 0123456789ab, load 1\n\n" + header +
		"|a|b|1.10|5 ns|\n" +
		"|c|d|0.50|5.5 ns|\n"
	want := []row{{job: "a", peer: "b"}, {job: "c", peer: "d"}}
	for _, c := range []struct{ right, planted, says string }{
		{"", "", ""},
		{"1.10|5 ns", "1.10|", `row 1, "a", "b": the figures are "1.10" and ""; no row "a", "b"`},
		{"0.50|", "|", `row 2, "c", "d": the figures are "" and "5.5 ns"; no row "c", "d"`},
		{"0.50|", "0.5|", `row 2, "c", "d": the figures are "0.5" and "5.5 ns"; no row "c", "d"`},
		{"|a|b|1.10|5 ns|\n", "", `no row "a", "b"; 1 rows, want 2`},
		{"|a|b", "|c|d", `no row "a", "b"`},
		{"|a|b", "||b", `row 1, "", "b": the figures are "1.10" and "5 ns"; no row "a", "b"`},
		{"|c|d|", "|e|f|1.00|1 ns|\n|c|d|", "3 rows, want 2"},
		{"load 1", older, ""},
		// an older table may have other rows, but no empty cells
		{"load 1\n\n" + header + "|a|b|", older + "\n\n" + header + "|e|f|", ""},
		{
			"load 1\n\n" + header + "|a|b|1.10|", older + "\n\n" + header + "|a|b||",
			`row 1, "a", "b": the figures are "" and "5 ns"`,
		},
	} {
		require.True(t, strings.Contains(text, c.right), "the mistake is not planted")
		all := sections(strings.Replace(text, c.right, c.planted, 1))
		require.Len(t, all, 1, c.planted)
		assert.Equal(t, c.says, strings.Join(all[0].wrong(want), "; "), c.planted)
	}
	ratio, ours := sections(text)[0].figures("c", "d")
	assert.Equal(t, []float64{0.5, 5.5}, []float64{ratio, ours})
}

// TestChanged changes files of a repository after a commit. Other code is named, and other comments
// are not.
func TestChanged(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		path := filepath.Join(dir, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o700))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	}
	run := func(args ...string) string {
		out, err := git(dir, append([]string{
			"-c", "user.name=test", "-c", "user.email=test@example.com",
		}, args...)...)
		if err != nil {
			t.Skip("needs git: ", err)
		}
		return out
	}
	const code = "package a\n\n// F adds.\nfunc F(a, b int) int { return a + b }\n"
	run("init", "-q")
	for _, name := range []string{"a.go", "gone.go", "tt/a.go", "tt/a_test.go", "other/a.go"} {
		write(name, code)
	}
	run("add", ".")
	run("commit", "-q", "-m", "first")
	commit := run("rev-parse", "--short=12", "HEAD")
	measured := []string{"a.go", "gone.go", "new.go", "tt"}
	names := func() []string {
		all, err := changed(dir, commit, measured)
		require.NoError(t, err)
		return all
	}
	assert.Empty(t, names())

	write("a.go", strings.Replace(code, "// F adds.", "// F is a sum.\n// It may overflow.", 1))
	assert.Empty(t, names(), "a comment")
	write("a.go", strings.Replace(code, "// F", "//go:noinline\n// F", 1))
	assert.Equal(t, []string{"a.go"}, names(), "a directive")
	write("a.go", strings.Replace(code, "a + b", "a - b", 1))
	assert.Equal(t, []string{"a.go"}, names(), "an operator")

	write("a.go", code)
	write("tt/a_test.go", strings.Replace(code, "a + b", "a - b", 1))
	write("other/a.go", strings.Replace(code, "a + b", "a - b", 1))
	assert.Empty(t, names(), "a test of a measured folder, and a folder that is not measured")
	write("tt/a.go", strings.Replace(code, "a + b", "a - b", 1))
	assert.Equal(t, []string{"tt/a.go"}, names())
	require.NoError(t, os.Remove(filepath.Join(dir, "gone.go")))
	write("new.go", code)
	run("add", "new.go") // git diff does not list files that it does not know
	assert.Equal(t, []string{"gone.go", "new.go", "tt/a.go"}, names())

	_, err := changed(dir, "0123456789ab", measured)
	assert.ErrorContains(t, err, "git diff 0123456789ab: ")
}
