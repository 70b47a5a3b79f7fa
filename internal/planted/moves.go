package planted

import (
	"slices"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/chess"
	"github.com/zobrist-go/zobrist/internal/movegen"
)

type (
	position = chess.Position
	move     = chess.Move
	square   = zobrist.Square
	man      = zobrist.ChessPiece
	key      = zobrist.Key
)

// A change is what a move does to a position, and to its key.
type change struct {
	move
	pos, next    position
	e            *Engine
	made, undone key // what making the move and taking it back change in the key

	piece, captured, arrives man // captured may be the own rook, as in Chess960
	victim                   man // of a capture en passant
	victimOn                 square
	kind                     man // of the piece, as if it were white
	king, promotes, double   bool
	castling, takesRook      bool   // in chess, and in Chess960
	long                     bool   // towards the file a
	home, kingTo, rookTo     square // if the king castles: the rook's square, and where they go

	// Numbers in the key.
	from, taken, side, oldEP, newEP, rights key
	hash                                    key // of next, as the library has it
}

// change makes a move.
func (e *Engine) change(pos *position, m move) *change {
	c := &change{e: e, move: m, pos: *pos, next: *pos, long: m.To < m.From}
	c.next.Play(m)
	e.settleMove(&c.next)
	c.piece = pos.Board[m.From]
	c.kind = c.piece.Kind()
	c.captured = pos.Board[m.To]
	c.arrives = c.next.Board[m.To]

	length := max(m.To, m.From) - min(m.To, m.From)
	isPawn := c.kind == zobrist.WhitePawn
	c.double = isPawn && length == 16
	c.promotes = m.Promotion != zobrist.NoPiece
	c.victimOn = m.From&^7 | m.To&7
	changesFile := m.From.File() != m.To.File()
	if isPawn && changesFile && c.captured == zobrist.NoPiece {
		c.victim = pos.Board[c.victimOn]
	}

	c.king = c.kind == zobrist.WhiteKing
	c.castling = c.king && length == 2 && m.From.File() == 4
	isOwn := c.captured != zobrist.NoPiece && c.captured.Black() == pos.BlackToMove
	c.takesRook = c.king && isOwn
	rank := m.From &^ 7
	if c.long {
		c.home, c.kingTo, c.rookTo = rank, rank+2, rank+3
	} else {
		c.home, c.kingTo, c.rookTo = rank+7, rank+6, rank+5
	}

	c.from = c.at(m.From, c.piece)
	c.taken = c.at(m.To, c.captured)
	c.side = e.side
	c.oldEP = e.keys.EnPassant(pos.EnPassant)
	c.newEP = e.keys.EnPassant(c.next.EnPassant)
	c.rights = e.keys.Castling(pos.Castling) ^ e.keys.Castling(c.next.Castling)

	c.hash = c.next.Hash(e.keys)
	c.made = e.hash(pos) ^ c.hash ^ e.moveBug(c)
	c.undone = c.made ^ e.undoBug(c)
	return c
}

// alike returns how many men like the one that arrives stand on the board.
func (c *change) alike() int {
	return len(slices.DeleteFunc(slices.Clone(c.pos.Board[:]), func(p man) bool {
		return p != c.arrives
	}))
}

func (c *change) at(s square, p man) key { return c.e.keys.Table().Key(s, p) }

// theirs is what a move changes in the key with the castling rights of the other side.
func (c *change) theirs() key {
	rights := zobrist.BlackShort | zobrist.BlackLong
	if c.pos.BlackToMove {
		rights = zobrist.WhiteShort | zobrist.WhiteLong
	}
	lost := c.pos.Castling &^ c.next.Castling & rights
	return c.e.keys.Castling(c.pos.Castling) ^ c.e.keys.Castling(c.pos.Castling&^lost)
}

// undoBugs are what taking a move back changes wrongly.
func undoBugs() map[string]func(c *change) key {
	return map[string]func(c *change) key{
		"undo-capture":   func(c *change) key { return c.taken },
		"undo-castling":  func(c *change) key { return c.rights },
		"undo-ep":        func(c *change) key { return c.oldEP },
		"undo-ep-victim": func(c *change) key { return c.at(c.victimOn, c.victim) },
		"undo-promotion": func(c *change) key {
			return when(c.promotes, c.from^c.at(c.From, c.arrives))
		},
		"undo-side": func(c *change) key { return c.side },
	}
}

// moveBugs are what a move changes wrongly. Taking it back changes the same.
func moveBugs() map[string]func(c *change) key {
	return map[string]func(c *change) key{
		"side-new-only": func(c *change) key { return c.e.sideKey(c.pos.BlackToMove) },
		"side-castling": func(c *change) key { return when(c.castling, c.side) },
		"long-move-side": func(c *change) key { // a bishop that moves five squares or more
			files := max(c.From&7, c.To&7) - min(c.From&7, c.To&7)
			return when(c.kind == zobrist.WhiteBishop && files > 4, c.side)
		},

		"king-from": func(c *change) key { return when(c.king, c.from) },
		"from":      func(c *change) key { return when(c.double, c.from) },
		"captured":  func(c *change) key { return c.taken },
		// a captured piece is taken out as one of the own colour
		"captured-colour": func(c *change) key {
			return when(c.captured != zobrist.NoPiece, c.taken^c.at(c.To, (c.captured+5)%12+1))
		},
		"captured-late": func(c *change) key { // it is looked up after the move is made
			return when(c.taken != 0 && c.victimOn == c.To, c.taken^c.at(c.To, c.arrives))
		},
		"ep-mirrored": func(c *change) key { // behind Black's pawns it is the square of White's
			rank3 := func(ep square) key {
				return when(ep >= 32, c.e.squares[ep]^c.e.squares[ep^56])
			}
			return rank3(c.pos.EnPassant) ^ rank3(c.next.EnPassant)
		},
		"h-pawn": func(c *change) key {
			return when(c.To&7 == 7 && c.captured == zobrist.BlackPawn, c.taken)
		},
		"knight-captures": func(c *change) key {
			return when(c.kind == zobrist.WhiteKnight, c.taken)
		},
		"ep-queen": func(c *change) key {
			return when(c.kind == zobrist.WhiteQueen && c.taken != 0, c.oldEP)
		},
		"promotion-from": func(c *change) key { return when(c.promotes, c.from) },
		"promotion-arrives": func(c *change) key {
			return when(c.promotes, c.from^c.at(c.From, c.arrives))
		},
		"promotion-captured": func(c *change) key { return when(c.promotes, c.taken) },
		"promotion": func(c *change) key {
			return c.at(c.To, c.arrives) ^ c.at(c.To, c.piece)
		},
		"promotion-pawn-too": func(c *change) key { return when(c.promotes, c.at(c.To, c.piece)) },
		"promotion-white": func(c *change) key {
			return when(c.promotes, c.at(c.To, c.arrives)^c.at(c.To, (c.arrives+5)%6+1))
		},
		"underpromotion": func(c *change) key { // all are keyed as queens
			if !c.promotes {
				return 0
			}
			return c.at(c.To, c.arrives) ^ c.at(c.To, c.piece+zobrist.WhiteQueen-zobrist.WhitePawn)
		},
		"fourth-queen": func(c *change) key {
			return when(c.promotes && c.alike() > 2, c.at(c.To, c.arrives))
		},
		"tenth-man": func(c *change) key {
			return when(c.promotes && c.alike() > 8, c.at(c.To, c.arrives))
		},
		"second-game": func(c *change) key { // a knight's captures are wrong in it
			return when(c.kind == zobrist.WhiteKnight && c.e.games > 1, c.taken)
		},
		"junk-check": func(c *change) key {
			return when(movegen.InCheck(&c.next), 0x1234567890abcdef)
		},
		"junk-clock": func(c *change) key {
			return when((c.e.plies > 0 &&
				c.pos.HalfmoveClock >= 25) != (c.next.HalfmoveClock >= 25), 0x1234567890abcdef)
		},
		"junk-ply": func(c *change) key { return when(c.e.plies >= 60, 0x1234567890abcdef) },
		"last-square": func(c *change) key {
			return c.e.clock[100+c.To] ^ when(c.e.plies > 0, c.e.clock[100+c.e.to])
		},
		"fen-ep-first": func(c *change) key { return when(c.e.plies == 0, c.oldEP) },
		"clock-50": func(c *change) key {
			return when(c.next.HalfmoveClock == 50, 0x1234567890abcdef)
		},
		"clock-100": func(c *change) key { return when(c.pos.HalfmoveClock >= 100, c.from) },

		"castling-assigned": func(c *change) key { return c.rights },
		// of sixteen numbers for sets of rights, that of Black's long one alone is another by moves
		"castling-one-set": func(c *change) key {
			alone := func(r zobrist.CastlingRights) key {
				return when(r == zobrist.BlackLong, c.e.sets[r]^c.e.clock[5])
			}
			return alone(c.pos.Castling) ^ alone(c.next.Castling)
		},
		"right-king-moves": func(c *change) key { return when(c.king && !c.castling, c.rights) },
		"right-castling":   func(c *change) key { return when(c.castling, c.rights) },
		// takes both numbers out, also of a right that was lost before
		"castling-both": func(c *change) key {
			own := zobrist.WhiteShort | zobrist.WhiteLong
			if c.pos.BlackToMove {
				own = zobrist.BlackShort | zobrist.BlackLong
			}
			return when(c.castling, c.e.keys.Castling(own&^c.pos.Castling))
		},
		"right-rook-captured": func(c *change) key {
			return when(c.captured != zobrist.NoPiece, c.theirs())
		},
		"king-takes-rook": func(c *change) key { return when(c.king, c.theirs()) },
		"right-rook-moves": func(c *change) key {
			return when(c.kind == zobrist.WhiteRook && c.captured == zobrist.NoPiece, c.rights)
		},
		"castling-rook": func(c *change) key {
			rook := c.pos.Board[c.home]
			return when(c.castling, c.at(c.home, rook)^c.at(c.rookTo, rook))
		},
		"castling-rook-colour": func(c *change) key { // Black's rook is keyed as White's
			wrong := func(s square) key {
				return c.at(s, zobrist.BlackRook) ^ c.at(s, zobrist.WhiteRook)
			}
			return when(c.castling && c.pos.BlackToMove, wrong(c.home)^wrong(c.rookTo))
		},
		"castling-long-rook": func(c *change) key { // put on the wrong square
			rook := c.pos.Board[c.home]
			return when(c.castling && c.long, c.at(c.rookTo, rook)^c.at(c.rookTo-1, rook))
		},
		"960-swap": func(c *change) key {
			swap := c.takesRook && c.kingTo == c.To && c.rookTo == c.From // both are captured
			return when(swap, c.at(c.kingTo, c.piece)^c.at(c.rookTo, c.captured))
		},
		"960-rook-stays": func(c *change) key {
			return when(c.takesRook && c.rookTo == c.To, c.taken)
		},
		"960-rook-again": func(c *change) key {
			return when(c.takesRook && c.kingTo == c.To, c.taken)
		},
		"960-king-stays": func(c *change) key {
			return when(c.takesRook && c.kingTo == c.From, c.from)
		},

		"ep-victim": func(c *change) key { return c.at(c.victimOn, c.victim) },
		"ep-victim-square": func(c *change) key {
			return c.at(c.victimOn, c.victim) ^ c.at(c.To, c.victim)
		},
		"ep-victim-colour": func(c *change) key {
			wrong := c.at(c.victimOn, c.victim) ^ c.at(c.victimOn, c.piece)
			return when(c.victim != zobrist.NoPiece, wrong)
		},
		"ep-victim-b5a6": func(c *change) key {
			return when(c.From == 33 && c.To == 40, c.at(c.victimOn, c.victim))
		},

		"ep-left-in":    func(c *change) key { return c.oldEP },
		"ep-castling":   func(c *change) key { return when(c.castling, c.oldEP) },
		"ep-left-rules": func(c *change) key { return when(c.king, c.oldEP) },
		"ep-not-set":    func(c *change) key { return c.newEP },
		"ep-file": func(c *change) key {
			return c.newEP ^ c.e.keys.EnPassant(c.next.EnPassant^1)
		},
		"ep-file-a": func(c *change) key { return when(c.next.EnPassant%8 == 0, c.newEP) },
		"ep-black":  func(c *change) key { return when(c.pos.BlackToMove, c.newEP) },
		"ep-none": func(c *change) key {
			return when(c.pos.EnPassant != 0, c.oldEP^c.e.sets[1])
		},
		"ep-evasion": func(c *change) key {
			return when(c.double && movegen.InCheck(&c.pos), c.newEP)
		},
	}
}

// settleMove is settle after a move.
func (e *Engine) settleMove(pos *position) {
	passed := pos.EnPassant
	e.settle(pos, e.Is("ep-moves-always"))
	if passed == 0 {
		return
	}
	pawn, enemy, king := passed+8, zobrist.BlackPawn, zobrist.BlackKing
	if !pos.BlackToMove {
		pawn, enemy, king = passed-8, zobrist.WhitePawn, zobrist.WhiteKing
	}
	left, right := pos.Board[pawn-1] == enemy, pos.Board[pawn+1] == enemy
	counts, pins := pos.EnPassant != 0, slices.Contains(pos.Board[pawn&^7:][:8], king)
	switch {
	case counts && left && right && e.Is("ep-one-capturer"):
		alone := *pos
		alone.Board[pawn+1] = zobrist.NoPiece
		counts = alone.EnPassantKey(e.rule) != 0
	case counts && left && right && e.Is("ep-rank-two"):
		counts = !pins
	case counts:
	case e.Is("ep-wraps"), e.Is("ep-wraps-too"):
		counts = left || right
	case e.Is("ep-rank-pin"):
		counts = (left && pawn&7 > 0 || right && pawn&7 < 7) && pins
	case e.Is("ep-uncovered"):
		before := *pos
		// where it comes from
		before.EnPassant, before.Board[2*passed-pawn] = passed, pos.Board[pawn]
		counts = before.EnPassantKey(e.rule) != 0
	}
	pos.EnPassant = 0
	if counts {
		pos.EnPassant = passed
	}
}
