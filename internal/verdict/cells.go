package verdict

import (
	"strings"

	"github.com/zobrist-go/zobrist/internal/keycheck"
	"github.com/zobrist-go/zobrist/internal/words"
)

// A board finds the cell in the name of a feature: "e4 P", "P e4", "17 2".
type board struct {
	cells map[string]bool
	last  bool // the cell is the last word of a name, not the first
}

// newBoard learns the cells from the names. A game has more cells than kinds of
// piece. So the cells are the last words of the names if there are more different
// last words than first words, and otherwise the first words.
func newBoard(keys []keycheck.Named) *board {
	firsts, lasts := map[string]bool{}, map[string]bool{}
	for _, k := range keys {
		if first, last, ok := ends(k.Name); ok {
			firsts[first], lasts[last] = true, true
		}
	}
	if len(lasts) > len(firsts) {
		return &board{cells: lasts, last: true}
	}
	return &board{cells: firsts}
}

// ends returns the first and the last word of the name of a piece on a cell.
func ends(name string) (first, last string, ok bool) {
	lower := strings.ToLower(name)
	i, j := strings.IndexByte(name, ' '), strings.LastIndexByte(name, ' ')
	if i <= 0 || j == len(name)-1 || strings.HasPrefix(lower, "castling ") || strings.HasPrefix(lower, "en passant ") {
		return "", "", false
	}
	return name[:i], name[j+1:], true
}

// split divides the name of a feature into its cell and its piece, which is ""
// when it has none.
func (b *board) split(name string) (cell, piece string) {
	first, last, ok := ends(name)
	if !ok {
		return "", ""
	} else if b.last {
		return last, name[:len(name)-len(last)-1]
	}
	return first, name[len(first)+1:]
}

// join returns the name of a piece on a cell.
func (b *board) join(cell, piece string) string {
	if b.last {
		return piece + " " + cell
	}
	return cell + " " + piece
}

// cells has the parts of a move's name.
type cells struct {
	*board
	from, to  string // from is "" where a piece is dropped or placed
	victim    string // of an en passant capture: the file of to, the rank of from
	promotion string // what follows to, without signs: "q" in e7e8q and e7-e8=q
}

// read finds the cells in the name of a move, in any notation.
func (b *board) read(move string) cells {
	m := cells{board: b}
	end := 0
	for i := 0; i < len(move); i++ {
		cell := b.cellAt(move, i)
		if cell == "" {
			continue
		}
		if m.from == "" {
			m.from = m.to
		}
		m.to, end = cell, i+len(cell)
		i = end - 1
	}
	if m.to != "" {
		m.promotion = strings.Trim(move[end:], "=()+# !?")
	}
	if len(m.from) == 2 && len(m.to) == 2 {
		m.victim = m.to[:1] + m.from[1:]
	}
	return m
}

// cellAt returns the longest cell that starts at byte at of a move, or "". A cell
// that is a number must not be part of a longer number, nor a word of a longer word.
func (b *board) cellAt(move string, at int) string {
	for end := len(move); end > at; end-- {
		cell := move[at:end]
		digit := func(c byte) bool { return '0' <= c && c <= '9' }
		goesOn := func(inside, outside byte) bool {
			return digit(inside) && digit(outside) || words.AllLetters(cell) && words.IsLetter(outside)
		}
		if b.cells[cell] && !(at > 0 && goesOn(cell[0], move[at-1])) && !(end < len(move) && goesOn(move[end-1], move[end])) {
			return cell
		}
	}
	return ""
}
