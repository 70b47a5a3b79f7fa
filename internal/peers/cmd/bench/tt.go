package main

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"time"
	"unsafe"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/peers/timing"
)

// keyAt returns the i-th of random keys.
func keyAt(i int) key { return key(keySource.At(uint64(i))) }

var keySource = zobrist.NewSplitMix64(2026)

// heap returns zeroed memory in small pages, as every slice has.
func heap(n int) []byte {
	m := make([]byte, n+63)
	return m[-uintptr(unsafe.Pointer(&m[0]))%64:][:n]
}

func fill(c contender, n int) contender {
	for i := range n {
		k := keyAt(i)
		c.store(k, uint64(k))
	}
	return c
}

// A tester has tables that are filled with n keys, and for each table a sample of the keys
// that it still holds.
type tester struct {
	*bench
	n      int
	tables []contender
	hits   [][]key
	work   int
	rng    *rand.Rand
}

func (b *bench) tester(n int, tables ...contender) *tester {
	runtime.GC()
	t := &tester{bench: b, n: n, tables: tables, work: workFor(50 * time.Nanosecond), rng: rand.New(rand.NewPCG(11, 12))}
	for _, c := range tables {
		var held []key
		for len(held) < min(n, 1<<21) {
			k := keyAt(t.rng.IntN(n))
			if _, ok := c.probe(k); ok {
				held = append(held, k)
			}
		}
		t.hits = append(t.hits, held)
	}
	return t
}

// slice returns a function that does one slice of a job with a table and returns the
// nanoseconds of an operation. Each slice draws other keys: with 4,096 repeated keys, a
// hit in the racy table seems to take a third of the time.
func (t *tester) slice(i int, job string) func() float64 {
	keys, c := make([]key, t.size(1<<15)), t.tables[i]
	return func() float64 {
		for j := range keys {
			switch job {
			case "hit":
				keys[j] = t.hits[i][t.rng.IntN(len(t.hits[i]))]
			case "miss":
				keys[j] = ^keyAt(t.rng.IntN(t.n))
			default:
				keys[j] = keyAt(t.rng.IntN(t.n))
			}
		}
		return timed(len(keys), func() uint64 {
			switch job {
			case "hit", "miss":
				return c.probes(keys)
			case "store":
				c.stores(keys)
				return 0
			}
			return c.nodes(keys, t.work)
		})
	}
}

// timed returns the CPU time of an operation. run does that many, and allocates nothing.
func timed(ops int, run func() uint64) float64 {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	start := timing.Thread()
	sink ^= key(run())
	return float64((timing.Thread() - start).Nanoseconds()) / float64(ops)
}

// workFor returns the n for which work takes that long.
func workFor(d time.Duration) int {
	const many = 1 << 20
	var times []float64
	for range 15 {
		times = append(times, timed(many, func() uint64 { return work(uint64(sink), many) }))
	}
	return max(1, int(float64(d.Nanoseconds())/slices.Min(times)))
}

// measure measures all jobs. Each two tables are a row, whose name has that prefix.
func (t *tester) measure(prefixes ...string) {
	for _, job := range []string{"hit", "miss", "store", "node"} {
		if !t.wants("tt/pages-"+job) && !slices.ContainsFunc(prefixes, func(p string) bool { return t.wants(p + job) }) {
			continue
		}
		var sides []func() float64
		for i := range t.tables {
			sides = append(sides, t.slice(i, job))
		}
		ns := timing.Alternate(t.rounds, t.slices, sides...)
		for i, p := range prefixes {
			t.add(p+job, ns[2*i], ns[2*i+1])
		}
		if len(prefixes) == 2 && job == "node" {
			t.add("tt/pages-node", ns[2], ns[0])
		}
	}
}

// measureL2 compares tables that fit into the cache. Their pages are small.
func measureL2(b *bench) {
	const bytes = 256 << 10
	b.tester(bytes/16, fill(newTable(bytes), bytes/16), fill(newRacy(heap(bytes)), bytes/16)).measure("l2/")
}

// measureTT compares tables of 256 MiB in small pages and in huge pages.
func measureTT(b *bench) {
	bytes := b.size(256 << 20)
	n := bytes / 16
	var tables []contender
	before := inHugePages()
	check(withoutHugePages(func() {
		tables = append(tables, fill(newTable(bytes), n), fill(newRacy(heap(bytes)), n))
	}))
	small := inHugePages() - before
	tables = append(tables, fill(newTable(bytes), n), fill(newRacy(must(hugeMemory(bytes))), n))
	if huge := inHugePages() - before - small; small > bytes/10 || huge < 2*bytes*9/10 {
		b.LeftOut = append(b.LeftOut, "no huge pages from the system")
		b.tester(n, tables[:2]...).measure("tt/small-")
	} else {
		b.tester(n, tables...).measure("tt/small-", "tt/huge-")
	}
}

func measurePrefetch(b *bench) {
	bytes := b.size(1 << 30)
	t := newTable(bytes)
	fill(t, bytes/16)
	rng := rand.New(rand.NewPCG(15, 16))
	for _, ns := range []int{50, 200} {
		n, keys := workFor(time.Duration(ns)), make([]key, b.size(1<<15))
		side := func(ahead bool) func() float64 {
			return func() float64 {
				for i := range keys {
					keys[i] = keyAt(rng.IntN(bytes / 16))
				}
				return timed(len(keys), func() uint64 { return t.prefetched(keys, n, ahead) })
			}
		}
		times := timing.Alternate(b.rounds, b.slices, side(true), side(false))
		b.add(fmt.Sprintf("prefetch/%d", ns), times[0], times[1])
	}
}
