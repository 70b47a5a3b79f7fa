package planted

import (
	"slices"

	"github.com/zobrist-go/zobrist"
)

// numbers are what keys are made of.
type numbers struct {
	pieces    [64][13]key
	castling  [4]key
	enPassant [8]key
	side      key // in the key when Black is to move
	sets      [16]key
	squares   [64]key
	clock     [200]key
	white     key // in the key when White is to move
}

// newNumbers draws the numbers, and plants a bug in them.
func newNumbers(bugs []string, seed uint64) *numbers {
	src := zobrist.NewSplitMix64(seed)
	draw := src.Key
	for _, bug := range bugs {
		if weak, ok := drawBugs(src.Key)[bug]; ok {
			draw = weak
		}
	}
	fill := func(numbers []key) {
		for i := range numbers {
			numbers[i] = draw()
		}
	}
	n := new(numbers)
	for s := range n.pieces {
		fill(n.pieces[s][zobrist.WhitePawn:])
	}
	fill(n.castling[:])
	fill(n.enPassant[:])
	n.side = draw()
	fill(n.sets[:])
	fill(n.squares[:])
	fill(n.clock[:])
	for _, bug := range bugs {
		if plant := numberBugs()[bug]; plant != nil {
			plant(n)
		}
	}
	return n
}

// drawBugs are weak generators, made from a good one.
func drawBugs(next func() key) map[string]func() key {
	counter := key(0)
	return map[string]func() key{
		"sparse": func() key { first := next(); return first & next() },
		"linear": func() key { // from a state of 32 bits
			x := next() >> 32
			return x | (x^x<<7^x>>5)<<32
		},
		"joined": func() key { // four bytes, of which two overlap, twice
			half := func(x key) key { return x&255<<23 | x>>8&255<<16 | x>>16&255<<8 | x>>24&255 }
			high := half(next())
			return high<<32 | half(next())
		},
		"counted":   func() key { counter++; return counter },
		"side-only": func() key { return next() >> 2 },
		"rand31":    func() key { return next() & (1<<31 - 1) }, // as from a C library's rand()
		"bits32":    func() key { return next() & (1<<32 - 1) },
		"bits48":    func() key { return next() & (1<<48 - 1) },
	}
}

// numberBugs change numbers that are good.
func numberBugs() map[string]func(n *numbers) {
	const e2, e4, d6, e6, g7, h8 = 12, 28, 43, 44, 54, 63
	copyMen := func(from, to zobrist.ChessPiece) func(*numbers) {
		return func(n *numbers) {
			for s := range n.pieces {
				n.pieces[s][to] = n.pieces[s][from]
			}
		}
	}
	return map[string]func(n *numbers){
		"side-only": func(n *numbers) { n.side = ^key(0) },
		"side-bit":  func(n *numbers) { n.side = 1 },
		"side-own-bit": func(n *numbers) { // no other number has it
			for _, of := range append([][]key{n.castling[:], n.enPassant[:]}, men(n)...) {
				for i := range of {
					of[i] &^= 1
				}
			}
			n.side = 1
		},
		"side-new-only": func(n *numbers) { n.white = n.sets[0] },
		"lcg": func(n *numbers) { // the low bits repeat after 64 squares
			x := key(1)
			for man := zobrist.WhitePawn; man <= zobrist.BlackKing; man++ {
				for s := range n.pieces {
					x = x*6364136223846793005 + 1442695040888963407
					n.pieces[s][man] = x
				}
			}
		},
		"zero":          func(n *numbers) { n.pieces[e4][zobrist.WhitePawn] = 0 },
		"zero-castling": func(n *numbers) { n.castling[2] = 0 },
		"zero-side":     func(n *numbers) { n.side = 0 },
		"zero-rank":     func(n *numbers) { clear(n.pieces[56:]) },
		"non-pawn": func(n *numbers) { // the key that some engines keep beside the main one
			for square := range n.pieces {
				n.pieces[square][zobrist.WhitePawn], n.pieces[square][zobrist.BlackPawn] = 0, 0
			}
			clear(n.castling[:])
			clear(n.enPassant[:])
			n.side = 0
		},
		"no-side":     func(n *numbers) { n.side = 0 },
		"no-castling": func(n *numbers) { clear(n.castling[:]) },
		"no-ep":       func(n *numbers) { clear(n.enPassant[:]) },
		"no-men":      func(n *numbers) { clear(n.pieces[:]) },
		"squares-alike": func(n *numbers) { // as a material key has it
			for s := range n.pieces {
				n.pieces[s] = n.pieces[0]
			}
		},
		"two-squares":     func(n *numbers) { n.pieces[d6] = n.pieces[e6] },
		"two-kinds":       copyMen(zobrist.BlackKnight, zobrist.BlackBishop),
		"castling-shared": func(n *numbers) { n.castling[1] = n.castling[0] },
		"castling-set":    func(n *numbers) { n.sets[3] = n.sets[0] },
		"castling-equal":  func(n *numbers) { n.sets[9] = n.sets[6] },
		"ep-square-equal": func(n *numbers) { n.squares[40] = n.pieces[21][zobrist.WhiteKnight] },
		"ep-shared":       func(n *numbers) { n.enPassant[7] = n.enPassant[6] },
		"side-dependent": func(n *numbers) { // e2e4 leaves the key as it is
			n.side = n.pieces[e2][zobrist.WhitePawn] ^ n.pieces[e4][zobrist.WhitePawn]
		},
		"side-many": func(n *numbers) { // g7h8q leaves the key as it is
			n.side = n.pieces[g7][zobrist.WhitePawn] ^ n.pieces[h8][zobrist.WhiteQueen] ^
				n.pieces[h8][zobrist.BlackRook] ^ n.castling[2]
		},
		"same-colours": func(n *numbers) { // the numbers of Black are those of White
			for man := zobrist.WhitePawn; man <= zobrist.WhiteKing; man++ {
				copyMen(man, black(man))(n)
			}
		},
		"bare": func(n *numbers) {
			n.castling = [4]key{1, 2, 4, 8}
			n.enPassant = [8]key{40, 41, 42, 43, 44, 45, 46, 47}
		},
		"ep-number": func(n *numbers) { n.enPassant = [8]key{0, 1, 2, 3, 4, 5, 6, 7} },
	}
}

// men are the numbers of each square.
func men(n *numbers) (all [][]key) {
	for s := range n.pieces {
		all = append(all, n.pieces[s][:])
	}
	return all
}

// black returns the black man of the kind of a white one.
func black(man zobrist.ChessPiece) zobrist.ChessPiece {
	return man + zobrist.BlackPawn - zobrist.WhitePawn
}

// chess returns the keys of the library with these numbers. The en passant square of a
// position is always in its key: settle takes out those that do not count.
func (n *numbers) chess(is func(bug string) bool) *zobrist.Chess {
	return zobrist.NewChessFunc(zobrist.ChessNumbers{
		Piece: func(s square, p zobrist.ChessPiece) key { return n.pieces[s][p] },
		Castling: func(r zobrist.CastlingRights) (k key) {
			switch {
			case is("castling-16") || is("castling-set") || is("castling-equal") ||
				is("castling-unset") || is("castling-one-set"):
				return n.sets[r]
			case is("castling-colour"):
				return n.sets[r&3] ^ n.sets[4|r>>2]
			}
			for i, number := range n.castling {
				k ^= when(r>>i&1 != 0, number)
			}
			return k
		},
		EnPassant: func(s square) key {
			bySquare := []string{
				"ep-square", "ep-square-equal", "fen-ep-square", "ep-mirrored", "fen-ep-pawn",
			}
			if slices.ContainsFunc(bySquare, is) {
				return n.squares[s]
			}
			return n.enPassant[s&7]
		},
		Side: n.side ^ n.white,
	}).WithEnPassant(zobrist.EnPassantAlways)
}

// when returns k if the condition is true, and else 0, which changes no key.
func when(is bool, k key) key {
	if is {
		return k
	}
	return 0
}
