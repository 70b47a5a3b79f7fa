package tt_test

import (
	"fmt"
	"math"
	"math/bits"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/tt"
)

// random returns the i-th random key. All are different.
func random(i int) zobrist.Key { return zobrist.Key(zobrist.NewSplitMix64(12).At(uint64(i))) }

// newTable is tt.New without an error.
func newTable[V any](t testing.TB, bytes int) *tt.Table[V] {
	t.Helper()
	table, err := tt.New[V](bytes)
	require.NoError(t, err)
	return table
}

func TestTableOfAnySizeStoresAndClears(t *testing.T) {
	sizes := []int{0, 1, 63, 64, 65, 127, 128, 1000, 4096, 1<<20 - 1, 1 << 20, 2 << 20, 5<<20 + 7, 100_000_000}
	if !testing.Short() {
		sizes = append(sizes, 1<<30) // the test touches little of it
	}
	for _, bytes := range sizes {
		table := newTable[uint64](t, bytes)
		n := table.Len()
		assert.Equal(t, 4*max(1, bytes/64), n)
		assert.Zero(t, table.Used())
		stored := min(n/8+1, 2000)
		if bytes == 1<<30 {
			stored = 100 // each takes a page of 2 MiB
		}
		for i := range stored {
			_, ok := table.Probe(random(i))
			require.False(t, ok)
			table.Store(random(i), uint64(i), 9)
			v, ok := table.Probe(random(i))
			require.True(t, ok, "%d bytes", bytes)
			require.Equal(t, uint64(i), v)
		}
		if bytes == 1<<30 {
			continue // Clear would touch all of it
		}
		table.Clear()
		assert.Zero(t, table.Used())
		for i := range stored {
			_, ok := table.Probe(random(i))
			require.False(t, ok)
		}
	}
}

type fromTo struct {
	From, To uint8
}

// packed is a value as alpha-beta search stores it. It has padding bytes.
type packed struct {
	Depth int8
	Score int16
	Best  fromTo
	Bound uint8
}

type float struct{ F float64 }

func roundTrip[V comparable](t *testing.T, values ...V) {
	t.Helper()
	table := newTable[V](t, 1<<16)
	for i, v := range values {
		table.Store(random(i), v, i)
	}
	for i, want := range values {
		v, ok := table.Probe(random(i))
		assert.True(t, ok)
		assert.Equal(t, want, v)
	}
	v, ok := table.Probe(random(len(values)))
	var zero V
	assert.False(t, ok)
	assert.Equal(t, zero, v)
}

func TestValuesOfAllTypesRoundTrip(t *testing.T) {
	roundTrip(t, uint64(0), 1, math.MaxUint64, 1<<63)
	roundTrip(t, int8(-1), 0, 127)
	roundTrip(t, true, false)
	roundTrip(t, math.Pi, math.Inf(-1), 0)
	roundTrip(t, complex64(complex(1, -2)), 0)
	roundTrip(t, packed{-1, -30000, fromTo{1, 2}, 3}, packed{}, packed{127, 30000, fromTo{255, 255}, 255})
	roundTrip(t, float{1.5}, float{math.MaxFloat64})
	roundTrip(t, [8]byte{1, 2, 3, 4, 5, 6, 7, 8}, [8]byte{})
	roundTrip(t, [2]uint32{math.MaxUint32, 0}, [2]uint32{0, math.MaxUint32})
	roundTrip(t, [7]byte{1, 2, 3, 4, 5, 6, 7})
	roundTrip(t, struct{}{})
	roundTrip(t, [0]*int{})
	roundTrip(t, uintptr(7))
}

func TestNewPanicsOnBadTypes(t *testing.T) {
	panics := func(want string, f func()) {
		t.Helper()
		defer func() {
			t.Helper()
			message, _ := recover().(string)
			assert.True(t, strings.HasPrefix(message, "tt: New"), "%q", message)
			assert.Contains(t, message, want)
		}()
		f()
		t.Errorf("no panic, want one of %q", want)
	}
	panics("New[*int]: a value with pointers", func() { tt.New[*int](64) })
	panics("New[string]: a value with pointers", func() { tt.New[string](64) })
	panics("New[interface {}]: a value with pointers", func() { tt.New[any](64) })
	panics("New[error]: a value with pointers", func() { tt.New[error](64) })
	panics("pointers", func() { tt.New[[]int](64) })
	panics("pointers", func() { tt.New[map[int]int](64) })
	panics("pointers", func() { tt.New[func()](64) })
	panics("pointers", func() { tt.New[chan int](64) })
	panics("pointers", func() { tt.New[unsafe.Pointer](64) })
	panics("pointers", func() { tt.New[[1]*int](64) })
	panics("pointers", func() { tt.New[struct{ m struct{ p [2]*fromTo } }](64) })
	panics("New[complex128]: a value of 16 bytes, want at most 8", func() { tt.New[complex128](64) })
	panics("a value of 9 bytes, want at most 8", func() { tt.New[[9]byte](64) })
	panics("a value of 12 bytes, want at most 8", func() { tt.New[struct{ a, b, c int32 }](64) })
}

// Users choose the size, so a bad size is an error and not a panic.
func TestNewReturnsErrorsForBadSizes(t *testing.T) {
	fails := func(bytes int, want string) {
		t.Helper()
		table, err := tt.New[int8](bytes)
		assert.Nil(t, table)
		assert.ErrorContains(t, err, want)
	}
	fails(-1, "tt: New: -1 bytes, want 0 or more")
	fails(math.MinInt, "bytes, want 0 or more")
	if runtime.GOOS == "linux" && bits.UintSize == 64 {
		fails(math.MaxInt, "bytes of memory")
		fails(math.MaxInt>>17, "tt: New: a table of 70368744177663 bytes, but the machine or container has ")
	}
}

func TestStoreReplacesTheLowestWorth(t *testing.T) {
	// One bucket has four entries. Store replaces the one with the lowest worth.
	fill := func(worths ...int) *tt.Table[int32] {
		table := newTable[int32](t, 64)
		for i, w := range worths {
			table.Store(random(i), int32(i), w)
		}
		return table
	}
	has := func(table *tt.Table[int32]) (keys []int) {
		for i := range 10 {
			if v, ok := table.Probe(random(i)); ok {
				assert.Equal(t, int32(i), v)
				keys = append(keys, i)
			}
		}
		return keys
	}
	assert.Equal(t, []int{0, 1, 2, 3}, has(fill(5, 4, 3, 2)))
	assert.Equal(t, []int{0, 1, 2, 4}, has(fill(5, 4, 3, 2, 0)), "the new entry always stays")
	assert.Equal(t, []int{1, 2, 3, 4}, has(fill(1, 4, 3, 2, 0)))
	assert.Equal(t, []int{1, 2, 3, 4}, has(fill(-1000, 1, 1, 1, 0)), "worth below 0 is clamped to 0")
	assert.Equal(t, []int{1, 2, 3, 4}, has(fill(254, 1000, math.MaxInt, 255, 0)), "worth above 254 is clamped to 254, and the first of equals is replaced")

	aged := func(searches int) []int {
		table := fill(100)
		for range searches {
			table.NewSearch()
		}
		for i := 1; i < 5; i++ {
			table.Store(random(i), int32(i), 50)
		}
		return has(table)
	}
	assert.Equal(t, []int{0, 2, 3, 4}, aged(0))
	assert.Equal(t, []int{0, 2, 3, 4}, aged(6), "100 - 6*8 is 52")
	assert.Equal(t, []int{1, 2, 3, 4}, aged(7), "100 - 7*8 is 44")
	assert.Equal(t, []int{1, 2, 3, 4}, aged(63))
	assert.Equal(t, []int{0, 2, 3, 4}, aged(64), "after 64 searches it counts as new")

	table := fill(100)
	table.Store(random(0), 0, 3)
	for i := 1; i < 5; i++ {
		table.Store(random(i), int32(i), 4)
	}
	assert.Equal(t, []int{1, 2, 3, 4}, has(table), "the worth of the last Store counts")
}

// New entries replace old ones after any number of searches. A table whose ages wrap
// badly would stop doing so.
func TestNewEntriesReplaceOldOnesInAThousandSearches(t *testing.T) {
	table := newTable[int](t, 16*64)
	for search := range 1000 {
		table.NewSearch()
		for i := range 40 { // of 64 entries: all should stay, except in full buckets
			table.Store(random(search*40+i), i, 100)
		}
		found := 0
		for i := range 40 {
			if v, ok := table.Probe(random(search*40 + i)); ok {
				require.Equal(t, i, v)
				found++
			}
		}
		require.Greater(t, found, 25, "search %d", search)
	}
}

func TestUsedIsTheShareOfNewEntries(t *testing.T) {
	for _, buckets := range []int{1, 100, 256, 257, 100_000} {
		table := newTable[int32](t, 64*buckets)
		n := 2 * buckets // half of the entries; some buckets overflow
		for i := range n {
			table.Store(random(i), 1, 1)
		}
		held := 0
		for i := range n {
			if _, ok := table.Probe(random(i)); ok {
				held++
			}
		}
		want := float64(held) / float64(table.Len())
		if buckets <= 256 {
			assert.InDelta(t, want, table.Used(), 1e-9)
		}
		assert.InDelta(t, want, table.Used(), 0.06)
		table.NewSearch()
		assert.Zero(t, table.Used())
		for i := range n {
			table.Store(random(i), 1, 1)
		}
		assert.InDelta(t, want, table.Used(), 0.06)
		table.Clear()
		assert.Zero(t, table.Used())
	}
}

// From 1 MiB on, All returns exactly the keys that Probe finds.
func TestAllReturnsWhatProbeFinds(t *testing.T) {
	for _, bytes := range []int{1 << 20, 1<<20 + 64, 3 << 20, 10_000_000} {
		table := newTable[uint32](t, bytes)
		held := 0
		for i := range table.Len() {
			table.Store(random(i), uint32(i), i%300)
		}
		for i := range table.Len() {
			if _, ok := table.Probe(random(i)); ok {
				held++
			}
		}
		require.Greater(t, held, table.Len()/2)
		for k, e := range table.All() {
			got, ok := table.ProbeEntry(k)
			require.True(t, ok && got == e && k == random(int(e.Value)), "%v: %v, want %v", k, got, e)
			held--
		}
		assert.Zero(t, held)
		for range table.All() {
			break
		}
	}
	assert.PanicsWithValue(t, "tt: All: a table of 1048512 bytes is too small to recover its keys, want at least 1048576",
		func() { newTable[int](t, 1<<20-1).All() })
}

func TestMethodsDoNotAllocate(t *testing.T) {
	table := newTable[packed](t, 1<<20)
	i := 0
	assert.Zero(t, testing.AllocsPerRun(1000, func() {
		i++
		table.Store(random(i), packed{Score: 7}, i)
		table.StoreMax(random(i), packed{Score: 7}, i)
		table.Prefetch(random(i))
		if e, ok := table.Probe(random(i)); !ok || e.Score != 7 {
			t.Error(e, ok)
		}
	}))
	assert.Zero(t, testing.AllocsPerRun(10, func() {
		table.NewSearch()
		if table.Used() != 0 || table.Len() != 1<<16 {
			t.Error(table.Used(), table.Len())
		}
		table.Clear()
	}))
	const bytes = 8 << 20
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	big := newTable[packed](t, bytes)
	runtime.ReadMemStats(&after)
	assert.LessOrEqual(t, after.TotalAlloc-before.TotalAlloc, uint64(bytes+1<<16), "16 bytes an entry")
	runtime.KeepAlive(big)
}

// All methods but Clear at once, for the race detector.
func TestConcurrentUse(t *testing.T) {
	table := newTable[uint64](t, 1<<20)
	var wait sync.WaitGroup
	for g := range 6 {
		wait.Add(1)
		go func() {
			defer wait.Done()
			for i := g; i < g+100; i++ {
				for j := range 100 {
					k := random((i*37 + j) % 5000)
					table.Prefetch(k)
					if v, ok := table.Probe(k); ok && v != uint64(k)*3 {
						t.Errorf("%v: %x", k, v)
					}
					if j%2 == 0 {
						table.Store(k, uint64(k)*3, j)
					} else {
						table.StoreMax(k, uint64(k)*3, j)
					}
				}
				switch {
				case g == 0:
					table.NewSearch()
				case g == 1 && table.Used() > 1:
					t.Error("Used is more than 1")
				case g == 2 && i%16 == 0:
					n := 0
					for k, e := range table.All() {
						if uint64(k)*3 == e.Value {
							n++
						}
					}
					if n == 0 {
						t.Error("All returned no entry of ours")
					}
				}
			}
		}()
	}
	wait.Wait()
}

func TestZeroTablePanics(t *testing.T) {
	var table tt.Table[int]
	assert.Zero(t, table.Len())
	assert.Equal(t, 0.0, table.Used())
	assert.Panics(t, func() { table.Probe(1) })
	assert.Panics(t, func() { table.ProbeEntry(1) })
	assert.Panics(t, func() { table.Store(1, 1, 1) })
	assert.Panics(t, func() { table.StoreMax(1, 1, 1) })
	assert.Panics(t, func() { table.Prefetch(1) })
	assert.Panics(t, func() { table.All() })
}

// StoreMax keeps the key's own entry if more of its worth is left. In all else it is
// Store: see TestTableEqualsItsModel.
func TestStoreMaxKeepsTheGreaterWorth(t *testing.T) {
	table := newTable[int](t, 64)
	var want tt.Entry[int]
	for step, c := range []struct {
		worth  int
		stored bool
	}{{20, true}, {19, false}, {20, true}, {21, true}, {12, false}, {13, true}, {1000, true}, {1001, true}, {-1, false}} {
		if step == 4 {
			table.NewSearch() // 13 of the 21 is left
			want.Age = 1
		}
		table.StoreMax(1, step, c.worth)
		if c.stored {
			want = tt.Entry[int]{Value: step, Worth: min(c.worth, 254)}
		}
		e, ok := table.ProbeEntry(1)
		assert.True(t, ok)
		assert.Equal(t, want, e, "step %d", step)
	}
	table.Store(1, 9, -1)
	e, _ := table.ProbeEntry(1)
	assert.Equal(t, tt.Entry[int]{Value: 9}, e, "Store does not compare")
}

func TestCloseGivesTheMemoryBackAndThenMethodsPanic(t *testing.T) {
	for _, bytes := range []int{64, 1 << 20, 2 << 20, 8<<20 + 64} {
		table := newTable[int](t, bytes)
		table.Store(1, 2, 3)
		late := func(yield func(zobrist.Key, tt.Entry[int]) bool) {}
		if bytes >= 1<<20 {
			late = table.All()
		}
		for range 2 {
			require.NoError(t, table.Close())
			for name, f := range map[string]func(){
				"Probe":      func() { table.Probe(1) },
				"ProbeEntry": func() { table.ProbeEntry(1) },
				"Store":      func() { table.Store(1, 2, 3) },
				"StoreMax":   func() { table.StoreMax(1, 2, 3) },
				"Prefetch":   func() { table.Prefetch(1) },
			} {
				assert.Panics(t, f, name) // the runtime's index error, which costs nothing
			}
			assert.PanicsWithValue(t, "tt: Table.Clear: the table is closed", table.Clear)
			assert.PanicsWithValue(t, "tt: Table.Used: the table is closed", func() { table.Used() })
			assert.PanicsWithValue(t, "tt: Table.All: the table is closed", func() { table.All() })
			if bytes >= 1<<20 {
				assert.PanicsWithValue(t, "tt: Table.All: the table is closed", func() {
					for range late {
					}
				})
			}
			assert.Zero(t, table.Len())
			table.NewSearch()
		}
	}
	table := newTable[int](t, 1<<20)
	table.Store(1, 2, 3)
	assert.Panics(t, func() {
		for range table.All() {
			table.Close()
		}
	})
	var zero tt.Table[int]
	require.NoError(t, zero.Close())
	require.NoError(t, zero.Close())
}

// New and Close run no collection, and a small table costs two allocations.
func TestNewAndCloseRunNoCollection(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range 100 {
		require.NoError(t, newTable[int](t, 64<<20).Close())
	}
	runtime.ReadMemStats(&after)
	assert.Equal(t, before.NumGC, after.NumGC)
	assert.LessOrEqual(t, testing.AllocsPerRun(10, func() { newTable[int](t, 64) }), 3.0)
}

func BenchmarkNew(b *testing.B) {
	for _, bytes := range []int{64, 64 << 20} {
		b.Run(fmt.Sprintf("bytes=%d", bytes), func(b *testing.B) {
			b.ReportAllocs()
			for range b.N {
				table, _ := tt.New[packed](bytes)
				table.Close()
			}
		})
	}
}

func BenchmarkTable(b *testing.B) {
	for _, bytes := range []int{512 << 10, 256 << 20} {
		if testing.Short() && bytes > 1<<20 {
			continue
		}
		table := newTable[packed](b, bytes)
		n := table.Len() / 2
		keys := make([]zobrist.Key, 1<<16)
		for i := range n {
			table.Store(random(i), packed{Score: int16(i)}, 1)
		}
		size := fmt.Sprintf("bytes=%d", bytes)
		for _, c := range []struct {
			name string
			from int
		}{{"hit", 0}, {"miss", n}} {
			for i := range keys {
				keys[i] = random(c.from + int(uint64(i)*uint64(n)/uint64(len(keys))))
			}
			b.Run("Probe/"+size+"/"+c.name, func(b *testing.B) {
				var sum int
				for i := range b.N {
					e, _ := table.Probe(keys[i%len(keys)])
					sum += int(e.Score)
				}
				sink += sum
			})
			b.Run("Store/"+size+"/"+c.name, func(b *testing.B) {
				for i := range b.N {
					table.Store(keys[i%len(keys)], packed{Score: int16(i)}, 1)
				}
			})
			b.Run("StoreMax/"+size+"/"+c.name, func(b *testing.B) {
				for i := range b.N {
					table.StoreMax(keys[i%len(keys)], packed{Score: int16(i)}, 1)
				}
			})
		}
	}
}

var sink int
