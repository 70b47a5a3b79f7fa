package book

import (
	"bytes"
	"encoding/binary"
	"io"
	"math"
	"math/bits"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/sample"
	"github.com/zobrist-go/zobrist/internal/tester"
)

// A meter counts how a book is read.
type meter struct {
	io.ReaderAt
	reads, bytes int
}

func (m *meter) ReadAt(p []byte, off int64) (int, error) {
	m.reads++
	m.bytes += len(p)
	return m.ReaderAt.ReadAt(p, off)
}

// In books of all shapes, Find returns what a scan returns, for every key and for
// the keys next to it. Find reads few entries. All lists the file.
func TestFind(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for name, key := range map[string]func(i, n int) uint64{
		"spread evenly": func(i, n int) uint64 { return rng.Uint64() },
		"one key":       func(i, n int) uint64 { return 1 << 60 },
		"key 0":         func(i, n int) uint64 { return 0 },
		"greatest key":  func(i, n int) uint64 { return math.MaxUint64 },
		"both extremes": func(i, n int) uint64 { return -uint64(i & 1) },
		"few keys":      func(i, n int) uint64 { return rng.Uint64N(7) << 61 },
		"small keys":    func(i, n int) uint64 { return uint64(i) },
		"large keys":    func(i, n int) uint64 { return -uint64(i) },
		"100 of each key": func(i, n int) uint64 {
			return uint64(rng.IntN(n/100+1)) * 0x9e3779b97f4a7c15
		},
		"exponential": func(i, n int) uint64 {
			return uint64(math.Exp2(64 * float64(i) / float64(n+1)))
		},
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
			m, b := metered(t, weighing(keys, func(int) int { return rng.IntN(4) }))
			require.Equal(t, n, b.Len())
			all, err := list(b)
			require.NoError(t, err)
			require.Len(t, all, n)
			require.Equal(t, 16*n, m.bytes, "read once")
			want := map[zobrist.Key][]Entry{}
			for i, p := range all {
				require.Equal(t, Entry{zobrist.Key(keys[i]), move("e2e4"), p.Weight, uint32(i)}, p)
				want[p.Key] = append(want[p.Key], p)
			}
			for i := 0; i < n; i += 1 + n/40 {
				for _, k := range []uint64{keys[i], keys[i] + 1, keys[i] - 1, rng.Uint64()} {
					m.reads = 0
					found, err := b.Find(zobrist.Key(k))
					require.NoError(t, err)
					wanted := want[zobrist.Key(k)]
					if m.reads > 2*13+2+len(wanted)/blockEntries {
						t.Fatalf("%s: %d of %d: %d reads", name, i, n, m.reads)
					}
					slices.SortStableFunc(wanted, heaviestFirst)
					require.Equal(t, wanted, found, "%s: %d of %d: %x", name, i, n, k)
				}
			}
		}
	}
}

// Find reads at most 8 blocks for any key of a book with random keys, as Polyglot's are, and for
// any key that the book does not have. A binary search of a million keys reads 14.
func TestFindReadsFewBlocksOfRandomKeys(t *testing.T) {
	for _, n := range []int{1_000, 10_000, 100_000, 1_000_000} {
		rng := rand.New(rand.NewPCG(uint64(n), 3))
		keys := make([]uint64, n)
		for i := range keys {
			keys[i] = rng.Uint64()
		}
		slices.Sort(keys)
		step := 1 + n/20_000
		if sample.All(4) { // with ZOBRIST_SAMPLE=4, all keys
			step = 1
		}
		m, b := metered(t, raw(0o1434, keys...))
		var present, absent [40]int // how many keys take so many reads
		for i := 0; i < n; i += step {
			m.reads = 0
			found, err := b.Find(zobrist.Key(keys[i]))
			if err != nil || len(found) != 1 {
				t.Fatalf("%d of %d: %v, %v", i, n, found, err)
			}
			present[m.reads]++

			m.reads = 0
			found, err = b.Find(zobrist.Key(rng.Uint64()))
			if err != nil || len(found) != 0 {
				t.Fatalf("an absent key of %d: %v, %v", n, found, err)
			}
			absent[m.reads]++
		}
		t.Logf("%d entries: keys by reads %v, absent keys by reads %v",
			n, present[:9], absent[:9])
		assert.Zero(t, sum(present[9:]), "keys of %d that take more than 8 reads", n)
		assert.Zero(t, sum(absent[9:]), "absent keys that take more than 8 reads of %d entries", n)
	}
}

func sum(counts []int) int {
	total := 0
	for _, n := range counts {
		total += n
	}
	return total
}

// metered returns a book that counts its reads.
func metered(t *testing.T, file []byte) (*meter, *Book) {
	m := &meter{ReaderAt: bytes.NewReader(file)}
	b, err := New(m, int64(len(file)))
	require.NoError(t, err)
	return m, b
}

// weighing returns the bytes of a book with these keys and weights.
func weighing(keys []uint64, weight func(i int) int) []byte {
	file := raw(0o1434, keys...)
	for i := range keys {
		binary.BigEndian.PutUint16(file[16*i+10:], uint16(weight(i)))
	}
	return file
}

// An error of a later block of the same key is an error of Find, at each read.
func TestFindReportsErrorsOfReads(t *testing.T) {
	const k = 1 << 60
	file := raw(0o1434, slices.Repeat([]uint64{k}, 1000)...)
	m, b := metered(t, file)
	_, err := b.Find(k)
	require.NoError(t, err)
	reads := m.reads
	require.Greater(t, reads, 5)
	for failing := 1; failing <= reads; failing++ {
		broken := &failingRead{ReaderAt: bytes.NewReader(file), left: failing}
		b, err := New(broken, int64(len(file)))
		require.NoError(t, err)
		found, err := b.Find(k)
		assert.ErrorIs(t, err, io.ErrClosedPipe, "read %d", failing)
		assert.Nil(t, found)
	}
}

// A failingRead reads until left is 1.
type failingRead struct {
	io.ReaderAt
	left int
}

func (f *failingRead) ReadAt(p []byte, off int64) (int, error) {
	f.left--
	if f.left == 0 {
		return 0, io.ErrClosedPipe
	}
	return f.ReaderAt.ReadAt(p, off)
}

func TestFindAllocatesOnlyTheResult(t *testing.T) {
	if tester.Race {
		t.Skip("sync.Pool drops buffers at random")
	}
	b := open(t, raw(1, 1, 2, 2, 2, 3))
	for k, want := range []float64{0, 1, 1, 1, 0} {
		assert.Equal(t, want, testing.AllocsPerRun(1000, func() {
			_, _ = b.Find(zobrist.Key(k))
		}), "key %d", k)
	}
}

// In a file of one key, Find reads each entry once or, in its search, twice. Its memory is
// linear, not quadratic, in the number of entries.
func TestFindOneKey(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for name, weight := range map[string]func(i int) int{
		"ascending":  func(i int) int { return i >> 3 },
		"descending": func(i int) int { return 65535 - i>>3 },
		"equal":      func(i int) int { return 9 },
		"random":     func(i int) int { return rng.IntN(65536) },
		"3 weights":  func(i int) int { return rng.IntN(3) * 0x101 },
	} {
		for _, n := range []int{255, 256, 257, 5_000, 100_000} {
			const k = 1 << 60
			file := weighing(slices.Repeat([]uint64{k}, n), weight)
			m, b := metered(t, file)
			var found []Entry
			var err error
			allocated := allocatedBy(func() { found, err = b.Find(k) })
			require.NoError(t, err)
			require.True(t, slices.Equal(naive(file, k), found), "%s: %d", name, n)
			assert.LessOrEqual(t, m.bytes, 2*len(file), "%s: %d", name, n)
			assert.LessOrEqual(t, m.reads, n/blockEntries+2*bits.Len(uint(n)), "%s: %d", name, n)
			assert.Less(t, allocated, uint64(200*n+100_000), "%s: %d", name, n)
		}
	}
}

// allocatedBy returns how many bytes f allocates.
func allocatedBy(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}
