// Package zobrist computes Zobrist keys: 64-bit keys for the positions of games and puzzles, which
// are cheap to update when a move is played. A program recognises a position by its key, to reuse
// a search result, to see a repetition, or to look the position up in an opening book.
//
// A Zobrist key is the XOR of one random number for each feature of the position, such as a piece
// on its square or the side to move. A move changes few features, so a few XORs update the key:
//
//	  463b96181691fc9c  the start position
//	^ bb6e2924f03912ea  a pawn leaves e2
//	^ 87bf02c6b49e2ae9  a pawn arrives on e4
//	^ f8d626aaaf278509  the side to move changes
//	= 823c9b50fd114196  the key after 1. e4
//
// In a chess engine:
//
//	z := zobrist.Polyglot()          // or NewChess(seed)
//	h ^= z.Piece(e2, zobrist.WhitePawn) ^ z.Piece(e4, zobrist.WhitePawn) ^ z.Side() // 1. e4
//
// With a board of your own:
//
//	const empty, black, white = 0, 1, 2
//	src := zobrist.NewSplitMix64(2026)
//	stones := zobrist.NewTable[int, int](19*19, 3, src.Split("stones"), empty)
//	side := src.Split("side").Key()
//	h := stones.Hash(board)                // once
//	h = stones.Toggle(h, 60, black) ^ side // Black plays on 60
//
// # What to use
//
//   - Your own board of cells and pieces: [Table]. Call [Table.Hash] once, then [Table.Toggle],
//     [Table.Move] and [Table.Replace] at every move, or [Table.ToggleBits] for bitboards. A
//     [Board] keeps the pieces and the key together.
//   - The side to move, or another optional feature: a number of its own, as side above, which you
//     XOR in and out.
//   - Counts with a bound, such as pieces in hand: a [Table] with counts as its pieces. Counts
//     without a bound: [Multiset].
//   - Chess and Chess960: [NewChess], or [Polyglot] for the numbers of opening books, and
//     [Chess.HashBitboards] and [Chess.EnPassantKey] for bitboards. Package chess has positions,
//     FEN and moves.
//   - Othello: [NewOthello]. Package othello has positions and moves.
//   - The numbers of your own engine: [NewChessFunc] or [NewTableFunc]. See
//     https://github.com/zobrist-go/zobrist/blob/main/docs/chess-engine.md.
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
// XOR is its own inverse, so the same call places a piece and removes it. To undo a move, restore
// the key that you had before the move, which is simpler than undoing the XORs.
//
// An empty piece has the number zero, so a board of empty pieces has the key zero.
//
// Tables, and everything else that a New function returns except a [SplitMix64] and a [Board],
// never change and are safe for concurrent use. Do not use the zero values of their types, whose
// methods panic. The zero [History], [KeySet] and [SplitMix64] are ready to use. The zero [Key],
// [Square], piece and rule are ordinary values. The package has no state and computes nothing at
// import.
//
// Programming errors panic: a nil pointer or function, a size below 1 or above what the type Cell
// or Piece can number, a cell or a piece outside the table, a board that does not fit the table,
// an unknown en passant rule. The message begins with "zobrist: " and the name of the function, or
// it is that of the Go runtime. Bad input, such as a malformed key, returns an error that says
// what is wrong and where.
//
// # Stability
//
// The keys are final: the same seed gives the same keys on every machine, in every process and in
// every release. Names and signatures may still change before v1.0, which follows when engines by
// other authors use the package.
//
// # Collisions
//
// Two different positions collide if they have the same key. The chance that any two of n random
// positions collide is about n^2/2^65 while that is small: 1 in 37 million for a million
// positions. It reaches one half at five billion (5e9) positions. If your program cannot tolerate
// a collision, compare positions whose keys agree.
//
// A Zobrist key is not a cryptographic hash. Anyone who knows the numbers can construct colliding
// positions in milliseconds, by linear algebra. So do not use Zobrist keys where somebody could
// profit from a collision.
//
// # Source
//
// A. L. Zobrist, "A New Hashing Method with Application for Game Playing", Technical Report 88,
// University of Wisconsin, 1970.
package zobrist
