package bench

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"syscall"
	"time"
	"unsafe"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/tt"
)

// keyAt returns the i-th of random keys.
func keyAt(i int) key { return key(keySource.At(uint64(i))) }

var keySource = zobrist.NewSplitMix64(2026)

// A contender is a table with its loop, so that no call by interface separates them.
type contender interface {
	store(k key, v uint64)
	probe(k key) (uint64, bool)
	nodes(keys []key, work int) uint64 // probe, work, store
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
func (t table) nodes(keys []key, n int) (x uint64) {
	for _, k := range keys {
		v, _ := t.Probe(k)
		x = work(x^v, n)
		t.Store(k, x, int(k&63))
	}
	return x
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

func newRacy(bytes int) *racy {
	m := must(syscall.Mmap(-1, 0, bytes, syscall.PROT_READ|syscall.PROT_WRITE,
		syscall.MAP_ANON|syscall.MAP_PRIVATE))
	_ = syscall.Madvise(m, syscall.MADV_HUGEPAGE) // as tt does
	return &racy{buckets: unsafe.Slice((*[4]struct{ w, d uint64 })(unsafe.Pointer(&m[0])),
		bytes/64)}
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

func (t *racy) nodes(keys []key, n int) (x uint64) {
	for _, k := range keys {
		v, _ := t.probe(k)
		x = work(x^v, n)
		t.store(k, x)
	}
	return x
}

// fill returns a function that draws one of n keys. Its first call stores them.
func fill(c contender, n int) (given func() key) {
	rng, filled := rand.New(rand.NewPCG(11, 12)), false
	return func() key {
		for i := 0; i < n && !filled; i++ {
			c.store(keyAt(i), uint64(keyAt(i)))
		}
		filled = true
		return keyAt(rng.IntN(n))
	}
}

// fresh returns a side with other keys in each run: with 4,096 repeated keys, a hit in
// the racy table seems to take a third of the time.
func (b *bench) fresh(next func() key, run func(keys []key) uint64) side {
	keys := make([]key, b.size(1<<15))
	draw := func() {
		for i := range keys {
			keys[i] = next()
		}
	}
	return side{ops: len(keys), draw: draw, run: func() key {
		return key(run(keys))
	}, check: func() key {
		return 0
	}}
}

// workFor returns the n for which work takes that long.
func (b *bench) workFor(d time.Duration) int {
	const many = 1 << 20
	slice := b.slicesOf(side{ops: many, run: func() key { return key(work(uint64(sink), many)) }})
	least := slice()
	for range 15 {
		least = min(least, slice())
	}
	return max(1, int(float64(d.Nanoseconds())/least))
}

// measureTT compares tables that fit into the L2 cache, and tables that lie in memory.
// Each slice is one run.
func measureTT(b *bench) {
	once := *b
	once.slice = 0
	defer func() { b.rows = once.rows }()
	const small = 256 << 10
	large := b.size(1 << 30)
	n := b.workFor(50 * time.Nanosecond)
	for _, size := range []struct {
		job   string
		bytes int
	}{{"`tt`, 256 KiB, ", small}, {"`tt`, 1 GiB, ", large}} {
		ours, peer := newTable(size.bytes), newRacy(size.bytes)
		given, theirs := fill(ours, size.bytes/16), fill(peer, size.bytes/16)
		node := func(c contender, given func() key) side {
			return b.fresh(given, func(keys []key) uint64 { return c.nodes(keys, n) })
		}
		once.contest(row{job: size.job + "node", peer: "racy table"}, node(ours, given),
			node(peer, theirs))
	}
	t := newTable(large)
	given := fill(t, large/16)
	for _, ns := range []int{50, 200} {
		n := b.workFor(time.Duration(ns))
		of := func(ahead bool) side {
			return b.fresh(given, func(keys []key) uint64 { return t.prefetched(keys, n, ahead) })
		}
		once.contest(row{job: fmt.Sprintf("`Prefetch`, %d ns of work, `Probe`, 1 GiB", ns),
			peer: "without `Prefetch`"},
			of(true), of(false))
	}
}
