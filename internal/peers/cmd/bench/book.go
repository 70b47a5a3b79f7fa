package main

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sort"

	"github.com/corentings/chess/v2"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/book"
)

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
	n := b.size(92_954)
	check(book.Write(&written, func(yield func(key, book.Entry) bool) {
		for i := 0; i < n && yield(keyAt(i), book.Entry{Move: zobrist.ChessMove{From: 12, To: 28}, Weight: 1}); {
			i++
		}
	}))
	name := filepath.Join(dir, "book.bin")
	check(os.WriteFile(name, written.Bytes(), 0o644))
	f, inFile := must(os.Open(name)), must(book.Open(name))
	defer f.Close()
	defer inFile.Close()
	inMemory := must(book.New(bytes.NewReader(written.Bytes()), int64(written.Len())))
	loaded := must(chess.LoadFromReader(bytes.NewReader(written.Bytes())))

	rng := rand.New(rand.NewPCG(2, 3))
	keys := make([]key, b.size(20_000))
	for i := range keys {
		keys[i] = keyAt(rng.IntN(n))
	}
	look := func(find func(key) int) side { // find returns the number of the key's entries
		return side{ops: len(keys), run: func() key {
			return over(keys, func(h key, k *key) key { return h*31 + key(find(*k)) })
		}}
	}
	finder := func(b *book.Book) side { return look(func(k key) int { return len(must(b.Find(k))) }) }
	b.contest(row{name: "book/file", job: "`book.Find`, file on disk, found", peer: "binary search of entries"},
		finder(inFile), look(func(k key) int { return plainFind(f, inFile.Len(), k) }))
	b.collecting(row{name: "book/memory", job: "`book.Find`, file in memory, found", peer: "corentings/chess"},
		finder(inMemory), look(func(k key) int { return len(loaded.FindMoves(uint64(k))) }))
}
