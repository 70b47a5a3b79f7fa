package zobrist

import "math/bits"

// Owner divides keys of every kind evenly among n machines, processes, partitions or files: it
// returns the one that owns the key, from 0 to n-1.
//
// To divide a machine's keys among its threads, ask for machine and thread at once: with 4
// machines of 8 threads, a key belongs to thread k.Owner(32)%8 of machine k.Owner(32)/8. Do not
// call k.Owner(8) for the thread, because owners nest: owner i of n has the keys of owners m*i
// to m*i+m-1 of m*n.
//
// The values never change. Owner takes about a nanosecond. It panics when n is less than 1.
func (k Key) Owner(n int) int {
	if n < 1 {
		panic("zobrist: Key.Owner: n is less than 1, want the number of owners")
	}
	owner, _ := bits.Mul64(mix64(uint64(k)), uint64(n))
	return int(owner)
}
