package peers_test

import (
	"slices"
	"testing"

	"github.com/corentings/chess/v2"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/movegen"
)

// The library's own plain move generator finds the same moves.
func TestMovegen(t *testing.T) {
	games := 120
	if testing.Short() {
		games = 10
	}
	randomGames(2, games, 200, func(theirs *chess.Position, legal []chess.Move, _ int) {
		p := parseFEN(t, theirs.String())
		ours, want := moveNames(movegen.Legal(&p)), make([]string, len(legal))
		for i := range legal {
			want[i] = uciMove(&legal[i]).String()
		}
		slices.Sort(want)
		require.Equal(t, want, ours, p.FEN())
	})
}

func moveNames(moves []zobrist.ChessMove) []string {
	names := make([]string, len(moves))
	for i, m := range moves {
		names[i] = m.String()
	}
	slices.Sort(names)
	return names
}
