// Package zobrist makes Zobrist hash keys: one random 64-bit number for each
// piece on each cell of a board, XORed together, so that a move changes the key
// of a position with two or three XORs. Transposition tables, repetition and
// superko detection, opening books and caches of states are built on it.
//
//	src := zobrist.NewSplitMix64(2026)
//	stones := zobrist.NewTable[int, int](19*19, 3, src.Split("stones"), empty)
//	side := src.Split("side").Key()
//	h = stones.Toggle(h, 60, black) ^ side // Black plays on 60
//
// # What to use
//
//   - A board of your own, of cells and pieces: [Table]. [Table.Hash] once, then
//     [Table.Toggle], [Table.Move] and [Table.Replace] move by move; for
//     bitboards [Table.ToggleBits].
//   - The side to move, and any other optional feature: a [Key] drawn from a stream
//     of its own, as above ([SplitMix64.Split]).
//   - Counts, such as pieces in hand: a [Table] whose cells are what is counted
//     and whose pieces are the counts. Counts without a bound: [Bag].
//   - Chess and Chess960: [NewChess], or [Polyglot] for the published keys of
//     opening books; [Chess.Hash] and [Chess.After]; [ParseFEN] and [ParseMove].
//   - Othello: [NewOthello], [OthelloStart], [ParseOthello].
//   - An engine that exists: [NewChessFunc] or [NewTableFunc] for the keys it has;
//     [Chess.Pieces], [Chess.Castling], [EnPassantFrom] and [Chess.Side] for the
//     parts of a chess key; [ChessPosition.CheckStandard] after [ParseFEN].
//     docs/in-your-engine.md goes through it.
//   - Elements too many for a table (points of a large space, strings): [Set].
//   - One key for a board and its mirror images: [Canonical].
//   - Whether a position has occurred before: [History].
//   - A transposition table that threads share: package tt.
//   - Opening books in the Polyglot format: package book.
//   - A test that your board keeps its key right: package zobristtest.
//   - Keys in files and databases: [Key.MarshalText], [Key.Value]. Work divided
//     among machines: [Key.Owner].
//
// # Rules that all keys follow
//
// XOR is its own inverse: what places a piece also removes it. To undo a move,
// go back to the key from before it. The methods that update take a key and
// return the new one. A piece that is declared empty has the zero key, so that a
// board of empty pieces has the zero key too; a key of chess or Othello is zero
// only by chance, or where there is nothing on the board and Black is to move.
//
// Tables and sets of keys do not change once they are made and are safe for
// concurrent use. They are made by their New functions: only [Key],
// [SplitMix64], [History] and the positions have a useful zero value. That of the
// other types has no keys, and its methods panic, as those of a nil pointer do,
// or return zero. Nothing is computed at import, and the package has no state.
//
// Misuse, such as a cell outside the table, panics, either with a message that
// begins with "zobrist: " or with the runtime's index error. Data from outside,
// such as a FEN, gives an error that says what is wrong and where.
//
// # Stability
//
// Keys are API: the same seed gives the same keys on every machine, in every
// process and in every release. A release that changes a key is a breaking one
// and says so in the CHANGELOG. Each kind of key is drawn from a stream named by
// a label ([SplitMix64.Split]), so that a kind added later changes no older key.
//
// # Collisions, by chance and forged
//
// Two of n random positions share a 64-bit key with odds of about n^2/2^65: one
// in 37 million for a million positions, even odds for five billion (5e9).
// Collisions come in clumps: where two positions share a key, so do others that
// differ from them in the same way. One run therefore says little about the
// odds, and the remedy for a clump is a second seed. A program that cannot bear
// a collision compares the positions themselves when their keys agree.
//
// A Zobrist key is not a cryptographic hash. Whoever knows the keys can make
// different positions with one key in milliseconds, by linear algebra, and the
// keys of this package are public. Do not use it where somebody gains by a
// collision: for signatures, or for a server's hash tables filled with what
// clients send. Nor is it the hash for plain bytes; use hash/maphash or the like.
//
// # Source
//
// A. L. Zobrist, "A New Hashing Method with Application for Game Playing",
// Technical Report 88, University of Wisconsin, 1970.
package zobrist
