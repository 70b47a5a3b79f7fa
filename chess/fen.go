package chess

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/text"
)

// ParseFEN reads a position in Forsyth-Edwards notation: six fields, separated by blanks. The last
// one or two may be missing, as in an EPD. A missing halfmove clock is 0, a missing fullmove number
// 1. ParseFEN ignores an EPD's operations, even hmvc and fmvn, and everything after a semicolon.
//
// A castling right is a letter of KQkq, for the outermost rook on that side of the king (X-FEN, and
// FEN), or the file of its rook, as in HAha (Shredder-FEN). The king and the rook of each right
// must be on their back rank, on any files, as in Chess960, without a second king of that side.
//
// The en passant square is the one that a double push can just have passed over, whether or not
// a pawn can capture there. Otherwise ParseFEN accepts any board, even without kings or with
// pawns on the last rank. Numbers go from 0 to 2147483647.
//
// The error names the field, and the wrong character of s, counted from 1. ParseFEN does not
// allocate unless it fails.
func ParseFEN(s string) (p Position, err error) {
	err = p.parse(s)
	if err != nil {
		return Position{}, err
	}
	return p, nil
}

var fenFields = [...]string{
	"board", "side to move", "castling rights", "en passant square", "halfmove clock",
	"fullmove number",
}

// fenError returns an error about a field, from 1 to 6.
func fenError(field int, format string, args ...any) error {
	about := []any{field, fenFields[field-1]}
	return fmt.Errorf("zobrist: FEN: field %d (%s): "+format, append(about, args...)...)
}

func (p *Position) parse(s string) error {
	p.Rooks = corners
	i, err := p.parseBoard(s)
	if err != nil {
		return err
	}
	side, i := field(s, i)
	rights, afterRights := field(s, i)
	passed, afterPassed := field(s, afterRights)

	switch side {
	case "w":
	case "b":
		p.BlackToMove = true
	case "":
		return fenError(2, "missing, want w or b")
	default:
		return fenError(2, "%q, want w or b", text.Excerpt(side))
	}
	err = p.parseCastling(rights, afterRights-len(rights))
	if err != nil {
		return err
	}
	err = p.parseEnPassant(passed)
	if err != nil {
		return err
	}
	return p.parseClocks(s, afterPassed)
}

// field returns the next field of s from character i on, and the index of the character after it.
// A field ends before a blank or other control character, or a semicolon.
func field(s string, i int) (word string, end int) {
	start := text.SkipBlanks(s, i)
	end = start
	for end < len(s) && s[end] > ' ' && s[end] != ';' {
		end++
	}
	return s[start:end], end
}

// letterPieces has the piece of each letter, and lengths the squares that a letter or digit stands
// for. Both tables are constant.
var (
	letterPieces = [256]zobrist.ChessPiece{
		'P': zobrist.WhitePawn,
		'N': zobrist.WhiteKnight,
		'B': zobrist.WhiteBishop,
		'R': zobrist.WhiteRook,
		'Q': zobrist.WhiteQueen,
		'K': zobrist.WhiteKing,
		'p': zobrist.BlackPawn,
		'n': zobrist.BlackKnight,
		'b': zobrist.BlackBishop,
		'r': zobrist.BlackRook,
		'q': zobrist.BlackQueen,
		'k': zobrist.BlackKing,
	}
	lengths = [256]uint8{
		'P': 1, 'N': 1, 'B': 1, 'R': 1, 'Q': 1, 'K': 1,
		'p': 1, 'n': 1, 'b': 1, 'r': 1, 'q': 1, 'k': 1,
		'1': 1, '2': 2, '3': 3, '4': 4, '5': 5, '6': 6, '7': 7, '8': 8,
	}
)

// parseBoard reads the first field, and returns the index of the character after it.
func (p *Position) parseBoard(s string) (end int, err error) {
	start := text.SkipBlanks(s, 0)
	rank, file := 7, 0 // of the next square
	i := start
	for ; i < len(s) && !text.IsBlank(s[i]); i++ {
		c := s[i]
		if c == '/' && file == 8 && rank > 0 {
			rank--
			file = 0
			continue
		}
		length := int(lengths[c])
		if length == 0 || file+length > 8 {
			return 0, boardError(s, i, rank, file)
		}
		// A digit writes no piece onto an empty square. The processor could not predict a branch
		// that asks whether c is a letter, which would take 1.4 times as long.
		p.Board[8*rank+file] = letterPieces[c]
		file += length
	}
	switch {
	case i == start:
		return 0, fenError(1, "missing, want 8 ranks")
	case file < 8:
		return 0, boardError(s, i, rank, file)
	case rank > 0:
		return 0, fenError(1, "%d ranks, want 8", 8-rank)
	}
	return i, nil
}

// boardError says why character i of s, or the end of the field there, is wrong on this rank, after
// so many squares. These count from 0.
func boardError(s string, i, rank, file int) error {
	if i == len(s) || s[i] == '/' || text.IsBlank(s[i]) {
		if file < 8 {
			return fenError(1, "character %d: rank %d has only %d squares, want 8",
				i+1, rank+1, file)
		}
		return fenError(1, "character %d: more than 8 ranks", i+1)
	}
	isSquares := lengths[s[i]] != 0
	switch {
	case rank == 0 && file == 8 && !isSquares:
		return fenError(1, "character %d: %.1q after 8 ranks, want a blank", i+1, s[i:])
	case isSquares:
		return fenError(1, "character %d: rank %d has more than 8 squares", i+1, rank+1)
	}
	return fenError(1, "character %d: %.1q on rank %d, want a piece (PNBRQKpnbrqk), 1 to 8 or /",
		i+1, s[i:], rank+1)
}

// noSquare is a square off the board.
const noSquare zobrist.Square = 255

// parseCastling reads the third field, which starts at character start of the FEN.
func (p *Position) parseCastling(s string, start int) error {
	switch s {
	case "-":
		return nil
	case "":
		return fenError(3, "missing, want -, letters of KQkq or files of rooks")
	}
	for i := range len(s) {
		err := p.parseRight(s, i, start+i+1)
		if err != nil {
			return err
		}
	}
	return nil
}

// parseRight reads the letter s[i] of the third field, which is a character of the FEN.
func (p *Position) parseRight(s string, i, character int) error {
	letter := s[i] | 0x20 // in lower case
	black := s[i] >= 'a'
	firstRank, right := zobrist.Square(0), 0
	if black {
		firstRank, right = 56, 2
	}
	king, kings := p.kingOn(firstRank, black)
	var rook zobrist.Square
	var long bool
	switch {
	case letter == 'k' || letter == 'q':
		long = letter == 'q'
		rook = p.outermostRook(king, long, black)
	case 'a' <= letter && letter <= 'h':
		rook = firstRank + zobrist.Square(letter-'a')
		long = rook < king
		if p.Board[rook] != zobrist.WhiteRook.Of(black) {
			rook = noSquare
		}
	default:
		return fenError(3, "character %d: %.1q, want letters of KQkq or files of rooks, "+
			"or a single -", character, s[i:])
	}
	if long {
		right++
	}
	switch {
	case kings != 1:
		return fenError(3, "character %d: right %q, want exactly one king on rank %d",
			character, s[i:i+1], firstRank.Rank()+1)
	case rook == noSquare:
		return fenError(3, "character %d: right %q, but no rook for it on rank %d",
			character, s[i:i+1], firstRank.Rank()+1)
	case p.holds(right):
		return fenError(3, "character %d: right %q is a second right on that side of the king",
			character, s[i:i+1])
	}
	p.Castling |= 1 << right
	p.Rooks[right] = rook
	return nil
}

// kingOn returns the last square of a king on the rank that starts at first, or first if there is
// none, and how many kings of that colour are on the rank.
func (p *Position) kingOn(first zobrist.Square, black bool) (king zobrist.Square, kings int) {
	king = first
	for s := first; s < first+8; s++ {
		if p.Board[s&63] == zobrist.WhiteKing.Of(black) {
			king = s
			kings++
		}
	}
	return king, kings
}

// outermostRook returns the square of the rook farthest from the king on one side of it, or
// noSquare if there is none.
func (p *Position) outermostRook(king zobrist.Square, long, black bool) zobrist.Square {
	rook := zobrist.WhiteRook.Of(black)
	if long {
		for s := king &^ 7; s < king; s++ { // from the file a
			if p.Board[s&63] == rook {
				return s
			}
		}
		return noSquare
	}
	for s := king | 7; s > king; s-- { // from the file h
		if p.Board[s&63] == rook {
			return s
		}
	}
	return noSquare
}

func (p *Position) parseEnPassant(s string) error {
	switch s {
	case "-":
		return nil
	case "":
		return fenError(4, "missing, want - or a square")
	}
	square, err := zobrist.ParseSquare(s)
	if err != nil {
		return fenError(4, "%q, want - or a square", text.Excerpt(s))
	}
	err = p.checkEnPassant(square)
	if err != nil {
		return fenError(4, "%w", err)
	}
	p.EnPassant = square
	return nil
}

// parseClocks reads the last two fields from character i of s on, and what follows them.
func (p *Position) parseClocks(s string, i int) (err error) {
	p.FullmoveNumber = 1
	if !isOperations(s[i:]) {
		p.HalfmoveClock, i, err = parseClock(5, s, i)
		if err != nil {
			return err
		}
	}
	if !isOperations(s[i:]) {
		p.FullmoveNumber, i, err = parseClock(6, s, i)
		if err != nil {
			return err
		}
	}
	if !isOperations(s[i:]) {
		i = text.SkipBlanks(s, i)
		return fmt.Errorf("zobrist: FEN: character %d: %q after the last field, "+
			"want nothing more, or EPD operations that end with a semicolon",
			i+1, text.Excerpt(s[i:]))
	}
	return nil
}

// isOperations reports whether the rest of a line may follow the last field: it is blank,
// starts with a semicolon, or starts with a letter and contains a semicolon.
func isOperations(rest string) bool {
	start := text.SkipBlanks(rest, 0)
	switch {
	case start == len(rest) || rest[start] == ';':
		return true
	case isLetter(rest[start]):
		return strings.IndexByte(rest[start:], ';') >= 0
	}
	return false
}

func isLetter(c byte) bool {
	lower := c | 0x20
	return 'a' <= lower && lower <= 'z'
}

// parseClock reads a number up to maxClock, field n, from character i of s on. It returns the index
// of the character after it.
func parseClock(n int, s string, i int) (clock, end int, err error) {
	word, end := field(s, i)
	clock, err = strconv.Atoi(word)
	hasSign := word != "" && (word[0] == '+' || word[0] == '-')
	switch {
	case err == nil && !hasSign && clock <= maxClock:
		return clock, end, nil
	case n == 5 && word != "" && isLetter(word[0]):
		return 0, 0, fenError(n, "%q, want a number, "+
			"or operations of an EPD that end with a semicolon", text.Excerpt(word))
	}
	return 0, 0, fenError(n, "%q, want a number from 0 to %d", text.Excerpt(word), maxClock)
}

// String returns [Position.FEN], so that fmt prints it.
func (p Position) String() string { return p.FEN() }

// FEN returns the position in Forsyth-Edwards notation, with six fields, which [ParseFEN] reads
// back. It writes castling rights as KQkq, or as the rook's file if the rook isn't the outermost
// one (X-FEN).
func (p Position) FEN() string {
	var b [128]byte // longer than any FEN with clocks of ten digits
	return string(p.AppendFEN(b[:0]))
}

// AppendFEN appends the text of [Position.FEN] to b.
func (p *Position) AppendFEN(b []byte) []byte {
	b = p.appendBoard(b)
	if p.BlackToMove {
		b = append(b, " b "...)
	} else {
		b = append(b, " w "...)
	}
	b = p.appendCastling(b)
	b = append(b, ' ')
	if p.EnPassant == 0 {
		b = append(b, '-')
	} else {
		b = append(b, p.EnPassant.String()...)
	}
	b = append(b, ' ')
	b = strconv.AppendInt(b, int64(p.HalfmoveClock), 10)
	b = append(b, ' ')
	return strconv.AppendInt(b, int64(p.FullmoveNumber), 10)
}

// appendBoard appends the letters of pieces, and the numbers of empty squares between them. It
// collects them first, because an append for each of them takes longer.
func (p *Position) appendBoard(b []byte) []byte {
	var text [8*8 + 7]byte // 64 pieces, and slashes between the ranks
	n := 0
	for first := 56; first >= 0; first -= 8 {
		empty := byte(0)
		for _, piece := range (*[8]zobrist.ChessPiece)(p.Board[first:]) {
			if piece == zobrist.NoPiece {
				empty++
				continue
			}
			if empty > 0 {
				text[n] = '0' + empty
				n++
				empty = 0
			}
			text[n] = piece.String()[0]
			n++
		}
		if empty > 0 {
			text[n] = '0' + empty
			n++
		}
		if first > 0 {
			text[n] = '/'
			n++
		}
	}
	return append(b, text[:n]...)
}

func (p *Position) appendCastling(b []byte) []byte {
	if p.Castling&zobrist.AllCastling == 0 {
		return append(b, '-')
	}
	for right := range 4 {
		if p.holds(right) {
			b = append(b, p.rightLetter(right))
		}
	}
	return b
}

// rightLetter returns the letter of a right: of KQkq if its rook is the outermost one, and else the
// file of the rook, in upper case for White.
func (p *Position) rightLetter(right int) byte {
	rook, black := p.rook(right), isBlack(right)
	if rook == corners[right] && p.Board[rook] == zobrist.WhiteRook.Of(black) {
		return "KQkq"[right] // no rook is farther out
	}
	king, kings := p.kingOn(rook&^7, black)
	wellFormed := kings == 1 && rook <= 63
	if !wellFormed || p.outermostRook(king, isLong(right), black) == rook {
		return "KQkq"[right]
	}
	if black {
		return 'a' + byte(rook.File())
	}
	return 'A' + byte(rook.File())
}

// MarshalText implements [encoding.TextMarshaler] with the text of [Position.FEN]. It returns
// an error if [ParseFEN] refuses that text.
func (p Position) MarshalText() ([]byte, error) {
	fen := p.FEN()
	_, err := ParseFEN(fen)
	return []byte(fen), err
}

// UnmarshalText implements [encoding.TextUnmarshaler]: see [ParseFEN]. On an error it leaves p
// unchanged.
func (p *Position) UnmarshalText(fen []byte) error {
	read, err := ParseFEN(string(fen))
	if err == nil {
		*p = read
	}
	return err
}
