package report_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/zobrist-go/zobrist/internal/report"
	"github.com/zobrist-go/zobrist/internal/state"
)

// TestTitles requires that the first line of an item says what was measured, and no more.
func TestTitles(t *testing.T) {
	side := []state.Feature{{Kind: state.Side}}
	numbers := &report.Key{Route: report.ByMoveNumbers}
	for _, c := range []struct {
		item report.Item
		want string
	}{
		// Other fields may change the key of other FENs.
		{report.Item{Check: "fields", Name: "no-side", Features: side},
			`changing "side" in a FEN never changed the key`},
		{report.Item{Check: "fields", Name: "fields-side", Features: side},
			`changing "side" in a FEN can leave the key as it is`},
		// Some FENs may have the number.
		{report.Item{Check: "moves", Name: "missing-from-fen", Facts: []report.Fact{
			{Topic: report.NoNumberFEN}}},
			"keys by moves have numbers that keys from FENs lack"},
		{report.Item{Check: "moves", Name: "missing-from-fen", Facts: []report.Fact{
			{Topic: report.NoNumberFEN, N: 2, All: 3}}},
			"keys by moves have numbers that most keys from FENs lack"},
		// The key may be that of the FEN.
		{report.Item{Check: "null move", Name: "null-move-side", Want: numbers},
			"the key after a null move is not that by the numbers of the keys by moves"},
		{report.Item{Check: "null move", Name: "null-move-side"},
			"the key after a null move is not the key of the FEN with the other side to move"},
		{report.Item{Check: "again", Name: "key",
			Got: &report.Key{Then: "d", Route: report.AskedAgain}},
			"the key changes when the engine prints it"},
		// A new process does not show that the act changes the key.
		{report.Item{Check: "again", Name: "again",
			Got: &report.Key{Then: "go perft 1", Route: report.Afterwards}},
			"a position has two keys"},
		{report.Item{Check: "again", Name: "again", Got: &report.Key{}},
			"a position has two keys"},
	} {
		assert.Equal(t, c.want, c.item.Title())
	}
	row := report.Row{Check: "null move", Skip: report.SkipIgnored, Status: report.Skipped}
	assert.Contains(t, row.Text(), "does not always show the position after a null move")
}

// TestUnsure requires that an item which cannot tell which of two keys is right says in what they
// differ, and the hint for FENs where a key from one is wrong.
func TestUnsure(t *testing.T) {
	castling := state.Castling("K")
	item := report.Item{
		Check: "moves", Name: "moves-castling", Unsure: true,
		Got:        &report.Key{Route: report.ByMoves, Key: 1},
		Want:       &report.Key{Route: report.FromFEN, Key: 2},
		Lacks:      []state.Feature{castling},
		WronglyHas: []state.Feature{{Kind: state.Side}},
	}
	text := item.Text()
	assert.Contains(t, text, "and  0000000000000002 from the FEN")
	assert.Contains(t, text, `the keys differ in "castling K", "side"`)
	assert.NotContains(t, text, "lacks")
	assert.NotContains(t, text, "wrong")

	item.Unsure = false
	assert.Contains(t, item.Text(), `lacks "castling K"; is wrong by "side"`)
	assert.Contains(t, item.Text(), "look: XOR a right out exactly once")
	item.Got, item.Want = item.Want, item.Got
	assert.Contains(t, item.Text(), "look: the function that sets up a FEN.")
}
