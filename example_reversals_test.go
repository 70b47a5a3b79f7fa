package zobrist_test

import (
	"fmt"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/chess"
)

// play plays moves from a FEN and pushes the keys.
func play(line *zobrist.History, z *zobrist.Chess, fen, moves string) chess.Position {
	p := must(chess.ParseFEN(fen))
	line.Push(p.Hash(z))
	for _, uci := range strings.Fields(moves) {
		m := must(chess.ParseMove(uci))
		h := p.After(z, line.Last(), m)
		if p.Irreversible(m) {
			line.PushIrreversible(h)
		} else {
			line.Push(h)
		}
		p.Play(m)
	}
	return p
}

// White to move can repeat the first position with Re3-e1, unless something stands on e2.
func ExampleReversals() {
	z := zobrist.NewChess(1)
	reversals := z.Reversals() // once
	var line zobrist.History
	p := play(&line, z, "4k3/8/8/8/8/8/8/4R1K1 b - - 0 1", "e8d8 e1e3 d8e8")

	occupied := uint64(1<<6 | 1<<20 | 1<<60) // g1, e3, e8
	fmt.Println(reversals.Upcoming(&line, occupied, p.BlackToMove))
	fmt.Println(reversals.Upcoming(&line, occupied|1<<12, p.BlackToMove))
	// Output:
	// 3 true
	// 0 false
}

// A search raises alpha before it has made a move, if the side to move can repeat a position of
// the search itself.
func ExampleReversals_Upcoming() {
	z := zobrist.NewChess(1)
	reversals := z.Reversals()
	var line zobrist.History
	p := play(&line, z, "4k3/8/8/8/8/8/8/4R1K1 b - - 0 1", "e8d8 e1e3 d8e8")

	alpha, ply := -500, 4 // the position before the moves is at ply 1
	if plies, ok := reversals.Upcoming(&line, 1<<6|1<<20|1<<60, p.BlackToMove); ok && plies < ply {
		alpha = max(alpha, 0)
	}
	fmt.Println(alpha)
	// Output: 0
}

// Numbers that are not random are refused.
func ExampleChess_Reversals() {
	zero := zobrist.ChessNumbers{
		Piece:     func(zobrist.Square, zobrist.ChessPiece) zobrist.Key { return 0 },
		Castling:  func(zobrist.CastlingRights) zobrist.Key { return 0 },
		EnPassant: func(zobrist.Square) zobrist.Key { return 0 },
	}
	defer func() {
		message, _, _ := strings.Cut(fmt.Sprint(recover()), ", as")
		fmt.Println(message)
	}()
	zobrist.NewChessFunc(zero).Reversals()
	// Output: zobrist: Chess.Reversals: N from a1 to b3 changes the key by 0000000000000000
}

// The probe of a transposition table has the clock, the history has the key itself.
func ExampleClockKey() {
	z := zobrist.Polyglot()
	early := must(chess.ParseFEN("7k/8/5K2/8/8/8/8/Q7 w - - 13 60"))
	late := must(chess.ParseFEN("7k/8/5K2/8/8/8/8/Q7 w - - 96 100"))
	fmt.Println("keys are equal:", early.Hash(z) == late.Hash(z))
	for _, p := range []chess.Position{early, late} {
		fmt.Println("probe", p.Hash(z)^zobrist.ClockKey(p.HalfmoveClock))
	}
	// Output:
	// keys are equal: true
	// probe 14d6555fce257908
	// probe 2c081fa4bfcbb564
}
