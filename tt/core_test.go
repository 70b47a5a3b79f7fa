package tt

import (
	"go/ast"
	"go/parser"
	"go/token"
	"math"
	"math/bits"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
)

// newTable is New without an error.
func newTable[V any](t testing.TB, bytes int) *Table[V] {
	t.Helper()
	table, err := New[V](bytes)
	require.NoError(t, err)
	return table
}

func TestHashAndSealConstants(t *testing.T) {
	var factor, seal uint64 = hashFactor, sealFactor
	assert.Equal(t, uint64(1), factor*hashFactorInverse)
	assert.Equal(t, uintptr(bucketBytes), unsafe.Sizeof(bucket{}))

	// Values with the same seal are far apart, as the comment of core says. Their
	// products differ by less than 2^22.
	inverse := seal // Newton's iteration
	for range 6 {
		inverse *= 2 - seal*inverse
	}
	require.Equal(t, uint64(1), seal*inverse)
	for difference := uint64(1); difference < 1<<sealShift; difference++ {
		if apart := min(difference*inverse, -(difference * inverse)); apart <= 1<<41 {
			t.Fatalf("values that differ by %[2]d have products that differ by %[1]d",
				difference, apart)
		}
	}
}

// pairOf returns the words of an entry.
func pairOf(k zobrist.Key, d uint64, worth, generation int) pair {
	check := uint64(k) * hashFactor << checkShift
	w := check | uint64(worth+1)<<worthShift | uint64(generation)
	return pair{w ^ seal(d), d}
}

// Two goroutines can leave two entries with the same key. Probe then returns what is
// stored next.
func TestStoreUpdatesTheEntryThatProbeReturns(t *testing.T) {
	for first := range perBucket {
		for second := first + 1; second < perBucket; second++ {
			for _, store := range []func(*Table[uint64], zobrist.Key, uint64, int){
				(*Table[uint64]).Store, (*Table[uint64]).StoreMax,
			} {
				table := newTable[uint64](t, 64)
				for slot := range perBucket {
					k := zobrist.Key(100 + slot)
					if slot == first || slot == second {
						k = 7
					}
					table.c.buckets[0][slot] = pairOf(k, uint64(slot), 9, 0)
				}
				requireValue(t, table, 7, uint64(first))
				store(table, 7, 1000, 9)
				requireValue(t, table, 7, 1000)
			}
		}
	}
}

// The least worth is found at the top of its range, too, in any place of the bucket.
func TestStoreReplacesTheLeastOfTheGreatest(t *testing.T) {
	for least := range perBucket {
		table := newTable[uint64](t, 64)
		for slot := range perBucket {
			worth := worthMax
			if slot == least {
				worth--
			}
			table.Store(zobrist.Key(slot), uint64(slot), worth)
		}
		table.Store(100, 100, 0)
		for slot := range perBucket {
			_, ok := table.Probe(zobrist.Key(slot))
			assert.Equal(t, slot != least, ok, "entry %d, with the least worth in %d", slot, least)
		}
	}
}

// requireValue requires that Probe finds a value.
func requireValue(t *testing.T, table *Table[uint64], k zobrist.Key, want uint64) {
	t.Helper()
	v, ok := table.Probe(k)
	require.True(t, ok)
	require.Equal(t, want, v)
}

// Probe rejects a pair of words from two stores, of two keys or of one, even if the values
// differ in a single bit. Later stores and All work as usual.
func TestProbeRejectsATornPair(t *testing.T) {
	table := newTable[uint64](t, 1<<20)
	n := uint64(len(table.c.buckets))
	for i := range uint64(1000) {
		a := zobrist.Key(zobrist.NewSplitMix64(1).At(i))
		// Another key in a's bucket.
		h := uint64(a)*hashFactor ^ (i + 1)
		other := zobrist.Key(h * hashFactorInverse)
		at, _ := bits.Mul64(h, n)
		b := &table.c.buckets[at]
		require.Equal(t, b, table.c.bucket(uint64(a)*hashFactor))
		*b = bucket{}
		ofOther := 3*i + 1
		ofEarlierStore := i ^ (1 << (i % 64))
		for _, d := range []uint64{ofOther, ofEarlierStore} {
			b[0] = pair{pairOf(a, i, 9, 0).w, d}
			for _, k := range []zobrist.Key{a, other} {
				_, ok := table.Probe(k)
				assert.False(t, ok)
			}
		}
		table.Store(a, i, 5)
		requireValue(t, table, a, i)
	}
	for k, e := range table.All() {
		if v, ok := table.Probe(k); !ok || v != e.Value {
			t.Errorf("%v: %v in All, Probe: %v, %v", k, e, v, ok)
		}
	}
}

// All finds keys from their bucket and 50 bits. The 50 bits of a torn pair are random. In a table
// of 1 MiB each is a key of the bucket, so All returns them all. In one of 16 MiB a sixteenth are.
func TestAllReturnsFewTornPairs(t *testing.T) {
	const pairs = 64_000
	for bytes, share := range map[int]float64{1 << 20: 1, 16 << 20: 1.0 / 16} {
		table := newTable[uint64](t, bytes)
		rng := zobrist.NewSplitMix64(1)
		for range pairs {
			k, d := rng.Key(), rng.Uint64()
			b := table.c.bucket(uint64(k) * hashFactor)
			torn := pairOf(k, d, 9, 0)
			torn.d = rng.Uint64()
			b[d%perBucket] = torn
		}
		planted, found := 0, 0
		for i := range table.c.buckets {
			for _, p := range table.c.buckets[i] {
				if p != (pair{}) {
					planted++
				}
			}
		}
		for range table.All() {
			found++
		}
		want := float64(planted) * share
		assert.InDelta(t, want, found, 5*math.Sqrt(want*(1-share)), "%d bytes", bytes)
		assert.Greater(t, planted, pairs/4)
	}
}

// Goroutines drop tables during their last call, while the garbage collector runs all
// the time. A call on unmapped memory would end the program. The iterator of All must
// keep its table alive too. Others map the addresses of closed tables meanwhile.
func TestTablesInUseAreNotUnmapped(t *testing.T) {
	rounds := 40
	if testing.Short() {
		rounds = 10
	}
	const entries = 2000
	uses := []func(table *Table[uint64]) (n int){
		func(table *Table[uint64]) (n int) {
			for k, e := range table.All() {
				if e.Value != uint64(k)+1 {
					t.Errorf("%v: %v", k, e)
				}
				if n++; n%500 == 0 {
					runtime.GC()
				}
			}
			return n
		},
		func(table *Table[uint64]) int { table.Clear(); return entries },
		func(table *Table[uint64]) int { table.Used(); return entries },
		func(table *Table[uint64]) (n int) {
			for k := range zobrist.Key(entries) {
				v, ok := table.Probe(k)
				e, found := table.ProbeEntry(k)
				if ok && found && v == uint64(k)+1 && e.Value == v {
					n++
				}
			}
			if n%2 == 0 && (table.Close() != nil || table.Len() != 0) {
				t.Error("not closed")
			}
			return n
		},
	}
	var workers, collector sync.WaitGroup
	var done atomic.Bool
	collector.Add(1)
	go func() {
		defer collector.Done()
		for !done.Load() {
			runtime.GC()
		}
	}()
	for g := range 4 {
		workers.Add(1)
		go func() {
			defer workers.Done()
			for round := range rounds {
				table, err := New[uint64](mapFrom + round%3*bucketBytes)
				if err != nil {
					t.Error(err)
					return
				}
				for k := range zobrist.Key(entries) {
					table.Store(k, uint64(k)+1, 1)
				}
				if n := uses[(g+round)%len(uses)](table); n < entries-10 {
					t.Errorf("%d entries", n)
				}
			}
		}()
	}
	workers.Wait()
	done.Store(true)
	collector.Wait()
}

// In most methods a dropped table could be unmapped only within a few nanoseconds,
// too short for a test to hit. So this test reads the source: every method of core
// that uses bucket() or buckets must call KeepAlive.
func TestCoreMethodsCallKeepAlive(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "core.go", nil, 0)
	require.NoError(t, err)
	checked := 0
	for _, d := range file.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok || f.Recv == nil || f.Name.Name == "init" || f.Name.Name == "bucket" {
			continue
		}
		star, ok := f.Recv.List[0].Type.(*ast.StarExpr)
		if !ok || star.X.(*ast.Ident).Name != "core" {
			continue
		}
		uses, keeps := false, false
		ast.Inspect(f.Body, func(n ast.Node) bool {
			if s, ok := n.(*ast.SelectorExpr); ok {
				uses = uses || s.Sel.Name == "bucket" || s.Sel.Name == "buckets"
				keeps = keeps || s.Sel.Name == "KeepAlive"
			}
			return true
		})
		assert.True(t, !uses || keeps, "%s has no KeepAlive", f.Name.Name)
		if uses {
			checked++
		}
	}
	assert.GreaterOrEqual(t, checked, 7)
}

// Prefetch asks for the cache line that Store writes.
func TestPrefetchAsksForTheBucketOfTheKey(t *testing.T) {
	table := newTable[uint64](t, 1<<20)
	for i := range uint64(1000) {
		k := zobrist.NewSplitMix64(5).At(i)
		table.Clear()
		b := table.c.prefetch(k)
		assert.Equal(t, bucket{}, *b)
		table.Store(zobrist.Key(k), i+1, 1)
		assert.Equal(t, i+1, b[0].d)
	}
}

// New returns an error for a size that no machine has, and for a second table that
// does not fit into 32-bit addresses. Dropped tables do not use up the addresses.
func TestNewFailsWithoutEndingTheProgram(t *testing.T) {
	if !canMap {
		t.Skip("tables are on the heap here")
	}
	if bits.UintSize == 64 {
		size := uint64(1 << 50)
		_, err := New[uint64](int(size))
		require.ErrorContains(t, err, "tt: New: a table of 1125899906842624 bytes")
		_, _, err = allocate(int(size / bucketBytes)) // does not check the machine's memory first
		require.ErrorContains(t, err, "tt: New: a table of 1125899906842624 bytes: ")
		return
	}
	const size = 2047 << 20
	first, err := New[uint64](size)
	if err == nil {
		first.Store(1, 2, 3)
		_, err = New[uint64](size)
		requireValue(t, first, 1, 2)
	}
	require.ErrorContains(t, err, "tt: New: a table of 2146435072 bytes")
	for range 5 {
		table, err := New[uint64](1000 << 20)
		require.NoError(t, err)
		table.Store(1, 2, 3)
	}
}

// Large tables lie outside the heap. Buckets start at cache lines.
func TestLargeTablesLieOutsideTheHeap(t *testing.T) {
	for n := 1; n < 2000; n += 7 {
		table := newTable[int64](t, 64*n)
		assert.Zero(t, uintptr(unsafe.Pointer(&table.c.buckets[0]))%64, "%d buckets", n)
		assert.Nil(t, table.c.memory)
	}
	assert.Nil(t, newTable[int8](t, mapFrom-1).c.memory)
	table := newTable[int8](t, mapFrom)
	assert.Equal(t, canMap, table.c.memory != nil)
	assert.Zero(t, uintptr(unsafe.Pointer(&table.c.buckets[0]))%bucketBytes)
}

// New and Close run no collection, and a small table costs two allocations.
func TestNewAndCloseRunNoCollection(t *testing.T) {
	if !canMap {
		t.Skip("tables are on the heap here, so that only a collection frees them")
	}
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(math.MaxInt64)) // else GOMEMLIMIT may run one
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range 100 {
		require.NoError(t, newTable[int](t, 64<<20).Close())
	}
	runtime.ReadMemStats(&after)
	assert.Equal(t, before.NumGC, after.NumGC)
	assert.LessOrEqual(t, testing.AllocsPerRun(10, func() { newTable[int](t, 64) }), 3.0)
}

// After Close, the finalizer does not unmap the memory again: another table may
// have got the same addresses.
func TestTheFinalizerLeavesClosedTablesAlone(t *testing.T) {
	for range 10 {
		require.NoError(t, newTable[uint64](t, mapFrom).Close())
		next := newTable[uint64](t, mapFrom)
		awaitFinalizers()
		next.Store(1, 2, 3)
		requireValue(t, next, 1, 2)
	}
}

// A table on the heap takes the memory that was asked for, and at most a line of the cache more.
func TestHeapTableMemory(t *testing.T) {
	const buckets = 1000
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := onHeap(buckets)
	runtime.ReadMemStats(&after)
	require.NoError(t, err)
	assert.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(buckets*bucketBytes*5/4))
}
