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

const (
	width, height      = 7, 6
	empty, red, yellow = 0, 1, 2
)

var (
	discs        = zobrist.NewTable[int, int](width*height, 3, src.Split("discs"), empty)
	yellowToMove = src.Split("side").Key()
)

// drop updates the key when a player drops a disc into a cell and the other is to move.
func drop(h zobrist.Key, cell, player int) zobrist.Key {
	return discs.Toggle(h, cell, player) ^ yellowToMove
}

var turns = zobrist.NewTable[int, int](1, players, src.Split("turn"))

// nextTurn updates the key when player has moved.
func nextTurn(h zobrist.Key, player int) zobrist.Key {
	return turns.Replace(h, 0, player, (player+1)%players)
}

var held = zobrist.NewTable[int, int](2*kinds, most+1, src.Split("held"))

// capture updates the key when a hand that holds count pieces of a kind gets one more.
func capture(h zobrist.Key, hand, count int) zobrist.Key {
	return held.Replace(h, hand, count, count+1)
}

var goods = zobrist.NewMultiset(src.Split("goods"), func(g byte) uint64 { return uint64(g) })

// position returns the key of a board and a stock, to look something up.
func position(board, stock zobrist.Key) zobrist.Key { return board ^ stock }

// trade gives two wool for one ore.
func trade(stock zobrist.Key) zobrist.Key {
	stock = goods.Add(stock, 'W', -2)
	return goods.Add(stock, 'O', 1)
}

type pile struct{ good, count uint32 }

func (p pile) id() uint64 { return uint64(p.good)<<32 | uint64(p.count) }

var piles = zobrist.NewElements(src.Split("piles"), pile.id)

// add updates the key when n units of a good join a pile.
func add(h zobrist.Key, p pile, n uint32) zobrist.Key {
	return piles.Replace(h, p, pile{p.good, p.count + n})
}

type level struct{ cell, height, piece uint64 }

func (l level) id() uint64 { return l.cell<<32 | l.height<<8 | l.piece }

var stacks = zobrist.NewElements(src.Split("stacks"), level.id)

// put places a piece on a cell at a height, or takes it off.
func put(h zobrist.Key, cell, height, piece uint64) zobrist.Key {
	return stacks.Toggle(h, level{cell, height, piece})
}

type at struct{ x, y int32 }

func (a at) id() uint64 { return uint64(uint32(a.x))<<32 | uint64(uint32(a.y)) }

var points = zobrist.NewElements(src.Split("points"), at.id)

// shape returns a key that is the same wherever the cells lie.
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

// Piece 0 is the hole.
var tiles = zobrist.NewTable[int, int](9, 9, src.Split("tiles"), 0)

// slide updates the key when a tile slides into the hole.
func slide(h zobrist.Key, from, to, tile int) zobrist.Key {
	return tiles.Move(h, from, to, tile)
}

// A fact has one number, which is in the key if the fact is true.
var facts = zobrist.NewTable[int, int](1024, 1, src.Split("facts"))

// change updates the key when the facts 64*word to 64*word+63 change from before to after.
func change(h zobrist.Key, word int, before, after uint64) zobrist.Key {
	return facts.ToggleBits(h, 64*word, before^after, 0)
}

// The places of a card: the deck, the hands of players 1 to 4, and the table.
const deck, onTable, places = 0, 5, 6

var cards = zobrist.NewTable[int, int](52, places, src.Split("cards"), deck)

// moveCard updates the key when a card goes from one place to another.
func moveCard(h zobrist.Key, card, from, to int) zobrist.Key {
	return cards.Replace(h, card, from, to)
}

var cells = zobrist.NewTable[int, uint8](9, 3, src.Split("cells"), 0)

var canonical = zobrist.NewCanonical(cells, zobrist.SquareSymmetries[int](3))

// symmetric returns the same key for all images of a board.
func symmetric(board []uint8, side zobrist.Key) zobrist.Key {
	h, _ := canonical.Hash(board)
	return h ^ side
}

// TestNewGames updates each kind of key move by move, and compares it with the key of the whole.
func TestNewGames(t *testing.T) {
	rng := rand.New(zobrist.NewSplitMix64(33))

	board := make([]int, width*height)
	h := discs.Hash(board)
	for i, cell := range []int{3, 10, 4} {
		board[cell] = red + i%2
		h = drop(h, cell, board[cell])
	}
	assert.Equal(t, discs.Hash(board)^yellowToMove, h)

	puzzle := []int{1, 2, 3, 4, 5, 6, 7, 8, 0}
	h = slide(tiles.Hash(puzzle), 7, 8, 8)
	puzzle[7], puzzle[8] = 0, 8
	assert.Equal(t, tiles.Hash(puzzle), h)

	h = change(0, 3, 0b0110, 0b1100) // adds a fact that was false, one that was true, deletes one
	assert.Equal(t, facts.Key(193, 0)^facts.Key(195, 0), h)

	where := make([]int, 52)
	h = moveCard(cards.Hash(where), 17, deck, 2)
	h = moveCard(h, 17, 2, onTable)
	where[17] = onTable
	assert.Equal(t, cards.Hash(where), h)

	h = turns.Hash([]int{0})
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

	oneBelowTwo := put(put(0, 7, 0, 1), 7, 1, 2)
	twoBelowOne := put(put(0, 7, 0, 2), 7, 1, 1)
	assert.NotEqual(t, oneBelowTwo, twoBelowOne)
	left := put(put(put(0, 7, 0, 2), 3, 0, 1), 7, 0, 2) // a piece arrives on cell 7 and leaves it
	assert.Equal(t, put(0, 3, 0, 1), left)

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

	left = symmetric([]uint8{1, 1, 0, 2, 0, 0, 0, 0, 0}, 0)
	assert.Equal(t, left, symmetric([]uint8{0, 1, 1, 0, 0, 2, 0, 0, 0}, 0))
	assert.NotEqual(t, left, symmetric([]uint8{1, 1, 0, 0, 2, 0, 0, 0, 0}, 0))
	assert.NotEqual(t, left, symmetric([]uint8{1, 1, 0, 2, 0, 0, 0, 0, 0}, 1))
}
