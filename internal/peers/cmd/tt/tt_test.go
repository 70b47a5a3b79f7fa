//go:build linux

package main

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/zobrist-go/zobrist/internal/peers/timing"
)

// All contenders find what was stored and nothing else, and all loops do the work that
// they are timed for.
func TestContenders(t *testing.T) {
	const n = 1000
	for name, c := range map[string]contender{
		"tt": table{newTable(1 << 20)}, "racy": newRacy(1 << 20),
		"map": newMutexMap(n), "xsync": newXsync(n), "sync.Map": newSyncMap(n), "otter": newOtter(4 * n),
	} {
		fill(c, n)
		keys, sum := make([]key, n), uint64(0)
		for i := range keys {
			keys[i] = keyAt(i)
			sum += uint64(keys[i])
			v, ok := c.probe(keys[i])
			assert.True(t, ok && v == uint64(keys[i]), name)
			_, ok = c.probe(keyAt(n + i))
			assert.False(t, ok, name)
		}
		assert.Equal(t, sum, c.probes(keys), name)
		c.stores(keys[:n/2])
		assert.Equal(t, sum, c.probes(keys), name)
		c.nodes(keys[:1], 5)
		v, _ := c.probe(keys[0])
		assert.Equal(t, work(uint64(keys[0]), 5), v, name)
	}
}

func TestCompare(t *testing.T) {
	ns, ratios := compare(9, func() float64 { return 2 }, func() float64 { return 8 })
	same := func(x float64) timing.Spread { return timing.SpreadOf([]float64{x}) }
	assert.Equal(t, []timing.Spread{same(2), same(8)}, ns)
	assert.Equal(t, []timing.Spread{same(1), same(0.25)}, ratios)
}
