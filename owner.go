package zobrist

import "math/bits"

// Owner returns which of n owners the key belongs to, from 0 to n-1: the
// machine, the process, the partition or the file that work is divided among.
//
//	outgoing[k.Owner(len(outgoing))] = append(outgoing[k.Owner(len(outgoing))], k)
//
// It is the high word of (k * 0x9e3779b97f4a7c15) * n, where the constant is
// 2^64 divided by the golden ratio: the keys of every kind in this package
// spread evenly, those of [Canonical] and [Bag] too, and an owner's keys still
// spread evenly by their low and by their high bits. Owners nest: owner i of n
// has the keys of the owners m*i to m*i+m-1 of m*n. The values are API and do
// not change. It takes less than a nanosecond.
//
// It panics when n is less than 1.
func (k Key) Owner(n int) int {
	if n < 1 {
		panic("zobrist: Key.Owner: n is less than 1, want the number of owners")
	}
	owner, _ := bits.Mul64(uint64(k)*gamma, uint64(n))
	return int(owner)
}
