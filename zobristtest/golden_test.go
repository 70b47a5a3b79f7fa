package zobristtest_test

import (
	"cmp"
	"flag"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/chess"
	"github.com/zobrist-go/zobrist/internal/check/testdata/reports"
	"github.com/zobrist-go/zobrist/internal/sample"
	"github.com/zobrist-go/zobrist/zobristtest"
)

var update = flag.Bool("update", false, "write testdata/golden.txt")

// look makes the checks of the subtests start, walk and playouts of Run, with a fixed number of
// games. It says which finds a bug.
func look(cfg zobristtest.Config, newGame func() zobristtest.Game) (by string, err error) {
	if err := zobristtest.CheckStart(newGame); err != nil {
		return "start", err
	}
	if _, err := cfg.Walk(newGame); err != nil {
		return "walk", err
	}
	_, _, err = cfg.Play(newGame)
	return "play", err
}

// found returns what is reported, and by which subtest.
func (p planted) found() (by, said string, err error) {
	switch p.by {
	case "":
		by, err = look(p.cfg, p.game)
	case "play":
		by = "play"
		said, _, err = p.cfg.Play(p.game)
	}
	if err != nil {
		said = err.Error()
	}
	return by, said, err
}

// forms are replaced in a message, in this order, so that it says the same for other lines.
var forms = []struct{ from, to string }{
	{`\n(\t.*|.*\(.*0x.*\)|panic.*)`, ""}, // stacks
	{`\b` + key16 + `\b`, "K"},
	{`\b[a-h][1-8]( [PNBRQKpnbrqk])?"`, `SQUARE"`},
	{` (\+\d+|(null|put\d+|up|down|jump|d\d+|[a-h][1-8]|[a-h][1-8][a-h][1-8][qrbn]?|pass)\b)`, " MOVE"},
	{`\((\+\d+|put\d+|up|on|[a-h][1-8]|[a-h][1-8][a-h][1-8][qrbn]?)\b`, "(MOVE"},
	{`MOVE((,| and)? MOVE)+`, "MOVE"},
	{`\d+`, "N"},
	{`castling [KQkq]|en passant [a-h]`, "FEATURE"},
}

// form returns a message without what depends on the line that was found.
func form(said string) string {
	said = regexp.MustCompile(`"[^"\n]*"`).ReplaceAllStringFunc(said, func(quoted string) string {
		if len(quoted) > 20 {
			return "TEXT"
		}
		return quoted
	})
	for _, f := range forms {
		said = regexp.MustCompile(f.from).ReplaceAllString(said, f.to)
	}
	return strings.ReplaceAll(said, "\n", " ")
}

// TestGolden compares what is reported for each planted bug with testdata/golden.txt: by which subtest, the number of
// plies, whether the line shows it in a new game, and the message. go test -run TestGolden -update writes the file.
func TestGolden(t *testing.T) {
	t.Parallel()
	const file = "testdata/golden.txt"
	data := sample.Must(os.ReadFile(file))
	want := make(map[string]string)
	for _, line := range strings.Split(strings.TrimSpace(string(data)), "\n") {
		name, report, _ := strings.Cut(line, " => ")
		want[name] = report
	}
	all := allPlanted()
	got := make([]string, len(all))
	var mu sync.Mutex
	was, is := 0, 0 // plies
	t.Run("all", func(t *testing.T) {
		for i, p := range all {
			t.Run(p.name, func(t *testing.T) {
				sample.Skip(t, 5)
				t.Parallel()
				by, said, err := p.found()
				plies, problem := reproduces(p.game, said)
				got[i] = fmt.Sprintf("%d plies by %s, %s: %s", plies, by, cmp.Or(problem, "replays"), form(said))
				n, old, _ := strings.Cut(want[p.name], " ")
				_, now, _ := strings.Cut(got[i], " ")
				assert.Error(t, err)
				assert.Empty(t, reports.Text(said))
				if !*update {
					assert.Equal(t, old, now, said)
				}
				mu.Lock()
				defer mu.Unlock()
				plied, _ := strconv.Atoi(n)
				was, is = was+plied, is+plies
			})
		}
	})
	if *update {
		var b strings.Builder
		for i, p := range all {
			fmt.Fprintf(&b, "%s => %s\n", p.name, got[i])
		}
		require.NoError(t, os.WriteFile(file, []byte(b.String()), 0o644))
		return
	}
	assert.Len(t, want, len(all))
	t.Logf("%d plies, were %d", is, was)
	assert.LessOrEqual(t, is, was*6/5+5)
}

const key16 = `[0-9a-f]{16}`

// matches requires an error that matches a regular expression, or none for "".
func matches(t *testing.T, want string, err error) {
	t.Helper()
	if want == "" {
		assert.NoError(t, err)
	} else if assert.Error(t, err) {
		assert.Regexp(t, want, err.Error())
	}
}

// replayed plays the line in a message, by the names of the moves. It returns the game, and the key before the last
// moves that are taken back. ok is false if a move cannot be made.
func replayed(newGame func() zobristtest.Game, line string) (g zobristtest.Game, before string, ok bool) {
	g = newGame()
	play := func(name string) bool {
		if name == "null" {
			return g.(zobristtest.Nuller).Null()
		}
		for i := range g.Moves() {
			names, ok := g.(zobristtest.MoveStringer)
			if name == fmt.Sprint("#", i) || ok && names.MoveString(i) == name {
				g.Make(i)
				return true
			}
		}
		return false
	}
	undo := func(name string) {
		if name == "null" {
			g.(zobristtest.Nuller).UndoNull()
		} else {
			g.Unmake()
		}
	}
	if from, err := strconv.QuotedPrefix(strings.TrimPrefix(line, "at ")); err == nil {
		line = strings.Trim(line[len("at "+from):], " ,")
		if from, _ = strconv.Unquote(from); g.(zobristtest.Loader).Load(from) != nil {
			return g, "", false
		}
	}
	for _, part := range strings.Split(line, ", ") {
		part, back := strings.CutSuffix(part, " taken back")
		names := strings.Fields(strings.TrimPrefix(part, "after "))
		switch {
		case part == "at the start":
			continue
		case !back:
			for _, name := range names {
				if !play(name) {
					return g, "", false
				}
			}
			continue
		}
		before = g.Key().String()
		for _, name := range names {
			if !play(name) {
				return g, "", false
			}
		}
		for _, name := range slices.Backward(names) {
			undo(name)
		}
	}
	return g, before, true
}

var (
	wordsOfLines = regexp.MustCompile(`\b(at the start|after|taken back)\b|,`)
	wrongKey     = regexp.MustCompile(`^(?:recomputed )?key (.*): got (\w{16}), (?:(?:want|by moves) (\w{16})( as before)?|` +
		`the same as (.*), but the positions differ|and (\w{16}) (.*), in the same position)`)
	withoutKey = regexp.MustCompile(`^(?:After\([^)]*\)|position) (.*): got |` +
		`(.*): (?:Moves\(\) |the moves, or|moves \d+ and \d+ have|Make\([^)]*\) panics)`)
	// What is called in another game, or what should change nothing.
	aside = regexp.MustCompile(`^of another game, left alone, |, (then|in a clone|cloned)\b.*`)
)

// reproduces replays the lines in a message. It returns the number of plies, and how
// the game differs from the message, or "".
func reproduces(newGame func() zobristtest.Game, message string) (plies int, problem string) {
	message, _, _ = strings.Cut(message, "\n")
	m, line, other := wrongKey.FindStringSubmatch(message), "", ""
	if m != nil {
		line, other = m[1], m[5]+m[7]
	} else if form := withoutKey.FindStringSubmatch(message); form != nil {
		line = strings.Join(form[1:], "")
	}
	if strings.HasPrefix(line, "of ") && !aside.MatchString(line) || line == "" {
		return 0, "no line"
	} else if aside.MatchString(line) {
		m, line = nil, aside.ReplaceAllString(line, "")
	}
	plies = len(strings.Fields(wordsOfLines.ReplaceAllString(line+" "+other, "")))
	g, before, ok := replayed(newGame, line)
	if !ok {
		return plies, "cannot be played"
	}
	if m == nil {
		return plies, ""
	}
	got, want := []string{g.Key().String()}, []string{m[2]}
	switch {
	case m[4] != "":
		got, want = append(got, before), append(want, m[3])
	case m[3] != "":
		got, want = append(got, g.Recompute().String()), append(want, m[3])
	default:
		h, _, ok := replayed(newGame, other)
		if !ok {
			return plies, "the other line cannot be played"
		}
		got, want = append(got, h.Key().String()), append(want, cmp.Or(m[6], m[2]))
	}
	if !slices.Equal(got, want) {
		return plies, fmt.Sprint("got ", got)
	}
	return plies, ""
}

// TestEachBug has three mistakes in one game, and one that shows in several laws.
func TestEachBug(t *testing.T) {
	t.Parallel()
	cfg := zobristtest.Config{Games: 12, Seed: 1}
	three := cfg.Bugs(newChessGame(kiwipete, when(func(f feature) bool {
		return f.kind == "captured" && f.piece%6 != 1 || f.kind == "castling" || f.kind == "victim"
	})))
	require.Error(t, three)
	assert.Regexp(t, `(?s)"castling Q".*"a6 b".*"\w\w [Pp]"`, three.Error())
	assert.LessOrEqual(t, strings.Count(three.Error(), "got "), 4, three)
	undo := func(g *chessGame, last chessState) { g.key = last.key ^ g.keys.Side() }
	after := func(g *chessGame, m chess.Move) zobrist.Key { // which takes back, too
		h := g.position.After(g.keys, g.key, m)
		g.key ^= g.keys.Side()
		return h
	}
	one := cfg.Bugs(newLoadedChess(kiwipete, chessBug{unmake: undo, after: after}))
	require.Error(t, one)
	assert.Equal(t, 1, strings.Count(one.Error(), "got "), one)
	// A wrong move does not explain what is wrong where the key was right.
	captures := when(func(f feature) bool { return f.kind == "captured" })
	knight := func(g *chessGame) { g.key ^= g.keys.Table().Key(0, zobrist.WhiteKnight) }
	null := func(g *chessGame) { g.play(chess.Move{}); g.before = g.before[:len(g.before)-1]; knight(g) }
	for _, second := range []struct {
		bug  chessBug
		says string
	}{
		{chessBug{update: captures.update, load: knight}, `key of Load\(`},
		{chessBug{update: captures.update, null: null}, `null: got`},
	} {
		two := cfg.Bugs(newLoadedChess(kiwipete, second.bug))
		require.Error(t, two)
		assert.Regexp(t, second.says, two.Error())
		assert.Equal(t, 2, strings.Count(two.Error(), "got "), two)
	}
}
