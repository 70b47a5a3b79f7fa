// Package zobrist makes Zobrist hash keys: one random 64-bit number for each
// piece on each cell of a board, XORed together, so that a move changes the
// key of a position with two or three XORs. Transposition tables, repetition
// and superko detection, opening books and caches of states stand on it.
//
// # What to use
//
//   - A board of your own, of cells and pieces: [Table]. [Table.Hash] once, then
//     [Table.Toggle], [Table.Move] and [Table.Replace] move by move.
//   - Chess and Chess960: [NewChess], or [Polyglot] for the published keys of
//     opening books; [Chess.Hash] and [Chess.After]. [ParseFEN] reads positions;
//     an engine with a board of its own uses [Chess.Pieces], [Chess.Castling],
//     [Chess.EnPassant] and [Chess.Side].
//   - Othello: [NewOthello].
//   - Elements too many for a table (points of a large space, strings): [Set]. A
//     multiset (pieces in hand, counts of atoms): [Bag].
//   - One key for a board and its mirror images: [Canonical].
//   - Has this position been there before: [History].
//   - Proof that your board keeps its key right: package zobristtest.
//
// # Rules that every key here follows
//
// The empty piece has the zero key, and the zero [Key] is the key of the empty
// board. XOR is its own inverse: what places also removes, and to undo a move
// is to go back to the key from before it. Verbs take a key and return the new
// one; tables do not change once made and are safe for concurrent use. They are
// made by their New functions: of all types here only [Key], [SplitMix64],
// [History] and the positions are of use as the zero value, and the methods of
// the others panic.
//
// Nothing is computed at import, and there is no state in the package.
//
// Misuse, such as a cell outside the table, panics with the prefix "zobrist: ".
// Data from outside, such as a FEN, gives an error that says what is wrong and
// where.
//
// # Stability
//
// Keys are API: the same seed gives the same keys on every machine, in every
// process and in every release. A release that changes a key is a breaking one
// and says so in the CHANGELOG. Kinds of keys are drawn from streams named by
// labels ([SplitMix64.Split]), so that a kind added later moves no older key.
//
// # Collisions, by chance and forged
//
// Two of n random positions share a 64-bit key with odds of about n^2/2^65: one
// in 37 million for a million positions, even odds for five thousand million. A
// program that cannot bear that compares the positions themselves when keys
// agree.
//
// A Zobrist key is not a cryptographic hash. Whoever knows the keys can make
// different positions with one key in milliseconds, by linear algebra, and the
// keys of this package are public. Do not use it where somebody gains by a
// collision: for signatures, or a server's hash tables filled with what clients
// send. Nor is it the hash for plain bytes: hash/maphash and the like are made
// for those.
//
// # Sources
//
// A. L. Zobrist, "A New Hashing Method with Application for Game Playing",
// Technical Report 88, University of Wisconsin, 1970.
package zobrist
