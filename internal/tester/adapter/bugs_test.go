package adapter

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/golden"
	"github.com/zobrist-go/zobrist/internal/proofread"
	"github.com/zobrist-go/zobrist/internal/report"
	"github.com/zobrist-go/zobrist/internal/sample"
)

// wrongIn makes the key wrong after moves to one position of n.
func wrongIn(n uint32) func(*pawns, pawnsState, int, int) {
	return func(g *pawns, _ pawnsState, _, _ int) {
		if g.one(n) {
			g.key ^= 1 << 40
		}
	}
}

// on replaces the answers to a request.
func on(
	request string, f func(g *pawns, answer string) string,
) func(*pawns, string, string) string {
	return func(g *pawns, asked, answer string) string {
		if asked != request {
			return answer
		}
		return f(g, answer)
	}
}

// both replaces the answers to key and recompute.
func both(f func(g *pawns) zobrist.Key) func(*pawns, string, string) string {
	return func(g *pawns, asked, answer string) string {
		if asked == "key" || asked == "recompute" {
			return fmt.Sprintf("%x", f(g))
		}
		return answer
	}
}

// bugs are the planted bugs, each with the line of the report that it turns from ok.
var bugs = []bug{
	{name: "captured pawn left in", line: "moves", want: "wrong by",
		make: func(g *pawns, was pawnsState, _, to int) {
			g.key ^= pawnKey(to, was.board[to])
		}},
	{name: "moved pawn left behind", line: "moves", want: "key a",
		make: func(g *pawns, was pawnsState, from, _ int) {
			g.key ^= pawnKey(from, was.turn)
		}},
	{name: "moved pawn not put", line: "moves", want: "key a",
		make: func(g *pawns, was pawnsState, _, to int) {
			g.key ^= pawnKey(to, was.turn)
		}},
	{name: "side not switched", line: "moves", want: `"side"`,
		make: func(g *pawns, _ pawnsState, _, _ int) {
			g.key ^= pawnsSide
		}},
	{name: "wrong on the last rank", line: "moves", want: "key a",
		make: func(g *pawns, _ pawnsState, _, to int) {
			if to < 4 || to >= 12 {
				g.key ^= pawnKey(to, g.board[to])
			}
		}},
	{name: "wrong captures on the first file", line: "moves", want: "key a",
		make: func(g *pawns, was pawnsState, _, to int) {
			if to%4 == 0 && was.board[to] != '.' {
				g.key ^= pawnKey(to, was.board[to])
			}
		}},
	{name: "wrong in 20 %", line: "moves", want: "key a", make: wrongIn(5)},
	{name: "wrong in 3 %", moves: 2_000, line: "moves", want: "key a", make: wrongIn(33)},
	{name: "wrong in 1 %", moves: 2_000, line: "moves", want: "key a", make: wrongIn(100)},
	{name: "wrong when few pawns are left", moves: 2_000, line: "moves", want: "key a",
		make: func(g *pawns, _ pawnsState, _, _ int) {
			if g.pawns() <= 4 {
				g.key++
			}
		}},
	{name: "recompute is constant", line: "moves", want: "key ",
		answer: on("recompute", func(*pawns, string) string {
			return "7"
		})},
	{name: "recompute counts", line: "moves", want: "key at the start",
		answer: on("recompute", func(g *pawns, _ string) string {
			return fmt.Sprint(g.asked)
		})},
	{name: "a constant key", line: "moves", want: "no move changes the key: it is the same in all",
		answer: func(g *pawns, request, answer string) string {
			switch request {
			case "key", "recompute":
				return "7"
			case "position":
				return "unknown"
			}
			return answer
		}},
	{name: "a constant key with positions", line: "routes", want: "but the positions differ",
		answer: both(func(*pawns) zobrist.Key {
			return 7
		})},
	{name: "reading the key changes it", line: "moves", want: ", then Key(): got",
		answer: on("key", func(g *pawns, answer string) string {
			g.key ^= 1 << 9
			return answer
		})},
	{name: "listing the moves changes a late key", moves: 1_000, line: "moves",
		want: ", then Moves(): got", answer: on("moves", func(g *pawns, answer string) string {
			if g.plies == 5 {
				g.key ^= 1 << 9
			}
			return answer
		})},

	{name: "undo keeps the key", line: "undo", want: "taken back",
		undo: func(g *pawns, was pawnsState) {
			g.key = was.key
		}},
	{name: "undo keeps the side", line: "undo", want: "taken back",
		undo: func(g *pawns, was pawnsState) {
			g.turn = was.turn
		}},
	{name: "undo loses the captured pawn", line: "undo", want: "taken back",
		undo: func(g *pawns, was pawnsState) {
			for s, pawn := range g.board {
				if pawn != '.' && was.board[s] != '.' && pawn != was.board[s] {
					g.board[s] = '.'
				}
			}
		}},
	{name: "undo does nothing", line: "undo", want: "taken back",
		undo: func(g *pawns, was pawnsState) {
			g.board, g.turn, g.key = was.board, was.turn, was.key
		}},
	{name: "undo is wrong deep in a game", line: "undo", want: "taken back",
		undo: func(g *pawns, was pawnsState) {
			if g.plies > 6 {
				g.key ^= 2
			}
		}},

	{name: "null keeps the side", line: "null move", want: `after null: got`, null: func(g *pawns) {
		g.key ^= pawnsSide
	}},
	{name: "null keeps the side of the position", line: "null move", want: `wrong by: "side"`,
		null: func(g *pawns) {
			g.turn ^= 'w' ^ 'b'
		}},
	{name: "unnull keeps the side", line: "null move", want: "null taken back",
		back: func(g *pawns) {
			g.key ^= pawnsSide
		}},
	{name: "a move after null is wrong", line: "moves", want: "null",
		make: func(g *pawns, _ pawnsState, _, _ int) {
			if g.pass {
				g.key++
			}
		}},
	{name: "unknown to null later, which passes", line: "null move", want: ", then Null(): got",
		answer: on("null", func(g *pawns, answer string) string {
			if g.plies > 2 {
				return "unknown"
			}
			return answer
		})},

	{name: "position without the side", line: "routes", want: "in the same position",
		answer: on("position", func(g *pawns, answer string) string {
			return answer[:16]
		})},
	{name: "position without two ranks", line: "routes", want: "in the same position",
		answer: on("position", func(g *pawns, answer string) string {
			return answer[8:]
		})},
	{name: "the key counts moves", line: "routes", bugs: 2, want: "they differ in",
		answer: both(func(g *pawns) zobrist.Key {
			return g.recompute() + zobrist.Key(g.plies/2)
		})},
	{name: "two pawns share a number", moves: 1_000, line: "routes",
		want: "but the positions differ", answer: both(func(g *pawns) zobrist.Key {
			k := g.recompute()
			for s, pawn := range g.board {
				if pawn == 'b' {
					k ^= pawnKey(s, 'b') ^ pawnKey(s, 'w')
				}
			}
			return k
		})},
	{name: "no side in the key", line: "routes", want: "but the positions differ",
		answer: both(func(g *pawns) zobrist.Key {
			k := g.recompute()
			if g.turn == 'b' {
				k ^= pawnsSide
			}
			return k
		})},
	{name: "the key counts games", moves: 1_500, line: "routes",
		want: "in the same position", answer: both(func(g *pawns) zobrist.Key {
			return g.recompute() + zobrist.Key(g.game/40)
		})},
	{name: "deadbeef when set up", line: "positions", want: "Load(", load: func(g *pawns) {
		g.key = 0xdeadbeef
	}, answer: on("recompute", func(g *pawns, answer string) string {
		if g.text && g.plies == 0 {
			return "deadbeef"
		}
		return answer
	})},
	{name: "set up without the side", line: "positions", want: "Load(", load: func(g *pawns) {
		if g.turn == 'b' {
			g.key ^= pawnsSide
		}
	}},
	{name: "set up without a square", moves: 1_000, line: "positions", want: "Load(",
		load: func(g *pawns) {
			g.key ^= pawnKey(5, g.board[5])
		}},
	{name: "wrong when few pawns are set up", moves: 2_000, line: "positions", want: "Load(",
		load: func(g *pawns) {
			if g.pawns() <= 5 {
				g.key++
			}
		}},
	{name: "one set-up in 25 wrong", moves: 6_000, line: "positions", want: "Load(",
		load: func(g *pawns) {
			if g.one(25) {
				g.key++
			}
		}},
	{name: "set up to the new game", line: "positions", want: "Load(", load: func(g *pawns) {
		g.start(newPawns)
	}},
	{name: "set up with the other side", line: "positions", want: "Load(", load: func(g *pawns) {
		g.switchSide()
	}},
	{name: "some texts are unknown", moves: 600, line: "positions", want: "error: ",
		answer: on("new", func(g *pawns, answer string) string {
			if g.text && g.pawns() < 7 {
				return "unknown"
			}
			return answer
		})},
	{name: "captures wrong after a set-up", line: "positions", want: `key at "`,
		make: func(g *pawns, was pawnsState, _, to int) {
			if g.text {
				g.key ^= pawnKey(to, was.board[to])
			}
		}},
	{name: "all keys wrong two plies after a set-up", line: "positions",
		want: "they differ in 1 bit", answer: both(func(g *pawns) zobrist.Key {
			if g.text && g.plies > 0 {
				return g.recompute() ^ 1<<30
			}
			return g.recompute()
		})},
	{name: "undo after a set-up", line: "undo", want: `taken back`,
		undo: func(g *pawns, was pawnsState) {
			if g.text && len(g.done) > 0 {
				g.key++
			}
		}},

	{name: "two equal numbers", line: "numbers", want: "have the same key",
		answer: on("keys", func(g *pawns, answer string) string {
			return answer + fmt.Sprintf("%x copy\n", pawnsSide)
		})},
	{name: "a zero number", line: "numbers", want: "zero",
		answer: on("keys", func(g *pawns, answer string) string {
			return answer + "0 nothing\n"
		})},
	{name: "numbers that sum to zero", line: "numbers", want: "XOR",
		answer: on("keys", func(g *pawns, answer string) string {
			return answer + fmt.Sprintf("%x sum\n", pawnsSide^pawnKey(0, 'w')^pawnKey(9, 'b'))
		})},
	{name: "one name for two numbers", line: "numbers", want: `two keys are named "side"`,
		answer: on("keys", func(g *pawns, answer string) string {
			return answer + "77 side\n"
		})},

	{name: "two bugs", line: "moves", want: "[undonull-side]", bugs: 2,
		make: func(g *pawns, was pawnsState, _, to int) {
			g.key ^= pawnKey(to, was.board[to])
		}, back: func(g *pawns) { g.key ^= pawnsSide }},
	{name: "two bugs of moves", moves: 1_000, line: "moves", want: "[moves-side]", bugs: 2,
		make: func(g *pawns, was pawnsState, from, to int) {
			g.key ^= pawnKey(to, was.board[to])
			if from == 13 {
				g.key ^= pawnsSide
			}
		}},

	{name: "captures are wrong, and so is their undo", moves: 3_000, line: "moves",
		want: "[undo-piece]", bugs: 2, make: func(g *pawns, was pawnsState, from, to int) {
			if from == 5 {
				g.key ^= pawnKey(to, was.board[to])
			}
		}, undo: func(g *pawns, was pawnsState) {
			for s, pawn := range g.board {
				if pawn != was.board[s] && pawn != '.' && was.board[s] != '.' {
					g.key ^= pawnKey(s, pawn)
				}
			}
		}},

	{name: "a rank is put twice", moves: 1_000, line: "moves", want: "wrong by",
		make: func(g *pawns, _ pawnsState, _, to int) {
			for s := to &^ 3; to&4 != 0 && s < to|3; s++ {
				g.key ^= pawnKey(s, 'w') ^ pawnKey(s, 'b')
			}
		}},
	{name: "some keys of another process", line: "processes",
		want: "keys differ from those of another process", answer: both(func(g *pawns) zobrist.Key {
			return g.recompute() ^ zobrist.Key(os.Getpid()*int(g.turn&1))
		})},

	// These are no bugs.
	{name: "the order of moves changes", answer: on("moves", func(g *pawns, answer string) string {
		if all := strings.Fields(answer); g.asked%9 == 0 && len(all) > 1 {
			return strings.Join(append(all[1:], all[0]), " ")
		}
		return answer
	})},
	{name: "only some positions are recomputed",
		answer: on("recompute", func(g *pawns, answer string) string {
			if g.plies%2 == 0 {
				return "unknown"
			}
			return answer
		})},
	{name: "slow", answer: func(_ *pawns, _, answer string) string {
		time.Sleep(5 * time.Millisecond)
		return answer
	}},
	{name: "keys of its own", moves: 1_000, line: "processes",
		answer: both(func(g *pawns) zobrist.Key {
			return g.recompute() ^ zobrist.Key(os.Getpid())
		})},
}

// With this flag, TestEveryLineCanFail writes testdata/golden.txt.
var _ = flag.Bool("update", false, "write testdata/golden.txt")

func checkPawns(t *testing.T, name string, moves int) *report.Report {
	t.Helper()
	r, err := Check(context.Background(), Options{Moves: moves, Seed: 1, haste: 8}, os.Args[0],
		"pawns:"+name)
	require.NoError(t, err, name)
	return r
}

// TestSlowProgram: a program that takes 5 ms for an answer gets fewer positions, and is not wrong.
func TestSlowProgram(t *testing.T) {
	sample.Slow(t)
	t.Parallel()
	r, err := Check(context.Background(), Options{haste: 10}, os.Args[0], "pawns:slow")
	require.NoError(t, err)
	assert.Empty(t, r.Items)
	assert.Less(t, r.Moves, 500)
	if r.Rows[1].Check == "moves" && r.Rows[1].Compared < 50 {
		assert.Equal(t, 3, r.Exit(), "%+v", r)
	}
}

// TestRowOfProcesses requires that a row counts the keys that differ from those of another process,
// too: all keys that were compared.
func TestRowOfProcesses(t *testing.T) {
	t.Parallel()
	r := checkPawns(t, "some keys of another process", 300)
	require.Len(t, r.Items, 1)
	row := r.Rows[len(r.Rows)-1]
	require.Equal(t, "processes", row.Check)
	of := fmt.Sprintf(" of %d keys differ from those of another process", row.Compared)
	assert.Contains(t, r.Items[0].Title(), of)
}

// TestInterrupted: what was found until then is reported.
func TestInterrupted(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	opt := Options{Moves: 1_000, Seed: 1, haste: 8, Progress: func(text string) {
		made := 0
		if _, err := fmt.Sscan(text, &made); err == nil && made > 400 {
			cancel()
		}
	}}
	r, err := Check(ctx, opt, os.Args[0], "pawns:captured pawn left in")
	assert.ErrorIs(t, err, context.Canceled)
	assert.Equal(t, 130, r.Exit())
	assert.Contains(t, said(r), "[moves-piece]")
	assert.Len(t, r.Items, 1)
}

// TestFewMoves: after few moves nothing is called right.
func TestFewMoves(t *testing.T) {
	t.Parallel()
	r := checkPawns(t, "none", 40)
	assert.Equal(t, 3, r.Exit(), "%+v", r)
	assert.Contains(t, rowsOf(r), "50 are needed: allow more moves with -n")
	assert.Zero(t, checkPawns(t, "the order of moves changes", 1_000).Exit())
}

// TestBugEndsLook: what was compared before a bug ended a look counts, too.
func TestBugEndsLook(t *testing.T) {
	t.Parallel()
	r := checkPawns(t, "listing the moves changes a late key", 1_000)
	assert.Regexp(t, `^[\d,]+ positions compared`, r.Rows[1].Text())
	assert.Equal(t, report.IsWrong, r.Rows[1].Status)
	assert.Equal(t, "key", r.Items[0].Name, "no move does it")
	assert.Regexp(t, `^[\d,]+ moves taken back`, r.Rows[2].Text(), said(r))
	r = checkPawns(t, "some texts are unknown", 600)
	assert.NotContains(t, r.Rows[1].Text(), "in 0 random games")
	r = checkPawns(t, "some keys of another process", 300)
	assert.Regexp(t, `^\d+ keys compared with those of a second process$`, r.Rows[6].Text())
	assert.Equal(t, report.IsWrong, r.Rows[6].Status)
	r = checkPawns(t, "a zero number", 300)
	assert.Regexp(t, `^\d+ numbers: zero, shared`, r.Rows[0].Text())
	assert.Equal(t, report.IsWrong, r.Rows[0].Status)
}

// TestEveryLineCanFail lists the lines of a sound report. Each has at least one planted
// bug after which it does not say ok.
func TestEveryLineCanFail(t *testing.T) {
	t.Parallel()
	r := checkPawns(t, "none", 1_000)
	require.Zero(t, r.Exit(), "%+v", r)
	for _, row := range r.Rows {
		assert.Equal(t, report.OK, row.Status, "%+v", row)
		assert.Positive(t, row.Compared, row.Check)
		n := 0
		for _, b := range bugs {
			if b.line == row.Check {
				n++
			}
		}
		assert.Positive(t, n, "no bug is planted for the line %s", row.Check)
	}
	table := golden.Open(t, "testdata/golden.txt")
	for _, b := range bugs {
		if b.line == "" {
			continue
		}
		t.Run(b.name, func(t *testing.T) {
			sample.Skip(t, 4)
			t.Parallel()
			r := checkPawns(t, b.name, cmp.Or(b.moves, 300))
			for _, row := range r.Rows {
				assert.False(t, row.Check == b.line && row.Status == report.OK, "%+v %s",
					row, said(r))
			}
			table.Add(t, golden.RowOf(b.name, r))
			if b.want == "" {
				assert.Zero(t, r.Exit())
				return
			}
			assert.Equal(t, 1, r.Exit(), "%+v", r)
			assert.Empty(t, proofread.Text(said(r)))
			for _, item := range r.Items {
				assert.Empty(t, proofread.Name(item.Name, item.Kinds), item.Name)
			}
			assert.Contains(t, said(r), b.want)
			assert.Len(t, r.Items, cmp.Or(b.bugs, 1), said(r))
		})
	}
}
