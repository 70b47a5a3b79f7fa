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

// TestLoneSquare: of the positions with an en passant square on one file, those of one player have
// keys that are wrong by the same. Neither the square nor the file has a number for that: the keys
// are outside. If they are the second player's, the file's number was fitted to them, and that of
// the first player's square to the same number, so that both cancel.
func TestLoneSquare(t *testing.T) {
	keys := legalKeys()
	positions := game(t, 12_000)
	isIdle := func(p *chess.Position) bool {
		return p.EnPassant != 0 && !p.EnPassantCounts(zobrist.EnPassantPseudoLegal)
	}
	idle := make(map[string]int)
	for i := range positions {
		p := &positions[i]
		if isIdle(p) {
			idle[p.EnPassant.String()]++
		}
	}
	const first, second = "6", "3" // the ranks of the two players' squares
	for _, ranks := range [][2]string{{first, second}, {second, first}} {
		lone := ""
		for _, file := range "abcdefgh" {
			square, other := string(file)+ranks[0], string(file)+ranks[1]
			if idle[square] > 2 && idle[other] > idle[square]+2 {
				lone = square
			}
		}
		require.NotEmpty(t, lone)
		key := func(p *chess.Position) zobrist.Key {
			h := p.Hash(keys)
			if isIdle(p) && p.EnPassant.String() == lone {
				return h ^ 0x123456789abcdef
			}
			return h
		}
		m := model.Fit(samples(t, positions, key), 1)
		assert.Len(t, m.Outside(), idle[lone], lone)
		for _, n := range m.Numbers() {
			assert.NotEqual(t, state.EnPassantSquare, n.Feature.Kind, n.Feature)
			if n.Feature.Idle() {
				assert.Zero(t, n.Key, n.Feature)
			}
		}
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
