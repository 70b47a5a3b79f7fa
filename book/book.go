// Package book reads and writes opening books in the Polyglot format, which most
// chess engines and their user interfaces read.
//
//	b, err := book.Open("book.bin")
//	entries, err := b.Find(zobrist.Polyglot().Hash(&position))
//	e, ok := book.Pick(entries, nil)
//	move := position.Normalize(e.Move)
//
// A book is a file of entries of 16 bytes, big-endian, in ascending order of their
// keys. An entry has the key of a position by [zobrist.Polyglot], a move, the
// move's weight, and 4 bytes that programs use as they like. A position has one
// entry for each of its moves. The format can store keys of any other kind, but no
// other program will find them.
//
// # Castling
//
// The format writes castling as the king taking its own rook, e1h1. Some programs
// write the king's two files, e1g1. A key does not tell whether e1h1 is castling or
// a move of a rook, so an entry has the move as the file has it.
// [zobrist.ChessPosition.Normalize] turns e1h1 into e1g1 where it is castling, because
// it knows the position. [zobrist.ChessPosition.Play] takes both forms.
//
// The format is the one that Michel Van den Bergh described.
package book

import (
	"encoding/binary"
	"fmt"
	"io"
	"iter"
	"math"
	"math/bits"
	"os"
	"slices"
	"sort"
	"sync"

	"github.com/zobrist-go/zobrist"
)

// An Entry is a move of a position in a book.
type Entry struct {
	// Move is the move in the file. Castling is king takes rook, e1h1, or in some
	// books the king's two files; see the package's documentation. A promotion is
	// to a piece of the side whose last rank To is on, as in [zobrist.ParseMove].
	Move zobrist.ChessMove
	// Weight says how often to play the move, in proportion to the weights of
	// the position's other moves. Books made from games have twice the wins
	// plus the draws of the side to move. A move of weight 0 is not to be played.
	Weight uint16
	// Learn is whatever a program keeps there. It is 0 in most books.
	Learn uint32
}

const (
	entrySize = 16
	// blockEntries is how many entries are read at once: 1 KiB.
	blockEntries = 64
)

// A Book is an opening book. It reads the file as needed and keeps nothing of it
// in memory.
//
// Several goroutines may call Find and loop over All at once, provided that the
// [io.ReaderAt] allows it. Files and [bytes.Reader] do.
type Book struct {
	r       io.ReaderAt
	entries int
	file    *os.File  // of Open, to be closed
	name    string    // what errors begin with
	buffers sync.Pool // of *buffer
}

type buffer [blockEntries * entrySize]byte

// New returns the book in the first size bytes of r. It reads nothing yet. It
// returns an error unless size is a multiple of 16. A file of 0 bytes is an empty
// book.
func New(r io.ReaderAt, size int64) (*Book, error) { return newBook("book", r, size) }

// Open returns the book in a file, which stays open until Close. It returns an
// error when the file cannot be opened, is not a regular file, or has a size that
// is not a multiple of 16. It reads nothing yet.
func Open(name string) (*Book, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("book: %w", err)
	}
	b, err := fromFile(f)
	if err != nil {
		_ = f.Close() // it was only read
		return nil, err
	}
	return b, nil
}

func fromFile(f *os.File) (*Book, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, fmt.Errorf("book: %w", err)
	}
	if info.IsDir() {
		return nil, fmt.Errorf("book: %s is a directory", f.Name())
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("book: %s is not a regular file", f.Name())
	}
	b, err := newBook("book: "+f.Name(), f, info.Size())
	if err == nil {
		b.file = f
	}
	return b, err
}

func newBook(name string, r io.ReaderAt, size int64) (*Book, error) {
	switch {
	case size < 0:
		return nil, fmt.Errorf("%s: size of %d bytes, want 0 or more", name, size)
	case size%entrySize != 0:
		return nil, fmt.Errorf("%s: size of %d bytes, want entries of %d: %d bytes are left over after %d entries", name, size, entrySize, size%entrySize, size/entrySize)
	case size/entrySize > math.MaxInt:
		return nil, fmt.Errorf("%s: %d entries are more than can be counted here", name, size/entrySize)
	}
	return &Book{r: r, entries: int(size / entrySize), name: name, buffers: sync.Pool{New: func() any { return new(buffer) }}}, nil
}

// Close closes the file that [Open] opened. On a book of [New] it does nothing and
// returns nil.
func (b *Book) Close() error {
	if b.file == nil {
		return nil
	}
	return b.file.Close()
}

// Len returns the number of entries. A position may have several.
func (b *Book) Len() int { return b.entries }

// Find returns the entries of a key, heaviest first. Entries of one weight keep
// the order of the file. A key without entries has none, and no error.
//
// Find takes time in proportion to the number of entries that it returns, and to
// log n, whatever the file of n entries. It reads blocks of 1 KiB, no byte twice:
// one to three blocks where keys are spread as evenly as Polyglot's, and at most
// about twice as many as binary search. It allocates the result, and nothing where
// there is none: once if the entries lie in one block, as they do in nearly all
// books, and again each time a longer result grows. From 257 entries on it
// allocates as much again to sort them.
//
// The error is the reader's, or it names a wrong entry that Find came upon: a key
// less than the key before it, or an invalid move. In a file whose keys do not
// ascend, Find may miss entries. All finds such faults.
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

// A span is what remains to be searched: the entries from lo up to hi. Their keys
// are from below to above.
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
// starts at entry first, if there are any. Others may be on either side.
//
// It walks away from that block, to the left and then to the right, and appends
// what it finds. So what is found on the left comes in reverse.
func (b *Book) collect(buf *buffer, k zobrist.Key, first int, block entries, s span) ([]Entry, error) {
	left := span{lo: s.lo, hi: first, below: s.below, above: block.key(0)}
	right := span{lo: first + block.len(), hi: s.hi, below: block.key(block.len() - 1), above: s.above}
	found, err := b.matches(nil, block, k, first)
	slices.Reverse(found)
	for err == nil && left.lo < left.hi && left.above == k {
		first = max(left.lo, left.hi-blockEntries)
		if block, err = b.read(buf, first, left); err == nil {
			n := len(found)
			found, err = b.matches(found, block, k, first)
			slices.Reverse(found[n:])
			left.hi, left.above = first, block.key(0)
		}
	}
	slices.Reverse(found)
	for err == nil && right.lo < right.hi && right.below == k {
		if block, err = b.read(buf, right.lo, right); err == nil {
			found, err = b.matches(found, block, k, right.lo)
			right.lo, right.below = right.lo+block.len(), block.key(block.len()-1)
		}
	}
	if err != nil {
		return nil, err
	}
	heaviestFirst(found)
	return found, nil
}

// matches appends the entries of k in a block that starts at entry first.
func (b *Book) matches(found []Entry, block entries, k zobrist.Key, first int) ([]Entry, error) {
	from := sort.Search(block.len(), func(i int) bool { return block.key(i) >= k })
	to := from
	for to < block.len() && block.key(to) == k {
		to++
	}
	found = slices.Grow(found, to-from)
	for i := from; i < to; i++ {
		e, err := b.entry(block, i, first)
		if err != nil {
			return found, err
		}
		found = append(found, e)
	}
	return found, nil
}

// entry returns entry i of a block that starts at entry first.
func (b *Book) entry(block entries, i, first int) (Entry, error) {
	e := block[i*entrySize : (i+1)*entrySize]
	m, err := decode(binary.BigEndian.Uint16(e[8:]))
	if err != nil {
		return Entry{}, fmt.Errorf("%s: %w", b.place(first+i), err)
	}
	return Entry{m, binary.BigEndian.Uint16(e[10:]), binary.BigEndian.Uint32(e[12:])}, nil
}

// All yields every entry in the order of the file, which it reads once. *err is
// what ended this loop early, or nil:
//
//	var err error
//	for k, e := range b.All(&err) {
//		...
//	}
//	if err != nil {
//
// A loop ends early when reading fails, or at a wrong entry as in [Book.Find].
// Leaving the loop is no error. Each loop sets *err when it starts and when it
// ends; loops that run at the same time each need their own.
func (b *Book) All(err *error) iter.Seq2[zobrist.Key, Entry] {
	return func(yield func(zobrist.Key, Entry) bool) {
		*err = nil
		buf := b.buffers.Get().(*buffer)
		defer b.buffers.Put(buf)
		s := span{hi: b.entries, above: math.MaxUint64}
		for s.lo < s.hi {
			block, wrong := b.read(buf, s.lo, s) // if there is an error, what is good
			for i := range block.len() {
				e, bad := b.entry(block, i, s.lo)
				if bad != nil {
					*err = bad
					return
				}
				if !yield(block.key(i), e) {
					return
				}
			}
			if wrong != nil {
				*err = wrong
				return
			}
			s.lo, s.below = s.lo+block.len(), block.key(block.len()-1)
		}
	}
}

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
	return block, fmt.Errorf("%s: %w", b.place(first+block.len()), err)
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
	return fmt.Errorf("%s: key %v after key %v, want ascending keys", b.place(i), k, before)
}

// place names entry i, counted from 0, to a person, who counts from 1.
func (b *Book) place(i int) string { return fmt.Sprintf("%s: entry %d of %d", b.name, i+1, b.entries) }

// entries is part of a file: whole entries.
type entries []byte

func (e entries) len() int { return len(e) / entrySize }

func (e entries) key(i int) zobrist.Key {
	return zobrist.Key(binary.BigEndian.Uint64(e[i*entrySize:]))
}
