package tt_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"log"
	"slices"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/chess"
	"github.com/zobrist-go/zobrist/tt"
)

// must returns a value, or ends the program because of an error.
func must[T any](value T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return value
}

// UCI's option Hash is in MB, and New takes bytes.
func ExampleNew() {
	const hash = 16
	table, err := tt.New[node](hash << 20)
	fmt.Println(table.Len(), "entries", err)

	_, err = tt.New[node](-1 << 20) // on an error, keep the old table and tell the user
	fmt.Println(err)
	// Output:
	// 1048576 entries <nil>
	// tt: New: -1048576 bytes, want 0 or more
}

// Perft with a table. The key of an entry combines the position and the depth.
func ExampleTable() {
	z := zobrist.Polyglot()
	depths := zobrist.NewSplitMix64(1).Split("depth")
	table := must(tt.New[uint64](1 << 20))

	var perft func(p *chess.Position, depth int) uint64
	perft = func(p *chess.Position, depth int) uint64 {
		moves := slices.Collect(p.Moves())
		if depth <= 1 {
			return uint64(len(moves))
		}
		k := p.Hash(z) ^ zobrist.Key(depths.At(uint64(depth)))
		if n, ok := table.Probe(k); ok {
			return n
		}
		n := uint64(0)
		for _, m := range moves {
			after := *p
			after.Play(m)
			n += perft(&after, depth-1)
		}
		table.Store(k, n, 4*depth)
		return n
	}
	p := must(chess.ParseFEN(chess.StartFEN))
	fmt.Println(perft(&p, 4))
	// Output: 197281
}

func ExampleTable_Probe() {
	table := must(tt.New[int16](1 << 20))
	key := zobrist.Key(0x463b96181691fc9c)
	fmt.Println(table.Probe(key))
	table.Store(key, 25, 10)
	fmt.Println(table.Probe(key))
	// Output:
	// 0 false
	// 25 true
}

// An old entry that is still useful becomes new when it is stored again.
func ExampleTable_ProbeEntry() {
	table := must(tt.New[int16](1 << 20))
	const key = zobrist.Key(0x463b96181691fc9c)
	table.Store(key, 25, 10)
	table.NewSearch()
	e, ok := table.ProbeEntry(key)
	fmt.Println(e, ok)
	table.Store(key, e.Value, e.Worth)
	fmt.Println(table.ProbeEntry(key))
	// Output:
	// {25 10 1} true
	// {25 10 0} true
}

// StoreMax keeps a deeper entry of the same position. A search later, it keeps it only
// if the entry is more than 8 plies deeper.
func ExampleTable_StoreMax() {
	table := must(tt.New[int16](1 << 20))
	const key = zobrist.Key(0x463b96181691fc9c)
	table.StoreMax(key, 25, 10)
	table.StoreMax(key, -3, 2) // shallower
	fmt.Println(table.Probe(key))
	table.NewSearch()
	table.StoreMax(key, -3, 2)
	fmt.Println(table.Probe(key))
	// Output:
	// 25 true
	// -3 true
}

// Store replaces the entry with the lowest worth. The smallest table has four entries:
// here the fifth replaces the second.
func ExampleTable_Store() {
	table := must(tt.New[string8](64))
	for i, worth := range []int{9, 2, 5, 7, 3} {
		table.Store(zobrist.Key(i), string8{byte('a' + i)}, worth)
	}
	for i := range zobrist.Key(5) {
		v, ok := table.Probe(i)
		fmt.Printf("%d %q %v\n", i, v[:1], ok)
	}
	// Output:
	// 0 "a" true
	// 1 "\x00" false
	// 2 "c" true
	// 3 "d" true
	// 4 "e" true
}

type string8 [8]byte

// Compute a child's key before you make the move, and prefetch it. The move is made
// while memory answers.
func ExampleTable_Prefetch() {
	z := zobrist.Polyglot()
	table := must(tt.New[node](1 << 20))
	p := must(chess.ParseFEN(chess.StartFEN))
	k := p.Hash(z)
	misses := 0
	for m := range p.Moves() {
		child := p.After(z, k, m)
		table.Prefetch(child)
		after := p
		after.Play(m)
		if _, ok := table.Probe(child); !ok {
			misses++ // a search would continue with after
		}
	}
	fmt.Println(misses)
	// Output: 20
}

func ExampleTable_NewSearch() {
	table := must(tt.New[int](64))
	for i := range zobrist.Key(4) {
		table.Store(i, 0, 20) // the bucket is full
	}
	for range 2 { // each search takes 8: they are worth 4 now
		table.NewSearch()
	}
	for i := range zobrist.Key(4) {
		table.Store(100+i, 0, 10)
	}
	_, old := table.Probe(0)
	_, recent := table.Probe(100)
	fmt.Println(old, recent)
	// Output: false true
}

// Close the table before you make one of another size, so that the two need not fit
// into memory together.
func ExampleTable_Close() {
	table := must(tt.New[int](64 << 20))
	fmt.Println(table.Len(), table.Close())
	table = must(tt.New[int](128 << 20))
	fmt.Println(table.Len(), table.Close())
	// Output:
	// 4194304 <nil>
	// 8388608 <nil>
}

func ExampleTable_Len() {
	for _, bytes := range []int{100_000_000, 16 << 20, 16, 0} {
		table := must(tt.New[int](bytes))
		fmt.Println(bytes, "bytes:", table.Len())
	}
	// Output:
	// 100000000 bytes: 6250000
	// 16777216 bytes: 1048576
	// 16 bytes: 4
	// 0 bytes: 4
}

// UCI's hashfull is in thousandths of the table.
func ExampleTable_Used() {
	table := must(tt.New[int](256 * 64))
	for i := range zobrist.Key(300) {
		table.Store(i, 0, 0)
	}
	fmt.Printf("info hashfull %.0f\n", 1000*table.Used())
	table.NewSearch()
	fmt.Printf("info hashfull %.0f\n", 1000*table.Used())
	// Output:
	// info hashfull 293
	// info hashfull 0
}

// Copy the entries to resize a table. A smaller table keeps those of the highest worth.
// All entries count as new there, so subtract 8 from the worth for each search.
func ExampleTable_All() {
	old := must(tt.New[int](4 << 20))
	for i := range zobrist.Key(100_000) {
		old.Store(i, int(i)*3, 5)
	}
	table := must(tt.New[int](8 << 20))
	for k, e := range old.All() {
		table.Store(k, e.Value, e.Worth-8*e.Age)
	}
	found := 0
	for i := range zobrist.Key(100_000) {
		if v, ok := table.Probe(i); ok && v == int(i)*3 {
			found++
		}
	}
	fmt.Println(found)
	// Output: 100000
}

// Save a table entry by entry, and load it into a table of any size.
func ExampleEntry() {
	type record struct {
		Key   zobrist.Key
		Entry [8]byte
		Worth uint8
	}
	table := must(tt.New[[8]byte](1 << 20))
	for i := range zobrist.Key(1000) {
		table.Store(i, [8]byte{byte(i)}, 7)
	}

	var file bytes.Buffer // or a file, with bufio
	for k, e := range table.All() {
		r := record{k, e.Value, uint8(max(0, e.Worth-8*e.Age))}
		if err := binary.Write(&file, binary.LittleEndian, r); err != nil {
			log.Fatal(err)
		}
	}
	fmt.Println(file.Len(), "bytes")

	table = must(tt.New[[8]byte](2 << 20))
	for file.Len() > 0 {
		var r record
		if err := binary.Read(&file, binary.LittleEndian, &r); err != nil {
			log.Fatal(err)
		}
		table.Store(r.Key, r.Entry, int(r.Worth))
	}
	fmt.Println(table.Probe(200))
	// Output:
	// 17000 bytes
	// [200 0 0 0 0 0 0 0] true
}
