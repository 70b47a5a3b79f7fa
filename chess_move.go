package zobrist

import (
	"fmt"
	"strings"
)

// A ChessMove moves the piece on From to To. To castle, move the king by two
// files or, as in Chess960, to the square of its own rook. A pawn that reaches
// the last rank becomes Promotion: a knight, bishop, rook or queen, whose
// colour is ignored. The zero ChessMove is the null move, which only passes the
// turn.
type ChessMove struct {
	From, To  Square
	Promotion ChessPiece
}

// ParseMove reads a move in the notation of the UCI protocol: e2e4, e7e8q, e1g1
// or e1h1 for castling, 0000 for the null move. It has no position to check the
// move against.
func ParseMove(uci string) (ChessMove, error) {
	if uci == "0000" {
		return ChessMove{}, nil
	}
	if len(uci) != 4 && len(uci) != 5 {
		return ChessMove{}, fmt.Errorf("zobrist: move %q: want two squares, such as e2e4, and perhaps a promotion, such as e7e8q", excerpt(uci))
	}
	from, ok := parseSquare(uci[:2])
	if !ok {
		return ChessMove{}, fmt.Errorf("zobrist: move %q: from %q, want a square from a1 to h8", uci, uci[:2])
	}
	to, ok := parseSquare(uci[2:4])
	if !ok {
		return ChessMove{}, fmt.Errorf("zobrist: move %q: to %q, want a square from a1 to h8", uci, uci[2:4])
	}
	if from == to {
		return ChessMove{}, fmt.Errorf("zobrist: move %q: from and to are both %v", uci, to)
	}
	m := ChessMove{From: from, To: to}
	if len(uci) == 4 {
		return m, nil
	}
	kind := strings.IndexByte("nbrq", uci[4]|0x20)
	if kind < 0 {
		return ChessMove{}, fmt.Errorf("zobrist: move %q: promotion to %q, want n, b, r or q", uci, uci[4:])
	}
	if rank := to >> 3; rank != 0 && rank != 7 {
		return ChessMove{}, fmt.Errorf("zobrist: move %q: promotion on %v, want rank 1 or 8", uci, to)
	}
	m.Promotion = (WhiteKnight + ChessPiece(kind)).of(to>>3 == 0)
	return m, nil
}

// String returns the move in the notation of the UCI protocol. [ParseMove]
// reads it back if it is the null move, or goes from one square to another and
// has a valid promotion or none.
func (m ChessMove) String() string {
	if m == (ChessMove{}) {
		return "0000"
	}
	s := m.From.String() + m.To.String()
	if m.Promotion != NoPiece {
		s += m.Promotion.of(m.Promotion <= WhiteKing).String()
	}
	return s
}
