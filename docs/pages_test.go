package docs_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/book"
	"github.com/zobrist-go/zobrist/internal/movegen"
)

// TestSnippets requires that all code on the pages is, line for line, in the
// files of this package, where it is compiled, vetted and run by other tests.
func TestSnippets(t *testing.T) {
	var code strings.Builder
	files, err := filepath.Glob("*_test.go")
	require.NoError(t, err)
	for _, name := range files {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		code.Write(text)
	}
	for _, name := range []string{"in-your-engine.md", "new-games.md", "transposition-table.md"} {
		page, err := os.ReadFile(name)
		require.NoError(t, err)
		blocks := regexp.MustCompile("(?s)```go\n(.*?)```").FindAllSubmatch(page, -1)
		assert.Len(t, blocks, strings.Count(string(page), "```")/2, "a block that is not marked as Go")
		for _, block := range blocks {
			lines := strings.TrimRight(string(block[1]), "\n")
			indented := "\t" + strings.ReplaceAll(lines, "\n", "\n\t") // statements of a function
			found := strings.Contains(code.String(), "\n"+lines+"\n") || strings.Contains(code.String(), "\n"+indented+"\n")
			assert.True(t, found, "not in the tests of this folder:\n%s", lines)
		}
	}
}

// TestLinks requires that what the pages and the README link to is there.
func TestLinks(t *testing.T) {
	pages, err := filepath.Glob("*.md")
	require.NoError(t, err)
	for _, page := range append(pages, "../README.md") {
		text, err := os.ReadFile(page)
		require.NoError(t, err)
		prose := regexp.MustCompile("(?s)```.*?```").ReplaceAllString(string(text), "")
		for _, link := range regexp.MustCompile(`\]\(([^)#\s]+)[)#]`).FindAllStringSubmatch(prose, -1) {
			if !strings.Contains(link[1], "://") {
				_, err := os.Stat(filepath.Join(filepath.Dir(page), link[1]))
				assert.NoError(t, err, page)
			}
		}
	}
}

// TestCounts compares the counts of the field report, and those that other pages
// take from it, with the rows of its tables.
func TestCounts(t *testing.T) {
	text, err := os.ReadFile("field-report.md")
	require.NoError(t, err)
	report := strings.Join(strings.Fields(string(text)), " ")
	_, tables, _ := strings.Cut(string(text), "\n## Go programs")
	goPrograms, others, ok := strings.Cut(tables, "\n## Programs in any language")
	require.True(t, ok)
	rows := func(section, pattern string) int {
		return len(regexp.MustCompile(`(?m)^\|.*\|`+pattern+`[^|]*\|$`).FindAllString(section, -1))
	}
	const wrong, weak, right, clean, enPassant = `\*\*wrong\*\*`, `(\*\*)?weak`, `key right`, `clean`, `two en passant`
	kit, check := rows(goPrograms, ".*")-2, rows(others, ".*")-2 // but the heads
	for _, sentence := range []string{
		fmt.Sprintf("Field report: %d programs", kit+check),
		fmt.Sprintf("%d in Go with the kit, package [`zobristtest`](testing-your-engine.md), and %d more", kit, check),
		fmt.Sprintf("The kit found **wrong keys in %d** programs. In %d it found weak keys, or a bug outside the key. The other %d are",
			rows(goPrograms, wrong), rows(goPrograms, weak)+rows(goPrograms, right), rows(goPrograms, clean)),
		fmt.Sprintf("**wrong keys in %d**, **weak numbers in %d**, two rules for en passant in %d, and in %d a board",
			rows(others, wrong), rows(others, weak), rows(others, enPassant), rows(others, right)),
		fmt.Sprintf("The other %d are clean.", rows(others, clean)),
	} {
		assert.Contains(t, report, sentence)
	}
	pages, err := filepath.Glob("*.md")
	require.NoError(t, err)
	want, found := fmt.Sprintf("%d of %d Go programs", rows(goPrograms, wrong), kit), 0
	for _, name := range append(pages, "../README.md") {
		page, err := os.ReadFile(name)
		require.NoError(t, err)
		words := strings.Join(strings.Fields(string(page)), " ")
		for _, got := range regexp.MustCompile(`\d+ of \d+ (Go )?programs`).FindAllString(words, -1) {
			assert.Equal(t, want, got, name)
			found++
		}
	}
	assert.Positive(t, found)
}

// positions plays random games, from positions where much happens, and calls
// visit with each position and the move that comes next.
func positions(t *testing.T, games int, visit func(p *zobrist.ChessPosition, m zobrist.ChessMove)) {
	rng := rand.New(zobrist.NewSplitMix64(10))
	for _, fen := range []string{
		zobrist.StartFEN,
		"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
		"n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
		"4k3/pppppppp/8/PPPPPPPP/pppppppp/8/PPPPPPPP/4K3 w - - 0 1",
		"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1",
	} {
		start, err := zobrist.ParseFEN(fen)
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

// The engine of the page has Polyglot's keys: set up, move by move, and after a
// null move.
func TestEngine(t *testing.T) {
	var b *Board
	var expected zobrist.ChessPosition
	captures, enPassants, illegal := 0, 0, 0
	mine := chessOfMyKeys()
	games := 60
	if testing.Short() {
		games = 12
	}
	positions(t, games, func(p *zobrist.ChessPosition, m zobrist.ChessMove) {
		if b == nil || *p != expected {
			b = set(p)
		}
		require.Equal(t, keys.Hash(p), b.Hash, p.FEN())
		require.Equal(t, keys.EnPassantKey(p), b.enPassantKey(), p.FEN())
		require.Equal(t, keys.Hash(p), mine.Hash(p), p.FEN())
		legal := *b
		legal.forgetIllegal()
		require.Equal(t, legalRule.EnPassantKey(p), legal.enPassantKey(), p.FEN())
		if legal != *b {
			illegal++
		}
		scratch := set(p)
		require.Equal(t, scratch, b, p.FEN())

		null, passed := *b, *p
		null.makeNull()
		passed.Play(zobrist.ChessMove{})
		require.Equal(t, keys.Hash(&passed), null.Hash, p.FEN())

		var turned zobrist.Key
		for square, man := range p.Board {
			turned = fromA8.Toggle(turned, zobrist.Square(square^56), man)
		}
		require.Equal(t, keys.Pieces().Hash(p.Board[:]), turned)

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

func TestBook(t *testing.T) {
	var file bytes.Buffer
	p, err := zobrist.ParseFEN("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
	require.NoError(t, err)
	require.NoError(t, book.Write(&file, func(yield func(zobrist.Key, book.Entry) bool) {
		yield(keys.Hash(&p), book.Entry{Move: zobrist.ChessMove{From: 4, To: 7}, Weight: 1})
	}))
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

// canTake reports whether an en passant capture is legal.
func canTake(p *zobrist.ChessPosition) bool {
	for _, m := range movegen.Legal(p) {
		if man := p.Board[m.From]; m.To == p.EnPassant && (man == zobrist.WhitePawn || man == zobrist.BlackPawn) {
			return true
		}
	}
	return false
}

// Threads walk about from the end of a game, and hold every verdict on a
// repetition against the list of all positions.
func TestThreads(t *testing.T) {
	rng := rand.New(zobrist.NewSplitMix64(2))
	twice, thrice, games := 0, 0, 40
	if testing.Short() {
		games = 12
	}
	for n := range games {
		p, err := zobrist.ParseFEN("4k3/8/8/8/8/p7/P7/4K3 w - - 0 1")
		require.NoError(t, err)
		var game zobrist.History
		played := []zobrist.ChessPosition{p}
		game.PushIrreversible(legalRule.Hash(&p))
		push := func(p *zobrist.ChessPosition, line *zobrist.History) {
			if h := legalRule.Hash(p); p.HalfmoveClock == 0 {
				line.PushIrreversible(h)
			} else {
				line.Push(h)
			}
		}
		step := func(p *zobrist.ChessPosition, line *zobrist.History, rng *rand.Rand) bool {
			legal := movegen.Legal(p)
			if len(legal) == 0 {
				return false
			}
			p.Play(legal[rng.IntN(len(legal))])
			push(p, line)
			return true
		}
		for range 20 {
			if !step(&p, &game, rng) {
				break
			}
			played = append(played, p)
		}
		same := func(a, b zobrist.ChessPosition) bool {
			for _, p := range []*zobrist.ChessPosition{&a, &b} {
				p.HalfmoveClock, p.FullmoveNumber = 0, 0
				if p.EnPassant != 0 && !canTake(p) {
					p.EnPassant = 0
				}
			}
			return a == b
		}
		type count struct{ asked, wrong, twice, thrice int }
		counts := make(chan count, 3)
		perThread(&game, 3, func(th *thread) {
			var c count
			defer func() { counts <- c }()
			rng := rand.New(zobrist.NewSplitMix64(uint64(n)))
			line, at := append([]zobrist.ChessPosition(nil), played...), p
			for range 60 {
				for _, m := range movegen.Legal(&at) {
					child := at
					child.Play(m)
					times, inside := 0, false
					for i, earlier := range line {
						if same(earlier, child) {
							times++
							inside = inside || i >= len(played)
						}
					}
					c.asked++
					push(&child, &th.line)
					if th.drawn() != (inside || times >= 2) {
						c.wrong++
					}
					th.line.Pop()
					if inside {
						c.twice++
					} else if times >= 2 {
						c.thrice++
					}
				}
				if !step(&at, &th.line, rng) {
					break
				}
				line = append(line, at)
			}
			for len(line) > len(played) {
				th.line.Pop()
				line = line[:len(line)-1]
			}
			if th.line.Len() != game.Len() {
				c.wrong++
			}
		})
		for range 3 {
			c := <-counts
			assert.Zero(t, c.wrong, "of %d", c.asked)
			twice, thrice = twice+c.twice, thrice+c.thrice
		}
	}
	t.Log(twice, thrice)
	assert.NotZero(t, twice)
	assert.NotZero(t, thrice)
}
