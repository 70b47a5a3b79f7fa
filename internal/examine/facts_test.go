package examine_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist/internal/observe"
	"github.com/zobrist-go/zobrist/internal/report"
	"github.com/zobrist-go/zobrist/internal/sample"
	"github.com/zobrist-go/zobrist/internal/state"
)

// TestWrongOfTwo requires that the key from a FEN is the one that is said to be wrong where FENs
// lack numbers.
func TestWrongOfTwo(t *testing.T) {
	t.Parallel()
	r := reportOf(t, "fen-side", positions)
	require.Len(t, r.Items, 1)
	assert.Equal(t, report.FromFEN, r.Items[0].Got.Route)
	assert.Equal(t, report.ByMoves, r.Items[0].Want.Route)
	r = reportOf(t, "fen-ep-file", positions)
	assert.Contains(t, r.Text(), "and  ", "neither key is known to be right")
}

// TestRoleInAll requires that the captured piece, which stays in the key after each capture, is
// named as such although another feature is nothing to the move.
func TestRoleInAll(t *testing.T) {
	t.Parallel()
	r := reportOf(t, "captured-colour", positions)
	require.NotEmpty(t, r.Items)
	assert.Contains(t, r.Items[0].Text(), "the key wrongly has the captured piece")
}

// TestUnchangedOnce requires one item of moves that leave the key as it is, whatever else they
// change, and of classes of moves only those that all are in: the length of the sequence tells them
// from the others.
func TestUnchangedOnce(t *testing.T) {
	t.Parallel()
	r := reportOf(t, "long-line", positions)
	require.Len(t, r.Items, 1)
	text := r.Items[0].Text()
	assert.Contains(t, text, "the number of moves since the FEN or the start")
	assert.NotContains(t, text, "other moves")
}

// TestUnchangedSub requires that a sub-key which does not change with a move has the name of the
// features that it lacks: that it does not change is no news.
func TestUnchangedSub(t *testing.T) {
	t.Parallel()
	for _, bug := range []string{"non-pawn+captured", "non-pawn+promotion"} {
		t.Run(bug, func(t *testing.T) {
			sample.Skip(t, 1)
			t.Parallel()
			src := newInstance(context.Background(), bug)
			r := examined(t, src, observe.Options{Seed: 1, Positions: positions, Sub: true})
			for _, item := range r.Items {
				assert.Equal(t, []string{state.Piece.String()}, item.Kinds)
				assert.Equal(t, "moves-piece", item.Name)
			}
		})
	}
}
