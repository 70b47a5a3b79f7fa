package zobrist

import (
	"fmt"
	"iter"

	"github.com/zobrist-go/zobrist/internal/bitboard"
)

// A Disc is what stands on a square of an Othello board, or the side to move.
type Disc uint8

// The zero Disc is an empty square.
const (
	NoDisc    Disc = iota
	BlackDisc      // X in problem lines; moves first
	WhiteDisc      // O in problem lines
)

// String returns "Black" or "White", "-" for NoDisc, and "?" for any other value.
func (d Disc) String() string {
	switch d {
	case NoDisc:
		return "-"
	case BlackDisc:
		return "Black"
	case WhiteDisc:
		return "White"
	}
	return "?"
}

// Opponent returns the other colour, and any value but BlackDisc and WhiteDisc unchanged.
func (d Disc) Opponent() Disc {
	switch d {
	case BlackDisc:
		return WhiteDisc
	case WhiteDisc:
		return BlackDisc
	}
	return d
}

// Othello holds the random numbers of Othello: one for each colour of disc on each square and one
// for the side to move. The key of a position is the XOR of the numbers of its discs, and of Side
// when White is to move.
//
// An Othello takes 42 KiB, because for each row it also has the XOR of the numbers of each set of
// discs. It is safe for concurrent use.
type Othello struct {
	// A key of discs is the XOR of eight entries, one for each row, by the bits of the row.
	black [8][256]Key // of black discs
	flips [8][256]Key // of discs that change colour
	moves [2][64]Key  // of a disc placed by Black or White, and the change of side
	side  Key
	discs *Table[Square, Disc]
}

// NewOthello returns an Othello whose numbers are generated from seed, from two streams of
// [NewSplitMix64](seed). "othello discs" gives those of the discs, square by square from a1, b1 to
// h8: on each square Black's, then White's. "othello side" gives that of the side to move, with its
// first draw.
func NewOthello(seed uint64) *Othello {
	src := NewSplitMix64(seed)
	o := &Othello{
		discs: NewTable[Square, Disc](64, 3, src.Split("othello discs"), NoDisc),
		side:  src.Split("othello side").Key(),
	}
	for square := range Square(64) {
		black, white := o.discs.Key(square, BlackDisc), o.discs.Key(square, WhiteDisc)
		o.moves[0][square] = black ^ o.side
		o.moves[1][square] = white ^ o.side
		addDisc(&o.black[square/8], square%8, black)
		addDisc(&o.flips[square/8], square%8, black^white)
	}
	return o
}

// addDisc fills the entries of a row for the sets of squares whose highest one is on this file.
// They are those of the files before it, with this disc added.
func addDisc(row *[256]Key, file Square, disc Key) {
	before := 1 << file
	for set := range before {
		row[before+set] = row[set] ^ disc
	}
}

// Hash computes the key of a position from the discs of each colour, of which bit i is [Square]
// i, and the side to move. Its time does not depend on the position. A square with both colours
// counts as white. A side to move that isn't White counts as Black.
func (o *Othello) Hash(black, white uint64, toMove Disc) Key {
	// The check is here, because hash would be slower by a seventh if it could panic. Written out,
	// it leaves Hash small enough to be inlined into othello.Position.Hash.
	if o.discs == nil {
		panic("zobrist: Othello.Hash" + zeroOthello)
	}
	return o.hash(black, white, toMove)
}

func (o *Othello) hash(black, white uint64, toMove Disc) Key {
	h := o.side
	if toMove != WhiteDisc { // in this order, the compiler makes no branch of it
		h = 0
	}
	// A white disc is a black one flipped. The parentheses pair the XORs, because one chain of 16,
	// in which each waits for the one before, is slower by a quarter.
	x, d := &o.black, black|white
	y, w := &o.flips, white
	return h ^
		(x[0][uint8(d)] ^ y[0][uint8(w)]) ^ (x[1][uint8(d>>8)] ^ y[1][uint8(w>>8)]) ^
		(x[2][uint8(d>>16)] ^ y[2][uint8(w>>16)]) ^ (x[3][uint8(d>>24)] ^ y[3][uint8(w>>24)]) ^
		(x[4][uint8(d>>32)] ^ y[4][uint8(w>>32)]) ^ (x[5][uint8(d>>40)] ^ y[5][uint8(w>>40)]) ^
		(x[6][uint8(d>>48)] ^ y[6][uint8(w>>48)]) ^ (x[7][uint8(d>>56)] ^ y[7][uint8(w>>56)])
}

// After returns the key after mover plays on a square and flips discs, for a position with key h.
// Bit i of flipped is [Square] i. The same call on the new key takes the move back. After panics
// unless mover is BlackDisc or WhiteDisc and at is a square.
func (o *Othello) After(h Key, mover Disc, at Square, flipped uint64) Key {
	o.mustBeMade("zobrist: Othello.After" + zeroOthello)
	if mover != BlackDisc && mover != WhiteDisc || at > 63 {
		panic(fmt.Sprintf("zobrist: Othello.After: mover %d on square %d, "+
			"want BlackDisc or WhiteDisc and 0 to 63", uint8(mover), uint8(at)))
	}
	// The rest is flip, which the compiler cannot inline: the call would take longer than the XORs.
	t, f := &o.flips, flipped
	return h ^ o.moves[mover-BlackDisc][at] ^
		(t[0][uint8(f)] ^ t[1][uint8(f>>8)]) ^ (t[2][uint8(f>>16)] ^ t[3][uint8(f>>24)]) ^
		(t[4][uint8(f>>32)] ^ t[5][uint8(f>>40)]) ^ (t[6][uint8(f>>48)] ^ t[7][uint8(f>>56)])
}

// Flip returns the change of the key when the discs on the given squares flip, one bit per
// square, and nothing else changes.
func (o *Othello) Flip(flipped uint64) Key {
	o.mustBeMade("zobrist: Othello.Flip" + zeroOthello)
	return o.flip(flipped)
}

func (o *Othello) flip(flipped uint64) Key {
	t, f := &o.flips, flipped
	return (t[0][uint8(f)] ^ t[1][uint8(f>>8)]) ^ (t[2][uint8(f>>16)] ^ t[3][uint8(f>>24)]) ^
		(t[4][uint8(f>>32)] ^ t[5][uint8(f>>40)]) ^ (t[6][uint8(f>>48)] ^ t[7][uint8(f>>56)])
}

// Canonical returns the key that [Canonical.Hash] gives the discs with [SquareSymmetries], XOR
// [Othello.Side] if White is to move, and the index of the first symmetry that gives it.
//
// To give positions with swapped colours one key too, pass the discs of the side to move as
// black, those of its opponent as white, and BlackDisc.
func (o *Othello) Canonical(black, white uint64, toMove Disc) (Key, int) {
	o.mustBeMade("zobrist: Othello.Canonical" + zeroOthello)
	best, which := ^Key(0), 0
	for i := range 8 {
		h := o.hash(bitboard.Image(black, i), bitboard.Image(white, i), BlackDisc)
		if h < best {
			best, which = h, i
		}
	}
	if toMove == WhiteDisc {
		best ^= o.side
	}
	return best, which
}

// Side returns the number of the side to move. XOR it in at every change of side.
func (o *Othello) Side() Key {
	o.mustBeMade("zobrist: Othello.Side" + zeroOthello)
	return o.side
}

// Table returns the table of the discs' numbers, in which [NoDisc] is empty.
func (o *Othello) Table() *Table[Square, Disc] {
	o.mustBeMade("zobrist: Othello.Table" + zeroOthello)
	return o.discs
}

// mustBeMade panics with a message if o is the zero Othello. The message is a constant for each
// method, as in [Chess].
func (o *Othello) mustBeMade(message string) {
	if o.discs == nil {
		panic(message)
	}
}

const zeroOthello = ": the zero Othello has no numbers, want one made by NewOthello"

// Keys yields every number by name: "a1 Black", "a1 White", "b1 Black" and so on to "h8 White",
// then "side".
func (o *Othello) Keys() iter.Seq2[string, Key] {
	return func(yield func(string, Key) bool) {
		o.mustBeMade("zobrist: Othello.Keys" + zeroOthello)
		for name, key := range o.discs.Keys() {
			if !yield(name, key) {
				return
			}
		}
		yield("side", o.side)
	}
}
