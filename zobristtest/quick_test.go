package zobristtest_test

import (
	"slices"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/zobristtest"
)

// A quickOthello is Othello whose methods do no more than they must. It has all
// optional methods but two. wrong names the method with a planted bug.
type quickOthello struct {
	othelloGame
	list  []zobrist.Square // the moves here, if listed
	ok    bool
	wrong string
}

func newQuickOthello(wrong string) func() zobristtest.Game {
	newGame := newOthelloGame(othelloStart, nil)
	return func() zobristtest.Game {
		return &quickOthello{othelloGame: *newGame().(*othelloGame), wrong: wrong}
	}
}

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
	return g.hash()
}

// hash returns the key from scratch. The bug in texts shows on an empty centre, which no
// game has.
func (g *quickOthello) hash() zobrist.Key {
	p := g.position
	if d4 := uint64(1 << 27); g.wrong == "texts" && (p.Black|p.White)&d4 == 0 {
		p.White |= d4
	}
	return g.keys.Hash(p)
}

func (g *quickOthello) moves() []zobrist.Square {
	if !g.ok {
		g.list, g.ok = g.list[:0], true
		for s := range zobrist.Square(64) {
			if g.position.Flips(s) != 0 {
				g.list = append(g.list, s)
			}
		}
		if len(g.list) == 0 && othelloMoves(passed(g.position)) != nil {
			g.list = append(g.list, pass)
		}
	}
	return g.list
}

func (g *quickOthello) Moves() int { return len(g.moves()) }

func (g *quickOthello) MoveString(i int) string {
	if s := g.moves()[i]; s != pass {
		return s.String()
	}
	return "pass"
}

func (g *quickOthello) After(i int) zobrist.Key {
	s := g.moves()[i]
	if s == pass {
		return g.key ^ g.keys.Side()
	}
	return g.keys.After(g.key, g.position.ToMove, s, g.position.Flips(s))
}

func (g *quickOthello) Make(i int) {
	key, s := g.spoil("Make", g.spoil("After", g.After(i))), g.moves()[i]
	if g.wrong == "late" && len(g.before) > 20 {
		key++
	}
	g.before = append(g.before, othelloState{g.position, g.key})
	if s != pass {
		g.position.Play(s)
	} else {
		g.position.Pass()
	}
	g.key, g.ok = key, false
}

func (g *quickOthello) Null() bool {
	g.ok = false
	g.othelloGame.Null()
	g.key = g.spoil("Null", g.key)
	return true
}

func (g *quickOthello) Unmake() {
	g.ok = false
	g.othelloGame.Unmake()
	g.key = g.spoil("Unmake", g.key)
}

func (g *quickOthello) UndoNull() { g.ok = false; g.othelloGame.Unmake() }

func (g *quickOthello) Clone() zobristtest.Game {
	c := *g
	c.before, c.list = slices.Clone(g.before), slices.Clone(g.list)
	c.key = g.spoil("Clone", g.key)
	return &c
}

func (g *quickOthello) Load(text string) (err error) {
	g.position, err = zobrist.ParseOthello(text)
	g.key, g.before, g.ok = g.spoil("Load", g.hash()), g.before[:0], false
	return err
}
