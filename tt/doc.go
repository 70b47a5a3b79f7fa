// Package tt is a transposition table: a map from Zobrist keys to small values,
// of a fixed size. Any number of goroutines read and write it without locks. When
// it is full it forgets what is worth least.
//
//	table, err := tt.New[entry](64 << 20)     // 64 MiB: 4 Mi entries
//	table.NewSearch()                         // once a move
//	table.Prefetch(key)                       // as soon as a child's key is known
//	if e, ok := table.Probe(key); ok { ... }  // have we been here?
//	table.Store(key, e, depth)                // when the node is done
//
// Two things make it faster than the table that most engines have. On Linux a
// table of 2 MiB or more asks for huge pages, and [Table.Prefetch] hides the cache
// miss of a look-up. A chess engine that was moved to this package searched 1.17
// to 1.65 times as many nodes a second, and 1.41 to 1.85 times with Prefetch.
// Huge pages gave most of that: with them its own table reached 1.27 to 1.70.
//
// A search of a game tree keeps the score, bound, depth and best move of a
// node. The Example of the package is a whole alpha-beta search. A solver keeps
// bounds, proof-number search two numbers, a simulation an energy, perft a
// count: any value of at most 8 bytes without pointers.
//
// # What it promises
//
// [Table.Probe] returns a value that was stored under that key, whole, or none.
// Store writes two words, one after the other. A reader may see the first word of
// one store and the second of another, and would then return the value of one
// position under the key of another. Here the first word is sealed with the second,
// and such a pair is not found. The odds that it passes are 2^-42. From 1 MiB on,
// all 64 bits of the key are compared. A smaller table tells keys of one bucket
// apart by 50 bits.
//
// The table does not promise to keep anything. Two goroutines that store in the
// same place at the same time may lose both entries. One key may for a while have
// two entries, of which Probe returns one.
//
// Two different positions of one key share an entry: see package
// [github.com/zobrist-go/zobrist] on collisions. Where an illegal move would do
// harm, check that a move from the table is legal.
//
// # Layout
//
// A bucket is a cache line: four entries of two words, 16 bytes each. A key has
// one bucket, so a look-up costs one cache miss at most. The bucket is the high
// word of the number of buckets times a product of the key and 0x9e3779b97f4a7c15.
// Any number of buckets will do. Keys may be random, small or consecutive numbers.
// Keys that were chosen by the high bits of that same product crowd into a part of
// the table: those that [github.com/zobrist-go/zobrist.Key.Owner] gives to one
// owner were not.
//
// # Sources
//
// R. Hyatt and T. Mann, "A lockless transposition-table implementation for
// parallel search", ICGA Journal 25 (2002), is where the seal is from; theirs is
// an XOR of all 64 bits. The bucket's rule is that of the two-level tables of D.
// Breuker, J. Uiterwijk and J. van den Herik, "Replacement schemes for
// transposition tables", ICCA Journal 17 (1994), with four entries.
package tt
