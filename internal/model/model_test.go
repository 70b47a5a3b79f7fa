package model_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/chess"
	"github.com/zobrist-go/zobrist/internal/model"
	"github.com/zobrist-go/zobrist/internal/movegen"
	"github.com/zobrist-go/zobrist/internal/state"
	"github.com/zobrist-go/zobrist/internal/tester/rare"
)

// game returns n positions of random games.
func game(t *testing.T, n int) (all []chess.Position) {
	t.Helper()
	rng := zobrist.NewSplitMix64(1)
	p := chess.Start()
	for len(all) < n {
		legal := movegen.Legal(&p)
		if len(legal) == 0 || p.HalfmoveClock > 60 {
			p = chess.Start()
			continue
		}
		p.Play(legal[rng.Uint64()%uint64(len(legal))])
		all = append(all, p)
	}
	return all
}

// samples returns positions with their keys.
func samples(
	t *testing.T, positions []chess.Position, key func(p *chess.Position) zobrist.Key,
) (all []model.Sample) {
	t.Helper()
	for i := range positions {
		s, err := state.Parse(positions[i].FEN())
		require.NoError(t, err)
		all = append(all, model.Sample{State: s, Key: key(&positions[i])})
	}
	return all
}

// fullKey is the key with the numbers of keys, and en passant where a capture is legal.
func fullKey(keys *zobrist.Chess) func(p *chess.Position) zobrist.Key {
	return func(p *chess.Position) zobrist.Key { return p.Hash(keys) }
}

func legalKeys() *zobrist.Chess {
	return zobrist.NewChess(7).WithEnPassant(zobrist.EnPassantLegal)
}

// TestNumbers requires the numbers that the keys were made of, although every tenth key is wrong,
// and the wrong keys outside. A number that one wrong key alone shows is wrong itself.
func TestNumbers(t *testing.T) {
	const positions, oneIn, rare = 1500, 10, 20
	keys := legalKeys()
	all := samples(t, game(t, positions), fullKey(keys))
	wrong := 0
	noise := zobrist.NewSplitMix64(2)
	for i := range all {
		if i%oneIn == 0 && !all[i].State.UnsureEP() {
			all[i].Key ^= noise.Key()
			wrong++
		}
	}
	m := model.Fit(all, 1)
	assert.InDelta(t, wrong, len(m.Outside()), rare)
	assert.True(t, m.Holds())
	known, others := 0, 0
	for _, k := range m.Determined() {
		f := k.Feature
		if f.Kind != state.Piece || k.Against != nil {
			continue
		}
		square, err := zobrist.ParseSquare(f.Square)
		require.NoError(t, err)
		for piece := zobrist.WhitePawn; piece <= zobrist.BlackKing; piece++ {
			if piece.String() == f.Piece && keys.Table().Key(square, piece) != k.Key {
				others++
			}
		}
		known++
	}
	assert.Greater(t, known, 300)
	assert.Less(t, others, rare)
	side, ok := m.Number(state.Feature{Kind: state.Side})
	require.True(t, ok)
	white, err := chess.ParseFEN("4k3/8/8/8/8/8/8/4K3 w - - 0 1")
	require.NoError(t, err)
	black := white
	black.BlackToMove = true
	assert.Equal(t, white.Hash(keys)^black.Hash(keys), side.Key)
}

// TestTooFew requires that few samples leave numbers unknown, and that no key is predicted from
// them.
func TestTooFew(t *testing.T) {
	const few = 40
	positions := game(t, few+100)
	m := model.Fit(samples(t, positions[:few], fullKey(legalKeys())), 1)
	predicted := 0
	for _, s := range samples(t, positions[few:], fullKey(legalKeys())) {
		key, ok := m.Predict(s.State)
		if ok {
			predicted++
			assert.Equal(t, s.Key, key)
		}
	}
	assert.Less(t, predicted, 30)
	n, ok := m.Number(state.Feature{Kind: state.Piece, Square: "e1", Piece: "K"})
	assert.True(t, ok)
	assert.NotZero(t, n.Free, "a king's number is known except for a constant")
}

// TestNoXOR requires that keys that are no XOR of numbers have no model.
func TestNoXOR(t *testing.T) {
	keys := legalKeys()
	m := model.Fit(samples(t, game(t, 1500), func(p *chess.Position) zobrist.Key {
		return p.Hash(keys) * 3
	}), 1)
	assert.False(t, m.Holds())
}

// TestExplain requires the features by which two keys differ, and no features for a number of none.
func TestExplain(t *testing.T) {
	keys := legalKeys()
	m := model.Fit(samples(t, game(t, 1500), fullKey(keys)), 1)
	a := state.Feature{Kind: state.Piece, Square: "d4", Piece: "P"}
	b := state.Feature{Kind: state.Piece, Square: "d5", Piece: "p"}
	features, ok := m.Explain(m.Sum([]state.Feature{a, b}))
	assert.True(t, ok)
	assert.ElementsMatch(t, []state.Feature{a, b}, features)
	_, ok = m.Explain(0x123456789abcdef)
	assert.False(t, ok)
}

// TestDiffering requires exactly the features whose numbers differ between two models.
func TestDiffering(t *testing.T) {
	keys := legalKeys()
	positions := game(t, 1500)
	from := model.Fit(samples(t, positions, func(p *chess.Position) zobrist.Key {
		key := p.Hash(keys)
		for s, piece := range p.Board {
			if piece == zobrist.BlackQueen && s < 8 { // queens on the first rank are left out
				key ^= keys.Table().Key(zobrist.Square(s), piece)
			}
		}
		return key
	}), 1)
	by := model.Fit(samples(t, positions, fullKey(keys)), 1)
	differ := from.Differing(by)
	assert.NotEmpty(t, differ)
	for f := range differ {
		assert.Equal(t, "q", f.Piece, f)
		assert.Equal(t, "1", f.Square[1:], f)
	}
}

// TestSets requires that of one number for each set of castling rights, only the set that differs
// is said to differ: a set that one model has not seen is no zero.
func TestSets(t *testing.T) {
	plain := legalKeys()
	rng := zobrist.NewSplitMix64(3)
	number := func(r zobrist.CastlingRights) zobrist.Key { return zobrist.Key(rng.At(uint64(r))) }
	keyOf := func(number func(r zobrist.CastlingRights) zobrist.Key) func(
		p *chess.Position,
	) zobrist.Key {
		return func(p *chess.Position) zobrist.Key {
			return p.Hash(plain) ^ plain.Castling(p.Castling) ^ number(p.Castling)
		}
	}
	positions := game(t, 1500)
	for rights := range zobrist.CastlingRights(16) {
		fen := "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w " + rights.String() + " - 0 1"
		p, err := chess.ParseFEN(fen)
		require.NoError(t, err)
		positions = append(positions, p)
	}
	var without []chess.Position
	for _, p := range positions {
		if p.Castling != zobrist.WhiteLong|zobrist.BlackShort {
			without = append(without, p)
		}
	}
	from := model.Fit(samples(t, positions, keyOf(number)), 1)
	by := model.Fit(samples(t, without, keyOf(func(r zobrist.CastlingRights) zobrist.Key {
		if r == zobrist.BlackLong {
			return 0x123456789abcdef
		}
		return number(r)
	})), 1)
	var names []string
	for f := range from.Differing(by) {
		names = append(names, f.String())
	}
	assert.Equal(t, []string{"castling q"}, names)
}

// TestCountsDiffer requires that a number for a count of men, which one of two models needs, is not
// said to be missing from the keys of the other: that model has not looked for it.
func TestCountsDiffer(t *testing.T) {
	keys := legalKeys()
	positions := game(t, 1500)
	right := model.Fit(samples(t, positions, fullKey(keys)), 1)
	counted := model.Fit(samples(t, positions, func(p *chess.Position) zobrist.Key {
		pawns := 0
		for _, man := range p.Board {
			if man == zobrist.WhitePawn {
				pawns++
			}
		}
		if pawns < 5 {
			return p.Hash(keys)
		}
		return p.Hash(keys) ^ 0x0123456789abcdef
	}), 1)
	fifth := state.Feature{Kind: state.Count, Piece: "P", N: 5}
	n, known := counted.Number(fifth)
	require.True(t, known && n.Key != 0, "the model needs the number")
	assert.NotContains(t, right.Differing(counted), fifth)
	assert.NotContains(t, counted.Differing(right), fifth)
}

// games960 returns positions of random games of Chess960, in which rooks pass each other: some
// rights are those of an inner rook, whose FEN has another letter.
func games960(t *testing.T) (all []chess.Position) {
	t.Helper()
	const games, plies = 8, 40 // of each start
	rng := zobrist.NewSplitMix64(1)
	starts := append(rare.Starts960(),
		"1rr1k1rr/8/8/8/8/8/8/1RR1K1RR w GBgb - 0 1",
		"1rr1k1rr/8/8/8/8/8/8/1RR1K1RR w HCkq - 0 1",
	)
	for _, start := range starts {
		if start == "startpos" {
			start = chess.StartFEN
		}
		for range games {
			p, err := chess.ParseFEN(start)
			require.NoError(t, err)
			for range plies {
				all = append(all, p)
				legal := movegen.Legal(&p)
				if len(legal) == 0 {
					break
				}
				p.Play(legal[rng.Uint64()%uint64(len(legal))])
			}
		}
	}
	return all
}

// TestRooks requires that keys of Chess960 are the XOR of numbers, and that no two of the numbers
// are equal, if castling has one number for each right, and also if it has one for each square of a
// rook that may castle.
func TestRooks(t *testing.T) {
	keys := zobrist.NewChess(3).WithEnPassant(zobrist.EnPassantLegal)
	rooks := zobrist.NewTable[zobrist.Square, int](64, 1, zobrist.NewSplitMix64(4))
	positions := games960(t)
	for design, number := range map[string]func(zobrist.CastlingRights, zobrist.Square) zobrist.Key{
		"rights": func(right zobrist.CastlingRights, _ zobrist.Square) zobrist.Key {
			return keys.Castling(right)
		},
		"squares": func(_ zobrist.CastlingRights, rook zobrist.Square) zobrist.Key {
			return rooks.Key(rook, 0)
		},
	} {
		t.Run(design, func(t *testing.T) {
			all := samples(t, positions, func(p *chess.Position) zobrist.Key {
				key := p.Hash(keys) ^ keys.Castling(p.Castling)
				for right := zobrist.WhiteShort; right <= zobrist.BlackLong; right <<= 1 {
					if p.Castling&right != 0 {
						key ^= number(right, p.Rook(right))
					}
				}
				return key
			})
			m := model.Fit(all, 1)
			assert.Empty(t, m.Outside())
			seen := make(map[zobrist.Key]state.Feature)
			for _, k := range m.Judged() {
				other, twice := seen[k.Key]
				assert.False(t, twice, "%v and %v", k.Feature, other)
				seen[k.Key] = k.Feature
			}
			assert.Empty(t, m.Differing(model.Fit(all[len(all)/2:], 1)))
		})
	}
}
