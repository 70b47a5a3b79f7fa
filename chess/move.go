package chess

import (
	"fmt"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/text"
)

// A Move moves the piece on From to To. To castle, move the king by two files or, as in Chess960,
// to the square of its own rook. A pawn that reaches the last rank becomes Promotion: a knight,
// bishop, rook or queen, of either colour. The zero Move is the null move, which only passes the
// turn.
type Move struct {
	From, To  zobrist.Square
	Promotion zobrist.ChessPiece
}

// ParseMove reads a move in the notation of the UCI protocol: e2e4, e7e8q, e1g1 or e1h1 for
// castling, 0000 for the null move.
func ParseMove(uci string) (Move, error) {
	if uci == "0000" {
		return Move{}, nil
	}
	if len(uci) != 4 && len(uci) != 5 {
		return Move{}, moveError(uci, "want two squares, such as e2e4, and perhaps a promotion, "+
			"such as e7e8q")
	}
	from, err := zobrist.ParseSquare(uci[:2])
	if err != nil {
		return Move{}, moveError(uci, "from %q, want a square from a1 to h8", uci[:2])
	}
	to, err := zobrist.ParseSquare(uci[2:4])
	if err != nil {
		return Move{}, moveError(uci, "to %q, want a square from a1 to h8", uci[2:4])
	}
	if from == to {
		return Move{}, moveError(uci, "from and to are both %v", to)
	}
	m := Move{From: from, To: to}
	if len(uci) == 4 {
		return m, nil
	}
	m.Promotion = promotionOf(uci[4])
	if m.Promotion == zobrist.NoPiece {
		return Move{}, moveError(uci, "promotion to %q, want n, b, r or q", uci[4:])
	}
	switch to.Rank() {
	case 0: // a black pawn
		m.Promotion = m.Promotion.Of(true)
	case 7:
	default:
		return Move{}, moveError(uci, "promotion on %v, want rank 1 or 8", to)
	}
	return m, nil
}

func moveError(uci, format string, args ...any) error {
	quoted := []any{text.Excerpt(uci)}
	return fmt.Errorf("zobrist: move %q: "+format, append(quoted, args...)...)
}

// promotionOf returns the white piece of a letter in either case, or NoPiece.
func promotionOf(letter byte) zobrist.ChessPiece {
	switch letter {
	case 'n', 'N':
		return zobrist.WhiteKnight
	case 'b', 'B':
		return zobrist.WhiteBishop
	case 'r', 'R':
		return zobrist.WhiteRook
	case 'q', 'Q':
		return zobrist.WhiteQueen
	}
	return zobrist.NoPiece
}

// String returns the move in the notation of the UCI protocol. [ParseMove] reads back the null
// move, and a move from one square to another with a valid promotion or none.
func (m Move) String() string {
	if m == (Move{}) {
		return "0000"
	}
	uci := m.From.String() + m.To.String()
	if m.Promotion != zobrist.NoPiece {
		uci += m.Promotion.Of(true).String() // in lower case
	}
	return uci
}

// MarshalText implements [encoding.TextMarshaler] with the text of [Move.String]. It returns an
// error for a move that [ParseMove] refuses.
func (m Move) MarshalText() ([]byte, error) {
	s := m.String()
	_, err := ParseMove(s)
	return []byte(s), err
}

// UnmarshalText implements [encoding.TextUnmarshaler]: see [ParseMove]. On an error it leaves m
// unchanged.
func (m *Move) UnmarshalText(uci []byte) error {
	read, err := ParseMove(string(uci))
	if err == nil {
		*m = read
	}
	return err
}
