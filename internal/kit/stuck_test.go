package kit

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
	p := newPlayer(s, nil)
	p.patience = time.Second
	c := newChecker(p, newSeen(), limits{plies: 10})
	err := search(c, shrinkTime, func() { c.walk(c.here(), 5) })
	assert.EqualError(t, err, "after #0 #0: Make(0) does not return: given up after 1s")
	close(s.wake) // ends the goroutine
}

func TestTrimStack(t *testing.T) {
	assert.Equal(t, "", trimStack(nil))
	assert.Equal(t, "x", trimStack([]byte("goroutine 1:\npanic(0)\n\tpanic.go:1\nx")))
}
