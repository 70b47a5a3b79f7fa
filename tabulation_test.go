package zobrist_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
)

// Simple tabulation is 3-independent: under a random table, the hashes of any
// three different words take every triple of values equally often. Tested for
// all triples of words of two letters out of three, over all 2^6 tables of keys
// of one bit. It is not 4-independent: the corners of a rectangle XOR to zero.
func TestTabulationIsThreeIndependent(t *testing.T) {
	const letters, places = 3, 2
	words := make([][]int, 0, letters*letters)
	for a := range letters {
		for b := range letters {
			words = append(words, []int{a, b})
		}
	}
	const tables = 1 << (letters * places)
	hashes := make([][]zobrist.Key, tables)
	for i := range hashes {
		table := zobrist.NewTableFunc(places, letters, func(place, letter int) zobrist.Key {
			return zobrist.Key(i >> (letters*place + letter) & 1)
		})
		for _, w := range words {
			hashes[i] = append(hashes[i], table.Hash(w))
		}
	}
	triples, uniform := 0, [8]int{8, 8, 8, 8, 8, 8, 8, 8} // 64 tables, 8 values
	for a := range words {
		for b := range a {
			for c := range b {
				var count [8]int
				for _, h := range hashes {
					count[h[a]|h[b]<<1|h[c]<<2]++
				}
				require.Equal(t, uniform, count, "%v %v %v", words[a], words[b], words[c])
				triples++
			}
		}
	}
	assert.Equal(t, 84, triples, "9 choose 3")
	for _, h := range hashes {
		require.Zero(t, h[0]^h[1]^h[letters]^h[letters+1])
	}
}
