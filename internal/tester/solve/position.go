package solve

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/chess"
	"github.com/zobrist-go/zobrist/internal/lines"
	"github.com/zobrist-go/zobrist/internal/words"
)

// A Position is the content of a FEN of any game: letters on squares, and fields.
type Position struct {
	Text     string  // the FEN
	Board    []Man   // from the highest rank, file by file
	Pocket   []Count // pieces in hand, sorted by letter
	Black    bool    // the second player moves
	Castling string  // the letters of the rights, sorted; "" for none
	EP       string  // the en passant square, or ""
	Checks   string  // check counters such as "3+3", or ""
	Other    []string
	Clock    int // the halfmove clock, 0 without one

	files     int
	illegalEP bool // the en passant capture is known to be illegal
	check     bool // it is known that the side to move is in check
}

// A Man is a piece on a square. Promoted pieces have a '+' before the letter in shogi, and
// a '~' after it elsewhere.
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
	if len(fields) == 1 {
		return p, nil
	}
	switch fields[1] {
	case "w", "r": // red moves first in xiangqi
	case "b":
		p.Black = true
	default:
		return nil, fmt.Errorf("side to move %q: want w, r or b", fields[1])
	}
	p.parseFields(fields[2:])
	if board, err := chess.ParseFEN(fen); err == nil {
		p.check, p.illegalEP = board.InCheck(), p.Capturable() &&
			!board.EnPassantCounts(zobrist.EnPassantLegal)
	}
	return p, nil
}

func (p *Position) parseBoard(s string) error {
	board, pocket, hasPocket := strings.Cut(s, "[")
	ranks := strings.Split(board, "/")
	if len(ranks) < 2 || len(ranks) > 32 {
		return fmt.Errorf("board %q has %d ranks", lines.Excerpt(s), len(ranks))
	}
	p.Board = make([]Man, 0, min(len(board)-len(ranks)+1, 26*32))
	for i, rank := range ranks {
		if err := p.parseRank(rank, len(ranks)-i); err != nil {
			return err
		}
	}
	if hasPocket {
		return p.parsePocket(pocket)
	}
	return nil
}

func (p *Position) parseRank(rank string, number int) error {
	const most = 26 // letters
	file := 0
	for rank != "" {
		end := 0
		for end < len(rank) && '0' <= rank[end] && rank[end] <= '9' {
			end++
		}
		if end > 0 {
			empty, _ := strconv.Atoi(rank[:end])
			file += min(empty, 100)
		} else {
			if end < len(rank)-1 && rank[end] == '+' {
				end++
			}
			if !words.IsLetter(rank[end]) {
				return fmt.Errorf("rank %d of the board has %q", number, rank[0])
			}
			if end++; end < len(rank) && rank[end] == '~' {
				end++
			}
			p.Board = append(p.Board, Man{squareName(file, number), rank[:end]})
			file++
		}
		rank = rank[end:]
		if file > most {
			return fmt.Errorf("rank %d of the board has more than %d squares", number, most)
		}
	}
	if p.files != 0 && file != p.files {
		return fmt.Errorf(
			"rank %d of the board has %d squares, but another rank has %d", number, file, p.files,
		)
	}
	p.files = file
	return nil
}

func (p *Position) parsePocket(s string) error {
	counts, n := make(map[string]int), 0
	for _, c := range strings.TrimSuffix(strings.TrimSuffix(s, "]"), "-") {
		switch {
		case '0' <= c && c <= '9':
			n = min(10*n+int(c-'0'), 1000)
		case c < 0x80 && words.IsLetter(byte(c)):
			counts[string(c)] += max(n, 1)
			n = 0
		default:
			return fmt.Errorf("pieces in hand %q: want letters", s)
		}
	}
	for _, letter := range slices.Sorted(maps.Keys(counts)) {
		p.Pocket = append(p.Pocket, Count{letter, counts[letter]})
	}
	return nil
}

// parseFields reads the fields after the side to move: castling, en passant and others. A
// number is a clock.
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

// Capturable reports whether a pawn of the side to move can capture en passant, legally or not.
func (p *Position) Capturable() bool {
	if p.EP == "" {
		return false
	}
	file, pawn := int(p.EP[0]-'a'), "P"
	rank, _ := strconv.Atoi(p.EP[1:])
	rank--
	if p.Black {
		pawn = "p"
		rank += 2
	}
	return slices.Contains(p.Board, Man{squareName(file-1, rank), pawn}) ||
		slices.Contains(p.Board, Man{squareName(file+1, rank), pawn})
}

// LegalEP reports whether a pawn can capture en passant, as far as that is known.
func (p *Position) LegalEP() bool { return p.Capturable() && !p.illegalEP }

func squareName(file, rank int) string {
	return string(rune('a'+file)) + strconv.Itoa(rank)
}

const lineFrom = "line from "

// In returns the position with a feature of its line of moves, which begins with a FEN. So
// a number tells by how much a wrong key from that FEN makes all keys of the line wrong.
// There is none for "".
func (p *Position) In(fen string) *Position {
	q := *p
	if fen != "" {
		q.Other = append(slices.Clone(p.Other), lineFrom+fen)
	}
	return &q
}
