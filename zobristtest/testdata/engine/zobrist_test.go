package engine // yours

import (
	"testing"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/zobristtest"
)

type game struct{ board *Board } // yours, with its methods below

// Optional: Keys() iter.Seq2[string, zobrist.Key] names the wrong features, and
// Null() bool and UndoNull() test the null move. See below.
func (g game) Key() zobrist.Key        { return zobrist.Key(g.board.Hash) }
func (g game) Recompute() zobrist.Key  { return zobrist.Key(g.board.ComputeHash()) }
func (g game) Moves() int              { return len(g.board.LegalMoves()) }
func (g game) Make(i int)              { g.board.Do(g.board.LegalMoves()[i]) }
func (g game) Unmake()                 { g.board.Undo() }
func (g game) MoveString(i int) string { return g.board.LegalMoves()[i].String() }
func (g game) Position() string        { return g.board.FEN() }

func newGame() zobristtest.Game { return game{NewBoard()} }

func TestZobrist(t *testing.T) { zobristtest.Run(t, newGame) }
func FuzzZobrist(f *testing.F) { zobristtest.Fuzz(f, newGame) }
