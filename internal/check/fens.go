package check

import (
	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/movegen"
)

// hangs reports whether the side to move can take a king. No game has such a position.
func hangs(p *zobrist.ChessPosition) bool {
	q := *p
	q.BlackToMove = !p.BlackToMove
	return movegen.InCheck(&q)
}

// menFENs has each man on each square, and each king on each square.
func menFENs() (fens []string) {
	kings := [...][2]zobrist.Square{{0, 63}, {7, 56}, {4, 60}, {63, 0}}
	for man := zobrist.WhitePawn; man <= zobrist.BlackKing; man++ {
		for s := range zobrist.Square(64) {
			if (man == zobrist.WhitePawn || man == zobrist.BlackPawn) && (s < 8 || s >= 56) {
				continue
			}
			for _, k := range kings {
				p := zobrist.ChessPosition{BlackToMove: man <= zobrist.WhiteKing, FullmoveNumber: 1}
				p.Board[k[0]], p.Board[k[1]] = zobrist.WhiteKing, zobrist.BlackKing
				switch man {
				case zobrist.WhiteKing:
					p.Board[k[0]] = zobrist.NoPiece
				case zobrist.BlackKing:
					p.Board[k[1]] = zobrist.NoPiece
				}
				if p.Board[s] != zobrist.NoPiece {
					continue
				}
				if p.Board[s] = man; hangs(&p) {
					continue
				}
				if fens = append(fens, p.FEN()); man != zobrist.WhiteKing && man != zobrist.BlackKing {
					break
				}
			}
		}
	}
	return fens
}

// epFENs returns FENs with en passant on each file, for each side. In some the capture
// is legal, in some it would expose the king, and in some no pawn can capture.
func epFENs() (fens []string) {
	for _, n := range epLines() {
		fens = append(fens, n.FEN)
	}
	return fens
}

// epLines returns positions after a double push. Their parents are the starts of lines.
func epLines() (all []*Node) {
	for file := range 8 {
		for _, side := range []int{-1, 0, 1} { // where the capturing pawn stands; 0 for nowhere
			if file+side < 0 || file+side > 7 {
				continue
			}
			for _, kind := range []epKind{epFree, epPinned, epUncovers} {
				for _, black := range []bool{false, true} { // who pushes
					if n := epLineOf(file, side, kind, black); n != nil {
						all = append(all, n)
					}
				}
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

// epLineOf returns nil if there is no such position.
func epLineOf(file, side int, kind epKind, black bool) *Node {
	if kind != epFree && side == 0 {
		return nil
	}
	sq := func(file, rank int) zobrist.Square { // as the side that pushes sees it
		if black {
			rank = 7 - rank
		}
		return zobrist.Square(8*rank + file)
	}
	own, other := zobrist.WhitePawn, zobrist.BlackPawn
	if black {
		own, other = other, own
	}
	man := func(kind zobrist.ChessPiece) zobrist.ChessPiece { return own - zobrist.WhitePawn + kind }
	foe := func(kind zobrist.ChessPiece) zobrist.ChessPiece { return other - zobrist.WhitePawn + kind }
	p := zobrist.ChessPosition{BlackToMove: black, FullmoveNumber: 1}
	p.Board[sq(file, 1)] = own
	if side != 0 {
		p.Board[sq(file+side, 3)] = other
	}
	king := sq((file+4)%8, 7)
	switch kind {
	case epPinned:
		king = sq(file+side, 7)
		p.Board[sq(file+side, 0)] = man(zobrist.WhiteRook)
	case epUncovers: // a bishop, the pushed pawn and the king, on a diagonal
		to := 1
		if file > 3 {
			to = -1
		}
		if file-to < 0 || file-to > 7 {
			return nil
		}
		king = sq(file+3*to, 4)
		p.Board[sq(file-to, 0)] = man(zobrist.WhiteBishop)
	}
	p.Board[king] = foe(zobrist.WhiteKing)
	home := sq((file+2)%8, 0)
	if p.Board[home] != zobrist.NoPiece || home&7 == king&7 {
		home = sq((file+5)%8, 0)
	}
	p.Board[home] = man(zobrist.WhiteKing)
	if hangs(&p) {
		return nil
	}
	m := zobrist.ChessMove{From: sq(file, 1), To: sq(file, 3)}
	before := &Node{Query: Query{FEN: p.FEN()}, FEN: p.FEN()}
	if p.Play(m); hangs(&p) {
		return nil
	}
	return before.child(m.String(), p.FEN())
}
