package checks_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/chess"
	"github.com/zobrist-go/zobrist/internal/checks"
	"github.com/zobrist-go/zobrist/internal/explore"
	"github.com/zobrist-go/zobrist/internal/model"
	"github.com/zobrist-go/zobrist/internal/observe"
	"github.com/zobrist-go/zobrist/internal/report"
	"github.com/zobrist-go/zobrist/internal/state"
	"github.com/zobrist-go/zobrist/internal/tester/source"
)

// TestDialect requires that the moves of an engine are not called wrong if it prints FENs in its
// own format, as it does from the start on.
func TestDialect(t *testing.T) {
	t.Parallel()
	const after = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"
	place := func(fen, shown string) *observe.Place {
		s, err := state.Parse(fen)
		require.NoError(t, err)
		return &observe.Place{
			Node:    &explore.Node{FEN: fen},
			State:   s,
			ByMoves: source.Answer{Key: 1, FEN: shown},
			FromFEN: source.Answer{Key: 1},
		}
	}
	for name, shown := range map[string][2]string{
		"files of rooks": {
			chess.StartFEN, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b HAha - 0 1",
		},
		"no en passant square": {
			chess.StartFEN, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
		},
		"rights in another order": {
			"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w qkQK - 0 1",
			"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b qkQK - 0 1",
		},
		"no FEN": {"", ""},
	} {
		root := place(chess.StartFEN, shown[0])
		child := place(after, shown[1])
		child.Before, child.Node.Before = root, root.Node
		child.Query.Moves = []string{"e2e4"}
		log := &observe.Log{Known: true, Places: []*observe.Place{root, child}}
		assert.Empty(t, run(t, "board", log).Items, name)
	}
}

// TestMissingEnPassant requires the name of a kind without numbers only if no FEN's key changes
// with it. One number that is missing is another bug.
func TestMissingEnPassant(t *testing.T) {
	t.Parallel()
	without := func(file string) maker {
		m := sound()
		m.fen = func(p *chess.Position) zobrist.Key {
			counts := p.EnPassantCounts(zobrist.EnPassantLegal)
			if counts && (file == "" || p.EnPassant.String()[:1] == file) {
				return right(p) ^ numbers.EnPassant(p.EnPassant)
			}
			return right(p)
		}
		return m
	}
	for file, name := range map[string]string{"": "no-en-passant", "b": "fields-en-passant"} {
		m := without(file)
		log := m.log(t)
		for _, p := range log.Places {
			if !p.State.LegalEP() {
				continue
			}
			probe := observe.Probe{
				Feature: state.Feature{Kind: state.EnPassant, Square: p.State.EP[:1]},
				FEN:     p.FEN, Without: withoutEnPassant(t, p.FEN),
			}
			for _, fen := range []string{probe.FEN, probe.Without} {
				log.FENs[fen] = m.key(t, fen)
			}
			log.Probes = append(log.Probes, probe)
		}
		assert.Equal(t, []string{name}, namesOf(run(t, "fields", log).Items))
	}
}

// withoutEnPassant returns a FEN without its en passant square.
func withoutEnPassant(t *testing.T, fen string) string {
	t.Helper()
	p, err := chess.ParseFEN(fen)
	require.NoError(t, err)
	p.EnPassant = 0
	return p.FEN()
}

// TestUnknownRules requires that keys which are no XOR of numbers are no bug in a game whose rules
// are not known, as long as keys by moves are those from FENs: then what is not known is only what
// the game's FENs mean.
func TestUnknownRules(t *testing.T) {
	t.Parallel()
	times := func(p *chess.Position) zobrist.Key { return right(p) * 3 }
	m := maker{fen: times, move: func(before, after *chess.Position, _ chess.Move) zobrist.Key {
		return times(before) ^ times(after)
	}}
	log := m.log(t)
	assert.Equal(t, []string{"no-xor"}, namesOf(run(t, "XOR", log).Items))
	log.Known = false
	o := run(t, "XOR", log)
	assert.Empty(t, o.Items)
	assert.Equal(t, report.SkipFormat, o.Skip)
}

// TestParts requires of a key of White's bishops, in which h8 is missing, that only h8 is
// named, and not even that if another check tells it: the engine's key may have no number for
// it either.
func TestParts(t *testing.T) {
	t.Parallel()
	const h8 = zobrist.Square(63)
	number := func(s zobrist.Square) zobrist.Key {
		if s == h8 {
			return 0
		}
		return numbers.Table().Key(s, zobrist.WhiteBishop)
	}
	var bishops, kings []model.Sample
	for _, fen := range observe.FixedFENs() {
		s, err := state.Parse(fen)
		require.NoError(t, err)
		p, err := chess.ParseFEN(fen)
		require.NoError(t, err)
		bishop, king := zobrist.Key(0), zobrist.Key(0)
		for s, man := range p.Board {
			switch man {
			case zobrist.WhiteBishop:
				bishop ^= number(zobrist.Square(s))
			case zobrist.WhiteKing:
				king ^= numbers.Table().Key(zobrist.Square(s%63), man) // a1 and h8 have one
			}
		}
		bishops = append(bishops, model.Sample{State: s, Key: bishop})
		kings = append(kings, model.Sample{State: s, Key: king})
	}
	missing := state.Feature{Kind: state.Piece, Square: "h8", Piece: "B"}
	determined, lacks, has := checks.Parts(model.Fit(bishops, 1), nil)
	assert.Greater(t, determined, 700)
	assert.Equal(t, []state.Feature{missing}, lacks)
	assert.Empty(t, has)
	_, lacks, has = checks.Parts(
		model.Fit(bishops, 1), map[state.Feature]bool{missing: true},
	)
	assert.Empty(t, lacks)
	assert.Empty(t, has)

	// The numbers of a king's squares are known except for a constant: none of them is zero for
	// being the same as another.
	_, lacks, has = checks.Parts(model.Fit(kings, 1), nil)
	assert.Empty(t, lacks)
	assert.Empty(t, has)
}
