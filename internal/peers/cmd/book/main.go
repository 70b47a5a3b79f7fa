// Command book measures look-ups in opening books, beside corentings/chess, which
// loads a book into memory, and plain binary search, entry by entry.
//
//	go run ./cmd/book            # books that it makes, of 92,954 entries and of 1 GB
//	go run ./cmd/book BOOK.bin
//
// It prints tables for BENCHMARKS.md.
package main

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"flag"
	"fmt"
	"io"
	"log"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sort"
	"time"

	"github.com/corentings/chess/v2"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/book"
)

const entrySize = 16

func main() {
	log.SetFlags(0)
	rounds := flag.Int("rounds", 11, "rounds, of which the medians are printed")
	lookups := flag.Int("lookups", 100_000, "look-ups a round, of either kind")
	flag.Parse()
	fmt.Printf("%s %s/%s, %d rounds of %d look-ups of each kind, medians\n\n", runtime.Version(), runtime.GOOS, runtime.GOARCH, *rounds, *lookups)
	fmt.Println("| book | look-up | ns, found | ns, not found | of corentings/chess | bytes kept | bytes a look-up | reads a look-up |")
	fmt.Println("| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |")
	if flag.NArg() > 0 {
		for _, path := range flag.Args() {
			measure(path, *rounds, *lookups)
		}
		return
	}
	dir, err := os.MkdirTemp("", "zobrist-book")
	check(err)
	defer os.RemoveAll(dir)
	for _, entries := range []int{92_954, 1 << 26} {
		path := filepath.Join(dir, fmt.Sprint(entries, ".bin"))
		check(makeBook(path, entries))
		measure(path, *rounds, *lookups)
		check(os.Remove(path))
	}
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

// makeBook makes a book of random keys, with 1.2 entries each as in a published
// book, in order and in little memory: the gaps between random keys are
// exponential.
func makeBook(path string, entries int) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	w := bufio.NewWriterSize(f, 1<<20)
	rng := rand.New(rand.NewPCG(1, uint64(entries)))
	gap := 0x1p64 / (float64(entries)/1.2 + 10*1.2*8192) // and room at the end
	key, at := uint64(0), 0.0
	var b [entrySize]byte
	for i := range entries {
		if i == 0 || rng.Float64() < 1/1.2 {
			at += rng.ExpFloat64() * gap
			if at >= 0x1p64 {
				return fmt.Errorf("%d entries of %d fit", i, entries)
			}
			key = max(uint64(at), key+1)
		}
		binary.BigEndian.PutUint64(b[:], key)
		binary.BigEndian.PutUint16(b[8:], uint16(rng.IntN(1<<12)))
		binary.BigEndian.PutUint16(b[10:], uint16(rng.IntN(100)))
		if _, err := w.Write(b[:]); err != nil {
			return err
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	return f.Close()
}

// A subject is a way to look keys up.
type subject struct {
	name string
	find func(k uint64) int // how many entries
	kept uint64             // bytes of memory while it is open

	found, missed []float64 // ns a look-up, by round
	allocated     uint64    // bytes, of the last round
	reads         *counted
}

// counted counts reads.
type counted struct {
	io.ReaderAt
	n int
}

func (c *counted) ReadAt(p []byte, off int64) (int, error) {
	c.n++
	return c.ReaderAt.ReadAt(p, off)
}

func measure(path string, rounds, lookups int) {
	f, err := os.Open(path)
	check(err)
	defer f.Close()
	info, err := f.Stat()
	check(err)
	size := info.Size()

	kept := func(name string, open func() func(uint64) int) *subject {
		before := heap()
		find := open()
		return &subject{name: name, find: find, kept: heap() - min(before, heap())}
	}
	ours := func(r io.ReaderAt) func(uint64) int {
		b, err := book.New(r, size)
		check(err)
		return func(k uint64) int {
			found, err := b.Find(zobrist.Key(k))
			check(err)
			return len(found)
		}
	}
	subjects := []*subject{
		kept("book.Find, file", func() func(uint64) int { return ours(f) }),
		{name: "binary search, file", find: func(k uint64) int { return plain(f, size, k) }},
	}
	if size < 1<<28 {
		subjects = append(subjects,
			kept("book.Find, in memory", func() func(uint64) int {
				file, err := os.ReadFile(path)
				check(err)
				return ours(bytes.NewReader(file))
			}),
			kept("corentings/chess", func() func(uint64) int {
				file, err := os.Open(path)
				check(err)
				defer file.Close()
				b, err := chess.LoadFromReader(file)
				check(err)
				return func(k uint64) int { return len(b.FindMoves(k)) }
			}))
	}
	for i, r := range []io.ReaderAt{f, f} { // how often each reads
		c := &counted{ReaderAt: r}
		subjects[i].reads = c
	}

	rng := rand.New(rand.NewPCG(2, 3))
	hits, misses := make([]uint64, lookups), make([]uint64, lookups)
	for i := range hits {
		var b [8]byte
		_, err := f.ReadAt(b[:], entrySize*rng.Int64N(size/entrySize))
		check(err)
		hits[i] = binary.BigEndian.Uint64(b[:])
		misses[i] = rng.Uint64()
	}
	for _, k := range slices.Concat(hits[:100], misses[:100]) {
		want := plain(f, size, k)
		for _, s := range subjects {
			if got := s.find(k); got != want {
				log.Fatalf("%s: %d entries of %016x, want %d", s.name, got, k, want)
			}
		}
	}
	for range rounds {
		for _, s := range subjects {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			s.found = append(s.found, timed(s.find, hits))
			runtime.ReadMemStats(&after)
			s.allocated = after.TotalAlloc - before.TotalAlloc
			s.missed = append(s.missed, timed(s.find, misses))
		}
	}
	total := 0
	finds := []func(uint64) int{ours(subjects[0].reads), func(k uint64) int { return plain(subjects[1].reads, size, k) }}
	for i, find := range finds {
		for _, k := range hits {
			total += find(k)
		}
		_ = i
	}
	for _, s := range subjects {
		ratio := "-"
		if peer := subjects[len(subjects)-1]; peer.name == "corentings/chess" {
			ratios := make([]float64, rounds)
			for i := range ratios {
				ratios[i] = s.found[i] / peer.found[i]
			}
			ratio = fmt.Sprintf("%.2f", median(ratios))
		}
		reads := "-"
		if s.reads != nil {
			reads = fmt.Sprintf("%.1f", float64(s.reads.n)/float64(lookups))
		}
		fmt.Printf("| %d entries | %s | %.0f | %.0f | %s | %d | %d | %s |\n", size/entrySize, s.name,
			median(s.found), median(s.missed), ratio, s.kept, s.allocated/uint64(lookups), reads)
	}
}

// plain is binary search, entry by entry, and then the entries that follow.
func plain(r io.ReaderAt, size int64, k uint64) int {
	var b [8]byte
	key := func(i int) uint64 {
		_, err := r.ReadAt(b[:], int64(i)*entrySize)
		check(err)
		return binary.BigEndian.Uint64(b[:])
	}
	entries := int(size / entrySize)
	first := sort.Search(entries, func(i int) bool { return key(i) >= k })
	n := 0
	for first+n < entries && key(first+n) == k {
		n++
	}
	return n
}

func timed(find func(uint64) int, keys []uint64) float64 {
	start := time.Now()
	for _, k := range keys {
		find(k)
	}
	return float64(time.Since(start).Nanoseconds()) / float64(len(keys))
}

func heap() uint64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

func median(x []float64) float64 {
	x = slices.Sorted(slices.Values(x))
	return x[len(x)/2]
}
