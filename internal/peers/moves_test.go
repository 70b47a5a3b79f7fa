package peers_test

import (
	"math/rand/v2"
	"testing"

	corentings "github.com/corentings/chess/v2"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/chess"
	"github.com/zobrist-go/zobrist/internal/movegen"
)

// In random games corentings/chess and the library have the same FENs and the same
// Polyglot keys, and movegen has the same moves, null moves included.
func TestGames(t *testing.T) {
	games := 1000
	if testing.Short() {
		games = 60
	}
	rng, keys, hasher := rand.New(rand.NewPCG(1,
		0)), zobrist.Polyglot(), corentings.NewZobristHasher()
	for range games {
		p, err := chess.ParseFEN(chess.StartFEN)
		require.NoError(t, err)
		for range 90 {
			fen, theirs := p.FEN(), new(corentings.Position)
			// after many moves, their position may lose a castling move
			require.NoError(t, theirs.UnmarshalText([]byte(fen)))
			key, err := hasher.HashPosition(fen)
			require.NoError(t, err)
			require.Equal(t, key, p.Hash(keys).String(), fen)
			legal, names, ours := theirs.ValidMoves(), []string{}, []string{}
			for _, m := range movegen.Legal(&p) {
				ours = append(ours, m.String())
			}
			for i := range legal {
				names = append(names, legal[i].String())
			}
			require.ElementsMatch(t, names, ours, fen)
			passed := p
			passed.Play(chess.Move{})
			require.Equal(t, theirs.Update(nil).String(), passed.FEN())
			if len(legal) == 0 {
				break
			}
			next := rng.IntN(len(legal))
			m, err := chess.ParseMove(names[next])
			require.NoError(t, err)
			p.Play(m)
			require.Equal(t, theirs.Update(&legal[next]).String(), p.FEN())
		}
	}
}
