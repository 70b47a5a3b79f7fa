package report_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist/internal/report"
	"github.com/zobrist-go/zobrist/internal/sample"
	"github.com/zobrist-go/zobrist/internal/state"
	"github.com/zobrist-go/zobrist/internal/tester/source"
)

// TestCounts requires singular and plural where a sentence has a count.
func TestCounts(t *testing.T) {
	queen := []state.Feature{{Kind: state.Piece, Square: "a1", Piece: "q"}}
	captures := &report.MoveClass{Kind: report.PlainCapture, Side: "White"}
	kings := &report.MoveClass{Kind: report.LosesRights, Piece: "king"}
	for _, c := range []struct {
		fact report.Fact
		want string
	}{
		{report.Fact{Topic: report.Class, Class: captures, Wrong: 1, All: 1},
			"wrong: 1 of 1 capture by White that is not en passant"},
		{report.Fact{Topic: report.Class, Class: captures, Wrong: 0, All: 2},
			"wrong: 0 of 2 captures by White that are not en passant"},
		{report.Fact{Topic: report.Class, Class: kings, Wrong: 1, All: 1000},
			"wrong: 1 of 1,000 moves of kings after which castling rights are lost"},
		{report.Fact{Topic: report.Heals, N: 1},
			"1 move that makes a wrong key right again is not counted"},
		{report.Fact{Topic: report.OtherWays, N: 1},
			"1 move makes the key wrong in another way: it is not counted"},
		{report.Fact{Topic: report.OtherWays, N: 2},
			"2 moves make keys wrong in other ways: these are not counted"},
		{report.Fact{Topic: report.Strayed, N: 1}, "1 move makes, or comes after, a position of " +
			"which the engine prints another FEN: it is not counted"},
		{report.Fact{Topic: report.Strayed, N: 2}, "2 moves make, or come after, a position of " +
			"which the engine prints another FEN: these are not counted"},
		{report.Fact{Topic: report.UnclearPassant, N: 1}, "1 move that sets or removes an en " +
			"passant square where the capture would be illegal is not counted"},
		{report.Fact{Topic: report.UnclearPassant, N: 2}, "2 moves that set or remove an en " +
			"passant square where the capture would be illegal are not counted"},
		{report.Fact{Topic: report.OtherMoves, Wrong: 0, All: 1}, "wrong: 0 of 1 other move"},
		{report.Fact{Topic: report.OtherMoves, Wrong: 2, All: 3}, "wrong: 2 of 3 other moves"},
		{report.Fact{Topic: report.RoleLacks, N: 1, All: 1, Roles: []report.Role{report.Victim}},
			"the key lacks the pawn captured en passant"},
		{report.Fact{Topic: report.RoleHas, N: 2, All: 2, Roles: []report.Role{report.Victim}},
			"in all 2, the key wrongly has the pawn captured en passant"},
		{report.Fact{Topic: report.RoleHas, N: 1, All: 2, Roles: []report.Role{report.Victim}},
			"in 1 of 2, the key wrongly has the pawn captured en passant"},
		{report.Fact{Topic: report.LacksOne, N: 1, All: 3, Text: "en-passant"},
			"in 1 of 3, the key lacks one number of en passant"},
		{report.Fact{Topic: report.HasOne, N: 2, All: 2, Text: "castling"},
			"in all 2, the key wrongly has one number of castling"},
		{report.Fact{Topic: report.NoNumberFEN, Features: queen},
			`keys from FENs do not change with "a1 q"`},
		{report.Fact{Topic: report.NoNumberMoves, N: 2, All: 3, Features: queen},
			`keys by moves of positions with one of "a1 q" that are the XOR of the other ` +
				"numbers: 2 of 3"},
		{report.Fact{Topic: report.InKinds, N: 2, All: 3, Kinds: []string{"en-passant", "side"}},
			"in 2 of 3, the keys differ only in en passant and the side"},
		{report.Fact{Topic: report.Unchanged, N: 1}, "the key is the same as before the move"},
		{report.Fact{Topic: report.Unchanged, N: 2},
			"in all 2, the key is the same as before the move"},
		{report.Fact{Topic: report.NoneLegal, N: 1},
			"in this position no capture en passant is legal"},
		{report.Fact{Topic: report.NoneLegal, N: 2},
			"in none of these 2 positions is a capture en passant legal"},
		{report.Fact{Topic: report.Rest, N: 1},
			"1 more move makes the key wrong by the XOR of no few known numbers"},
		{report.Fact{Topic: report.Rest, N: 2},
			"2 more moves make keys wrong by the XOR of no few known numbers"},
		{report.Fact{Topic: report.RestUncounted, N: 1}, "1 more move makes the key wrong by the " +
			"XOR of no few known numbers: it is not counted"},
		{report.Fact{Topic: report.RestUncounted, N: 2}, "2 more moves make keys wrong by the " +
			"XOR of no few known numbers: these are not counted"},
		{report.Fact{Topic: report.RestOfKind, N: 1},
			"1 more move makes the key wrong in the same kind of features"},
		{report.Fact{Topic: report.Faded, N: 1},
			"a new process did not show 1 wrong key"},
		{report.Fact{Topic: report.Faded, N: 2},
			"a new process did not show 2 wrong keys"},
		{report.Fact{Topic: report.RestOfCheck, N: 1},
			"1 more comparison of this check is wrong, in another way"},
		{report.Fact{Topic: report.Best, N: 1, All: 1},
			"the engine plays its best move: 1 of 1 time"},
		{report.Fact{Topic: report.Range, Quantity: report.Men, From: 3, To: 3, OtherFrom: 1,
			OtherTo: 2},
			"the number of men on the board is 3 where the key is wrong, and 1 to 2 elsewhere"},
		{report.Fact{Topic: report.Common, N: 1, All: 9, Features: queen},
			`the key differs for each FEN that has "a1 q", and for no other: 1 of 10 FENs`},
		{report.Fact{Topic: report.Explains, N: 1, All: 1, Features: queen},
			`keys by moves and keys from FENs have different numbers for "a1 q": this explains ` +
				"1 of 1 move that changes it and changes the two keys differently"},
		{report.Fact{Topic: report.Explains, N: 3, All: 4, Features: append(queen, queen...)},
			`keys by moves and keys from FENs have different numbers for "a1 q", "a1 q": ` +
				"this explains 3 of 4 moves that change one of these and change the two keys " +
				"differently"},
		{report.Fact{Topic: report.Explains, All: 2, Together: 2, Features: queen},
			`keys by moves and keys from FENs have different numbers for "a1 q": together with ` +
				"another bug of this report, this explains 2 of 2 moves that change it " +
				"and change the two keys differently"},
		{report.Fact{Topic: report.Explains, N: 5, Together: 2, All: 8, Features: queen},
			`keys by moves and keys from FENs have different numbers for "a1 q": this explains ` +
				"5 of 8 moves that change it and change the two keys differently, and 2 more " +
				"together with another bug of this report"},
		{report.Fact{Topic: report.Explains, N: 5, All: 5, Against: 1, Features: queen},
			`keys by moves and keys from FENs have different numbers for "a1 q": this explains ` +
				"5 of 5 moves that change it and change the two keys differently; but 1 more " +
				"move that changes it changes the two keys alike"},
		{report.Fact{Topic: report.RoleDiffers, N: 2, All: 2, Roles: []report.Role{report.Victim}},
			"in all 2, the keys differ in the pawn captured en passant"},
	} {
		assert.Equal(t, c.want, c.fact.Sentence())
	}
}

// TestTopics requires a sentence of each topic that the source declares, also without a count.
func TestTopics(t *testing.T) {
	topics := sample.Constants(t, "facts.go", "Topic")
	topics = append(topics, sample.Constants(t, "game.go", "Topic")...)
	require.Contains(t, topics, string(report.Class))
	require.Contains(t, topics, string(report.GameClass))
	for _, topic := range topics {
		fact := report.Fact{
			Topic: report.Topic(topic),
			Text:  "it says so",
			Class: &report.MoveClass{Kind: report.AnyMove},
		}
		assert.NotEmpty(t, fact.Sentence(), "a topic without a case in Fact.Sentence: %s", topic)
	}
}

// TestMoveWords requires words for each kind of moves, each role and each quantity that moves.go
// declares: a sentence without them would end too early.
func TestMoveWords(t *testing.T) {
	kinds := sample.Constants(t, "moves.go", "MoveKind")
	require.Contains(t, kinds, string(report.OutOfCheck))
	for _, kind := range kinds {
		class := &report.MoveClass{Kind: report.MoveKind(kind)}
		one := report.Fact{Topic: report.Class, Class: class, Wrong: 1, All: 1}
		move := strings.TrimPrefix(one.Sentence(), "wrong: 1 of 1 ")
		assert.NotEmpty(t, move, "add %q to moveKinds", kind)
		two := report.Fact{Topic: report.Class, Class: class, Wrong: 2, All: 2}
		moves := strings.TrimPrefix(two.Sentence(), "wrong: 2 of 2 ")
		assert.NotEqual(t, move, moves, "%q needs a singular and a plural in moveKinds", kind)
	}

	roles := sample.Constants(t, "moves.go", "Role")
	require.Contains(t, roles, string(report.SideToMove))
	for _, role := range roles {
		if report.Role(role) == report.NoRole {
			continue
		}
		fact := report.Fact{
			Topic: report.RoleLacks, N: 1, All: 1, Roles: []report.Role{report.Role(role)},
		}
		assert.Regexp(t, `^the key lacks \w`, fact.Sentence(), "add %q to roleNames", role)
	}

	quantities := sample.Constants(t, "moves.go", "Quantity")
	require.Contains(t, quantities, string(report.Men))
	for _, quantity := range quantities {
		fact := report.Fact{
			Topic: report.Range, Quantity: report.Quantity(quantity), From: 3, To: 3,
		}
		assert.Regexp(t, `^the \w`, fact.Sentence(), "add %q to quantities", quantity)
	}
}

// TestKeyJSON requires that a key which was not asked for is absent in JSON, and that one of zero
// is there.
func TestKeyJSON(t *testing.T) {
	for _, key := range []report.Key{
		{Query: source.Query{Moves: []string{"e2e4"}}, Route: report.ByMoves, Unasked: true},
		{Query: source.Query{Moves: []string{"e2e4"}}, Route: report.ByMoves},
		{Route: report.FromFEN, Key: 1 << 63, FEN: "8/8"},
		{Then: "ucinewgame", Last: &source.Query{FEN: "8/8"}, Key: 5},
	} {
		text, err := json.Marshal(key)
		require.NoError(t, err)
		assert.Equal(t, !key.Unasked, strings.Contains(string(text), `"key"`), string(text))
		var back report.Key
		require.NoError(t, json.Unmarshal(text, &back))
		assert.Equal(t, key, back)
	}
}

// sampleReport is a report with what text and JSON must both have.
func sampleReport() *report.Report {
	castling := state.Castling("K")
	again := source.Query{FEN: "4k3/8/8/8/8/8/8/4K3 w - - 0 1"}
	return &report.Report{
		Engine: "Test", Positions: 1, Asked: 2, Seed: 3,
		Rows: []report.Row{
			{Check: "moves", Main: true, Compared: 9, Wrong: 3, Later: 1, Unit: report.Positions},
			{Check: "routes", Skip: report.SkipShareKeys, Why: "fields, moves"},
			{Check: "undo", Compared: 1, Unit: report.Acts},
		},
		Items: []report.Item{
			{
				Check: "moves", Name: "moves-castling", Kinds: []string{"castling"}, Count: 2,
				CountOf: report.Moves, Compared: 9, Unit: report.Positions,
				Got:   &report.Key{Query: again.Then("e1e2"), Route: report.ByMoves, Key: 1},
				Want:  &report.Key{Query: again, Route: report.FromFEN, Key: 2},
				Lacks: []state.Feature{castling}, Old: 3, Told: 4,
			},
			{
				Check: "new game", Name: "new-numbers", Count: 1, Unit: report.Positions,
				Got: &report.Key{
					Query: again, Then: "ucinewgame", Last: &again, Route: report.Afterwards,
				},
				Want: &report.Key{Query: again, Route: report.BeforeAct, Key: 7},
			},
			{
				Check: "board", Name: "refused-move", Count: 1, Move: "e1e2",
				Got: &report.Key{Query: again.Then("e1e2"), Route: report.ByMoves, Unasked: true},
			},
		},
	}
}

// TestText requires that the text is the same when it is made from the JSON, and what it says of an
// old difference, of a command that is repeated, and of a key that was not asked for.
func TestText(t *testing.T) {
	r := sampleReport()
	r.Finish(nil)
	var b bytes.Buffer
	require.NoError(t, r.WriteJSON(&b))
	var back report.Report
	require.NoError(t, json.Unmarshal(b.Bytes(), &back))
	assert.Equal(t, r.Text(), back.Text())

	text := r.Text()
	const fen = "position fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1\n"
	for _, want := range []string{
		"WRONG     moves      3 of 9 positions, 1 of them as wrong as before the last move: ",
		"-         routes     positions share keys, as another check tells: see fields, moves",
		"before the last move the two keys differed by 0000000000000003\n",
		"other bugs of this report explain a difference of 0000000000000004 in the last move\n",
		"(2 moves)\n",
		fen + "   ucinewgame\n   " + fen + "   got  0000000000000000 afterwards\n",
		"1 position: the key before and after moves are made and taken back",
	} {
		assert.Contains(t, text, want)
	}
	assert.NotContains(t, text, "got  0000000000000000 by moves", "it was not asked for")
}

// TestRewrite requires that the report shows the commands of the engine's protocol, also when it is
// made from JSON.
func TestRewrite(t *testing.T) {
	r := sampleReport()
	r.Rewrite(func(q source.Query) string {
		return strings.Replace(q.Command(), "position fen", "setboard", 1)
	})
	r.Finish(nil)
	text := r.Text()
	assert.Contains(t, text, "   setboard 4k3/8/8/8/8/8/8/4K3 w - - 0 1 moves e1e2\n")
	assert.Contains(t, text, "ucinewgame\n   setboard 4k3/8/8/8/8/8/8/4K3 w - - 0 1\n")
	assert.NotContains(t, text, "position fen")
	var b bytes.Buffer
	require.NoError(t, r.WriteJSON(&b))
	var back report.Report
	require.NoError(t, json.Unmarshal(b.Bytes(), &back))
	assert.Equal(t, text, back.Text())
}

// TestAccepted requires that to accept a name accepts the items of that name, and of an item with
// several names none before all are accepted.
func TestAccepted(t *testing.T) {
	r := sampleReport()
	r.Items = append(r.Items, report.Item{Check: "search", Name: "search-side", Count: 1})
	r.Items[3].Also = []report.Also{{Check: "undo", Name: "undo-side", Count: 1}}
	r.Finish([]string{"moves-castling", "search-side"})
	for _, item := range r.Items {
		assert.Equal(t, item.Name == "moves-castling", item.Accepted, item.Name)
	}
	assert.Equal(t, 1, r.Exit())
	r.Finish([]string{
		"moves-castling", "search-side", "undo-side", "new-numbers", "refused-move",
	})
	assert.Zero(t, r.Exit())
	assert.Contains(t, r.Text(), "(accepted)")
}
