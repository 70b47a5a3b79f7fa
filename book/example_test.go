package book_test

import (
	"bytes"
	"fmt"
	"log"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/book"
	"github.com/zobrist-go/zobrist/chess"
)

// must returns a value, or ends the program because of an error.
func must[T any](value T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return value
}

// start is the key of the start position.
const start zobrist.Key = 0x463b96181691fc9c

// entries are two moves of the start position.
var entries = slices.Values([]book.Entry{
	{Key: start, Move: chess.Move{From: 11, To: 27}, Weight: 20},
	{Key: start, Move: chess.Move{From: 12, To: 28}, Weight: 30},
})

// file returns the bytes of a small book.
func file() []byte {
	var file bytes.Buffer
	if err := book.Write(&file, entries); err != nil {
		log.Fatal(err)
	}
	return file.Bytes()
}

// small returns a small book.
func small() *book.Book { return must(book.New(bytes.NewReader(file()), 32)) }

// Read a book from memory.
func ExampleNew() {
	memory := bytes.NewReader(file())
	b, err := book.New(memory, memory.Size())
	fmt.Println(b.Len(), err)
	_, err = book.New(memory, 31)
	fmt.Println(err)
	// Output:
	// 2 <nil>
	// book: size of 31 bytes, want entries of 16: 15 bytes are left over after 1 entries
}

// Read a book file. It stays open, and each look-up reads the entries it needs.
func ExampleOpen() {
	dir := must(os.MkdirTemp("", ""))
	defer os.RemoveAll(dir)
	name := filepath.Join(dir, "book.bin")
	if err := os.WriteFile(name, file(), 0o600); err != nil {
		log.Fatal(err)
	}

	b := must(book.Open(name))
	defer b.Close()
	for _, e := range must(b.Find(start)) {
		fmt.Println(e.Move, e.Weight)
	}
	// Output:
	// e2e4 30
	// d2d4 20
}

// With weights 30 and 20, e2e4 is drawn three times in five.
func ExamplePick() {
	found := must(small().Find(start))
	r := rand.New(rand.NewPCG(1, 2)) // or nil, for other moves in every run
	played := map[string]int{}
	for range 1000 {
		e, _ := book.Pick(found, r)
		played[e.Move.String()]++
	}
	fmt.Println(played)
	fmt.Println(book.Pick(nil, r))
	// Output:
	// map[d2d4:413 e2e4:587]
	// {0000000000000000 0000 0 0} false
}

// polyglot has the numbers of all books. It takes 18 KB, so make it once.
var polyglot = zobrist.Polyglot()

// List the moves of a position, then play the heaviest.
func ExampleBook() {
	p := must(chess.ParseFEN(chess.StartFEN))
	found := must(small().Find(p.Hash(polyglot)))
	for _, e := range found {
		fmt.Println(e.Move, e.Weight)
	}
	p.Play(found[0].Move)
	fmt.Println(p.FEN())
	// Output:
	// e2e4 30
	// d2d4 20
	// rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1
}

// The entries of a position come heaviest first. If the book does not have the position,
// there is no error.
func ExampleBook_Find() {
	fmt.Println(small().Find(start))
	fmt.Println(small().Find(start + 1))
	// Output:
	// [{463b96181691fc9c e2e4 30 0} {463b96181691fc9c d2d4 20 0}] <nil>
	// [] <nil>
}

// Castling is e1h1, king takes rook. Play accepts it. StandardCastling turns it into e1g1.
func ExampleEntry() {
	e := book.Entry{Move: chess.Move{From: 4, To: 7}, Weight: 1}
	p := must(chess.ParseFEN("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"))
	fmt.Println(e.Move, p.StandardCastling(e.Move))
	p.Play(e.Move)
	fmt.Println(p.FEN())
	// Output:
	// e1h1 e1g1
	// r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1
}

func ExampleBook_All() {
	for e, err := range small().All() {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(e.Key, e.Move, e.Weight)
	}
	// Output:
	// 463b96181691fc9c e2e4 30
	// 463b96181691fc9c d2d4 20
}

// Merge two books. The weights of equal moves add up.
func ExampleWrite() {
	var both []book.Entry
	for _, b := range []*book.Book{small(), small()} {
		for e, err := range b.All() {
			if err != nil {
				log.Fatal(err)
			}
			both = append(both, e)
		}
	}
	var file bytes.Buffer
	if err := book.Write(&file, slices.Values(both)); err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%x\n", file.Bytes())
	// Output: 463b96181691fc9c031c003c00000000463b96181691fc9c02db002800000000
}
