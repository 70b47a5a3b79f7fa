// Package book reads and writes Polyglot opening books. Most chess engines and their
// user interfaces read this format.
//
//	var z = zobrist.Polyglot() // make it once
//
//	b, err := book.Open("book.bin")
//	entries, err := b.Find(position.Hash(z))
//	e, ok := book.Pick(entries, nil)
//	move := position.StandardCastling(e.Move)
//
// A book is a file of 16-byte entries, big-endian, in ascending order of their keys.
// An entry has the [zobrist.Polyglot] key of a position, a move, the move's weight,
// and 4 bytes that programs use as they like. A position has one entry for each of
// its moves. A book can also store other keys, but no other program will find them.
//
// # Castling
//
// The format writes castling as the king taking its own rook, e1h1. Some programs write the
// king's own move, e1g1. A key does not show whether e1h1 is castling or a rook move, so an
// entry keeps the move from the file. Call [chess.Position.StandardCastling] with the position to
// turn a castling e1h1 into e1g1. [chess.Position.Play] accepts both forms.
package book

import (
	"cmp"
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
	"github.com/zobrist-go/zobrist/chess"
)

// An Entry is a move of a position in a book.
type Entry struct {
	// Key is the position's key.
	Key zobrist.Key
	// Move is the move from the file. Castling is e1h1, king takes rook, or in some books
	// e1g1: see the package documentation. A promoted piece is white on rank 8 and black on
	// rank 1, as in [chess.ParseMove].
	Move chess.Move
	// Weight says how often to play the move, in proportion to the weights of the position's
	// other moves. Do not play a move of weight 0. In a book made from games, the weight is
	// twice the wins plus the draws of the side to move.
	Weight uint16
	// Learn is free for programs to use. It is 0 in most books.
	Learn uint32
}

const (
	entrySize = 16
	// blockEntries is how many entries are read at once: 1 KiB.
	blockEntries = 64
)

// A Book is an opening book. It reads the file when needed and keeps nothing in memory.
//
// Several goroutines may call Find and loop over All at the same time if the
// [io.ReaderAt] allows it. Files and [bytes.Reader] do.
type Book struct {
	r       io.ReaderAt
	entries int
	file    *os.File  // opened by Open, for Close; otherwise nil
	name    string    // the start of every error message
	buffers sync.Pool // of *buffer
}

type buffer [blockEntries * entrySize]byte

func (b *Book) buffer() *buffer {
	if buf, ok := b.buffers.Get().(*buffer); ok {
		return buf
	}
	return new(buffer)
}

// New returns the book in the first size bytes of r. It reads nothing yet. It
// returns an error unless size is a multiple of 16. With size 0 the book is empty.
func New(r io.ReaderAt, size int64) (*Book, error) { return newBook("book", r, size) }

// Open opens a book file, which stays open until Close. It reads nothing yet. It returns an
// error if it cannot open the file, if the file is not a regular file, or if its size is not
// a multiple of 16.
func Open(name string) (*Book, error) {
	// To open a FIFO would wait until another program writes to it. So look at the file first.
	// If that fails, so does os.Open, which says why.
	if info, err := os.Stat(name); err == nil {
		if err := checkRegular(name, info); err != nil {
			return nil, err
		}
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("book: %w", err)
	}
	b, err := openBook(name, f)
	if err != nil {
		_ = f.Close() // it was only read
		return nil, err
	}
	b.file = f
	return b, nil
}

// openBook returns the book in an open file.
func openBook(name string, f *os.File) (*Book, error) {
	info, err := f.Stat() // again: another program may have replaced the file
	if err != nil {
		return nil, fmt.Errorf("book: %w", err)
	}
	if err := checkRegular(name, info); err != nil {
		return nil, err
	}
	return newBook("book: "+name, f, info.Size())
}

func checkRegular(name string, info os.FileInfo) error {
	switch {
	case info.IsDir():
		return fmt.Errorf("book: %s is a directory", name)
	case !info.Mode().IsRegular():
		return fmt.Errorf("book: %s is not a regular file", name)
	}
	return nil
}

func newBook(name string, r io.ReaderAt, size int64) (*Book, error) {
	switch {
	case size < 0:
		return nil, fmt.Errorf("%s: size of %d bytes, want 0 or more", name, size)
	case size%entrySize != 0:
		return nil, fmt.Errorf("%s: size of %d bytes, want entries of %d: "+
			"%d bytes are left over after %d entries",
			name, size, entrySize, size%entrySize, size/entrySize)
	case size/entrySize > math.MaxInt:
		return nil, fmt.Errorf("%s: %d entries are more than can be counted here",
			name, size/entrySize)
	}
	return &Book{r: r, entries: int(size / entrySize), name: name}, nil
}

// Close closes the file that [Open] opened. On a book from [New] it does nothing and returns nil.
func (b *Book) Close() error {
	if b.file == nil {
		return nil
	}
	return b.file.Close()
}

// Len returns the number of entries. A position may have several.
func (b *Book) Len() int { return b.entries }

// Find returns the entries of a key, heaviest first. Entries of equal weight keep their order
// in the file. If the book does not have the key, Find returns no entries and a nil error.
//
// The error comes from the reader, or names a wrong entry that Find read: a key
// less than the key before it, or an invalid move. Find does not read all entries, so
// it may miss some in a file whose keys do not ascend. [Book.All] reports such files.
//
// Find reads blocks of 1 KiB, of 64 entries. It guesses where the key is, as if keys were
// spread evenly. In a file of a million random keys, as Polyglot's are, it reads two blocks on
// average and five for the unluckiest keys. However the keys are spread, until it finds
// the key it reads at most about twice as many blocks as a binary search would. Then it reads the
// blocks that hold the entries. It allocates the result, once if all its entries lie in one block,
// as in nearly all books.
func (b *Book) Find(k zobrist.Key) ([]Entry, error) {
	buf := b.buffer()
	defer b.buffers.Put(buf)
	s := span{hi: b.entries, above: math.MaxUint64}
	for reads := 0; s.lo < s.hi; reads++ {
		// A guess among a million random keys is wrong by some 500 entries, the next one,
		// which starts from there, by some 20. So three guesses find nearly all keys. If keys
		// are spread unevenly, guesses may gain little. So then every second block halves the
		// span.
		middle := s.lo + (s.hi-s.lo)/2
		if reads < 3 || reads%2 == 0 {
			middle = s.guess(k)
		}
		first := max(s.lo, min(middle-blockEntries/2, s.hi-blockEntries))
		block, err := b.load(buf, first, s)
		if err != nil {
			return nil, err
		}
		least, most := block.key(0), block.key(block.len()-1)
		here := least <= k && k <= most
		descends := least < s.below || most < least || s.above < most
		if here || descends {
			block, err = b.check(block, first, s)
			if err != nil {
				return nil, err
			}
		}
		switch {
		case k < least, k == least && first > s.lo: // k may have entries before this block
			s.hi, s.above = first, least
		case k > most:
			s.lo, s.below = first+block.len(), most
		default:
			return b.collect(buf, k, first, block)
		}
	}
	if s.above != k { // the key of entry hi, or the greatest key if there is no such entry
		return nil, nil
	}
	return b.collect(buf, k, s.hi, nil)
}

// A span is the rest of a search: entries lo up to, but not including, hi. Their
// keys lie between below and above, both included.
type span struct {
	lo, hi       int
	below, above zobrist.Key
}

// guess returns the place of a key in the span if keys are spread evenly.
func (s span) guess(k zobrist.Key) int {
	switch {
	case k >= s.above: // its first entry, if any, is the last of the span or follows it
		return s.hi
	case k <= s.below:
		return s.lo
	}
	high, low := bits.Mul64(uint64(k-s.below), uint64(s.hi-s.lo))
	n, _ := bits.Div64(high, low, uint64(s.above-s.below))
	return s.lo + int(n)
}

// collect returns the entries of k, heaviest first: those of the block that starts at
// entry first, and those after it. No entry before the block has k.
func (b *Book) collect(
	buf *buffer, k zobrist.Key, first int, block entries,
) (found []Entry, err error) {
	for {
		from := sort.Search(block.len(), func(i int) bool { return block.key(i) >= k })
		to := sort.Search(block.len(), func(i int) bool { return block.key(i) > k })
		found = slices.Grow(found, to-from)
		for i := from; i < to; i++ {
			e, err := b.entry(block, i, first)
			if err != nil {
				return nil, err
			}
			found = append(found, e)
		}
		first += block.len()
		if first == b.entries || to < block.len() {
			break
		}
		block, err = b.read(buf, first, span{hi: b.entries, below: k, above: math.MaxUint64})
		if err != nil {
			return nil, err
		}
	}
	slices.SortStableFunc(found, func(a, b Entry) int { return cmp.Compare(b.Weight, a.Weight) })
	return found, nil
}

// entry returns entry i of a block that starts at entry first.
func (b *Book) entry(block entries, i, first int) (Entry, error) {
	e := block[i*entrySize : (i+1)*entrySize]
	m, err := decode(binary.BigEndian.Uint16(e[8:]))
	if err != nil {
		return Entry{}, fmt.Errorf("%s: %w", b.place(first+i), err)
	}
	return Entry{
		Key:    block.key(i),
		Move:   m,
		Weight: binary.BigEndian.Uint16(e[10:]),
		Learn:  binary.BigEndian.Uint32(e[12:]),
	}, nil
}

// All yields every entry in the order of the file, each with a nil error. If reading fails or
// an entry is wrong (see [Book.Find]), the last pair that it yields is an empty entry and the
// error:
//
//	for e, err := range b.All() {
//		if err != nil {
//			return err
//		}
//		...
//	}
//
// Each loop reads the file once.
func (b *Book) All() iter.Seq2[Entry, error] {
	return func(yield func(Entry, error) bool) {
		buf := b.buffer()
		defer b.buffers.Put(buf)
		s := span{hi: b.entries, above: math.MaxUint64}
		for s.lo < s.hi {
			block, wrong := b.read(buf, s.lo, s) // with an error: the good entries before it
			for i := range block.len() {
				e, err := b.entry(block, i, s.lo)
				if !yield(e, err) || err != nil {
					return
				}
			}
			if wrong != nil {
				yield(Entry{}, wrong)
				return
			}
			s.lo, s.below = s.lo+block.len(), block.key(block.len()-1)
		}
	}
}

// read loads and checks entries of the span, from number first on, as many as fit in
// buf. With an error, it returns the entries before the first wrong or unread one.
func (b *Book) read(buf *buffer, first int, s span) (entries, error) {
	block, err := b.load(buf, first, s)
	block, wrong := b.check(block, first, s)
	return block, cmp.Or(wrong, err)
}

// load does the same as read, without the check.
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

// check returns the good entries of a block that starts at number first. It stops with
// an error at a key that is less than the one before, or outside the span's limits.
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

// place names entry i for error messages. i counts from 0, messages count from 1.
func (b *Book) place(i int) string {
	return fmt.Sprintf("%s: entry %d of %d", b.name, i+1, b.entries)
}

// entries holds the bytes of whole entries.
type entries []byte

func (e entries) len() int { return len(e) / entrySize }

func (e entries) key(i int) zobrist.Key {
	return zobrist.Key(binary.BigEndian.Uint64(e[i*entrySize:]))
}
