package docs_test

import (
	"fmt"
	"math"
	"math/bits"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/tt"
)

type entry struct {
	move  uint16
	score int16
	eval  int16 // the static evaluation, so that it is not computed again
	depth int8
	bound uint8
}

var table *tt.Table[entry] // setHash makes it

// setHash sets the option Hash. No search may run. After an error, the old table
// stays.
func setHash(mb int) error {
	if mb < 1 || mb > math.MaxInt>>20 {
		return fmt.Errorf("option Hash: %d MB, want 1 to %d", mb, math.MaxInt>>20)
	}
	resized, err := tt.New[entry](mb << 20)
	if err != nil {
		return fmt.Errorf("option Hash: %d MB: %w", mb, err)
	}
	table = resized
	runtime.GC() // frees the old table now
	return nil
}

func resize(old *tt.Table[entry], mb int) (*tt.Table[entry], error) {
	resized, err := tt.New[entry](mb << 20)
	if err != nil {
		return nil, err
	}
	for key, e := range old.All() {
		resized.Store(key, e.Value, e.Worth-8*e.Age)
	}
	return resized, nil
}

func hashfull() int { return int(1000 * table.Used()) }

// remember stores e, unless this search has stored a deeper entry of the same key.
func remember(key zobrist.Key, e entry) {
	if old, ok := table.ProbeEntry(key); ok && old.Age == 0 && old.Value.depth > e.depth {
		return
	}
	table.Store(key, e, int(e.depth))
}

// recall probes, and stores an entry from an earlier search again to reset its age.
func recall(key zobrist.Key) (entry, bool) {
	e, ok := table.ProbeEntry(key)
	if ok && e.Age > 0 {
		table.Store(key, e.Value, e.Worth)
	}
	return e.Value, ok
}

func (b *Board) makeAndProbe(m zobrist.ChessMove, child zobrist.Key) (entry, bool) {
	table.Prefetch(child)
	b.Make(m) // and other work that does not need the entry
	return table.Probe(child)
}

// searchAll runs a search in n threads until the first has finished. The search
// checks stop now and then. Once stop is set, it no longer stores.
func searchAll(n int, search func(thread int, stop *atomic.Bool)) {
	table.NewSearch()
	var stop atomic.Bool
	var wg sync.WaitGroup
	for i := range n {
		wg.Add(1)
		go func() {
			defer wg.Done()
			search(i, &stop)
			stop.Store(true)
		}()
	}
	wg.Wait()
}

// The code of transposition-table.md works.
func TestTablePage(t *testing.T) {
	require.NoError(t, setHash(2))
	assert.Equal(t, 2<<20/16, table.Len())
	assert.Zero(t, hashfull())
	kept := table
	assert.ErrorContains(t, setHash(-1), "option Hash: -1 MB, want 1 to ")
	assert.ErrorContains(t, setHash(math.MaxInt), "MB, want 1 to ")
	if runtime.GOOS == "linux" && bits.UintSize == 64 {
		assert.ErrorContains(t, setHash(math.MaxInt>>20), "option Hash: 8796093022207 MB: tt: New: a table of ")
	}
	assert.Same(t, kept, table)

	var searched atomic.Int32
	searchAll(3, func(thread int, stop *atomic.Bool) {
		for i := range 20_000 {
			table.Store(zobrist.Key(i), entry{move: 7, score: int16(i), eval: -1, depth: 10, bound: 1}, 20)
		}
		searched.Add(1)
	})
	assert.Equal(t, int32(3), searched.Load())
	assert.InDelta(t, 1000*20_000/table.Len(), hashfull(), 30)

	deep := entry{move: 1, depth: 9}
	remember(1<<50, deep)
	remember(1<<50, entry{move: 2, depth: 3})
	e, ok := table.Probe(1 << 50)
	assert.True(t, ok)
	assert.Equal(t, deep, e)
	table.NewSearch()
	e, ok = recall(1 << 50)
	assert.True(t, ok)
	assert.Equal(t, deep, e)
	young, _ := table.ProbeEntry(1 << 50)
	assert.Equal(t, tt.Entry[entry]{Value: deep, Worth: 9}, young)
	table.NewSearch()
	remember(1<<50, entry{move: 2, depth: 3})
	e, _ = recall(1 << 50)
	assert.Equal(t, uint16(2), e.move)
	_, ok = recall(1 << 60)
	assert.False(t, ok)

	larger, err := resize(table, 4)
	require.NoError(t, err)
	for i := range 20_000 {
		if e, ok := table.Probe(zobrist.Key(i)); ok {
			again, _ := larger.Probe(zobrist.Key(i))
			require.Equal(t, e, again)
		}
	}

	p, err := zobrist.ParseFEN(zobrist.StartFEN)
	require.NoError(t, err)
	m, err := zobrist.ParseMove("e2e4")
	require.NoError(t, err)
	child := keys.After(keys.Hash(&p), &p, m)
	table.Store(child, entry{score: 20}, 4)
	b := set(&p)
	e, ok = b.makeAndProbe(m, child)
	assert.True(t, ok)
	assert.Equal(t, int16(20), e.score)
	assert.Equal(t, child, b.Hash)
}
