package check

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/chess"
	"github.com/zobrist-go/zobrist/internal/movegen"
	"github.com/zobrist-go/zobrist/internal/tester/solve"
	"github.com/zobrist-go/zobrist/internal/tester/source"
)

// TestDialect: if an engine prints FENs in its own format from the start, its
// moves are not called wrong.
func TestDialect(t *testing.T) {
	root := &Node{FEN: chess.StartFEN}
	child := root.child("e2e4", nil)
	child.FEN = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"
	for _, c := range []struct{ root, child string }{
		{chess.StartFEN, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b HAha - 0 1"},
		{"RNBKQBNR/PPPPPPPP/8/8/8/8/pppppppp/rnbkqbnr w KQkq -",
			"RNBKQBNR/PPP1PPPP/8/3P4/8/8/pppppppp/rnbkqbnr b KQkq -"},
		{"", ""},
	} {
		root.By, child.By = Answer{FEN: c.root}, Answer{FEN: c.child}
		ev := &Evidence{known: true, about: About{Reading: source.Reading{Ask: "d"}},
			lines: lines{nodes: []*Node{root, child}}}
		ev.strayed()
		assert.Empty(t, ev.wrong)
	}
}

// TestMenFENs: the probes have each man on each legal square.
func TestMenFENs(t *testing.T) {
	seen := make(map[string]bool)
	for _, fen := range menFENs() {
		p, err := chess.ParseFEN(fen)
		require.NoError(t, err)
		assert.False(t, movegen.KingHangs(&p), fen)
		for s, man := range p.Board {
			if man != zobrist.NoPiece {
				seen[zobrist.Square(s).String()+man.String()] = true
			}
		}
	}
	assert.Len(t, seen, 12*64-2*2*8)
}

// TestMissing: a feature that changes no key has a name of its own.
func TestMissing(t *testing.T) {
	pairs := []probe{{"en passant a", "a", "b"}, {"en passant a", "c", "d"}}
	ev := &Evidence{
		explained: explained{fromFEN: &solve.Scheme{
			Numbers: []solve.Number{{Name: "en passant a"}},
		}},
		fields: fields{pairs: pairs, same: map[string][]probe{"en passant a": pairs[:1]},
			keyOf: map[string]zobrist.Key{"d": 1}},
	}
	list := ev.sameOf("en-passant")
	f := ev.unchanged("en-passant", list)
	assert.Empty(t, f.Name)
	ev.keyOf["d"] = 0
	ev.same["en passant a"] = pairs
	f = ev.unchanged("en-passant", list)
	assert.Equal(t, "no-en-passant", f.Name)
}

// TestChanges: a FEN of a variant that has a right for each file changes one right at a
// time, not each set of them.
func TestChanges(t *testing.T) {
	ev := &Evidence{known: true}
	assert.Len(t, ev.changes("r3k2r/p7/8/8/8/8/8/R3K2R w KQkq - 0 1"), 4+1+1)
	assert.Len(t, ev.changes("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"), 4+1,
		"for the other side, it is the same")
	ev.known = false
	assert.Less(t, len(ev.changes("rnbqkbnr/8/8/8/8/8/8/RNBQKBNR[HEhe] w KQBCDFGkqbcdfg - 0 1")),
		30)
}

// TestUnknownRules: if keys by moves and from FENs agree in a game whose rules are not known, keys
// that are no XOR tell only what is not known of its FENs.
func TestUnknownRules(t *testing.T) {
	ev := &Evidence{lines: lines{nodes: []*Node{{}}},
		explained: explained{fromFEN: &solve.Scheme{
			Samples: 100, Outside: make([]solve.Sample, 50),
		}}}
	assert.Contains(t, judgeXOR(ev).Why, "50 of 100 keys are not the XOR")
	ev.known = true
	assert.Len(t, judgeXOR(ev).Findings, 1)
}

// TestZeroOfSubKey: a number that is zero in the engine's key, too, is no bug of a sub-key.
func TestZeroOfSubKey(t *testing.T) {
	number := func(at int) zobrist.Key {
		return zobrist.Key(zobrist.NewSplitMix64(9).At(uint64(at)))
	}
	ask := func(fen string) map[string]zobrist.Key { // of White's bishops, but for h8
		p, _ := chess.ParseFEN(fen)
		at := slices.Index(p.Board[:63], zobrist.WhiteBishop)
		if at < 0 {
			return map[string]zobrist.Key{"bishops": 0}
		}
		return map[string]zobrist.Key{"bishops": number(at + 1)}
	}
	ev := &Evidence{explained: explained{fromFEN: &solve.Scheme{}}}
	assert.Len(t, ev.SubKeys(ask).Findings, 1)
	ev.fromFEN.Numbers = []solve.Number{{Name: "h8 B"}}
	assert.Empty(t, ev.SubKeys(ask).Findings)

	// of White's king, with one number for a1 and h8
	ask = func(fen string) map[string]zobrist.Key {
		p, _ := chess.ParseFEN(fen)
		at := slices.Index(p.Board[:], zobrist.WhiteKing)
		return map[string]zobrist.Key{"king": number(at % 63)}
	}
	assert.Len(t, ev.SubKeys(ask).Findings, 1)
	ev.fromFEN.Numbers = []solve.Number{{Name: "a2 K", Key: 1, Free: 1},
		{Name: "a1 K", Key: 2, Free: 1}, {Name: "h8 K", Key: 2, Free: 1}}
	assert.Empty(t, ev.SubKeys(ask).Findings)
}
