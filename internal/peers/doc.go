// Package peers compares package zobrist with other published work: a Mersenne Twister, and
// the move generator and hashes of a chess library. Package bench measures speed. Peers is a
// separate module, so that the library does not require any of these.
package peers
