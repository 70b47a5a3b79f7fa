package zobrist

// kingAttacked reports whether the other side attacks a king of this side.
func kingAttacked(board *[64]ChessPiece, black bool) bool {
	king := WhiteKing.of(black)
	for s, piece := range board {
		if piece == king && attacked(board, s, !black) {
			return true
		}
	}
	return false
}

// A step goes some files to the right and some ranks up.
type step struct{ file, rank int8 }

var (
	knightSteps = [8]step{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}
	// kingSteps alternates the rook's directions and the bishop's.
	kingSteps = [8]step{{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}}
)

// attacked reports whether the given side attacks square s.
func attacked(board *[64]ChessPiece, s int, byBlack bool) bool {
	at := func(d step, n int) ChessPiece {
		file, rank := s&7+n*int(d.file), s>>3+n*int(d.rank)
		if file < 0 || file > 7 || rank < 0 || rank > 7 {
			return offBoard
		}
		return board[8*rank+file]
	}
	toPawn := int8(-1) // a white pawn attacks from below
	if byBlack {
		toPawn = 1
	}
	pawn := WhitePawn.of(byBlack)
	if at(step{-1, toPawn}, 1) == pawn || at(step{1, toPawn}, 1) == pawn {
		return true
	}
	for i := range knightSteps {
		if at(knightSteps[i], 1) == WhiteKnight.of(byBlack) || at(kingSteps[i], 1) == WhiteKing.of(byBlack) {
			return true
		}
	}
	for i, d := range kingSteps {
		slider := WhiteRook
		if i&1 != 0 {
			slider = WhiteBishop
		}
		for n := 1; ; n++ {
			if piece := at(d, n); piece != NoPiece {
				if piece == slider.of(byBlack) || piece == WhiteQueen.of(byBlack) {
					return true
				}
				break
			}
		}
	}
	return false
}

// offBoard is the value outside the board. It isn't a piece.
const offBoard ChessPiece = 255
