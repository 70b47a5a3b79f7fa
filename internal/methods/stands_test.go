package methods

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/zobrist-go/zobrist/chess"
	"github.com/zobrist-go/zobrist/internal/explore"
	"github.com/zobrist-go/zobrist/internal/tester"
	"github.com/zobrist-go/zobrist/internal/tester/source"
)

// TestStandsAt requires the position in which the last call of a script finds its engine. The
// features by which two keys differ are features of that position: of a move after Clone or in
// another engine, what arrives is lacking, and what has left is wrongly there.
func TestStandsAt(t *testing.T) {
	load := tester.Step{Call: tester.Load, Text: chess.StartFEN}
	move := func(on uint8, uci string) tester.Step {
		return tester.Step{On: on, Call: tester.Make, Text: uci}
	}
	call := func(on uint8, c tester.Call) tester.Step { return tester.Step{On: on, Call: c} }
	for _, c := range []struct {
		script tester.Script
		moves  []string
	}{
		{tester.Script{load, move(0, "e2e4"), call(0, tester.Key)}, []string{"e2e4"}},
		{tester.Script{load, move(0, "e2e4"), call(0, tester.Unmake), call(0, tester.Key)}, nil},
		{
			tester.Script{load, call(0, tester.Clone), move(0, "e2e4"), call(0, tester.Key)},
			[]string{"e2e4"},
		},
		{
			tester.Script{
				load, move(0, "e2e4"), call(0, tester.Clone), move(0, "e7e5"), call(1, tester.Key),
			},
			[]string{"e2e4"},
		},
		{
			tester.Script{
				load, call(0, tester.Null), call(3, tester.New),
				{On: 3, Call: tester.Load, Text: chess.StartFEN}, move(3, "d2d4"),
				call(3, tester.Key),
			},
			[]string{"d2d4"},
		},
		{
			tester.Script{load, call(0, tester.Null), call(0, tester.Key)},
			[]string{source.NullMove},
		},
	} {
		p := &player{rules: explore.Chess(false), starts: make(map[string]*explore.Node)}
		want := source.Query{FEN: chess.StartFEN, Moves: c.moves}
		assert.Equal(t, fenAfter(want), fenAfter(p.standsAt(c.script)), "%v", c.script)
	}
}
