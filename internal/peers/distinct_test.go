package peers_test

import (
	"testing"

	"github.com/corentings/chess/v2"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
)

// The number of keys after n plies equals the published number of reachable positions,
// OEIS A083276. The sequence tells positions apart by legal en passant captures, so the
// test uses that rule.
func TestDistinctKeys(t *testing.T) {
	type node struct {
		theirs *chess.Position
		ours   zobrist.ChessPosition
		key    zobrist.Key
	}
	plies := []int{20, 400, 5362, 72078, 822518}
	if testing.Short() {
		plies = plies[:4]
	}
	c := zobrist.NewChess(1).WithEnPassant(zobrist.EnPassantLegal)
	start := parseFEN(t, startFEN)
	level := []node{{chess.StartingPosition(), start, c.Hash(&start)}}
	for n, want := range plies {
		seen := make(map[zobrist.Key]struct{}, want)
		var next []node
		for i := range level {
			from := &level[i]
			moves := from.theirs.ValidMoves()
			for j := range moves {
				move := uciMove(&moves[j])
				key := c.After(from.key, &from.ours, move)
				if _, ok := seen[key]; ok {
					continue
				}
				seen[key] = struct{}{}
				if n+1 < len(plies) {
					to := node{from.theirs.Update(&moves[j]), from.ours, key}
					to.ours.Play(move)
					next = append(next, to)
				}
			}
		}
		require.Len(t, seen, want, "keys after %d plies", n+1)
		level = next
	}
}
