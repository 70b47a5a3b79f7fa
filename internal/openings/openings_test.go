package openings

import (
	"bytes"
	"io"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/book"
)

func TestParse(t *testing.T) {
	for line, want := range map[string]Game{
		"e2e4 e7e5 1-0":              {Moves: []string{"e2e4", "e7e5"}, Finished: true, White: 2},
		" e2e4\te7e5   1/2-1/2 \r\n": {Moves: []string{"e2e4", "e7e5"}, Finished: true, White: 1},
		"e2e4 0-1":                   {Moves: []string{"e2e4"}, Finished: true},
		"e2e4 *":                     {Moves: []string{"e2e4"}},
		"1-0":                        {Moves: []string{}, Finished: true, White: 2},
	} {
		g, err := Parse(line)
		require.NoError(t, err)
		assert.Equal(t, want, g, line)
	}
	for line, want := range map[string]string{
		"":                        "no game, want moves and a result",
		"  ":                      "no game",
		"e2e4 e7e5":               `"e7e5" at the end of the game, want its result: 1-0, 0-1, 1/2-1/2 or *`,
		"1-0 e2e4":                `"e2e4" at the end`,
		strings.Repeat("x", 1000): strings.Repeat("x", 40) + `..." at the end`,
	} {
		_, err := Parse(line)
		assert.ErrorContains(t, err, want, line)
	}
}

func count(t *testing.T, start, line string, plies int) ([]Played, []Count) {
	g, err := Parse(line)
	require.NoError(t, err)
	g.Start = start
	played, counts, err := g.Count(zobrist.Polyglot(), plies)
	require.NoError(t, err)
	require.Len(t, counts, len(played))
	return played, counts
}

func TestCount(t *testing.T) {
	played, counts := count(t, "", "e2e4 d7d5 e4e5 f7f5 e1e2 e8f7 1-0", 100)
	require.Len(t, played, 6)
	for i, want := range []string{"463b96181691fc9c e2e4", "823c9b50fd114196 d7d5", "0756b94461c50fb0 e4e5", "662fafb965db29d4 f7f5", "22a48b5a8e47ff78 e1e2", "652a607ca3f242c1 e8f7"} {
		assert.Equal(t, want, played[i].Key.String()+" "+played[i].Move.String(), "the published keys")
		assert.Equal(t, Count{1, uint32(2 - 2*(i&1))}, counts[i])
	}
	_, counts = count(t, "", "e2e4 d7d5 0-1", 100)
	assert.Equal(t, []Count{{1, 0}, {1, 2}}, counts)
	_, counts = count(t, "", "e2e4 d7d5 1/2-1/2", 100)
	assert.Equal(t, []Count{{1, 1}, {1, 1}}, counts)
	for plies, want := range []int{0, 1, 2, 2} {
		played, _ = count(t, "", "e2e4 d7d5 1/2-1/2", plies)
		assert.Len(t, played, want)
	}
	played, _ = count(t, "", "e2e4 e2e4 *", 100)
	assert.Empty(t, played)
}

// TestCountCastling: castling becomes king takes rook, in any notation, and no other move
// changes.
func TestCountCastling(t *testing.T) {
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
		{"4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8Q e8d7", "a7a8q e8d7"},
	} {
		played, _ := count(t, c.start, c.moves+" 1-0", 100)
		var got []string
		for _, p := range played {
			got = append(got, p.Move.String())
		}
		assert.Equal(t, c.want, strings.Join(got, " "), c.start)
	}
}

func TestCountErrors(t *testing.T) {
	for _, c := range []struct{ start, line, want string }{
		{"", "e2e4 e2e4 1-0", "move number 2: e2e4 is not legal in rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"},
		{"", "e2e4 0000 1-0", "move number 2: 0000 is not legal"},
		{"", "e4 e5 1-0", `move number 1: move "e4": want two squares`},
		{"x", "e2e4 1-0", "FEN: field 1"},
	} {
		g, err := Parse(c.line)
		require.NoError(t, err)
		g.Start = c.start
		played, counts, err := g.Count(zobrist.Polyglot(), 100)
		assert.ErrorContains(t, err, c.want)
		assert.Empty(t, played)
		assert.Empty(t, counts)
	}
}

// TestWrite makes a book of four games. Weights are twice the wins plus the draws of the
// side that moved. Moves that never scored or are rare are left out. The order of the
// games does not matter.
func TestWrite(t *testing.T) {
	counts := map[Played]Count{}
	for _, line := range []string{
		"e2e4 e7e5 g1f3 1-0", "e2e4 c7c5 1/2-1/2", "d2d4 d7d5 0-1", "e2e4 e7e5 f1c4 0-1", "d2d4 d7d5 1/2-1/2", "d2d4 d7d5 1/2-1/2", "a2a3 e7e5 0-1",
	} {
		played, scores := count(t, "", line, 100)
		for i, p := range played {
			counts[p] = counts[p].Add(scores[i])
		}
	}
	list := func(minGames int) string {
		var file bytes.Buffer
		require.NoError(t, Write(&file, maps.All(counts), minGames))
		b, err := book.New(bytes.NewReader(file.Bytes()), int64(file.Len()))
		require.NoError(t, err)
		var out []string
		for k, e := range b.All(&err) {
			out = append(out, strings.Join([]string{k.String()[:4], e.Move.String(), string('0' + rune(e.Weight))}, " "))
		}
		require.NoError(t, err)
		return strings.Join(out, ", ")
	}
	assert.Equal(t, "0844 g1f3 2, 463b e2e4 3, 463b d2d4 2, 823c e7e5 2, 823c c7c5 1, 830e d7d5 4, 8da7 e7e5 2", list(0))
	assert.Equal(t, list(0), list(1))
	assert.Equal(t, list(0), list(-5))
	assert.Equal(t, "463b e2e4 3, 463b d2d4 2, 830e d7d5 4", list(3))
	assert.Empty(t, list(4))
}

// TestWriteOrder: the order of equal moves in the input does not change the file.
func TestWriteOrder(t *testing.T) {
	var moves []Played
	for _, uci := range []string{"a2a4", "b2b4", "b2b3", "a7a8q", "a7a8n", "e1h1"} {
		m, err := zobrist.ParseMove(uci)
		require.NoError(t, err)
		moves = append(moves, Played{7, m}, Played{5, m})
	}
	write := func() []byte {
		var file bytes.Buffer
		require.NoError(t, Write(&file, func(yield func(Played, Count) bool) {
			for _, p := range moves {
				if !yield(p, Count{10, 10}) {
					return
				}
			}
		}, 1))
		return file.Bytes()
	}
	want := write()
	require.Len(t, want, 16*len(moves))
	for range 20 {
		moves = append(moves[1:], moves[0])
		require.Equal(t, want, write())
		slices.Reverse(moves)
		require.Equal(t, want, write())
	}
}

// TestWriteManyPoints: points that are too many for an entry's weight are scaled, not cut
// off.
func TestWriteManyPoints(t *testing.T) {
	e4, _ := zobrist.ParseMove("e2e4")
	d4, _ := zobrist.ParseMove("d2d4")
	var file bytes.Buffer
	require.NoError(t, Write(&file, maps.All(map[Played]Count{{1, e4}: {1 << 31, 4_000_000}, {1, d4}: {1 << 20, 1_000_000}, {2, d4}: {2, 3}}), 1))
	b, err := book.New(bytes.NewReader(file.Bytes()), int64(file.Len()))
	require.NoError(t, err)
	found, err := b.Find(1)
	require.NoError(t, err)
	assert.Equal(t, []book.Entry{{Move: e4, Weight: math.MaxUint16}, {Move: d4, Weight: math.MaxUint16 / 4}}, found)
	found, err = b.Find(2)
	require.NoError(t, err)
	assert.Equal(t, []book.Entry{{Move: d4, Weight: 3}}, found)

	assert.Error(t, Write(failing{}, maps.All(map[Played]Count{{1, e4}: {1, 1}}), 1))
}

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

// FuzzGame: the game of any line is played by the rules or refused.
func FuzzGame(f *testing.F) {
	f.Add("", "e2e4 e7e5 g1f3 1-0")
	f.Add("r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", "e1h1 e8a8 1/2-1/2")
	f.Add("", "e2e4 0000 *")
	keys := zobrist.Polyglot()
	f.Fuzz(func(t *testing.T, start, line string) {
		g, err := Parse(line)
		if err != nil {
			return
		}
		g.Start = start
		played, counts, err := g.Count(keys, 20)
		if err != nil {
			require.Empty(t, played)
			return
		}
		if start == "" {
			start = zobrist.StartFEN
		}
		p, err := zobrist.ParseFEN(start)
		require.True(t, err == nil || !g.Finished)
		for i, m := range played {
			require.Equal(t, keys.Hash(&p), m.Key)
			require.Equal(t, uint32(1), counts[i].Games)
			require.True(t, p.Play(m.Move))
		}
	})
}
