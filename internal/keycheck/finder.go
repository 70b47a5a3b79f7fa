package keycheck

import (
	"math"
	"math/bits"
	"slices"

	"github.com/zobrist-go/zobrist"
)

// A finder finds small sets of keys by their XOR. It ignores zero keys, and all but
// the first of equal keys.
type finder struct {
	names []string
	keys  []uint64
	slots []int32 // open addressing; 0 is free, i+1 is keys[i]
	shift int
}

func newFinder(all []Named) *finder {
	log := bits.Len(uint(len(all))) + 1
	f := &finder{
		slots: make([]int32, 1<<log),
		shift: 64 - log,
	}
	for _, k := range all {
		if k.Key == 0 || f.index(uint64(k.Key)) >= 0 {
			continue
		}
		slot := f.home(uint64(k.Key))
		for f.slots[slot] != 0 {
			slot = (slot + 1) & (len(f.slots) - 1)
		}
		f.keys = append(f.keys, uint64(k.Key))
		f.names = append(f.names, k.Name)
		f.slots[slot] = int32(len(f.keys))
	}
	return f
}

// home multiplies by 2^64 over the golden ratio. So weak keys, and XORs of similar
// keys, spread over the table.
func home(x uint64, shift int) int { return int(x * 0x9e3779b97f4a7c15 >> shift) }

func (f *finder) home(x uint64) int { return home(x, f.shift) }

// index returns the place of a key, or -1.
func (f *finder) index(x uint64) int {
	for slot := f.home(x); f.slots[slot] != 0; slot = (slot + 1) & (len(f.slots) - 1) {
		if i := f.slots[slot] - 1; f.keys[i] == x {
			return int(i)
		}
	}
	return -1
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
	var pairs *pairs
	for size := 1; size <= 5; size++ {
		most := len(f.keys)
		switch size {
		case 3:
			most = min(most, MostTriples)
		case 4:
			if most <= mostAny {
				if set, independent := f.solve(x); independent {
					return set
				}
			}
			pairs = newPairs(f.keys)
			most = len(pairs.keys)
			for i := range most {
				for j := i + 1; j < most; j++ {
					pairs.add(i, j)
				}
			}
		case 5:
			if most > mostFive {
				return nil
			}
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
func (f *finder) find(x uint64, size, from, most int, pairs *pairs) []int {
	switch {
	case size == 1:
		if i := f.index(x); i >= from {
			return []int{i}
		}
		return nil
	case size == 2 && pairs != nil:
		if i, j, ok := pairs.find(x); ok {
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

// Reach returns the size of the largest sets that [Explain] finds among all keys. It
// is len(all) if Explain finds every set.
func Reach(all []Named) int {
	f := newFinder(all)
	switch n := len(f.keys); {
	case n > mostFive:
		return mostOf
	case n > mostAny:
		return mostOf + 1
	}
	if _, independent := f.solve(0); independent {
		return len(all)
	}
	return mostOf + 1
}

// ByChance returns how many sets of up to size keys are expected to have an unrelated
// difference as their XOR. If that is far below 1, a set that [Explain] finds is
// hardly chance.
func ByChance(all []Named, size int) float64 {
	f := newFinder(all)
	rank, _ := rankOf(f.keys, 64)
	sets := 0.0
	for k := 1; k <= size; k++ {
		sets += Expected(len(f.keys), k)
	}
	sets *= math.Exp2(float64(64 - rank)) // assuming that the difference is in the span of the keys
	if rank == len(f.keys) {
		sets = min(sets, math.Exp2(float64(rank-64)))
	}
	return sets
}

// solve returns the set of keys whose XOR is x, or nil. If the keys are dependent, so
// that sets are not unique, it returns false.
func (f *finder) solve(x uint64) (set []string, independent bool) {
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
				if sets.Count == 0 || sets.Exclusive {
					sets.add(f.set(i, j, k))
				}
				sets.Count++
			}
		}
	}
	return sets
}

// quads counts the sets of four keys whose XOR is zero: two pairs with the same XOR.
// Such pairs share no key, because the keys are distinct. Each set is found three
// times, once for each way to split it in pairs.
func (f *finder) quads() Sets {
	pairs := newPairs(f.keys)
	sets := Sets{Size: 4, Keys: len(pairs.keys)}
	for i := range pairs.keys {
		for j := i + 1; j < len(pairs.keys); j++ {
			p, others := pairs.add(i, j)
			if others > 0 && (sets.Count == 0 || sets.Exclusive) {
				sets.add(f.set(i, j, int(p>>16), int(p&0xffff)))
			}
			sets.Count += others
		}
	}
	sets.Count /= 3
	return sets
}

// pairs is an open-addressing table of the XORs of two keys. For each XOR it has the
// first pair, and the number of pairs.
type pairs struct {
	keys  []uint64
	slots []pair
	shift int
}

type pair struct {
	first uint32 // i<<16 | j, i < j; 0 is a free slot
	count uint32
}

func newPairs(keys []uint64) *pairs {
	keys = keys[:min(len(keys), MostQuadruples)]
	log := bits.Len(uint(len(keys) * (len(keys) - 1) / 2 * 4 / 3)) // at most three quarters full
	return &pairs{keys, make([]pair, 1<<log), 64 - log}
}

// add puts a pair in the table. It returns the first pair with the same XOR, and how
// many such pairs were in the table before.
func (t *pairs) add(i, j int) (first uint32, others int) {
	x := t.keys[i] ^ t.keys[j]
	slot := home(x, t.shift)
	for {
		p := &t.slots[slot]
		if p.first == 0 {
			*p = pair{uint32(i)<<16 | uint32(j), 1}
			return p.first, 0
		}
		if t.keys[p.first>>16]^t.keys[p.first&0xffff] == x {
			p.count++
			return p.first, int(p.count) - 1
		}
		slot = (slot + 1) & (len(t.slots) - 1)
	}
}

// find returns the first pair whose XOR is x.
func (t *pairs) find(x uint64) (i, j int, ok bool) {
	for slot := home(x, t.shift); ; slot = (slot + 1) & (len(t.slots) - 1) {
		p := t.slots[slot].first
		if p == 0 {
			return 0, 0, false
		}
		if i, j := p>>16, p&0xffff; t.keys[i]^t.keys[j] == x {
			return int(i), int(j), true
		}
	}
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
