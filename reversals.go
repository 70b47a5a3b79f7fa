package zobrist

import (
	"fmt"
	"math/bits"
	"slices"
)

// Reversals sees a repetition one move before it is made. It is a hash table of the 3,668 moves of
// chess that can be taken back: those of knights, bishops, rooks, queens and kings between two
// squares. Stockfish has had such a table since 2018, after an idea of M. van Kervinck.
//
// Make it once with [Chess.Reversals] and share it: it takes 104 KiB and is safe for concurrent
// use.
type Reversals struct {
	made    bool
	side    Key
	changes [reversalSlots]Key // what a move changes in the key apart from the side, or 0
	moves   [reversalSlots]reversal
}

// The slots are more than twice the moves, so that a look-up seldom meets a slot of another change.
const (
	reversalBits  = 13
	reversalSlots = 1 << reversalBits
)

// A reversal is a move between two squares, in both directions. The square b is the higher one, and
// a+step is the first square on the way there.
type reversal struct {
	piece      ChessPiece
	a, b, step Square
}

// A direction goes so many files to the right and ranks up. The directions below lead to higher
// squares, because a move to a lower one is the same reversal.
type direction struct{ files, ranks int }

// Reversals makes the table of c's numbers. It works for every en passant rule, and whether the
// keys include [Chess.Side] for White or for Black. Reversals panics if two moves change the key
// alike, as they do if numbers are zero or equal.
func (c *Chess) Reversals() *Reversals {
	c.mustBeMade("zobrist: Chess.Reversals" + zeroChess)
	straight := []direction{{1, 0}, {0, 1}}
	diagonal := []direction{{1, 1}, {-1, 1}}
	all := slices.Concat(diagonal, straight)
	knight := []direction{{1, 2}, {-1, 2}, {2, 1}, {-2, 1}}

	r := &Reversals{made: true, side: c.Side()}
	r.addKind(c, WhiteKnight, knight, 1)
	r.addKind(c, WhiteBishop, diagonal, 7)
	r.addKind(c, WhiteRook, straight, 7)
	r.addKind(c, WhiteQueen, all, 7)
	r.addKind(c, WhiteKing, all, 1)
	return r
}

// addKind adds the moves of a kind of piece, for both sides, of at most so many steps.
func (r *Reversals) addKind(c *Chess, kind ChessPiece, directions []direction, most int) {
	for _, piece := range []ChessPiece{kind, kind.Of(true)} {
		for from := range Square(64) {
			for _, d := range directions {
				r.addLine(c, piece, from, d, most)
			}
		}
	}
}

// addLine adds the moves of a piece from a square in one direction.
func (r *Reversals) addLine(c *Chess, piece ChessPiece, from Square, d direction, most int) {
	for n := 1; n <= most; n++ {
		file := from.File() + n*d.files
		rank := from.Rank() + n*d.ranks
		if file < 0 || file > 7 || rank > 7 {
			return
		}
		r.add(c, reversal{
			piece: piece,
			a:     from,
			b:     Square(8*rank + file),
			step:  Square(8*d.ranks + d.files),
		})
	}
}

func (r *Reversals) add(c *Chess, m reversal) {
	change := c.Piece(m.a, m.piece) ^ c.Piece(m.b, m.piece)
	slot := r.slot(change)
	if r.moves[slot].piece != NoPiece || change == 0 {
		panic(fmt.Sprintf("zobrist: Chess.Reversals: %v from %v to %v changes the key by %v, "+
			"as another move or none does, want random numbers", m.piece, m.a, m.b, change))
	}
	r.changes[slot], r.moves[slot] = change, m
}

// slot returns the slot of a change, or the empty one where it would go: the first one that has the
// change or is empty, from a place that depends on the change.
func (r *Reversals) slot(change Key) int {
	// The product spreads numbers that are not random. Its high bits depend on all of the change.
	high, low := bits.Mul64(uint64(change), gamma)
	i := (high ^ low) >> (64 - reversalBits)
	for r.changes[i] != change && r.changes[i] != 0 {
		i = (i + 1) % reversalSlots
	}
	return int(i)
}

// Upcoming reports whether the side to move can reach, by one move, a position that has occurred
// since the last [History.PushIrreversible]. Make r from the same [Chess] as the keys in h, of
// which the last must be that of the present position. Bit i of occupied says whether there is a
// piece on [Square] i.
//
// The result plies is how long ago that position occurred, as [History.Ago] counts: 3 or a larger
// odd number, for the latest of several. If plies is less than the plies of the search so far, the
// side to move can have at least a draw.
//
// Upcoming gives the same answer as trying all legal moves, unless two positions share a key, or
// the side to move could take the king in a position of h, as after a null move in check. Push a
// null move by PushIrreversible, and a move that can be taken back by Push. It does not matter to
// Upcoming how you push all other moves.
//
// The time grows with the reversible plies. Upcoming panics if r is the zero Reversals.
func (r *Reversals) Upcoming(h *History, occupied uint64, blackToMove bool) (plies int, ok bool) {
	if !r.made {
		panic("zobrist: Reversals.Upcoming: the zero Reversals has no moves, " +
			"want one made by Chess.Reversals")
	}
	last, start := h.Len()-1, int(h.first())
	if last < start+3 {
		return 0, false
	}
	side := r.side
	now := h.Last() ^ side
	// The other side's moves since an earlier position must cancel out. Then what is left of
	// the change is that of the side to move.
	others := now ^ h.list[last-1].key
	for earlier := h.list[start : last-1]; len(earlier) >= 2; earlier = earlier[:len(earlier)-2] {
		before := earlier[len(earlier)-2].key
		others ^= before ^ earlier[len(earlier)-1].key ^ side // a move of the other side
		if others == 0 && r.possible(now^before, occupied, blackToMove) {
			at := start + len(earlier) - 2
			return last - at, true
		}
	}
	return 0, false
}

// possible reports whether the side to move has a move that makes this change. Its piece stands on
// one end, the other end is empty, and so are the squares between.
func (r *Reversals) possible(change Key, occupied uint64, blackToMove bool) bool {
	m := r.moves[r.slot(change)]
	if m.piece == NoPiece || m.piece.Black() != blackToMove {
		return false
	}
	oneEndOccupied := occupied>>m.a&1 != occupied>>m.b&1
	if !oneEndOccupied {
		return false
	}
	for s := m.a + m.step; s != m.b; s += m.step {
		if occupied>>s&1 != 0 {
			return false
		}
	}
	return true
}
