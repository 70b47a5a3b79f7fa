// Command user is a program outside the module. It uses each signature that must
// not change.
package main

import (
	"encoding"
	"io"
	"iter"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/book"
	"github.com/zobrist-go/zobrist/chess"
	"github.com/zobrist-go/zobrist/othello"
	"github.com/zobrist-go/zobrist/tt"
)

type (
	key    = zobrist.Key
	square = zobrist.Square
	piece  = zobrist.ChessPiece
	rights = zobrist.CastlingRights
	disc   = zobrist.Disc

	split     = zobrist.Split[square, piece]
	canonical = zobrist.Canonical[square, piece]
)

var (
	_ = zobrist.ChessNumbers{Piece: func(square, piece) key { return 0 }, Side: 1}

	_ func(zobrist.ChessNumbers) *zobrist.Chess                        = zobrist.NewChessFunc
	_ func(*zobrist.Chess, *[64]piece, bool, rights, square) key       = (*zobrist.Chess).Hash
	_ func(*zobrist.Chess) *zobrist.Table[square, piece]               = (*zobrist.Chess).Pieces
	_ func(*zobrist.Chess, square) key                                 = (*zobrist.Chess).EnPassant
	_ func(*zobrist.Chess, rights) key                                 = (*zobrist.Chess).Castling
	_ func(*zobrist.Chess) key                                         = (*zobrist.Chess).Side
	_ func(*zobrist.Chess) iter.Seq2[string, key]                      = (*zobrist.Chess).Keys
	_ func(*zobrist.Chess, zobrist.EnPassantRule) *zobrist.Chess       = (*zobrist.Chess).WithEnPassant
	_ func(*zobrist.Chess) zobrist.EnPassantRule                       = (*zobrist.Chess).EnPassantRule
	_ func(zobrist.EnPassantRule, square, *[6]uint64, *[6]uint64) bool = zobrist.EnPassantOn
	_ func(piece) bool                                                 = piece.Black
	_ func(square) int                                                 = square.File
	_ func(square) int                                                 = square.Rank
	_ func(*zobrist.Othello, uint64, uint64, disc) key                 = (*zobrist.Othello).Hash
	_ func(*zobrist.Othello, key, disc, square, uint64) key            = (*zobrist.Othello).After
	_ func(*zobrist.Othello, uint64) key                               = (*zobrist.Othello).Flip
	_ func(*zobrist.History, key) (plies int, ok bool)                 = (*zobrist.History).Ago
	_ func(*zobrist.History) key                                       = (*zobrist.History).Last

	_ func(*zobrist.Chess, int) key                                        = (*zobrist.Chess).Clock
	_ func(*zobrist.Chess) *zobrist.Reversals                              = (*zobrist.Chess).Reversals
	_ func(*zobrist.Reversals, *zobrist.History, uint64, bool) (int, bool) = (*zobrist.Reversals).Upcoming
	_ func(*zobrist.Table[square, piece], ...[]piece) *split               = zobrist.NewSplit[square, piece]
	_ func(*split, []key, []piece)                                         = (*split).Hash
	_ func(*split, []key, square, piece)                                   = (*split).Toggle
	_ func(*split, []key, square, square, piece)                           = (*split).Move
	_ func(*split, []key, square, piece, piece)                            = (*split).Replace
	_ func(*canonical, []piece) *canonical                                 = (*canonical).WithPieces
	_ func(*canonical, []key, square, piece, piece)                        = (*canonical).Replace
	_ func(*canonical, []key, square, square, piece)                       = (*canonical).Move
	_ func(*zobrist.Table[square, piece], [][]square) *canonical           = zobrist.NewCanonical[square, piece]
	_ func(io.Writer, iter.Seq[book.Entry]) error                          = book.Write
	_ func(*book.Book) iter.Seq2[book.Entry, error]                        = (*book.Book).All
	_                                                                      = book.Entry{Key: 1, Move: chess.Move{}, Weight: 1}

	_ func() chess.Position                                      = chess.Start
	_ func(string) (chess.Position, error)                       = chess.ParseFEN
	_ func(string) (chess.Move, error)                           = chess.ParseMove
	_ func(*chess.Position) string                               = (*chess.Position).FEN
	_ func(*chess.Position, []byte) []byte                       = (*chess.Position).AppendFEN
	_ func(*chess.Position, *zobrist.Chess) key                  = (*chess.Position).Hash
	_ func(*chess.Position, *zobrist.Chess, key, chess.Move) key = (*chess.Position).After
	_ func(*chess.Position, *zobrist.Chess) key                  = (*chess.Position).EnPassantKey
	_ func(*chess.Position, chess.Move) bool                     = (*chess.Position).Play
	_ func(*chess.Position, chess.Move) bool                     = (*chess.Position).Irreversible
	_ func(*chess.Position) bool                                 = (*chess.Position).InCheck
	_ func(*chess.Position, zobrist.EnPassantRule) bool          = (*chess.Position).EnPassantCounts
	_ func(*chess.Position, chess.Move) chess.Move               = (*chess.Position).Normalize
	_ func(*chess.Position, rights) square                       = (*chess.Position).Rook
	_ func(*chess.Position) error                                = (*chess.Position).CheckStandard
	_ encoding.TextMarshaler                                     = chess.Position{}
	_ encoding.TextUnmarshaler                                   = (*chess.Position)(nil)
	_ encoding.TextMarshaler                                     = chess.Move{}
	_ encoding.TextUnmarshaler                                   = (*chess.Move)(nil)
	_                                                            = chess.Position{Board: [64]piece{}, BlackToMove: true, Castling: 1, Rooks: [4]square{}, EnPassant: 0, HalfmoveClock: 0, FullmoveNumber: 1}
	_                                                            = chess.Move{From: 12, To: 28, Promotion: zobrist.NoPiece}

	_ func() othello.Position                                    = othello.Start
	_ func(string) (othello.Position, error)                     = othello.Parse
	_ func(*othello.Position) uint64                             = (*othello.Position).Moves
	_ func(*othello.Position, square) uint64                     = (*othello.Position).Flips
	_ func(*othello.Position, square) bool                       = (*othello.Position).Play
	_ func(*othello.Position)                                    = (*othello.Position).Pass
	_ func(*othello.Position, *zobrist.Othello) key              = (*othello.Position).Hash
	_ func(*othello.Position, *zobrist.Othello, key, square) key = (*othello.Position).After
	_                                                            = othello.Position{Black: 1, White: 2, ToMove: zobrist.BlackDisc}

	_ func(int) (*tt.Table[entry], error)                    = tt.New[entry]
	_ func(*tt.Table[entry]) error                           = (*tt.Table[entry]).Close
	_ func(*tt.Table[entry], key, entry, int)                = (*tt.Table[entry]).Store
	_ func(*tt.Table[entry], key, entry, int)                = (*tt.Table[entry]).StoreMax
	_ func(*tt.Table[entry], key) (entry, bool)              = (*tt.Table[entry]).Probe
	_ func(*tt.Table[entry]) iter.Seq2[key, tt.Entry[entry]] = (*tt.Table[entry]).All
	_ io.Closer                                              = (*tt.Table[entry])(nil)
)

type entry struct {
	score int16
	depth int8
}

func main() {}
