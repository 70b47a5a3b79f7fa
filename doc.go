// Package zobrist makes Zobrist hash keys: one random 64-bit number for each
// piece on each cell of a board, XORed together, so that a move changes the
// key of a position with two or three XORs.
package zobrist
