package keycheck

import (
	"math"
	"math/bits"
	"slices"

	"github.com/zobrist-go/zobrist"
)

// A Finder finds small sets of keys by their XOR. It ignores zero keys, and all but
// the first of equal keys.
type Finder struct{ finder }

// NewFinder returns a finder of sets of some keys.
func NewFinder(all []Named) *Finder { return &Finder{*newFinder(all)} }

// Len returns the number of distinct keys.
func (f *Finder) Len() int { return len(f.keys) }

// Rank returns the rank of the keys over GF(2).
func (f *Finder) Rank() int {
	rank, _ := rankOf(f.keys, 64)
	return rank
}

// Explain returns the names of the fewest keys, at most size of up to 4, whose XOR is diff, or nil.
// Among up to 40 independent keys it finds sets of any size.
func (f *Finder) Explain(diff zobrist.Key, size int) []string {
	if set, ok := f.solve(uint64(diff)); ok {
		return set
	}
	for n := 1; n <= size; n++ {
		if n == 3 && f.twos.entries == nil {
			f.twos = f.pairs(func(int, int, *entry) {})
		}
		var twos *hashTable
		if n > 2 {
			twos = &f.twos
		}
		if set := f.find(uint64(diff), n, 0, min(len(f.keys), MostQuadruples), twos); set != nil {
			return f.set(set...)
		}
	}
	return nil
}

// ByChance returns how many sets of up to size keys are expected to have an unrelated
// difference as their XOR. If that is far below 1, a set that Explain finds is hardly chance.
func (f *Finder) ByChance(size int) float64 {
	rank := f.Rank()
	if rank == len(f.keys) { // each difference has one set at most
		return math.Exp2(float64(rank - 64))
	}
	sets := 0.0
	for k := 1; k <= size; k++ {
		sets += Expected(len(f.keys), k)
	}
	return sets * math.Exp2(float64(64-rank)) // assuming that the difference is in the span of the keys
}

// A finder is the inside of a Finder.
type finder struct {
	twos  hashTable // of pairs, when they are needed
	names []string
	keys  []uint64
	table hashTable // of the indices of keys
}

func newFinder(all []Named) *finder {
	f := new(finder)
	f.table = newTable(len(all), func(i uint32) uint64 { return f.keys[i] })
	for _, k := range all {
		x := uint64(k.Key)
		if slot := f.table.at(x); x != 0 && slot.count == 0 {
			*slot = entry{uint32(len(f.keys)), 1}
			f.keys = append(f.keys, x)
			f.names = append(f.names, k.Name)
		}
	}
	return f
}

// index returns the place of a key, or -1.
func (f *finder) index(x uint64) int {
	if e := f.table.at(x); e.count > 0 {
		return int(e.first)
	}
	return -1
}

// pairs returns a table of the XORs of any two of the first [MostQuadruples] keys. It calls
// each with the indices of every pair, and the entry of its XOR.
func (f *finder) pairs(each func(i, j int, e *entry)) hashTable {
	keys := f.keys[:min(len(f.keys), MostQuadruples)]
	pairs := newTable(len(keys)*(len(keys)-1)/2, func(pair uint32) uint64 { return keys[pair>>16] ^ keys[pair&0xffff] })
	for i, a := range keys {
		for j := i + 1; j < len(keys); j++ {
			e := pairs.at(a ^ keys[j])
			if e.count == 0 {
				e.first = uint32(i)<<16 | uint32(j)
			}
			e.count++
			each(i, j, e)
		}
	}
	return pairs
}

// A hashTable finds keys, or pairs of keys, by their XOR.
type hashTable struct {
	entries []entry // open addressing
	shift   int
	xor     func(first uint32) uint64
}

// An entry has the first key or pair with an XOR, and how many there are.
type entry struct {
	first uint32 // an index, or i<<16 | j of the indices i < j
	count uint32
}

func (e *entry) pair() (i, j int) { return int(e.first >> 16), int(e.first & 0xffff) }

func newTable(n int, xor func(first uint32) uint64) hashTable {
	log := bits.Len(uint(n * 3 / 2)) // at most two thirds full
	return hashTable{make([]entry, 1<<log), 64 - log, xor}
}

// at returns the entry of x, or a free one. It multiplies by 2^64 over the golden ratio. So
// weak keys, and XORs of similar keys, spread over the table.
func (t *hashTable) at(x uint64) *entry {
	for i := x * 0x9e3779b97f4a7c15 >> t.shift; ; i++ {
		if e := &t.entries[i&uint64(len(t.entries)-1)]; e.count == 0 || t.xor(e.first) == x {
			return e
		}
	}
}

const (
	mostOf   = 4   // Explain finds sets of this size among any number of keys
	mostFive = 300 // it finds sets of five among this many: 4.5 million sets of three
	mostAny  = 40  // it finds any set among this many: a random difference has one with a chance of 2^-24
)

// Explain returns the names of the fewest keys whose XOR is diff, or nil if it finds
// none. If several sets are as small, it returns the one whose keys come first. If
// diff is zero, it returns an empty slice.
//
// It finds sets of two keys among all, of three among the first [MostTriples], of
// four among the first [MostQuadruples], of five among up to 300 keys, and of any
// size among up to 40 independent keys.
func Explain(diff zobrist.Key, all []Named) []string {
	x := uint64(diff)
	if x == 0 {
		return []string{}
	}
	f := newFinder(all)
	var pairs *hashTable
	for size := 1; size <= f.reach(); size++ {
		most := len(f.keys)
		switch size {
		case 3:
			most = min(most, MostTriples)
		case 4:
			if set, ok := f.solve(x); ok {
				return set
			}
			all := f.pairs(func(int, int, *entry) {})
			pairs, most = &all, min(most, MostQuadruples)
		}
		if set := f.find(x, size, 0, most, pairs); set != nil {
			return f.set(set...)
		}
	}
	return nil
}

// find returns a set of size keys whose XOR is x, or nil. The first keys are among those
// from index from up to most, in this order. The last two are a pair of pairs; without
// pairs, the last one is any later key. The keys differ if no smaller set has this XOR.
func (f *finder) find(x uint64, size, from, most int, pairs *hashTable) []int {
	switch {
	case size == 1:
		if i := f.index(x); i >= from {
			return []int{i}
		}
		return nil
	case size == 2 && pairs != nil:
		if e := pairs.at(x); e.count > 0 {
			i, j := e.pair()
			return []int{i, j}
		}
		return nil
	}
	for i := from; i < most; i++ {
		if set := f.find(x^f.keys[i], size-1, i+1, most, pairs); set != nil {
			return append(set, i)
		}
	}
	return nil
}

// reach returns the size of the largest sets that find looks for.
func (f *finder) reach() int {
	if len(f.keys) > mostFive {
		return mostOf
	}
	return mostOf + 1
}

// solve returns the set of keys whose XOR is x, or nil. If there are many keys, or they
// are dependent, so that sets are not unique, it returns false.
func (f *finder) solve(x uint64) (set []string, ok bool) {
	if len(f.keys) > mostAny {
		return nil, false
	}
	var b basis
	for i, k := range f.keys {
		if !b.add(k, 1<<i) {
			return nil, false
		}
	}
	rest, part := b.reduce(x, 0)
	if rest != 0 {
		return nil, true
	}
	var indices []int
	for ; part != 0; part &= part - 1 {
		indices = append(indices, bits.TrailingZeros64(part))
	}
	return f.set(indices...), true
}

func (f *finder) set(indices ...int) []string {
	slices.Sort(indices)
	names := make([]string, len(indices))
	for i, index := range indices {
		names[i] = f.names[index]
	}
	return names
}

// triples counts the sets of three keys whose XOR is zero.
func (f *finder) triples() Sets {
	some := f.keys[:min(len(f.keys), MostTriples)]
	sets := Sets{Size: 3, Keys: len(some)}
	for i, a := range some {
		for j := i + 1; j < len(some); j++ {
			if k := f.index(a ^ some[j]); k > j && k < len(some) {
				sets.add(f, 1, i, j, k)
			}
		}
	}
	return sets
}

// quads counts the sets of four keys whose XOR is zero: two pairs with the same XOR.
// Such pairs share no key, because the keys are distinct. Each set is found three
// times, once for each way to split it in pairs.
func (f *finder) quads() Sets {
	sets := Sets{Size: 4, Keys: min(len(f.keys), MostQuadruples)}
	f.pairs(func(i, j int, e *entry) {
		if e.count > 1 {
			k, l := e.pair()
			sets.add(f, int(e.count)-1, i, j, k, l)
		}
	})
	sets.Count /= 3
	return sets
}

// A basis spans keys over GF(2). keys[b] is 0, or its lowest set bit is b. parts[b] says
// which of the keys added are in it.
type basis struct{ keys, parts [64]uint64 }

// reduce eliminates from x the bits that are the lowest of a key in the basis, from the
// lowest on, as far as it can.
func (b *basis) reduce(x, part uint64) (rest, parts uint64) {
	for x != 0 && b.keys[bits.TrailingZeros64(x)] != 0 {
		i := bits.TrailingZeros64(x)
		x, part = x^b.keys[i], part^b.parts[i]
	}
	return x, part
}

// add adds a key. It returns false if the key is the XOR of earlier ones.
func (b *basis) add(x, part uint64) bool {
	x, part = b.reduce(x, part)
	if x == 0 {
		return false
	}
	i := bits.TrailingZeros64(x)
	b.keys[i], b.parts[i] = x, part
	return true
}

// rankOf returns the rank over GF(2) of the low width bits of keys, and those of these bits
// that are the XOR of lower ones.
func rankOf(keys []uint64, width int) (rank int, dependent []int) {
	var b basis
	for _, k := range keys {
		if b.add(k<<(64-width), 0) {
			if rank++; rank == width {
				return rank, nil
			}
		}
	}
	for i := range width {
		if b.keys[64-width+i] == 0 {
			dependent = append(dependent, i)
		}
	}
	return rank, dependent
}
