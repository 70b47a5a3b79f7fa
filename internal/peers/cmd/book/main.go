// Book measures look-ups in opening books and prints a table for BENCHMARKS.md.
//
//	go run ./cmd/book            # with a generated book of 92,954 entries
//	go run ./cmd/book BOOK.bin
//
// It compares package book with corentings/chess, which loads a book into memory, and with
// a binary search that reads single entries.
package main

import (
	"bytes"
	"encoding/binary"
	"flag"
	"fmt"
	"iter"
	"log"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"sort"

	"github.com/corentings/chess/v2"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/book"
	"github.com/zobrist-go/zobrist/internal/peers/report"
	"github.com/zobrist-go/zobrist/internal/peers/timing"
)

func main() {
	log.SetFlags(0)
	rounds := flag.Int("rounds", 11, "take medians of this many rounds")
	lookups := flag.Int("lookups", 30_000, "look up this many keys in the book, and this many others, in each round")
	flag.Parse()
	name := flag.Arg(0)
	if name == "" {
		dir, err := os.MkdirTemp("", "zobrist-book")
		check(err)
		defer os.RemoveAll(dir)
		name = filepath.Join(dir, "book.bin")
		f, err := os.Create(name)
		check(err)
		check(book.Write(f, random(92_954)))
		check(f.Close())
	}
	t, err := measure(name, *rounds, *lookups)
	check(err)
	r := report.Report{Facts: report.Machine("go run ./cmd/book"), Tables: []report.Table{t}}
	check(r.Text(os.Stdout))
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

// random yields entries with random keys. Every sixth entry has the previous key.
func random(n int) iter.Seq2[zobrist.Key, book.Entry] {
	return func(yield func(zobrist.Key, book.Entry) bool) {
		rng := rand.New(rand.NewPCG(1, 2))
		key := zobrist.Key(0)
		for i := range n {
			if i%6 != 0 {
				key = zobrist.Key(rng.Uint64())
			}
			if !yield(key, book.Entry{Move: zobrist.ChessMove{From: 12, To: zobrist.Square(i % 64)}, Weight: uint16(rng.IntN(100))}) {
				return
			}
		}
	}
}

// A subject is a way to look up keys. find returns the number of entries of a key.
type subject struct {
	name          string
	find          func(zobrist.Key) int
	found, missed []float64 // ns a look-up, by round
}

func measure(name string, rounds, lookups int) (report.Table, error) {
	inFile, err := book.Open(name)
	if err != nil {
		return report.Table{}, err
	}
	defer inFile.Close()
	file, err := os.ReadFile(name)
	if err != nil {
		return report.Table{}, err
	}
	inMemory, err := book.New(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		return report.Table{}, err
	}
	loaded, err := chess.LoadFromReader(bytes.NewReader(file))
	if err != nil {
		return report.Table{}, err
	}
	finder := func(b *book.Book) func(zobrist.Key) int {
		return func(k zobrist.Key) int {
			found, err := b.Find(k)
			check(err)
			return len(found)
		}
	}
	f, err := os.Open(name)
	if err != nil {
		return report.Table{}, err
	}
	defer f.Close()
	subjects := []*subject{
		{name: "book.Find, in the file", find: finder(inFile)},
		{name: "binary search of single entries, in the file", find: func(k zobrist.Key) int { return plain(f, inFile.Len(), k) }},
		{name: "book.Find, the file in memory", find: finder(inMemory)},
		{name: "corentings/chess, loaded", find: func(k zobrist.Key) int { return len(loaded.FindMoves(uint64(k))) }},
	}

	var keys []zobrist.Key
	for k := range inMemory.All(&err) {
		keys = append(keys, k)
	}
	if err != nil {
		return report.Table{}, err
	}
	rng := rand.New(rand.NewPCG(2, 3))
	hits, misses := make([]zobrist.Key, lookups), make([]zobrist.Key, lookups)
	for i := range hits {
		hits[i], misses[i] = keys[rng.IntN(len(keys))], zobrist.Key(rng.Uint64())
	}
	for _, k := range slices.Concat(hits[:min(lookups, 100)], misses[:min(lookups, 100)]) {
		for _, s := range subjects[1:] {
			if got, want := s.find(k), subjects[0].find(k); got != want {
				return report.Table{}, fmt.Errorf("%s: %d entries of %v, want %d", s.name, got, k, want)
			}
		}
	}
	for range rounds {
		for _, s := range subjects {
			s.found, s.missed = append(s.found, timed(s.find, hits)), append(s.missed, timed(s.find, misses))
		}
	}
	t := report.Table{
		Title: "Look-ups in a book of " + report.Thousands(len(keys)) + " entries",
		Intro: fmt.Sprintf("Medians of %d alternating rounds of %s look-ups in random order. The ratio is for keys in the book.", rounds, report.Thousands(lookups)),
		Head:  []string{"look-up", "ns, found", "ns, not found", "ratio to corentings/chess"},
	}
	for _, s := range subjects {
		t.Add(s.name, report.Number(timing.SpreadOf(s.found).Median), report.Number(timing.SpreadOf(s.missed).Median),
			report.Number(timing.SpreadOf(timing.Ratios(s.found, subjects[3].found)).Median))
	}
	return t, nil
}

// plain finds a key by binary search, one entry at a time, and counts its entries.
func plain(f *os.File, entries int, k zobrist.Key) (n int) {
	var b [8]byte
	key := func(i int) zobrist.Key {
		_, err := f.ReadAt(b[:], 16*int64(i))
		check(err)
		return zobrist.Key(binary.BigEndian.Uint64(b[:]))
	}
	first := sort.Search(entries, func(i int) bool { return key(i) >= k })
	for first+n < entries && key(first+n) == k {
		n++
	}
	return n
}

func timed(find func(zobrist.Key) int, keys []zobrist.Key) float64 {
	start := timing.Now()
	for _, k := range keys {
		find(k)
	}
	return float64((timing.Now() - start).Nanoseconds()) / float64(len(keys))
}
