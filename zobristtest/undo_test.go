package zobristtest_test

import (
	"fmt"
	"iter"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/zobristtest"
)

// A stroll is a game of four moves, on a ring of cells, whose key is that of a
// cell and a side; the tests of what is undone replace its methods.
type stroll struct {
	cell, side int
	key        zobrist.Key
	stack      []strollState
	slot       strollState // of Null, or of all, in the games that err
	nulls      int         // made and not undone

	make  func(s *stroll, was zobrist.Key)
	undo  func(s *stroll)
	null  func(s *stroll)
	names func(s *stroll, i int) string
	after func(s *stroll, i int) zobrist.Key
}

type strollState struct {
	cell, side int
	key        zobrist.Key
}

var (
	strollCells = zobrist.NewTable[int, int](101, 2, zobrist.NewSplitMix64(8).Split("cells"), 0)
	strollSide  = zobrist.Key(zobrist.NewSplitMix64(8).Split("side").At(0))
)

func newStroll(change func(s *stroll)) func() zobristtest.Game {
	return func() zobristtest.Game {
		s := &stroll{}
		s.key = s.Recompute()
		change(s)
		return s
	}
}

func (s *stroll) now() strollState   { return strollState{s.cell, s.side, s.key} }
func (s *stroll) set(to strollState) { s.cell, s.side, s.key = to.cell, to.side, to.key }
func (s *stroll) Key() zobrist.Key   { return s.key }
func (s *stroll) Moves() int         { return 4 }
func (s *stroll) Position() string   { return fmt.Sprint(s.cell, s.side) }
func (s *stroll) target(i int) int   { return (s.cell + 1 + i) % 101 }
func (s *stroll) Null()              { s.push(); s.nulls++; s.turn(); call(s, s.null) }
func (s *stroll) turn()              { s.side, s.key = 1-s.side, s.key^strollSide }
func (s *stroll) push()              { s.stack = append(s.stack, s.now()) }
func (s *stroll) UndoNull()          { s.nulls--; s.pop() }
func (s *stroll) MoveString(i int) string {
	if s.names != nil {
		return s.names(s, i)
	}
	return fmt.Sprint(s.target(i))
}

func (s *stroll) Recompute() zobrist.Key {
	return strollCells.Key(s.cell, 1) ^ strollSide*zobrist.Key(s.side)
}

func call(s *stroll, f func(s *stroll)) {
	if f != nil {
		f(s)
	}
}

func (s *stroll) pop() {
	s.set(s.stack[len(s.stack)-1])
	s.stack = s.stack[:len(s.stack)-1]
	call(s, s.undo)
}

func (s *stroll) Make(i int) {
	s.push()
	was := s.key
	s.key = strollCells.Move(s.key, s.cell, s.target(i), 1)
	s.cell = s.target(i)
	s.turn()
	if s.make != nil {
		s.make(s, was)
	}
}

func (s *stroll) Unmake() { s.pop() }

func (s *stroll) After(i int) zobrist.Key {
	if s.after != nil {
		return s.after(s, i)
	}
	return strollCells.Move(s.key, s.cell, s.target(i), 1) ^ strollSide
}

func (s *stroll) Keys() iter.Seq2[string, zobrist.Key] {
	return func(yield func(string, zobrist.Key) bool) {
		for name, key := range strollCells.Keys() {
			if !yield(name, key) {
				return
			}
		}
		yield("side", strollSide)
	}
}

func TestUndo(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(s *stroll)
		walk   string // the message of Walk, by two plies
		play   string // and of Playout
	}{
		{name: "right", change: func(s *stroll) {}},
	} {
		t.Run(c.name, func(t *testing.T) {
			check := func(want string, err error) {
				t.Helper()
				if want == "" {
					assert.NoError(t, err)
					return
				}
				assert.ErrorContains(t, err, want)
			}
			check(c.walk, zobristtest.Walk(newStroll(c.change)(), 2))
			check(c.play, zobristtest.Playout(newStroll(c.change)(), zobrist.NewSplitMix64(1), 30))
		})
	}
}
