// Command user is a program outside the module. It assigns each function whose signature must not
// change to a variable of that type: a change that TestAPI only shows does not compile here.
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
	rule   = zobrist.EnPassantRule
	source = *zobrist.SplitMix64

	table     = zobrist.Table[square, piece]
	board     = zobrist.Board[square, piece]
	subKeys   = zobrist.SubKeys[square, piece]
	canonical = zobrist.Canonical[square, piece]
	elements  = zobrist.Elements[string]
	multiset  = zobrist.Multiset[string]

	kinds = *[6]uint64 // bitboards of one side
)

// The general tools.
var (
	_ func(key, int) int = key.Shard

	_ func(*table, key, []piece, []piece) key = (*table).Diff

	_ func(*table, []piece) *board          = zobrist.NewBoard[square, piece]
	_ func(*board, square) piece            = (*board).At
	_ func(*board, square, piece) (o piece) = (*board).Set
	_ func(*board) key                      = (*board).Key
	_ func(*board) []piece                  = (*board).Pieces
	_ func(*board, *board)                  = (*board).CopyFrom

	_ func(*zobrist.KeySet, key) bool     = (*zobrist.KeySet).Add
	_ func(*zobrist.KeySet, key) bool     = (*zobrist.KeySet).Contains
	_ func(*zobrist.KeySet) int           = (*zobrist.KeySet).Len
	_ func(*zobrist.KeySet) iter.Seq[key] = (*zobrist.KeySet).All
	_ func(*zobrist.KeySet)               = (*zobrist.KeySet).Reset

	_ func(source, func(string) uint64) *elements = zobrist.NewElements[string]
	_ func(source, func(string) uint64) *multiset = zobrist.NewMultiset[string]

	_ func(*table, ...[]piece) *subKeys               = zobrist.NewSubKeys[square, piece]
	_ func(*subKeys, []key, []piece)                  = (*subKeys).Hash
	_ func(*subKeys, []key, square, piece)            = (*subKeys).Toggle
	_ func(*subKeys, []key, square, square, piece)    = (*subKeys).Move
	_ func(*subKeys, []key, square, piece, piece)     = (*subKeys).Replace
	_ func(*zobrist.History, key) (plies int, o bool) = (*zobrist.History).Ago
	_ func(*zobrist.History) key                      = (*zobrist.History).Last

	_ func(*table, [][]square, ...[]piece) *canonical = zobrist.NewCanonical[square, piece]
	_ func(*canonical, []key, square, piece, piece)   = (*canonical).Replace
	_ func(*canonical, []key, square, square, piece)  = (*canonical).Move

	_ func([][]square, []piece) ([][]square, [][]piece) = zobrist.WithSwap[square, piece]
)

// The numbers of chess and Othello.
var (
	_ = zobrist.ChessNumbers{Piece: func(square, piece) key { return 0 }, Side: 1}

	_ rights        = zobrist.AllCastling
	_ func(int) key = zobrist.ClockKey

	_ func(zobrist.ChessNumbers) *zobrist.Chess                  = zobrist.NewChessFunc
	_ func(*zobrist.Chess, *[64]piece, bool, rights, square) key = (*zobrist.Chess).Hash
	_ func(*zobrist.Chess) *table                                = (*zobrist.Chess).Table
	_ func(*zobrist.Chess) *subKeys                              = (*zobrist.Chess).SubKeys
	_ func(*zobrist.Chess, square) key                           = (*zobrist.Chess).EnPassant
	_ func(*zobrist.Chess, square, kinds, kinds) key             = (*zobrist.Chess).EnPassantKey
	_ func(*zobrist.Chess, rights) key                           = (*zobrist.Chess).Castling
	_ func(*zobrist.Chess) key                                   = (*zobrist.Chess).Side
	_ func(*zobrist.Chess) iter.Seq2[string, key]                = (*zobrist.Chess).Keys
	_ func(*zobrist.Chess, rule) *zobrist.Chess                  = (*zobrist.Chess).WithEnPassant
	_ func(*zobrist.Chess) rule                                  = (*zobrist.Chess).EnPassantRule
	_ func(rule, square, kinds, kinds) bool                      = rule.Counts
	_ func(*zobrist.Chess) *zobrist.Reversals                    = (*zobrist.Chess).Reversals
	_ func(piece) bool                                           = piece.Black
	_ func(square) int                                           = square.File
	_ func(square) int                                           = square.Rank

	_ func(*zobrist.Chess, kinds, kinds, bool, rights, square) key = (*zobrist.Chess).HashBitboards

	_ func(*zobrist.Reversals, *zobrist.History, uint64, bool) (int, bool) = (*zobrist.Reversals).
		Upcoming

	_ func(*zobrist.Othello) *zobrist.Table[square, disc]   = (*zobrist.Othello).Table
	_ func(*zobrist.Othello, uint64, uint64, disc) key      = (*zobrist.Othello).Hash
	_ func(*zobrist.Othello, key, disc, square, uint64) key = (*zobrist.Othello).After
	_ func(*zobrist.Othello, uint64) key                    = (*zobrist.Othello).Flip
)

// The boards.
var (
	_ string = chess.Start().FEN()
	_ key    = chess.Start().Hash(zobrist.Polyglot())

	_ func(string) (chess.Position, error)                       = chess.ParseFEN
	_ func(string) (chess.Move, error)                           = chess.ParseMove
	_ func(*chess.Position, []byte) []byte                       = (*chess.Position).AppendFEN
	_ func(*chess.Position, *zobrist.Chess, key, chess.Move) key = (*chess.Position).After
	_ func(*chess.Position, *subKeys, []key, chess.Move)         = (*chess.Position).AfterSubKeys
	_ func(*chess.Position) iter.Seq[chess.Move]                 = (*chess.Position).Moves
	_ func(*chess.Position, chess.Move) bool                     = (*chess.Position).Legal
	_ func(*chess.Position) (white, black [6]uint64)             = (*chess.Position).Bitboards
	_ func(*chess.Position, *zobrist.Chess) key                  = (*chess.Position).EnPassantKey
	_ func(*chess.Position, chess.Move) bool                     = (*chess.Position).Play
	_ func(*chess.Position, chess.Move) bool                     = (*chess.Position).Irreversible
	_ func(*chess.Position) bool                                 = (*chess.Position).InCheck
	_ func(*chess.Position, rule) bool                           = (*chess.Position).EnPassantCounts
	_ func(*chess.Position, rights) square                       = (*chess.Position).Rook
	_ func(*chess.Position) error                                = (*chess.Position).CheckStandard

	_ func(*chess.Position, chess.Move) chess.Move = (*chess.Position).StandardCastling

	_ encoding.TextMarshaler   = chess.Position{}
	_ encoding.TextUnmarshaler = (*chess.Position)(nil)
	_ encoding.TextMarshaler   = chess.Move{}
	_ encoding.TextUnmarshaler = (*chess.Move)(nil)

	_ = chess.Position{Board: [64]piece{}, BlackToMove: true, Castling: 1, Rooks: [4]square{},
		EnPassant: 0, HalfmoveClock: 0, FullmoveNumber: 1}
	_ = chess.Move{From: 12, To: 28, Promotion: zobrist.NoPiece}

	_ func(string) (othello.Position, error)                     = othello.Parse
	_ func(*othello.Position) uint64                             = (*othello.Position).Moves
	_ func(*othello.Position, square) uint64                     = (*othello.Position).Flips
	_ func(*othello.Position, square) bool                       = (*othello.Position).Play
	_ func(*othello.Position)                                    = (*othello.Position).Pass
	_ func(*othello.Position, *zobrist.Othello, key, square) key = (*othello.Position).After

	_ = othello.Position{Black: 1, White: 2, ToMove: zobrist.BlackDisc}
)

// The transposition table and the books.
var (
	_ func(int) (*tt.Table[entry], error)                    = tt.New[entry]
	_ func(*tt.Table[entry], key, entry, int)                = (*tt.Table[entry]).Store
	_ func(*tt.Table[entry], key, entry, int)                = (*tt.Table[entry]).StoreMax
	_ func(*tt.Table[entry], key) (entry, bool)              = (*tt.Table[entry]).Probe
	_ func(*tt.Table[entry]) iter.Seq2[key, tt.Entry[entry]] = (*tt.Table[entry]).All
	_ io.Closer                                              = (*tt.Table[entry])(nil)

	_ func(io.Writer, iter.Seq[book.Entry]) error   = book.Write
	_ func(*book.Book) iter.Seq2[book.Entry, error] = (*book.Book).All

	_ = book.Entry{Key: 1, Move: chess.Move{}, Weight: 1}
)

type entry struct {
	score int16
	depth int8
}

func main() {}
