// Package bitboard has what the numbers and the boards of chess and Othello need of bitboards.
//
// A square is 8*rank + file, and bit i of a bitboard is square i, so a1 is the lowest bit. A piece
// is 0 for none, 1 to 6 for White's pawn, knight, bishop, rook, queen and king, and 7 to 12 for
// Black's, as a zobrist.ChessPiece.
package bitboard

import "math/bits"

// The bitboards of one side, by kind.
const (
	pawns = iota
	knights
	bishops
	rooks
	queens
	kings
)

const (
	whitePawn = 1
	blackPawn = 7
)

const (
	fileA = 0x0101010101010101
	fileH = fileA << 7
)

// Of returns the pawns, knights, bishops, rooks, queens and kings of White and of Black.
//
// It takes a fraction of the time of a loop over the squares, in which the processor cannot predict
// the branches: BenchmarkOf compares them.
func Of[P ~uint8](board *[64]P) (white, black [6]uint64) {
	// Collect each of the four bits of a piece for all squares.
	var bit0, bit1, bit2, bit3 uint64
	for first := 0; first < 64; first += 8 {
		rank := eight((*[8]P)(board[first:]))
		bit0 |= lowestBits(rank) << first
		bit1 |= lowestBits(rank>>1) << first
		bit2 |= lowestBits(rank>>2) << first
		bit3 |= lowestBits(rank>>3) << first
	}
	// The squares whose piece has these two low bits, and those with these two high bits. They are
	// variables, because the compiler keeps an array in memory.
	low00, low01, low10, low11 := pairs(bit1, bit0)
	high00, high01, high10, high11 := pairs(bit3, bit2)
	white = [6]uint64{
		pawns:   high00 & low01, // White's pawn is 1, which is 00 and 01
		knights: high00 & low10,
		bishops: high00 & low11,
		rooks:   high01 & low00,
		queens:  high01 & low01,
		kings:   high01 & low10,
	}
	black = [6]uint64{
		pawns:   high01 & low11, // Black's pawn is 7, which is 01 and 11
		knights: high10 & low00,
		bishops: high10 & low01,
		rooks:   high10 & low10,
		queens:  high10 & low11,
		kings:   high11 & low00,
	}
	return white, black
}

// pairs returns where two bits are 0 and 0, 0 and 1, 1 and 0, and 1 and 1.
func pairs(first, second uint64) (both0, only2, only1, both1 uint64) {
	return ^(first | second), second &^ first, first &^ second, first & second
}

// eight packs the pieces of a rank, the first in the lowest byte. The compiler makes one load of
// it.
func eight[P ~uint8](b *[8]P) uint64 {
	return uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 |
		uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56
}

// lowestBits returns the lowest bit of each byte, that of the lowest byte first.
func lowestBits(bytes uint64) uint64 {
	// Multiplied by gather, the bit of byte i lands on bit 56+i, among others. All that lands on
	// one place below is a single bit, so nothing is carried up.
	const gather = 0x0102040810204080
	return bytes & fileA * gather >> 56
}

// Occupied returns the squares of all pieces of both sides.
func Occupied(white, black *[6]uint64) uint64 {
	return All(white) | All(black)
}

// All returns the squares of all pieces of a side.
func All(side *[6]uint64) uint64 {
	return side[pawns] | side[knights] | side[bishops] | side[rooks] | side[queens] | side[kings]
}

// Image returns the image of a bitboard under symmetry i of the eight of a square. Bit 2 of i
// exchanges rows and columns. Then bit 0 exchanges left and right, and bit 1 top and bottom.
func Image(b uint64, i int) uint64 {
	if i&4 != 0 {
		b = transpose(b)
	}
	if i&1 != 0 { // reversing all 64 bits turns the board by half, which also exchanges the rows
		b = bits.ReverseBytes64(bits.Reverse64(b))
	}
	if i&2 != 0 { // a row is a byte
		b = bits.ReverseBytes64(b)
	}
	return b
}

// transpose exchanges rows and columns. It exchanges two opposite quarters of the board, then those
// of each quarter, and then those of each quarter of a quarter, which are single squares.
func transpose(b uint64) uint64 {
	b = swap(b, 28, 0x0f0f0f0f00000000)
	b = swap(b, 14, 0x3333000033330000)
	return swap(b, 7, 0x5500550055005500)
}

// swap exchanges the squares of mask with those that are distance squares below them.
func swap(b uint64, distance int, mask uint64) uint64 {
	differ := (b ^ b<<distance) & mask
	return b ^ differ ^ differ>>distance
}
