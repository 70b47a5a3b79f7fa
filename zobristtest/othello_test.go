package zobristtest_test

import (
	"iter"
	"slices"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/othello"
	"github.com/zobrist-go/zobrist/zobristtest"
)

// A quickOthello is the Othello of this library, with methods that do no more than they
// must. A player who cannot move passes, as the only move. It has all optional methods but
// two. wrong names the method with a planted bug, and bug changes the key after a move.
type quickOthello struct {
	keys     *zobrist.Othello
	position othello.Position
	key      zobrist.Key
	before   []othelloState
	list     []zobrist.Square // the moves here, if listed
	ok       bool
	wrong    string
	bug      othelloBug
}

type othelloState struct {
	position othello.Position
	key      zobrist.Key
}

// An othelloBug returns what the key after a move is wrong by.
type othelloBug func(o *zobrist.Othello, at zobrist.Square, flipped uint64) zobrist.Key

const (
	othelloStart = "---------------------------OX------XO--------------------------- X"
	pass         = zobrist.Square(64)
)

func newOthello(wrong string, bug othelloBug) func() zobristtest.Game {
	position, err := othello.Parse(othelloStart)
	if err != nil {
		panic(err)
	}
	keys := zobrist.NewOthello(2026)
	return func() zobristtest.Game {
		return &quickOthello{keys: keys, position: position, key: position.Hash(keys), wrong: wrong,
			bug: bug}
	}
}

func newQuickOthello(wrong string) func() zobristtest.Game { return newOthello(wrong, nil) }

// spoil changes a key if the bug is planted here.
func (g *quickOthello) spoil(where string, k zobrist.Key) zobrist.Key {
	if g.wrong == where {
		return k ^ 1<<50
	}
	return k
}

func (g *quickOthello) Key() zobrist.Key {
	switch g.wrong {
	case "all keys":
		return 7
	case "routes":
		return g.key + zobrist.Key(len(g.before)/2)
	}
	return g.key
}

func (g *quickOthello) Recompute() zobrist.Key {
	if g.wrong == "all keys" || g.wrong == "routes" {
		return g.Key()
	}
	return g.position.Hash(g.keys)
}

func (g *quickOthello) moves() []zobrist.Square {
	list := func(p othello.Position) {
		for s := range pass {
			if p.Flips(s) != 0 {
				g.list = append(g.list, s)
			}
		}
	}
	if !g.ok {
		g.list = g.list[:0]
		g.ok = true
		list(g.position)
		if len(g.list) == 0 {
			passed := g.position
			passed.Pass()
			list(passed)
			if len(g.list) > 0 {
				g.list = append(g.list[:0], pass)
			}
		}
	}
	return g.list
}

func (g *quickOthello) Moves() int                           { return len(g.moves()) }
func (g *quickOthello) Position() string                     { return g.position.String() }
func (g *quickOthello) Keys() iter.Seq2[string, zobrist.Key] { return g.keys.Keys() }

func (g *quickOthello) MoveString(i int) string {
	if s := g.moves()[i]; s != pass {
		return s.String()
	}
	return "pass"
}

func (g *quickOthello) After(i int) zobrist.Key {
	s, flipped, key := g.moves()[i], uint64(0), g.key^g.keys.Side()
	if s != pass {
		flipped = g.position.Flips(s)
		key = g.keys.After(g.key, g.position.ToMove, s, flipped)
	}
	if g.bug != nil {
		key ^= g.bug(g.keys, s, flipped)
	}
	return key
}

func (g *quickOthello) change(key zobrist.Key, s zobrist.Square) {
	g.before = append(g.before, othelloState{g.position, g.key})
	if s != pass {
		g.position.Play(s)
	} else {
		g.position.Pass()
	}
	g.key, g.ok = key, false
}

func (g *quickOthello) Make(i int) {
	key := g.spoil("Make", g.spoil("After", g.After(i)))
	if g.wrong == "late" && len(g.before) > 20 {
		key++
	}
	g.change(key, g.moves()[i])
}

func (g *quickOthello) Null() bool {
	g.change(g.spoil("Null", g.key^g.keys.Side()), pass)
	return true
}

func (g *quickOthello) UndoNull() {
	last := g.before[len(g.before)-1]
	g.before = g.before[:len(g.before)-1]
	g.position, g.key, g.ok = last.position, last.key, false
}

func (g *quickOthello) Unmake() {
	g.UndoNull()
	g.key = g.spoil("Unmake", g.key)
}

func (g *quickOthello) Clone() zobristtest.Game {
	c := *g
	c.before, c.list = slices.Clone(g.before), slices.Clone(g.list)
	c.key = g.spoil("Clone", g.key)
	return &c
}

func (g *quickOthello) Load(text string) (err error) {
	g.position, err = othello.Parse(text)
	g.key, g.before, g.ok = g.spoil("Load", g.position.Hash(g.keys)), g.before[:0], false
	return err
}

// othelloPlanted returns games of Othello with a mistake: in a method, or in the update of the key.
func othelloPlanted() (all []planted) {
	for _, wrong := range []string{"Make", "Unmake", "Null", "After", "Clone", "Load", "routes",
		"late"} {
		all = append(all, planted{name: "wrong " + wrong, game: newQuickOthello(wrong),
			cfg: zobristtest.Config{Games: 3, Seed: 1, Plies: 60}})
	}
	for name, bug := range map[string]othelloBug{
		"flips forgotten": func(o *zobrist.Othello, _ zobrist.Square, flipped uint64) zobrist.Key {
			return o.Flip(flipped)
		},
		"the disc placed toggled twice": func(o *zobrist.Othello, at zobrist.Square,
			_ uint64) zobrist.Key {
			if at == pass {
				return 0
			}
			return o.Table().Key(at, zobrist.BlackDisc)
		},
		"side forgotten": func(o *zobrist.Othello, _ zobrist.Square, _ uint64) zobrist.Key {
			return o.Side()
		},
		"side forgotten in a pass": func(o *zobrist.Othello, at zobrist.Square,
			_ uint64) zobrist.Key {
			if at == pass {
				return o.Side()
			}
			return 0
		},
	} {
		all = append(all, planted{name: name, game: newOthello("", bug)})
	}
	return append(all, planted{name: "one key", game: func() zobristtest.Game {
		return bare{newQuickOthello("all keys")()}
	}},
		planted{name: "one key, with Position", game: newQuickOthello("all keys")})
}
