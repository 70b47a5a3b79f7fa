package gamekeys_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/gamekeys"
	"github.com/zobrist-go/zobrist/internal/notation"
)

// games have en passant under each rule, castling, promotion, passes.
var games = map[string][]string{
	"chess": {
		"startpos moves e2e4 d7d5 e4e5 f7f5 e5f6 g8f6",
		"4r1k1/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
		"r3k2r/P7/8/8/8/8/8/R3K2R w KQkq - 0 1 moves e1g1 e8c8 a7a8q",
	},
	"othello": {"startpos f5f6d3g5h5h4f7h6c5"},
}

func positions(t *testing.T, game string) (all []notation.Position) {
	for _, text := range games[game] {
		line, _, err := notation.Played(game, text)
		require.NoError(t, err)
		all = append(all, line...)
	}
	return all
}

// The XOR of a position's features is its key, with the library's numbers and with an engine's own.
func TestHash(t *testing.T) {
	for _, game := range []string{"chess", "othello"} {
		for _, rule := range []string{"", "always", "pseudo-legal", "legal"} {
			if game == "othello" && rule != "" {
				continue
			}
			set, err := gamekeys.New(game, "7", rule)
			require.NoError(t, err)
			own, err := set.Own(set.Keys())
			require.NoError(t, err)
			black := set.Keys()
			black[len(black)-1].Name = gamekeys.SideBlack
			forBlack, err := set.Own(black)
			require.NoError(t, err)
			for _, p := range positions(t, game) {
				want := set.Hash(p)
				sum := zobrist.Key(0)
				for _, k := range set.Keys() {
					if slices.Contains(set.Features(p), k.Name) {
						sum ^= k.Key
					}
				}
				assert.Equal(t, want, sum, p)
				assert.Equal(t, want, own.Hash(p), p)
				assert.Equal(t, want^set.Side(), forBlack.Hash(p), p)
				assert.Equal(t, set.Side(), forBlack.Side())
				if c, ok := p.(notation.Chess); ok {
					for _, r := range gamekeys.Rules() {
						with := *own
						with.Chess = own.Chess.WithEnPassant(r)
						assert.Equal(t, c.Position.Hash(set.Chess.WithEnPassant(r)), with.Hash(c))
					}
				}
			}
		}
	}
}
