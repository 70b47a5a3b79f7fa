package openings

import (
	"bytes"
	"io"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist/book"
	"github.com/zobrist-go/zobrist/chess"
)

// list writes the book of m, and returns its entries as text.
func list(t *testing.T, m *Maker, minGames int) string {
	var file bytes.Buffer
	require.NoError(t, m.Write(&file, minGames))
	b, err := book.New(bytes.NewReader(file.Bytes()), int64(file.Len()))
	require.NoError(t, err)
	var out []string
	for e, err := range b.All() {
		require.NoError(t, err)
		out = append(out,
			strings.Join([]string{e.Key.String()[:4], e.Move.String(),
				string('0' + rune(e.Weight))}, " "))
	}
	require.NoError(t, err)
	return strings.Join(out, ", ")
}

func TestLine(t *testing.T) {
	for _, c := range []struct {
		line, want        string
		games, unfinished int
	}{
		{"e2e4 e7e5 1-0", "463b e2e4 2", 1, 0},
		{" e2e4\te7e5   1/2-1/2 \r\n", "463b e2e4 1, 823c e7e5 1", 1, 0},
		{"e2e4 0-1", "", 1, 0},
		{"e2e4 e7e5 0-1", "823c e7e5 2", 1, 0},
		{"e2e4 e7e5 g1f3 d7d6 1-0", "0844 g1f3 2, 463b e2e4 2", 1, 0}, // three plies count
		{"1-0", "", 1, 0},
		{"e2e4 e2e4 *", "", 0, 1},
		{"# e2e4 1-0", "", 0, 0},
		{`[Result "1-0"]`, "", 0, 0},
		{"", "", 0, 0},
	} {
		m := NewMaker(3)
		require.NoError(t, m.Line(c.line))
		assert.Equal(t, c.want, list(t, m, 0), c.line)
		assert.Equal(t, []int{c.games, c.unfinished}, []int{m.Games, m.Unfinished}, c.line)
	}
	for _, c := range []struct{ tag, line, want string }{
		{"", "e2e4 e7e5", `"e7e5" at the end of the game, want its result: 1-0, 0-1, 1/2-1/2 or *`},
		{"", "1-0 e2e4", `"e2e4" at the end`},
		{"", strings.Repeat("x", 1000), strings.Repeat("x", 40) + `..." at the end`},
		{"", "e2e4 e2e4 1-0", "move number 2: e2e4 is not legal in " +
			"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"},
		{"", "e2e4 0000 1-0", "move number 2: 0000 is not legal"},
		{"", "e4 e5 1-0", `move number 1: move "e4": want two squares`},
		{`[FEN "x"]`, "e2e4 1-0", "FEN: field 1"},
	} {
		m := NewMaker(100)
		require.NoError(t, m.Line(c.tag))
		assert.ErrorContains(t, m.Line(c.line), c.want, c.line)
		assert.Equal(t, []int{0, 0}, []int{m.Games, m.Moves()},
			"a game with an error is not counted")
		assert.NoError(t, m.Line("e2e4 1-0"), "the tag is for one game")
	}
}

// TestPlay holds the keys to those that Polyglot publishes. Castling becomes king takes
// rook, in any notation, and no other move changes.
func TestPlay(t *testing.T) {
	const both = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
	for _, c := range []struct{ start, moves, want string }{
		{both, "e1g1 e8c8", "e1h1 e8a8"},
		{both, "e1h1 e8a8", "e1h1 e8a8"},
		{both, "e1c1 e8g8", "e1a1 e8h8"},
		{both, "e1f1 e8d8", "e1f1 e8d8"},
		{"r3k2r/8/8/8/8/8/8/R3Q1K1 w kq - 0 1", "e1a5 e8g8", "e1a5 e8h8"},
		{"4k3/8/8/8/8/8/8/4R1K1 w - - 0 1", "e1a1 e8d8", "e1a1 e8d8"},
		{"4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1 e8d8", "f1g1 e8d8"},
		{"4k3/8/8/8/8/8/8/RK6 w A - 0 1", "b1a1 e8f8", "b1a1 e8f8"},
		{"4k3/8/8/8/8/8/8/1R2K3 w B - 0 1", "e1b1 e8f8", "e1b1 e8f8"},
		{"4k3/8/8/8/8/8/8/1R2KR2 w BF - 0 1", "e1c1 e8e7", "e1b1 e8e7"},
		{"4k3/8/8/8/8/8/8/1R2KR2 w BF - 0 1", "e1g1 e8d7", "e1f1 e8d7"},
		{"4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8Q e8d7", "a7a8q e8d7"},
		{chess.StartFEN, "e2e4 d7d5 e4e5 f7f5 e1e2 e8f7",
			"463b96181691fc9c e2e4 823c9b50fd114196 d7d5 " +
				"0756b94461c50fb0 e4e5 662fafb965db29d4 f7f5 " +
				"22a48b5a8e47ff78 e1e2 652a607ca3f242c1 e8f7"},
	} {
		all, err := NewMaker(100).play(c.start, strings.Fields(c.moves))
		require.NoError(t, err)
		var got []string
		for i, p := range all {
			if c.start == chess.StartFEN {
				got = append(got, p.key.String())
			}
			got = append(got, p.move.String())
			assert.Equal(t, i%2 == 1, p.black)
		}
		assert.Equal(t, c.want, strings.Join(got, " "), c.start)
	}
}

// TestWrite makes a book of seven games. Weights are twice the wins plus the draws of the
// side that moved. Moves that never scored or are rare are left out. The order of the games
// does not matter.
func TestWrite(t *testing.T) {
	games := []string{
		"e2e4 e7e5 g1f3 1-0", "e2e4 c7c5 1/2-1/2", "d2d4 d7d5 0-1", "e2e4 e7e5 f1c4 0-1",
		"d2d4 d7d5 1/2-1/2", "d2d4 d7d5 1/2-1/2", "a2a3 e7e5 0-1",
	}
	for range 20 {
		m := NewMaker(100)
		for _, game := range games {
			require.NoError(t, m.Line(game))
		}
		const all = "0844 g1f3 2, 463b e2e4 3, 463b d2d4 2, 823c e7e5 2, 823c c7c5 1, " +
			"830e d7d5 4, 8da7 e7e5 2"
		for minGames, want := range map[int]string{
			0:  all,
			-5: all,
			3:  "463b e2e4 3, 463b d2d4 2, 830e d7d5 4",
			4:  "",
		} {
			assert.Equal(t, want, list(t, m, minGames))
		}
		slices.Reverse(games)
		games = append(games[1:], games[0])
	}
}

// TestWriteManyPoints: points that are too many for an entry's weight are scaled, not cut off.
func TestWriteManyPoints(t *testing.T) {
	e4, _ := chess.ParseMove("e2e4")
	d4, _ := chess.ParseMove("d2d4")
	m := NewMaker(1)
	m.counts = map[played]count{{1, e4, false}: {1 << 31, 4_000_000},
		{1, d4, false}: {1 << 20, 1_000_000}, {2, d4, false}: {2, 3}}
	var file bytes.Buffer
	require.NoError(t, m.Write(&file, 1))
	b, err := book.New(bytes.NewReader(file.Bytes()), int64(file.Len()))
	require.NoError(t, err)
	found, err := b.Find(1)
	require.NoError(t, err)
	assert.Equal(t, []book.Entry{{Key: 1, Move: e4, Weight: math.MaxUint16},
		{Key: 1, Move: d4, Weight: math.MaxUint16 / 4}}, found)
	found, err = b.Find(2)
	require.NoError(t, err)
	assert.Equal(t, []book.Entry{{Key: 2, Move: d4, Weight: 3}}, found)

	assert.Error(t, m.Write(failing{}, 1))
}

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }
