package state

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestParse(t *testing.T) {
	for _, c := range []struct {
		fen  string
		want string
	}{
		{"4k3/8/8/8/8/8/8/4K2R w K - 0 1", "constant|e8 k|e1 K|h1 R|castling K"},
		{
			"4k3/8/8/8/8/8/8/4K2R b K - 3+2 5 1",
			"constant|e8 k|e1 K|h1 R|side|castling K|white checks 3|black checks 2",
		},
		{
			"4k3/8/8/8/8/8/8/4K2R w K - 5 1 +0+2",
			"constant|e8 k|e1 K|h1 R|castling K|white checks 0|black checks 2",
		},
		{
			"4k2Q~/8/8/8/8/8/8/4K3[PPn] b - - 0 1",
			"constant|e8 k|h8 Q~|e1 K|side|P in hand 2|n in hand 1",
		},
		{
			"lnsgkgsnl/1r5+b1/9/9/9/9/9/9/9[2Pb] w - - 0 1",
			"constant|a9 l|b9 n|c9 s|d9 g|e9 k|f9 g|g9 s|h9 n|i9 l|b8 r|h8 +b|" +
				"P in hand 2|b in hand 1|" +
				"at least 2 g on the board|at least 2 s on the board|" +
				"at least 2 n on the board|at least 2 l on the board",
		},
		{"10/4k5/10 w", "constant|e2 k"},
		{"9/9/9/9/9/9/9/9/9/4K4 r - - 0 1", "constant|e1 K"}, // xiangqi: red moves first
		{"9/9/9/9/9/9/9/9/9/4K4 b - - 0 1", "constant|e1 K|side"},
		{"4k3/8/8/8/4Pp2/8/8/4K3 b - e3 0 1", "constant|e8 k|e4 P|f4 p|e1 K|side|en passant e"},
	} {
		s, err := Parse(c.fen)
		require.NoError(t, err, c.fen)
		var names []string
		for _, f := range s.Features() {
			isFirst := f.Kind == Count && f.N == 1
			if !isFirst && f.Kind != SideRights {
				names = append(names, f.String())
			}
		}
		assert.Equal(t, c.want, strings.Join(names, "|"), c.fen)
	}
	for _, fen := range []string{
		"", "x", "8", "8/8/8/8/8/8/8/9 w", "8/8/8/8/8/8/8/8 x", "8/8/8/8/8/8/8/4?3 w", "8/8[?] w",
		"99999999999/8 w", strings.Repeat("8/", 1<<20),
	} {
		_, err := Parse(fen)
		assert.Error(t, err, fen)
	}
}

func FuzzParse(f *testing.F) {
	f.Add("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
	f.Add("8/8/8/K2pP2r/8/8/8/7k w - d6 0 1")
	f.Add("4k2Q~/8/8/8/8/8/8/+K3[2Pb] b - - 3+2 0 1")
	f.Fuzz(func(t *testing.T, fen string) {
		s, err := Parse(fen)
		if err != nil {
			return
		}
		taken := make(map[string]bool)
		for _, f := range s.Features() {
			if f.Kind == Piece && taken[f.Square] {
				t.Error("two men on", f.Square)
			}
			taken[f.Square] = f.Kind == Piece
		}
	})
}
