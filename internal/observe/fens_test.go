package observe

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/chess"
	"github.com/zobrist-go/zobrist/internal/movegen"
)

// TestMenFENs requires a legal position with each man on each square where it may stand.
func TestMenFENs(t *testing.T) {
	seen := make(map[string]bool)
	for _, fen := range FixedFENs() {
		p, err := chess.ParseFEN(fen)
		require.NoError(t, err)
		assert.False(t, movegen.KingHangs(&p), fen)
		for s, man := range p.Board {
			if man != zobrist.NoPiece {
				seen[zobrist.Square(s).String()+man.String()] = true
			}
		}
	}
	const pawnsOnLastRanks = 2 * 2 * 8
	assert.Len(t, seen, 12*64-pawnsOnLastRanks)
}

// TestProbes requires that one field of a FEN changes at a time. In a variant that has a right for
// each file, each set of rights would be thousands.
func TestProbes(t *testing.T) {
	known := &gatherer{log: &Log{Known: true}}
	const rights, set, side = 4, 1, 1
	assert.Len(t, known.probes("r3k2r/p7/8/8/8/8/8/R3K2R w KQkq - 0 1"), rights+set+side)
	assert.Len(t, known.probes("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"), rights+set,
		"for the other side, the position is the same with the colours swapped")
	for _, p := range known.probes("r3k2r/p7/8/8/8/8/8/R3K2R w KQkq - 0 1") {
		assert.NotEqual(t, p.FEN, p.Without)
		_, err := chess.ParseFEN(p.Without)
		assert.NoError(t, err)
	}

	unknown := &gatherer{log: &Log{}}
	gates := "rnbqkbnr/8/8/8/8/8/8/RNBQKBNR[HEhe] w KQBCDFGkqbcdfg - 0 1"
	assert.Len(t, unknown.probes(gates), 14+side)
}
