package methods

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/chess"
	"github.com/zobrist-go/zobrist/internal/checks"
	"github.com/zobrist-go/zobrist/internal/explore"
	"github.com/zobrist-go/zobrist/internal/model"
	"github.com/zobrist-go/zobrist/internal/state"
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

// modelled returns models of the right keys of random games.
func modelled(t *testing.T) *checks.Models {
	t.Helper()
	e, err := explore.New(explore.Options{Rules: explore.Chess(false), Known: true, Seed: 1})
	require.NoError(t, err)
	var samples []model.Sample
	for len(samples) < 2_000 {
		for _, n := range e.Game() {
			s, err := state.Parse(n.FEN)
			require.NoError(t, err)
			samples = append(samples, model.Sample{State: s, Key: n.Board.Hash(zobrist.Polyglot())})
		}
	}
	m := model.Fit(samples, 1)
	require.True(t, m.Holds())
	return &checks.Models{FromFEN: m, ByMoves: m, Names: m}
}

// TestLacksAfterClone: a clone that keeps its key in a move lacks what arrives, and wrongly has
// what has left, although the calls of the other side begin with Clone, too.
func TestLacksAfterClone(t *testing.T) {
	rules := explore.Chess(false)
	p := &player{
		rules:    rules,
		starts:   make(map[string]*explore.Node),
		evidence: &checks.Evidence{Models: modelled(t)},
	}
	before, err := chess.ParseFEN(chess.StartFEN)
	require.NoError(t, err)
	after := before
	after.Play(chess.Move{From: 12, To: 28}) // e2e4
	clone := tester.Step{Call: tester.Clone}
	move := func(on uint8) tester.Step {
		return tester.Step{On: on, Call: tester.Make, Text: "e2e4"}
	}
	keys := zobrist.Polyglot()
	b := &tester.Break{
		Law: "Clone",
		Claim: tester.Claim{
			Base: tester.Script{{Call: tester.Load, Text: chess.StartFEN}},
			Got:  tester.Script{clone, move(1), {On: 1, Call: tester.Key}},
			Want: tester.Script{clone, move(0), {Call: tester.Key}},
		},
		A: tester.Value{Key: before.Hash(keys) ^ keys.Side()},
		B: tester.Value{Key: after.Hash(keys)},
	}
	d := p.mismatch(b)
	require.NotNil(t, d)
	require.True(t, d.Explained)
	names := func(features []state.Feature) (all []string) {
		for _, f := range features {
			all = append(all, f.String())
		}
		return slices.Sorted(slices.Values(all))
	}
	assert.Equal(t, []string{"e4 P"}, names(d.Lacks))
	assert.Equal(t, []string{"e2 P"}, names(d.WronglyHas))
}
