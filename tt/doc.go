// Package tt is a transposition table: a map of fixed size from Zobrist keys to small values.
// Any number of goroutines read and write it without locks. A full table replaces its least
// valuable entries.
//
//	table, err := tt.New[entry](64 << 20)     // 64 MiB: 4 Mi entries
//	defer table.Close()
//	table.NewSearch()                         // before each search
//	table.Prefetch(key)                       // as soon as a child's key is known
//	if e, ok := table.Probe(key); ok { ... }  // have we been here?
//	table.Store(key, e, depth)                // when the node is done
//
// On Linux a table of 2 MiB or more asks for huge pages, and [Table.Prefetch] hides the cache miss
// of a look-up. https://github.com/zobrist-go/zobrist/blob/main/docs/case-studies.md shows what
// four engines gained.
//
// A value takes at most 8 bytes and has no pointers. A game-tree search stores a score,
// bound, depth and best move: the package Example is a whole alpha-beta search. Solvers store
// bounds, proof-number search stores two numbers, perft stores a count, and a simulation
// stores an energy.
//
// # Guarantees
//
// [Table.Probe] returns a value as it was stored, or nothing. Store writes two words, one after the
// other. Without protection, a reader could see one word from each of two stores, and return a mix
// of two values. Here the second word is also a checksum of the first, a seal, so Probe rejects a
// mix, except with probability 2^-42. From 1 MiB on, the table compares all 64 bits of the key. A
// smaller table compares 50 bits and the bucket, so another key may match.
//
// Any entry may be lost, and two goroutines that store in the same place at the same time may
// lose both entries. A key may have two entries for a while. Probe then returns one of them.
//
// Two positions with the same key share an entry: see package [github.com/zobrist-go/zobrist]
// on collisions. Check that a move from the table is legal if an illegal one would do harm.
//
// # Layout
//
// A bucket is one cache line: four entries of two words, 16 bytes each. A key belongs to one
// bucket, so a look-up costs at most one cache miss. The bucket is the high word of (k *
// 0x9e3779b97f4a7c15 modulo 2^64) times the number of buckets. Any number of buckets works, and
// keys may be random, small or consecutive. The keys of one shard (see
// [github.com/zobrist-go/zobrist.Key.Shard]) spread over the whole table.
//
// # Sources
//
// The seal is from R. Hyatt and T. Mann, "A lockless transposition-table implementation for
// parallel search", ICGA Journal 25 (2002). They XOR all 64 bits of the key. The replacement
// rule is that of the two-level tables of D. Breuker, J. Uiterwijk and J. van den Herik,
// "Replacement schemes for transposition tables", ICCA Journal 17 (1994), with four entries.
package tt
