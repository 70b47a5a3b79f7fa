package peers_test

import (
	"strings"

	"github.com/corentings/chess/v2"

	"github.com/zobrist-go/zobrist"
)

// readPosition reads a FEN into a position of corentings/chess. Calls must not overlap,
// because that library's FEN reader keeps a buffer in a package variable.
func readPosition(fen string) (*chess.Position, error) {
	p := new(chess.Position)
	if err := p.UnmarshalText([]byte(fen)); err != nil {
		return nil, err
	}
	return p, nil
}

var pieces = map[chess.Piece]zobrist.ChessPiece{
	chess.NoPiece:   zobrist.NoPiece,
	chess.WhitePawn: zobrist.WhitePawn, chess.BlackPawn: zobrist.BlackPawn,
	chess.WhiteKnight: zobrist.WhiteKnight, chess.BlackKnight: zobrist.BlackKnight,
	chess.WhiteBishop: zobrist.WhiteBishop, chess.BlackBishop: zobrist.BlackBishop,
	chess.WhiteRook: zobrist.WhiteRook, chess.BlackRook: zobrist.BlackRook,
	chess.WhiteQueen: zobrist.WhiteQueen, chess.BlackQueen: zobrist.BlackQueen,
	chess.WhiteKing: zobrist.WhiteKing, chess.BlackKing: zobrist.BlackKing,
}

// fromBoard translates a position of corentings/chess, except its clocks.
func fromBoard(from *chess.Position) zobrist.ChessPosition {
	p := zobrist.ChessPosition{
		BlackToMove:    from.Turn() == chess.Black,
		FullmoveNumber: 1,
	}
	for s := range p.Board {
		p.Board[s] = pieces[from.Board().Piece(chess.Square(s))]
	}
	for i, right := range "KQkq" {
		p.Rooks[i] = p.Rook(1 << i) // the corner
		if strings.ContainsRune(from.CastleRights().String(), right) {
			p.Castling |= 1 << i
		}
	}
	if s := from.EnPassantSquare(); s != chess.NoSquare {
		p.EnPassant = zobrist.Square(s)
	}
	return p
}
