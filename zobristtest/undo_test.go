package zobristtest_test

import (
	"fmt"
	"iter"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/zobristtest"
)

// A stroll is a game in which two sides walk a piece around a ring of cells, one to
// four steps a move. Its key depends on the cell and the side. A bug replaces some
// of its methods.
type stroll struct {
	strollState
	stack []strollState
	slot  strollState
	nulls int // null moves made and not undone
	asked int // calls of Moves
	back  int // calls of Unmake
	bug   strollBug
}

type strollState struct {
	cell, side int
	last       int // the step that led here
	fours      int // moves of four steps in the line: many are rare, and deeper than a walk
	key        zobrist.Key
}

type strollBug struct {
	make       func(s *stroll, was strollState)
	unmake     func(s *stroll, to strollState)
	null       func(s *stroll, was strollState)
	undoNull   func(s *stroll, to strollState)
	after      func(s *stroll, i int) zobrist.Key
	moves      func(s *stroll) int
	moveString func(s *stroll, i int) string
	key        func(s *stroll, right zobrist.Key) zobrist.Key // of Key
	recompute  func(s *stroll, right zobrist.Key) zobrist.Key
}

var (
	ring       = zobrist.NewTable[int, int](101, 2, zobrist.NewSplitMix64(8).Split("cells"), 0)
	strollSide = zobrist.Key(zobrist.NewSplitMix64(8).Split("side").At(0))
)

func newStroll(bug strollBug) func() zobristtest.Game {
	return func() zobristtest.Game {
		return &stroll{bug: bug, strollState: strollState{key: ring.Key(0, 1)}}
	}
}

func (s *stroll) Position() string { return fmt.Sprintf("cell %d, side %d", s.cell, s.side) }

func (s *stroll) Key() zobrist.Key {
	if s.bug.key != nil {
		return s.bug.key(s, s.key)
	}
	return s.key
}

func (s *stroll) Recompute() zobrist.Key {
	key := ring.Key(s.cell, 1) ^ strollSide*zobrist.Key(s.side)
	if s.bug.recompute != nil {
		return s.bug.recompute(s, key)
	}
	return key
}

func (s *stroll) Moves() int {
	s.asked++
	if s.bug.moves != nil {
		return s.bug.moves(s)
	}
	return 4
}

func (s *stroll) MoveString(i int) string {
	if s.bug.moveString != nil {
		return s.bug.moveString(s, i)
	}
	return fmt.Sprint("+", i+1)
}

func (s *stroll) Make(i int) {
	was := s.strollState
	s.stack = append(s.stack, was)
	if s.last = i + 1; s.last == 4 {
		s.fours++
	}
	s.cell = (s.cell + s.last) % 101
	s.side = 1 - s.side
	s.key = ring.Move(s.key, was.cell, s.cell, 1) ^ strollSide
	if s.bug.make != nil {
		s.bug.make(s, was)
	}
}

func (s *stroll) pop() strollState {
	last := len(s.stack) - 1
	s.strollState, s.stack = s.stack[last], s.stack[:last]
	return s.strollState
}

func (s *stroll) Unmake() {
	s.back++
	to := s.pop()
	if s.bug.unmake != nil {
		s.bug.unmake(s, to)
	}
}

func (s *stroll) Null() bool {
	was := s.strollState
	s.stack = append(s.stack, was)
	s.nulls++
	s.last = 0
	s.side, s.key = 1-s.side, s.key^strollSide
	if s.bug.null != nil {
		s.bug.null(s, was)
	}
	return true
}

func (s *stroll) UndoNull() {
	s.nulls--
	to := s.pop()
	if s.bug.undoNull != nil {
		s.bug.undoNull(s, to)
	}
}

func (s *stroll) After(i int) zobrist.Key {
	if s.bug.after != nil {
		return s.bug.after(s, i)
	}
	return ring.Move(s.key, s.cell, (s.cell+i+1)%101, 1) ^ strollSide
}

func (s *stroll) Keys() iter.Seq2[string, zobrist.Key] {
	return func(yield func(string, zobrist.Key) bool) {
		for cell := range ring.Cells() {
			if !yield(fmt.Sprint("cell ", cell), ring.Key(cell, 1)) {
				return
			}
		}
		yield("side", strollSide)
	}
}

const deep = 12

// An undoMutant is a stroll with a mistake. If far, a walk does not find it.
type undoMutant struct {
	name string
	bug  strollBug
	far  bool
	want string // a regular expression
}

// undoMutants are games with one mistake: in Unmake, after a null move, or in the
// order or number of moves.
func undoMutants() []undoMutant {
	const key, twelve = `[0-9a-f]{16}`, `( \+\d){12,13}`
	const restored = `got ` + key + `, want ` + key + ` as before`
	const side = `; wrong by: "side"( \(the side to move does not change in the key\?\))?$`
	save := func(s *stroll, was strollState) { s.slot = was }
	load := func(s *stroll, _ strollState) { s.strollState = s.slot }
	flip := func(s *stroll, _ strollState) { s.key ^= strollSide }
	back := func(n int) func(*stroll, strollState) { return func(s *stroll, _ strollState) { s.back = n } }
	when := func(is func(s *stroll) bool, do func(*stroll, strollState)) func(*stroll, strollState) {
		return func(s *stroll, was strollState) {
			if is(s) {
				do(s, was)
			}
		}
	}
	isDeep := func(s *stroll) bool { return s.fours >= deep }
	afterNull := func(s *stroll) bool { return s.nulls > 0 }
	return []undoMutant{
		{"UndoNull restores what Make has overwritten", strollBug{make: save, null: save, undoNull: load}, false,
			`^key at the start, null and \+\d taken back: ` + restored + side},
		{"UndoNull restores the side that Make has overwritten", strollBug{
			make: save, null: save, undoNull: func(s *stroll, to strollState) { s.side = s.slot.side },
		}, false, `^at the start, null and \+\d taken back: the position is "cell 0, side 1", want "cell 0, side 0"$`},
		{"UndoNull restores what Make has overwritten, far from the start",
			strollBug{make: save, null: save, undoNull: when(isDeep, load)}, true,
			`^key after` + twelve + `, null and \+\d taken back: ` + restored + side},
		{"UndoNull does nothing", strollBug{
			undoNull: func(s *stroll, to strollState) { s.side, s.key = 1-s.side, s.key^strollSide },
		}, false, `^key at the start, null undone: ` + restored},
		{"Make forgets the side after a null move", strollBug{make: when(afterNull, flip)}, false,
			`^key after null \+\d: got ` + key + `, want ` + key + side},
		{"one move in four forgets the side after a null move", strollBug{
			make: when(func(s *stroll) bool { return s.nulls > 0 && s.last == 4 }, flip),
		}, false, `^key after( \+\d)* null \+4: got `},
		{"Make forgets the side after a null move, far from the start", strollBug{
			make: when(func(s *stroll) bool { return s.nulls > 0 && s.fours >= deep }, flip),
		}, true, `^key after( \+\d){8,12} null( \+\d){1,4}: got ` + key + `, want ` + key + `; wrong by: "side"`},
		{"Unmake restores a wrong key after a null move", strollBug{unmake: when(afterNull, flip)}, false,
			`^key after null, \+\d taken back: ` + restored + side},

		{"all moves are saved in one place", strollBug{make: save, unmake: load}, false,
			`^key at the start, \+\d and \+\d taken back: ` + restored},
		{"all moves are saved in one place, far from the start", strollBug{make: save, unmake: when(isDeep, load)}, true,
			`^key after` + twelve + `, \+\d and \+\d taken back: ` + restored},
		{"a null move overwrites what Unmake restores", strollBug{
			make: save, null: save, unmake: when(func(s *stroll) bool { return s.slot.last != 0 }, flip), // 0 at the start
		}, false, `^key (at the start, \+\d and (\+\d|null)|after \+\d, \+\d) taken back: ` + restored},

		{"After returns the old key", strollBug{after: func(s *stroll, i int) zobrist.Key { return s.key }}, false,
			`^After\(\+\d\) at the start: returns ` + key + `, but the key after the move is ` + key +
				`; wrong by: "cell 0", "cell \d", "side" \(it does not change with the move\?\)$`},

		{"a move is lost", strollBug{moves: func(s *stroll) int { return 4 - min(1, s.back) }}, false,
			`^at the start, (\+\d|null) (taken back|undone): Moves\(\) is 3, and was 4 before$`},
		{"a move is lost, far from the start", strollBug{
			make: back(0), unmake: back(1), moves: func(s *stroll) int { return 4 - s.back*min(1, s.fours/deep) },
		}, true, `^after` + twelve + `, \+\d taken back: Moves\(\) is 3, and was 4 before$`},
		{"the order changes when a move is taken back", strollBug{
			unmake: back(1), moveString: func(s *stroll, i int) string { return fmt.Sprint("+", 1+(i+s.back)%4) },
		}, false, `^the order of moves at the start, \+\d taken back changes: move \d is \+\d, and was \+\d before$`},
		{"the order changes when a move is taken back, far from the start", strollBug{
			make: back(0), unmake: back(1),
			moveString: func(s *stroll, i int) string { return fmt.Sprint("+", 1+(i^s.back*min(1, s.fours/deep))) },
		}, true, `^the order of moves after` + twelve + `, \+\d taken back changes: `},
	}
}

func TestUndo(t *testing.T) {
	t.Parallel()
	config := zobristtest.Config{Games: 2, Seed: 1, Plies: 150}
	for _, c := range undoMutants() {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			newGame := newStroll(c.bug)
			_, walked := config.Walk(newGame)
			_, _, played := config.Play(newGame)
			if c.far {
				require.NoError(t, walked)
				walked = played
			}
			for _, err := range []error{walked, played} {
				matches(t, c.want, err)
				_, problem := reproduces(newGame, err.Error())
				assert.Empty(t, problem, err)
			}
			// Walk and Playout may report a longer line, if Unmake does not return
			// the game to its start.
			assert.Equal(t, c.far, zobristtest.Walk(newGame(), 2) == nil)
			if !c.far {
				assert.Error(t, zobristtest.Playout(newGame(), zobrist.NewSplitMix64(1), 150))
			}
		})
	}
}

// TestNoLineIsTooLong also checks that all moves are tried in each position.
func TestNoLineIsTooLong(t *testing.T) {
	t.Parallel()
	longest, made := 0, 0
	see := func(s *stroll, was strollState) { longest = max(longest, len(s.stack)); made++ }
	for plies := range 12 {
		longest, made = 0, 0
		g := newStroll(strollBug{make: see})().(*stroll)
		require.NoError(t, zobristtest.Playout(withoutNull{g, g, g, g}, zobrist.NewSplitMix64(1), plies))
		assert.Equal(t, plies, longest)
		assert.InDelta(t, 11.5*float64(plies), made, 0.5*float64(plies)+1, "the four moves, one or two other laws, the move of the game, this move again, and once more in each of four orders")
		longest = 0
		require.NoError(t, zobristtest.Playout(newStroll(strollBug{make: see, null: see})(), zobrist.NewSplitMix64(1), plies))
		assert.Equal(t, plies, longest)
	}
	longest, made = 0, 0
	require.NoError(t, zobristtest.Walk(newStroll(strollBug{make: see})(), 1))
	assert.Equal(t, 4+2, made, "two laws make a move each")
	require.NoError(t, zobristtest.Walk(newStroll(strollBug{make: see, null: see})(), 3))
	assert.Equal(t, 4, longest, "three plies and a null move")
}

// withoutNull is a stroll without null moves.
type withoutNull struct {
	zobristtest.Game
	zobristtest.Positioner
	zobristtest.Afterer
	zobristtest.MoveStringer
}
