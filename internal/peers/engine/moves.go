package main

import "math/bits"

// A move is from, to, kind and what a pawn becomes, from the lowest bit up: 6,
// 6, 4 and 4 bits.
type move uint32

const (
	quiet = iota
	doublePush
	capturePassing
	castle
	promotion
)

func newMove(from, to square, kind int, promoted piece) move {
	return move(from) | move(to)<<6 | move(kind)<<12 | move(promoted)<<16
}

func (m move) from() square    { return square(m & 63) }
func (m move) to() square      { return square(m >> 6 & 63) }
func (m move) kind() int       { return int(m >> 12 & 15) }
func (m move) promoted() piece { return piece(m >> 16 & 15) }

type moveList struct {
	moves [256]move
	n     int
}

func (l *moveList) add(from, to square, kind int, promoted piece) {
	l.moves[l.n&255] = newMove(from, to, kind, promoted)
	l.n++
}

// generate lists the pseudo-legal moves, or captures and promotions alone.
func (b *board) generate(l *moveList, capturesOnly bool) {
	l.n = 0
	us, them := b.turn, b.turn^1
	own, foe := b.sides[us], b.sides[them]
	all := own | foe
	targets := ^own
	if capturesOnly {
		targets = foe
	}
	b.generatePawns(l, all, foe, capturesOnly)
	for kind := knight; kind <= king; kind++ {
		for set := b.pieces[kind.of(us)]; set != 0; set &= set - 1 {
			from := square(bits.TrailingZeros64(set))
			var to uint64
			switch kind {
			case knight:
				to = knightAttacks[from]
			case bishop:
				to = bishopAttacks(from, all)
			case rook:
				to = rookAttacks(from, all)
			case queen:
				to = bishopAttacks(from, all) | rookAttacks(from, all)
			case king:
				to = kingAttacks[from]
			}
			for to &= targets; to != 0; to &= to - 1 {
				l.add(from, square(bits.TrailingZeros64(to)), quiet, none)
			}
		}
	}
	if rights := b.castling >> (2 * us) & 3; rights != 0 && !capturesOnly {
		home := square(4 + 56*us)
		between := all >> (56 * us)
		if rights&1 != 0 && between&0x60 == 0 && !b.attacked(home, them) && !b.attacked(home+1, them) {
			l.add(home, home+2, castle, none)
		}
		if rights&2 != 0 && between&0x0e == 0 && !b.attacked(home, them) && !b.attacked(home-1, them) {
			l.add(home, home-2, castle, none)
		}
	}
}

func (b *board) generatePawns(l *moveList, all, foe uint64, capturesOnly bool) {
	us := b.turn
	up, home, last := square(8), square(1), square(7)
	if us == black {
		up, home, last = 248, 6, 0
	}
	for set := b.pieces[pawn.of(us)]; set != 0; set &= set - 1 {
		from := square(bits.TrailingZeros64(set))
		to := pawnAttacks[us][from] & foe
		ahead := from + up
		if all>>ahead&1 == 0 && (!capturesOnly || ahead>>3 == last) {
			to |= 1 << ahead
			if from>>3 == home && all>>(ahead+up)&1 == 0 && !capturesOnly {
				l.add(from, ahead+up, doublePush, none)
			}
		}
		for ; to != 0; to &= to - 1 {
			at := square(bits.TrailingZeros64(to))
			if at>>3 != last {
				l.add(from, at, quiet, none)
				continue
			}
			for kind := queen; kind >= knight; kind-- {
				l.add(from, at, promotion, kind.of(us))
			}
		}
		if b.enPassant != noSquare && pawnAttacks[us][from]>>b.enPassant&1 != 0 {
			l.add(from, b.enPassant, capturePassing, none)
		}
	}
}
