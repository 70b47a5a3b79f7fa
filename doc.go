// Package zobrist makes Zobrist keys. A Zobrist key is a 64-bit fingerprint of a position: the
// XOR of one random number for each of its features, such as a piece on its square or the side
// to move. A move updates the key incrementally, with a few XORs:
//
//	  463b96181691fc9c  the start position
//	^ bb6e2924f03912ea  a pawn leaves e2
//	^ 87bf02c6b49e2ae9  a pawn arrives on e4
//	^ f8d626aaaf278509  the side to move changes
//	= 823c9b50fd114196  the key after 1. e4
//
// With a board of your own:
//
//	src := zobrist.NewSplitMix64(2026)
//	stones := zobrist.NewTable[int, int](19*19, 3, src.Split("stones"), empty)
//	side := src.Split("side").Key()
//	h = stones.Toggle(h, 60, black) ^ side // Black plays on 60
//
// # What to use
//
//   - Your own board of cells and pieces: [Table]. Call [Table.Hash] once, then [Table.Toggle],
//     [Table.Move] and [Table.Replace] at every move, or [Table.ToggleBits] for bitboards. A
//     [Board] keeps the pieces and the key together.
//   - The side to move, or another feature that is there or not: a number of its own, as side
//     above, which you XOR in and out.
//   - Counts with a bound, such as pieces in hand: a [Table] with counts as its pieces. Counts
//     without a bound: [Multiset].
//   - Chess and Chess960: [NewChess], or [Polyglot] for the numbers of opening books, and
//     [Chess.HashBitboards] and [Chess.EnPassantKey] for bitboards. Package chess has positions,
//     FEN and moves.
//   - Othello: [NewOthello]. Package othello has positions and moves.
//   - The numbers of your own engine: [NewChessFunc] or [NewTableFunc]. See
//     docs/chess-engine.md.
//   - Too many elements for a table, such as strings: [Elements].
//   - One key for a board and its mirror images, with the colours swapped if your game allows it:
//     [Canonical].
//   - Keys of parts of a board, such as a pawn key: [SubKeys], or [Chess.SubKeys].
//   - Repetition and superko: [History]. A repetition in chess, one move ahead: [Reversals].
//   - All positions that a breadth-first search has visited: [KeySet].
//   - A transposition table that threads share: package tt.
//   - Opening books in the Polyglot format: package book.
//   - A test of your engine's keys: package zobristtest.
//   - Keys in files and databases: [Key.String] and [ParseKey], or int64(k) and Key(n) for a
//     column of integers.
//   - Work divided among machines, or among maps with a lock each: [Key.Shard].
//
// # Rules that all keys follow
//
// XOR is its own inverse: the same call places a piece and removes it. To undo a move, restore
// the keys you had before the move.
//
// An empty piece has the number zero, so a board of empty pieces has the key zero.
//
// What a New function returns never changes and is safe for concurrent use, except a [SplitMix64]
// and a [Board]. Do not use the zero value of such a type: its methods panic. The zero values of a
// [Key], a [Square], a piece or a rule are what their names say, and the zero [History], [KeySet]
// and [SplitMix64] are ready to use. The package has no state and computes nothing at import.
//
// Misuse panics: a nil pointer or function, a size below 1 or above what the type Cell or Piece
// can number, a cell or a piece outside the table, a board that does not fit the table, an
// unknown en passant rule. The message begins with "zobrist: " and the name of the function, or it
// is the runtime's own. Bad input, such as a malformed key, returns an error that says what is
// wrong and where.
//
// # Stability
//
// The same seed gives the same keys on every machine, in every process and in every release.
// The names and signatures of v0.9 stay too, unless their use in engines by others shows a fault.
// They become v1 after that.
//
// # Collisions, by chance and forged
//
// Two of n random positions share a 64-bit key with odds of about n^2/2^65: one in 37 million
// for a million positions, even odds for five billion (5e9). If your program cannot tolerate a
// collision, compare positions whose keys agree.
//
// A Zobrist key is not a cryptographic hash. Anyone who knows the numbers can construct
// colliding positions in milliseconds, by linear algebra. Do not use it where someone gains
// from a collision.
//
// # Source
//
// A. L. Zobrist, "A New Hashing Method with Application for Game Playing", Technical Report 88,
// University of Wisconsin, 1970.
package zobrist
