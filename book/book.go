// Package book reads and writes opening books in the Polyglot format, which most
// chess engines and their user interfaces read.
//
//	f, err := os.Open("book.bin") // and f.Stat for the size
//	b, err := book.New(f, size)
//	entries, err := b.Find(zobrist.Polyglot().Hash(&position))
//
// A book is a file of entries of 16 bytes, big-endian: the key of a position by
// [zobrist.Polyglot], a move, its weight, and 4 bytes that programs use as they
// like; ascending by key. A position has as many entries as moves. Keys of any
// other kind can be stored in the format, but no other program will find them.
//
// # Castling
//
// The format writes castling as the king taking its own rook, e1h1, and some
// programs write the king's two files, e1g1. A key does not tell whether e1h1 is
// castling or a rook's move, so entries have the move that the file has.
// [zobrist.ChessPosition.Play] takes both forms and knows by the position.
//
// The source of the format is Michel Van den Bergh's description of it.
package book

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"io"
	"iter"
	"math"
	"math/bits"
	"slices"
	"sort"
	"sync"

	"github.com/zobrist-go/zobrist"
)

// An Entry is a move of a position in a book.
type Entry struct {
	// Move is the move in the file, in which castling is king takes rook, e1h1,
	// or in some books the king's two files; see the package's documentation.
	// A promotion is to a piece of the side whose last rank To is on, as
	// [zobrist.ParseMove] has it.
	Move zobrist.ChessMove
	// Weight says how often to play the move, in proportion to the weights of
	// the position's other moves. Books made from games have twice the wins
	// plus the draws of the side to move; 0 is for a move not to be played.
	Weight uint16
	// Learn is whatever a program keeps there, 0 in most books.
	Learn uint32
}

const (
	entrySize = 16
	// blockEntries is how many entries are read at once: 1 KiB.
	blockEntries = 64
)

// A Book is an opening book, read as it is asked for. It keeps nothing of the
// file in memory.
//
// Find may be called by several goroutines at once if its [io.ReaderAt] may, as
// those of files and [bytes.Reader] may.
type Book struct {
	r       io.ReaderAt
	entries int
	buffers sync.Pool // of *buffer
	err     error
}

type buffer [blockEntries * entrySize]byte

// New returns the book in the first size bytes of r, of which it reads nothing
// yet. It returns an error when size is not that of whole entries. A file of no
// bytes is an empty book.
func New(r io.ReaderAt, size int64) (*Book, error) {
	switch {
	case size < 0:
		return nil, fmt.Errorf("book: size of %d bytes, want 0 or more", size)
	case size%entrySize != 0:
		return nil, fmt.Errorf("book: size of %d bytes, want entries of %d: %d bytes are left over after %d entries", size, entrySize, size%entrySize, size/entrySize)
	case size/entrySize > math.MaxInt:
		return nil, fmt.Errorf("book: %d entries are more than can be counted here", size/entrySize)
	}
	return &Book{r: r, entries: int(size / entrySize), buffers: sync.Pool{New: func() any { return new(buffer) }}}, nil
}

// Len returns the number of entries, not of positions.
func (b *Book) Len() int { return b.entries }

// Find returns the entries of a key, heaviest first and those of one weight in
// the order of the file; none, and no error, when the book has none. It reads
// blocks of 1 KiB, no byte twice: one to three of them where keys are spread as
// evenly as Polyglot's are, and never more than about twice as many as binary
// search does. It allocates the result and nothing else.
//
// The error is the reader's, or says which entry is wrong where that shows on the
// way: a key less than that of an entry before it, or a move that is none. A file
// whose keys do not ascend may have entries that Find misses; All finds such faults.
func (b *Book) Find(k zobrist.Key) ([]Entry, error) {
	buf := b.buffers.Get().(*buffer)
	defer b.buffers.Put(buf)
	s := span{hi: b.entries, above: math.MaxUint64}
	for before := math.MaxInt; s.lo < s.hi; {
		middle := s.lo + (s.hi-s.lo)/2
		if s.hi-s.lo <= before/2 {
			middle = s.guess(k) // as long as guesses do no worse than halving
		}
		before = s.hi - s.lo
		first := max(s.lo, min(middle-blockEntries/2, s.hi-blockEntries))
		block, err := b.load(buf, first, s)
		if err != nil {
			return nil, err
		}
		least, most := block.key(0), block.key(block.len()-1)
		if least <= k && k <= most || least < s.below || most > s.above || most < least {
			if block, err = b.check(block, first, s); err != nil {
				return nil, err
			}
		}
		switch {
		case k < least:
			s.hi, s.above = first, least
		case k > most:
			s.lo, s.below = first+block.len(), most
		default:
			return b.collect(buf, k, first, block, s)
		}
	}
	return nil, nil
}

// A span is what there is still to search: the entries from lo up to hi, which
// stand between the keys below and above.
type span struct {
	lo, hi       int
	below, above zobrist.Key
}

// guess returns where in the span a key between its limits is, if keys are
// spread evenly.
func (s span) guess(k zobrist.Key) int {
	if k <= s.below || k >= s.above {
		return s.lo
	}
	high, low := bits.Mul64(uint64(k-s.below), uint64(s.hi-s.lo))
	n, _ := bits.Div64(high, low, uint64(s.above-s.below))
	return s.lo + int(n)
}

// collect returns the entries of k, heaviest first. Some are in the block that
// starts at entry first, if there are any, and others may be on either side.
func (b *Book) collect(buf *buffer, k zobrist.Key, first int, block entries, s span) ([]Entry, error) {
	left := span{lo: s.lo, hi: first, below: s.below, above: block.key(0)}
	right := span{lo: first + block.len(), hi: s.hi, below: block.key(block.len() - 1), above: s.above}
	found, err := b.matches(block, k, first)
	for err == nil && left.lo < left.hi && left.above == k {
		first = max(left.lo, left.hi-blockEntries)
		if block, err = b.read(buf, first, left); err == nil {
			var before []Entry
			before, err = b.matches(block, k, first)
			found = append(before, found...)
			left.hi, left.above = first, block.key(0)
		}
	}
	for err == nil && right.lo < right.hi && right.below == k {
		if block, err = b.read(buf, right.lo, right); err == nil {
			var after []Entry
			after, err = b.matches(block, k, right.lo)
			found = append(found, after...)
			right.lo, right.below = right.lo+block.len(), block.key(block.len()-1)
		}
	}
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(found, heavier)
	return found, nil
}

// matches returns the entries of k in a block that starts at entry first.
func (b *Book) matches(block entries, k zobrist.Key, first int) ([]Entry, error) {
	from := sort.Search(block.len(), func(i int) bool { return block.key(i) >= k })
	to := from
	for to < block.len() && block.key(to) == k {
		to++
	}
	if from == to {
		return nil, nil
	}
	found := make([]Entry, to-from)
	for i := range found {
		var err error
		if found[i], err = b.entry(block, from+i, first); err != nil {
			return nil, err
		}
	}
	return found, nil
}

// entry returns entry i of a block that starts at entry first.
func (b *Book) entry(block entries, i, first int) (Entry, error) {
	e := block[i*entrySize : (i+1)*entrySize]
	m, err := decode(binary.BigEndian.Uint16(e[8:]))
	if err != nil {
		return Entry{}, fmt.Errorf("book: %s: %w", b.place(first+i), err)
	}
	return Entry{m, binary.BigEndian.Uint16(e[10:]), binary.BigEndian.Uint32(e[12:])}, nil
}

func heavier(a, b Entry) int { return cmp.Compare(b.Weight, a.Weight) }

// All yields every entry in the order of the file, which is read once. When
// reading fails, or an entry is wrong as [Book.Find] says, it ends early, and
// [Book.Err] tells why.
func (b *Book) All() iter.Seq2[zobrist.Key, Entry] {
	return func(yield func(zobrist.Key, Entry) bool) {
		b.err = nil
		buf := b.buffers.Get().(*buffer)
		defer b.buffers.Put(buf)
		s := span{hi: b.entries, above: math.MaxUint64}
		for s.lo < s.hi {
			block, err := b.read(buf, s.lo, s) // if there is an error, what is good
			for i := range block.len() {
				e, wrong := b.entry(block, i, s.lo)
				if wrong != nil {
					b.err = wrong
					return
				}
				if !yield(block.key(i), e) {
					return
				}
			}
			if err != nil {
				b.err = err
				return
			}
			s.lo, s.below = s.lo+block.len(), block.key(block.len()-1)
		}
	}
}

// Err returns what ended the last loop over [Book.All] early, or nil when it came
// to the end of the book or was left.
func (b *Book) Err() error { return b.err }

// read loads entries of the span, as many as fit in buf, from number first on, and
// checks them. With an error, it returns those before the first that is wrong or
// could not be read.
func (b *Book) read(buf *buffer, first int, s span) (entries, error) {
	block, err := b.load(buf, first, s)
	good, wrong := b.check(block, first, s)
	if wrong != nil {
		return good, wrong
	}
	return block, err
}

// load is read without the check.
func (b *Book) load(buf *buffer, first int, s span) (entries, error) {
	block := entries(buf[:min(blockEntries, s.hi-first)*entrySize])
	n, err := b.r.ReadAt(block, int64(first)*entrySize)
	if n == len(block) {
		return block, nil // or io.EOF
	}
	if err == nil || err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	block = block[:n/entrySize*entrySize]
	return block, fmt.Errorf("book: %s: %w", b.place(first+block.len()), err)
}

// check returns the entries of a block, from number first on, up to the first that
// does not ascend, or lies outside the limits of the span; and an error when there
// is one.
func (b *Book) check(block entries, first int, s span) (entries, error) {
	below := s.below
	for i := range block.len() {
		k := block.key(i)
		switch {
		case k < below:
			return block[:i*entrySize], b.descends(first+i, k, below)
		case k > s.above:
			return block[:i*entrySize], b.descends(s.hi, s.above, k)
		}
		below = k
	}
	return block, nil
}

func (b *Book) descends(i int, k, before zobrist.Key) error {
	return fmt.Errorf("book: %s: key %v after key %v, want ascending keys", b.place(i), k, before)
}

// place names an entry, counted from 0, to a person, who counts from 1.
func (b *Book) place(i int) string { return fmt.Sprintf("entry %d of %d", i+1, b.entries) }

// entries is part of a file: whole entries.
type entries []byte

func (e entries) len() int { return len(e) / entrySize }

func (e entries) key(i int) zobrist.Key {
	return zobrist.Key(binary.BigEndian.Uint64(e[i*entrySize:]))
}
