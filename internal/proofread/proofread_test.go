package proofread_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/zobrist-go/zobrist/internal/proofread"
	"github.com/zobrist-go/zobrist/internal/report"
	"github.com/zobrist-go/zobrist/internal/state"
	"github.com/zobrist-go/zobrist/internal/tester/source"
)

// right is a text in which nothing is wrong. Each test plants one mistake in it.
const right = `1. the key by moves and the key from the FEN differ [moves-castling]
   wrong: 2 of 9 moves, 1 of the 3 other moves, 21 positions, and 1 position
   position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves e1e2
   the engine does not set up the FEN: it prints 4k3/8/8/8/8/8/8/4K3k b - - 0 1
`

// TestText plants mistakes in a text. Each is found, by its words.
func TestText(t *testing.T) {
	assert.Empty(t, proofread.Text(right))
	for _, c := range []struct{ right, planted, says string }{
		{"2 of 9", "10 of 9", "more than all: 10 of 9"},
		{"2 of 9", "2,000 of 1,999", "more than all: 2,000 of 1,999"},
		{"1 of the 3", "4 of the 3", "more than all: 4 of the 3"},
		{"w K", "w KQ", "FEN 4k3/8/8/8/8/8/8/4K2R w KQ - 0 1: "},
		{"4K2R w", "4K2r w", "FEN 4k3/8/8/8/8/8/8/4K2r w K - 0 1: "},
		{"4k3/8/8/8/8/8/8/4K2R", "4kR2/8/8/8/8/8/8/4K2R", "the king can be captured"},
		{"it prints 4k3", "as in 4k3", "FEN 4k3/8/8/8/8/8/8/4K3k b - - 0 1: "},
		{"[moves-castling]", "[moves-castle]", "unknown name: moves-castle"},
	} {
		assert.Equal(t, 1, strings.Count(right, c.right), c.right)
		wrong := proofread.Text(strings.Replace(right, c.right, c.planted, 1))
		if assert.Len(t, wrong, 1, c.planted) {
			assert.Contains(t, wrong[0], c.says)
		}
	}
}

// TestSlips plants what no sentence may have: values that are not formatted, words that are there
// twice, and a wrong plural.
func TestSlips(t *testing.T) {
	for _, slip := range []string{
		" %!d(string=x)", " <nil>", " 1 positions", " 1 moves", " 2 move", " 13 key", " 112 bug",
		" the the", " of of", " a a", ";;", ",,", " ,", " ;",
	} {
		wrong := proofread.Text(right + "a key with" + slip + " for a game\n")
		if assert.Len(t, wrong, 1, slip) {
			found, _ := strings.CutPrefix(wrong[0], "slip: ")
			unquoted, err := strconv.Unquote(found)
			assert.NoError(t, err, wrong[0])
			assert.Contains(t, slip+" ", unquoted)
		}
	}
	for _, sound := range []string{"21 positions ", "1 move ", "a, b; c", "11 keys "} {
		assert.Empty(t, proofread.Text(right+"a key with "+sound+"for a game\n"), sound)
	}
}

// sound is a report in which nothing is wrong.
func sound() *report.Report {
	start := source.Query{FEN: "4k3/8/8/8/8/8/8/4K2R w K - 0 1"}
	r := &report.Report{
		Engine: "Test", Positions: 9, Asked: 18, Seed: 1,
		Rows: []report.Row{
			{Check: "moves", Main: true, Compared: 9, Wrong: 2, Unit: report.Positions},
			{Check: "undo", Compared: 1, Unit: report.Acts},
		},
		Items: []report.Item{{
			Check: "moves", Name: "moves-castling", Kinds: []string{"castling"}, Count: 2,
			Compared: 9, Unit: report.Positions,
			Got:   &report.Key{Query: start.Then("e1e2"), Route: report.ByMoves, Key: 1},
			Want:  &report.Key{Query: start, Route: report.FromFEN, Key: 2},
			Lacks: []state.Feature{state.Castling("K")},
		}},
	}
	r.Finish(nil)
	return r
}

// TestReport plants mistakes in a report. Each is found, and what is said of it has the name of the
// bug or of the check.
func TestReport(t *testing.T) {
	assert.Empty(t, proofread.Report(sound()))
	for says, plant := range map[string]func(r *report.Report, item *report.Item){
		"[moves-castling]: found 10 times among 9": func(_ *report.Report, item *report.Item) {
			item.Count = 10
		},
		"[moves-castling]: two keys are said to differ that are equal": func(
			_ *report.Report, item *report.Item,
		) {
			item.Want.Key = item.Got.Key
		},
		"[moves-castling]: the move e1e8 is illegal in position fen 4k3": func(
			_ *report.Report, item *report.Item,
		) {
			item.Got.Query.Moves[0] = "e1e8"
		},
		"[moves-castling]: the name lacks piece": func(_ *report.Report, item *report.Item) {
			item.Kinds = append(item.Kinds, "piece")
		},
		"[moves-rook]: no such name": func(_ *report.Report, item *report.Item) {
			item.Name = "moves-rook"
		},
		"it has no title": func(_ *report.Report, item *report.Item) {
			item.Check = "no check"
		},
		"nothing is said about no topic": func(_ *report.Report, item *report.Item) {
			item.Facts = []report.Fact{{Topic: "no topic"}}
		},
		"undo is ok, but nothing was compared": func(r *report.Report, _ *report.Item) {
			r.Rows[1].Compared = 0
			r.Rows[1].Status = report.OK
		},
		"the JSON has another text": func(_ *report.Report, item *report.Item) {
			item.Got.Route = "by \xff" // JSON replaces what is not UTF-8
		},
	} {
		r := sound()
		plant(r, &r.Items[0])
		assert.Contains(t, strings.Join(proofread.Report(r), "\n"), says)
	}
}
