package subject

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/zobrist-go/zobrist/chess"
)

// TestMisread requires that a FEN whose men an engine takes for others is not said to be refused,
// however often and by whatever route it is asked for.
func TestMisread(t *testing.T) {
	s := &Session{fens: fens{refused: make(map[string]bool)}}
	misread := func(fen string) Answer {
		men, rest, _ := strings.Cut(fen, " ")
		return Answer{FEN: strings.ReplaceAll(men, "n", "N") + " " + rest}
	}
	const moved = "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1"
	const endgame = "4k1n1/8/8/8/8/8/8/4K3 w - - 0 1"
	for _, c := range []struct {
		query Query
		fen   string
	}{
		{Query{}, chess.StartFEN},
		{Query{FEN: chess.StartFEN}, chess.StartFEN},
		{Query{FEN: chess.StartFEN}, chess.StartFEN},
		{Query{Moves: []string{"g1f3"}}, moved},
		{Query{FEN: moved}, moved},
		{Query{FEN: endgame}, endgame},
		{Query{FEN: endgame}, endgame},
	} {
		assert.Empty(t, s.markRefused(c.query, misread(c.fen)).Refused, c.query)
	}
	// It keeps the position before.
	const other = "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
	assert.NotEmpty(t, s.markRefused(Query{FEN: other}, misread(endgame)).Refused)
}
