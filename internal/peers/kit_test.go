package peers_test

import (
	"strings"
	"testing"

	"github.com/corentings/chess/v2"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/movegen"
	"github.com/zobrist-go/zobrist/zobristtest"
)

// A kitGame plays on the board of corentings/chess and updates a key of this library
// with After. A program that adds keys to that board would do the same.
type kitGame struct {
	keys   *zobrist.Chess
	at     *chess.Position
	key    zobrist.Key
	legal  []chess.Move // legal moves of at; nil if not computed yet
	before []kitGame
}

func (g *kitGame) Key() zobrist.Key { return g.key }

func (g *kitGame) Recompute() zobrist.Key {
	p := fromBoard(g.at)
	return g.keys.Hash(&p)
}

func (g *kitGame) Moves() int {
	if g.legal == nil {
		g.legal = g.at.ValidMoves()
	}
	return len(g.legal)
}

func (g *kitGame) Make(i int) { g.play(&g.legal[i], uciMove(&g.legal[i])) }

func (g *kitGame) play(theirs *chess.Move, m zobrist.ChessMove) {
	p := fromBoard(g.at)
	g.before = append(g.before, *g)
	g.at, g.key, g.legal = g.at.Update(theirs), g.keys.After(g.key, &p, m), nil
}

func (g *kitGame) Unmake() { *g = g.before[len(g.before)-1] }

func (g *kitGame) Null() bool {
	p := fromBoard(g.at)
	if movegen.InCheck(&p) {
		return false
	}
	g.play(nil, zobrist.ChessMove{})
	return true
}

func (g *kitGame) UndoNull() { g.Unmake() }

// Position returns the FEN without clocks. It has the en passant square only if the rule
// puts the square into the key.
func (g *kitGame) Position() string {
	p := fromBoard(g.at)
	if g.keys.EnPassantKey(&p) == 0 {
		p.EnPassant = 0
	}
	return strings.Join(strings.Fields(p.FEN())[:4], " ")
}

// The kit accepts keys on another library's board.
func TestKit(t *testing.T) {
	for name, rule := range map[string]zobrist.EnPassantRule{
		"pseudo-legal": zobrist.EnPassantPseudoLegal, "legal": zobrist.EnPassantLegal, "always": zobrist.EnPassantAlways,
	} {
		t.Run(name, func(t *testing.T) {
			zobristtest.Run(t, func() zobristtest.Game {
				g := &kitGame{keys: zobrist.NewChess(1).WithEnPassant(rule), at: chess.StartingPosition()}
				g.key = g.Recompute()
				return g
			})
		})
	}
}
