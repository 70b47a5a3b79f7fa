package main

import (
	"math/bits"
	"unsafe"

	"github.com/zobrist-go/zobrist/tt"
)

// A contender is a table with its loops. All contenders have the same loops, inlined, so
// that no call separates the loop from the table.
type contender interface {
	store(k key, v uint64)
	probe(k key) (uint64, bool)
	probes(keys []key) uint64          // returns the sum of the values found
	stores(keys []key) uint64          // stores each key as its own value, returns 0
	nodes(keys []key, work int) uint64 // probe, work, store
}

func probes(keys []key, probe func(key) (uint64, bool)) (sum uint64) {
	for _, k := range keys {
		v, _ := probe(k)
		sum += v
	}
	return sum
}

func stores(keys []key, store func(key, uint64)) uint64 {
	for _, k := range keys {
		store(k, uint64(k))
	}
	return 0
}

func nodes(keys []key, n int, probe func(key) (uint64, bool), store func(key, uint64)) (x uint64) {
	for _, k := range keys {
		v, _ := probe(k)
		x = work(x^v, n)
		store(k, x)
	}
	return x
}

// work takes n times 3 to 4 cycles. It cannot start before x is known.
func work(x uint64, n int) uint64 {
	for range n {
		x = x*0x9e3779b97f4a7c15 ^ 1
	}
	return x
}

// The table of package tt.
type table struct{ *tt.Table[uint64] }

func newTable(bytes int) table { return table{must(tt.New[uint64](bytes))} }

func (t table) store(k key, v uint64)      { t.Store(k, v, int(k&63)) }
func (t table) probe(k key) (uint64, bool) { return t.Probe(k) }
func (t table) probes(keys []key) uint64 {
	return probes(keys, func(k key) (uint64, bool) { return t.Probe(k) })
}
func (t table) stores(keys []key) uint64 {
	return stores(keys, func(k key, v uint64) { t.Store(k, v, int(k&63)) })
}
func (t table) nodes(keys []key, work int) uint64 {
	return nodes(keys, work, func(k key) (uint64, bool) { return t.Probe(k) }, func(k key, v uint64) { t.Store(k, v, int(k&63)) })
}

// prefetched prefetches if ahead is true, works and probes.
func (t table) prefetched(keys []key, n int, ahead bool) (x uint64) {
	for _, k := range keys {
		if ahead {
			t.Prefetch(k)
		}
		x = work(x, n)
		v, _ := t.Probe(k)
		x ^= v
	}
	return x
}

// racy is the kind of table that engines have. It has the same buckets of four entries
// and the same replacement rule as tt, but plain words, no seal, and a loop that ends at
// the hit. Threads that share it get values of other keys.
type racy struct {
	buckets    [][4]struct{ w, d uint64 }
	generation uint64
}

// newRacy makes a table in memory whose first address is a multiple of 64.
func newRacy(m []byte) *racy {
	return &racy{buckets: unsafe.Slice((*[4]struct{ w, d uint64 })(unsafe.Pointer(&m[0])), len(m)/64)}
}

func (t *racy) bucket(k key) (*[4]struct{ w, d uint64 }, uint64) {
	h := uint64(k) * 0x9e3779b97f4a7c15
	place, _ := bits.Mul64(h, uint64(len(t.buckets)))
	return &t.buckets[place], h << 14
}

func (t *racy) probe(k key) (uint64, bool) {
	b, check := t.bucket(k)
	for i := range b {
		if (b[i].w^check)>>14 == 0 && b[i].w != 0 {
			return b[i].d, true
		}
	}
	return 0, false
}

func (t *racy) store(k key, v uint64) {
	b, check := t.bucket(k)
	slot, least := 0, 1<<20
	for i := range b {
		w := b[i].w
		if (w^check)>>14 == 0 || w == 0 {
			slot = i
			break
		}
		if left := int(w>>6&255) - 8*int((t.generation-w)&63); left < least {
			slot, least = i, left
		}
	}
	b[slot].w, b[slot].d = check|uint64(k&63+1)<<6|t.generation&63, v
}

func (t *racy) probes(keys []key) uint64          { return probes(keys, t.probe) }
func (t *racy) stores(keys []key) uint64          { return stores(keys, t.store) }
func (t *racy) nodes(keys []key, work int) uint64 { return nodes(keys, work, t.probe, t.store) }
