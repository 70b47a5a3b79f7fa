package examine_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/zobrist-go/zobrist/internal/checks"
	"github.com/zobrist-go/zobrist/internal/observe"
	"github.com/zobrist-go/zobrist/internal/state"
)

func TestDbg(t *testing.T) {
	if *modes == "" {
		t.Skip()
	}
	ctx := context.Background()
	log, _ := observe.Gather(ctx, newInstance(ctx, *modes), observe.Options{Seed: 1, Positions: 1500})
	m := checks.Learn(log, 1)
	fmt.Println(len(m.FromFEN.Outside()), m.FromFEN.Checked(), len(m.ByMoves.Outside()), m.ByMoves.Checked(), m.Moved)
	for f, k := range m.FromFEN.Differing(m.ByMoves) {
		if f.Kind == state.Piece {
			continue
		}
		a, ok := m.FromFEN.Number(f)
		b, ok2 := m.ByMoves.Number(f)
		fmt.Println(f, k, a.Key, ok, b.Key, ok2)
	}
	for _, n := range m.ByMoves.Numbers() {
		if n.Feature.Kind == state.EnPassant || n.Feature.Kind == state.EnPassantSquare {
			fmt.Println("by", n)
		}
	}
	for _, n := range m.FromFEN.Numbers() {
		if n.Feature.Kind == state.EnPassant || n.Feature.Kind == state.EnPassantSquare {
			fmt.Println("from", n)
		}
	}
	for i, p := range log.Places {
		if p.Before != nil && p.Error() != p.Before.Error() && i < 400 {
			fmt.Println(p.Query, p.FEN, p.Error(), p.Before.Error(), state.Names(m.ByMoves.Of(p.State)), m.Differ)
		}
	}
}
