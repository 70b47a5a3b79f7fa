package zobristtest_test

import (
	"fmt"
	"iter"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/zobristtest"
)

// spoiled yields chess keys after a change.
func spoiled(spoil func(i int, name string, key zobrist.Key) zobrist.Key) iter.Seq2[string, zobrist.Key] {
	return func(yield func(string, zobrist.Key) bool) {
		i := 0
		for name, key := range zobrist.NewChess(1).Keys() {
			if !yield(name, spoil(i, name, key)) {
				return
			}
			i++
		}
	}
}

// TestCheckKeys checks weak keys. internal/keycheck has many more.
func TestCheckKeys(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		keys iter.Seq2[string, zobrist.Key]
		want string
	}{
		{"all keys odd", spoiled(func(_ int, _ string, k zobrist.Key) zobrist.Key { return k | 1 }), "bit 0 is set in every key"},
		{"keys of 32 bits", spoiled(func(_ int, _ string, k zobrist.Key) zobrist.Key { return k >> 32 }), "bits 32-63 are never set"},
		{"features share an entry", spoiled(func(_ int, name string, k zobrist.Key) zobrist.Key {
			if name == "en passant a" {
				return zobrist.NewChess(1).Castling(zobrist.BlackLong)
			}
			return k
		}), `"castling q" and "en passant a" have the same key`},
	} {
		err := zobristtest.CheckKeys(c.keys)
		assert.ErrorContains(t, err, c.want, c.name)
	}
}

func TestExplainChess(t *testing.T) {
	t.Parallel()
	c := zobrist.Polyglot()
	e4, d5 := zobrist.Square(28), zobrist.Square(35)
	pieces := c.Pieces()
	diff := pieces.Key(e4, zobrist.WhitePawn) ^ pieces.Key(d5, zobrist.BlackPawn) ^ c.Side() ^ c.EnPassant(19)
	assert.Equal(t, []string{"e4 P", "d5 p", "en passant d", "side"}, zobristtest.Explain(diff, c.Keys()))
	assert.Nil(t, zobristtest.Explain(diff^1, c.Keys()))
	assert.Equal(t, []string{}, zobristtest.Explain(0, c.Keys()))
}

// TestIteratorIsUsedOnce: an iterator may work for one loop only.
func TestIteratorIsUsedOnce(t *testing.T) {
	t.Parallel()
	loops := 0
	once := func(yield func(string, zobrist.Key) bool) {
		if loops++; loops > 1 {
			return
		}
		yield("zero", 0)
	}
	assert.EqualError(t, zobristtest.CheckKeys(once), `the key of "zero" is zero: it changes nothing: a wrong key in play if two positions can differ in nothing else: both have the same key`)
	assert.Equal(t, 1, loops)
}

// TestNamesOfTwoKeys lists several keys under one name.
func TestNamesOfTwoKeys(t *testing.T) {
	t.Parallel()
	rename := func(from, to string) iter.Seq2[string, zobrist.Key] {
		return func(yield func(string, zobrist.Key) bool) {
			for name, key := range zobrist.NewChess(1).Keys() {
				if !yield(strings.Replace(name, from, to, 1), key) {
					return
				}
			}
		}
	}
	assert.EqualError(t, zobristtest.CheckKeys(rename("castling K", "side")), `two keys are named "side": give each a name of its own, such as "hand side"`)
	assert.EqualError(t, zobristtest.CheckKeys(rename("h8", "h7")), `12 names belong to more than one key; two keys are named "h7 P": give each a name of its own, such as "hand h7 P"`)
	twice := func(yield func(string, zobrist.Key) bool) {
		yield("side", 0x0123456789abcdef)
		yield("0 1", 0x98badcfe10325476)
		yield("0 1", 0x98badcfe10325476)
	}
	assert.EqualError(t, zobristtest.CheckKeys(twice), `two keys are named "0 1": give each a name of its own, such as "hand 0 1"`)
}

func TestHarmlessKeys(t *testing.T) {
	t.Parallel()
	random := zobrist.NewSplitMix64(1)
	a, b := zobrist.Key(random.Uint64()), zobrist.Key(random.Uint64())
	yield := func(third string) iter.Seq2[string, zobrist.Key] {
		return func(yield func(string, zobrist.Key) bool) {
			for i := range 100 {
				if !yield(fmt.Sprint("key ", i), zobrist.Key(zobrist.NewSplitMix64(2).At(uint64(i)))) {
					return
				}
			}
			_ = yield("e4 P", a) && yield("e4 N", b) && yield(third, a^b)
		}
	}
	assert.NoError(t, zobristtest.CheckKeys(yield("e4 B")), "no two positions differ in three pieces on a square")
	assert.ErrorContains(t, zobristtest.CheckKeys(yield("e5 B")), "XOR")
}
