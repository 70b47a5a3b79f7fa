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
	"github.com/zobrist-go/zobrist/chess"
)

// Write writes a book. The entries may come in any order. Write sorts them by key,
// and the entries of a key by weight, heaviest first.
//
//   - Write merges equal moves of a key. The merged entry has the sum of the weights
//     and the first Learn. e1g1 and e1h1 are different moves: see the package
//     documentation.
//   - If the largest sum of a key exceeds 65535, Write scales all weights of that key
//     so that the largest is 65535. It drops fractions, but a weight above 0 stays at
//     least 1. Keep the sums of a key's weights below 2^48.
//   - Moves of equal weight keep the order of their first entries. So if you read a
//     book that Write wrote and write it again, you get the same file. If the entries
//     come from a map, sort them first, because maps have no order.
//
// Write keeps 16 bytes for each entry until it has seen all entries. It returns the
// error of w. If a move does not fit in a book, it returns an error and writes nothing.
func Write(w io.Writer, entries iter.Seq[Entry]) error {
	var all []record
	for e := range entries {
		move, err := encode(e.Move)
		if err != nil {
			return fmt.Errorf("book: entry number %d, of key %v: %w", len(all)+1, e.Key, err)
		}
		all = append(all, record{e.Key, move, e.Weight, e.Learn})
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
			_, _ = out.Write(b[:]) // Flush returns its error
		}
		all = all[n:]
	}
	return out.Flush()
}

// A record is an entry to be sorted.
type record struct {
	key    zobrist.Key
	move   uint16
	weight uint16
	learn  uint32
}

type merger struct {
	merged []total
	place  []int32 // by move: its place in merged, counted from 1; 0 if not there
}

// A total is the sum of equal moves.
type total struct {
	weight uint64
	move   uint16
	learn  uint32
}

// merge returns the entries to write for a key.
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

// promotions is the number of promotion codes: 0 for none, then knight, bishop, rook
// and queen. A code is the piece's number less that of the white pawn.
const promotions = 5

// decode reads a move. From bit 0 up, it has 3 bits each for the target file and rank, the
// source file and rank, and the promotion. Zero is a1a1, which means the null move.
func decode(move uint16) (chess.Move, error) {
	m := chess.Move{From: zobrist.Square(move >> 6 & 63), To: zobrist.Square(move & 63)}
	promotion := zobrist.ChessPiece(move >> 12)
	switch {
	case promotion >= promotions:
		return m, fmt.Errorf("move %#04x: promotion %d, want 0 to %d",
			move, promotion, promotions-1)
	case promotion > 0:
		m.Promotion = zobrist.WhitePawn + promotion
		if m.To.Rank() == 0 {
			m.Promotion = zobrist.BlackPawn + promotion
		}
	}
	return m, nil
}

func encode(m chess.Move) (uint16, error) {
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
		return 0, fmt.Errorf("move %v: promotion to %v, want a knight, bishop, rook or queen",
			m, promotion)
	}
	return uint16(promotion)<<12 | uint16(m.From)<<6 | uint16(m.To), nil
}
