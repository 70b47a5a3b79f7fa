package keycheck

import (
	"math"
	"math/bits"
	"slices"

	"github.com/zobrist-go/zobrist"
)

// A Finder finds small sets of keys by their XOR. It ignores zero keys, and all but the first of
// equal keys.
type Finder struct {
	names []string
	keys  []uint64
	table hashTable // of the indices of keys
	twos  hashTable // of pairs, when they are needed
}

// NewFinder returns a finder of sets of some keys.
func NewFinder(all []Named) *Finder {
	f := new(Finder)
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

// A hashTable finds keys, or pairs of keys, by their XOR.
type hashTable struct {
	entries []entry // open addressing
	shift   int
	xor     func(first uint32) uint64
	filter  bitmap // of pairs, because their table is larger than most caches
}

// An entry has the first key or pair with an XOR, and how many there are.
type entry struct {
	first uint32 // an index, or i<<16 | j of the indices i < j
	count uint32
}

func (e entry) pair() (i, j int) { return int(e.first >> 16), int(e.first & 0xffff) }

func newTable(n int, xor func(first uint32) uint64) hashTable {
	log := bits.Len(uint(n * 3 / 2)) // at most two thirds full
	return hashTable{make([]entry, 1<<log), 64 - log, xor, bitmap{}}
}

// hashFactor is 2^64 over the golden ratio. With it, weak keys, and XORs of similar keys, spread
// over a table.
const hashFactor = 0x9e3779b97f4a7c15

// at returns the entry of x, or a free one.
func (t *hashTable) at(x uint64) *entry {
	for i := x * hashFactor >> t.shift; ; i++ {
		if e := &t.entries[i&uint64(len(t.entries)-1)]; e.count == 0 || t.xor(e.first) == x {
			return e
		}
	}
}

// A bitmap has a bit for each of some XORs, which is that of another one by chance.
type bitmap struct {
	words []uint64
	shift int
}

func newBitmap(n int) bitmap {
	log := max(6, bits.Len(uint(n))+3) // at most an eighth full
	return bitmap{make([]uint64, 1<<log/64), 64 - log}
}

func (b *bitmap) has(x uint64) bool {
	h := x * hashFactor >> b.shift
	return b.words[h/64]>>(h%64)&1 != 0
}

func (b *bitmap) add(x uint64) {
	h := x * hashFactor >> b.shift
	b.words[h/64] |= 1 << (h % 64)
}

// pairs returns a table of the first [MostQuadruples] keys' pairs. With twice, it leaves out those whose
// XOR no other pair has, and calls twice with each pair that has the XOR of an earlier one.
func (f *Finder) pairs(twice func(earlier entry, i, j int)) hashTable {
	keys := f.keys[:min(len(f.keys), MostQuadruples)]
	each := func(do func(i, j int, x uint64)) {
		for i, a := range keys {
			for j := i + 1; j < len(keys); j++ {
				do(i, j, a^keys[j])
			}
		}
	}
	n := len(keys) * (len(keys) - 1) / 2
	all, again := newBitmap(n), newBitmap(n)
	each(func(_, _ int, x uint64) {
		if all.has(x) {
			again.add(x)
		}
		all.add(x)
	})
	t := newTable(n, func(pair uint32) uint64 { return keys[pair>>16] ^ keys[pair&0xffff] })
	if t.filter = all; twice != nil {
		t.filter = again
	}
	each(func(i, j int, x uint64) {
		if !t.filter.has(x) {
			return
		}
		e := t.at(x)
		if e.count == 0 {
			e.first = uint32(i)<<16 | uint32(j)
		} else if twice != nil {
			twice(*e, i, j)
		}
		e.count++
	})
	return t
}

// Rank returns the rank of the keys over GF(2).
func (f *Finder) Rank() int {
	rank, _ := rankOf(f.keys, 64, false)
	return rank
}

// mostUnique is how many independent keys are few: a random difference has a set with a chance of 2^-24.
const mostUnique = 40

// MostSize is the size of the largest sets that [Finder.Explain] finds among many keys.
const MostSize = 4

// Explain returns the names of the fewest keys, at most size of up to [MostSize], whose XOR is
// diff, or nil. If several sets are as small, it returns the one whose keys come first. It finds
// sets of three among the first [MostTriples] keys, and of four among the first
// [MostQuadruples], but sets of any size among up to mostUnique independent keys.
func (f *Finder) Explain(diff zobrist.Key, size int) []string {
	if diff == 0 {
		return []string{}
	}
	if set, ok := f.unique(uint64(diff)); ok {
		return set
	}
	for n := 1; n <= size; n++ {
		most, pairs := len(f.keys), (*hashTable)(nil)
		switch {
		case n == 3 && most > MostQuadruples:
			most = min(most, MostTriples)
		case n >= 3:
			if f.twos.entries == nil {
				f.twos = f.pairs(nil)
			}
			most, pairs = min(most, MostQuadruples), &f.twos
		}
		if set := f.find(uint64(diff), n, 0, most, pairs); set != nil {
			return f.set(set...)
		}
	}
	return nil
}

// unique returns the set of keys whose XOR is x, or nil. If there are many keys, or they are
// dependent, so that sets are not unique, it returns false.
func (f *Finder) unique(x uint64) (set []string, ok bool) {
	if len(f.keys) > mostUnique {
		return nil, false
	}
	var b Basis
	for i, k := range f.keys {
		if !b.Add(k, 1<<i) {
			return nil, false
		}
	}
	if indices, ok := b.Subset(x); ok {
		return f.set(indices...), true
	}
	return nil, true
}

// find returns a set of size keys whose XOR is x, or nil. The first keys are among those
// from index from up to most, in this order. The last two are a pair of pairs; without
// pairs, the last one is any later key. The keys differ if no smaller set has this XOR.
func (f *Finder) find(x uint64, size, from, most int, pairs *hashTable) []int {
	switch {
	case size == 1:
		if e := f.table.at(x); e.count > 0 && int(e.first) >= from {
			return []int{int(e.first)}
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
		if size == 3 && pairs != nil && !pairs.filter.has(x^f.keys[i]) {
			continue
		}
		if set := f.find(x^f.keys[i], size-1, i+1, most, pairs); set != nil {
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
	if rank == len(f.keys) && rank <= mostUnique { // a set of any size
		return math.Exp2(float64(rank - 64))
	} else if rank == len(f.keys) { // each difference has one set at most
		rank = 64
	}
	sets := 0.0
	for k := 1; k <= size; k++ {
		sets += Expected(len(f.keys), k)
	}
	return sets * math.Exp2(float64(64-rank)) // assuming that the difference is in the span of the keys
}

// triples counts the sets of three keys whose XOR is zero.
func (f *Finder) triples() Sets {
	some := f.keys[:min(len(f.keys), MostTriples)]
	sets := Sets{Size: 3, Keys: len(some)}
	for i, a := range some {
		for j := i + 1; j < len(some); j++ {
			if e := f.table.at(a ^ some[j]); e.count > 0 && int(e.first) > j && int(e.first) < len(some) {
				sets.add(f, 1, i, j, int(e.first))
			}
		}
	}
	return sets
}

// quads counts the sets of four keys whose XOR is zero: two pairs with the same XOR.
// Such pairs share no key, because the keys are distinct. Each set is found three
// times, once for each way to split it in pairs.
func (f *Finder) quads() Sets {
	sets := Sets{Size: 4, Keys: min(len(f.keys), MostQuadruples)}
	f.pairs(func(earlier entry, i, j int) {
		k, l := earlier.pair()
		sets.add(f, int(earlier.count), i, j, k, l)
	})
	sets.Count /= 3
	return sets
}
