// Package tt is the transposition table that a Zobrist key is for: a map from
// keys to small values, of a fixed size, that any number of goroutines read
// and write without locks, and that forgets what is worth least when it is
// full.
//
//	table := tt.New[entry](64 << 20)          // 64 MiB: 4 Mi entries
//	table.NewSearch()                         // once a move
//	if e, ok := table.Probe(key); ok { ... }  // have we been here?
//	table.Store(key, e, depth)                // when the node is done
//
// A search of a game tree keeps the score, bound, depth and best move of a
// node; the Example of the package is a whole alpha-beta search. A solver keeps
// bounds, proof-number search two numbers, a simulation an energy, perft a
// count: any value of at most 8 bytes without pointers.
//
// # What it promises
//
// [Table.Probe] returns a value that was stored under that key, whole, or none.
// Two words are written one after the other, and a reader that catches them
// between two writers would get the value of one position under the key of
// another; here the first word is sealed with the second, and such a pair is
// not found. The odds that a torn pair passes are 2^-42. From 1 MiB on, all 64
// bits of the key are compared. Below that a key is told from others of its
// bucket by 50 bits.
//
// It does not promise to keep anything. Two goroutines that store in the same
// place at the same time may lose both entries, and one key may for a while have
// two entries, of which Probe returns one.
//
// Two different positions of one key share an entry: see package
// [github.com/zobrist-go/zobrist] on collisions. Where an illegal move would do
// harm, see first whether a move from the table is legal.
//
// # Layout
//
// A bucket is a cache line: four entries of two words, 16 bytes each. A key has
// one bucket, so that a look-up costs one cache miss at most, which
// [Table.Prefetch] hides. The bucket is the high word of the number of buckets
// times a product of the key and an odd constant: any number of buckets will do,
// and keys need not be random.
//
// # Sources
//
// R. Hyatt and T. Mann, "A lockless transposition-table implementation for
// parallel search", ICGA Journal 25 (2002), is where the seal is from; theirs is
// an XOR of all 64 bits. The bucket's rule is that of the two-level tables of D.
// Breuker, J. Uiterwijk and J. van den Herik, "Replacement schemes for
// transposition tables", ICCA Journal 17 (1994), with four entries.
package tt
