// Package bitboard has what numbers and boards ask of bitboards alike: attacked squares of chess and mirror
// images. A square is 8*rank + file, and bit i of a bitboard is square i. A piece is 1 to 6 for White's pawn,
// knight, bishop, rook, queen and king, 7 to 12 for Black's, and 0 for none.
package bitboard

import "math/bits"

const (
	whitePawn = 1
	blackPawn = 7
)

// Of returns the pawns, knights, bishops, rooks, queens and kings of a side, Black or not, and of the other side.
func Of[P ~uint8](board *[64]P, black bool) (own, other [6]uint64) {
	var a, b, c, d uint64 // bits 0 to 3 of the piece on each square
	for s := 0; s < 64; s += 8 {
		r := (*[8]P)(board[s:])
		rank := uint64(r[0]) | uint64(r[1])<<8 | uint64(r[2])<<16 | uint64(r[3])<<24 |
			uint64(r[4])<<32 | uint64(r[5])<<40 | uint64(r[6])<<48 | uint64(r[7])<<56
		const gather = 0x0102040810204080 // a product with it has the lowest bits of all bytes in its highest byte
		a |= rank & fileA * gather >> 56 << s
		b |= rank >> 1 & fileA * gather >> 56 << s
		c |= rank >> 2 & fileA * gather >> 56 << s
		d |= rank >> 3 & fileA * gather >> 56 << s
	}
	own = [6]uint64{a &^ (b | c | d), b &^ (a | c | d), a & b &^ (c | d), c &^ (a | b | d), a & c &^ (b | d), b & c &^ (a | d)}
	other = [6]uint64{a & b & c &^ d, d &^ (a | b | c), a & d &^ (b | c), b & d &^ (a | c), a & b & d &^ c, c & d &^ (a | b)}
	if black {
		return other, own
	}
	return own, other
}

// Occupied returns the squares of all pieces.
func Occupied(a, b *[6]uint64) (all uint64) {
	for i := range a {
		all |= a[i] | b[i]
	}
	return all
}

// A step moves all squares of a bitboard at once, and drops those that leave the board.
type step struct {
	up, down uint8
	onto     uint64
}

func (d step) from(squares uint64) uint64 { return squares << (d.up & 63) >> (d.down & 63) & d.onto }

const (
	fileA, fileH     = 0x0101010101010101, 0x8080808080808080
	filesAB, filesGH = fileA | fileA<<1, fileH | fileH>>1
)

var (
	knightSteps = [8]step{{17, 0, ^uint64(fileA)}, {10, 0, ^uint64(filesAB)}, {0, 6, ^uint64(filesAB)}, {0, 15, ^uint64(fileA)},
		{0, 17, ^uint64(fileH)}, {0, 10, ^uint64(filesGH)}, {6, 0, ^uint64(filesGH)}, {15, 0, ^uint64(fileH)}}
	// kingSteps alternates the rook's directions and the bishop's, anticlockwise from the right.
	kingSteps = [8]step{{1, 0, ^uint64(fileA)}, {9, 0, ^uint64(fileA)}, {8, 0, 1<<64 - 1}, {7, 0, ^uint64(fileH)},
		{0, 1, ^uint64(fileH)}, {0, 9, ^uint64(fileH)}, {0, 8, 1<<64 - 1}, {0, 7, ^uint64(fileA)}}
)

// Attacked reports whether a side attacks one of the targets. A pawn on an empty square was captured en passant.
func Attacked(targets uint64, by *[6]uint64, occupied uint64, byBlack bool) bool {
	for i, d := range kingSteps {
		touches, slides := by[5], by[3]|by[4]
		if i&1 != 0 {
			slides = by[2] | by[4]
			if byBlack == (i < 4) { // a black pawn attacks from above
				touches |= by[0] & occupied
			}
		}
		next := d.from(targets)
		if next&touches|knightSteps[i].from(targets)&by[1] != 0 {
			return true
		}
		for ; next != 0; next = d.from(next &^ occupied) {
			if next&slides != 0 {
				return true
			}
		}
	}
	return false
}

// EnPassantFrom returns the squares from which a pawn captures on the square passed, or 0 unless that is on rank 3 or 6.
func EnPassantFrom(passed uint8) uint64 {
	if rank := passed >> 3; rank != 2 && rank != 5 {
		return 0
	}
	pushed := uint64(1) << (passed ^ 8)
	return pushed&^fileA>>1 | pushed&^fileH<<1
}

// Beside reports whether a pawn of the side to move, Black or not, stands beside the pawn that passed over a square.
func Beside[P ~uint8](board *[64]P, passed uint8, black bool) bool {
	pawn, s := P(whitePawn), passed^8
	if black {
		pawn = blackPawn
	}
	return s&7 != 0 && board[(s-1)&63] == pawn || s&7 != 7 && board[(s+1)&63] == pawn
}

// EnPassant reports whether a pawn of the side to move, Black or not, may capture the pawn that passed over a square.
func EnPassant[P ~uint8](board *[64]P, passed uint8, black bool) bool {
	mover, other := Of(board, black)
	return LegalEnPassant(passed, &mover, &other, black)
}

// LegalEnPassant reports whether a pawn of the side to move, Black or not, can capture on
// passed without leaving its own king attacked, if it has a king.
func LegalEnPassant(passed uint8, mover, other *[6]uint64, black bool) bool {
	without := Occupied(mover, other)&^(1<<(passed^8)) | 1<<passed
	for from := EnPassantFrom(passed) & mover[0]; from != 0; from &= from - 1 {
		if !Attacked(mover[5], other, without&^(from&-from), !black) {
			return true
		}
	}
	return false
}

// Image returns the image of a bitboard under symmetry i of the eight of a square: bit 2 of i
// exchanges rows and columns, then bit 0 left and right, and bit 1 top and bottom.
func Image(b uint64, i int) uint64 {
	if i&4 != 0 {
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
