package zobrist

import (
	"fmt"
	"iter"
	"math/bits"
	"unicode/utf8"
)

// A Disc is what stands on a square of an Othello board, or the side to move.
type Disc uint8

// The zero Disc is an empty square.
const (
	NoDisc    Disc = iota
	BlackDisc      // X in problem lines; moves first
	WhiteDisc      // O in problem lines
)

// String returns "Black" or "White", "-" for NoDisc, and "?" for any other
// value.
func (d Disc) String() string {
	if d > WhiteDisc {
		return "?"
	}
	return [...]string{"-", "Black", "White"}[d]
}

// Opponent returns the other colour. It returns a value that isn't BlackDisc or
// WhiteDisc unchanged.
func (d Disc) Opponent() Disc {
	if d == BlackDisc || d == WhiteDisc {
		return d ^ BlackDisc ^ WhiteDisc
	}
	return d
}

// An OthelloPosition is a board of Othello with the side to move. Bit i of
// Black and of White is Square i: a1 is bit 0, b1 bit 1 and h8 bit 63. Row 1 is
// the top row of an Othello diagram. No bit may be set in both.
//
// ToMove is BlackDisc or WhiteDisc. A side without a move passes; see
// [OthelloPosition.Pass]. When neither side has a move, the game is over and
// ToMove stays as it is.
type OthelloPosition struct {
	Black, White uint64
	ToMove       Disc
}

// OthelloStart returns the starting position: Black to move, black discs on e4
// and d5, white discs on d4 and e5.
func OthelloStart() OthelloPosition {
	return OthelloPosition{Black: 1<<28 | 1<<35, White: 1<<27 | 1<<36, ToMove: BlackDisc}
}

// ParseOthello reads a problem line, the form of the FFO test positions and of
// OBF files. It has 64 characters for the squares from a1 to h8, row by row: X
// for a black disc, O for a white one, - for an empty square. X or O for the
// side to move follows. The game starts from
//
//	---------------------------OX------XO--------------------------- X
//
// Letters may be of either case. * means X, as in GGF, and a period means -.
// ParseOthello ignores blanks around the two parts, and everything from a
// semicolon or percent sign on. It accepts any board. The error names the wrong
// character, counted from 1.
func ParseOthello(s string) (OthelloPosition, error) {
	var p OthelloPosition
	i := skipBlanks(s, 0)
	for square := range 64 {
		if i == len(s) {
			return OthelloPosition{}, fmt.Errorf("zobrist: Othello position %q: the board ends at character %d, after %d squares, want 64", excerpt(s), i+1, square)
		}
		switch disc := discOf(s[i]); {
		case disc == BlackDisc:
			p.Black |= 1 << square
		case disc == WhiteDisc:
			p.White |= 1 << square
		case s[i] != '-' && s[i] != '.':
			return OthelloPosition{}, othelloError(s, i, "want X, O or - for "+Square(square).String())
		}
		i++
	}
	i = skipBlanks(s, i)
	if i == len(s) || s[i] == ';' || s[i] == '%' {
		return OthelloPosition{}, fmt.Errorf("zobrist: Othello position %q: no side to move at character %d, want X or O", excerpt(s), i+1)
	}
	if p.ToMove = discOf(s[i]); p.ToMove == NoDisc {
		return OthelloPosition{}, othelloError(s, i, "want X or O for the side to move after 64 squares")
	}
	i = skipBlanks(s, i+1)
	if i < len(s) && s[i] != ';' && s[i] != '%' {
		return OthelloPosition{}, othelloError(s, i, "want the end or a semicolon after the side to move")
	}
	return p, nil
}

func discOf(c byte) Disc {
	switch c {
	case 'X', 'x', '*':
		return BlackDisc
	case 'O', 'o':
		return WhiteDisc
	}
	return NoDisc
}

// othelloError says that character i of s, counted from 0, is wrong. All
// characters before it are single bytes.
func othelloError(s string, i int, want string) error {
	found, _ := utf8.DecodeRuneInString(s[i:])
	return fmt.Errorf("zobrist: Othello position %q: character %d is %q, %s", excerpt(s), i+1, found, want)
}

// String returns the problem line of p: 64 of X O -, a blank, and X or O for
// the side to move. [ParseOthello] reads it back. A square that is set in both
// Black and White becomes ?. A side to move that is neither BlackDisc nor
// WhiteDisc becomes -.
func (p OthelloPosition) String() string {
	const letters = "-XO?"
	var line [66]byte
	for square := range 64 {
		line[square] = letters[p.Black>>square&1|p.White>>square&1<<1]
	}
	line[64], line[65] = ' ', '-'
	if p.ToMove == BlackDisc || p.ToMove == WhiteDisc {
		line[65] = letters[p.ToMove]
	}
	return string(line[:])
}

// sides returns the discs of the side to move and of its opponent, or false
// when ToMove is neither side.
func (p OthelloPosition) sides() (own, other uint64, ok bool) {
	if p.ToMove == WhiteDisc {
		return p.White, p.Black, true
	}
	return p.Black, p.White, p.ToMove == BlackDisc
}

// Moves returns the squares where the side to move may play, one bit per
// square. It returns 0 when [OthelloPosition.Flips] is 0 on every square. It
// takes some 20 nanoseconds.
func (p OthelloPosition) Moves() uint64 {
	own, other, ok := p.sides()
	if !ok {
		return 0
	}
	const inner = 0x7e7e7e7e7e7e7e7e // files b to g: no line wraps around the edge
	empty := ^(own | other)
	var moves uint64
	for _, line := range [4]struct {
		step int
		over uint64 // the discs that a line in this direction can pass over
	}{{1, other & inner}, {8, other}, {7, other & inner}, {9, other & inner}} {
		step, over := line.step, line.over
		up, down := over&(own<<step), over&(own>>step)
		for range 5 { // a line has at most six discs between two squares
			up |= over & (up << step)
			down |= over & (down >> step)
		}
		moves |= up<<step | down>>step
	}
	return moves & empty
}

// Flips returns the discs that change colour when the side to move plays on a
// square, one bit per square. It returns 0 for an illegal move, and when ToMove
// is neither BlackDisc nor WhiteDisc. Every legal move flips a disc.
func (p OthelloPosition) Flips(at Square) uint64 {
	own, other, ok := p.sides()
	if !ok || at > 63 || (own|other)>>at&1 != 0 {
		return 0
	}
	const (
		rank     = 0x00000000000000ff // a1 to h1
		file     = 0x0101010101010101 // a1 to a8
		diagonal = 0x8040201008040201 // a1 to h8
		counter  = 0x0102040810204080 // h1 to a8
	)
	// Four lines go through the square. On each, some squares lie before it,
	// from a1 on, and some after it, up to h8.
	r, f := int(at>>3), int(at&7)
	ranks, files := uint64(rank)<<(8*r), uint64(file)<<f
	diagonals, counters := shiftRanks(diagonal, r-f), shiftRanks(counter, r+f-7)
	before := uint64(1)<<at - 1
	after := ^before << 1
	return flipsBefore(own, other, ranks&before) | flipsAfter(own, other, ranks&after) |
		flipsBefore(own, other, files&before) | flipsAfter(own, other, files&after) |
		flipsBefore(own, other, diagonals&before) | flipsAfter(own, other, diagonals&after) |
		flipsBefore(own, other, counters&before) | flipsAfter(own, other, counters&after)
}

// shiftRanks moves a board n ranks towards h8, or -n towards a1.
func shiftRanks(board uint64, n int) uint64 {
	return board << (8 * max(n, 0)) >> (8 * max(-n, 0))
}

// flipsAfter goes along line from its first square to the first one without a disc of
// other. It returns the discs passed if own has a disc there, and else 0.
func flipsAfter(own, other, line uint64) uint64 {
	// Take a full board without the squares of line where other has no disc,
	// and add 1: the carry ends on the first of these squares.
	end := ((other | ^line) + 1) & line & own
	below, none := bits.Sub64(end, 1, 0) // sum 0 if end is 0: no branch
	return (below + none) & line
}

// flipsBefore is flipsAfter from the other end: from the last square of line
// down.
func flipsBefore(own, other, line uint64) uint64 {
	end := 1 << 63 >> bits.LeadingZeros64(line&^other) & own
	return -end << 1 & line
}

// Play plays on a square for the side to move, and gives the move to the other
// side. It reports whether the move was legal. An illegal move leaves p
// unchanged. To take a move back, restore the earlier position.
func (p *OthelloPosition) Play(at Square) bool {
	flips := p.Flips(at)
	if flips == 0 {
		return false
	}
	if p.ToMove == BlackDisc {
		p.Black |= 1 << at
	} else {
		p.White |= 1 << at
	}
	p.Black ^= flips
	p.White ^= flips
	p.Pass()
	return true
}

// Pass gives the move to the other side. The key changes by [Othello.Side].
// Pass does not check that the side to move has no move.
func (p *OthelloPosition) Pass() { p.ToMove = p.ToMove.Opponent() }

// Othello holds the random numbers of Othello: one for each colour of disc on
// each square and one for the side to move. The key of a position is the XOR of
// the numbers of its discs, and of Side when White is to move.
//
// It takes 42 KiB and about 10 microseconds to make, because it has the XOR for
// each set of squares of a row. It never changes and is safe for concurrent
// use. Make one with [NewOthello]: a zero Othello gives every position the zero
// key.
type Othello struct {
	black [8][256]Key // by the black discs of a row
	flips [8][256]Key // by the flipped discs of a row
	moves [2][64]Key  // a disc placed by Black or White, and the change of side
	side  Key
	discs *Table[Square, Disc]
}

// NewOthello makes the numbers of a seed. Those of discs come from
// NewSplitMix64(seed).Split("othello discs"), square by square from a1, b1 to
// h8: on each square Black's, then White's. That of the side to move is the
// first draw from NewSplitMix64(seed).Split("othello side").
func NewOthello(seed uint64) *Othello {
	src := NewSplitMix64(seed)
	o := &Othello{
		discs: NewTable[Square, Disc](64, 3, src.Split("othello discs"), NoDisc),
		side:  src.Split("othello side").Key(),
	}
	for square := range Square(64) {
		black, white := o.discs.Key(square, BlackDisc), o.discs.Key(square, WhiteDisc)
		o.moves[0][square], o.moves[1][square] = black^o.side, white^o.side
		// Each disc doubles the entries: the new ones are those so far with
		// this disc added.
		blacks, flips, disc := &o.black[square/8], &o.flips[square/8], 1<<(square%8)
		for b := range disc {
			blacks[disc+b] = blacks[b] ^ black
			flips[disc+b] = flips[b] ^ black ^ white
		}
	}
	return o
}

// Hash computes the key of a position. It takes the same few nanoseconds for
// every position. A side to move that isn't White counts as Black.
func (o *Othello) Hash(p OthelloPosition) Key {
	h := o.side
	if p.ToMove != WhiteDisc { // in this order, no branch
		h = 0
	}
	// A white disc is a black one flipped. XOR in pairs, because one chain of
	// 16 XORs is slower by a quarter.
	x, d := &o.black, p.Black|p.White
	y, w := &o.flips, p.White
	return h ^
		(x[0][uint8(d)] ^ y[0][uint8(w)]) ^ (x[1][uint8(d>>8)] ^ y[1][uint8(w>>8)]) ^
		(x[2][uint8(d>>16)] ^ y[2][uint8(w>>16)]) ^ (x[3][uint8(d>>24)] ^ y[3][uint8(w>>24)]) ^
		(x[4][uint8(d>>32)] ^ y[4][uint8(w>>32)]) ^ (x[5][uint8(d>>40)] ^ y[5][uint8(w>>40)]) ^
		(x[6][uint8(d>>48)] ^ y[6][uint8(w>>48)]) ^ (x[7][uint8(d>>56)] ^ y[7][uint8(w>>56)])
}

// After returns the key after mover plays on a square and flips discs, for a
// position with key h. [OthelloPosition.Flips] returns the discs to flip. The
// same call on the new key takes the move back. After a pass the key is h ^
// o.Side().
//
// It panics unless mover is BlackDisc or WhiteDisc and the square is on the
// board.
func (o *Othello) After(h Key, mover Disc, at Square, flipped uint64) Key {
	colour := mover - BlackDisc
	if colour > 1 || at > 63 {
		panic(fmt.Sprintf("zobrist: Othello.After: mover %d on square %d, want BlackDisc or WhiteDisc and 0 to 63", uint8(mover), uint8(at)))
	}
	// This is Flip, which is too long to be inlined.
	t, f := &o.flips, flipped
	return h ^ o.moves[colour][at] ^
		(t[0][uint8(f)] ^ t[1][uint8(f>>8)]) ^ (t[2][uint8(f>>16)] ^ t[3][uint8(f>>24)]) ^
		(t[4][uint8(f>>32)] ^ t[5][uint8(f>>40)]) ^ (t[6][uint8(f>>48)] ^ t[7][uint8(f>>56)])
}

// Flip returns the change of the key when the discs on the given squares flip,
// one bit per square. XOR it into a key to flip discs and nothing else.
func (o *Othello) Flip(flipped uint64) Key {
	t, f := &o.flips, flipped
	return (t[0][uint8(f)] ^ t[1][uint8(f>>8)]) ^ (t[2][uint8(f>>16)] ^ t[3][uint8(f>>24)]) ^
		(t[4][uint8(f>>32)] ^ t[5][uint8(f>>40)]) ^ (t[6][uint8(f>>48)] ^ t[7][uint8(f>>56)])
}

// Canonical returns the smallest of the keys of a position's eight images, before
// the side to move is added, and the index of the first symmetry that gives it. It
// equals [Canonical.Hash] of the discs with [SquareSymmetries], XOR [Othello.Side]
// if White is to move. It takes about 60 nanoseconds.
//
// Exchanged colours leave the game the same. To give such positions one key too, pass
// the discs of the side to move as black, those of its opponent as white, and BlackDisc.
func (o *Othello) Canonical(p OthelloPosition) (Key, int) {
	best, which, side := ^Key(0), 0, o.Hash(OthelloPosition{ToMove: p.ToMove})
	for i := range 8 {
		black, white := imageOf(p.Black, i), imageOf(p.White, i)
		if h := o.Hash(OthelloPosition{Black: black, White: white}); h < best {
			best, which = h, i
		}
	}
	return best ^ side, which
}

// imageOf returns the image of a bitboard under symmetry i of SquareSymmetries.
func imageOf(b uint64, i int) uint64 {
	if i&4 != 0 { // exchange rows and columns
		for _, s := range [3]struct {
			by   int
			mask uint64
		}{{28, 0x0f0f0f0f00000000}, {14, 0x3333000033330000}, {7, 0x5500550055005500}} {
			t := (b ^ b<<s.by) & s.mask
			b ^= t ^ t>>s.by
		}
	}
	if i&1 != 0 {
		b = bits.ReverseBytes64(bits.Reverse64(b))
	}
	if i&2 != 0 {
		b = bits.ReverseBytes64(b)
	}
	return b
}

// Side returns the number of the side to move. XOR it in at every change of
// side. The key of a position includes it when White is to move.
func (o *Othello) Side() Key { return o.side }

// Discs returns the table of the discs' numbers.
func (o *Othello) Discs() *Table[Square, Disc] { return o.discs }

// Keys yields every number by name: "a1 Black", "a1 White", "b1 Black" and so
// on to "h8 White", then "side".
func (o *Othello) Keys() iter.Seq2[string, Key] {
	return func(yield func(string, Key) bool) {
		for name, k := range o.discs.Keys() {
			if !yield(name, k) {
				return
			}
		}
		yield("side", o.side)
	}
}
