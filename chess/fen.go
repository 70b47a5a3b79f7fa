package chess

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/text"
)

// ParseFEN reads a position in Forsyth-Edwards notation: six fields, separated by blanks. The last one or two may be
// missing, as in an EPD. A missing halfmove clock is 0, a missing fullmove number 1. ParseFEN ignores an EPD's
// operations, even hmvc and fmvn, and everything after a semicolon.
//
// A castling right is a letter of KQkq, for the outermost rook on that side of the king (X-FEN, and FEN), or the file
// of its rook, as in HAha (Shredder-FEN). The king and the rook of each right must be on their back rank, on any
// files, as in Chess960, without a second king of that side.
//
// The en passant square is the one that a double push can just have passed over, whether or not
// a pawn can capture there. Otherwise ParseFEN accepts any board, even without kings or with
// pawns on the last rank. Numbers go from 0 to 2147483647.
//
// The error names the field and the place. ParseFEN does not allocate unless it fails.
func ParseFEN(s string) (p Position, err error) {
	if err = p.parse(s); err != nil {
		return Position{}, err
	}
	return p, nil
}

var fenFields = [...]string{"board", "side to move", "castling rights", "en passant square", "halfmove clock", "fullmove number"}

func fenError(field int, format string, args ...any) error {
	return fmt.Errorf("zobrist: FEN: field %d (%s): "+format, append([]any{field, fenFields[field-1]}, args...)...)
}

func (p *Position) parse(s string) (err error) {
	p.Rooks = corners
	rest, ok := p.fillBoard(s)
	if !ok {
		return boardError(s[text.SkipBlanks(s, 0):])
	}
	side, rest := field(rest)
	rights, rest := field(rest)
	passed, rest := field(rest)

	switch p.BlackToMove = side == "b"; {
	case side == "":
		return fenError(2, "missing, want w or b")
	case side != "w" && side != "b":
		return fenError(2, "%q, want w or b", text.Excerpt(side))
	}
	if err = p.parseCastling(rights); err != nil {
		return err
	}
	if err = p.parseEnPassant(passed); err != nil {
		return err
	}

	p.FullmoveNumber = 1
	for i, clock := range [2]*int{&p.HalfmoveClock, &p.FullmoveNumber} {
		if !isOperations(rest) {
			if rest, err = parseClock(5+i, rest, clock); err != nil {
				return err
			}
		}
	}
	if !isOperations(rest) {
		rest = rest[text.SkipBlanks(rest, 0):]
		return fmt.Errorf("zobrist: FEN: character %d: %q after the last field, want nothing more, or EPD operations that end with a semicolon",
			len(s)-len(rest)+1, text.Excerpt(rest))
	}
	return nil
}

// field cuts the next field off s: up to a blank or other control character, or a semicolon.
func field(s string) (next, rest string) {
	start := text.SkipBlanks(s, 0)
	end := start
	for end < len(s) && s[end] > ' ' && s[end] != ';' {
		end++
	}
	return s[start:end], s[end:]
}

// isOperations reports whether the rest of a line may follow the last field: it is blank,
// starts with a semicolon, or starts with a letter and contains a semicolon.
func isOperations(rest string) bool {
	start := text.SkipBlanks(rest, 0)
	return start == len(rest) || rest[start] == ';' ||
		isLetter(rest[start]) && strings.IndexByte(rest[start:], ';') >= 0
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// letterPieces has the piece of a character of the first field, letterSteps how far the
// character advances: the low half in squares, the high half in squares left on the rank, to
// which a slash adds 8. The step of any other character is zero. Both tables are constant.
var (
	letterPieces = [256]zobrist.ChessPiece{
		'P': zobrist.WhitePawn, 'N': zobrist.WhiteKnight, 'B': zobrist.WhiteBishop, 'R': zobrist.WhiteRook, 'Q': zobrist.WhiteQueen, 'K': zobrist.WhiteKing,
		'p': zobrist.BlackPawn, 'n': zobrist.BlackKnight, 'b': zobrist.BlackBishop, 'r': zobrist.BlackRook, 'q': zobrist.BlackQueen, 'k': zobrist.BlackKing,
	}
	letterSteps = [256]int64{
		'P': oneSquare, 'N': oneSquare, 'B': oneSquare, 'R': oneSquare, 'Q': oneSquare, 'K': oneSquare,
		'p': oneSquare, 'n': oneSquare, 'b': oneSquare, 'r': oneSquare, 'q': oneSquare, 'k': oneSquare,
		'1': oneSquare, '2': 2 * oneSquare, '3': 3 * oneSquare, '4': 4 * oneSquare,
		'5': 5 * oneSquare, '6': 6 * oneSquare, '7': 7 * oneSquare, '8': 8 * oneSquare,
		'/': 8 << 32,
	}
)

const oneSquare = 1 - 1<<32

// fillBoard reads the first field and returns the rest of s, or false if the field is wrong:
// see boardError. The loop branches only at the end of the field.
func (p *Position) fillBoard(s string) (rest string, ok bool) {
	s = s[text.SkipBlanks(s, 0):]
	var board [64]zobrist.ChessPiece // from a8
	at := int64(8 << 32)
	// If the number of squares left on the rank falls below 0, the sign bit of negative is set.
	// If it exceeds 8, bit 4 of the high half of more is set.
	var negative, more int64
	i := 0
	for ; i < len(s); i++ {
		step := letterSteps[s[i]]
		if step == 0 {
			break
		}
		board[at&63] = letterPieces[s[i]]
		at += step
		negative |= at
		more |= at + 7<<32
	}
	if negative < 0 || more&(16<<32) != 0 || at != 64 || i < len(s) && !text.IsBlank(s[i]) {
		return "", false
	}
	for a := 0; a < 64; a += 8 {
		*(*[8]zobrist.ChessPiece)(p.Board[56-a:]) = *(*[8]zobrist.ChessPiece)(board[a:])
	}
	return s[i:], true
}

// boardError says what is wrong with the first field. The string s begins with it.
func boardError(s string) error {
	rank, file, i := 7, 0, 0
ranks:
	for ; i < len(s) && !text.IsBlank(s[i]); i++ {
		step := letterSteps[s[i]]
		switch {
		case step == 0 && rank == 0 && file == 8:
			return fenError(1, "character %d: %.1q after 8 ranks, want a blank", i+1, s[i:])
		case step == 0:
			return fenError(1, "rank %d, character %d: %.1q, want a piece (PNBRQKpnbrqk), 1 to 8 or /", rank+1, i+1, s[i:])
		case step < 0:
			if file += int(int32(step)); file > 8 {
				return fenError(1, "rank %d, character %d: more than 8 squares", rank+1, i+1)
			}
		case file != 8:
			break ranks
		case rank == 0:
			return fenError(1, "character %d: more than 8 ranks", i+1)
		default:
			rank, file = rank-1, 0
		}
	}
	switch {
	case i == 0:
		return fenError(1, "missing, want 8 ranks")
	case file != 8:
		return fenError(1, "rank %d, character %d: only %d squares, want 8", rank+1, i+1, file)
	}
	return fenError(1, "%d ranks, want 8", 8-rank)
}

func (p *Position) parseCastling(s string) error {
	switch s {
	case "-":
		return nil
	case "":
		return fenError(3, "missing, want -, letters of KQkq or files of rooks")
	}
	for i := 0; i < len(s); i++ {
		letter, black := s[i]|0x20, s[i] >= 'a'
		right, rank := 0, zobrist.Square(0)
		if black {
			right, rank = 2, 56
		}
		king, n := p.kingOn(rank, zobrist.WhiteKing.Of(black))
		rook, at, long := zobrist.WhiteRook.Of(black), zobrist.Square(255), letter == 'q'
		switch {
		case letter == 'k' || long:
			if n == 1 {
				at = p.outermost(king, rook, long)
			}
		case isLetter(letter) && letter <= 'h':
			if at = rank + zobrist.Square(letter-'a'); p.Board[at] != rook {
				at = 255
			}
			long = at < king
		default:
			return fenError(3, "character %d: %.1q, want letters of KQkq or files of rooks, or a single -", i+1, s[i:])
		}
		if long {
			right++
		}
		switch {
		case n != 1:
			return fenError(3, "character %d: right %q, want exactly one king on rank %d", i+1, s[i:i+1], rank>>3+1)
		case at == 255:
			return fenError(3, "character %d: right %q, but no rook for it on rank %d", i+1, s[i:i+1], rank>>3+1)
		case p.Castling>>right&1 != 0:
			return fenError(3, "character %d: right %q appears twice", i+1, s[i:i+1])
		}
		p.Castling |= 1 << right
		p.Rooks[right] = at
	}
	return nil
}

// kingOn returns the square of a king on the rank that starts at first, and how many kings are on that rank.
func (p *Position) kingOn(first zobrist.Square, king zobrist.ChessPiece) (at zobrist.Square, kings int) {
	// A king's byte becomes zero. Every other byte gets its high bit set, by itself or by the carry of the addition.
	b := (*[8]zobrist.ChessPiece)(p.Board[first&56:])
	x := uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 | // one load
		uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56
	const ones = 0x0101010101010101
	x ^= uint64(king) * ones
	found := ^(x | (x&(0x7f*ones) + 0x7f*ones)) & (0x80 * ones)
	return first + zobrist.Square(bits.TrailingZeros64(found)>>3), bits.OnesCount64(found)
}

// outermost returns the square of the rook farthest from the king on one side of the king, or 255 if there is none.
func (p *Position) outermost(king zobrist.Square, rook zobrist.ChessPiece, long bool) zobrist.Square {
	edge, step := king|7, zobrist.Square(255)
	if long {
		edge, step = king&^7, 1
	}
	for s := edge; s != king; s += step {
		if p.Board[s&63] == rook {
			return s
		}
	}
	return 255
}

func (p *Position) parseEnPassant(s string) error {
	switch s {
	case "-":
		return nil
	case "":
		return fenError(4, "missing, want - or a square")
	}
	at, err := zobrist.ParseSquare(s)
	if err != nil {
		return fenError(4, "%q, want - or a square", text.Excerpt(s))
	}
	if err := p.checkEnPassant(at); err != nil {
		return fenError(4, "%w", err)
	}
	p.EnPassant = at
	return nil
}

// parseClock reads field n, a number up to maxClock, and returns what follows it.
func parseClock(n int, s string, to *int) (rest string, err error) {
	word, rest := field(s)
	v, err := strconv.Atoi(word)
	switch {
	case err == nil && word[0] >= '0' && v <= maxClock: // no sign
		*to = v
		return rest, nil
	case n == 5 && word != "" && isLetter(word[0]):
		return "", fenError(n, "%q, want a number, or operations of an EPD that end with a semicolon", text.Excerpt(word))
	}
	return "", fenError(n, "%q, want a number from 0 to %d", text.Excerpt(word), maxClock)
}

// String returns [Position.FEN], so that fmt prints it.
func (p Position) String() string { return p.FEN() }

// FEN returns the position in Forsyth-Edwards notation, with six fields, which [ParseFEN] reads back. It writes
// castling rights as KQkq, or as the rook's file if the rook isn't the outermost one (X-FEN).
func (p *Position) FEN() string {
	var b [128]byte
	return string(p.AppendFEN(b[:0]))
}

// AppendFEN appends the text of [Position.FEN] to b.
func (p *Position) AppendFEN(b []byte) []byte {
	var board [128]byte // 71 are needed
	n := 0
	for rank := 56; rank >= 0; rank -= 8 {
		empty := byte('0')
		for _, piece := range (*[8]zobrist.ChessPiece)(p.Board[rank:]) {
			if piece == zobrist.NoPiece {
				empty++
				continue
			}
			if empty > '0' {
				board[n&127] = empty
				n, empty = n+1, '0'
			}
			board[n&127] = piece.String()[0]
			n++
		}
		if empty > '0' {
			board[n&127] = empty
			n++
		}
		board[n&127] = '/'
		n++
	}
	b = append(b, board[:n-1]...)
	side := " w "
	if p.BlackToMove {
		side = " b "
	}
	b = p.appendCastling(append(b, side...))
	if b = append(b, ' '); p.EnPassant == 0 {
		b = append(b, '-')
	} else {
		b = append(b, p.EnPassant.String()...)
	}
	b = strconv.AppendInt(append(b, ' '), int64(p.HalfmoveClock), 10)
	return strconv.AppendInt(append(b, ' '), int64(p.FullmoveNumber), 10)
}

// MarshalText implements [encoding.TextMarshaler] with the text of [Position.FEN]. It returns
// an error if [ParseFEN] refuses that text.
func (p Position) MarshalText() ([]byte, error) {
	fen := p.FEN()
	_, err := ParseFEN(fen)
	return []byte(fen), err
}

// UnmarshalText implements [encoding.TextUnmarshaler]: see [ParseFEN]. On an error it leaves p unchanged.
func (p *Position) UnmarshalText(fen []byte) error {
	read, err := ParseFEN(string(fen))
	if err == nil {
		*p = read
	}
	return err
}

func (p *Position) appendCastling(b []byte) []byte {
	if p.Castling&zobrist.AllCastling == 0 {
		return append(b, '-')
	}
	for i := range 4 {
		if p.Castling>>i&1 == 0 {
			continue
		}
		letter := "KQkq"[i]
		rook, black := p.rook(i), i >= 2
		king, kings := p.kingOn(rook&^7, zobrist.WhiteKing.Of(black))
		if kings == 1 && rook < 64 && p.outermost(king, zobrist.WhiteRook.Of(black), i&1 != 0) != rook {
			if letter = 'a' + byte(rook.File()); !black {
				letter -= 'a' - 'A'
			}
		}
		b = append(b, letter)
	}
	return b
}
