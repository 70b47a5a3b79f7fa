// Package movegen lists the legal moves of chess and Chess960. It is simple: a move is legal if no
// reply takes the king. The command checks moves of its input with it, and tests reach positions
// with it. It shares no code with the library's own search for attackers.
package movegen

import (
	"slices"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/chess"
)

type (
	position = chess.Position
	move     = chess.Move
	piece    = zobrist.ChessPiece
	square   = zobrist.Square
)

// Legal returns the legal moves of p. With king and rook on the squares of ordinary chess, castling
// is a king's move of two files. Otherwise it is the king's move to the square of its rook.
func Legal(p *position) []move {
	return appendCastling(slices.DeleteFunc(pseudoLegal(p), exposes(p)), p)
}

// Illegal returns the moves of p, without castling, that leave the mover's king in check.
func Illegal(p *position) []move {
	exposes := exposes(p)
	return slices.DeleteFunc(pseudoLegal(p), func(m move) bool { return !exposes(m) })
}

// IsLegal reports whether m is a legal move of p, castling in either form: by two files, or to the
// square of the rook.
func IsLegal(p *position, m move) bool {
	if slices.Contains(pseudoLegal(p), m) {
		return !exposes(p)(m)
	}
	ontoRook := p.Board[m.To&63] == mine(zobrist.WhiteRook, p.BlackToMove)
	twoFiles := m.To == m.From+2 || m.From == m.To+2
	if m.Promotion != zobrist.NoPiece || !ontoRook && !twoFiles {
		return false // also if it leads to the same position, as a king's walk of three files may
	}
	after := *p
	after.Play(m)
	for _, l := range appendCastling(nil, p) {
		castled := *p
		castled.Play(l)
		if l.From == m.From && castled == after {
			return true
		}
	}
	return false
}

// InCheck reports whether the king of the side to move is attacked.
func InCheck(p *position) bool {
	turned := *p
	turned.BlackToMove = !p.BlackToMove
	return KingHangs(&turned)
}

// exposes returns a function that reports whether a move of [pseudoLegal] leaves the mover's king
// in check. It plays only moves that can: of the king, en passant, of a pinned man, and all moves
// in check.
func exposes(p *position) func(m move) bool {
	king := mine(zobrist.WhiteKing, p.BlackToMove)
	at := max(slices.Index(p.Board[:], king), 0)
	all := InCheck(p) || slices.Contains(p.Board[at+1:], king) // two kings are not chess
	from, pinned := square(at), true
	return func(m move) bool {
		if m.From != from {
			files, ranks := int(m.From&7)-at&7, int(m.From>>3)-at>>3
			inLine := files == 0 || ranks == 0 || files == ranks || files == -ranks
			without := *p
			without.Board[m.From] = zobrist.NoPiece
			from, pinned = m.From, int(m.From) == at || inLine && InCheck(&without)
		}
		if !all && !pinned && m.To != p.EnPassant {
			return false
		}
		after := *p
		after.Play(m)
		return KingHangs(&after)
	}
}

// KingHangs reports whether the side to move can take a king.
func KingHangs(p *position) bool {
	king := mine(zobrist.WhiteKing, !p.BlackToMove)
	for s, man := range &p.Board {
		if man == king && attacked(p, square(s)) {
			return true
		}
	}
	return false
}

// attacked reports whether a man of the side to move attacks a square: whether his steps lead
// there.
func attacked(p *position, s square) bool {
	for i, k := range kinds {
		man := mine(zobrist.WhiteKnight+piece(i), p.BlackToMove)
		for _, d := range k.steps {
			from, ok := onBoard(s, d)
			for ok && k.far && p.Board[from] == zobrist.NoPiece {
				from, ok = onBoard(from, d)
			}
			if ok && p.Board[from] == man {
				return true
			}
		}
	}
	for _, side := range [...]int{-1, 1} {
		from, ok := onBoard(s, step{side, -forward(p)})
		if ok && p.Board[from] == mine(zobrist.WhitePawn, p.BlackToMove) {
			return true
		}
	}
	return false
}

// mine returns the man of a kind that belongs to a side.
func mine(white piece, black bool) piece {
	if black {
		return white + zobrist.BlackPawn - zobrist.WhitePawn
	}
	return white
}

func isBlack(p piece) bool { return p >= zobrist.BlackPawn }

// forward returns the direction of the pawns of the side to move.
func forward(p *position) int {
	if p.BlackToMove {
		return -1
	}
	return 1
}

// A step goes so many files and ranks.
type step struct{ files, ranks int }

// onBoard returns the square one step from s, and whether it is on the board.
func onBoard(s square, d step) (square, bool) {
	file, rank := int(s&7)+d.files, int(s>>3)+d.ranks
	return square(8*rank + file), 0 <= file && file < 8 && 0 <= rank && rank < 8
}

var (
	rook   = []step{{1, 0}, {0, 1}, {-1, 0}, {0, -1}}
	bishop = []step{{1, 1}, {-1, 1}, {-1, -1}, {1, -1}}
	queen  = append(rook[:4:4], bishop...)
	knight = []step{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}

	// kinds are how men move, from the knight to the king: far as long as squares are empty.
	kinds = [...]struct {
		steps []step
		far   bool
	}{{knight, false}, {bishop, true}, {rook, true}, {queen, true}, {queen, false}}
	promotions = []piece{
		zobrist.WhiteQueen, zobrist.WhiteRook, zobrist.WhiteBishop, zobrist.WhiteKnight,
	}
)

// pseudoLegal returns the moves without castling, including moves that leave the mover's king in
// check.
func pseudoLegal(p *position) []move {
	moves := make([]move, 0, 64)
	for s := range square(64) {
		man := p.Board[s]
		if man == zobrist.NoPiece || isBlack(man) != p.BlackToMove {
			continue
		}
		if man == mine(zobrist.WhitePawn, p.BlackToMove) {
			moves = appendPawnMoves(moves, p, s)
			continue
		}
		k := kinds[man-mine(zobrist.WhiteKnight, p.BlackToMove)]
		for _, d := range k.steps {
			for to, ok := onBoard(s, d); ok; to, ok = onBoard(to, d) {
				target := p.Board[to]
				if target == zobrist.NoPiece || isBlack(target) != p.BlackToMove {
					moves = append(moves, move{From: s, To: to})
				}
				if target != zobrist.NoPiece || !k.far {
					break
				}
			}
		}
	}
	return moves
}

func appendPawnMoves(moves []move, p *position, s square) []move {
	add := func(to square) {
		if to>>3 != 0 && to>>3 != 7 {
			moves = append(moves, move{From: s, To: to})
			return
		}
		for _, kind := range promotions {
			moves = append(moves, move{From: s, To: to, Promotion: mine(kind, p.BlackToMove)})
		}
	}
	up := forward(p)
	home := up == 1 && s>>3 == 1 || up == -1 && s>>3 == 6
	if to, ok := onBoard(s, step{0, up}); ok && p.Board[to] == zobrist.NoPiece {
		add(to)
		if to, _ := onBoard(to, step{0, up}); home && p.Board[to] == zobrist.NoPiece {
			add(to)
		}
	}
	for _, side := range [...]int{-1, 1} {
		to, ok := onBoard(s, step{side, up})
		if !ok {
			continue
		}
		target := p.Board[to]
		captures := target != zobrist.NoPiece && isBlack(target) != p.BlackToMove
		enPassant := to == p.EnPassant && to != 0
		if captures || enPassant {
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
		man, rook := mine(zobrist.WhiteKing, p.BlackToMove), p.Rook(1<<i)
		first := rook &^ 7
		king := first + square(slices.Index(p.Board[first:], man))
		kingTo, rookTo := first+6, first+5
		if i&1 != 0 {
			kingTo, rookTo = first+2, first+3
		}
		bare := *p // the castling rook blocks no attack
		bare.Board[king], bare.Board[rook] = zobrist.NoPiece, zobrist.NoPiece
		legal := true
		for s := min(rook, rookTo); s <= max(rook, rookTo); s++ {
			legal = legal && bare.Board[s] == zobrist.NoPiece
		}
		for s := min(king, kingTo); s <= max(king, kingTo) && legal; s++ {
			there := bare
			there.Board[s] = man
			legal = bare.Board[s] == zobrist.NoPiece && !InCheck(&there)
		}
		if legal {
			moves = append(moves, p.StandardCastling(move{From: king, To: rook}))
		}
	}
	return moves
}
