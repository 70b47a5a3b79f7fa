package tt_test

import (
	"fmt"
	"math"
	"math/bits"
	"runtime"
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
	roundTrip(t, packed{-1, -30000, fromTo{1, 2}, 3}, packed{},
		packed{127, 30000, fromTo{255, 255}, 255})
	roundTrip(t, float{1.5}, float{math.MaxFloat64})
	roundTrip(t, [8]byte{1, 2, 3, 4, 5, 6, 7, 8}, [8]byte{})
	roundTrip(t, [2]uint32{math.MaxUint32, 0}, [2]uint32{0, math.MaxUint32})
	roundTrip(t, [7]byte{1, 2, 3, 4, 5, 6, 7})
	roundTrip(t, struct{}{})
	roundTrip(t, [0]*int{})
	roundTrip(t, uintptr(7))
}

func TestNewPanicsOnBadTypes(t *testing.T) {
	const pointers = ": a value with pointers, which the garbage collector would miss"
	const large = " bytes, want at most 8"
	type deep struct{ M struct{ P [2]*fromTo } }
	for want, f := range map[string]func(){
		"[*int]" + pointers:                   func() { tt.New[*int](64) },
		"[string]" + pointers:                 func() { tt.New[string](64) },
		"[interface {}]" + pointers:           func() { tt.New[any](64) },
		"[error]" + pointers:                  func() { tt.New[error](64) },
		"[[]int]" + pointers:                  func() { tt.New[[]int](64) },
		"[map[int]int]" + pointers:            func() { tt.New[map[int]int](64) },
		"[func()]" + pointers:                 func() { tt.New[func()](64) },
		"[chan int]" + pointers:               func() { tt.New[chan int](64) },
		"[unsafe.Pointer]" + pointers:         func() { tt.New[unsafe.Pointer](64) },
		"[[1]*int]" + pointers:                func() { tt.New[[1]*int](64) },
		"[tt_test.deep]" + pointers:           func() { tt.New[deep](64) },
		"[complex128]: a value of 16" + large: func() { tt.New[complex128](64) },
		"[[9]uint8]: a value of 9" + large:    func() { tt.New[[9]byte](64) },
		"[[3]int32]: a value of 12" + large:   func() { tt.New[[3]int32](64) },
	} {
		func() {
			defer func() { assert.Contains(t, fmt.Sprint(recover()), "tt: New"+want) }()
			f()
		}()
	}
}

// Users choose the size, so a bad size is an error and not a panic.
func TestNewReturnsErrorsForBadSizes(t *testing.T) {
	sizes := map[int]string{
		-1:          "tt: New: -1 bytes, want 0 or more",
		math.MinInt: "bytes, want 0 or more",
	}
	if runtime.GOOS == "linux" && bits.UintSize == 64 {
		sizes[math.MaxInt] = "bytes of memory"
		sizes[math.MaxInt>>17] = "tt: New: a table of 70368744177663 bytes, but the machine or " +
			"container has "
	}
	for bytes, want := range sizes {
		table, err := tt.New[int8](bytes)
		assert.Nil(t, table)
		assert.ErrorContains(t, err, want)
	}
}

// From 1 MiB on, All returns exactly the keys that Probe finds, and Used samples. For
// smaller tables see TestTableEqualsItsModel.
func TestLargeTable(t *testing.T) {
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
		assert.InDelta(t, float64(held)/float64(table.Len()), table.Used(), 0.06)
		assert.Greater(t, held, table.Len()/2)
		for k, e := range table.All() {
			got, ok := table.ProbeEntry(k)
			require.True(t, ok && got == e && k == random(int(e.Value)), "%v: %v, want %v",
				k, got, e)
			held--
		}
		assert.Zero(t, held)
		for range table.All() {
			break
		}
		table.NewSearch()
		assert.Zero(t, table.Used())
	}
	assert.PanicsWithValue(t, "tt: Table.All: a table of 1048512 bytes is too small "+
		"to recover its keys, want at least 1048576",
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
	assert.LessOrEqual(t, after.TotalAlloc-before.TotalAlloc, uint64(bytes+1<<16),
		"16 bytes an entry")
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

// requirePanics requires that the methods panic that use a bucket, with the runtime's
// index error, which costs nothing.
func requirePanics(t *testing.T, table *tt.Table[int]) {
	for name, f := range map[string]func(){
		"Probe":      func() { table.Probe(1) },
		"ProbeEntry": func() { table.ProbeEntry(1) },
		"Store":      func() { table.Store(1, 2, 3) },
		"StoreMax":   func() { table.StoreMax(1, 2, 3) },
		"Prefetch":   func() { table.Prefetch(1) },
		"All":        func() { table.All() },
	} {
		assert.Panics(t, f, name)
	}
	assert.Zero(t, table.Len())
	table.NewSearch()
}

func TestZeroTablePanics(t *testing.T) {
	var table tt.Table[int]
	assert.Equal(t, 0.0, table.Used())
	requirePanics(t, &table)
	require.NoError(t, table.Close())
	require.NoError(t, table.Close())
}

func TestCloseGivesTheMemoryBackAndThenMethodsPanic(t *testing.T) {
	for _, bytes := range []int{64, 1 << 20, 2 << 20, 8<<20 + 64} {
		table := newTable[int](t, bytes)
		table.Store(1, 2, 3)
		late := func(yield func(zobrist.Key, tt.Entry[int]) bool) { table.All() }
		if bytes >= 1<<20 {
			late = table.All()
		}
		for range 2 {
			require.NoError(t, table.Close())
			requirePanics(t, table)
			assert.PanicsWithValue(t, "tt: Table.Clear: the table is closed", table.Clear)
			assert.PanicsWithValue(t, "tt: Table.Used: the table is closed",
				func() { table.Used() })
			assert.PanicsWithValue(t, "tt: Table.All: the table is closed", func() {
				for range late {
				}
			})
		}
	}
	table := newTable[int](t, 1<<20)
	table.Store(1, 2, 3)
	assert.Panics(t, func() {
		for range table.All() {
			table.Close()
		}
	})
}
