package peers_test

import (
	"iter"
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
	before []kitState
}

type kitState struct {
	at    *chess.Position
	key   zobrist.Key
	legal []chess.Move
}

func (g *kitGame) Key() zobrist.Key { return g.key }

func (g *kitGame) Recompute() zobrist.Key {
	p := fromBoard(g.at)
	return g.keys.Hash(&p)
}

func (g *kitGame) moves() []chess.Move {
	if g.legal == nil {
		g.legal = g.at.ValidMoves()
	}
	return g.legal
}

func (g *kitGame) Moves() int { return len(g.moves()) }

func (g *kitGame) MoveString(i int) string { return uciMove(&g.moves()[i]).String() }

func (g *kitGame) After(i int) zobrist.Key { return g.after(uciMove(&g.moves()[i])) }

func (g *kitGame) after(m zobrist.ChessMove) zobrist.Key {
	p := fromBoard(g.at)
	return g.keys.After(g.key, &p, m)
}

func (g *kitGame) play(m *chess.Move, key zobrist.Key) {
	g.before = append(g.before, kitState{g.at, g.key, g.legal})
	g.at, g.key, g.legal = g.at.Update(m), key, nil
}

func (g *kitGame) Make(i int) { g.play(&g.moves()[i], g.After(i)) }

func (g *kitGame) Unmake() {
	last := g.before[len(g.before)-1]
	g.before = g.before[:len(g.before)-1]
	g.at, g.key, g.legal = last.at, last.key, last.legal
}

func (g *kitGame) Null() bool {
	p := fromBoard(g.at)
	if movegen.InCheck(&p) {
		return false
	}
	g.play(nil, g.after(zobrist.ChessMove{}))
	return true
}

func (g *kitGame) UndoNull() { g.Unmake() }

// Position returns the FEN without clocks. It has the en passant square only if the rule
// puts the square into the key.
func (g *kitGame) Position() string {
	p := fromBoard(g.at)
	without := p
	without.EnPassant = 0
	if g.keys.Hash(&p) == g.keys.Hash(&without) {
		p = without
	}
	return strings.Join(strings.Fields(p.FEN())[:4], " ")
}

func (g *kitGame) Keys() iter.Seq2[string, zobrist.Key] { return g.keys.Keys() }

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
