package book

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/chess"
)

// open returns a book of these bytes.
func open(t testing.TB, file []byte) *Book {
	b, err := New(bytes.NewReader(file), int64(len(file)))
	require.NoError(t, err)
	return b
}

// list returns all entries of All, and its error.
func list(b *Book) (all []Entry, err error) {
	for e, wrong := range b.All() {
		if err != nil || wrong != nil && e != (Entry{}) {
			panic("an error is not the last pair, or has an entry")
		}
		if err = wrong; err == nil {
			all = append(all, e)
		}
	}
	return all, err
}

// whole returns all entries of a book that has no mistakes.
func whole(t testing.TB, file []byte) []Entry {
	all, err := list(open(t, file))
	require.NoError(t, err)
	return all
}

// raw returns the bytes of a book with one move for each key.
func raw(move uint16, keys ...uint64) []byte {
	var file []byte
	for i, k := range keys {
		file = binary.BigEndian.AppendUint64(file, k)
		file = binary.BigEndian.AppendUint16(file, move)
		file = binary.BigEndian.AppendUint16(file, uint16(i))
		file = binary.BigEndian.AppendUint32(file, uint32(i))
	}
	return file
}

// naive returns the entries that Find should find in a good file.
func naive(file []byte, k zobrist.Key) []Entry {
	var found []Entry
	for ; len(file) > 0; file = file[16:] {
		if binary.BigEndian.Uint64(file) != uint64(k) {
			continue
		}
		m := binary.BigEndian.Uint16(file[8:])
		e := Entry{k, chess.Move{From: zobrist.Square(m >> 6 & 63), To: zobrist.Square(m & 63)},
			binary.BigEndian.Uint16(file[10:]), binary.BigEndian.Uint32(file[12:])}
		pieces := [5]zobrist.ChessPiece{
			0, zobrist.WhiteKnight, zobrist.WhiteBishop, zobrist.WhiteRook, zobrist.WhiteQueen,
		}
		if e.Move.To < 8 {
			pieces = [5]zobrist.ChessPiece{
				0, zobrist.BlackKnight, zobrist.BlackBishop, zobrist.BlackRook, zobrist.BlackQueen,
			}
		}
		e.Move.Promotion = pieces[m>>12]
		found = append(found, e)
	}
	slices.SortStableFunc(found, heaviestFirst)
	return found
}

func heaviestFirst(a, b Entry) int { return int(b.Weight) - int(a.Weight) }

// The codes of moves in the format's description.
func TestMoves(t *testing.T) {
	for code, uci := range map[uint16]string{
		0: "0000", 0o1434: "e2e4", 0o0407: "e1h1", 0o7470: "e8a8", 0o06070 | 4<<12: "a7a8q",
		0o01505 | 1<<12: "f2f1n", 0o01505 | 3<<12: "f2f1r", 0o7776: "h8g8",
	} {
		m, err := decode(code)
		require.NoError(t, err)
		assert.Equal(t, move(uci), m)
	}
	for code := range 1 << 16 {
		m, err := decode(uint16(code))
		if code >= 5<<12 {
			require.ErrorContains(t, err,
				fmt.Sprintf("move %#04x: promotion %d, want 0 to 4", code, code>>12))
			continue
		}
		require.NoError(t, err)
		if back, err := encode(m); err != nil || int(back) != code {
			require.NoError(t, err)
			require.EqualValues(t, code, back)
		}
	}
	// Both colors of a promotion are the same move.
	for _, queen := range []zobrist.ChessPiece{zobrist.WhiteQueen, zobrist.BlackQueen} {
		code, err := encode(chess.Move{From: 8, To: 0, Promotion: queen})
		require.NoError(t, err)
		assert.EqualValues(t, 0o41000, code)
	}
}

func TestNew(t *testing.T) {
	for _, c := range []struct {
		size int64
		want string
	}{
		{-1, "book: size of -1 bytes, want 0 or more"},
		{-16, "book: size of -16 bytes, want 0 or more"},
		{1, "book: size of 1 bytes, want entries of 16: 1 bytes are left over after 0 entries"},
		{40, "book: size of 40 bytes, want entries of 16: 8 bytes are left over after 2 entries"},
	} {
		b, err := New(strings.NewReader(""), c.size)
		assert.Nil(t, b)
		assert.EqualError(t, err, c.want)
	}
	for _, empty := range []*Book{open(t, nil), new(Book)} {
		assert.Zero(t, empty.Len())
		all, err := list(empty)
		assert.NoError(t, err)
		found, err := empty.Find(0)
		assert.NoError(t, err)
		assert.Empty(t, append(all, found...))
		assert.NoError(t, empty.Close(), "nothing to close")
	}
	// New reads nothing.
	b, err := New(nil, 32)
	require.NoError(t, err)
	assert.Equal(t, 2, b.Len())
}

func TestOpen(t *testing.T) {
	dir := t.TempDir()
	file := func(name string, content []byte) string {
		name = filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(name, content, 0o644))
		return name
	}
	name := file("good.bin", raw(0o1434, 1, 2, 2))
	b, err := Open(name)
	require.NoError(t, err)
	assert.Equal(t, 3, b.Len())
	found, err := b.Find(2)
	assert.NoError(t, err)
	assert.Len(t, found, 2)
	all, err := list(b)
	assert.NoError(t, err)
	assert.Len(t, all, 3)
	require.NoError(t, b.Close())
	_, err = b.Find(2)
	assert.ErrorIs(t, err, os.ErrClosed)
	assert.ErrorIs(t, b.Close(), os.ErrClosed)

	b, err = Open(file("empty.bin", nil))
	require.NoError(t, err)
	assert.Zero(t, b.Len())
	require.NoError(t, b.Close())

	// Errors name the file.
	_, err = Open(filepath.Join(dir, "none.bin"))
	assert.ErrorIs(t, err, os.ErrNotExist)
	assert.ErrorContains(t, err, "book: open "+filepath.Join(dir, "none.bin"))
	_, err = Open(dir)
	assert.ErrorContains(t, err, "book: "+dir+" is a directory")
	name = file("short.bin", make([]byte, 40))
	_, err = Open(name)
	assert.EqualError(t, err, "book: "+name+": size of 40 bytes, "+
		"want entries of 16: 8 bytes are left over after 2 entries")
	name = file("wrong.bin", raw(1, 2, 1))
	b, err = Open(name)
	require.NoError(t, err)
	defer b.Close()
	_, err = list(b)
	assert.EqualError(t, err, "book: "+name+
		": entry 2 of 2: key 0000000000000001 after key 0000000000000002"+ascending)
}

const ascending = ", want ascending keys"

// All and Find check the entries that they read, and errors name the entry. All yields the
// entries before it.
func TestWrongEntries(t *testing.T) {
	keys := make([]uint64, 4*blockEntries) // two blocks that each ascend, and two more
	for i := range keys {
		keys[i] = 1<<62 + uint64(i)
	}
	keys[2*blockEntries-1] = 1 << 63
	failing := errors.New("disk on fire")
	good := bytes.NewReader(raw(1, 1, 2, 3))
	for _, c := range []struct {
		want  string // the error of All
		r     io.ReaderAt
		size  int64
		good  int   // entries
		found []int // how many Find finds of the keys 0, 1 and so on, or -1 for an error
	}{
		{"", readerAt(func(p []byte, off int64) (int, error) { // io.EOF with the last bytes
			n, _ := good.ReadAt(p, off)
			return n, io.EOF
		}), 48, 3, []int{0, 1, 1, 1, 0}},
		{"book: entry 4 of 5: key 0000000000000006 after key 0000000000000007" + ascending,
			bytes.NewReader(raw(1, 5, 6, 7, 6, 9)), 80,
			3, []int{0, 0, 0, 0, 0, -1, -1, -1, -1, -1}},
		{"book: entry 129 of 256: key 4000000000000080 after key 8000000000000000" + ascending,
			bytes.NewReader(raw(1, keys...)), 16 * 4 * blockEntries,
			2 * blockEntries, nil},
		{"book: entry 2 of 4: move 0x5000: promotion 5, want 0 to 4",
			bytes.NewReader(slices.Concat(raw(1, 1), raw(5<<12, 2, 2), raw(1, 3))), 64,
			1, []int{0, 1, -1, 1}},
		{"book: entry 3 of 3: unexpected EOF",
			bytes.NewReader(raw(1, 1, 2, 3)[:40]), 48,
			2, []int{-1, -1, -1}},
		{"book: entry 1 of 3: disk on fire",
			readerAt(func([]byte, int64) (int, error) { return 0, failing }), 48,
			0, []int{-1, -1}},
	} {
		want := c.want
		b, err := New(c.r, c.size)
		require.NoError(t, err)
		all, err := list(b)
		assert.Len(t, all, c.good, want)
		if want == "" {
			assert.NoError(t, err)
		} else {
			assert.EqualError(t, err, want)
		}
		assert.Equal(t, strings.Contains(want, "fire"), errors.Is(err, failing))
		assert.Equal(t, strings.Contains(want, "EOF"), errors.Is(err, io.ErrUnexpectedEOF))
		for k, n := range c.found {
			found, err := b.Find(zobrist.Key(k))
			assert.Equal(t, n < 0, err != nil, "%s: key %d: %v", want, k, err)
			assert.Len(t, found, max(0, n), "%s: key %d", want, k)
		}
	}
}

// Find also reports a block that does not contain the key, if the ends of the block contradict
// each other, or the keys that Find has read before and after the block.
func TestFindComparesBlocks(t *testing.T) {
	// The keys are small, so the first three guesses of Find are the first three blocks. Then
	// it reads a block from entry 577 on. The next guess is the fourth block, whose keys are
	// close together.
	keys := make([]uint64, 16*blockEntries)
	for i := range keys {
		switch {
		case i < 192:
			keys[i] = uint64(i) << 40
		case i < 256:
			keys[i] = 197<<40 + uint64(i-192)<<30
		default:
			keys[i] = uint64(i+5) << 40
		}
	}
	const less, greater = 191<<40 + 2, 200 << 40 // than the keys of the fourth block
	present := keys[215]
	for name, c := range map[string]struct {
		entry int // counted from 0
		key   uint64
		want  string
	}{
		"sound": {255, keys[255], ""},
		"the last key is greater than one read after it": {255, 700 << 40,
			"book: entry 577 of 1024: key 0002450000000000 after key 0002bc0000000000"},
		"the last key is less than the first": {255, 191<<40 + 1,
			"book: entry 256 of 1024: key 0000bf0000000001 after key 0000c50f80000000"},
		"the first key is less than one read before it": {192, 10 << 40,
			"book: entry 193 of 1024: key 00000a0000000000 after key 0000bf0000000000"},
	} {
		changed := slices.Clone(keys)
		changed[c.entry] = c.key
		for _, k := range []uint64{less, present, greater} {
			m, b := metered(t, raw(1, changed...))
			found, err := b.Find(zobrist.Key(k))
			if c.want != "" {
				assert.Equal(t, 5, m.reads, "%s: key %x", name, k)
				assert.EqualError(t, err, c.want+ascending, "%s: key %x", name, k)
				continue
			}
			assert.NoError(t, err)
			assert.Equal(t, k == present, len(found) == 1, "%x", k)
		}
	}
}

type readerAt func(p []byte, off int64) (int, error)

func (r readerAt) ReadAt(p []byte, off int64) (int, error) { return r(p, off) }

// Each loop over a book has its own error, in nested loops and in goroutines, which
// also call Find (run with -race). A break sets no error.
func TestConcurrentLoops(t *testing.T) {
	keys := make([]uint64, 301) // the last key descends
	for i := range keys[:300] {
		keys[i] = uint64(i)
	}
	b := open(t, raw(1, keys...))
	var outer, inner error
	n := 0
	for _, outer = range b.All() {
		if n++; n == 300 { // the inner loop succeeds at the outer loop's last good entry
			for _, inner = range b.All() {
				break
			}
		}
	}
	assert.ErrorContains(t, outer, "entry 301 of 301")
	assert.NoError(t, inner)

	var group sync.WaitGroup
	for g := range 8 {
		group.Add(1)
		go func() {
			defer group.Done()
			for i := range 20 {
				found, err := b.Find(zobrist.Key(10*i + g))
				assert.NoError(t, err)
				assert.Len(t, found, 1)
				_, err = list(b)
				assert.ErrorContains(t, err, "entry 301 of 301")
			}
		}()
	}
	group.Wait()
}
