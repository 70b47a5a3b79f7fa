package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	_ "github.com/corentings/chess/v2" // its module has published games
	"github.com/stretchr/testify/require"
	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/examples/beam/internal/runtest"
	"github.com/zobrist-go/zobrist/internal/movegen"
	"github.com/zobrist-go/zobrist/internal/openings"
)

func TestMain(m *testing.M) { runtest.Main(m, main) }

// randomGames returns lines of games of up to ten plies. Their first moves come from a
// small choice, as in real openings.
func randomGames(t testing.TB, n int) string {
	rng := rand.New(rand.NewPCG(14, 4))
	keys := zobrist.Polyglot()
	start, err := zobrist.ParseFEN(zobrist.StartFEN)
	require.NoError(t, err)
	legal := map[zobrist.Key][]zobrist.ChessMove{} // cached: positions recur, and finding moves is slow
	var b strings.Builder
	for range n {
		p := start
		for range 4 + rng.IntN(7) {
			k := keys.Hash(&p)
			moves, ok := legal[k]
			if !ok {
				moves = movegen.Legal(&p)
				legal[k] = moves
			}
			if len(moves) == 0 {
				break
			}
			m := moves[min(rng.IntN(len(moves)), rng.IntN(len(moves)), rng.IntN(len(moves)))]
			p.Play(m)
			b.WriteString(m.String() + " ")
		}
		b.WriteString([]string{"1-0", "0-1", "1/2-1/2", "*"}[rng.IntN(4)] + "\n")
	}
	return b.String()
}

// command makes a book with zobrist book -make, in one process. It also reports the
// wrong lines.
func command(t *testing.T, games string) []byte {
	dir := t.TempDir()
	build := exec.Command("go", "build", "-o", dir, "github.com/zobrist-go/zobrist/cmd/zobrist")
	out, err := build.CombinedOutput()
	require.NoError(t, err, string(out))
	path := filepath.Join(dir, "book.bin")
	cmd := exec.Command(filepath.Join(dir, "zobrist"), "book", "-make", path)
	cmd.Stdin = strings.NewReader(games)
	out, err = cmd.CombinedOutput()
	if !bytes.Contains(out, []byte("zobrist book: line ")) {
		require.NoError(t, err, string(out))
	}
	book, err := os.ReadFile(path)
	require.NoError(t, err)
	require.NotEmpty(t, book)
	return book
}

func write(t *testing.T, name, text string) string {
	path := filepath.Join(t.TempDir(), name)
	require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
	return path
}

func read(t *testing.T, path string) []byte {
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	return data
}

func TestRandomGames(t *testing.T) {
	n := 100_000
	if testing.Short() {
		n = 5_000
	}
	games := randomGames(t, n)
	dir := t.TempDir()
	book, table := filepath.Join(dir, "book.bin"), filepath.Join(dir, "table.tsv")
	// Several files, found with a glob.
	lines := strings.SplitAfter(games, "\n")
	for i, part := range [][]string{lines[:n/3], lines[n/3 : n/2], lines[n/2:]} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, fmt.Sprintf("games%d.txt", i)), []byte(strings.Join(part, "")), 0o644))
	}
	stdout, stderr, err := runtest.Run(t, "-book", book, "-table", table, "-top", "50", filepath.Join(dir, "games*.txt"))
	require.NoError(t, err, stderr)
	require.Empty(t, stderr)
	require.Contains(t, stdout, "bad: 0)")
	require.True(t, bytes.Equal(command(t, games), read(t, book)), "another book than zobrist book -make's")
	require.Equal(t, naiveTable(t, games, 50), string(read(t, table)))
	left, err := filepath.Glob(filepath.Join(dir, "*.part"))
	require.NoError(t, err)
	require.Empty(t, left)
}

// naiveTable makes the table with independent, plain code.
func naiveTable(t *testing.T, games string, top int) string {
	type row struct {
		move          string
		games, points int
	}
	keys := zobrist.Polyglot()
	positions := map[string]map[string]*row{}
	total := map[string]int{}
	for line := range strings.Lines(games) {
		g, err := openings.Parse(line)
		require.NoError(t, err)
		played, _, err := g.Count(keys, 1024)
		require.NoError(t, err)
		words := strings.Fields(line)
		for i, p := range played {
			k, m := p.Key.String(), p.Move.String()
			if positions[k] == nil {
				positions[k] = map[string]*row{}
			}
			if positions[k][m] == nil {
				positions[k][m] = &row{move: m}
			}
			row := positions[k][m]
			row.games++
			switch words[len(words)-1] {
			case []string{"1-0", "0-1"}[i%2]:
				row.points += 2
			case "1/2-1/2":
				row.points++
			}
			total[k]++
		}
	}
	var order []string
	for k := range positions {
		order = append(order, k)
	}
	slices.SortFunc(order, func(a, b string) int { return cmp.Or(total[b]-total[a], strings.Compare(a, b)) })
	var out strings.Builder
	out.WriteString("key\tmove\tgames\tpoints\n")
	for _, k := range order[:top] {
		var rows []*row
		for _, r := range positions[k] {
			rows = append(rows, r)
		}
		slices.SortFunc(rows, func(a, b *row) int { return cmp.Or(b.games-a.games, strings.Compare(a.move, b.move)) })
		for _, r := range rows {
			fmt.Fprintf(&out, "%s\t%s\t%d\t%d\n", k, r.move, r.games, r.points)
		}
	}
	return out.String()
}

// TestPublishedGames makes a book of 1,000 games of the module's collection, some
// of which start from a FEN.
func TestPublishedGames(t *testing.T) {
	extract, err := exec.LookPath("pgn-extract")
	if err != nil {
		if extract, err = exec.LookPath("/usr/games/pgn-extract"); err != nil {
			t.Skip("pgn-extract is not installed")
		}
	}
	module, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/corentings/chess/v2").Output()
	require.NoError(t, err)
	pgn := filepath.Join(strings.TrimSpace(string(module)), "fixtures", "pgns", "big.pgn")
	for _, tags := range []string{"", "--notags"} {
		args := append([]string{"-s", "-Wuci", pgn}, strings.Fields(tags)...)
		games, err := exec.Command(extract, args...).Output()
		require.NoError(t, err)
		path, book := write(t, "games.txt", string(games)), filepath.Join(t.TempDir(), "book.bin")
		stdout, stderr, err := runtest.Run(t, "-book", book, path)
		require.Contains(t, stdout, book+": ", stderr)
		require.True(t, bytes.Equal(command(t, string(games)), read(t, book)))
		if tags == "" {
			require.NoError(t, err, stderr)
			require.Contains(t, stdout, "1000 games (without a result: 0, bad: 0)")
		} else { // a game without its FEN starts from the wrong position
			require.Error(t, err)
			require.Contains(t, stderr, "openings: bad games left out: 17\n")
		}
	}
}

func TestThreeProcesses(t *testing.T) {
	games := randomGames(t, 3_000)
	path, book := write(t, "games.txt", games), filepath.Join(t.TempDir(), "book.bin")
	cluster := runtest.StartCluster(t)
	stdout, stderr, err := runtest.Finish(t, cluster.Submit("-book", book, path), nil)
	require.NoError(t, err, stderr)
	require.Contains(t, stdout, book+": ")
	require.True(t, bytes.Equal(command(t, games), read(t, book)))
}

// TestBadGames: the program leaves bad games out and names the first of each file. The
// other games count as before.
func TestBadGames(t *testing.T) {
	good := randomGames(t, 2_000)
	lines := strings.SplitAfter(good, "\n")
	dir := t.TempDir()
	for i, bad := range []string{
		"\n[Event \"x\"]\ne2e4 e2e4 1-0\r\n# e2e4\n" + "e4 0-1\n",
		"e2e4 e7e5\n",
		"[FEN \"8/8\"]\ne2e4 1-0\n",
		strings.Repeat("e2e4 ", 1<<20) + "\n",
	} {
		text := "\ufeff" + strings.Join(lines[500*i:500*i+9], "") + bad + strings.Join(lines[500*i+9:500*i+500], "")
		require.NoError(t, os.WriteFile(filepath.Join(dir, fmt.Sprint("games", i)), []byte(text), 0o644))
	}
	book := filepath.Join(dir, "book.bin")
	stdout, stderr, err := runtest.Run(t, "-book", book, filepath.Join(dir, "games?"))
	var exit *exec.ExitError
	require.True(t, errors.As(err, &exit))
	require.Equal(t, 1, exit.ExitCode())
	want := "0:12: move number 2: e2e4 is not legal in rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1\n" +
		"1:10: \"e7e5\" at the end of the game, want its result: 1-0, 0-1, 1/2-1/2 or *\n" +
		"2:11: zobrist: FEN: field 1 (board): 2 ranks, want 8\n" +
		"3:10: longer than 1048576 bytes\n" +
		"openings: bad games left out: 5\n"
	require.Equal(t, want, strings.ReplaceAll(stderr, filepath.Join(dir, "games"), ""))
	require.Contains(t, stdout, "bad: 5)")
	require.True(t, bytes.Equal(command(t, good), read(t, book)))
}

func TestMisuse(t *testing.T) {
	dir := t.TempDir()
	games := write(t, "games.txt", "e2e4 1-0\n")
	empty := write(t, "empty.txt", "\n")
	none := filepath.Join(dir, "none*.txt")
	book := filepath.Join(dir, "book.bin")
	for _, test := range []struct {
		args []string
		want string
	}{
		{[]string{"-book", book}, "openings: no FILE of games; -h says more\n"},
		{[]string{games}, "openings: neither -book FILE nor -table FILE, want one or both\n"},
		{[]string{"-book", book, "-owners", "0", games}, "openings: -owners 0, -top 100: want 1 or more\n"},
		{[]string{"-book", book, "-min-games", "-1", games}, "openings: -min-games -1, -max-plies 1024: want 0 or more\n"},
		{[]string{"-book", book, games}, "openings: no move of 3 games or more has scored, no book is written: see -min-games\n"},
		{[]string{"-book", book, empty}, "openings: no games with a result, nothing is written\n"},
		{[]string{"-book", book, none}, "openings: embedded runner: no files matching pattern \"" + none + "\"\n"},
		{[]string{"-book", book, dir}, "is a directory"},
		{[]string{"-book", filepath.Join(games, "x"), "-min-games", "1", games}, "not a directory"},
	} {
		stdout, stderr, err := runtest.Run(t, test.args...)
		require.Error(t, err, test.args)
		require.Empty(t, stdout)
		require.Contains(t, stderr, test.want)
		require.NoFileExists(t, book)
	}
}
