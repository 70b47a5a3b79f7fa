package peers

import (
	"math/rand/v2"
	"strings"

	"github.com/corentings/chess/v2"

	"github.com/zobrist-go/zobrist"
)

// Position reads a FEN into a position of corentings/chess. That library keeps
// a buffer of its FEN reader in a package variable, so calls must not overlap.
func Position(fen string) (*chess.Position, error) {
	p := new(chess.Position)
	if err := p.UnmarshalText([]byte(fen)); err != nil {
		return nil, err
	}
	return p, nil
}

var promotions = map[chess.PieceType]zobrist.ChessPiece{
	chess.Knight: zobrist.WhiteKnight,
	chess.Bishop: zobrist.WhiteBishop,
	chess.Rook:   zobrist.WhiteRook,
	chess.Queen:  zobrist.WhiteQueen,
}

// Move translates a move of corentings/chess. Both libraries number squares
// from a1 to h8, rank by rank.
func Move(m *chess.Move) zobrist.ChessMove {
	to := zobrist.ChessMove{From: zobrist.Square(m.S1()), To: zobrist.Square(m.S2())}
	if promo := m.Promo(); promo != chess.NoPieceType {
		to.Promotion = promotions[promo]
		if to.To < 8 {
			to.Promotion += zobrist.BlackPawn - zobrist.WhitePawn
		}
	}
	return to
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

// FromBoard translates a position of corentings/chess, all but its clocks.
func FromBoard(from *chess.Position) zobrist.ChessPosition {
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

// RandomGames plays legal games from the start position with random moves of
// corentings/chess, each to its end or for so many plies, the same ones for the
// same seed. It calls visit with every position, its legal moves and the index
// of the one that is played next, which is -1 at the end of a game.
func RandomGames(seed uint64, games, plies int, visit func(p *chess.Position, legal []chess.Move, next int)) {
	rng := rand.New(rand.NewPCG(seed, 0))
	for range games {
		p := chess.StartingPosition()
		for ply := 0; ; ply++ {
			legal := p.ValidMoves()
			if len(legal) == 0 || ply == plies {
				visit(p, legal, -1)
				break
			}
			next := rng.IntN(len(legal))
			visit(p, legal, next)
			p = p.Update(&legal[next])
		}
	}
}
