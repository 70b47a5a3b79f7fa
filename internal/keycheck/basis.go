package keycheck

import (
	"math"
	"math/bits"

	"github.com/zobrist-go/zobrist"
)

// A Basis spans keys over GF(2). keys[b] is 0, or its lowest set bit is b, and parts[b] says which keys added are in it.
type Basis struct {
	keys, parts [64]uint64
	Rank        int
}

// Reduce eliminates from x the bits that are the lowest of a key in the basis, as far as it can.
// What is left is 0 if x is the XOR of keys that were added: of those in parts.
func (b *Basis) Reduce(x uint64) (rest, parts uint64) {
	for x != 0 && b.keys[bits.TrailingZeros64(x)] != 0 {
		i := bits.TrailingZeros64(x)
		x, parts = x^b.keys[i], parts^b.parts[i]
	}
	return x, parts
}

// Add adds a key with a bit of its own, or 0. It returns false if the key is the XOR of earlier ones.
func (b *Basis) Add(x, part uint64) bool {
	x, parts := b.Reduce(x)
	if x == 0 {
		return false
	}
	i := bits.TrailingZeros64(x)
	b.keys[i], b.parts[i] = x, parts^part
	b.Rank++
	return true
}

// rankOf returns the rank over GF(2) of keys, and the bits that are the XOR of lower ones.
func rankOf(keys []uint64) (rank int, dependent []int) {
	var b Basis
	for _, k := range keys {
		if b.Add(k, 0); b.Rank == 64 {
			return 64, nil
		}
	}
	for i, k := range b.keys {
		if k == 0 {
			dependent = append(dependent, i)
		}
	}
	return b.Rank, dependent
}

// A Span is what many keys have in common.
type Span struct {
	Keys          int
	first, varied uint64
	basis         Basis
}

// Add adds a key.
func (s *Span) Add(k zobrist.Key) {
	if s.Keys++; s.Keys == 1 {
		s.first = uint64(k)
	}
	if s.basis.Rank < 64 {
		s.varied |= uint64(k) ^ s.first
		s.basis.Add(uint64(k)^s.first, 0)
	}
}

// Same returns the bits that are the same in all keys, which each is by chance in half of the cases, or nil.
func (s *Span) Same() (same []int) {
	for b := range 64 {
		if s.varied>>b&1 == 0 {
			same = append(same, b)
		}
	}
	if logSets(64, len(same))/math.Ln2-float64(len(same)*s.basis.Rank) > -30 {
		return nil
	}
	return same
}
