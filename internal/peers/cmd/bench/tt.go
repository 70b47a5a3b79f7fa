package main

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"time"
	"unsafe"

	"github.com/zobrist-go/zobrist"
)

// keyAt returns the i-th of random keys.
func keyAt(i int) key { return key(keySource.At(uint64(i))) }

var keySource = zobrist.NewSplitMix64(2026)

// heap returns zeroed memory in small pages, as every slice has.
func heap(n int) []byte {
	m := make([]byte, n+63)
	return m[-uintptr(unsafe.Pointer(&m[0]))%64:][:n]
}

// A filled table has been given n keys.
type filled struct {
	contender
	n    int
	held []key // a sample of those that it still holds, for hit
	rng  *rand.Rand
}

func fill(c contender, n int) *filled {
	f := &filled{contender: c, n: n, rng: rand.New(rand.NewPCG(11, 12))}
	for i := range n {
		c.store(keyAt(i), uint64(keyAt(i)))
	}
	return f
}

func (f *filled) given() key { return keyAt(f.rng.IntN(f.n)) }
func (f *filled) miss() key  { return ^f.given() }

func (f *filled) hit() key {
	for len(f.held) < min(f.n, 1<<21) {
		k := f.given()
		if _, ok := f.probe(k); ok {
			f.held = append(f.held, k)
		}
	}
	return f.held[f.rng.IntN(len(f.held))]
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
	return side{ops: len(keys), draw: draw, run: func() key { return key(run(keys)) }, check: func() key { return 0 }}
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

var jobs = []string{"hit", "miss", "store", "node"}

// compare measures jobs of two tables. Each slice is one run.
func (b *bench) compare(prefix string, ours, peer *filled, jobs ...string) {
	once, n := *b, b.workFor(50*time.Nanosecond)
	once.slice = 0
	for _, job := range jobs {
		of := func(f *filled) side {
			switch job {
			case "hit":
				return b.fresh(f.hit, f.probes)
			case "miss":
				return b.fresh(f.miss, f.probes)
			case "store":
				return b.fresh(f.given, f.stores)
			}
			return b.fresh(f.given, func(keys []key) uint64 { return f.nodes(keys, n) })
		}
		once.contest(prefix+job, of(ours), of(peer))
	}
}

// measureL2 compares tables that fit into the cache. Their pages are small.
func measureL2(b *bench) {
	const bytes = 256 << 10
	b.compare("l2/", fill(newTable(bytes), bytes/16), fill(newRacy(heap(bytes)), bytes/16), jobs...)
}

// measureTT compares tables of 1 GiB in small pages and in huge pages. No cache has room for them.
func measureTT(b *bench) {
	bytes := b.size(1 << 30)
	var small, smallRacy *filled
	before := inHugePages()
	check(withoutHugePages(func() {
		small, smallRacy = fill(newTable(bytes), bytes/16), fill(newRacy(heap(bytes)), bytes/16)
	}))
	between := inHugePages()
	b.compare("tt/small-", small, smallRacy, jobs...)
	smallRacy = nil // so that there is memory for the next
	runtime.GC()
	huge, hugeRacy := fill(newTable(bytes), bytes/16), fill(newRacy(must(hugeMemory(bytes))), bytes/16)
	if between-before > bytes/10 || inHugePages()-between < 2*bytes*9/10 {
		b.LeftOut = append(b.LeftOut, "no huge pages from the system")
		return
	}
	b.compare("tt/huge-", huge, hugeRacy, jobs...)
	b.compare("tt/pages-", huge, small, "node")
}

func measurePrefetch(b *bench) {
	bytes := b.size(1 << 30)
	t := newTable(bytes)
	f := fill(t, bytes/16)
	for _, ns := range []int{50, 200} {
		n := b.workFor(time.Duration(ns))
		of := func(ahead bool) side {
			return b.fresh(f.given, func(keys []key) uint64 { return t.prefetched(keys, n, ahead) })
		}
		b.contest(fmt.Sprintf("prefetch/%d", ns), of(true), of(false))
	}
}
