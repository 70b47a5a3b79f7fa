package engine // yours

import (
	"fmt"
	"iter"
	"testing"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/zobristtest"
)

type game struct{ board *Board } // yours, with its methods below

func newGame() zobristtest.Game { return &game{NewBoard()} }

func TestZobrist(t *testing.T) { zobristtest.Run(t, newGame) }
func FuzzZobrist(f *testing.F) { zobristtest.Fuzz(f, newGame) }

func (g *game) Key() zobrist.Key       { return zobrist.Key(g.board.Hash) }
func (g *game) Recompute() zobrist.Key { return zobrist.Key(g.board.ComputeHash()) } // from scratch
func (g *game) Moves() int             { return len(g.board.LegalMoves()) }
func (g *game) Make(i int)             { g.board.Do(g.board.LegalMoves()[i]) }
func (g *game) Unmake()                { g.board.Undo() }

// The methods below are optional. Delete those that you do not need.

func (g *game) MoveString(i int) string     { return g.board.LegalMoves()[i].String() }
func (g *game) Position() string            { return g.board.FEN() } // without clocks
func (g *game) Load(fen string) (err error) { g.board, err = ParseBoard(fen); return err }
func (g *game) Clone() zobristtest.Game     { return &game{g.board.Copy()} }
func (g *game) Null() bool                  { g.board.Pass(); return true } // false if not allowed
func (g *game) UndoNull()                   { g.board.Undo() }
func (g *game) After(i int) zobrist.Key {
	return zobrist.Key(g.board.HashAfter(g.board.LegalMoves()[i]))
}

func (g *game) Keys() iter.Seq2[string, zobrist.Key] { // each random number with a name
	return func(yield func(string, zobrist.Key) bool) {
		for man := range keys {
			for s, key := range keys[man] {
				if !yield(fmt.Sprintf("%s %c", square(s), "wb"[man]), zobrist.Key(key)) {
					return
				}
			}
		}
		yield("black to move", zobrist.Key(blackMove))
	}
}
