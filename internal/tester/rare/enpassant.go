package rare

import (
	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/chess"
	"github.com/zobrist-go/zobrist/internal/movegen"
)

// EnPassant returns a double push on each file, for each side. In some positions the capture
// is legal, in some it would expose the king, and in some no pawn can capture.
func EnPassant() (all []Line) {
	for file := range 8 {
		for _, side := range []int{-1, 0, 1} { // where the capturing pawn stands; 0 for nowhere
			for _, kind := range []epKind{epFree, epPinned, epUncovers} {
				all = append(all, both(enPassant(file, side, kind)...)...)
			}
		}
	}
	return all
}

// An epKind says why an en passant capture is illegal, if it is.
type epKind int

const (
	epFree     epKind = iota // it is legal
	epPinned                 // the capturing pawn must not leave its file
	epUncovers               // the push uncovers a check, which the capture does not stop
)

// enPassant returns a line of White, if there is such a position.
func enPassant(file, side int, kind epKind) []Line {
	if kind != epFree && side == 0 || file+side < 0 || file+side > 7 {
		return nil
	}
	sq := func(file, rank int) zobrist.Square { return zobrist.Square(8*rank + file) }
	p := chess.Position{FullmoveNumber: 1}
	p.Board[sq(file, 1)] = zobrist.WhitePawn
	if side != 0 {
		p.Board[sq(file+side, 3)] = zobrist.BlackPawn
	}
	king := sq((file+4)%8, 7)
	switch kind {
	case epPinned:
		king = sq(file+side, 7)
		p.Board[sq(file+side, 0)] = zobrist.WhiteRook
	case epUncovers: // a bishop, the pushed pawn and the king, on a diagonal
		to := 1
		if file > 3 {
			to = -1
		}
		if file-to < 0 || file-to > 7 {
			return nil
		}
		king = sq(file+3*to, 4)
		p.Board[sq(file-to, 0)] = zobrist.WhiteBishop
	}
	p.Board[king] = zobrist.BlackKing
	home := sq((file+2)%8, 0)
	if p.Board[home] != zobrist.NoPiece || home&7 == king&7 {
		home = sq((file+5)%8, 0)
	}
	p.Board[home] = zobrist.WhiteKing
	if movegen.KingHangs(&p) {
		return nil
	}
	m := chess.Move{From: sq(file, 1), To: sq(file, 3)}
	const bug = "the en passant number of one file, or one rule by moves and another from a FEN"
	line := Line{p.FEN(), []string{m.String()}, bug}
	if p.Play(m); movegen.KingHangs(&p) {
		return nil
	}
	return []Line{line}
}
