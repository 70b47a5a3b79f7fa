package model_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/chess"
	"github.com/zobrist-go/zobrist/internal/model"
	"github.com/zobrist-go/zobrist/internal/state"
)

// TestLoneSquare: of the positions with an en passant square on one file, those with White's have
// keys that are wrong by the same. The square has no number for that: the keys are outside.
func TestLoneSquare(t *testing.T) {
	keys := legalKeys()
	positions := game(t, 12_000)
	idle := make(map[string]int)
	for i := range positions {
		p := &positions[i]
		if p.EnPassant != 0 && !p.EnPassantCounts(zobrist.EnPassantPseudoLegal) {
			idle[p.EnPassant.String()]++
		}
	}
	lone := ""
	for _, file := range "abcdefgh" {
		white, black := string(file)+"6", string(file)+"3"
		if idle[white] > 2 && idle[black] > idle[white]+2 {
			lone = white
		}
	}
	require.NotEmpty(t, lone)
	key := func(p *chess.Position) zobrist.Key {
		h := p.Hash(keys)
		isLone := p.EnPassant != 0 && p.EnPassant.String() == lone
		if isLone && !p.EnPassantCounts(zobrist.EnPassantPseudoLegal) {
			return h ^ 0x123456789abcdef
		}
		return h
	}
	m := model.Fit(samples(t, positions, key), 1)
	assert.Len(t, m.Outside(), idle[lone])
	for _, n := range m.Numbers() {
		assert.NotEqual(t, state.EnPassantSquare, n.Feature.Kind, n.Feature)
	}
}

// TestLoneSet: the positions with one set of castling rights have keys that are wrong by the same.
// An engine with a number for each right has none for that set: the keys are outside.
func TestLoneSet(t *testing.T) {
	keys := legalKeys()
	positions := game(t, 6000)
	const set = zobrist.WhiteShort | zobrist.BlackLong
	wrong := 0
	key := func(p *chess.Position) zobrist.Key {
		h := p.Hash(keys)
		if p.Castling == set {
			wrong++
			return h ^ 0x123456789abcdef
		}
		return h
	}
	m := model.Fit(samples(t, positions, key), 1)
	require.Greater(t, wrong, 2)
	assert.Len(t, m.Outside(), wrong)
}
