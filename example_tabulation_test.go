package zobrist_test

import (
	"encoding/binary"
	"fmt"

	"github.com/zobrist-go/zobrist"
)

// tabulate hashes a number by a table: the cells are the places of its bytes
// and the pieces are the values of a byte.
func tabulate(table *zobrist.Table[int, byte], x uint64) zobrist.Key {
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], x)
	return table.Hash(b[:])
}

// Simple tabulation hashing treats a number as a board whose cells are its
// bytes. Zobrist's method is the first known example. The hash is 3-independent
// (J. L. Carter and M. N. Wegman, "Universal Classes of Hash Functions", 1979).
// In practice it does better than that (M. Patrascu and M. Thorup, "The Power
// of Simple Tabulation Hashing", JACM 59, 2012).
func ExampleTable_tabulation() {
	table := zobrist.NewTable[int, byte](8, 256, zobrist.NewSplitMix64(1).Split("tabulation"))
	fmt.Println(tabulate(table, 0))
	fmt.Println(tabulate(table, 1_000_000_007))

	// The hash of a number that differs in one byte, by two look-ups.
	h := table.Replace(tabulate(table, 0x12_34), 0, 0x34, 0x56)
	fmt.Println(h == tabulate(table, 0x12_56))
	// Output:
	// 26f8601218a54aa5
	// 227fd607c2cb19df
	// true
}
