// Package peers holds package zobrist against what others publish: a Mersenne
// Twister, a chess library with its move generator and hashes, and games that
// were played. It is a module of its own, so that none of them becomes a
// requirement of the library. The program in cmd/compare measures.
package peers
