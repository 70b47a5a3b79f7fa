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
//     [Table.Move] and [Table.Replace] at every move, or [Table.ToggleBits] for bitboards.
//   - The side to move, or another optional feature: a number from its own stream, as above.
//   - Counts with a bound, such as pieces in hand: a [Table] with counts as its pieces. Counts
//     without a bound: [Multiset].
//   - Chess and Chess960: [NewChess], or [Polyglot] for the numbers of opening books, and
//     [Chess.EnPassantKey] for bitboards. Package chess has positions, FEN and moves.
//   - Othello: [NewOthello]. Package othello has positions and moves.
//   - The numbers of your own engine: [NewChessFunc] or [NewTableFunc]. See
//     docs/chess-engine.md.
//   - Too many elements for a table, such as strings: [Elements].
//   - One key for a board, its mirror images and the same with the colours exchanged:
//     [Canonical].
//   - Keys of parts of a board, such as a pawn key: [SubKeys], or [Chess.SubKeys].
//   - Repetition and superko: [History]. A repetition in chess, one move ahead: [Reversals].
//   - A transposition table that threads share: package tt.
//   - Opening books in the Polyglot format: package book.
//   - A test of your engine's keys: package zobristtest.
//   - Keys in files and databases: [Key.MarshalText], and int64(k) for a BIGINT
//     column.
//   - Work divided among machines: [Key.Shard].
//
// # Rules that all keys follow
//
// XOR is its own inverse: the same call places a piece and removes it. To undo a move, restore
// the keys you had before the move.
//
// An empty piece has the number zero, so a board of empty pieces has the key zero.
//
// A value that a New function returns never changes and is safe for concurrent use, except a
// [SplitMix64]. On a zero value of such a type, a look-up of any number panics. All other types
// except [Reversals] have a useful zero value. The package has no state and computes nothing at
// import.
//
// Misuse panics: a nil pointer or function, a size below 1 or above what the type Cell or Piece
// can number, a cell or a piece outside the table, a board that does not fit the table, an
// unknown en passant rule, if there is a square to ask it about. The message begins with "zobrist: ", or it is the
// runtime's own. Bad input, such as a malformed key, returns an error that says what is wrong
// and where.
//
// # Stability
//
// The same seed gives the same keys on every machine, in every process and in every release.
// The API is stable, and becomes v1 when engines by others have used it.
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
