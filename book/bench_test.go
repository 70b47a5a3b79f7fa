package book

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/zobrist-go/zobrist"
)

// benchFile returns a book of random keys, as Polyglot's are, and the keys in random order.
func benchFile(n int) (file []byte, keys []zobrist.Key) {
	rng := rand.New(rand.NewPCG(1, 2))
	sorted := make([]uint64, n)
	for i := range sorted {
		sorted[i] = rng.Uint64()
	}
	slices.Sort(sorted)
	for _, i := range rng.Perm(n) {
		keys = append(keys, zobrist.Key(sorted[i]))
	}
	return raw(0o1434, sorted...), keys
}

// BenchmarkFind looks up keys in books of 1.6 and 16 MB: in memory, and in a file that the system
// has cached.
func BenchmarkFind(b *testing.B) {
	for _, size := range []struct {
		name    string
		entries int
	}{{"100k", 100_000}, {"1M", 1_000_000}} {
		file, keys := benchFile(size.entries)
		find := func(b *testing.B, book *Book) {
			b.ReportAllocs()
			b.ResetTimer()
			for i := range b.N {
				found, err := book.Find(keys[i%len(keys)])
				if err != nil || len(found) != 1 {
					b.Fatal(found, err)
				}
			}
		}
		b.Run("entries="+size.name+"/in=memory", func(b *testing.B) {
			m := &meter{ReaderAt: bytes.NewReader(file)}
			book, err := New(m, int64(len(file)))
			if err != nil {
				b.Fatal(err)
			}
			find(b, book)
			b.ReportMetric(float64(m.reads)/float64(b.N), "reads/op")
		})
		b.Run("entries="+size.name+"/in=file", func(b *testing.B) {
			name := filepath.Join(b.TempDir(), "book.bin")
			if err := os.WriteFile(name, file, 0o600); err != nil {
				b.Fatal(err)
			}
			book, err := Open(name)
			if err != nil {
				b.Fatal(err)
			}
			defer book.Close()
			find(b, book)
		})
	}
}

// BenchmarkAll reads whole books. The time is that of an entry.
func BenchmarkAll(b *testing.B) {
	file, _ := benchFile(100_000)
	book, err := New(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		b.Fatal(err)
	}
	n := 0
	b.ResetTimer()
	for n < b.N {
		for _, err := range book.All() {
			if err != nil {
				b.Fatal(err)
			}
			n++
			if n == b.N {
				return
			}
		}
	}
}

// BenchmarkWrite writes books whose entries come in random order.
func BenchmarkWrite(b *testing.B) {
	_, keys := benchFile(100_000)
	entries := make([]Entry, len(keys))
	for i, k := range keys {
		entries[i] = Entry{Key: k, Move: move("e2e4"), Weight: 1}
	}
	b.ResetTimer()
	for range b.N {
		var out bytes.Buffer
		if err := Write(&out, slices.Values(entries)); err != nil {
			b.Fatal(err)
		}
	}
	written := float64(b.N) * float64(len(entries))
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/written, "ns/entry")
}
