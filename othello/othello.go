// Package othello provides positions, moves and keys of Othello, for programs without a board of
// their own. Their keys are computed with the random numbers of a [zobrist.Othello].
//
//	z := zobrist.NewOthello(1)
//	p := othello.Start()
//	h := p.Hash(z)             // once
//	h = p.After(z, h, at)      // before each p.Play(at)
//
// To undo a move, restore the earlier position and key.
package othello

import (
	"fmt"
	"math/bits"
	"unicode/utf8"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/text"
)

// A Position is a board of Othello with the side to move. Bit i of Black and of White is
// [zobrist.Square] i. Row 1 is the top row of an Othello diagram. No bit may be set in both.
//
// ToMove is BlackDisc or WhiteDisc. A side without a move passes: see [Position.Pass]. When
// neither side has a move, the game is over and ToMove stays as it is.
type Position struct {
	Black, White uint64
	ToMove       zobrist.Disc
}

// Start returns the starting position: Black to move, black discs on e4 and d5, white discs on d4
// and e5.
func Start() Position {
	return Position{Black: 1<<28 | 1<<35, White: 1<<27 | 1<<36, ToMove: zobrist.BlackDisc}
}

// Parse reads a problem line, the form of the FFO test positions and of OBF files: 64
// characters for the squares from a1 to h8, row by row, then X or O for the side to move. X is
// a black disc, O a white one, and - an empty square. The game starts from
//
//	---------------------------OX------XO--------------------------- X
//
// Letters may be of either case. Parse also accepts * for X, as in GGF, and a period for -. Parse
// ignores blanks around the two parts, and everything from a semicolon or percent sign on. It
// accepts any board. The error names the wrong character, counted from 1.
func Parse(s string) (Position, error) {
	var p Position
	i := text.SkipBlanks(s, 0)
	for square := range zobrist.Square(64) {
		if i == len(s) {
			return Position{}, fmt.Errorf("zobrist: Othello position %q: "+
				"the board ends at character %d, after %d squares, want 64",
				text.Excerpt(s), i+1, square)
		}
		switch discOf(s[i]) {
		case zobrist.BlackDisc:
			p.Black |= 1 << square
		case zobrist.WhiteDisc:
			p.White |= 1 << square
		default:
			if s[i] != '-' && s[i] != '.' {
				return Position{}, wrongCharacter(s, i, "want X, O or - for "+square.String())
			}
		}
		i++
	}
	i = text.SkipBlanks(s, i)
	if isEnd(s, i) {
		return Position{}, fmt.Errorf("zobrist: Othello position %q: "+
			"no side to move at character %d, want X or O", text.Excerpt(s), i+1)
	}
	p.ToMove = discOf(s[i])
	if p.ToMove == zobrist.NoDisc {
		return Position{}, wrongCharacter(s, i, "want X or O for the side to move after 64 squares")
	}
	i = text.SkipBlanks(s, i+1)
	if !isEnd(s, i) {
		return Position{}, wrongCharacter(s, i,
			"want the end or a semicolon after the side to move")
	}
	return p, nil
}

// isEnd reports whether a comment starts at character i, or nothing is left.
func isEnd(s string, i int) bool { return i == len(s) || s[i] == ';' || s[i] == '%' }

func discOf(c byte) zobrist.Disc {
	switch c {
	case 'X', 'x', '*':
		return zobrist.BlackDisc
	case 'O', 'o':
		return zobrist.WhiteDisc
	}
	return zobrist.NoDisc
}

// wrongCharacter says that character i of s, counted from 0, is wrong. All characters before it are
// single bytes.
func wrongCharacter(s string, i int, want string) error {
	found, _ := utf8.DecodeRuneInString(s[i:])
	return fmt.Errorf("zobrist: Othello position %q: character %d is %q, %s",
		text.Excerpt(s), i+1, found, want)
}

// String returns the problem line of p, with a blank before the side to move. [Parse] reads it
// back. A square that is set in both Black and White becomes ?, and a side to move that is neither
// BlackDisc nor WhiteDisc becomes -.
func (p Position) String() string {
	const letters = "-XO?"
	var line [66]byte
	for square := range 64 {
		black := p.Black >> square & 1
		white := p.White >> square & 1
		line[square] = letters[black+2*white]
	}
	line[64], line[65] = ' ', '-'
	if p.ToMove == zobrist.BlackDisc || p.ToMove == zobrist.WhiteDisc {
		line[65] = letters[p.ToMove]
	}
	return string(line[:])
}

// sides returns the discs of the side to move and of its opponent, or false when ToMove is neither
// side.
func (p Position) sides() (own, other uint64, ok bool) {
	if p.ToMove == zobrist.WhiteDisc {
		return p.White, p.Black, true
	}
	return p.Black, p.White, p.ToMove == zobrist.BlackDisc
}

// Moves returns the squares where the side to move may play, one bit per square: those where
// [Position.Flips] is not 0.
func (p Position) Moves() uint64 {
	own, other, ok := p.sides()
	if !ok {
		return 0
	}
	// A line along a row or a diagonal may pass over discs on files b to g only, so that it does
	// not wrap around the edge.
	const inner = 0x7e7e7e7e7e7e7e7e
	moves := ends(1, own, other&inner) | // rows
		ends(8, own, other) | // columns
		ends(7, own, other&inner) | // diagonals
		ends(9, own, other&inner)
	return moves &^ (own | other)
}

// ends returns the squares at which a line from own over at least one disc ends, in both
// directions. The squares of a line differ by step.
func ends(step int, own, over uint64) uint64 {
	up := over & (own << step)
	down := over & (own >> step)
	for range 5 { // a line has at most six discs between two squares
		up |= over & (up << step)
		down |= over & (down >> step)
	}
	return up<<step | down>>step
}

// Flips returns the discs that change colour when the side to move plays on a square, one bit per
// square. It returns 0 for an illegal move, because every legal move flips a disc, and when ToMove
// is neither BlackDisc nor WhiteDisc.
func (p Position) Flips(at zobrist.Square) uint64 {
	own, other, ok := p.sides()
	if !ok || at > 63 || (own|other)>>at&1 != 0 {
		return 0
	}
	// Four lines go through the square. On each, some squares lie before it, from a1 on, and some
	// after it, up to h8.
	rank, file := at.Rank(), at.File()
	row := uint64(0xff) << (8 * rank)                           // from a1 to h1 on rank 1
	column := uint64(0x0101010101010101) << file                // from a1 to a8 on file a
	diagonal := shiftRanks(0x8040201008040201, rank-file)       // from a1 to h8 on rank 1, file a
	antidiagonal := shiftRanks(0x0102040810204080, rank+file-7) // from h1 to a8 on rank 1, file h
	before := uint64(1)<<at - 1
	after := ^before << 1
	return flipsBefore(own, other, row&before) | flipsAfter(own, other, row&after) |
		flipsBefore(own, other, column&before) | flipsAfter(own, other, column&after) |
		flipsBefore(own, other, diagonal&before) | flipsAfter(own, other, diagonal&after) |
		flipsBefore(own, other, antidiagonal&before) | flipsAfter(own, other, antidiagonal&after)
}

// shiftRanks moves a board n ranks towards h8, or -n towards a1.
func shiftRanks(board uint64, n int) uint64 {
	return board << (8 * max(n, 0)) >> (8 * max(-n, 0))
}

// flipsAfter goes along line from its first square to the first one without a disc of other. It
// returns the discs passed if own has a disc there, and else 0.
func flipsAfter(own, other, line uint64) uint64 {
	// Take a full board without the squares of line where other has no disc, and add 1: the
	// carry ends on the first of these squares.
	end := ((other | ^line) + 1) & line & own
	if end == 0 {
		return 0
	}
	before := end - 1 // all squares before it
	return before & line
}

// flipsBefore is flipsAfter from the other end: from the last square of line down.
func flipsBefore(own, other, line uint64) uint64 {
	end := 1 << 63 >> bits.LeadingZeros64(line&^other) & own
	fromEnd := -end // all bits from that of end up, or none if end is 0
	after := fromEnd << 1
	return after & line
}

// Play plays on a square for the side to move, and gives the move to the other side. It reports
// whether the move was legal. An illegal move leaves p unchanged.
func (p *Position) Play(at zobrist.Square) bool {
	flips := p.Flips(at)
	if flips == 0 {
		return false
	}
	if p.ToMove == zobrist.BlackDisc {
		p.Black |= 1 << at
	} else {
		p.White |= 1 << at
	}
	p.Black ^= flips
	p.White ^= flips
	p.Pass()
	return true
}

// Pass gives the move to the other side, without checking that the side to move has none. The
// key changes by [zobrist.Othello.Side].
func (p *Position) Pass() { p.ToMove = p.ToMove.Opponent() }

// Hash returns the key of the position: [zobrist.Othello.Hash] of its fields.
func (p Position) Hash(keys *zobrist.Othello) zobrist.Key {
	return keys.Hash(p.Black, p.White, p.ToMove)
}

// After returns the key after [Position.Play] on a square, for the position with key h, without
// playing: h itself if the move is illegal.
func (p Position) After(keys *zobrist.Othello, h zobrist.Key, at zobrist.Square) zobrist.Key {
	flips := p.Flips(at)
	if flips == 0 {
		return h
	}
	return keys.After(h, p.ToMove, at, flips)
}
