package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
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
func randomBook(n int) iter.Seq2[zobrist.Key, book.Entry] {
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

// plainFind finds a key by binary search, one entry at a time, and counts its entries.
func plainFind(f *os.File, entries int, k zobrist.Key) (n int) {
	var b [8]byte
	key := func(i int) zobrist.Key {
		if _, err := f.ReadAt(b[:], 16*int64(i)); err != nil {
			panic(err)
		}
		return zobrist.Key(binary.BigEndian.Uint64(b[:]))
	}
	first := sort.Search(entries, func(i int) bool { return key(i) >= k })
	for first+n < entries && key(first+n) == k {
		n++
	}
	return n
}

// measureBook looks up keys in a book of 92,954 entries (1.5 MB). Package book finds them
// in the file, and corentings/chess in memory.
func measureBook(b *bench) error {
	dir, err := os.MkdirTemp("", "book")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	var written bytes.Buffer
	if err := book.Write(&written, randomBook(b.size(92_954))); err != nil {
		return err
	}
	name := filepath.Join(dir, "book.bin")
	if err := os.WriteFile(name, written.Bytes(), 0o644); err != nil {
		return err
	}
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	inFile, err := book.Open(name)
	if err != nil {
		return err
	}
	defer inFile.Close()
	inMemory, err := book.New(bytes.NewReader(written.Bytes()), int64(written.Len()))
	if err != nil {
		return err
	}
	loaded, err := chess.LoadFromReader(bytes.NewReader(written.Bytes()))
	if err != nil {
		return err
	}

	var keys []zobrist.Key
	for k := range inMemory.All(&err) {
		keys = append(keys, k)
	}
	if err != nil {
		return err
	}
	rng := rand.New(rand.NewPCG(2, 3))
	hits, misses := make([]zobrist.Key, b.size(20_000)), make([]zobrist.Key, b.size(20_000))
	for i := range hits {
		hits[i], misses[i] = keys[rng.IntN(len(keys))], zobrist.Key(rng.Uint64())
	}
	look := func(keys []zobrist.Key, find func(zobrist.Key) int) side {
		return side{ops: len(keys), run: func() (sum zobrist.Key) {
			for _, k := range keys {
				sum = sum*31 + zobrist.Key(find(k)) // the number of the key's entries
			}
			return sum
		}}
	}
	finder := func(b *book.Book) func(zobrist.Key) int {
		return func(k zobrist.Key) int {
			found, err := b.Find(k)
			if err != nil {
				panic(err)
			}
			return len(found)
		}
	}
	plain := func(k zobrist.Key) int { return plainFind(f, inFile.Len(), k) }
	theirs := func(k zobrist.Key) int { return len(loaded.FindMoves(uint64(k))) }
	for suffix, keys := range map[string][]zobrist.Key{"": hits, "-missing": misses} {
		err := firstError(
			b.contest("book/file"+suffix, look(keys, finder(inFile)), look(keys, plain)),
			b.collecting().contest("book/memory"+suffix, look(keys, finder(inMemory)), look(keys, theirs)))
		if err != nil {
			return fmt.Errorf("with %d keys: %w", len(keys), err)
		}
	}
	return nil
}
