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
	wrong := func(format string, args ...any) (ChessMove, error) {
		return ChessMove{}, fmt.Errorf("zobrist: move %q: "+format, append([]any{uci}, args...)...)
	}
	from, okFrom := parseSquare(uci[:2])
	to, okTo := parseSquare(uci[2:4])
	switch {
	case !okFrom:
		return wrong("from %q, want a square from a1 to h8", uci[:2])
	case !okTo:
		return wrong("to %q, want a square from a1 to h8", uci[2:4])
	case from == to:
		return wrong("from and to are both %v", to)
	case len(uci) == 4:
		return ChessMove{From: from, To: to}, nil
	}
	kind := strings.IndexByte("nbrq", uci[4]|0x20)
	if kind < 0 {
		return wrong("promotion to %q, want n, b, r or q", uci[4:])
	}
	if rank := to >> 3; rank != 0 && rank != 7 {
		return wrong("promotion on %v, want rank 1 or 8", to)
	}
	return ChessMove{from, to, (WhiteKnight + ChessPiece(kind)).of(to>>3 == 0)}, nil
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
