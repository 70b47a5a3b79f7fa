package zobrist_test

import (
	"fmt"
	"log"
	"strings"

	"github.com/zobrist-go/zobrist"
)

// An engine passes the numbers from its own arrays, so its keys stay the same.
func ExampleNewChessFunc() {
	var pieces [64][12]uint64          // by square; PNBRQK of White, then of Black
	var castling [16]zobrist.Key       // by set of rights
	var enPassant [64]zobrist.Key      // by square
	random := zobrist.NewSplitMix64(7) // stands for the engine's own generator
	for s := range pieces {
		for p := range pieces[s] {
			pieces[s][p] = random.Uint64()
		}
	}
	for i := range castling {
		castling[i] = random.Key()
	}
	for s := range enPassant {
		enPassant[s] = random.Key()
	}
	side := random.Key()

	keys := zobrist.NewChessFunc(zobrist.ChessNumbers{
		Piece: func(s zobrist.Square, p zobrist.ChessPiece) zobrist.Key {
			return zobrist.Key(pieces[s][p-zobrist.WhitePawn])
		},
		Castling:  func(r zobrist.CastlingRights) zobrist.Key { return castling[r] },
		EnPassant: func(ep zobrist.Square) zobrist.Key { return enPassant[ep] },
		Side:      side,
	})
	p, err := zobrist.ParseFEN(zobrist.StartFEN)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(keys.Hash(&p))
	// Output: 0aa15a8f00802e12
}

// The names of keys tell what an engine has numbers for. This one has a number
// for each set of rights, but for the file of an en passant square.
func ExampleChessNumbers() {
	rights, files := zobrist.NewSplitMix64(8), zobrist.NewSplitMix64(9)
	keys := zobrist.NewChessFunc(zobrist.ChessNumbers{
		Piece:     zobrist.Polyglot().Pieces().Key,
		Castling:  func(r zobrist.CastlingRights) zobrist.Key { return zobrist.Key(rights.At(uint64(r))) },
		EnPassant: func(ep zobrist.Square) zobrist.Key { return zobrist.Key(files.At(uint64(ep & 7))) },
		Side:      zobrist.Polyglot().Side(),
	})
	var names []string
	for name := range keys.Keys() {
		names = append(names, name)
	}
	fmt.Println(len(names), strings.Join(names[768:772], ", "), "...", strings.Join(names[len(names)-2:], ", "))
	// Output: 793 castling -, castling K, castling Q, castling KQ ... en passant h, side
}

// The en passant rule of a bitboard engine, after 1. e4 with a black pawn on
// d4.
func ExampleEnPassantFrom() {
	const e3, d4 = 20, 27
	blackPawns := uint64(1) << d4
	fmt.Printf("%#x\n", zobrist.EnPassantFrom(e3)) // d4 and f4
	fmt.Println(zobrist.EnPassantFrom(e3)&blackPawns != 0)
	fmt.Println(zobrist.EnPassantFrom(0)) // no en passant square
	// Output:
	// 0x28000000
	// true
	// 0
}

// Opening books write castling as the king's move to its rook.
func ExampleChessPosition_Normalize() {
	p, err := zobrist.ParseFEN("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
	if err != nil {
		log.Fatal(err)
	}
	for _, uci := range []string{"e1h1", "e1g1", "e1e2", "h1g1"} {
		m, err := zobrist.ParseMove(uci)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(uci, p.Normalize(m))
	}
	// Output:
	// e1h1 e1g1
	// e1g1 e1g1
	// e1e2 e1e2
	// h1g1 h1g1
}

func ExampleChessPosition_CheckStandard() {
	for _, fen := range []string{
		zobrist.StartFEN,
		"4k3/8/8/8/8/8/8/8 w - - 0 1",
		"1r2k3/8/8/8/8/8/8/4K3 b q - 0 1",
		"4k3/4R3/8/8/8/8/8/4K3 w - - 0 1",
	} {
		p, err := zobrist.ParseFEN(fen)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(p.CheckStandard())
	}
	// Output:
	// <nil>
	// zobrist: not standard chess: White has 0 kings, want 1
	// zobrist: not standard chess: castling right q with the rook on b8, want a8
	// zobrist: not standard chess: Black is in check, but White is to move
}
