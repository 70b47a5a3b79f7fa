// Command user is a program outside the module. It uses each signature that must
// not change.
package main

import (
	"io"
	"iter"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/tt"
)

var (
	_ = zobrist.ChessNumbers{Piece: func(zobrist.Square, zobrist.ChessPiece) zobrist.Key { return 0 }, Side: 1}

	_ func(zobrist.ChessNumbers) *zobrist.Chess                      = zobrist.NewChessFunc
	_ func(*zobrist.Chess, zobrist.Square) zobrist.Key               = (*zobrist.Chess).EnPassant
	_ func(*zobrist.Chess, zobrist.CastlingRights) zobrist.Key       = (*zobrist.Chess).Castling
	_ func(*zobrist.Chess) iter.Seq2[string, zobrist.Key]            = (*zobrist.Chess).Keys
	_ func(*zobrist.History, zobrist.Key) (plies int, ok bool)       = (*zobrist.History).Ago
	_ func(*zobrist.History) zobrist.Key                             = (*zobrist.History).Last
	_ func(int) (*tt.Table[entry], error)                            = tt.New[entry]
	_ func(*tt.Table[entry]) error                                   = (*tt.Table[entry]).Close
	_ func(*tt.Table[entry], zobrist.Key, entry, int)                = (*tt.Table[entry]).Store
	_ func(*tt.Table[entry], zobrist.Key, entry, int)                = (*tt.Table[entry]).StoreMax
	_ func(*tt.Table[entry], zobrist.Key) (entry, bool)              = (*tt.Table[entry]).Probe
	_ func(*tt.Table[entry]) iter.Seq2[zobrist.Key, tt.Entry[entry]] = (*tt.Table[entry]).All
	_ io.Closer                                                      = (*tt.Table[entry])(nil)
)

type entry struct {
	score int16
	depth int8
}

func main() {}
