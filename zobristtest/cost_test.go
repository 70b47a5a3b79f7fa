package zobristtest_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/movegen"
	"github.com/zobrist-go/zobrist/zobristtest"
)

// A quickOthello is Othello whose methods do no more than they must.
type quickOthello struct {
	othelloGame
	list []zobrist.Square // the moves here, if listed
	ok   bool
}

func newQuickOthello() zobristtest.Game {
	return &quickOthello{othelloGame: *newOthelloGame(othelloStart, nil)().(*othelloGame)}
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
	key, s := g.After(i), g.moves()[i]
	g.before = append(g.before, othelloState{g.position, g.key})
	if s != pass {
		g.position.Play(s)
	} else {
		g.position.Pass()
	}
	g.key, g.ok = key, false
}

func (g *quickOthello) Null() bool { g.ok = false; return g.othelloGame.Null() }
func (g *quickOthello) Unmake()    { g.othelloGame.Unmake(); g.ok = false }
func (g *quickOthello) UndoNull()  { g.Unmake() }

func (g *quickOthello) Clone() zobristtest.Game {
	c := *g
	c.before, c.list = slices.Clone(g.before), slices.Clone(g.list)
	return &c
}

func (g *quickOthello) Load(text string) (err error) {
	g.position, err = zobrist.ParseOthello(text)
	g.key, g.before, g.ok = g.keys.Hash(g.position), g.before[:0], false
	return err
}

// A slowGame takes a millisecond for each move.
type slowGame struct{ zobristtest.Game }

func (g slowGame) Make(i int) {
	for begin := time.Now(); time.Since(begin) < time.Millisecond; {
	}
	g.Game.Make(i)
}

func TestCost(t *testing.T) {
	_ = movegen.Legal
	for name, newGame := range map[string]func() zobristtest.Game{
		"othello": newQuickOthello,
		"ttt":     func() zobristtest.Game { return &ticTacToe{} },
		"slow":    func() zobristtest.Game { return slowGame{newQuickOthello()} },
		"chess":   newChessGame(startFEN, chessBug{}),
	} {
		t.Run(fmt.Sprint(name), func(t *testing.T) { zobristtest.Run(t, newGame) })
	}
}
