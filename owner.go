package zobrist

import "math/bits"

// Owner returns which of n owners the key belongs to, from 0 to n-1: the
// machine, the process, the partition or the file that work is divided among.
//
//	outgoing[k.Owner(len(outgoing))] = append(outgoing[k.Owner(len(outgoing))], k)
//
// The keys of every kind in this package spread evenly, those of [Canonical] and
// [Bag] too. The keys of one owner are as good as any others: they use all of a
// transposition table and all of a [History], and a table may take its index
// from any bits of them, or from any product with a constant.
//
// Owners nest: owner i of n has the keys of the owners m*i to m*i+m-1 of m*n. To
// divide a machine's keys among threads, ask for both at once. With 4 machines
// of 8 threads, a key belongs to thread k.Owner(32)%8 of machine k.Owner(32)/8.
// All keys of machine i of 4 have k.Owner(8) of 2*i or 2*i+1, so dividing again
// by Owner reaches only two of the eight threads.
//
// The owner is the high word of the product of n and the mixed key. The mixing
// function is that of [SplitMix64], a bijection. The values are API and do not
// change. Owner takes about a nanosecond. It panics when n is less than 1.
func (k Key) Owner(n int) int {
	if n < 1 {
		panic("zobrist: Key.Owner: n is less than 1, want the number of owners")
	}
	owner, _ := bits.Mul64(mix64(uint64(k)), uint64(n))
	return int(owner)
}
