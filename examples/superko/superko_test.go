package main

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
)

func load(t *testing.T, name string) *Record {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", name+".sgf"))
	require.NoError(t, err)
	rec, err := ParseSGF(text)
	require.NoError(t, err)
	return rec
}

// TestKnownCases replays the positions that superko is explained by. They are
// made for this test, after the descriptions in Sensei's Library
// (SendingTwoReturningOne, TripleKo, EternalLife, Snapback, Superko).
func TestKnownCases(t *testing.T) {
	const (
		start  = "at the start"
		after1 = "after move 1"
		after7 = "after move 7"
	)
	type verdict struct {
		move     int // the first illegal one; 0 when there is none
		point    string
		repeated string
	}
	legal := verdict{}
	for _, c := range []struct {
		name                        string
		ko, positional, situational verdict
	}{
		{"ko", verdict{9, "Black D7", after7}, verdict{9, "Black D7", after7}, verdict{9, "Black D7", after7}},
		{"ko-threat", legal, legal, legal},
		{"sending-two", legal, verdict{3, "Black B5", start}, verdict{5, "Black C5", after1}},
		{"triple-ko", legal, verdict{6, "White B4", start}, verdict{6, "White B4", start}},
		{"eternal-life", legal, verdict{4, "White D9", start}, verdict{4, "White D9", start}},
		{"snapback", legal, legal, legal},
		{"suicide", legal, verdict{1, "White A5", start}, legal},
	} {
		rec := load(t, c.name)
		for rule, want := range map[Rule]verdict{Ko: c.ko, Positional: c.positional, Situational: c.situational} {
			t.Run(c.name+"/"+rule.String(), func(t *testing.T) {
				report, ok := Replay(c.name, rec, &rule)
				assert.Equal(t, want == legal, ok)
				if ok {
					assert.Contains(t, report, "all moves are legal")
					return
				}
				assert.Contains(t, report, fmt.Sprintf("move %d, %s (line", want.move, want.point))
				assert.Contains(t, report, fmt.Sprintf("forbidden by %v: it would repeat the position %s\n", rule, want.repeated))
			})
		}
	}
}

// TestRulesOfRecords replays them by the rules that they name.
func TestRulesOfRecords(t *testing.T) {
	for name, want := range map[string]string{
		"ko":           "Japanese rules: simple ko, suicide forbidden",
		"sending-two":  "AGA rules: situational superko, suicide forbidden",
		"triple-ko":    "Chinese rules: positional superko, suicide forbidden",
		"eternal-life": "move 4, White D9, repeats the position at the start, with the same player to move: simple ko allows that",
		"suicide":      "Tromp-Taylor rules: positional superko, suicide allowed",
	} {
		report, _ := Replay(name, load(t, name), nil)
		assert.Contains(t, report, want)
	}
	assert.Equal(t, Rules{"New Zealand", Situational, true, ""}, RulesOf(" New Zealand rules "))
	assert.Equal(t, RulesOf("NZ"), RulesOf("new_zealand"))
	assert.Equal(t, Ko, RulesOf("Korean").Repeat)
	assert.True(t, RulesOf("GOE").Suicide)
	assert.Equal(t, Positional, RulesOf("").Repeat)
	assert.Equal(t, `"house\n"`, RulesOf("house\n").Name)
}

// TestAgainstPlainList plays random games and decides every play by the list
// of all earlier boards, with the player who was to move. It takes every
// fourth move back and plays another.
func TestAgainstPlainList(t *testing.T) {
	type situation struct {
		board string
		next  Color
	}
	forbidden := map[Rule]int{}
	games := 60
	if testing.Short() {
		games = 15
	}
	for n := range games {
		size := 2 + n%4
		rules := Rules{Repeat: Rule(n % 3), Suicide: n%2 == 0}
		rng := rand.New(zobrist.NewSplitMix64(uint64(n)))
		g := NewGame(size, rules)
		list := []situation{{string(colors(g.Stones)), g.ToMove}}
		for range 40 + 2*size*size {
			var legal []Point
			for p := range Point(size * size) {
				if g.Stones[p] != Empty {
					continue
				}
				after, taken := plain(size, g.Stones, g.ToMove, p)
				next := situation{string(colors(after)), g.ToMove.Opponent()}
				repeats := ""
				for i, s := range list {
					if s.board == next.board && (rules.Repeat == Positional ||
						rules.Repeat == Situational && s.next == next.next ||
						rules.Repeat == Ko && i == len(list)-2) {
						repeats = "forbidden by " + rules.Repeat.String()
						break
					}
				}
				_, err := g.Check(p)
				switch {
				case taken == g.ToMove && !rules.Suicide:
					require.ErrorContains(t, err, "suicide")
				case repeats != "":
					require.ErrorContains(t, err, repeats)
					forbidden[rules.Repeat]++
				default:
					require.NoError(t, err)
					legal = append(legal, p)
				}
			}
			switch {
			case len(list) > 1 && rng.IntN(4) == 0:
				g.Undo()
				list = list[:len(list)-1]
			default:
				p := Pass
				if i := rng.IntN(len(legal) + 1); i < len(legal) {
					p = legal[i]
				}
				require.NoError(t, g.Play(p, "earlier"))
				list = append(list, situation{string(colors(g.Stones)), g.ToMove})
			}
			require.Equal(t, list[len(list)-1], situation{string(colors(g.Stones)), g.ToMove})
			require.Equal(t, g.keys.Stones.Hash(g.Stones), g.Key)
		}
		for range len(list) - 1 {
			g.Undo()
		}
		require.Zero(t, g.Key)
		require.Equal(t, Black, g.ToMove)
		require.Panics(t, g.Undo)
	}
	for _, rule := range []Rule{Ko, Positional, Situational} {
		assert.NotZero(t, forbidden[rule], rule)
	}
}

// An illegal play changes nothing.
func TestIllegal(t *testing.T) {
	g := NewGame(3, Rules{Repeat: Positional})
	for _, p := range []Point{1, Pass, 3} {
		require.NoError(t, g.Play(p, ""))
	}
	before, key := g.Draw(Pass, Empty), g.Key
	var illegal *Illegal
	require.ErrorAs(t, g.Play(1, ""), &illegal)
	assert.Equal(t, ErrOccupied.Error(), illegal.Why)
	require.True(t, errors.As(g.Play(0, ""), &illegal))
	assert.Contains(t, illegal.Why, "suicide")
	assert.Equal(t, before, g.Draw(Pass, Empty))
	assert.Equal(t, key, g.Key)
	assert.Equal(t, White, g.ToMove)
}

func TestReport(t *testing.T) {
	report := func(sgf string) string {
		rec, err := ParseSGF([]byte(sgf))
		require.NoError(t, err)
		text, _ := Replay("x", rec, nil)
		return text
	}
	assert.Equal(t, `x: 3x3, Tromp-Taylor rules: positional superko, suicide allowed
  move 2, White B2 (line 2, column 2 of the file) is illegal:
  there is a stone on that point

      A B C
    3 . . .
    2 .(X).
    1 . . .
  before move 2; X is Black, O is White, the point in parentheses
`, report("(;SZ[3]RU[Tromp-Taylor];B[bb]\n;W[bb])"))
	assert.Contains(t, report("(;SZ[3]RU[AGA];B[ab];W[bb];B[ba];W[aa])"), "move 4, White A3 (line 1, column 34 of the file) is illegal:\n  suicide, which these rules forbid\n")
	assert.Contains(t, report("(;SZ[3]RU[NZ];B[ab];W[bb];B[ba];W[aa])"), "all moves are legal (4)")
	assert.Contains(t, report("(;SZ[9];B[aa];W[jj])"), "move 2, White \"jj\" (line 1, column 15 of the file) is illegal:\n  not a point of a board of 9 by 9\n")
	assert.Contains(t, report("(;SZ[9])"), "no moves")
	assert.Contains(t, report("(;SZ[9];B[aa];W[bb])"), "all moves are legal (2), and no play repeats a position\n")

	twice := report("(;SZ[9];B[aa];B[bb];W[cc];W[dd])")
	assert.Contains(t, twice, "players move twice running 2 times, first at move 2")
	assert.Contains(t, report("(;SZ[9]PL[W];B[aa])"), "the player of move 1 moves twice running")
	assert.NotContains(t, report("(;SZ[9]HA[2]AB[cc][gg];W[aa];B[bb])"), "twice", "White moves first")

	// The ko of testdata/ko.sgf as a setup: the start counts as a position.
	setup := "(;SZ[9]AB[cb][bc][cd][dc]AW[db][ec][dd];W[cc];B[dc])"
	assert.Contains(t, report(setup), "move 2, Black D7 (line 1, column 47 of the file) is illegal:\n  forbidden by positional superko: it would repeat the position at the start\n")
	// A setup in between starts afresh.
	setup = strings.Replace(setup, ";B[dc]", ";AB[hh];B[dc]", 1)
	assert.Contains(t, report(setup), "all moves are legal (2)")
	assert.Contains(t, report(setup), "the record changes the position after move 1")
}
