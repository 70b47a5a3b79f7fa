package zobrist

// bitboards returns the pawns, knights, bishops, rooks, queens and kings of a side, Black
// or not, and of the other side. Bit i is square i.
func bitboards(board *[64]ChessPiece, black bool) (own, other [6]uint64) {
	var sets [BlackKing + 1]uint64
	for s, piece := range board {
		if piece <= BlackKing {
			sets[piece] |= 1 << s
		}
	}
	return [6]uint64(sets[WhitePawn.of(black):]), [6]uint64(sets[WhitePawn.of(!black):])
}

func occupied(a, b *[6]uint64) (all uint64) {
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

func (d step) from(squares uint64) uint64 { return squares << d.up >> d.down & d.onto }

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

// attacked reports whether a side attacks one of the targets. A pawn counts only on an
// occupied square, because it may have been captured en passant.
func attacked(targets uint64, by *[6]uint64, occupied uint64, byBlack bool) bool {
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
