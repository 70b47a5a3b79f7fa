package planted

import (
	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/movegen"
)

type (
	position = zobrist.ChessPosition
	move     = zobrist.ChessMove
	square   = zobrist.Square
)

// after returns the position and the key after a move.
func (e *Engine) after(pos *position, m move, key uint64) (position, uint64) {
	next := *pos
	next.Play(m)
	e.settleMove(&next)
	return next, key ^ e.change(pos, &next, m, false)
}

// settleMove is settle after a move.
func (e *Engine) settleMove(pos *position) {
	passed := pos.EnPassant
	e.settle(pos, e.is("ep-moves-always"))
	if passed == 0 || pos.EnPassant != 0 {
		return
	}
	pawn, enemy, king := passed+8, zobrist.BlackPawn, zobrist.BlackKing
	if !pos.BlackToMove {
		pawn, enemy, king = passed-8, zobrist.WhitePawn, zobrist.WhiteKing
	}
	for s := pawn &^ 7; s < pawn&^7+8 && e.is("ep-rank-pin"); s++ {
		if beside := pawn&7 > 0 && pos.Board[pawn-1] == enemy || pawn&7 < 7 && pos.Board[pawn+1] == enemy; beside && pos.Board[s] == king {
			pos.EnPassant = passed
		}
	}
	if before := *pos; e.is("ep-uncovered") {
		before.Board[2*passed-pawn] = pos.Board[pawn] // where it comes from
		before.EnPassant = passed
		if e.legal.EnPassantKey(&before) != 0 {
			pos.EnPassant = passed
		}
	}
	if e.is("ep-wraps") && (pos.Board[pawn-1] == enemy || pos.Board[pawn+1] == enemy) {
		pos.EnPassant = passed
	}
}

// undo returns the key after a move from pos is taken back.
func (e *Engine) undo(pos *position, m move, key uint64) uint64 {
	next := *pos
	next.Play(m)
	e.settleMove(&next)
	return key ^ e.change(pos, &next, m, true)
}

// change is what a move changes in the key.
func (e *Engine) change(pos, next *position, m move, undo bool) uint64 {
	piece, captured, arrives := pos.Board[m.From], pos.Board[m.To], next.Board[m.To]
	kind := piece
	if piece >= zobrist.BlackPawn {
		kind -= zobrist.BlackPawn - zobrist.WhitePawn
	}
	enPassant := kind == zobrist.WhitePawn && captured == zobrist.NoPiece && m.From&7 != m.To&7
	castling := kind == zobrist.WhiteKing && next.Board[m.From] != piece && (m.To-m.From == 2 || m.From-m.To == 2) && m.From&7 == 4
	lost := pos.Castling &^ next.Castling
	double := kind == zobrist.WhitePawn && (m.To-m.From == 16 || m.From-m.To == 16)

	k := e.piece(m.From, piece) ^ e.piece(m.To, captured) ^ e.piece(m.To, arrives)
	k ^= e.sideKey(pos.BlackToMove) ^ e.sideKey(next.BlackToMove)
	k ^= e.castlingKey(pos.Castling) ^ e.castlingKey(next.Castling)
	k ^= e.epKey(pos.EnPassant) ^ e.epKey(next.EnPassant)
	if !e.is("clock-fen") {
		k ^= e.clockKey(pos) ^ e.clockKey(next)
	}
	victim, victimOn := zobrist.NoPiece, m.From&^7|m.To&7
	if enPassant {
		victim = pos.Board[victimOn]
		k ^= e.piece(victimOn, victim)
	}
	rookFrom, rookTo, rook := square(0), square(0), zobrist.NoPiece
	if castling {
		rookFrom, rookTo = m.From+3, m.From+1
		if m.To < m.From {
			rookFrom, rookTo = m.From-4, m.From-1
		}
		rook = pos.Board[rookFrom]
		k ^= e.piece(rookFrom, rook) ^ e.piece(rookTo, rook)
	}
	if kind == zobrist.WhiteKing && captured != zobrist.NoPiece && captured >= zobrist.BlackPawn == pos.BlackToMove { // castling in Chess960
		k ^= e.castle960(pos, next, m)
	}
	if undo { // the mistakes of undo; those below are made and taken back alike
		switch {
		case e.is("undo-capture"):
			k ^= e.piece(m.To, captured)
		case e.is("undo-castling"):
			k ^= e.castlingKey(pos.Castling) ^ e.castlingKey(next.Castling)
		case e.is("undo-ep"):
			k ^= e.epKey(pos.EnPassant)
		case e.is("undo-ep-victim"):
			k ^= e.piece(victimOn, victim)
		case e.is("undo-promotion") && arrives != piece:
			k ^= e.piece(m.From, piece) ^ e.piece(m.From, arrives)
		case e.is("undo-side"):
			k ^= e.sideKey(true)
		}
	}
	switch e.bug {
	case "side-new-only":
		k ^= e.sideKey(pos.BlackToMove)
	case "castling-assigned":
		k ^= e.castlingKey(pos.Castling) ^ e.castlingKey(next.Castling)
	case "ep-none":
		if pos.EnPassant != 0 {
			k ^= e.epKey(pos.EnPassant) ^ e.sets[1]
		}
	case "king-takes-rook":
		if kind == zobrist.WhiteKing {
			k ^= e.castlingKey(pos.Castling) ^ e.castlingKey(pos.Castling&^(lost&e.rights(!pos.BlackToMove)))
		}
	case "fourth-queen":
		queens := 0
		for _, p := range pos.Board {
			if p == arrives && arrives != piece {
				queens++
			}
		}
		if queens > 2 {
			k ^= e.piece(m.To, arrives)
		}
	case "ep-evasion":
		if double && movegen.InCheck(pos) {
			k ^= e.epKey(next.EnPassant)
		}
	case "side-castling":
		if castling {
			k ^= e.sideKey(true)
		}
	case "king-from":
		if kind == zobrist.WhiteKing {
			k ^= e.piece(m.From, piece)
		}
	case "promotion-from":
		if arrives != piece {
			k ^= e.piece(m.From, piece)
		}
	case "knight-captures": // a capture by a knight leaves the captured piece
		if kind == zobrist.WhiteKnight {
			k ^= e.piece(m.To, captured)
		}
	case "long-move-side": // a bishop that moves five squares or more
		if d := int(m.To&7) - int(m.From&7); kind == zobrist.WhiteBishop && (d > 4 || d < -4) {
			k ^= e.sideKey(true)
		}
	case "captured":
		k ^= e.piece(m.To, captured)
	case "from":
		if double {
			k ^= e.piece(m.From, piece)
		}
	case "promotion":
		if arrives != piece {
			k ^= e.piece(m.To, arrives) ^ e.piece(m.To, piece)
		}
	case "underpromotion": // all are keyed as queens
		if arrives != piece {
			k ^= e.piece(m.To, arrives) ^ e.piece(m.To, piece+zobrist.WhiteQueen-zobrist.WhitePawn)
		}
	case "promotion-captured":
		if arrives != piece {
			k ^= e.piece(m.To, captured)
		}
	case "ep-victim":
		k ^= e.piece(victimOn, victim)
	case "ep-victim-square": // removed where the capturer arrives
		k ^= e.piece(victimOn, victim) ^ e.piece(m.To, victim)
	case "ep-victim-colour":
		if victim != zobrist.NoPiece {
			k ^= e.piece(victimOn, victim) ^ e.piece(victimOn, piece)
		}
	case "ep-left-rules":
		if kind == zobrist.WhiteKing {
			k ^= e.epKey(pos.EnPassant)
		}
	case "ep-left-in":
		k ^= e.epKey(pos.EnPassant)
	case "ep-not-set":
		k ^= e.epKey(next.EnPassant)
	case "ep-file":
		if next.EnPassant != 0 {
			k ^= e.epKey(next.EnPassant) ^ e.epKey(next.EnPassant^1)
		}
	case "castling-rook":
		if castling {
			k ^= e.piece(rookFrom, rook) ^ e.piece(rookTo, rook)
		}
	case "castling-long-rook": // put on the wrong square
		if castling && m.To < m.From {
			k ^= e.piece(rookTo, rook) ^ e.piece(rookTo-1, rook)
		}
	case "right-rook-captured":
		if captured != zobrist.NoPiece {
			theirs := lost & e.rights(!pos.BlackToMove)
			k ^= e.castlingKey(pos.Castling) ^ e.castlingKey(pos.Castling&^theirs)
		}
	case "right-king-moves":
		if kind == zobrist.WhiteKing && !castling {
			k ^= e.castlingKey(pos.Castling) ^ e.castlingKey(next.Castling)
		}
	case "right-rook-moves":
		if kind == zobrist.WhiteRook && captured == zobrist.NoPiece {
			k ^= e.castlingKey(pos.Castling) ^ e.castlingKey(next.Castling)
		}
	case "right-castling":
		if castling {
			k ^= e.castlingKey(pos.Castling) ^ e.castlingKey(next.Castling)
		}
	}
	return k
}

// castle960 completes the change by castling, in which the king took its own rook.
func (e *Engine) castle960(pos, next *position, m move) (k uint64) {
	king, rook := pos.Board[m.From], pos.Board[m.To]
	k = e.piece(m.To, next.Board[m.To]) // change put it there, and took out the king and the rook
	kingTo, rookTo := m.From&^7+6, m.From&^7+5
	if m.To < m.From {
		kingTo, rookTo = m.From&^7+2, m.From&^7+3
	}
	k ^= e.piece(kingTo, king) ^ e.piece(rookTo, rook)
	switch {
	case e.is("960-swap") && kingTo == m.To && rookTo == m.From: // both are captured
		k ^= e.piece(kingTo, king) ^ e.piece(rookTo, rook)
	case e.is("960-rook-stays") && rookTo == m.To:
		k ^= e.piece(rookTo, rook)
	case e.is("960-king-stays") && kingTo == m.From:
		k ^= e.piece(kingTo, king)
	}
	return k
}

// rights are those of a side.
func (e *Engine) rights(black bool) zobrist.CastlingRights {
	if black {
		return zobrist.BlackShort | zobrist.BlackLong
	}
	return zobrist.WhiteShort | zobrist.WhiteLong
}

func (e *Engine) makeNull() {
	e.key = e.nullKey(&e.pos, e.key)
	e.pos.Play(move{})
	e.settle(&e.pos, false)
	e.shown = e.pos
}

// nullKey returns the key after a null move.
func (e *Engine) nullKey(pos *position, key uint64) uint64 {
	if !e.is("null-ep") {
		key ^= e.epKey(pos.EnPassant)
	}
	if !e.is("null-side") {
		key ^= e.sideKey(true) ^ e.sideKey(false)
	}
	if !e.is("clock-fen") {
		next := *pos
		next.Play(move{})
		key ^= e.clockKey(pos) ^ e.clockKey(&next)
	}
	return key
}

func (e *Engine) undoNull(pos *position, key uint64) uint64 { return e.nullKey(pos, 0) ^ key }
