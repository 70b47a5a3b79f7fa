package zobristtest_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/zobristtest"
)

// A duel has dials, which two players turn. Who completes a turn of a dial gives a check
// and moves again. Its positions hardly ever repeat.
type duel struct {
	dialGame
	checks [2]int
	side   int
	before []duel
	bug    string
}

func newDuel(bug string) func() zobristtest.Game {
	return func() zobristtest.Game { return &duel{bug: bug} }
}

func (g *duel) Recompute() zobrist.Key {
	k := dialKeys.Hash(g.dials[:])
	checks := g.checks
	switch g.bug {
	case "checks shared by both sides":
		checks = [2]int{checks[0] + checks[1], 0}
	case "two checks cancel":
		checks[0], checks[1] = checks[0]%2, checks[1]%2
	}
	for i, n := range checks {
		k ^= zobrist.Key(tokenKeys.At(uint64(100*i + n)))
	}
	if g.bug != "no side" {
		k ^= zobrist.Key(tokenKeys.At(uint64(500 + g.side)))
	}
	return k
}

func (g *duel) Key() zobrist.Key {
	if g.bug == "loaded dial" && g.dials[29] > 0 {
		return 1
	}
	return g.Recompute()
}

func (g *duel) Moves() int {
	if max(g.checks[0], g.checks[1]) == 3 {
		return 0
	}
	return len(g.dials) - 1 // one is stuck
}

func (g *duel) Make(i int) {
	g.before = append(g.before, duel{dialGame: g.dialGame, checks: g.checks, side: g.side})
	if g.dials[i] = (g.dials[i] + 1) % dialPositions; g.dials[i] == 0 {
		g.checks[g.side]++
	} else {
		g.side = 1 - g.side
	}
}

func (g *duel) Unmake() {
	last := g.before[len(g.before)-1]
	g.before, g.dials, g.checks, g.side = g.before[:len(g.before)-1], last.dials, last.checks, last.side
}

func (g *duel) Position() string {
	board := []byte(strings.Repeat("0", len(g.dials)))
	for i, d := range g.dials {
		board[i] += d
	}
	return fmt.Sprintf("%s %c %d+%d", board, "wb"[g.side], g.checks[0], g.checks[1])
}

func (g *duel) Load(text string) error {
	to := duel{bug: g.bug}
	var board string
	var side rune
	if _, err := fmt.Sscanf(text, "%s %c %d+%d", &board, &side, &to.checks[0], &to.checks[1]); err != nil || len(board) != len(g.dials) {
		return fmt.Errorf("%q: want dials, side and checks", text)
	}
	for i := range board {
		to.dials[i] = (board[i] - '0') % dialPositions
	}
	if to.side = strings.IndexRune("wb", side); g.bug == "panics" && to.dials[29] > 0 {
		panic("stuck")
	}
	*g = to
	return nil
}

func TestCrossedTexts(t *testing.T) {
	t.Parallel()
	const right = `^1000 texts put together from those of \d+ positions: Load accepted \d{3,4}, and each has a key of its own`
	for bug, want := range map[string]string{
		"":                            right + "$",
		"panics":                      right + `\n\d+ texts made the game panic, such as "[0-5]{29}[1-5] [wb] \d\+\d": return an error for them$`,
		"checks shared by both sides": `the same as (at|after) .*, but the positions differ: .*1\+0.* and .*0\+1"`,
		"two checks cancel":           `the same as (at|after) .*, but the positions differ: .*\d\+\d" and .*\d\+\d"`,
		"no side":                     `, except \d+, such as ".*" \(word 2 is "[wb]" and "[wb]"\)\. This is no mistake if`, // an exchange that changes no key may be right
		"loaded dial":                 `^key at "[0-5]{29}[1-5] [wb] \d\+\d": got 0{15}1, want ` + key16 + ` \(add a Keys method`,
	} {
		t.Run(bug, func(t *testing.T) {
			t.Parallel()
			said, err := zobristtest.Config{Games: 2, Seed: 3, Plies: 150}.Texts(newDuel(bug))
			if err != nil {
				said = err.Error()
			}
			t.Log(said)
			assert.Regexp(t, want, said)
		})
	}
}
