package kit

import (
	"fmt"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/zobrist-go/zobrist"
)

// A counter counts up, by one move.
type counter struct{ n int }

func (c *counter) Key() zobrist.Key       { return zobrist.Key(c.n) * 0x9e3779b9 }
func (c *counter) Recompute() zobrist.Key { return c.Key() }
func (c *counter) Moves() int             { return 1 }
func (c *counter) Make(int)               { c.n++ }
func (c *counter) Unmake()                { c.n-- }
func (c *counter) Position() string       { return fmt.Sprint(c.n) }
func (c *counter) Load(text string) error { _, err := fmt.Sscan(text, &c.n); return err }
func cloneCounter(g Game) func() Game     { return func() Game { c := *g.(*counter); return &c } }
func newCounter(string) *player           { return newPlayer(&counter{}, cloneCounter) }
func ones(int) int                        { return 0 }

// TestNothingIsPreparedForAFailure: after a long game, a check that finds nothing wrong
// must not build the lines to replay. This once took 95 % of the time.
func TestNothingIsPreparedForAFailure(t *testing.T) {
	c := newChecker(newCounter(""), newSeen(), limits{plies: 10})
	c.fresh = newCounter
	for range mostLogged / 3 {
		c.Make(0)
		c.Unmake()
	}
	now := c.here()
	checks := func() { c.checkLoad(now, ones); c.checkClone(now, ones) }
	checks()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	const runs = 20
	for range runs {
		checks()
	}
	runtime.ReadMemStats(&after)
	each := (after.TotalAlloc - before.TotalAlloc) / runs
	t.Logf("%d bytes each", each)
	assert.Less(t, each, uint64(50_000), "the history has %d moves of 48 bytes", len(c.log))
	assert.Equal(t, 1+runs, c.Loaded)
	assert.Equal(t, 1+runs, c.Clones)
}
