package book

import (
	"bytes"
	"encoding/binary"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"math/bits"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
)

var long = flag.Bool("long", false, "write and read a book of 1 GB")

// A pair is what All yields.
type pair struct {
	Key zobrist.Key
	Entry
}

// open returns a book of these bytes.
func open(t testing.TB, file []byte) *Book {
	b, err := New(bytes.NewReader(file), int64(len(file)))
	require.NoError(t, err)
	return b
}

// list returns all entries of All, and its error.
func list(b *Book) ([]pair, error) {
	var all []pair
	var err error
	for k, e := range b.All(&err) {
		all = append(all, pair{k, e})
	}
	return all, err
}

// whole returns all entries of a book that has no mistakes.
func whole(t testing.TB, file []byte) []pair {
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
		e := Entry{zobrist.ChessMove{From: zobrist.Square(m >> 6 & 63), To: zobrist.Square(m & 63)},
			binary.BigEndian.Uint16(file[10:]), binary.BigEndian.Uint32(file[12:])}
		pieces := [5]zobrist.ChessPiece{0, zobrist.WhiteKnight, zobrist.WhiteBishop, zobrist.WhiteRook, zobrist.WhiteQueen}
		if e.Move.To < 8 {
			pieces = [5]zobrist.ChessPiece{0, zobrist.BlackKnight, zobrist.BlackBishop, zobrist.BlackRook, zobrist.BlackQueen}
		}
		e.Move.Promotion = pieces[m>>12]
		found = append(found, e)
	}
	slices.SortStableFunc(found, func(a, b Entry) int { return int(b.Weight) - int(a.Weight) })
	return found
}

// The codes of moves in the format's description.
func TestMoves(t *testing.T) {
	for _, c := range []struct {
		move uint16
		uci  string
	}{
		{0, "0000"},
		{0o1434, "e2e4"},
		{0o0407, "e1h1"},
		{0o7470, "e8a8"},
		{0o06070 | 4<<12, "a7a8q"},
		{0o01505 | 1<<12, "f2f1n"},
		{0o01505 | 3<<12, "f2f1r"},
		{0o7776 | 0<<12, "h8g8"},
	} {
		m, err := decode(c.move)
		require.NoError(t, err)
		want, err := zobrist.ParseMove(c.uci)
		require.NoError(t, err)
		assert.Equal(t, want, m, c.uci)
		back, err := encode(m)
		require.NoError(t, err)
		assert.Equal(t, c.move, back, c.uci)
	}
	for move := range 1 << 16 {
		m, err := decode(uint16(move))
		if move < 5<<12 {
			require.NoError(t, err)
			back, err := encode(m)
			require.NoError(t, err)
			require.Equal(t, uint16(move), back)
		} else {
			require.ErrorContains(t, err, fmt.Sprintf("move %#04x: promotion %d, want 0 to 4", move, move>>12))
		}
	}
	// Both colors of a promotion are the same move.
	white, err := encode(zobrist.ChessMove{From: 8, To: 0, Promotion: zobrist.WhiteQueen})
	require.NoError(t, err)
	black, err := encode(zobrist.ChessMove{From: 8, To: 0, Promotion: zobrist.BlackQueen})
	require.NoError(t, err)
	assert.Equal(t, white, black)
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
	empty := open(t, nil)
	assert.Zero(t, empty.Len())
	assert.Empty(t, whole(t, nil))
	found, err := empty.Find(0)
	assert.NoError(t, err)
	assert.Empty(t, found)
	assert.NoError(t, empty.Close(), "nothing to close")
	// New reads nothing.
	b, err := New(nil, 32)
	require.NoError(t, err)
	assert.Equal(t, 2, b.Len())
}

// A meter counts how a book is read, and how often each byte.
type meter struct {
	io.ReaderAt
	reads, bytes int
	read         map[int64]bool
	twice        bool
}

func (m *meter) ReadAt(p []byte, off int64) (int, error) {
	m.reads++
	m.bytes += len(p)
	for at := off; at < off+int64(len(p)) && m.read != nil; at += 16 {
		m.twice = m.twice || m.read[at]
		m.read[at] = true
	}
	return m.ReaderAt.ReadAt(p, off)
}

// In books of all shapes, Find returns what a scan returns, for every key and for
// the keys next to it. Find reads few entries and none twice. All lists the file.
func TestFind(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for name, key := range map[string]func(i, n int) uint64{
		"spread evenly":   func(i, n int) uint64 { return rng.Uint64() },
		"one key":         func(i, n int) uint64 { return 1 << 60 },
		"key 0":           func(i, n int) uint64 { return 0 },
		"greatest key":    func(i, n int) uint64 { return math.MaxUint64 },
		"both extremes":   func(i, n int) uint64 { return -uint64(i & 1) },
		"few keys":        func(i, n int) uint64 { return rng.Uint64N(7) << 61 },
		"small keys":      func(i, n int) uint64 { return uint64(i) },
		"large keys":      func(i, n int) uint64 { return -uint64(i) },
		"100 of each key": func(i, n int) uint64 { return uint64(rng.IntN(n/100+1)) * 0x9e3779b97f4a7c15 },
		"exponential":     func(i, n int) uint64 { return uint64(math.Exp2(64 * float64(i) / float64(n+1))) },
		"two clumps":      func(i, n int) uint64 { return uint64(i&1)<<63 | rng.Uint64N(1<<20) },
		"a clump at 2^40": func(i, n int) uint64 { return 1<<40 + rng.Uint64()>>(rng.IntN(5)*10) },
	} {
		for _, n := range []int{1, 2, 63, 64, 65, 127, 128, 129, 1000, 5000} {
			if testing.Short() && n > 1000 {
				continue
			}
			keys := make([]uint64, n)
			for i := range keys {
				keys[i] = key(i, n)
			}
			slices.Sort(keys)
			file := raw(0o1434, keys...)
			for i := range n { // weights that need sorting
				binary.BigEndian.PutUint16(file[16*i+10:], uint16(rng.IntN(4)))
			}
			m := &meter{ReaderAt: bytes.NewReader(file)}
			b, err := New(m, int64(len(file)))
			require.NoError(t, err)
			require.Equal(t, n, b.Len())
			all, err := list(b)
			require.NoError(t, err)
			require.Len(t, all, n)
			require.Equal(t, len(file), m.bytes, "read once")
			want := map[zobrist.Key][]Entry{}
			for i, p := range all {
				require.Equal(t, zobrist.Key(keys[i]), p.Key)
				require.Equal(t, uint32(i), p.Learn)
				want[p.Key] = append(want[p.Key], p.Entry)
			}
			for i := 0; i < n; i += 1 + n/40 {
				for _, k := range []uint64{keys[i], keys[i] + 1, keys[i] - 1, rng.Uint64()} {
					m.reads, m.read, m.twice = 0, map[int64]bool{}, false
					found, err := b.Find(zobrist.Key(k))
					require.NoError(t, err)
					require.False(t, m.twice, "%s: %d of %d: read twice", name, i, n)
					wanted := want[zobrist.Key(k)]
					if m.reads > 2*13+2+len(wanted)/blockEntries {
						t.Fatalf("%s: %d of %d: %d reads", name, i, n, m.reads)
					}
					slices.SortStableFunc(wanted, func(a, b Entry) int { return int(b.Weight) - int(a.Weight) })
					require.Equal(t, wanted, found, "%s: %d of %d: %x", name, i, n, k)
				}
			}
		}
	}
}

// All and Find check the entries that they read, and errors name the entry.
func TestKeysMustAscend(t *testing.T) {
	file := raw(1, 5, 6, 7, 6, 9)
	b := open(t, file)
	all, wrong := list(b)
	assert.Len(t, all, 3)
	assert.EqualError(t, wrong, "book: entry 4 of 5: key 0000000000000006 after key 0000000000000007, want ascending keys")
	found, err := b.Find(9)
	assert.Empty(t, found)
	assert.EqualError(t, err, wrong.Error())
	// A break sets no error, and each loop resets the error.
	for range b.All(&err) {
		break
	}
	assert.NoError(t, err)

	// Two blocks that each ascend.
	keys := make([]uint64, 4*blockEntries)
	for i := range keys {
		keys[i] = 1<<62 + uint64(i)
	}
	keys[2*blockEntries-1] = 1 << 63
	for i := 2 * blockEntries; i < len(keys); i++ {
		keys[i] = 1<<62 + uint64(i)
	}
	b = open(t, raw(1, keys...))
	all, err = list(b)
	assert.Len(t, all, 2*blockEntries)
	assert.ErrorContains(t, err, fmt.Sprintf("entry %d of %d: key ", 2*blockEntries+1, len(keys)))
	faults := 0
	for _, k := range keys {
		if found, err := b.Find(zobrist.Key(k)); err != nil {
			assert.Empty(t, found)
			assert.ErrorContains(t, err, "want ascending keys")
			faults++
		}
	}
	assert.Positive(t, faults)
}

// Each loop over a book has its own error, in nested loops and in goroutines, which
// also call Find (run with -race).
func TestConcurrentLoops(t *testing.T) {
	keys := make([]uint64, 300)
	for i := range keys {
		keys[i] = uint64(i)
	}
	b := open(t, append(raw(1, keys...), raw(1, 0)...)) // the last key descends
	var outer, inner error
	n := 0
	for range b.All(&outer) {
		if n++; n == len(keys) { // the inner loop succeeds at the outer loop's last good entry
			for range b.All(&inner) {
				break
			}
		}
	}
	assert.ErrorContains(t, outer, "entry 301 of 301")
	assert.NoError(t, inner)

	for range b.All(&outer) {
		for range b.All(&inner) {
		}
		break
	}
	assert.NoError(t, outer)
	assert.ErrorContains(t, inner, "entry 301 of 301")

	var group sync.WaitGroup
	for g := range 8 {
		group.Add(1)
		go func() {
			defer group.Done()
			for i := range 20 {
				found, err := b.Find(zobrist.Key(10*i + g))
				assert.NoError(t, err)
				assert.Len(t, found, 1)
				n := 0
				for k := range b.All(&err) {
					assert.Equal(t, zobrist.Key(n), k)
					if n++; g%2 == 0 && n == 100+g {
						break
					}
				}
				if g%2 == 0 {
					assert.NoError(t, err)
				} else {
					assert.ErrorContains(t, err, "entry 301 of 301")
				}
			}
		}()
	}
	group.Wait()
}

func TestInvalidMove(t *testing.T) {
	file := append(raw(1, 1), raw(5<<12, 2, 2)...)
	b := open(t, append(file, raw(1, 3)...))
	all, err := list(b)
	assert.Len(t, all, 1)
	assert.EqualError(t, err, "book: entry 2 of 4: move 0x5000: promotion 5, want 0 to 4")
	for k, ok := range []bool{true, true, false, true} {
		_, err := b.Find(zobrist.Key(k))
		assert.Equal(t, ok, err == nil, "Find fails only at the bad entry: key %d", k)
	}
}

func TestReadErrors(t *testing.T) {
	file := raw(1, 1, 2, 3)
	b, err := New(bytes.NewReader(file[:40]), 48)
	require.NoError(t, err)
	all, err := list(b)
	assert.Len(t, all, 2, "the entries before the error")
	assert.ErrorIs(t, err, io.ErrUnexpectedEOF)
	assert.ErrorContains(t, err, "book: entry 3 of 3: ")
	_, err = b.Find(1)
	assert.ErrorIs(t, err, io.ErrUnexpectedEOF)

	failing := errors.New("disk on fire")
	b, err = New(readerAt(func([]byte, int64) (int, error) { return 0, failing }), 48)
	require.NoError(t, err)
	_, err = b.Find(1)
	assert.ErrorIs(t, err, failing)
	all, err = list(b)
	assert.Empty(t, all)
	assert.ErrorIs(t, err, failing)

	// A reader may return io.EOF with the last bytes.
	b, err = New(readerAt(func(p []byte, off int64) (int, error) {
		n, _ := bytes.NewReader(file).ReadAt(p, off)
		return n, io.EOF
	}), 48)
	require.NoError(t, err)
	all, err = list(b)
	assert.Len(t, all, 3)
	assert.NoError(t, err)
}

type readerAt func(p []byte, off int64) (int, error)

func (r readerAt) ReadAt(p []byte, off int64) (int, error) { return r(p, off) }

func TestFindAllocatesOnlyTheResult(t *testing.T) {
	if raceEnabled() {
		t.Skip("sync.Pool drops buffers at random")
	}
	b := open(t, raw(1, 1, 2, 2, 2, 3))
	for k, want := range []float64{0, 1, 1, 1, 0} {
		assert.Equal(t, want, testing.AllocsPerRun(1000, func() { _, _ = b.Find(zobrist.Key(k)) }), "key %d", k)
	}
}

// oneKey returns a book of n entries of one key, with these weights.
func oneKey(n int, weight func(i int) int) []byte {
	file := raw(0o1434, make([]uint64, n)...)
	for i := range n {
		binary.BigEndian.PutUint16(file[16*i+10:], uint16(weight(i)))
	}
	return file
}

// In a file of one key, Find reads each entry once. Its memory is linear, not
// quadratic, in the number of entries.
func TestFindOneKey(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for name, weight := range map[string]func(i int) int{
		"ascending":  func(i int) int { return i >> 3 },
		"descending": func(i int) int { return 65535 - i>>3 },
		"equal":      func(i int) int { return 9 },
		"random":     func(i int) int { return rng.IntN(65536) },
		"3 weights":  func(i int) int { return rng.IntN(3) * 0x101 },
	} {
		for _, n := range []int{1, 255, 256, 257, 5_000, 100_000} {
			file := oneKey(n, weight)
			m := &meter{ReaderAt: bytes.NewReader(file)}
			b, err := New(m, int64(len(file)))
			require.NoError(t, err)
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			found, err := b.Find(0)
			runtime.ReadMemStats(&after)
			require.NoError(t, err)
			require.True(t, slices.Equal(naive(file, 0), found), "%s: %d", name, n)
			assert.Equal(t, len(file), m.bytes, "%s: %d: each entry once", name, n)
			assert.LessOrEqual(t, m.reads, n/blockEntries+2, "%s: %d", name, n)
			assert.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(100*n+100_000), "%s: %d", name, n)
		}
	}
}

// The time for each entry should be about the same for every n.
func BenchmarkFindOneKey(b *testing.B) {
	for _, n := range []int{50_000, 400_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			rng := rand.New(rand.NewPCG(7, 8))
			book := open(b, oneKey(n, func(int) int { return rng.IntN(65536) }))
			b.ResetTimer()
			for range b.N {
				if found, err := book.Find(0); err != nil || len(found) != n {
					b.Fatal(len(found), err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/entry")
		})
	}
}

// raceEnabled reports whether the race detector runs: it makes sync.Pool drop
// objects at random.
func raceEnabled() bool {
	var made int
	pool := sync.Pool{New: func() any { made++; return new(int) }}
	for range 1000 {
		pool.Put(pool.Get())
	}
	return made > 100
}

// huge is a book of 2^26 entries, 1 GB. ReadAt makes the entries. Each key has two.
type huge struct{}

const hugeEntries = 1 << 26

// key returns the key of an entry. Keys ascend, and the small keys lie closer
// together.
func (huge) key(i int64) uint64 {
	x := uint64(i/2)<<39 | zobrist.NewSplitMix64(1).At(uint64(i/2))>>25
	square, _ := bits.Mul64(x, x)
	return x/2 + square/2
}

func (h huge) ReadAt(p []byte, off int64) (int, error) {
	for i := 0; i < len(p); i += 16 {
		n := (off + int64(i)) / 16
		binary.BigEndian.PutUint64(p[i:], h.key(n))
		binary.BigEndian.PutUint64(p[i+8:], 0o1434<<48|uint64(n))
	}
	return len(p), nil
}

// In a book of 1 GB, Find needs a few kB of memory and a few reads.
func TestHuge(t *testing.T) {
	var r io.ReaderAt = huge{}
	if *long {
		path := filepath.Join(t.TempDir(), "huge.bin")
		f, err := os.Create(path)
		require.NoError(t, err)
		defer f.Close()
		_, err = io.CopyBuffer(f, io.NewSectionReader(huge{}, 0, 16*hugeEntries), make([]byte, 1<<20))
		require.NoError(t, err)
		r = f
	}
	m := &meter{ReaderAt: r}
	b, err := New(m, 16*hugeEntries)
	require.NoError(t, err)
	require.Equal(t, hugeEntries, b.Len())
	const lookups = 1000
	rng := rand.New(rand.NewPCG(3, 4))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range lookups {
		i := rng.Int64N(hugeEntries)
		found, err := b.Find(zobrist.Key(huge{}.key(i)))
		if err != nil || len(found) != 2 {
			t.Fatal(i, found, err)
		}
		if found, err := b.Find(zobrist.Key(huge{}.key(i) + 1)); err != nil || found != nil {
			t.Fatal(i, found, err)
		}
	}
	runtime.ReadMemStats(&after)
	allocated := after.TotalAlloc - before.TotalAlloc
	t.Logf("%d look-ups of a book of %d bytes: %d bytes allocated, %.1f reads and %d read a look-up",
		2*lookups, 16*hugeEntries, allocated, float64(m.reads)/(2*lookups), m.bytes/(2*lookups))
	assert.Less(t, m.reads, 2*lookups*12, "binary search takes 20")
	if !raceEnabled() {
		const result = 2 * 12 // two entries
		assert.Less(t, allocated, uint64(lookups*result+8<<10), "the results, and a few kB")
	}
}
