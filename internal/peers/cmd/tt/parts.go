//go:build linux

package main

import (
	"fmt"
	"runtime"
	"time"

	"golang.org/x/sys/unix"

	"github.com/zobrist-go/zobrist/internal/peers/timing"
	"github.com/zobrist-go/zobrist/tt"
)

const rounds = 15

// A Row is a line of the report.
type Row struct {
	Table, Job, Peer string
	Threads          int
	Ours, Theirs     timing.Spread // nanoseconds
	Ratio            timing.Spread // ours divided by theirs
	Limit            float64
	Bytes            float64 // bytes an entry of the peer; 0 means 16, the same as tt
}

var parts = map[string]func() []Row{
	"L2": func() []Row {
		const bytes = 256 << 10
		return bench("256 KiB, in L2", bytes/16, false, rivals{
			{"tt", table{newTable(bytes)}, nil},
			{"racy table", newRacy(bytes), map[string]float64{"hit": 0.8, "miss": 1.1, "store": 1.3, "node": 1.05}},
		})
	},
	"256 MiB":    func() []Row { return large("256 MiB", 256<<20, 0.9) },
	"1 GiB":      func() []Row { return large("1 GiB", 1<<30, 0) },
	"map, mutex": func() []Row { return heavy("map, mutex", newMutexMap, 0.77) },
	"xsync":      func() []Row { return heavy("xsync.Map", newXsync, 0.67) },
	"sync.Map":   func() []Row { return heavy("sync.Map", newSyncMap, 0.25) },
	"otter":      func() []Row { return heavy("otter", newOtter, 0) },
	"prefetch":   prefetch,
}

// large compares big tables. The racy table is a slice, so it has no huge pages.
func large(name string, bytes int, node float64) []Row {
	n := bytes / 16
	r := newRacy(bytes)
	fill(r, n) // before any other table is made: its pages are small
	small := table{withoutHugePages(func() *tt.Table[uint64] {
		t := newTable(bytes)
		fill(table{t}, n)
		return t
	})}
	return bench(name, n, true, rivals{
		{"tt", table{newTable(bytes)}, nil},
		{"racy table, small pages", r, map[string]float64{"node": node}},
		{"tt, small pages", small, nil},
	})
}

func withoutHugePages(f func() *tt.Table[uint64]) *tt.Table[uint64] {
	set := func(off uintptr) {
		if err := unix.Prctl(unix.PR_SET_THP_DISABLE, off, 0, 0, 0); err != nil {
			fail(err)
		}
	}
	set(1)
	defer set(0)
	return f()
}

func prefetch() (rows []Row) {
	const bytes = 1 << 30
	t := table{newTable(bytes)}
	fill(t, bytes/16)
	next := 0
	for _, ns := range []int{50, 100, 200, 400} {
		n, keys := workFor(time.Duration(ns)), make([]key, 1<<16)
		side := func(ahead bool) func() float64 {
			return func() float64 {
				draw(keys, bytes/16, &next)
				return timed(1, len(keys), func(int) { sink ^= t.prefetched(keys, n, ahead) })
			}
		}
		limit := 0.0
		if ns == 200 {
			limit = 0.85
		}
		times, ratios := compare(rounds, side(true), side(false))
		rows = append(rows, Row{"1 GiB", fmt.Sprintf("Prefetch, %d ns of work, Probe", ns), "without Prefetch", 1, times[0], times[1], ratios[1], limit, 0})
	}
	return rows
}

type rivals []struct {
	name   string
	table  contender
	limits map[string]float64
}

func fill(c contender, n int) {
	for i := range n {
		k := keyAt(i)
		c.store(k, uint64(k))
	}
}

// draw fills keys with some of the first n keys, different ones each time.
func draw(keys []key, n int, next *int) {
	for i := range keys {
		*next++
		keys[i] = keyAt(int(mulHigh(keySource.At(uint64(*next)), uint64(n))))
	}
}

// bench runs all jobs over tables filled with n keys. Each round has different keys. With
// 4,096 repeated keys the processor learns the branches, and the racy table takes half
// the time. A cold table does not fit in the caches.
func bench(name string, n int, cold bool, sides rivals) (rows []Row) {
	for _, s := range sides {
		if _, ok := s.table.probe(keyAt(n - 1)); !ok { // not filled yet
			fill(s.table, n)
		}
	}
	runtime.GC()
	const keysARound = 1 << 15
	busy := workFor(50 * time.Nanosecond)
	next := 0
	for threads := 1; threads <= 2; threads++ {
		for _, job := range []string{"hit", "miss", "store", "node"} {
			keys := make([][]key, threads)
			for i := range keys {
				keys[i] = make([]key, keysARound)
			}
			var runs []func() float64
			for _, s := range sides {
				runs = append(runs, func() float64 {
					for _, k := range keys {
						draw(k, n, &next)
						for i := range k {
							switch job {
							case "miss":
								k[i] = ^k[i]
							case "hit":
								for _, ok := s.table.probe(k[i]); !ok; _, ok = s.table.probe(k[i]) {
									draw(k[i:i+1], n, &next)
								}
							}
						}
					}
					if job == "hit" && cold {
						evict() // the search for hits has filled the caches
					}
					sums := make([]uint64, threads*8)
					return timed(threads, keysARound, func(thread int) {
						switch k := keys[thread]; job {
						case "hit", "miss":
							sums[thread*8] = s.table.probes(k)
						case "store":
							s.table.stores(k)
						case "node":
							sums[thread*8] = s.table.nodes(k, busy)
						}
					})
				})
			}
			times, ratios := compare(rounds, runs...)
			for i, s := range sides[1:] {
				rows = append(rows, Row{name, job, s.name, threads, times[0], times[i+1], ratios[i+1], s.limits[job], 0})
			}
		}
	}
	return rows
}

var lines = make([]uint64, 64<<20/8)

// evict empties the caches: it reads twice the size of the last one.
func evict() {
	for i := 0; i < len(lines); i += 8 {
		sink += lines[i]
		lines[i] = sink
	}
}

// heavy compares a map or a cache of 2^23 entries with a table of as many entries.
func heavy(name string, make func(int) contender, node float64) []Row {
	const n = 1 << 23
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	c := make(n)
	fill(c, n)
	runtime.GC()
	runtime.ReadMemStats(&after)
	held := 0
	for i := 0; i < n; i += 16 { // a cache keeps only some entries
		if _, ok := c.probe(keyAt(i)); ok {
			held += 16
		}
	}
	rows := bench("8.4 M entries", n, true, rivals{
		{"tt", table{newTable(16 * n)}, nil},
		{name, c, map[string]float64{"node": node}},
	})
	for i := range rows {
		rows[i].Bytes = float64(after.HeapAlloc-before.HeapAlloc) / float64(held)
	}
	return rows
}
