// Package zobristtest checks the Zobrist keys of a program. It makes and takes
// back moves on the program's own board. It finds where the key that is updated
// move by move is not the key made from scratch, where a move is not undone,
// where two routes to one position give two keys, and where two positions share
// one.
//
// It needs a [Game]: an adapter of five short methods around the board, and
// more if the board has more to check. Then
//
//	func TestZobrist(t *testing.T) {
//		zobristtest.Run(t, func() zobristtest.Game { return &game{board.New()} })
//	}
//
// takes some seconds. It reports a mistake with the shortest line of moves that
// it finds, and with the names of the keys that are missing or too many:
//
//	key after e2e4 d7d5 e4d5: has 23c1389c0b5bc8b9, want 2089b309bbaa4db6; wrong by: "d5 p" (captured piece left in?)
//
// What stands in parentheses there is a guess. The kit has replayed the line on a
// new game. If the line alone does not show the mistake, the message says so.
//
// [Fuzz] makes a fuzz target of the same checks. [Walk] and [Playout] are for a
// test of your own. [CheckKeys] judges the keys themselves, and [Explain] names
// those by which two keys differ. docs/testing-your-engine.md, in the repository
// of this package, goes through it step by step.
//
// A game that panics is reported with the line that leads there, and so is a
// method that has not returned after ten seconds. A game that fails without being
// wrong can say so: see [Failer]. What ends a test, such as t.FailNow, does so in a
// method of a game too. The methods of one Game are called one at a time, but not
// on the goroutine of the test.
package zobristtest
