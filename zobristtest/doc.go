// Package zobristtest tests the Zobrist keys of a program. It makes and
// unmakes moves on the program's own board, and compares the updated key with the key
// computed from scratch. It also finds a move that Unmake does not undo, two keys for
// one position, and one key for two positions.
//
// For a chess engine, [RunChess] needs only three methods: see [ChessEngine].
//
// For any other game, write a [Game], an adapter of five short methods around your board, and a
// test:
//
//	func TestZobrist(t *testing.T) {
//		zobristtest.Run(t, func() zobristtest.Game { return &game{board.New()} })
//	}
//
// Run takes a few seconds. A failure shows the shortest line of moves that Run found, and names
// the features that the key lacks or should not have:
//
//	key after e2e4 d7d5 e4d5: got 23c1389c0b5bc8b9, want 2089b309bbaa4db6; wrong by: "d5 p"
//
// The text in parentheses is a guess. If the line does not show the bug again on a new game, the
// message says so.
//
// More methods on the Game add more checks. [Fuzz] runs the same checks as a fuzz target. [Walk]
// and [Playout] check one game, in a test of your own. [CheckKeys] checks the random numbers, and
// [Explain] names the features in which two keys differ. docs/testing-your-engine.md in the
// repository is a step-by-step guide.
//
// If a game panics, or a method has not returned after ten seconds, Run reports the line that leads
// there. A game can report an error of its own: see [Failer]. Methods of a game may end the test,
// for example with t.FailNow. Run calls the methods of one Game one at a time, but not on the
// test's goroutine.
package zobristtest
