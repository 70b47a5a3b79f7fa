package bench

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"sort"

	"github.com/corentings/chess/v2"

	"github.com/zobrist-go/zobrist/book"
)

// plainFind finds a key in a file by binary search, one entry at a time, and counts its
// entries.
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

// measureBook looks up keys in a book of 92,954 entries (1.5 MB).
func measureBook(b *bench) {
	keys := make([]key, b.size(92_954))
	for i := range keys {
		keys[i] = keyAt(i)
	}
	var file []byte
	for _, k := range slices.Sorted(slices.Values(keys)) {
		// e2e4, weight 1
		file = append(binary.BigEndian.AppendUint64(file, uint64(k)), 3, 28, 0, 1, 0, 0, 0, 0)
	}
	dir := must(os.MkdirTemp("", "book"))
	defer os.RemoveAll(dir)
	name := filepath.Join(dir, "book.bin")
	check(os.WriteFile(name, file, 0o644))
	f, inFile := must(os.Open(name)), must(book.Open(name))
	defer f.Close()
	defer inFile.Close()
	inMemory := must(book.New(bytes.NewReader(file), int64(len(file))))
	loaded := must(chess.LoadFromReader(bytes.NewReader(file)))

	rand.New(rand.NewPCG(2, 3)).Shuffle(len(keys), func(i, j int) {
		keys[i], keys[j] = keys[j], keys[i]
	})
	keys = keys[:b.size(20_000)]
	find := func(b *book.Book) side {
		return side{ops: len(keys), run: func() (h key) {
			for _, k := range keys {
				h = h*31 + key(len(must(b.Find(k))))
			}
			return h
		}}
	}
	b.collecting(row{job: "`book.Find`, file on disk", peer: "binary search, an entry at a time"},
		find(inFile), side{ops: len(keys), run: func() (h key) {
			for _, k := range keys {
				h = h*31 + key(plainFind(f, inFile.Len(), k))
			}
			return h
		}})
	b.collecting(row{job: "`book.Find`, file in memory", peer: "corentings/chess"}, find(inMemory),
		side{ops: len(keys), run: func() (h key) {
			for _, k := range keys {
				h = h*31 + key(len(loaded.FindMoves(uint64(k))))
			}
			return h
		}})
}
