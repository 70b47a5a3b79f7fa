package bitboard

import "math/bits"

// A step moves all squares of a bitboard at once, by so many squares up, or down if it is negative.
// What leaves the board comes in again on the other side, where onto drops it: a step to the right
// leads onto any square except those of file a.
type step struct {
	by   int
	onto uint64
}

func (d step) of(squares uint64) uint64 { return bits.RotateLeft64(squares, d.by) & d.onto }

const (
	rank1 = 0xff
	rank8 = rank1 << 56
	all   = 1<<64 - 1
	notA  = all &^ fileA
	notH  = all &^ fileH
	notAB = notA &^ (fileA << 1)
	notGH = notH &^ (fileH >> 1)
)

// The directions of pieces, anticlockwise from the right. These tables are constant.
var (
	rookSteps   = [4]step{{1, notA}, {8, all &^ rank1}, {-1, notH}, {-8, all &^ rank8}}
	bishopSteps = [4]step{
		{9, notA &^ rank1}, {7, notH &^ rank1}, {-9, notH &^ rank8}, {-7, notA &^ rank8},
	}
)

// Rook returns the squares that rooks on the given squares attack: the empty ones of their lines up
// to the first occupied one, and that one, of either side.
func Rook(from, occupied uint64) uint64 { return slide(from, occupied, &rookSteps) }

// Bishop returns the squares that bishops on the given squares attack, as [Rook] does.
func Bishop(from, occupied uint64) uint64 { return slide(from, occupied, &bishopSteps) }

// slide fills each line with the method of Kogge and Stone: in three steps, a square spreads to
// one, two and four empty squares after it. A loop that follows a line to its end takes longer,
// because the processor cannot predict the end.
func slide(from, occupied uint64, steps *[4]step) (attacked uint64) {
	for _, d := range steps {
		free := d.onto &^ occupied // squares that a step can reach and pass
		filled := from
		filled |= free & bits.RotateLeft64(filled, d.by)
		free &= bits.RotateLeft64(free, d.by)
		filled |= free & bits.RotateLeft64(filled, 2*d.by)
		free &= bits.RotateLeft64(free, 2*d.by)
		filled |= free & bits.RotateLeft64(filled, 4*d.by)
		attacked |= d.of(filled)
	}
	return attacked
}

// Knight returns the squares that knights on the given squares attack.
func Knight(from uint64) uint64 {
	one := from<<1&notA | from>>1&notH // file to the side
	two := from<<2&notAB | from>>2&notGH
	return one<<16 | one>>16 | two<<8 | two>>8
}

// King returns the squares that kings on the given squares attack.
func King(from uint64) uint64 {
	beside := from<<1&notA | from>>1&notH
	row := from | beside
	return beside | row<<8 | row>>8
}

// Pawn returns the squares that pawns of White, or of Black, on the given squares attack.
func Pawn(from uint64, black bool) uint64 {
	if black {
		return from>>9&notH | from>>7&notA
	}
	return from<<9&notA | from<<7&notH
}

// Attacked reports whether a side attacks one of the targets. Its pieces on the squares gone were
// just captured, so they attack nothing. The occupied squares block lines.
func Attacked(targets uint64, by *[6]uint64, gone, occupied uint64, byBlack bool) bool {
	// A piece attacks a target if the same piece on the target would attack it. For a pawn, the one
	// on the target is of the other side.
	near := Knight(targets)&by[knights] | King(targets)&by[kings] |
		Pawn(targets, !byBlack)&by[pawns]
	if near&^gone != 0 {
		return true
	}
	straight := (by[rooks] | by[queens]) &^ gone
	diagonal := (by[bishops] | by[queens]) &^ gone
	return Rook(targets, occupied)&straight != 0 || Bishop(targets, occupied)&diagonal != 0
}
