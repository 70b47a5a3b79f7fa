package state_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist/chess"
	"github.com/zobrist-go/zobrist/internal/keycheck"
	"github.com/zobrist-go/zobrist/internal/state"
)

// fens are states of several games, with what is particular about each.
var fens = map[string]string{
	"chess":           chess.StartFEN,
	"en passant":      "4k3/8/8/8/pP6/8/8/4K3 b - b3 0 1",
	"no pawn beside":  "4k3/8/8/8/1P6/8/8/4K3 b - b3 0 1",
	"illegal capture": "8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1",
	"white captures":  "4k3/8/8/pP6/8/8/8/4K3 w - a6 0 2",
	"check":           "4k3/8/8/8/8/8/8/K3R3 b - - 3 9",
	"rights of Black": "r3k3/8/8/8/8/8/8/4K3 b q - 0 1",
	"Chess960":        "nrbkqbrn/pppppppp/8/8/8/8/PPPPPPPP/NRBKQBRN w GBgb - 0 1",
	"inner rook":      "4k3/8/8/8/8/8/8/4KR1R w F - 0 1",
	"crazyhouse":      "rnbqk2r/pp~pppppp/8/8/8/8/PPPPPPPP/RNBQK2R[QQNp] b KQkq - 0 5",
	"counted pocket":  "4k/5/K4[2Pr] w - - 0 1",
	"three checks":    "4k3/8/8/8/8/8/8/4K3 w - - 3+2 0 1",
	"lichess checks":  "4k3/8/8/8/8/8/8/4K3 w - - 0 1 +1+2",
	"shogi":           "lnsgk4/9/9/9/9/9/9/1+B7/LNSGKGSNL[Pb] w - 1",
	"xiangqi":         "rheakaehr/9/9/9/9/9/9/9/9/RHEAKAEHR r - - 0 1",
	"another field":   "4k3/8/8/8/8/8/8/4K3 w - - xyz 0 1",
	"only a board":    "4k3/8/8/8/8/8/8/4K3",
}

// TestNames requires that the name of each feature of each state is read as that feature, and that
// no two features of a state have one name.
func TestNames(t *testing.T) {
	for name, fen := range fens {
		s, err := state.Parse(fen)
		require.NoError(t, err, name)
		seen := make(map[string]bool)
		for _, f := range s.Features() {
			text := f.String()
			assert.False(t, seen[text], "%s: two features %q", name, text)
			seen[text] = true
			back, err := state.ParseFeature(text)
			require.NoError(t, err, text)
			assert.Equal(t, f, back, "%s: %s", name, text)
		}
	}
	clock := state.Feature{Kind: state.Clock, N: 40}
	line := state.Feature{Kind: state.Line, Text: chess.StartFEN}
	wholeRook := state.Feature{Kind: state.Right, Text: "k", Square: "g8"}
	for _, f := range []state.Feature{clock, line, wholeRook} {
		back, err := state.ParseFeature(f.String())
		require.NoError(t, err)
		assert.Equal(t, f, back)
	}
}

// TestFeatures requires what each particular state has.
func TestFeatures(t *testing.T) {
	want := map[string][]string{
		"en passant":      {"side", "en passant b", "a4 p"},
		"no pawn beside":  {"en passant b (no pawn can capture)"},
		"illegal capture": {"en passant e (no legal capture)"},
		"white captures":  {"en passant a", "en passant a6 in place of a3"},
		"check":           {"the side to move is in check", "at least 1 R on the board"},
		"rights of Black": {"castling q with Black to move"},
		"Chess960": {
			"castling Q", "castling k", "castling KQkq",
			"castling Q of the rook on b1 in place of a1",
			"castling k of the rook on g8 in place of h8",
		},
		"inner rook":     {"castling K", "castling K of the rook on f1 in place of h1"},
		"crazyhouse":     {"Q in hand 2", "p in hand 1", "b7 p~", "castling KQkq"},
		"counted pocket": {"P in hand 2", "r in hand 1", "e3 k"},
		"three checks":   {"white checks 3", "black checks 2"},
		"lichess checks": {"white checks 1", "black checks 2"},
		"shogi":          {"b2 +B", "P in hand 1", "b in hand 1"},
		"xiangqi":        {"a10 r", "i1 R"},
		"another field":  {"field 1 xyz"},
	}
	for name, features := range want {
		s, err := state.Parse(fens[name])
		require.NoError(t, err, name)
		names := state.Names(s.Features())
		for _, f := range features {
			assert.Contains(t, names, f, name)
		}
	}
}

// TestRights requires that a castling right is the same feature however the FEN names it, and that
// it is known by which letter the FEN does. (An inner rook has its file as the letter.)
func TestRights(t *testing.T) {
	const corners, inner = "r3k2r/8/8/8/8/8/8/R3K2R", "rr2krr1/8/8/8/8/8/8/1R2KR1R"
	for _, c := range []struct{ board, field, castling, letters string }{
		{corners, "KQkq", "KQkq", "KQkq"},
		{corners, "HAha", "KQkq", "HAha"},
		{corners, "ahA", "Qkq", "Aha"},
		{inner, "FQfb", "KQkq", "FQfb"},
		{inner, "Kk", "Kk", "Kk"},
	} {
		s, err := state.Parse(c.board + " w " + c.field + " - 0 1")
		require.NoError(t, err)
		assert.Equal(t, c.castling, s.Castling, c.field)
		assert.Equal(t, c.letters, s.RightLetters, c.field)
	}
}

// TestWhole requires that White's en passant square and a rook that may castle have one
// name where a key has or lacks their whole number, and not two names of which neither says
// what it is.
func TestWhole(t *testing.T) {
	file := state.Feature{Kind: state.EnPassant, Square: "a"}
	square := state.Feature{Kind: state.EnPassantSquare, Square: "a6"}
	other := state.Feature{Kind: state.EnPassant, Square: "b"}
	king := state.Feature{Kind: state.Piece, Square: "e1", Piece: "K"}
	right := state.Castling("K")
	rook := state.Feature{Kind: state.RookSquare, Text: "K", Square: "g1"}
	for _, c := range []struct {
		features []state.Feature
		want     []string
	}{
		{[]state.Feature{king, file, square}, []string{"e1 K", "en passant a6"}},
		{[]state.Feature{square, other, file}, []string{"en passant a6", "en passant b"}},
		{[]state.Feature{file, king}, []string{"en passant a", "e1 K"}},
		{[]state.Feature{other, square}, []string{"en passant b", "en passant a6 in place of a3"}},
		{[]state.Feature{right, rook}, []string{"castling K of the rook on g1"}},
		{[]state.Feature{rook, other}, []string{
			"castling K of the rook on g1 in place of h1", "en passant b",
		}},
		{nil, nil},
	} {
		assert.Equal(t, c.want, state.Names(state.Whole(c.features)))
	}
}

// TestParseErrors requires an error that says what is wrong, and where.
func TestParseErrors(t *testing.T) {
	for fen, want := range map[string]string{
		"":                         "no board",
		"8 w - - 0 1":              "ranks",
		"8/8/8/8/8/8/8/7 w - - 0":  "rank 1 of the board has 7 squares",
		"8/8/8/8/8/8/8/4!3 w - -":  "rank 1 of the board has '!'",
		"8/8/8/8/8/8/8/8 x - -":    `side to move "x"`,
		"8/8/8/8/8/8/8/8[Q?] w - ": "pieces in hand",
		"27/27 w - - 0 1":          "more than 26 squares",
	} {
		_, err := state.Parse(fen)
		assert.ErrorContains(t, err, want, fen)
	}
	_, err := state.ParseFeature("nothing")
	assert.ErrorContains(t, err, "want a name such as")
}

// TestChanged requires the features of exactly one of two states.
func TestChanged(t *testing.T) {
	before, err := state.Parse("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1")
	require.NoError(t, err)
	after, err := state.Parse("4k3/8/8/8/8/8/8/1R2K3 b - - 1 1")
	require.NoError(t, err)
	assert.ElementsMatch(t,
		[]string{"b1 R", "side", "a1 R", "castling Q"},
		state.Names(keycheck.Changed(before.Features(), after.Features())),
	)
}
