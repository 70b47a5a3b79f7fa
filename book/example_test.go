package book_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/book"
)

// start is the key of the start position.
const start zobrist.Key = 0x463b96181691fc9c

// entries yields two moves of the start position.
func entries(yield func(zobrist.Key, book.Entry) bool) {
	e4, d4 := zobrist.ChessMove{From: 12, To: 28}, zobrist.ChessMove{From: 11, To: 27}
	_ = yield(start, book.Entry{Move: d4, Weight: 20}) && yield(start, book.Entry{Move: e4, Weight: 30})
}

// small returns a small book.
func small() *book.Book {
	var file bytes.Buffer
	if err := book.Write(&file, entries); err != nil {
		panic(err)
	}
	b, err := book.New(bytes.NewReader(file.Bytes()), int64(file.Len()))
	if err != nil {
		panic(err)
	}
	return b
}

// Read a book from memory.
func ExampleNew() {
	var file bytes.Buffer
	if err := book.Write(&file, entries); err != nil {
		panic(err)
	}
	b, err := book.New(bytes.NewReader(file.Bytes()), int64(file.Len()))
	if err != nil {
		panic(err)
	}
	fmt.Println(b.Len(), "entries")
	_, err = book.New(bytes.NewReader(file.Bytes()), 31)
	fmt.Println(err)
	// Output:
	// 2 entries
	// book: size of 31 bytes, want entries of 16: 15 bytes are left over after 1 entries
}

// Read a book file. It stays open, and each look-up reads the entries it needs.
func ExampleOpen() {
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	name := filepath.Join(dir, "book.bin")
	f, err := os.Create(name)
	if err != nil {
		panic(err)
	}
	if err := errors.Join(book.Write(f, entries), f.Close()); err != nil {
		panic(err)
	}

	b, err := book.Open(name)
	if err != nil {
		panic(err)
	}
	defer b.Close()
	found, err := b.Find(start)
	if err != nil {
		panic(err)
	}
	for _, e := range found {
		fmt.Println(e.Move, e.Weight)
	}
	// Output:
	// e2e4 30
	// d2d4 20
}

func ExampleBook_Close() {
	b := small()
	fmt.Println(b.Close()) // a book from New has no file to close
	// Output: <nil>
}

// With weights 30 and 20, e2e4 is drawn three times in five.
func ExamplePick() {
	found, err := small().Find(start)
	if err != nil {
		panic(err)
	}
	r := rand.New(rand.NewPCG(1, 2)) // or nil, for other moves in every run
	played := map[string]int{}
	for range 1000 {
		e, ok := book.Pick(found, r)
		if !ok {
			panic("no moves")
		}
		played[e.Move.String()]++
	}
	fmt.Println(played)

	_, ok := book.Pick(nil, r)
	fmt.Println(ok)
	// Output:
	// map[d2d4:413 e2e4:587]
	// false
}

// List the moves of a position, then play the heaviest.
func ExampleBook_Find() {
	b := small()
	p, err := zobrist.ParseFEN(zobrist.StartFEN)
	if err != nil {
		panic(err)
	}
	keys := zobrist.Polyglot()
	found, err := b.Find(keys.Hash(&p))
	if err != nil {
		panic(err)
	}
	for _, e := range found {
		fmt.Println(e.Move, e.Weight)
	}
	p.Play(found[0].Move)
	fmt.Println(p.FEN())

	found, err = b.Find(keys.Hash(&p))
	fmt.Println(len(found), err)
	// Output:
	// e2e4 30
	// d2d4 20
	// rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1
	// 0 <nil>
}

// Castling is e1h1, king takes rook. Play accepts it. Normalize turns it into e1g1.
func ExampleEntry() {
	e := book.Entry{Move: zobrist.ChessMove{From: 4, To: 7}, Weight: 1}
	p, err := zobrist.ParseFEN("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
	if err != nil {
		panic(err)
	}
	fmt.Println(e.Move, p.Normalize(e.Move))
	p.Play(e.Move)
	fmt.Println(p.FEN())
	// Output:
	// e1h1 e1g1
	// r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1
}

func ExampleBook_All() {
	var err error
	for k, e := range small().All(&err) {
		fmt.Println(k, e.Move, e.Weight)
	}
	fmt.Println(err)
	// Output:
	// 463b96181691fc9c e2e4 30
	// 463b96181691fc9c d2d4 20
	// <nil>
}

// A loop over a damaged book ends early.
func ExampleBook_All_error() {
	file := make([]byte, 32)
	file[7] = 9 // the first key is 9, the second 0
	b, err := book.New(bytes.NewReader(file), 32)
	if err != nil {
		panic(err)
	}
	for k, e := range b.All(&err) {
		fmt.Println(k, e.Move, e.Weight)
	}
	fmt.Println(err)
	// Output:
	// 0000000000000009 0000 0
	// book: entry 2 of 2: key 0000000000000000 after key 0000000000000009, want ascending keys
}

func ExampleBook_Len() {
	fmt.Println(small().Len())
	// Output: 2
}

// Merge two books. The weights of equal moves add up.
func ExampleWrite() {
	var err error // set by All
	both := func(yield func(zobrist.Key, book.Entry) bool) {
		for _, b := range []*book.Book{small(), small()} {
			for k, e := range b.All(&err) {
				if !yield(k, e) {
					return
				}
			}
			if err != nil {
				return
			}
		}
	}
	var file bytes.Buffer
	if err := errors.Join(book.Write(&file, both), err); err != nil {
		panic(err)
	}
	fmt.Printf("%x\n", file.Bytes())
	// Output: 463b96181691fc9c031c003c00000000463b96181691fc9c02db002800000000
}
