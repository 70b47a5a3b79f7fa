package recover

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/lines"
	"github.com/zobrist-go/zobrist/internal/words"
)

// A Position is the content of a FEN of any game: letters on squares, and fields.
type Position struct {
	Text     string // the FEN
	Board    []Man
	Ranks    int
	Files    int
	Pocket   []Count // pieces in hand, sorted by letter
	HasHand  bool    // the FEN has a pocket, even if it is empty
	Black    bool    // the second player moves
	Castling string  // the letters of the rights, sorted; "" for none
	EP       string  // the en passant square, or ""
	Checks   string  // check counters such as "3+3", or ""
	Other    []string
	Clock    int // the halfmove clock, 0 without one

	illegalEP bool // the en passant capture is known to be illegal
}

// A Man is a piece on a square. Promoted pieces have a '+' before the letter in shogi,
// and a '~' after it in crazyhouse.
type Man struct {
	Square string // "e4"
	Letter string // "P", "+r", "Q~"
}

// A Count is a number of pieces in hand.
type Count struct {
	Letter string
	N      int
}

// Parse reads the text of a FEN: a board of any size with an optional pocket,
// the side to move, and the fields of the game. Only the board is required.
func Parse(fen string) (*Position, error) {
	fields := strings.Fields(fen)
	if len(fields) == 0 {
		return nil, fmt.Errorf("no board in an empty position")
	}
	p := &Position{Text: fen}
	if err := p.parseBoard(fields[0]); err != nil {
		return nil, err
	}
	fields = fields[1:]
	if len(fields) == 0 {
		return p, nil
	}
	switch fields[0] {
	case "w", "r": // red moves first in xiangqi
	case "b":
		p.Black = true
	default:
		return nil, fmt.Errorf("side to move %q: want w, r or b", fields[0])
	}
	p.parseFields(fields[1:])
	if p.Capturable() {
		if chess, err := zobrist.ParseFEN(fen); err == nil {
			p.illegalEP = zobrist.NewChess(1).WithEnPassant(zobrist.EnPassantLegal).EnPassantKey(&chess) == 0
		}
	}
	return p, nil
}

func (p *Position) parseBoard(s string) error {
	board, pocket, hasPocket := strings.Cut(s, "[")
	ranks := strings.Split(board, "/")
	if len(ranks) == 9 && !hasPocket && strings.Count(s, "/") == 8 && rankWidth(ranks[0]) == 8 && rankWidth(ranks[8]) != 8 {
		// Eight ranks, and the pieces in hand after another slash.
		hasPocket, pocket, ranks = true, ranks[8]+"]", ranks[:8]
	}
	p.Ranks = len(ranks)
	if p.Ranks < 2 || p.Ranks > 32 {
		return fmt.Errorf("board %q has %d ranks", lines.Excerpt(s), p.Ranks)
	}
	for i, rank := range ranks {
		if err := p.parseRank(rank, p.Ranks-i); err != nil {
			return err
		}
	}
	if hasPocket {
		return p.parsePocket(pocket)
	}
	return nil
}

func (p *Position) parseRank(rank string, number int) error {
	file := 0
	for i := 0; i < len(rank); i++ {
		c := rank[i]
		switch {
		case '0' <= c && c <= '9':
			empty := 0
			for ; i < len(rank) && '0' <= rank[i] && rank[i] <= '9' && empty < 100; i++ {
				empty = 10*empty + int(rank[i]-'0')
			}
			i--
			file += empty
		case c == '+' && i+1 < len(rank) && words.IsLetter(rank[i+1]), words.IsLetter(c):
			start := i
			if c == '+' {
				i++
			}
			if i+1 < len(rank) && rank[i+1] == '~' {
				i++
			}
			p.Board = append(p.Board, Man{squareName(file, number), rank[start : i+1]})
			file++
		default:
			return fmt.Errorf("rank %d of the board has %q", number, c)
		}
		if file > 32 {
			return fmt.Errorf("rank %d of the board has more than 32 squares", number)
		}
	}
	if p.Files != 0 && file != p.Files {
		return fmt.Errorf("rank %d of the board has %d squares, but another rank has %d", number, file, p.Files)
	}
	p.Files = file
	return nil
}

func (p *Position) parsePocket(s string) error {
	p.HasHand = true
	s = strings.TrimSuffix(s, "]")
	if s == "-" {
		return nil
	}
	counts := make(map[string]int)
	n := 0
	for i := range len(s) {
		switch c := s[i]; {
		case '0' <= c && c <= '9':
			n = min(10*n+int(c-'0'), 1000)
		case words.IsLetter(c):
			counts[s[i:i+1]] += max(n, 1)
			n = 0
		default:
			return fmt.Errorf("pieces in hand %q: want letters", s)
		}
	}
	for letter, n := range counts {
		p.Pocket = append(p.Pocket, Count{letter, n})
	}
	slices.SortFunc(p.Pocket, func(a, b Count) int { return strings.Compare(a.Letter, b.Letter) })
	return nil
}

// parseFields reads the fields after the side to move: castling, en passant and
// others. A number is a clock.
func (p *Position) parseFields(fields []string) {
	numbers := 0
	for i, f := range fields {
		n, err := strconv.Atoi(f)
		switch {
		case err == nil && f[0] != '+' && f[0] != '-':
			if numbers++; numbers == 1 {
				p.Clock = n
			}
		case f == "-":
		case strings.Contains(f, "+") && strings.Trim(f, "+0123456789") == "":
			p.Checks = f
		case i == 0 && words.AllLetters(f):
			letters := []byte(f)
			slices.Sort(letters)
			p.Castling = string(letters)
		case len(f) >= 2 && 'a' <= f[0] && f[0] <= 'z' && strings.Trim(f[1:], "0123456789") == "":
			p.EP = f
		default:
			p.Other = append(p.Other, f)
		}
	}
}

// Capturable reports whether a pawn of the side to move can capture en passant,
// legally or not.
func (p *Position) Capturable() bool {
	if p.EP == "" {
		return false
	}
	rank, err := strconv.Atoi(p.EP[1:])
	if err != nil {
		return false
	}
	file, pawn := int(p.EP[0]-'a'), "P"
	rank--
	if p.Black {
		pawn = "p"
		rank += 2
	}
	for _, f := range []int{file - 1, file + 1} {
		if f >= 0 && slices.Contains(p.Board, Man{squareName(f, rank), pawn}) {
			return true
		}
	}
	return false
}

func squareName(file, rank int) string {
	if file < 26 {
		return string(rune('a'+file)) + strconv.Itoa(rank)
	}
	return fmt.Sprintf("file%d-%d", file+1, rank)
}

func rankWidth(s string) int {
	n := 0
	for i := range len(s) {
		switch c := s[i]; {
		case '0' <= c && c <= '9':
			n += int(c - '0')
		case words.IsLetter(c):
			n++
		}
	}
	return n
}

// BoardText returns the first field of the FEN: the board and the pocket.
func (p *Position) BoardText() string {
	men := make(map[string]string, len(p.Board))
	for _, m := range p.Board {
		men[m.Square] = m.Letter
	}
	var b strings.Builder
	for rank := p.Ranks; rank >= 1; rank-- {
		empty := 0
		flush := func() {
			if empty > 0 {
				b.WriteString(strconv.Itoa(empty))
			}
			empty = 0
		}
		for file := range p.Files {
			letter, ok := men[squareName(file, rank)]
			if !ok {
				empty++
				continue
			}
			flush()
			b.WriteString(letter)
		}
		if flush(); rank > 1 {
			b.WriteByte('/')
		}
	}
	if p.HasHand {
		b.WriteByte('[')
		for _, c := range p.Pocket {
			b.WriteString(strings.Repeat(c.Letter, c.N))
		}
		b.WriteByte(']')
	}
	return b.String()
}
