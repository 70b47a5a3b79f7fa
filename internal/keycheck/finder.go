package keycheck

import (
	"math"
	"math/bits"
	"slices"

	"github.com/zobrist-go/zobrist"
)

// A Finder finds small sets of keys by their XOR. It ignores zero keys, and all
// but the first of equal keys.
type Finder struct {
	names []string
	keys  []uint64
	index map[uint64]int
	twos  []pair // a hash table of the pairs of the first [MostSets] keys, when they are needed
}

// A pair is the first of n pairs i < j of keys with one XOR.
type pair struct {
	i, j uint16
	n    uint32
}

// NewFinder returns a finder of sets of some keys.
func NewFinder(all []Named) *Finder {
	f := &Finder{index: make(map[uint64]int, len(all))}
	for _, k := range all {
		x := uint64(k.Key)
		if _, seen := f.index[x]; seen || x == 0 {
			continue
		}
		f.index[x] = len(f.keys)
		f.keys = append(f.keys, x)
		f.names = append(f.names, k.Name)
	}
	return f
}

// at returns the pairs with an XOR, or a free place for them.
func (f *Finder) at(x uint64) *pair {
	// The product with 2^64 over the golden ratio spreads the XORs of similar keys, most of all in
	// its high bits. Reversed, these are the low ones, which choose the place.
	const factor = 0x9e3779b97f4a7c15
	last := uint64(len(f.twos) - 1) // the length is a power of two
	for i := bits.Reverse64(x * factor); ; i++ {
		p := &f.twos[i&last]
		if p.n == 0 || f.keys[p.i]^f.keys[p.j] == x {
			return p
		}
	}
}

// pairs finds the pairs. It calls each with them, and those that have the XOR of an earlier one.
func (f *Finder) pairs(each func(earlier pair, i, j int)) {
	keys := f.keys[:min(len(f.keys), MostSets)]
	// There are n*n/2 pairs. A table of more than n*n*3/4 places is at most two thirds full, so
	// that few places must be looked at.
	places := 1 << bits.Len(uint(len(keys)*len(keys)*3/4))
	f.twos = make([]pair, places)
	for i, a := range keys {
		for j := i + 1; j < len(keys); j++ {
			p := f.at(a ^ keys[j])
			each(*p, i, j)
			if p.n == 0 {
				p.i = uint16(i)
				p.j = uint16(j)
			}
			p.n++
		}
	}
}

// Rank returns the rank of the keys over GF(2).
func (f *Finder) Rank() int {
	rank, _ := rankOf(f.keys)
	return rank
}

// MostSize is the size of the largest sets that [Finder.Explain] finds among many keys.
const MostSize = 4

// Explain returns the names of the fewest keys, at most size of up to [MostSize], whose XOR is
// diff, or nil. If several sets are as small, it returns the one whose keys come first. It finds
// sets of three and four among the first [MostSets] keys.
func (f *Finder) Explain(diff zobrist.Key, size int) []string {
	if diff == 0 {
		return []string{}
	}
	for n := 1; n <= size; n++ {
		most := len(f.keys)
		if n >= 3 {
			most = min(most, MostSets)
			if f.twos == nil {
				f.pairs(func(pair, int, int) {})
			}
		}
		if set := f.find(uint64(diff), n, 0, most); set != nil {
			return f.set(set...)
		}
	}
	return nil
}

// find returns a set of size keys whose XOR is x, or nil. The first keys are among those from
// index from up to most, in this order. If twos has pairs, the last two are one. The keys differ
// if no smaller set has this XOR.
func (f *Finder) find(x uint64, size, from, most int) []int {
	switch {
	case size == 1:
		if i, ok := f.index[x]; ok && i >= from {
			return []int{i}
		}
		return nil
	case size == 2 && from > 0:
		if p := f.at(x); p.n > 0 {
			return []int{int(p.i), int(p.j)}
		}
		return nil
	}
	for i := from; i < most; i++ {
		if set := f.find(x^f.keys[i], size-1, i+1, most); set != nil {
			return append(set, i)
		}
	}
	return nil
}

func (f *Finder) set(indices ...int) []string {
	slices.Sort(indices)
	names := make([]string, len(indices))
	for i, index := range indices {
		names[i] = f.names[index]
	}
	return names
}

// ByChance returns how many sets of up to size keys are expected to have an unrelated
// difference as their XOR. If that is far below 1, a set that Explain finds is hardly chance.
func (f *Finder) ByChance(size int) float64 {
	rank := f.Rank()
	if rank == len(f.keys) {
		// No two sets have the same XOR, as with random numbers of 64 bits.
		rank = 64
	}
	sets := 0.0
	for k := 1; k <= size; k++ {
		sets += Expected(len(f.keys), k)
	}
	// The difference may be in the span of the keys, which has 2^rank elements, not 2^64.
	return sets * math.Exp2(float64(64-rank))
}

// Trusted returns the size of the largest sets, up to most keys, that [Finder.Explain] may look
// for: at most so many sets as chance are expected to have an unrelated difference as their XOR.
func (f *Finder) Trusted(most int, chance float64) (size int) {
	size = most
	for size > 0 && f.ByChance(size) > chance {
		size--
	}
	return size
}

// sets counts the sets of three and of four keys whose XOR is zero. Those of four are two pairs
// with the same XOR, which share no key, because the keys are distinct. Each is found three times,
// once for each way to split it in pairs.
func (f *Finder) sets() []Sets {
	searched := min(len(f.keys), MostSets)
	threes := Sets{Size: 3, Keys: searched}
	fours := Sets{Size: 4, Keys: searched}
	f.pairs(func(earlier pair, i, j int) {
		k, ok := f.index[f.keys[i]^f.keys[j]]
		if ok && k > j && k < searched {
			threes.add(f, 1, i, j, k)
		}
		if earlier.n > 0 {
			fours.add(f, int(earlier.n), i, j, int(earlier.i), int(earlier.j))
		}
	})
	// rounded up, because Sets.add looks at one example of several
	fours.Count = (fours.Count + 2) / 3
	return []Sets{threes, fours}
}
