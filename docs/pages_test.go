package docs_test

import (
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/book"
	"github.com/zobrist-go/zobrist/chess"
	"github.com/zobrist-go/zobrist/internal/movegen"
	"github.com/zobrist-go/zobrist/internal/sample"
	"github.com/zobrist-go/zobrist/zobristtest"
)

func read(t *testing.T, name string) string {
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	return string(text)
}

// blocks returns the blocks of code of a page that are marked with a language.
func blocks(page, language string) (code []string) {
	form := regexp.MustCompile("(?s)```" + language + "\n(.*?)```")
	for _, block := range form.FindAllStringSubmatch(page, -1) {
		code = append(code, block[1])
	}
	return code
}

var indent = regexp.MustCompile(`(?m)^\t+`)

// plain leaves out the indentation of code.
func plain(code string) string { return indent.ReplaceAllString(code, "") }

// staleSnippets says which blocks of Go on a page are not in the code of tests. Only the
// indentation may differ. others is how many blocks are not Go.
func staleSnippets(page, code string, others int) (wrong []string) {
	snippets := blocks(page, "go")
	if n := strings.Count(page, "```") / 2; n != len(snippets)+others {
		wrong = append(wrong, fmt.Sprintf(
			"%d blocks of code, want %d of Go and %d others: is one not marked as Go?",
			n, len(snippets), others))
	}
	for _, snippet := range snippets {
		if !strings.Contains(plain(code), "\n"+plain(snippet)) {
			wrong = append(wrong, "no test has this snippet:\n"+snippet)
		}
	}
	return wrong
}

// TestSnippets requires that all Go on the pages is in files of tests, where it is
// compiled, vetted and run.
func TestSnippets(t *testing.T) {
	files, err := filepath.Glob("*_test.go")
	require.NoError(t, err)
	var code strings.Builder
	files = append(files, "../example_generic_test.go", "../examples/table/main.go")
	for _, name := range append(files, glob(t, "../zobristtest/testdata/*/*_test.go")...) {
		code.WriteString("\n" + read(t, name))
	}
	code.WriteString("\n" + blocks(read(t, "test-go.md"), "go")[0]) // TestGoPage runs it
	for name, others := range map[string]int{                       // blocks that are not Go
		"chess-engine.md": 0, "your-own-game.md": 0, "transposition-table.md": 0,
		"sub-keys.md": 0, "repetitions.md": 0, "boards.md": 1, "test-go.md": 3,
	} {
		for _, wrong := range staleSnippets(read(t, name), code.String(), others) {
			t.Errorf("%s: %s", name, wrong)
		}
	}
}

func glob(t *testing.T, pattern string) []string {
	names, err := filepath.Glob(pattern)
	require.NoError(t, err)
	return names
}

// letters are the reports to authors.
const letters = "../.github/letters/[a-z]*.md"

// all returns the names of all pages.
func all(t *testing.T) []string {
	var names []string
	for _, pattern := range []string{
		"*.md", letters, "../*.md", "../playground/*.md", "../examples/*.md", "../examples/*/*.md",
	} {
		names = append(names, glob(t, pattern)...)
	}
	return names
}

var (
	anyCode      = regexp.MustCompile("(?s)```.*?```")
	links        = regexp.MustCompile(`\]\(([^)#\s]*)#?([^)\s]*)\)|src(?:set)?="([^"]*)"`)
	headings     = regexp.MustCompile(`(?m)^#+ (.*)$`)
	notInAnchors = regexp.MustCompile(`[^a-z0-9_ -]`)
)

// anchors returns the names by which links point to the headings of a page, as GitHub makes them.
func anchors(page string) (all []string) {
	for _, heading := range headings.FindAllStringSubmatch(anyCode.ReplaceAllString(page, ""), -1) {
		words := notInAnchors.ReplaceAllString(strings.ToLower(heading[1]), "")
		all = append(all, strings.ReplaceAll(words, " ", "-"))
	}
	return all
}

// deadLinks says which links of a page, a file of this name, point to no file, picture or heading.
// Links to other sites are not followed.
func deadLinks(name, page string) (dead []string) {
	for _, link := range links.FindAllStringSubmatch(anyCode.ReplaceAllString(page, ""), -1) {
		file, anchor := link[1]+link[3], link[2]
		if strings.Contains(file, "://") {
			continue
		}
		target := page
		if file != "" {
			path := filepath.Join(filepath.Dir(name), file)
			text, err := os.ReadFile(path)
			if _, missing := os.Stat(path); missing != nil {
				dead = append(dead, fmt.Sprintf("a link to %s: there is no such file", file))
				continue
			} else if err == nil { // not a folder
				target = string(text)
			}
		}
		if anchor != "" && !slices.Contains(anchors(target), anchor) {
			dead = append(dead, fmt.Sprintf("a link to %s#%s: no heading has this name, of %q",
				file, anchor, anchors(target)))
		}
	}
	return dead
}

// TestLinks requires that what the pages link to is there: files, pictures and headings.
func TestLinks(t *testing.T) {
	for _, name := range all(t) {
		for _, dead := range deadLinks(name, read(t, name)) {
			t.Errorf("%s: %s", name, dead)
		}
	}
}

// A table of the field report, and the programs that the list has instead of the table.
type programs struct {
	kinds map[string]int // rows, by kind
	rows  int
	clean int // in the list
	rules int // in the list, with two rules for en passant
}

// all returns how many programs there are.
func (p programs) all() int { return p.rows + p.clean + p.rules }

// fieldReport counts the rows of the two tables of field-report.md.
func fieldReport(t *testing.T) (inGo, others programs) {
	_, tables, _ := strings.Cut(read(t, "field-report.md"), "\n## Go programs")
	first, second, ok := strings.Cut(tables, "\n## Programs tested with")
	require.True(t, ok)
	groups := strings.Split(read(t, "testdata/programs.txt"), "\n\n")
	require.Len(t, groups, 5) // after the head, a program on each line
	count := func(section, clean, rules string) programs {
		p := programs{kinds: map[string]int{}}
		p.clean = strings.Count(clean, "https://")
		p.rules = strings.Count(rules, "https://")
		rows := regexp.MustCompile(`(?m)^\|.*https://.*\|([a-z ]+)\|$`)
		for _, row := range rows.FindAllStringSubmatch(section, -1) {
			p.kinds[row[1]]++
			p.rows++
		}
		const head = 2 // lines
		assert.Equal(t, strings.Count(section, "\n|")-head, p.rows, "a row without a kind")
		return p
	}
	return count(first, groups[1], groups[3]), count(second, groups[2], groups[4])
}

// TestCounts compares the counts of the field report, and those that other pages take from it,
// with the rows of its tables.
func TestCounts(t *testing.T) {
	inGo, others := fieldReport(t)
	all, keys := inGo.all()+others.all(), inGo.kinds["key"]+others.kinds["key"]
	goRules := inGo.rules + inGo.kinds["en passant"]
	otherRules := others.rules + others.kinds["en passant"]
	fixes, repositories, results := 0, map[string]bool{}, map[string]int{}
	for _, line := range strings.Split(read(t, "testdata/fixed.txt"), "\n") {
		if fields := strings.Split(line, "\t"); len(fields) == 4 {
			fixes++
			repositories[fields[0]] = true
			results[fields[3]]++
		}
	}
	assert.Equal(t, fixes, results["missed"]+results["found"]+results["named"])
	found := results["found"] + results["named"]

	inWords := map[int]string{11: "eleven", 12: "twelve", 13: "thirteen"}
	words := func(name string) string { return strings.Join(strings.Fields(read(t, name)), " ") }
	report := words("field-report.md")
	for _, missing := range lacks(report, []string{
		fmt.Sprintf("Field report: %d programs", all),
		fmt.Sprintf("We took %d bugs in keys that the authors of %d public repositories had fixed",
			fixes, len(repositories)),
		fmt.Sprintf("The tests found %d of the bugs and named the wrong feature of %d.",
			found, results["named"]),
		fmt.Sprintf("says why %d were missed", results["missed"]),
		fmt.Sprintf("We also ran the tests on %d public programs", all),
		fmt.Sprintf("%d in Go with package [`zobristtest`](test-go.md), and %d more",
			inGo.all(), others.all()),
		fmt.Sprintf("In %d of them, some position has two keys", keys),
		fmt.Sprintf("so %d of %d is not a rate", keys, all),
		fmt.Sprintf("keys of %d programs, weak numbers or something outside the key in %d, "+
			"and two rules for en passant in %d.",
			inGo.kinds["key"], inGo.kinds["numbers"]+inGo.kinds["outside"], goRules),
		fmt.Sprintf("The %d programs without a difference and the %d with two rules are in "+
			"[the list]", inGo.clean, goRules),
		fmt.Sprintf("keys of %d programs, weak numbers in %d, two rules for en passant in %d, "+
			"and in %d something outside",
			others.kinds["key"], others.kinds["numbers"], otherRules, others.kinds["outside"]),
		fmt.Sprintf("The %d programs without a difference and %d of the %d with two rules are in "+
			"[the list]", others.clean, others.rules, otherRules),
		"In " + inWords[goRules+otherRules] + " engines, a FEN always sets the square",
		fmt.Sprintf("%d such reports are ready", len(glob(t, letters))),
	}) {
		t.Errorf("field-report.md: %s", missing)
	}
	assert.Contains(t, report, " 10. ")
	index := fmt.Sprintf("what we found in %d programs, and ten things to test", all)
	assert.True(t, strings.Contains(words("README.md"), index), index)

	// What other pages say of the same counts.
	for _, name := range append(glob(t, "*.md"), "../README.md", "../CHANGELOG.md") {
		for _, wrong := range otherCounts(words(name), keys, all, found) {
			t.Errorf("%s: %s", name, wrong)
		}
	}
}

// lacks says which of some sentences, with the counts that the tables have, a page lacks. It names
// the sentence of the page that is nearest: the one that begins with the same words.
func lacks(page string, sentences []string) (wrong []string) {
	for _, want := range sentences {
		if strings.Contains(page, want) {
			continue
		}
		digit := regexp.MustCompile(`\d+`)
		number := digit.ReplaceAllString(regexp.QuoteMeta(want), `\d+`)
		got := regexp.MustCompile(number).FindString(page)
		if got == "" {
			got = "no such sentence"
		}
		wrong = append(wrong, fmt.Sprintf("got %q, want %q", got, want))
	}
	return wrong
}

var (
	ofPrograms = regexp.MustCompile(`\d+ of (the )?\d+ (Go )?programs`)
	ofFixes    = regexp.MustCompile(`(tests|it) found (\d+ of )`)
)

// otherCounts says which counts of a page are not those of the field report: that some of all
// programs have two keys for one position, and that the tests found some of the bugs.
func otherCounts(page string, keys, all, found int) (wrong []string) {
	want := fmt.Sprintf("%d of the %d programs", keys, all)
	for _, got := range ofPrograms.FindAllString(page, -1) {
		if got != want {
			wrong = append(wrong, fmt.Sprintf("got %q, want %q", got, want))
		}
	}
	want = fmt.Sprintf("found %d of ", found)
	for _, got := range ofFixes.FindAllString(page, -1) {
		if !strings.HasSuffix(got, want) {
			wrong = append(wrong, fmt.Sprintf("got %q, want %q", got, want))
		}
	}
	return wrong
}

// positions plays random games, from positions where much happens, and calls
// visit with each position and the move that comes next.
func positions(t *testing.T, games int, visit func(p *chess.Position, m chess.Move)) {
	rng := rand.New(zobrist.NewSplitMix64(10))
	for _, fen := range []string{
		chess.StartFEN,
		"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
		"n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
		"4k3/pppppppp/8/PPPPPPPP/pppppppp/8/PPPPPPPP/4K3 w - - 0 1",
		"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1",
	} {
		start, err := chess.ParseFEN(fen)
		require.NoError(t, err)
		for range games {
			p := start
			for range 80 {
				legal := movegen.Legal(&p)
				if len(legal) == 0 {
					break
				}
				m := legal[rng.IntN(len(legal))]
				visit(&p, m)
				p.Play(m)
			}
		}
	}
}

// The engine of the page has Polyglot's keys: set up, move by move, and after a null move.
func TestEngine(t *testing.T) {
	var b *Board
	var expected chess.Position
	captures, enPassants, illegal := 0, 0, 0
	mine := chessOfMyNumbers()
	games := 60
	if testing.Short() {
		games = 12
	}
	positions(t, games, func(p *chess.Position, m chess.Move) {
		if b == nil || *p != expected {
			b = set(p)
		}
		require.Equal(t, p.Hash(z), b.Hash, p.FEN())
		require.Equal(t, p.EnPassantKey(z), b.enPassantKey(), p.FEN())
		require.Equal(t, p.Hash(z), p.Hash(mine), p.FEN())
		legal := zobrist.EnPassantLegal.Counts(p.EnPassant, &b.Pieces[0], &b.Pieces[1])
		require.Equal(t, p.EnPassantCounts(zobrist.EnPassantLegal), legal, p.FEN())
		if b.EnPassant != 0 && !legal {
			illegal++
		}
		scratch := set(p)
		require.Equal(t, scratch, b, p.FEN())

		null, passed := *b, *p
		null.makeNull()
		passed.Play(chess.Move{})
		require.Equal(t, passed.Hash(z), null.Hash, p.FEN())

		var turned zobrist.Key
		for square, man := range p.Board {
			turned = fromA8.Toggle(turned, zobrist.Square(square^56), man)
		}
		require.Equal(t, z.Table().Hash(p.Board[:]), turned)

		b.Make(m)
		expected = *p
		expected.Play(m)
		if expected.HalfmoveClock == 0 {
			captures++
		}
		if b.EnPassant != 0 {
			enPassants++
		}
	})
	assert.Greater(t, captures, 10*games)
	assert.Greater(t, enPassants, games)
	if !testing.Short() { // too few games to meet one
		assert.Positive(t, illegal)
	}
}

// RunChess finds no bug in the engine of the page, nor in its sub-keys.
func TestEngineKeys(t *testing.T) {
	if testing.Short() {
		t.Skip("plays for seconds")
	}
	if !sample.All(4) { // ZOBRIST_SAMPLE=4 runs it as a user does
		require.NoError(t, flag.Set("test.short", "true"))
		defer flag.Set("test.short", "false")
	}
	zobristtest.RunChess(t, func() zobristtest.ChessEngine { return &engine{} })
}

func TestBook(t *testing.T) {
	var file bytes.Buffer
	p, err := chess.ParseFEN("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
	require.NoError(t, err)
	castling := book.Entry{Key: p.Hash(z), Move: chess.Move{From: 4, To: 7}, Weight: 1}
	require.NoError(t, book.Write(&file, slices.Values([]book.Entry{castling})))
	b, err := book.New(bytes.NewReader(file.Bytes()), int64(file.Len()))
	require.NoError(t, err)
	m, ok, err := bookMove(b, &p)
	require.NoError(t, err)
	assert.True(t, ok)
	assert.Equal(t, "e1g1", m.String())
	p.Play(m)
	_, ok, err = bookMove(b, &p)
	assert.NoError(t, err)
	assert.False(t, ok)
}

// Threads walk about from the end of a game, and compare every verdict on a repetition with the
// list of all keys.
func TestThreads(t *testing.T) {
	push := func(line *zobrist.History, p *chess.Position) zobrist.Key {
		if p.HalfmoveClock == 0 {
			line.PushIrreversible(p.Hash(z))
		} else {
			line.Push(p.Hash(z))
		}
		return line.Last()
	}
	var wrong, twice, thrice, upcoming atomic.Int64
	for n := range uint64(12) {
		rng := rand.New(zobrist.NewSplitMix64(n))
		at, err := chess.ParseFEN("4k3/8/8/8/8/p7/P7/4K3 w - - 0 1")
		require.NoError(t, err)
		var game zobrist.History
		played := []zobrist.Key{push(&game, &at)}
		for range 20 {
			legal := movegen.Legal(&at)
			at.Play(legal[rng.IntN(len(legal))])
			played = append(played, push(&game, &at))
		}
		var threads atomic.Uint64
		perThread(&game, 3, func(th *thread) {
			rng := rand.New(zobrist.NewSplitMix64(1000*n + threads.Add(1)))
			line, p := slices.Clone(played), at
			for len(line) < 80 {
				legal := movegen.Legal(&p)
				if len(legal) == 0 {
					break
				}
				ahead := false // a move repeats a position of the search
				for _, m := range legal {
					child := p
					child.Play(m)
					h := push(&th.line, &child)
					inside := slices.Contains(line[len(played):], h)
					before := 0
					for _, k := range line {
						if k == h {
							before++
						}
					}
					third := before >= 2
					if th.drawn() != (inside || third) {
						wrong.Add(1)
					}
					if inside {
						twice.Add(1)
					} else if third {
						thrice.Add(1)
					}
					th.line.Pop()
					ahead = ahead || inside
				}
				var occupied uint64
				for square, man := range p.Board {
					if man != zobrist.NoPiece {
						occupied |= 1 << square
					}
				}
				if ahead {
					upcoming.Add(1)
				}
				if th.upcoming(occupied, p.BlackToMove) != ahead {
					wrong.Add(1)
				}
				p.Play(legal[rng.IntN(len(legal))])
				line = append(line, push(&th.line, &p))
			}
		})
	}
	assert.Zero(t, wrong.Load())
	assert.NotZero(t, twice.Load()*thrice.Load()*upcoming.Load())
}
