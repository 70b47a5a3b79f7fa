package zobrist

import "math/bits"

// Shard divides keys of every kind evenly among n shards, such as machines, processes, partitions,
// files, or maps with a lock each. It returns the shard of k, from 0 to n-1.
//
// To divide a machine's keys among its threads, ask for machine and thread at once: with 4
// machines of 8 threads, a key belongs to thread k.Shard(32)%8 of machine k.Shard(32)/8. Do not
// call k.Shard(8) for the thread, because shards nest: shard i of n has the keys of shards m*i
// to m*i+m-1 of m*n. So all keys of a machine would go to few of its threads.
//
// The values never change. Shard panics when n is less than 1.
func (k Key) Shard(n int) int {
	if n < 1 {
		panic("zobrist: Key.Shard: n is less than 1, want the number of shards")
	}
	shard, _ := bits.Mul64(mix64(uint64(k)), uint64(n))
	return int(shard)
}
