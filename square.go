package zobrist

import (
	"fmt"

	"github.com/zobrist-go/zobrist/internal/text"
)

// A Square is one of the 64 squares of a chess or Othello board: 8*rank + file, both counted
// from 0. So a1 is 0, b1 is 1 and h8 is 63. For an en passant square, 0 means none.
type Square uint8

// ParseSquare reads a square such as e4: a file from a to h and a rank from 1 to 8.
func ParseSquare(s string) (Square, error) {
	if len(s) == 2 {
		file, rank := s[0], s[1]
		if 'a' <= file && file <= 'h' && '1' <= rank && rank <= '8' {
			return 8*Square(rank-'1') + Square(file-'a'), nil
		}
	}
	return 0, fmt.Errorf("zobrist: square %q, want a file from a to h and a rank from 1 to 8",
		text.Excerpt(s))
}

// String returns the square's name, such as e4, or "-" for a value above 63.
func (s Square) String() string {
	if s > 63 {
		return "-"
	}
	return string([]byte{'a' + byte(s&7), '1' + byte(s>>3)})
}

// File returns the file, from 0 for a to 7 for h.
func (s Square) File() int { return int(s & 7) }

// Rank returns the rank from 0 to 7, which players number 1 to 8. It returns more for a value above
// 63.
func (s Square) Rank() int { return int(s >> 3) }
