package docs_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
)

// This is the code of your-own-game.md.

const (
	players     = 3
	kinds, most = 7, 18 // shogi's pieces in hand
	goodsOf     = 4
)

var src = zobrist.NewSplitMix64(2026)

var turns = zobrist.NewTable[int, int](1, players, src.Split("turn"))

func nextTurn(h zobrist.Key, player int) zobrist.Key {
	return turns.Replace(h, 0, player, (player+1)%players)
}

var held = zobrist.NewTable[int, int](2*kinds, most+1, src.Split("held"))

func capture(h zobrist.Key, hand, count int) zobrist.Key {
	return held.Replace(h, hand, count, count+1)
}

var goods = zobrist.NewMultiset(src.Split("goods"), func(g byte) uint64 { return uint64(g) })

func position(board, stock zobrist.Key) zobrist.Key { return board ^ stock }

func trade(stock zobrist.Key) zobrist.Key { return goods.Add(goods.Add(stock, 'W', -2), 'O', 1) }

type pile struct{ good, count uint32 }

var piles = zobrist.NewElements(src.Split("piles"), func(p pile) uint64 { return uint64(p.good)<<32 | uint64(p.count) })

func add(h zobrist.Key, p pile, n uint32) zobrist.Key {
	return piles.Replace(h, p, pile{p.good, p.count + n})
}

type level struct{ cell, height, piece uint64 }

var stacks = zobrist.NewElements(src.Split("stacks"), func(l level) uint64 { return l.cell<<32 | l.height<<8 | l.piece })

func put(h zobrist.Key, cell, height, piece uint64) zobrist.Key {
	return stacks.Toggle(h, level{cell, height, piece})
}

type at struct{ x, y int32 }

var points = zobrist.NewElements(src.Split("points"), func(a at) uint64 { return uint64(uint32(a.x))<<32 | uint64(uint32(a.y)) })

func shape(cells []at) (h zobrist.Key) {
	low := at{math.MaxInt32, math.MaxInt32}
	for _, c := range cells {
		low = at{min(low.x, c.x), min(low.y, c.y)}
	}
	for _, c := range cells {
		h = points.Toggle(h, at{c.x - low.x, c.y - low.y})
	}
	return h
}

var cells = zobrist.NewTable[int, uint8](9, 3, src.Split("cells"), 0)

var canonical = zobrist.NewCanonical(cells, zobrist.SquareSymmetries[int](3))

func symmetric(board []uint8, side zobrist.Key) zobrist.Key {
	h, _ := canonical.Hash(board)
	return h ^ side
}

// TestNewGames updates each kind of key move by move, and compares it with the key of the whole.
func TestNewGames(t *testing.T) {
	rng := rand.New(zobrist.NewSplitMix64(33))

	h := turns.Hash([]int{0})
	for turn := range 3 * players {
		assert.Equal(t, turns.Hash([]int{turn % players}), h)
		h = nextTurn(h, turn%players)
	}

	hands := make([]int, 2*kinds)
	h = held.Hash(hands)
	for range 3 {
		hand := rng.IntN(len(hands))
		h = capture(h, hand, hands[hand])
		hands[hand]++
		assert.Equal(t, held.Hash(hands), h)
	}

	stock := goods.Add(0, 'W', 5)
	assert.Equal(t, goods.Add(goods.Add(0, 'O', 1), 'W', 3), trade(stock))
	assert.NotEqual(t, position(1, stock), position(1, trade(stock)))

	counts := [goodsOf]uint32{}
	whole := func() zobrist.Key {
		var all []pile
		for good, n := range counts {
			all = append(all, pile{uint32(good), n})
		}
		return piles.Hash(slices.Values(all))
	}
	h = whole()
	for range 100 {
		good, n := rng.IntN(goodsOf), rng.Uint32N(5)
		h = add(h, pile{uint32(good), counts[good]}, n)
		counts[good] += n
		require.Equal(t, whole(), h)
	}

	assert.NotEqual(t, put(put(0, 7, 0, 1), 7, 1, 2), put(put(0, 7, 0, 2), 7, 1, 1), "the order of a stack")
	assert.Equal(t, put(0, 3, 0, 1), put(put(put(0, 7, 0, 2), 3, 0, 1), 7, 0, 2), "a piece leaves its stack")

	hive := []at{{0, 0}, {1, 0}, {-1, 2}}
	for range 100 {
		by := at{rng.Int32N(1000) - 500, rng.Int32N(1000) - 500}
		var moved []at
		for _, c := range hive {
			moved = append(moved, at{c.x + by.x, c.y + by.y})
		}
		require.Equal(t, shape(hive), shape(moved), by)
	}
	assert.NotEqual(t, shape(hive), shape([]at{{0, 0}, {1, 0}, {-1, 1}}))

	left := symmetric([]uint8{1, 1, 0, 2, 0, 0, 0, 0, 0}, 0)
	assert.Equal(t, left, symmetric([]uint8{0, 1, 1, 0, 0, 2, 0, 0, 0}, 0))
	assert.NotEqual(t, left, symmetric([]uint8{1, 1, 0, 0, 2, 0, 0, 0, 0}, 0))
	assert.NotEqual(t, left, symmetric([]uint8{1, 1, 0, 2, 0, 0, 0, 0, 0}, 1))
}
