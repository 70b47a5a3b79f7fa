package rare

import (
	"cmp"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/chess"
	"github.com/zobrist-go/zobrist/internal/movegen"
	"github.com/zobrist-go/zobrist/internal/sample"
)

// TestLegal: each position is legal, and so is each move.
func TestLegal(t *testing.T) {
	rules := []zobrist.EnPassantRule{
		zobrist.EnPassantLegal, zobrist.EnPassantPseudoLegal, zobrist.EnPassantAlways,
	}
	classes := make(map[string]int)   // en passant squares that count, by rule and square
	captures := make(map[string]bool) // en passant
	for _, line := range slices.Concat(Searches(), Lines(), Lines960(), EnPassant()) {
		p := sample.Must(chess.ParseFEN(cmp.Or(line.FEN, chess.StartFEN)))
		require.Equal(t, cmp.Or(line.FEN, chess.StartFEN), p.FEN())
		require.NotEmpty(t, line.Bug)
		require.False(t, movegen.KingHangs(&p), line.FEN)
		for _, move := range line.Moves {
			m := sample.Must(chess.ParseMove(move))
			require.True(t, movegen.IsLegal(&p, m), "%s: %s", line.FEN, move)
			if p.EnPassant != 0 && m.To == p.EnPassant &&
				p.Board[m.From].Kind() == zobrist.WhitePawn {
				captures[move] = true
			}
			p.Play(m)
			for _, rule := range rules {
				if p.EnPassantKey(zobrist.NewChess(1).WithEnPassant(rule)) != 0 {
					classes[rule.String()+" "+p.EnPassant.String()]++
				}
			}
		}
	}
	assert.Len(t, captures, 28, "each capture en passant is made")
	for _, file := range "abcdefgh" { // en passant of all three kinds
		for _, rank := range "36" {
			square := string(file) + string(rank)
			legal := classes["legal "+square]
			pseudo := classes["pseudo-legal "+square]
			always := classes["always "+square]
			assert.True(t, 0 < legal && legal < pseudo && pseudo < always, square)
		}
	}
}
