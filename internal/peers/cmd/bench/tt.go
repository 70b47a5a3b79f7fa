package main

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"runtime"
	"runtime/debug"
	"slices"
	"sync"
	"time"
	"unsafe"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/peers/timing"
)

func mulHigh(a, b uint64) uint64 {
	high, _ := bits.Mul64(a, b)
	return high
}

// keyAt returns the i-th of random keys.
func keyAt(i int) key { return key(keySource.At(uint64(i))) }

var keySource = zobrist.NewSplitMix64(2026)

// heap returns zeroed memory in small pages, as every slice has.
func heap(n int) []byte {
	m := make([]byte, n+63)
	return m[-uintptr(unsafe.Pointer(&m[0]))%64:][:n]
}

func fill(c contender, n int) {
	for i := range n {
		k := keyAt(i)
		c.store(k, uint64(k))
	}
}

// A tester has filled tables, and a sample of the keys that each of them holds.
type tester struct {
	*bench
	tables []contender
	hits   [][]key
	n      int // keys stored, which are keyAt(0) to keyAt(n-1)
	work   int
	rng    *rand.Rand
}

// tester makes a tester of tables that are filled with n keys.
func (b *bench) tester(n int, tables ...contender) *tester {
	runtime.GC()
	t := &tester{bench: b, tables: tables, n: n, work: workFor(50 * time.Nanosecond), rng: rand.New(rand.NewPCG(11, 12))}
	for _, c := range tables {
		var held []key
		for tries := 0; len(held) < min(n, 1<<21) && tries < 4*n; tries++ {
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
// nanoseconds of an operation. Each slice draws other keys: with 4,096 repeated keys, the
// processor learns the branches, and a hit in the racy table seems to take a third of the
// time.
func (t *tester) slice(i int, job string, threads int) func() float64 {
	const keysASlice = 1 << 15
	keys, sums := make([][]key, threads), make([]uint64, 8*threads)
	for thread := range keys {
		keys[thread] = make([]key, t.size(keysASlice))
	}
	c := t.tables[i]
	return func() float64 {
		for _, k := range keys {
			for j := range k {
				switch job {
				case "hit":
					k[j] = t.hits[i][t.rng.IntN(len(t.hits[i]))]
				case "miss":
					k[j] = ^keyAt(t.rng.IntN(t.n))
				default:
					k[j] = keyAt(t.rng.IntN(t.n))
				}
			}
		}
		return timed(threads, len(keys[0]), func(thread int) {
			switch k := keys[thread]; job {
			case "hit", "miss":
				sums[8*thread] = c.probes(k)
			case "store":
				c.stores(k)
			case "node":
				sums[8*thread] = c.nodes(k, t.work)
			}
		})
	}
}

// compare measures a job in all tables and returns their nanoseconds by round.
func (t *tester) compare(job string, threads int) [][]float64 {
	var sides []func() float64
	for i := range t.tables {
		sides = append(sides, t.slice(i, job, threads))
	}
	return timing.Alternate(t.rounds, t.slices, sides...)
}

// timed calls run in each of several threads at the same time. It returns the CPU time of
// an operation.
func timed(threads, ops int, run func(thread int)) float64 {
	var wait sync.WaitGroup
	took := make([]time.Duration, threads)
	for i := range threads {
		wait.Add(1)
		go func() {
			defer wait.Done()
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			start := timing.Thread()
			run(i)
			took[i] = timing.Thread() - start
		}()
	}
	wait.Wait()
	sum := time.Duration(0)
	for _, t := range took {
		sum += t
	}
	return float64(sum.Nanoseconds()) / float64(threads*ops)
}

// workFor returns the n for which work takes that long.
func workFor(d time.Duration) int {
	const many = 1 << 20
	x := uint64(1)
	var times []float64
	for range 15 {
		times = append(times, timed(1, many, func(int) { x = work(x, many) }))
	}
	return max(1, int(float64(d.Nanoseconds())/slices.Min(times)))
}

var jobs = []string{"hit", "miss", "store", "node"}

// measureL2 compares tables that fit into the cache. Their pages are small.
func measureL2(b *bench) error {
	const bytes = 256 << 10
	ours, racy := newTable(bytes), newRacy(heap(bytes))
	fill(ours, bytes/16)
	fill(racy, bytes/16)
	t := b.tester(bytes/16, ours, racy)
	for _, job := range jobs {
		if id := "l2/" + job; b.wants(id) {
			ns := t.compare(job, 1)
			b.add(id, ns[0], ns[1])
		}
	}
	if b.wants("l2/node-2") {
		ns := t.compare("node", 2)
		b.add("l2/node-2", ns[0], ns[1])
	}
	return nil
}

// measureTT compares tables of 256 MiB in small pages and in huge pages.
func measureTT(b *bench) error {
	bytes := b.size(256 << 20)
	var tables []contender
	add := func(c contender) {
		fill(c, bytes/16)
		tables = append(tables, c)
	}
	before := inHugePages()
	if err := withoutHugePages(func() { add(newTable(bytes)); add(newRacy(heap(bytes))) }); err != nil {
		return err
	}
	small := inHugePages() - before
	memory, err := hugeMemory(bytes)
	if err != nil {
		return err
	}
	add(newTable(bytes))
	add(newRacy(memory))
	huge := canSetPages && small < bytes/10 && inHugePages()-before-small > 2*bytes*9/10
	if !huge {
		b.note("The rows of huge pages are missing, because the system gave none.")
		tables = tables[:2]
	}
	t := b.tester(bytes/16, tables...)
	for _, job := range jobs {
		if !b.wants("tt/small-"+job) && !b.wants("tt/huge-"+job) && !b.wants("tt/pages-"+job) {
			continue
		}
		ns := t.compare(job, 1)
		b.add("tt/small-"+job, ns[0], ns[1])
		if huge {
			b.add("tt/huge-"+job, ns[2], ns[3])
		}
		if huge && job == "node" {
			b.add("tt/pages-node", ns[2], ns[0])
		}
	}
	return nil
}

func measurePrefetch(b *bench) error {
	bytes := b.size(1 << 30)
	t := newTable(bytes)
	fill(t, bytes/16)
	rng := rand.New(rand.NewPCG(15, 16))
	for _, ns := range []int{50, 200} {
		id := fmt.Sprintf("prefetch/%d", ns)
		if !b.wants(id) {
			continue
		}
		n, keys := workFor(time.Duration(ns)), make([]key, b.size(1<<15))
		side := func(ahead bool) func() float64 {
			return func() float64 {
				for i := range keys {
					keys[i] = keyAt(rng.IntN(bytes / 16))
				}
				return timed(1, len(keys), func(int) { sink ^= key(t.prefetched(keys, n, ahead)) })
			}
		}
		times := timing.Alternate(b.rounds, b.slices, side(true), side(false))
		b.add(id, times[0], times[1])
	}
	return nil
}

// measureMap compares a map or a cache of 2^23 entries with a table of as many entries.
func measureMap(b *bench, part string, make func(int) contender) error {
	defer debug.SetGCPercent(debug.SetGCPercent(20)) // sync.Map takes 117 bytes an entry
	n := b.size(1 << 23)
	c, ours := make(n), newTable(16*n)
	fill(c, n)
	fill(ours, n)
	ns := b.tester(n, ours, c).compare("node", 1)
	b.add(part+"/node", ns[0], ns[1])
	return nil
}
