// Package zobristtest tests the Zobrist keys of a program. It makes and unmakes moves on the
// program's own board, and compares the updated key with the key computed from scratch. It also
// finds a move that Unmake does not undo, two keys for one position, and one key for two positions.
//
// For a chess engine, write three methods and a test:
//
//	func TestKeys(t *testing.T) {
//		zobristtest.RunChess(t, func() zobristtest.ChessEngine { return &keyTest{} })
//	}
//
//	type keyTest struct{ b board.Board } // your board
//
//	func (e *keyTest) SetFEN(fen string) error { return e.b.Parse(fen) }
//	func (e *keyTest) Move(uci string) error   { return e.b.Make(uci) }
//	func (e *keyTest) Key() zobrist.Key        { return zobrist.Key(e.b.Hash) }
//
// For any other game, write a [Game], an adapter of five short methods around your board, and a
// test:
//
//	func TestZobrist(t *testing.T) {
//		zobristtest.Run(t, func() zobristtest.Game { return &game{board.New()} })
//	}
//
// A failure shows a short sequence of moves, and names the features that the key lacks or should
// not have:
//
//	key after e2e4 d7d5 e4d5: got 23c1389c0b5bc8b9, want 2089b309bbaa4db6; wrong by: "d5 p"
//
// More methods add more checks. If a method panics, hangs or ends the test, that is reported too,
// with the moves that led there, and a game can report an error of its own: see [Failer]. Run calls
// the methods of one Game one at a time, but not on the test's goroutine. There is a step-by-step
// guide: https://github.com/zobrist-go/zobrist/blob/main/docs/test-go.md.
package zobristtest
