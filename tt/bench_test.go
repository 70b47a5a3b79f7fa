package tt_test

import (
	"fmt"
	"sync/atomic"
	"testing"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/tt"
)

// benchKeys are random keys, so many that no cache and no branch predictor learns them.
const benchKeys = 1 << 20

// BenchmarkTable measures tables that are filled with as many keys as entries: one that fits into
// the L2 cache of most processors, and one that does not fit into any cache. A node is what a
// search does: it looks a key up, and stores it.
func BenchmarkTable(b *testing.B) {
	for _, size := range []struct {
		name  string
		bytes int
	}{{"256KiB", 256 << 10}, {"64MiB", 64 << 20}} {
		table := newTable[packed](b, size.bytes)
		keys := make([]zobrist.Key, min(table.Len(), benchKeys))
		for i := range table.Len() {
			k := random(i)
			table.Store(k, packed{Depth: 1}, i%64)
			if i < len(keys) {
				keys[i] = k
			}
		}
		absent := make([]zobrist.Key, len(keys))
		for i := range absent {
			absent[i] = random(table.Len() + i)
		}
		name := "size=" + size.name + "/op="
		b.Run(name+"Probe", func(b *testing.B) { benchmarkProbe(b, table, keys) })
		b.Run(name+"ProbeAbsent", func(b *testing.B) { benchmarkProbe(b, table, absent) })
		b.Run(name+"Store", func(b *testing.B) {
			each(b, keys, func(k zobrist.Key, i int) int {
				table.Store(k, packed{Depth: 2}, i%64)
				return 0
			})
		})
		b.Run(name+"Node", func(b *testing.B) {
			each(b, keys, func(k zobrist.Key, i int) int { return visit(table, k, i) })
		})
		b.Run(name+"NodeParallel", func(b *testing.B) { // GOMAXPROCS goroutines: see -cpu
			var start atomic.Int64
			b.RunParallel(func(pb *testing.PB) {
				i := int(start.Add(int64(len(keys) / 8))) // each goroutine starts elsewhere
				for pb.Next() {
					visit(table, keys[i%len(keys)], i)
					i++
				}
			})
		})
		if err := table.Close(); err != nil {
			b.Fatal(err)
		}
	}
}

// each calls f for b.N keys, and keeps the sum of the results alive.
func each(b *testing.B, keys []zobrist.Key, f func(k zobrist.Key, i int) int) {
	sum := 0
	b.ResetTimer()
	for i := range b.N {
		sum += f(keys[i%len(keys)], i)
	}
	sink.Add(int64(sum))
}

var sink atomic.Int64

func benchmarkProbe(b *testing.B, table *tt.Table[packed], keys []zobrist.Key) {
	found := 0
	each(b, keys, func(k zobrist.Key, i int) int {
		v, ok := table.Probe(k)
		if ok {
			found++
		}
		return int(v.Depth)
	})
	b.ReportMetric(float64(found)/float64(b.N), "found/op")
}

// visit looks a key up and stores it.
func visit(table *tt.Table[packed], k zobrist.Key, i int) int {
	v, _ := table.Probe(k)
	table.Store(k, packed{Depth: v.Depth + 1}, i%64)
	return int(v.Depth)
}

// BenchmarkPrefetch looks up keys in a table that does not fit into a cache, with and without
// a hint eight keys earlier.
func BenchmarkPrefetch(b *testing.B) {
	table := newTable[packed](b, 64<<20)
	keys := make([]zobrist.Key, benchKeys)
	for i := range keys {
		keys[i] = random(i)
		table.Store(keys[i], packed{Depth: 1}, 1)
	}
	for _, ahead := range []int{0, 8} {
		b.Run(fmt.Sprintf("ahead=%d", ahead), func(b *testing.B) {
			each(b, keys, func(k zobrist.Key, i int) int {
				if ahead > 0 {
					table.Prefetch(keys[(i+ahead)%len(keys)])
				}
				v, _ := table.Probe(k)
				return int(v.Depth)
			})
		})
	}
}
