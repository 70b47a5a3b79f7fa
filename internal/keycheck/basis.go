package keycheck

import (
	"math"
	"math/bits"

	"github.com/zobrist-go/zobrist"
)

// A Basis spans keys over GF(2). keys[b] is 0, or its lowest set bit is b, and parts[b] says which
// of the keys that were added are in it.
type Basis struct {
	keys, parts [64]uint64
	Rank        int
}

// Reduce eliminates from x the bits that are the lowest of a key in the basis, as far as it can.
// What is left is 0 if x is the XOR of keys that were added: of those in parts.
func (b *Basis) Reduce(x uint64) (rest, parts uint64) {
	for x != 0 && b.keys[bits.TrailingZeros64(x)] != 0 {
		i := bits.TrailingZeros64(x)
		x ^= b.keys[i]
		parts ^= b.parts[i]
	}
	return x, parts
}

// Add adds a key with a bit of its own, or 0. It returns false if the key
// is the XOR of earlier ones.
func (b *Basis) Add(x, part uint64) bool {
	x, parts := b.Reduce(x)
	if x == 0 {
		return false
	}
	i := bits.TrailingZeros64(x)
	b.keys[i] = x
	b.parts[i] = parts ^ part
	b.Rank++
	return true
}

// spareBits is by how many bits the rank of a program's numbers must exceed the keys among which
// elimination chooses: a difference that has nothing to do with them is the XOR of some by chance
// with a probability of at most 2^-20.
const spareBits = 20

// Subset returns the indices of those keys whose XOR is diff, by elimination. If some keys are the
// XOR of others, it takes the first ones. rank is that of all numbers over GF(2). ok is false if no
// keys have this XOR, or if the keys are so many that a random difference would be the XOR of some.
func Subset(diff zobrist.Key, keys []zobrist.Key, rank int) (set []int, ok bool) {
	if len(keys)+spareBits > rank {
		return nil, false
	}
	var basis Basis
	for i, key := range keys {
		basis.Add(uint64(key), 1<<i)
	}
	rest, parts := basis.Reduce(uint64(diff))
	if rest != 0 {
		return nil, false
	}
	for ; parts != 0; parts &= parts - 1 {
		set = append(set, bits.TrailingZeros64(parts))
	}
	return set, true
}

// rankOf returns the rank over GF(2) of keys, and the bits that are the XOR of lower ones.
func rankOf(keys []uint64) (rank int, dependent []int) {
	var b Basis
	for _, k := range keys {
		b.Add(k, 0)
		if b.Rank == 64 {
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
	s.Keys++
	if s.Keys == 1 {
		s.first = uint64(k)
	}
	if s.basis.Rank < 64 {
		s.varied |= uint64(k) ^ s.first
		s.basis.Add(uint64(k)^s.first, 0)
	}
}

// Same returns the bits that are the same in all keys, or nil if chance explains them. A bit is the
// same by chance in one of 2^Rank cases, where Rank is that of the keys' differences.
func (s *Span) Same() (same []int) {
	// The chance that any set of so many bits is the same in random keys, as a power of two: one
	// session in a billion has one.
	const alarm = -30
	for b := range 64 {
		if (s.varied>>b)&1 == 0 {
			same = append(same, b)
		}
	}
	sets := logSets(64, len(same)) / math.Ln2 // as a power of two
	if sets-float64(len(same)*s.basis.Rank) > alarm {
		return nil
	}
	return same
}
