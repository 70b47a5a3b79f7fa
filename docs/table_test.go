package docs_test

import (
	"fmt"
	"math"
	"math/bits"
	"runtime"
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

// setHash sets UCI's option Hash. Call it only when no search is running. If memory is
// refused, a table of 1 MiB remains.
func setHash(mb int) (err error) {
	if mb < 1 || mb > math.MaxInt>>20 {
		return fmt.Errorf("option Hash: %d MB, want 1 to %d", mb, math.MaxInt>>20)
	}
	if table != nil {
		table.Close() // first, because there may be no room for both
	}
	if table, err = tt.New[entry](mb << 20); err != nil {
		table, _ = tt.New[entry](1 << 20)
		return fmt.Errorf("option Hash: %d MB: %w", mb, err)
	}
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

// remember stores a node's result. A quiescence result does not replace a deeper result of the
// same key and search.
func remember(key zobrist.Key, e entry) {
	if e.depth > 0 {
		table.Store(key, e, int(e.depth))
	} else {
		table.StoreMax(key, e, 0)
	}
}

// The code of transposition-table.md works.
func TestTablePage(t *testing.T) {
	require.NoError(t, setHash(2))
	assert.Equal(t, 2<<20/16, table.Len())
	assert.ErrorContains(t, setHash(-1), "option Hash: -1 MB, want 1 to ")
	assert.ErrorContains(t, setHash(math.MaxInt), "MB, want 1 to ")
	table.Store(1, entry{}, 1) // not closed yet
	if runtime.GOOS == "linux" && bits.UintSize == 64 {
		err := setHash(math.MaxInt >> 20)
		assert.ErrorContains(t, err, "option Hash: 8796093022207 MB: tt: New: a table of ")
		assert.Equal(t, 1<<20/16, table.Len())
		require.NoError(t, setHash(2))
	}

	for i := range 20_000 {
		e := entry{move: 7, score: int16(i), eval: -1, depth: 10, bound: 1}
		table.Store(zobrist.Key(i), e, 20)
	}
	deep := entry{move: 1, depth: 9}
	remember(1<<50, deep)
	remember(1<<50, entry{move: 2}) // quiescence
	e, ok := table.Probe(1 << 50)
	assert.True(t, ok)
	assert.Equal(t, deep, e)
	remember(1<<50, entry{move: 3, depth: 3})
	e, _ = table.Probe(1 << 50)
	assert.Equal(t, uint16(3), e.move)

	larger, err := resize(table, 4)
	require.NoError(t, err)
	for i := range 20_000 {
		if e, ok := table.Probe(zobrist.Key(i)); ok {
			again, _ := larger.Probe(zobrist.Key(i))
			require.Equal(t, e, again)
		}
	}
}
