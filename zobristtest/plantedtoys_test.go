package zobristtest_test

import (
	"fmt"
	"iter"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/zobristtest"
)

// toyPlanted returns games with mistakes in their methods.
func toyPlanted() (all []planted) {
	for name, clone := range map[string]func(t, c *toy){
		"shares the cells": func(t, c *toy) { cells := t.at; share(&cells, t, c) },
		"shares the undo stack": func(t, c *toy) {
			t.stack = append(make([]state, 0, 64), t.stack...)
			c.stack = t.stack
		},
		"forgets the key": func(_, c *toy) { c.h = 0 },
		"forgets a cell":  func(_, c *toy) { c.at[7] = 0 },
		"makes wrong moves": func(_, c *toy) {
			c.make = func(c *toy, _ state) { c.h ^= 8 }
		},
		"changes when the game moves": func(t, c *toy) { t.make = func(*toy, state) { c.h ^= 1 } },
		"cannot take moves back": func(_, c *toy) {
			c.unmake = func(c *toy, was state) { c.stack, c.state = append(c.stack, c.state), was }
		},
		"has another name": func(_, c *toy) {
			other := *c.rules
			other.text = func(s *state) string { return rows.text(s) + "clone" }
			c.rules = &other
		},
	} {
		all = append(all, planted{name: "a clone " + name, game: rows.game(bug{clone: clone}),
			cfg: zobristtest.Config{Games: 20, Seed: 1}, by: "play"})
	}
	for name, load := range map[string]func(t *toy){
		"a wrong key": func(t *toy) { t.h += zobrist.Key(max(0, 1-(t.at[0]-3)*(t.at[0]-3))) },
		"another rung": func(t *toy) {
			t.at[0] -= max(0, 1-(t.at[0]-3)*(t.at[0]-3))
			t.h = t.hash()
		},
		"a wrong key after the next move": func(t *toy) {
			t.bug = bug{load: t.bug.load}
			if t.at[0] == 2 {
				t.make = badRung(3).make
			}
		},
		"other keys after it": func(t *toy) {
			other, from := ladders, t.at[0]
			other.number = func(c int, v int8) zobrist.Key {
				return ladders.number(c, v) ^ zobrist.Key(max(0, v-from))
			}
			t.rules, t.h = &other, other.of(0, from)
		},
	} {
		all = append(all, planted{name: "Load sets up " + name, game: ladders.game(bug{load: load}),
			cfg: zobristtest.Config{Games: 60, Seed: 1, Plies: 60}})
	}
	ladder := func(name string, change func(r *rules), b bug, cfg zobristtest.Config) {
		r := ladders
		change(&r)
		all = append(all, planted{name: name, game: r.game(b), cfg: cfg})
	}
	same := func(*rules) {}
	ladder("Load refuses a rung", func(r *rules) {
		r.read = func(text string) (state, error) {
			if text == "4" {
				return state{}, fmt.Errorf("rung 4 is out of reach")
			}
			return ladders.read(text)
		}
	}, bug{}, zobristtest.Config{Games: 20, Seed: 1})
	starts := zobristtest.Config{Games: 60, Seed: 1, Plies: 30, Starts: []string{"20", "36"}}
	ladder("a rung out of reach", same, badRung(40), starts)
	// looking for a shorter line once never ended here
	fallen := func(t *toy, right zobrist.Key) zobrist.Key {
		if last := len(t.stack) - 1; last >= 0 && t.at[0] == 0 && t.stack[last].at[0] == 38 {
			return right + 8
		}
		return right
	}
	ladder("the key on the ground depends on the fall", same, bug{key: fallen, recompute: fallen},
		starts)
	twelve, sixteen := zobristtest.Config{Games: 20, Starts: []string{"12"}},
		make([]zobrist.Key, 17)
	ladder("counts above 16 share a key", func(r *rules) {
		r.number = func(_ int, v int8) zobrist.Key { return ladders.number(0, min(v, 16)) }
	}, bug{}, twelve)
	ladder("counts above 16 have none", func(r *rules) {
		r.number = func(_ int, v int8) zobrist.Key { return ladders.number(0, v) + sixteen[v] }
	}, bug{}, twelve)

	for _, method := range []string{"Key", "Recompute", "Moves", "Position"} {
		g := newStroll(bug{call: func(t *toy, called string) {
			if called == method {
				t.step(0)
			}
		}})
		all = append(all, planted{name: method + " makes a move", game: g})
		if method != "Position" {
			all = append(all, planted{name: method + " makes a move, without Position",
				game: func() zobristtest.Game {
					return bare{g()}
				}})
		}
	}

	score := func(t *toy, right zobrist.Key) zobrist.Key { return right + zobrist.Key(8*t.count) }
	scores := bug{key: score, recompute: score}
	short := zobristtest.Config{Games: 3, Seed: 1, Plies: 40}
	return append(all,
		planted{"a route through a score", trio(3).game(scores), short, "play"},
		planted{"the key of two players", trio(2).game(bug{}), short, "play"},
		planted{"a score and two players", trio(2).game(scores), short, "play"},
		planted{name: "a refused null move changes the key",
			game: newStroll(bug{refuses: func(t *toy) bool {
				t.h++
				return true
			}})},
		planted{name: "half of a hash", game: newRing(1, "half")},
		planted{name: "counts above two", game: newRing(0, "count")},
		// The wrong move is first made in a clone, three moves ahead of the
		// game, and is no bug of Clone.
		planted{"the seventh stone", rows.game(bug{make: func(t *toy, _ state) {
			if len(t.stack) == 7 {
				t.h ^= 1
			}
		}}), zobristtest.Config{Games: 1, Seed: 7}, "play"},

		planted{"a game that stays over when the move is taken back", rows.game(bug{
			unmake: func(t *toy, was state) { t.asked += len(t.stack) / 11 * (was.last % 7 / 6) },
			moves:  func(t *toy) int { return len(t.list()) * max(0, 1-t.asked) },
			make: func(t *toy, _ state) {
				if t.asked > 0 {
					panic("over")
				}
			},
		}), zobristtest.Config{Games: 1, Seed: 7}, "play"},

		planted{"checks shared by both sides", duel(func(a, b int8) zobrist.Key {
			return separateChecks(a+b, 0)
		}, true).game(bug{}), zobristtest.Config{Games: 2, Seed: 3, Plies: 150}, "play"},
		planted{"keys of 32 bits", rows.game(bug{key: half, recompute: half}),
			zobristtest.Config{Games: 2, Seed: 1, Plies: 60}, ""},
	)
}

func half(_ *toy, right zobrist.Key) zobrist.Key { return right & 0xffffffff }

// share makes toys share their cells.
func share(cells *[60]int8, all ...*toy) {
	put := func(t *toy, _ state) { *cells = t.at }
	for _, t := range all {
		t.make, t.unmake, t.call = put, put, func(t *toy, _ string) {
			if t.at != *cells {
				t.at, t.legal = *cells, nil
			}
		}
	}
}

// A featuredRow has Features in place of Keys.
type featuredRow struct {
	unnamed
	t *toy
}

func newFeaturedRow(b bug) func() zobristtest.Game {
	return func() zobristtest.Game {
		g := rows.game(b)()
		return featuredRow{withoutKeys(g), toyOf(g)}
	}
}

func (g featuredRow) Features() iter.Seq2[string, zobrist.Key] {
	return func(yield func(string, zobrist.Key) bool) {
		for c, v := range g.t.at[:18] {
			if v != 0 && !yield(fmt.Sprint("stone on ", c), rows.of(c, v)) {
				return
			}
		}
	}
}

// unnamed is a game with Position and MoveString only, and bare one without
// any of the optional methods.
type (
	unnamed struct {
		zobristtest.Game
		zobristtest.Positioner
		zobristtest.MoveStringer
	}
	bare struct{ zobristtest.Game }
)

func withoutKeys(g zobristtest.Game) unnamed {
	return unnamed{g, g.(zobristtest.Positioner), g.(zobristtest.MoveStringer)}
}
