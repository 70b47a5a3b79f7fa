package zobristtest_test

import (
	"flag"
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/zobrist-go/zobrist/zobristtest"
)

var update = flag.Bool("update", false, "write testdata/golden.txt")

// goldenForms are the forms of messages, and the law that each says is broken.
var goldenForms = []struct{ law, form string }{
	{"start", `^(the key of a new game|newGame)`},
	{"recompute", `^key .*: got \w+, want \w+( \(add|;|$)`},
	{"undo", `^key .*: got \w+, want \w+ as before|: the position is "`},
	{"After", `^After\(.*returns`},
	{"reads", `\(.*\)? .*changes (the|its)`},
	{"routes", `in the same position`},
	{"collision", `but the positions differ`},
	{"moves", `Moves\(\)|order of moves|have the same name`},
	{"apart", `^another game`},
	{"clone", `^Clone`},
	{"load", `^Load`},
	{"panics", `panics`},
}

// goldenGames are the planted bugs of this package's tests.
func goldenGames() (all []planted) {
	all = allPlanted()
	for _, bug := range []string{"Make", "Unmake", "Null", "After", "Clone", "Load", "routes", "late", "all keys"} {
		all = append(all, planted{"method: " + bug, newQuickOthello(bug)})
	}
	for name, g := range map[string]trio{"score": {score: true}, "two": {two: true}} {
		all = append(all, planted{"trio: " + name, func() zobristtest.Game { h := g; return &h }})
	}
	all = append(all,
		planted{"route", newChessGame(startFEN, enPassantAlways())},
		planted{"clocks", func() zobristtest.Game {
			return clocked{newChessGame("8/8/4k3/8/8/4K3/8/8 w - - 0 1", chessBug{})().(*chessGame)}
		}},
		planted{"load of rare positions", func() zobristtest.Game { return halfLoader{newLoadedChess(startFEN, chessBug{})().(loadedChess)} }},
		planted{"refused null moves", func() zobristtest.Game { return sly{newQuickOthello("")().(*quickOthello)} }},
		planted{"clone forgets a cell", func() zobristtest.Game {
			g := newRow()
			g.clone = func(g, c *row) { c.cells[7] = 0 }
			return clonedRow{g}
		}},
		planted{"bag", newRing(0, "count")},
		planted{"half", newRing(1, "half")},
		planted{"load refuses", func() zobristtest.Game { return &refuses{newLadder(0)().(*ladder)} }},
		planted{"pot", newPotGame()},
	)
	return all
}

// report returns the law that a message blames, what it names, and the plies of its lines.
func report(m planted, err error) string {
	if err == nil {
		return "nothing"
	}
	first, _, _ := strings.Cut(err.Error(), "\n")
	law := "?"
	for _, f := range goldenForms {
		if regexp.MustCompile(f.form).MatchString(first) {
			law = f.law
			break
		}
	}
	names := regexp.MustCompile(`(wrong by:|lacks|has) (.*?)( \(|$)`).FindString(first)
	plies, problem := reproduces(m.game, first)
	how := "replays"
	if problem != "" {
		how = problem
	}
	return strings.TrimSpace(fmt.Sprintf("%s %d plies, %s; %s", law, plies, regexp.MustCompile(`[0-9a-f]{16}`).ReplaceAllString(how, "K"), names))
}

// TestGolden compares what is reported for each planted bug with testdata/golden.txt: the law,
// the number of plies, and the features that are named.
func TestGolden(t *testing.T) {
	t.Parallel()
	if !*long && !*update {
		t.Skip("other tests find each bug: see -long")
	}
	const file = "testdata/golden.txt"
	data, err := os.ReadFile(file)
	require.NoError(t, err)
	want := make(map[string]string)
	for _, line := range strings.Split(strings.TrimSpace(string(data)), "\n") {
		name, report, _ := strings.Cut(line, " => ")
		want[name] = report
	}
	var b strings.Builder
	plies := func(s string) int {
		n, _ := strconv.Atoi(regexp.MustCompile(`\d+`).FindString(s))
		return n
	}
	sum := [2]int{}
	for _, m := range goldenGames() {
		err := look(zobristtest.Config{Games: 60, Seed: 1, Plies: 150}, m.game)
		got := report(m, err)
		fmt.Fprintf(&b, "%s => %s\n", m.name, got)
		was := want[m.name]
		sum[0], sum[1] = sum[0]+plies(was), sum[1]+plies(got)
		if !*update && strings.Fields(was)[0] != strings.Fields(got)[0] {
			t.Errorf("%s: %s, was %s\n%v", m.name, got, was, err)
		} else if was != got {
			t.Logf("%s: %s, was %s\n%v", m.name, got, was, err)
		}
	}
	if *update {
		require.NoError(t, os.WriteFile(file, []byte(b.String()), 0o644))
	}
	t.Logf("%d plies, were %d", sum[1], sum[0])
	assert.LessOrEqual(t, sum[1], sum[0]*6/5+5)
}
