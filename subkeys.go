package zobrist

import (
	"fmt"
	"slices"

	"golang.org/x/exp/constraints"
)

// SubKeys keeps several keys of one board, one for each group of pieces, such as pawns, minor
// pieces or all of White's. One call updates them all, without a branch that depends on the
// piece. The key of a group is that of [Table.Only]. Groups may overlap and leave pieces out.
//
// The fastest case is that no piece is in more than two groups. Otherwise a call takes a look-up
// for each group of the piece.
//
// A SubKeys is safe for concurrent use. It takes about 100 bytes per piece and 8 per cell.
type SubKeys[Cell, Piece constraints.Integer] struct {
	table  Table[Cell, Piece]
	lists  [][]int     // the groups of each piece
	twos   []twoGroups // by piece; empty if a piece is in more than two groups
	groups int         // how many there are
}

// twoGroups are the groups of a piece that is in at most two. All pieces take the same way, so that
// the processor need not guess which piece comes: a piece in no group has zeros for its numbers,
// and for a piece in one group the mask makes the second XOR one with zero.
type twoGroups struct {
	numbers       []Key // by cell
	first, second uint32
	mask          Key // of the second XOR: all bits or none
}

// NewSubKeys returns the SubKeys of t's pieces, with a key for each group. A piece that a group has
// twice counts once.
func NewSubKeys[Cell, Piece constraints.Integer](
	t *Table[Cell, Piece], groups ...[]Piece,
) *SubKeys[Cell, Piece] {
	if t == nil || t.Cells() == 0 {
		panic("zobrist: NewSubKeys: an empty table, want one made by NewTable or NewTableFunc")
	}
	s := &SubKeys[Cell, Piece]{
		table:  *t,
		lists:  make([][]int, t.Pieces()),
		groups: len(groups),
	}
	most := 0 // groups of a piece
	for g, pieces := range groups {
		for _, p := range pieces {
			if !t.has(p) {
				t.mustHave(fmt.Sprintf("NewSubKeys: group %d", g), p)
			}
			if slices.Contains(s.lists[p], g) {
				continue
			}
			s.lists[p] = append(s.lists[p], g)
			most = max(most, len(s.lists[p]))
		}
	}
	if most <= 2 && len(groups) > 0 {
		s.twos = s.listTwoGroups()
	}
	return s
}

// listTwoGroups returns the groups of each piece, none of which is in more than two.
func (s *SubKeys[Cell, Piece]) listTwoGroups() []twoGroups {
	zeros := make([]Key, s.table.Cells())
	// An XOR into the key of the first group would have to be finished before another into the same
	// key. So the second group of a piece that has none is the next one, if there are two.
	next := func(group int) uint32 { return uint32((group + 1) % s.groups) }
	var twos []twoGroups
	for p, list := range s.lists {
		two := twoGroups{numbers: zeros, first: 0, second: next(0), mask: 0}
		if len(list) > 0 {
			two.numbers = s.table.rows[p]
			two.first = uint32(list[0])
			two.second = next(list[0])
		}
		if len(list) > 1 {
			two.second = uint32(list[1])
			two.mask = ^Key(0)
		}
		twos = append(twos, two)
	}
	return twos
}

// Hash sets keys[g] to the key of group g, for every group of a whole board: board[i] is the
// piece on cell i. It panics unless keys has a key for each group.
func (s *SubKeys[Cell, Piece]) Hash(keys []Key, board []Piece) {
	mustFit("SubKeys.Hash", len(board), s.table.Cells())
	if len(keys) != s.groups {
		panic(fmt.Sprintf("zobrist: SubKeys.Hash: %d keys, want one for each of %d groups",
			len(keys), s.groups))
	}
	clear(keys)
	for c, p := range board {
		s.Toggle(keys, Cell(c), p)
	}
}

// Toggle updates keys after piece p is placed on cell c or removed from it. Pass Toggle, Move and
// Replace a key for each group. They do not check it, because that would take too long: with fewer
// keys, they panic for some pieces and not for others.
func (s *SubKeys[Cell, Piece]) Toggle(keys []Key, c Cell, p Piece) {
	if uint64(p) < uint64(len(s.twos)) {
		g := &s.twos[p]
		k := g.numbers[c]
		keys[g.first] ^= k
		keys[g.second] ^= k & g.mask
		return
	}
	k := s.table.rows[p][c]
	for _, g := range s.lists[p] {
		keys[g] ^= k
	}
}

// Move updates keys after piece p moves to an empty cell. For a capture, also toggle the captured
// piece.
func (s *SubKeys[Cell, Piece]) Move(keys []Key, from, to Cell, p Piece) {
	if uint64(p) < uint64(len(s.twos)) {
		g := &s.twos[p]
		k := g.numbers[from] ^ g.numbers[to]
		keys[g.first] ^= k
		keys[g.second] ^= k & g.mask
		return
	}
	k := s.table.rows[p][from] ^ s.table.rows[p][to]
	for _, g := range s.lists[p] {
		keys[g] ^= k
	}
}

// Replace updates keys after the piece on cell c changes from old to new, as in a capture or a
// promotion.
func (s *SubKeys[Cell, Piece]) Replace(keys []Key, c Cell, old, new Piece) {
	s.Toggle(keys, c, old)
	s.Toggle(keys, c, new)
}
