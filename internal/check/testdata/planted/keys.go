package planted

import (
	"strconv"
	"strings"

	"github.com/zobrist-go/zobrist"
)

// numbers are what keys are made of, and the bug in them.
type numbers struct {
	bug       string
	pieces    [64][13]uint64
	castling  [4]uint64
	sets      [16]uint64
	enPassant [8]uint64
	epSquares [64]uint64
	side      uint64
	clock     [200]uint64
	mask      uint64
	legal     *zobrist.Chess // for its en passant rule
	rare      float64        // the part of the positions that have a wrong key
}

func (n *numbers) is(bug string) bool { return n.bug == bug }

func newNumbers(bug string, seed uint64) numbers {
	n := numbers{bug: bug, mask: ^uint64(0)}
	if rate, ok := strings.CutPrefix(bug, "rare="); ok {
		n.rare, _ = strconv.ParseFloat(rate, 64)
	}
	src := zobrist.NewSplitMix64(seed)
	last := uint64(0)
	draw := func() uint64 {
		switch bug {
		case "sparse":
			first := src.Uint64()
			return first & src.Uint64()
		case "linear": // from a state of 32 bits
			x := src.Uint64() >> 32
			return x | (x^x<<7^x>>5)<<32
		case "joined": // four bytes, of which two overlap, twice
			x, y := src.Uint64(), src.Uint64()
			half := func(x uint64) uint64 { return (x&255)<<23 | (x>>8&255)<<16 | (x>>16&255)<<8 | x>>24&255 }
			return half(x)<<32 | half(y)
		case "side-only": // the number of the side has more bits
			return src.Uint64() >> 2
		case "counted":
			last++
			return last
		case "rand31": // as from a C library's rand()
			return src.Uint64() & 0x7fffffff
		}
		return src.Uint64()
	}
	for s := range n.pieces {
		for p := zobrist.WhitePawn; p <= zobrist.BlackKing; p++ {
			n.pieces[s][p] = draw()
		}
	}
	for i := range n.castling {
		n.castling[i] = draw()
	}
	for i := range n.enPassant {
		n.enPassant[i] = draw()
	}
	n.side = draw()
	for i := range n.sets {
		n.sets[i] = draw()
	}
	for i := range n.epSquares {
		n.epSquares[i] = draw()
	}
	for i := range n.clock {
		n.clock[i] = draw()
	}
	switch bug {
	case "side-only":
		n.side = ^uint64(0)
	case "side-bit":
		n.side = 1
	case "ep-legal", "ep-rank-pin", "ep-uncovered":
		n.legal = zobrist.NewChess(1).WithEnPassant(zobrist.EnPassantLegal)
	case "two-kinds":
		for s := range n.pieces {
			n.pieces[s][zobrist.BlackBishop] = n.pieces[s][zobrist.BlackKnight]
		}
	case "two-squares":
		n.pieces[43] = n.pieces[44]
	case "zero":
		n.pieces[28][zobrist.WhitePawn] = 0
	case "zero-castling":
		n.castling[2] = 0
	case "zero-side":
		n.side = 0
	case "same-colours": // the numbers of Black are those of White
		for s := range n.pieces {
			for p := zobrist.WhitePawn; p <= zobrist.WhiteKing; p++ {
				n.pieces[s][p+zobrist.BlackPawn-zobrist.WhitePawn] = n.pieces[s][p]
			}
		}
	case "zero-rank":
		for s := 56; s < 64; s++ {
			n.pieces[s] = [13]uint64{}
		}
	case "castling-shared":
		n.castling[1] = n.castling[0]
	case "ep-shared":
		n.enPassant[7] = n.enPassant[6]
	case "side-dependent": // e2e4 leaves the key as it is
		n.side = n.pieces[12][zobrist.WhitePawn] ^ n.pieces[28][zobrist.WhitePawn]
	case "bits32":
		n.mask = 1<<32 - 1
	case "bits48":
		n.mask = 1<<48 - 1
	case "bare":
		for i := range n.castling {
			n.castling[i] = 1 << i
		}
		for i := range n.enPassant {
			n.enPassant[i] = uint64(i + 40)
		}
	case "ep-number":
		for i := range n.enPassant {
			n.enPassant[i] = uint64(i)
		}
	}
	return n
}

func (n *numbers) piece(s zobrist.Square, p zobrist.ChessPiece) uint64 {
	if p == zobrist.NoPiece {
		return 0
	}
	return n.pieces[s][p] & n.mask
}

func (n *numbers) castlingKey(r zobrist.CastlingRights) uint64 {
	if n.is("no-castling") {
		return 0
	}
	if n.is("castling-16") {
		return n.sets[r]
	}
	k := uint64(0)
	for i := range 4 {
		if r>>i&1 != 0 {
			k ^= n.castling[i]
		}
	}
	return k & n.mask
}

func (n *numbers) epKey(s zobrist.Square) uint64 {
	switch {
	case s == 0, n.is("no-ep"):
		return 0
	case n.is("ep-square"), n.is("fen-ep-pawn"):
		return n.epSquares[s]
	}
	return n.enPassant[s&7] & n.mask
}

func (n *numbers) sideKey(black bool) uint64 {
	if !black && n.is("side-new-only") {
		return n.sets[0]
	}
	if !black || n.is("no-side") {
		return 0
	}
	return n.side & n.mask
}

// counted is the clock that the key depends on, in a variant.
func (n *numbers) clockKey(pos *zobrist.ChessPosition) uint64 {
	if (n.is("clock") || n.is("clock-fen")) && pos.HalfmoveClock >= 14 {
		return n.clock[min((pos.HalfmoveClock-14)/8, 199)]
	}
	return 0
}

// settle forgets an en passant square where no pawn can capture, as the key
// does.
func (n *numbers) settle(pos *zobrist.ChessPosition, always bool) {
	ep := pos.EnPassant
	if n.legal != nil && n.legal.EnPassantKey(pos) == 0 {
		pos.EnPassant = 0
		return
	}
	if ep == 0 || always || n.is("ep-always") {
		return
	}
	capturer := zobrist.WhitePawn
	if pos.BlackToMove {
		capturer = zobrist.BlackPawn
	}
	back := ep - 8 // where its pawn stands, seen from the capturers
	if pos.BlackToMove {
		back = ep + 8
	}
	for _, beside := range []zobrist.Square{back - 1, back + 1} {
		if beside>>3 == back>>3 && pos.Board[beside] == capturer {
			return
		}
	}
	pos.EnPassant = 0
}

// pawnAt returns the square of the pawn that an en passant capture takes.
func pawnAt(ep zobrist.Square) zobrist.Square {
	if ep < 32 {
		return ep + 8
	}
	return ep - 8
}

// scratch makes the key of a position from nothing, as for a FEN.
func (n *numbers) scratch(pos *zobrist.ChessPosition) uint64 {
	k := n.castlingKey(pos.Castling) ^ n.epKey(pos.EnPassant) ^ n.sideKey(pos.BlackToMove) ^ n.clockKey(pos)
	for s, p := range pos.Board {
		k ^= n.piece(zobrist.Square(s), p)
	}
	switch n.bug {
	case "fen-side":
		k ^= n.sideKey(pos.BlackToMove)
	case "fen-castling":
		k ^= n.castlingKey(pos.Castling)
	case "fen-black-castling":
		k ^= n.castlingKey(pos.Castling) ^ n.castlingKey(pos.Castling&3)
	case "fen-ep":
		k ^= n.epKey(pos.EnPassant)
	case "fen-h8":
		k ^= n.piece(63, pos.Board[63])
	case "fen-white-castling":
		k ^= n.castlingKey(pos.Castling) ^ n.castlingKey(pos.Castling&12)
	case "fen-castling-swapped": // short for long
		k ^= n.castlingKey(pos.Castling) ^ n.castlingKey(pos.Castling&5<<1|pos.Castling&10>>1)
	case "fen-ep-pawn":
		k ^= n.sideKey(pos.BlackToMove)
		if ep := pos.EnPassant; ep != 0 {
			k ^= n.epKey(ep) ^ n.epKey(pawnAt(ep))
		}
	case "fen-ep-file":
		if pos.EnPassant != 0 {
			k ^= n.epKey(pos.EnPassant) ^ n.epKey(pos.EnPassant^1)
		}
	case "fen-kings":
		for s, p := range pos.Board {
			if p == zobrist.BlackKing || p == zobrist.WhiteKing {
				k ^= n.piece(zobrist.Square(s), p)
			}
		}
	case "fen-a1-twice":
		k ^= n.piece(0, pos.Board[0])
	case "fen-queens":
		for s, p := range pos.Board {
			if p == zobrist.BlackQueen {
				k ^= n.piece(zobrist.Square(s), p)
			}
		}
	}
	return k
}
