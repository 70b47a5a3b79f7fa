package main

import (
	"bytes"
	"encoding/binary"
	"iter"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sort"

	"github.com/corentings/chess/v2"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/book"
)

// randomBook yields entries with random keys. Every sixth entry has the previous key.
func randomBook(n int) iter.Seq2[key, book.Entry] {
	return func(yield func(key, book.Entry) bool) {
		rng := rand.New(rand.NewPCG(1, 2))
		k := key(0)
		for i := range n {
			if i%6 != 0 {
				k = key(rng.Uint64())
			}
			if !yield(k, book.Entry{Move: zobrist.ChessMove{From: 12, To: zobrist.Square(i % 64)}, Weight: uint16(rng.IntN(100))}) {
				return
			}
		}
	}
}

// plainFind finds a key by binary search, one entry at a time, and counts its entries.
func plainFind(f *os.File, entries int, k key) (n int) {
	var b [8]byte
	at := func(i int) key {
		must(f.ReadAt(b[:], 16*int64(i)))
		return key(binary.BigEndian.Uint64(b[:]))
	}
	first := sort.Search(entries, func(i int) bool { return at(i) >= k })
	for first+n < entries && at(first+n) == k {
		n++
	}
	return n
}

// measureBook looks up keys in a book of 92,954 entries (1.5 MB). Package book finds them
// in the file, and corentings/chess in memory.
func measureBook(b *bench) {
	dir := must(os.MkdirTemp("", "book"))
	defer os.RemoveAll(dir)
	var written bytes.Buffer
	check(book.Write(&written, randomBook(b.size(92_954))))
	name := filepath.Join(dir, "book.bin")
	check(os.WriteFile(name, written.Bytes(), 0o644))
	f, inFile := must(os.Open(name)), must(book.Open(name))
	defer f.Close()
	defer inFile.Close()
	inMemory := must(book.New(bytes.NewReader(written.Bytes()), int64(written.Len())))
	loaded := must(chess.LoadFromReader(bytes.NewReader(written.Bytes())))

	var keys []key
	var err error
	for k := range inMemory.All(&err) {
		keys = append(keys, k)
	}
	check(err)
	rng := rand.New(rand.NewPCG(2, 3))
	hits, misses := make([]key, b.size(20_000)), make([]key, b.size(20_000))
	for i := range hits {
		hits[i], misses[i] = keys[rng.IntN(len(keys))], key(rng.Uint64())
	}
	for suffix, keys := range map[string][]key{"": hits, "-missing": misses} {
		look := func(find func(key) int) side { // find returns the number of the key's entries
			return side{ops: len(keys), run: func() key {
				return over(keys, func(h key, k *key) key { return h*31 + key(find(*k)) })
			}}
		}
		finder := func(b *book.Book) side { return look(func(k key) int { return len(must(b.Find(k))) }) }
		b.contest("book/file"+suffix, finder(inFile), look(func(k key) int { return plainFind(f, inFile.Len(), k) }))
		b.collecting().contest("book/memory"+suffix, finder(inMemory), look(func(k key) int { return len(loaded.FindMoves(uint64(k))) }))
	}
}
