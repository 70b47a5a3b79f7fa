package zobrist_test

import (
	"fmt"
	"log"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/chess"
)

// must returns a value, or ends the program because of an error.
func must[T any](value T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return value
}

func ExampleSquare() {
	for s := zobrist.Square(0); s < 64; s += 21 {
		fmt.Print(s, " ")
	}
	// Output: a1 f3 c6 h8
}

func ExampleParseSquare() {
	fmt.Println(zobrist.ParseSquare("e4"))
	_, err := zobrist.ParseSquare("i4")
	fmt.Println(err)
	// Output:
	// e4 <nil>
	// zobrist: square "i4", want a file from a to h and a rank from 1 to 8
}

func ExampleCastlingRights() {
	p := must(chess.ParseFEN("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"))
	m := must(chess.ParseMove("h1h8")) // a rook takes a rook
	p.Play(m)
	fmt.Println(p.Castling&zobrist.WhiteShort != 0, p.Castling&zobrist.WhiteLong != 0, p.Castling)
	// Output: false true Qq
}

// A FEN names the square of every double push. Keep it only if the capture is legal.
func ExampleEnPassantRule_Counts() {
	// Pawns, knights, bishops, rooks, queens and kings: a1 is bit 0.
	var white, black [6]uint64
	white[0], white[5] = 1<<36, 1<<4                   // e5, e1
	black[0], black[3], black[5] = 1<<35, 1<<60, 1<<62 // d5, e8, g8
	d6 := must(zobrist.ParseSquare("d6"))
	fmt.Println(zobrist.EnPassantPseudoLegal.Counts(d6, &white, &black))
	fmt.Println(zobrist.EnPassantLegal.Counts(d6, &white, &black)) // the pawn on e5 is pinned
	// Output:
	// true
	// false
}

func ExampleChess_Castling() {
	z := zobrist.Polyglot()
	both := z.Castling(zobrist.WhiteShort | zobrist.BlackLong)
	fmt.Println(both == z.Castling(zobrist.WhiteShort)^z.Castling(zobrist.BlackLong))
	// Output: true
}

func ExampleChess_EnPassant() {
	const e3, e4 = 20, 28
	fmt.Println(zobrist.Polyglot().EnPassant(e3), zobrist.Polyglot().EnPassant(e4))
	// Output: cf3145de0add4289 0000000000000000
}

func ExampleChess_Keys() {
	var names []string
	for name := range zobrist.NewChess(1).Keys() {
		names = append(names, name)
	}
	fmt.Println(len(names), slices.Index(names, "e4 P"), names[0], names[767:770], names[779:])
	// Output: 781 336 a1 P [h8 k castling K castling Q] [en passant h side]
}

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

	z := zobrist.NewChessFunc(zobrist.ChessNumbers{
		Piece: func(s zobrist.Square, p zobrist.ChessPiece) zobrist.Key {
			return zobrist.Key(pieces[s][p-zobrist.WhitePawn])
		},
		Castling:  func(r zobrist.CastlingRights) zobrist.Key { return castling[r] },
		EnPassant: func(ep zobrist.Square) zobrist.Key { return enPassant[ep] },
		Side:      side,
	})
	p := must(chess.ParseFEN(chess.StartFEN))
	fmt.Println(p.Hash(z))
	// Output: 0aa15a8f00802e12
}

// The names of keys tell what an engine has numbers for. This one has a number
// for each set of rights, but for the file of an en passant square.
func ExampleChessNumbers() {
	rights, files := zobrist.NewSplitMix64(8), zobrist.NewSplitMix64(9)
	z := zobrist.NewChessFunc(zobrist.ChessNumbers{
		Piece: zobrist.Polyglot().Table().Key,
		Castling: func(r zobrist.CastlingRights) zobrist.Key {
			return zobrist.Key(rights.At(uint64(r)))
		},
		EnPassant: func(ep zobrist.Square) zobrist.Key {
			return zobrist.Key(files.At(uint64(ep.File())))
		},
		Side: zobrist.Polyglot().Side(),
	})
	var names []string
	for name := range z.Keys() {
		names = append(names, name)
	}
	fmt.Println(len(names), strings.Join(names[768:772], ", "), "...",
		strings.Join(names[len(names)-2:], ", "))
	// Output: 793 castling -, castling K, castling Q, castling KQ ... en passant h, side
}

// Update the key of your own board with what a move changes.
func ExampleChess() {
	z := zobrist.NewChess(1)
	var board [64]zobrist.ChessPiece // a1, b1 to h8
	board[0], board[4], board[60] = zobrist.WhiteRook, zobrist.WhiteKing, zobrist.BlackKing
	h := z.Hash(&board, false, zobrist.WhiteLong, 0)

	// The rook goes from a1 to a8, and White loses the right to castle.
	h = z.Table().Move(h, 0, 56, zobrist.WhiteRook)
	h ^= z.Castling(zobrist.WhiteLong) ^ z.Castling(0) ^ z.Side()

	board[0], board[56] = zobrist.NoPiece, zobrist.WhiteRook
	fmt.Println(h == z.Hash(&board, true, 0, 0))
	// Output: true
}

// startBoard returns the starting position of chess.
func startBoard() (board [64]zobrist.ChessPiece) {
	for file, kind := range []zobrist.ChessPiece{
		zobrist.WhiteRook, zobrist.WhiteKnight, zobrist.WhiteBishop, zobrist.WhiteQueen,
		zobrist.WhiteKing, zobrist.WhiteBishop, zobrist.WhiteKnight, zobrist.WhiteRook,
	} {
		board[file], board[8+file] = kind, zobrist.WhitePawn
		board[48+file], board[56+file] = zobrist.BlackPawn, kind.Of(true)
	}
	return board
}

func ExampleNewChess() {
	board, all := startBoard(), zobrist.AllCastling
	fmt.Println(zobrist.NewChess(1).Hash(&board, false, all, 0),
		zobrist.NewChess(2).Hash(&board, false, all, 0))
	// Output: c06c4fd0ef8a6652 ba35f7367f6418fc
}

func ExamplePolyglot() {
	board, all := startBoard(), zobrist.AllCastling
	fmt.Println(zobrist.Polyglot().Hash(&board, false, all, 0))
	// Output: 463b96181691fc9c
}

// The pawn on e5 is pinned to its king: it stands beside d5, but may not capture. Repetition by the
// FIDE Laws needs the rule EnPassantLegal.
func ExampleChess_WithEnPassant() {
	var board [64]zobrist.ChessPiece
	board[4], board[36] = zobrist.WhiteKing, zobrist.WhitePawn // e1, e5
	board[35], board[60], board[62] = zobrist.BlackPawn, zobrist.BlackRook, zobrist.BlackKing
	d6 := zobrist.Square(43)
	for _, rule := range []zobrist.EnPassantRule{
		zobrist.EnPassantPseudoLegal, zobrist.EnPassantLegal, zobrist.EnPassantAlways,
	} {
		z := zobrist.Polyglot().WithEnPassant(rule)
		fmt.Println(z.EnPassantRule(),
			z.Hash(&board, false, 0, d6) != z.Hash(&board, false, 0, 0))
	}
	// Output:
	// pseudo-legal true
	// legal false
	// always true
}

func ExampleChess_Hash() {
	var board [64]zobrist.ChessPiece
	board[4], board[60] = zobrist.WhiteKing, zobrist.BlackKing // e1 and e8
	z := zobrist.Polyglot()
	fmt.Println(z.Hash(&board, true, 0, 0))
	fmt.Println(z.Hash(&board, false, 0, 0) == z.Hash(&board, true, 0, 0)^z.Side())
	// Output:
	// a6536bd038cc91cf
	// true
}

func ExampleChess_HashBitboards() {
	z := zobrist.Polyglot()
	p := chess.Start()
	white, black := p.Bitboards() // your engine has its own: pawns to kings, a1 is bit 0
	h := z.HashBitboards(&white, &black, p.BlackToMove, p.Castling, p.EnPassant)
	fmt.Println(h, h == p.Hash(z))
	// Output: 463b96181691fc9c true
}

func ExampleChess_Piece() {
	z := zobrist.Polyglot()
	const e2 = zobrist.Square(12)
	fmt.Println(z.Piece(e2, zobrist.WhitePawn), z.Piece(e2, zobrist.NoPiece))
	// Output: bb6e2924f03912ea 0000000000000000
}
