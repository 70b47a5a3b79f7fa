package zobristtest

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/zobrist-go/zobrist"
)

// A sleeper has one move in each position. Its third move does not return.
type sleeper struct {
	n    int
	wake chan bool
}

func (s *sleeper) Key() zobrist.Key       { return zobrist.Key(s.n) }
func (s *sleeper) Recompute() zobrist.Key { return zobrist.Key(s.n) }
func (s *sleeper) Moves() int             { return 1 }
func (s *sleeper) Unmake()                { s.n-- }

func (s *sleeper) Make(int) {
	if s.n == 2 {
		<-s.wake
	}
	s.n++
}

func TestStuckMethod(t *testing.T) {
	s := &sleeper{wake: make(chan bool)}
	p := newPlayer(s)
	p.patience = time.Second
	c := newChecker(p, newSeen(), limits{plies: 10})
	err := search(c, func() { c.walk(c.here(), 5) })
	assert.EqualError(t, err, "after #0 #0: Make(0) does not return: given up after 1s")
	close(s.wake) // ends the goroutine
}

func TestTimeLimit(t *testing.T) {
	never := func() *sleeper { s := &sleeper{wake: make(chan bool)}; close(s.wake); return s }
	assert.EqualError(t, walk(never(), 9, 0), "zobristtest: Walk: gave up after 0s: 1 positions are right, but not all lines of depth 9 were checked")
	assert.EqualError(t, playout(never(), zobrist.NewSplitMix64(1), 9, 0), "zobristtest: Playout: gave up after 0s: 1 positions are right")
	assert.NoError(t, walk(never(), 9, time.Minute))
}

func TestTrimStack(t *testing.T) {
	assert.Equal(t, "", trimStack(nil))
	assert.Equal(t, "x", trimStack([]byte("goroutine 1:\npanic(0)\n\tpanic.go:1\nx")))
}
