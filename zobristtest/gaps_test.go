package zobristtest_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/zobristtest"
)

// look makes the checks of the subtests start, walk and playouts of Run, with a fixed
// number of games.
func look(cfg zobristtest.Config, newGame func() zobristtest.Game) error {
	if err := zobristtest.CheckStart(newGame); err != nil {
		return err
	}
	if _, err := cfg.Walk(newGame); err != nil {
		return err
	}
	_, _, err := cfg.Play(newGame)
	return err
}

// A gap is a mistake that an earlier version of the kit missed, or reported badly.
type gap struct {
	name string
	game func() zobristtest.Game
	want string // a regular expression
	play bool   // by random games only
}

const key16 = `[0-9a-f]{16}`

func gaps() []gap {
	calls := 0
	return []gap{
		// Mistakes that were missed.
		{"two null moves share a slot", newStroll(strollBug{
			null:     func(s *stroll, was strollState) { s.slot = was },
			undoNull: func(s *stroll, to strollState) { s.strollState = s.slot },
		}), `^key at the start, null \+\d null made and then all 3 taken back: got ` + key16 + `, want ` + key16 + ` as before`, false},
		{"the first undo of a game is wrong", newStroll(strollBug{
			unmake: func(s *stroll, to strollState) {
				if s.back == 1 && len(s.stack) == 2 {
					s.slot.last = 7
				}
				if s.slot.last == 7 {
					s.key ^= strollSide
				}
			},
		}), `^key (after( \+\d)+, \+\d taken back|at the start, \+\d \+\d \+\d made and then all 3 taken back): got ` + key16 + `, want ` + key16 + ` as before; wrong by: "side"`, false},
		{"the second move after a null move is wrong", newStroll(strollBug{
			make: func(s *stroll, was strollState) {
				if s.nulls > 0 && was.last != 0 && len(s.stack) > 1 && s.stack[len(s.stack)-2].side == was.side {
					return
				}
				if n := len(s.stack); s.nulls > 0 && was.last != 0 && n > 2 && s.stack[n-2].last == 0 && n > 3 {
					s.key ^= strollSide
				}
			},
		}), `^key after( \+\d)+ null \+\d \+\d: got ` + key16 + `, want ` + key16 + `; wrong by: "side"`, false},
		{"a pending update keeps only the last move", newLazyGame,
			`^key after \+\d \+\d: got ` + key16 + `, want ` + key16 + `.*\n\(it does not show if Key is called after each move\)$`, false},
		{"games share a board", func() func() zobristtest.Game {
			cells := make([]int8, 18)
			return func() zobristtest.Game { g := newRow(); g.cells = cells; return g }
		}(), `^another game, left alone, is "\[.*\]", and was "\[.*\]" before, after put\d+: the two games share data that moves change \(if .*\)$`, false},
		{"games share a counter, far from the start", newPotGame(),
			`^another game, left alone, has key ` + key16 + ` after( \+4){6}, and had ` + key16 + ` before: the two games share data that moves change \(if .*\)$`, false},
		{"counts cancel each other", newDialGame(false),
			`^key after( d\d+){12}: got 0000000000000000, the same as at the start, but the positions differ: "0{30} 2" and "0{30} 0"$`, false},

		// Mistakes in a method that were blamed on a move.
		{"Moves changes the key", newStroll(strollBug{moves: func(s *stroll) int {
			if s.fours == 2 {
				s.key ^= 1
			}
			return 4
		}}), `^Moves\(\) after \+4 \+4 changes the key from ` + key16 + ` to ` + key16 + `$`, false},
		{"MoveString changes the position", newStroll(strollBug{moveString: func(s *stroll, i int) string {
			if s.fours == 2 {
				s.side = 1
				s.key = s.Recompute()
			}
			return fmt.Sprint("+", i+1)
		}}), `^MoveString after( \+\d| null)+ changes the (key|position) from`, false},
		{"Recompute returns another key the second time", func() zobristtest.Game {
			asked := 0
			return newStroll(strollBug{
				make: func(*stroll, strollState) { asked = 0 },
				recompute: func(s *stroll, right zobrist.Key) zobrist.Key {
					if s.fours == 3 {
						asked++
					}
					return right + zobrist.Key((asked+1)%2*min(1, asked))
				},
			})()
		}, `^Recompute\(\) after \+4 \+4 \+4 changes its own result: ` + key16 + `, then ` + key16 + `$`, false},
		{"a move taken back spoils the next one", newStroll(strollBug{
			unmake: func(s *stroll, to strollState) { s.slot.last = 7 },
			make: func(s *stroll, was strollState) {
				if s.slot.last == 7 && s.last == 4 && s.fours > 1 {
					s.key ^= strollSide
				}
				s.slot.last = 0
			},
			null: func(s *stroll, was strollState) { s.slot.last = 0 },
		}), `^key after \+4, \+\d taken back, \+4: got ` + key16 + `, want ` + key16 + `; wrong by: "side"`, false},

		// Mistakes whose line did not reproduce.
		{"an undo stack of 64", func() zobristtest.Game {
			var saved [64]zobrist.Key
			return newStroll(strollBug{
				make:   func(s *stroll, was strollState) { saved[len(s.stack)%64] = was.key },
				unmake: func(s *stroll, _ strollState) { s.key = saved[(len(s.stack)+1)%64] },
			})()
		},
			`^key at the start,( \+\d| null){65} made and then all 65 taken back: got ` + key16 + `, want ` + key16 + ` as before`, false},
		{"a new game is wrong once games were played", func() func() zobristtest.Game {
			made := 0
			return func() zobristtest.Game {
				wrong := zobrist.Key(made / 30_000)
				change := func(_ *stroll, right zobrist.Key) zobrist.Key { return right ^ wrong }
				return withoutKeys(newStroll(strollBug{make: func(*stroll, strollState) { made++ }, key: change, recompute: change})())
			}
		}(), `a new game differs after games were played: key ` + key16 + `, was ` + key16, false},
		{"wrong once and never again", newStroll(strollBug{make: func(s *stroll, was strollState) {
			if calls++; calls == 20_000 {
				s.key ^= strollSide
			}
		}}), `(?s)^key after.*: got .*\n\(the line alone does not show it on a new game\)\n\(it does not recur when the same calls are made again: does`, true},
		{"wrong after many moves of one game", func() zobristtest.Game {
			made := 0
			return newStroll(strollBug{make: func(s *stroll, was strollState) {
				if made++; made > 45_000 {
					s.key ^= strollSide
				}
			}})()
		}, `(?s)^key after.*: got .*\n\(the line alone does not show it on a new game\)\n\(the same calls show it again: moves that were taken back are needed, or an earlier game\)`, true},
		{"After panics because moves are gone", newStroll(strollBug{
			unmake: func(s *stroll, to strollState) { s.back = 1 },
			make:   func(s *stroll, was strollState) { s.back = 0 },
			moves: func(s *stroll) int {
				if s.fours > 1 && s.back > 0 {
					return 2
				}
				return 4
			},
			after: func(s *stroll, i int) zobrist.Key {
				if s.fours > 1 && s.back > 0 && i >= 2 {
					panic(errors.New("index out of range"))
				}
				return ring.Move(s.key, s.cell, (s.cell+i+1)%101, 1) ^ strollSide
			},
		}), `^after \+4 \+4, \+\d taken back: Moves\(\) (was 4 and is 2 now|is 2, and was 4 before)`, false},

		// Mistakes that were not named.
		{"five stones left in", func() zobristtest.Game {
			g := newRow()
			g.wrong = func(g *row, cell int) (k zobrist.Key) {
				if cell == 17 {
					for c := 12; c < 17; c++ {
						k ^= stones.Key(c, g.cells[c])
					}
				}
				return k
			}
			for c := 12; c < 17; c++ {
				g.cells[c] = 1
			}
			g.key = g.Recompute()
			return keyedRow{g}
		}, `^key after put17: got ` + key16 + `, want ` + key16 + `; wrong by: "12 1", "13 1", "14 1", "15 1", "16 1"`, false},
		{"a key of 32 bits", func() zobristtest.Game {
			g := newRow()
			g.wrong = func(g *row, cell int) zobrist.Key {
				if cell == 3 {
					return stones.Key(cell, 1) >> 32 << 32
				}
				return 0
			}
			return keyedRow{g}
		}, `^key after put3: got ` + key16 + `, want ` + key16 + `; (wrong by the high half of "3 1" \(a key cut to 32 bits\?\)|it is half of the right key: 32 of its 64 bits)$`, false},
		{"a feature that is missing", func() zobristtest.Game {
			g := newRow()
			g.wrong = func(g *row, cell int) zobrist.Key { return stones.Key(5, g.cells[5]) }
			return featuredRow{g}
		}, `^key after put5 put\d+: got ` + key16 + `, want ` + key16 + `; lacks "stone on 5"`, false},

		// Mistakes in the list of moves.
		{"two moves have the same name", newStroll(strollBug{moveString: func(s *stroll, i int) string {
			if s.fours == 1 && i == 3 {
				i = 2
			}
			return fmt.Sprint("+", i+1)
		}}), `^after \+4: moves 2 and 3 have the same name, "\+3": the moves of a position need different names$`, false},
		{"the second undo without asking for the key, far from the start", newStroll(strollBug{
			key:  func(s *stroll, right zobrist.Key) zobrist.Key { s.slot.last = 0; return right },
			make: func(s *stroll, _ strollState) { s.slot.last = 0 },
			unmake: func(s *stroll, _ strollState) {
				if s.slot.last == 7 && s.fours > 8 {
					s.key ^= strollSide
				}
				s.slot.last = 7
			},
		}), `^key after( \+\d| null)+, .* taken back: got ` + key16 + `, want ` + key16 + ` as before`, false},
		{"moves are lost after three undos, far from the start", newStroll(strollBug{
			make: func(s *stroll, _ strollState) { s.back = 0 },
			null: func(s *stroll, _ strollState) { s.back = 0 },
			moves: func(s *stroll) int {
				if s.back > 2 && s.fours > 8 {
					return 3
				}
				return 4
			},
		}), `^after( \+\d| null)+, .* taken back: Moves\(\) is 3, and was 4 before$`, false},
		{"a refused null move changes the game", func() zobristtest.Game {
			return refusing{newStroll(strollBug{})().(*stroll)}
		}, `^Null\(\), which returned false, after( \+4){9} changes the key from ` + key16 + ` to ` + key16 + `$`, false},
		{"the order differs at the next visit", func() zobristtest.Game {
			visits := 0
			return newStroll(strollBug{
				make: func(s *stroll, was strollState) {
					if len(s.stack) == 2 {
						visits++
					}
				},
				moveString: func(s *stroll, i int) string {
					if len(s.stack) == 2 {
						i = (i + visits/8) % 4
					}
					return fmt.Sprint("+", i+1)
				},
			})()
		}, `^the order of moves (after|at the start, )`, false},
	}
}

// refusing allows no null move after nine moves of four steps.
type refusing struct{ *stroll }

func (g refusing) Null() bool {
	if g.fours == 9 {
		g.key++
		return false
	}
	return g.stroll.Null()
}

func TestMistakesOnceMissed(t *testing.T) {
	t.Parallel()
	for _, c := range gaps() {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			cfg := zobristtest.Config{Games: 60, Seed: 1, Plies: 150}
			var err error
			if c.play {
				_, _, err = cfg.Play(c.game)
			} else {
				err = look(cfg, c.game)
			}
			if assert.Error(t, err) {
				assert.Regexp(t, c.want, err.Error())
				if c.replays() {
					_, problem := reproduces(c.game, err.Error())
					assert.Empty(t, problem, err)
				}
				t.Log(err)
			}
		})
	}
}

// TestOtherMoves has a game whose moves depend on the last move, which Position
// leaves out.
func TestOtherMoves(t *testing.T) {
	t.Parallel()
	cfg := zobristtest.Config{Games: 5, Seed: 1, Plies: 30}
	for _, c := range []struct {
		name string
		game func() zobristtest.Game
		want string
	}{
		{"other count", newStroll(strollBug{moves: func(s *stroll) int {
			if s.last == 4 {
				return 3
			}
			return 4
		}}), `\nPosition may lack something \(or the rules forbid repetitions\): the same position has \d moves after( \+\d| null)+ and \d after( \+\d| null)+(\n|$)`},
		{"other names", newStroll(strollBug{moveString: func(s *stroll, i int) string {
			return fmt.Sprint("+", i+1, s.last == 4)
		}}), `: the same position has 4 moves after .* and 4 after .*, with other names(\n|$)`},
		{"right", newStroll(strollBug{}), ""},
		{"right, with an end", newChessGame(kiwipete, chessBug{}), ""},
		{"ends by repetition", newStroll(strollBug{moves: func(s *stroll) int {
			if len(s.stack) == 7 {
				return 0
			}
			return 4
		}}), ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			walked, err := cfg.Walk(c.game)
			assert.NoError(t, err)
			played, _, err := cfg.Play(c.game)
			assert.NoError(t, err)
			for _, said := range []string{walked, played} {
				if c.want == "" {
					assert.NotContains(t, said, "Position may")
				} else {
					assert.Regexp(t, c.want, said)
				}
				t.Log(said)
			}
		})
	}
}
