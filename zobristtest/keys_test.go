package zobristtest_test

import (
	"iter"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/zobristtest"
)

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
	assert.EqualError(t, zobristtest.CheckKeys(once),
		`the key of "zero" is zero: two positions that differ in nothing else have the same key`)
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
	assert.EqualError(t, zobristtest.CheckKeys(rename("castling K", "side")),
		`two keys are named "side": give each a name of its own`)
	assert.EqualError(t, zobristtest.CheckKeys(rename("h8", "h7")),
		`two keys are named "h7 P", and 11 more names belong to several keys: give each a name `+
			`of its own`)
	twice := func(yield func(string, zobrist.Key) bool) {
		yield("side", 0x0123456789abcdef)
		yield("0 1", 0x98badcfe10325476)
		yield("0 1", 0x98badcfe10325476)
	}
	assert.EqualError(t, zobristtest.CheckKeys(twice),
		`two keys are named "0 1": give each a name of its own`)
}
