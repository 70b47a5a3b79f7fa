// Package movegen lists the legal moves of chess and Chess960. It is simple and slow:
// a move is legal if no reply takes the king. The command checks moves of its input
// with it, and tests reach positions with it. It shares no code with the library's
// own search for attackers.
package movegen

import (
	"slices"

	"github.com/zobrist-go/zobrist"
)

type (
	position = zobrist.ChessPosition
	move     = zobrist.ChessMove
	piece    = zobrist.ChessPiece
	square   = zobrist.Square
)

// Legal returns the legal moves of p. With king and rook on the squares of ordinary
// chess, castling is a king's move of two files. Otherwise it is the king's move to
// the square of its rook.
func Legal(p *position) []move {
	var legal []move
	for _, m := range pseudoLegal(p) {
		after := *p
		after.Play(m)
		if !kingHangs(&after) {
			legal = append(legal, m)
		}
	}
	return appendCastling(legal, p)
}

// IsLegal reports whether m is a legal move of p, castling in either form.
func IsLegal(p *position, m move) bool {
	after := *p
	after.Play(m)
	if slices.Contains(pseudoLegal(p), m) {
		return !kingHangs(&after)
	}
	for _, l := range appendCastling(nil, p) {
		castled := *p
		castled.Play(l)
		if l.From == m.From && castled == after && m.Promotion == zobrist.NoPiece {
			return true
		}
	}
	return false
}

// InCheck reports whether the king of the side to move is attacked.
func InCheck(p *position) bool {
	turned := *p
	turned.BlackToMove = !p.BlackToMove
	turned.EnPassant = 0
	return kingHangs(&turned)
}

// Perft counts the lines of depth legal moves.
func Perft(p *position, depth int) int {
	if depth == 0 {
		return 1
	}
	n := 0
	for _, m := range Legal(p) {
		after := *p
		after.Play(m)
		n += Perft(&after, depth-1)
	}
	return n
}

// kingHangs reports whether the side to move can take a king. It looks from each king
// for a man that attacks it.
func kingHangs(p *position) bool {
	king := mine(zobrist.WhiteKing, !p.BlackToMove)
	for s := range square(64) {
		if p.Board[s] == king && attacked(p, s) {
			return true
		}
	}
	return false
}

// attacked reports whether a man of the side to move attacks a square.
func attacked(p *position, s square) bool {
	rook, bishop, queen := mine(zobrist.WhiteRook, p.BlackToMove), mine(zobrist.WhiteBishop, p.BlackToMove), mine(zobrist.WhiteQueen, p.BlackToMove)
	king, knight := mine(zobrist.WhiteKing, p.BlackToMove), mine(zobrist.WhiteKnight, p.BlackToMove)
	for i, d := range queenSteps {
		slider := rook
		if i >= len(rookSteps) {
			slider = bishop
		}
		for to, ok := onBoard(s, d[0], d[1]); ok; to, ok = onBoard(to, d[0], d[1]) {
			man := p.Board[to]
			if man == slider || man == queen || man == king && to == stepped(s, d) {
				return true
			}
			if man != zobrist.NoPiece {
				break
			}
		}
	}
	for _, d := range knightSteps {
		if from, ok := onBoard(s, d[0], d[1]); ok && p.Board[from] == knight {
			return true
		}
	}
	down := -1 // from an attacked square to the pawn
	if p.BlackToMove {
		down = 1
	}
	for _, side := range [...]int{-1, 1} {
		if from, ok := onBoard(s, side, down); ok && p.Board[from] == mine(zobrist.WhitePawn, p.BlackToMove) {
			return true
		}
	}
	return false
}

// stepped returns the square one step from s.
func stepped(s square, d [2]int) square {
	to, _ := onBoard(s, d[0], d[1])
	return to
}

func mine(white piece, black bool) piece {
	if black {
		return white + zobrist.BlackPawn - zobrist.WhitePawn
	}
	return white
}

func isBlack(p piece) bool { return p >= zobrist.BlackPawn }

var (
	rookSteps   = [][2]int{{1, 0}, {0, 1}, {-1, 0}, {0, -1}}
	bishopSteps = [][2]int{{1, 1}, {-1, 1}, {-1, -1}, {1, -1}}
	queenSteps  = append(rookSteps[:4:4], bishopSteps...)
	knightSteps = [][2]int{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}
	promotions  = []piece{zobrist.WhiteQueen, zobrist.WhiteRook, zobrist.WhiteBishop, zobrist.WhiteKnight}
)

// onBoard returns the square that many files and ranks from s, and whether it is on
// the board.
func onBoard(s square, files, ranks int) (square, bool) {
	file, rank := int(s&7)+files, int(s>>3)+ranks
	return square(8*rank + file), 0 <= file && file < 8 && 0 <= rank && rank < 8
}

// Illegal returns the moves of p, without castling, that leave the mover's king in check.
func Illegal(p *position) []move {
	return slices.DeleteFunc(pseudoLegal(p), func(m move) bool {
		after := *p
		after.Play(m)
		return !kingHangs(&after)
	})
}

// pseudoLegal returns the moves without castling, including moves that leave the
// mover's king in check.
func pseudoLegal(p *position) []move {
	moves := make([]move, 0, 64)
	for s := range square(64) {
		man := p.Board[s]
		if man == zobrist.NoPiece || isBlack(man) != p.BlackToMove {
			continue
		}
		steps, far := queenSteps, true
		switch man {
		case mine(zobrist.WhitePawn, p.BlackToMove):
			moves = appendPawnMoves(moves, p, s)
			continue
		case mine(zobrist.WhiteKnight, p.BlackToMove):
			steps, far = knightSteps, false
		case mine(zobrist.WhiteKing, p.BlackToMove):
			far = false
		case mine(zobrist.WhiteRook, p.BlackToMove):
			steps = rookSteps
		case mine(zobrist.WhiteBishop, p.BlackToMove):
			steps = bishopSteps
		}
		for _, d := range steps {
			for to, ok := onBoard(s, d[0], d[1]); ok; to, ok = onBoard(to, d[0], d[1]) {
				target := p.Board[to]
				if target == zobrist.NoPiece || isBlack(target) != p.BlackToMove {
					moves = append(moves, move{From: s, To: to})
				}
				if target != zobrist.NoPiece || !far {
					break
				}
			}
		}
	}
	return moves
}

func appendPawnMoves(moves []move, p *position, s square) []move {
	up, home := 1, square(1)
	if p.BlackToMove {
		up, home = -1, 6
	}
	add := func(to square) {
		if to>>3 != 0 && to>>3 != 7 {
			moves = append(moves, move{From: s, To: to})
			return
		}
		for _, kind := range promotions {
			moves = append(moves, move{From: s, To: to, Promotion: mine(kind, p.BlackToMove)})
		}
	}
	if to, ok := onBoard(s, 0, up); ok && p.Board[to] == zobrist.NoPiece {
		add(to)
		if to, ok := onBoard(s, 0, 2*up); ok && s>>3 == home && p.Board[to] == zobrist.NoPiece {
			add(to)
		}
	}
	for _, side := range []int{-1, 1} {
		to, ok := onBoard(s, side, up)
		if !ok {
			continue
		}
		target := p.Board[to]
		if target != zobrist.NoPiece && isBlack(target) != p.BlackToMove || to == p.EnPassant && to != 0 {
			add(to)
		}
	}
	return moves
}

// appendCastling appends legal castling. Except for king and rook, the squares that
// they pass are empty, and the king passes no attacked square.
func appendCastling(moves []move, p *position) []move {
	for i := range 4 {
		if p.Castling>>i&1 == 0 || (i >= 2) != p.BlackToMove {
			continue
		}
		rook := p.Rook(1 << i)
		first := rook &^ 7
		king := first
		for p.Board[king] != mine(zobrist.WhiteKing, p.BlackToMove) {
			king++
		}
		kingTo, rookTo := first+6, first+5
		if i&1 != 0 {
			kingTo, rookTo = first+2, first+3
		}
		bare := *p
		bare.Board[king], bare.Board[rook] = zobrist.NoPiece, zobrist.NoPiece
		if !empty(&bare, king, kingTo) || !empty(&bare, rook, rookTo) || !safe(&bare, p.Board[king], king, kingTo) {
			continue
		}
		after := *p
		after.Play(move{From: king, To: rook})
		if kingHangs(&after) {
			continue
		}
		m := move{From: king, To: rook}
		if king == first+4 && (rook == first || rook == first+7) {
			m.To = kingTo
		}
		moves = append(moves, m)
	}
	return moves
}

func empty(p *position, a, b square) bool {
	for s := min(a, b); s <= max(a, b); s++ {
		if p.Board[s] != zobrist.NoPiece {
			return false
		}
	}
	return true
}

// safe reports whether a king on each square from a to b is not attacked. The
// castling rook is off the board, so it blocks no attack.
func safe(p *position, king piece, a, b square) bool {
	for s := min(a, b); s <= max(a, b); s++ {
		there := *p
		there.Board[s] = king
		if InCheck(&there) {
			return false
		}
	}
	return true
}
