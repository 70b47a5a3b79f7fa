package book

import (
	"bufio"
	"cmp"
	"encoding/binary"
	"fmt"
	"io"
	"iter"
	"math"
	"slices"

	"github.com/zobrist-go/zobrist"
)

// Write writes a book of the entries, which may come in any order. The book is
// ascending by key, and the entries of a key are heaviest first.
//
//   - Write unites equal moves of a key. The entry has the sum of their weights
//     and the Learn of the first. e1g1 and e1h1 are not equal; see the package's
//     documentation.
//   - Where the heaviest move of a key sums to more than 65535, Write scales the
//     weights of that key down so that it has 65535. It drops fractions, but a
//     weight above 0 stays at least 1. Keep the sums of weights of a key below 2^48.
//   - Moves of one weight stay in the order in which they first came. So a book
//     that is read and written again is the same file. Sort entries of a map first,
//     because maps have no order.
//
// Write keeps 16 bytes for each entry until it has seen them all. After a sequence
// that can fail, such as [Book.All], check its error as well: Write does not see
// it. The error of Write is that of w, or it says that a move does not fit in a
// book. In the second case nothing is written.
func Write(w io.Writer, entries iter.Seq2[zobrist.Key, Entry]) error {
	var all []record
	for k, e := range entries {
		move, err := encode(e.Move)
		if err != nil {
			return fmt.Errorf("book: entry number %d, of key %v: %w", len(all)+1, k, err)
		}
		all = append(all, record{k, move, e.Weight, e.Learn})
	}
	byKey := func(a, b record) int { return cmp.Compare(a.key, b.key) }
	if !slices.IsSortedFunc(all, byKey) {
		slices.SortStableFunc(all, byKey)
	}
	out := bufio.NewWriter(w)
	m := merger{place: make([]int32, promotions<<12)}
	for len(all) > 0 {
		key, n := all[0].key, 1
		for n < len(all) && all[n].key == key {
			n++
		}
		for _, e := range m.merge(all[:n]) {
			var b [entrySize]byte
			binary.BigEndian.PutUint64(b[:], uint64(key))
			binary.BigEndian.PutUint16(b[8:], e.move)
			binary.BigEndian.PutUint16(b[10:], uint16(e.weight))
			binary.BigEndian.PutUint32(b[12:], e.learn)
			if _, err := out.Write(b[:]); err != nil {
				return err
			}
		}
		all = all[n:]
	}
	return out.Flush()
}

// A record is an entry as it is kept for sorting.
type record struct {
	key    zobrist.Key
	move   uint16
	weight uint16
	learn  uint32
}

// A merger merges the entries of one key after the other.
type merger struct {
	merged []total
	place  []int32 // by move: its place in merged, from 1
}

// A total is what equal moves add up to.
type total struct {
	weight uint64
	move   uint16
	learn  uint32
}

// merge returns the entries of a key as they are to be written.
func (m *merger) merge(same []record) []total {
	m.merged = m.merged[:0]
	for _, r := range same {
		at := &m.place[r.move]
		if *at == 0 {
			m.merged = append(m.merged, total{move: r.move, learn: r.learn})
			*at = int32(len(m.merged))
		}
		m.merged[*at-1].weight += uint64(r.weight)
	}
	var most uint64
	for _, t := range m.merged {
		m.place[t.move] = 0
		most = max(most, t.weight)
	}
	if most > math.MaxUint16 {
		for i, t := range m.merged {
			if t.weight > 0 {
				m.merged[i].weight = max(1, t.weight*math.MaxUint16/most)
			}
		}
	}
	slices.SortStableFunc(m.merged, func(a, b total) int { return cmp.Compare(b.weight, a.weight) })
	return m.merged
}

// promotions is the number of codes of what a move promotes to: nothing, or a
// knight, bishop, rook or queen. They are the pieces' numbers, from the white
// pawn on.
const promotions = 5

// decode reads a move: from bit 0 on 3 bits each for the file and rank it goes
// to, the file and rank it comes from, and the promotion. Its zero is a1a1, the
// null move here.
func decode(move uint16) (zobrist.ChessMove, error) {
	m := zobrist.ChessMove{From: zobrist.Square(move >> 6 & 63), To: zobrist.Square(move & 63)}
	switch promotion := zobrist.ChessPiece(move >> 12); {
	case promotion >= promotions:
		return m, fmt.Errorf("move %#04x: promotion %d, want 0 to %d", move, promotion, promotions-1)
	case promotion > 0:
		m.Promotion = zobrist.WhitePawn + promotion
		if m.To>>3 == 0 {
			m.Promotion = zobrist.BlackPawn + promotion
		}
	}
	return m, nil
}

// encode is the inverse of decode.
func encode(m zobrist.ChessMove) (uint16, error) {
	if m.From > 63 || m.To > 63 {
		return 0, fmt.Errorf("move from square %d to %d, want 0 to 63", m.From, m.To)
	}
	promotion := m.Promotion
	switch {
	case promotion >= zobrist.WhiteKnight && promotion <= zobrist.WhiteQueen:
		promotion -= zobrist.WhitePawn
	case promotion >= zobrist.BlackKnight && promotion <= zobrist.BlackQueen:
		promotion -= zobrist.BlackPawn
	case promotion != zobrist.NoPiece:
		return 0, fmt.Errorf("move %v: promotion to %v, want a knight, bishop, rook or queen", m, promotion)
	}
	return uint16(promotion)<<12 | uint16(m.From)<<6 | uint16(m.To), nil
}
