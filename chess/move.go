package chess

import (
	"fmt"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/text"
)

// A Move moves the piece on From to To. To castle, move the king by two files or, as in Chess960, to the square of
// its own rook. A pawn that reaches the last rank becomes Promotion: a knight, bishop, rook or queen, of either
// colour. The zero Move is the null move, which only passes the turn.
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
		return Move{}, fmt.Errorf("zobrist: move %q: want two squares, such as e2e4, and perhaps a promotion, such as e7e8q", text.Excerpt(uci))
	}
	wrong := func(format string, args ...any) (Move, error) {
		return Move{}, fmt.Errorf("zobrist: move %q: "+format, append([]any{uci}, args...)...)
	}
	from, errFrom := zobrist.ParseSquare(uci[:2])
	to, errTo := zobrist.ParseSquare(uci[2:4])
	switch {
	case errFrom != nil:
		return wrong("from %q, want a square from a1 to h8", uci[:2])
	case errTo != nil:
		return wrong("to %q, want a square from a1 to h8", uci[2:4])
	case from == to:
		return wrong("from and to are both %v", to)
	case len(uci) == 4:
		return Move{From: from, To: to}, nil
	}
	kind := strings.IndexByte("nbrq", uci[4]|0x20)
	if kind < 0 {
		return wrong("promotion to %q, want n, b, r or q", uci[4:])
	}
	if rank := to.Rank(); rank != 0 && rank != 7 {
		return wrong("promotion on %v, want rank 1 or 8", to)
	}
	return Move{from, to, (zobrist.WhiteKnight + zobrist.ChessPiece(kind)).Of(to.Rank() == 0)}, nil
}

// String returns the move in the notation of the UCI protocol. [ParseMove] reads back the null
// move, and a move from one square to another with a valid promotion or none.
func (m Move) String() string {
	if m == (Move{}) {
		return "0000"
	}
	s := m.From.String() + m.To.String()
	if m.Promotion != zobrist.NoPiece {
		s += m.Promotion.Of(true).String()
	}
	return s
}

// MarshalText implements [encoding.TextMarshaler] with the text of [Move.String]. It returns an
// error for a move that [ParseMove] refuses.
func (m Move) MarshalText() ([]byte, error) {
	s := m.String()
	_, err := ParseMove(s)
	return []byte(s), err
}

// UnmarshalText implements [encoding.TextUnmarshaler]: see [ParseMove]. On an error it leaves m unchanged.
func (m *Move) UnmarshalText(uci []byte) error {
	read, err := ParseMove(string(uci))
	if err == nil {
		*m = read
	}
	return err
}
