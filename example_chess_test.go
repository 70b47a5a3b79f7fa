package zobrist_test

import (
	"fmt"
	"log"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist"
)

// must returns a value, or ends the program because of an error.
func must[T any](value T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return value
}

// Update a pawn key and a material key at every move, like the key of the
// position. The material key comes from a table whose cells are counts: three
// white knights have the key of a white knight on cell 3.
func Example_subkeys() {
	keys := zobrist.NewChess(1)
	pawns := keys.Pieces().Only(zobrist.WhitePawn, zobrist.BlackPawn)
	material := zobrist.NewTable[int, zobrist.ChessPiece](65, 13, zobrist.NewSplitMix64(1).Split("material"), zobrist.NoPiece)

	p := must(zobrist.ParseFEN("r3k3/1P1p4/8/8/8/8/8/4K2R w Kq - 0 1"))
	count := map[zobrist.ChessPiece]int{}
	for _, piece := range p.Board {
		count[piece]++
	}
	materialKey := func() (h zobrist.Key) {
		for piece := zobrist.WhitePawn; piece <= zobrist.BlackKing; piece++ {
			h = material.Toggle(h, count[piece], piece)
		}
		return h
	}

	h, pawnKey, m := keys.Hash(&p), pawns.Hash(p.Board[:]), materialKey()
	for _, uci := range []string{"b7a8q", "e8e7", "a8a7", "d7d5"} {
		move := must(zobrist.ParseMove(uci))
		piece, captured := p.Board[move.From], p.Board[move.To]
		placed := piece
		if move.Promotion != zobrist.NoPiece {
			placed = move.Promotion
		}
		h = keys.After(h, &p, move)
		pawnKey = pawns.Toggle(pawnKey, move.From, piece)
		pawnKey = pawns.Replace(pawnKey, move.To, captured, placed)
		for _, change := range []struct {
			piece zobrist.ChessPiece
			by    int
		}{{captured, -1}, {piece, -1}, {placed, 1}} {
			n := count[change.piece]
			m = material.Move(m, n, n+change.by, change.piece)
			count[change.piece] = n + change.by
		}
		p.Play(move)
		fmt.Println(uci, h == keys.Hash(&p), pawnKey == pawns.Hash(p.Board[:]), m == materialKey())
	}
	// Output:
	// b7a8q true true true
	// e8e7 true true true
	// a8a7 true true true
	// d7d5 true true true
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

func ExampleSquare_String() {
	fmt.Println(zobrist.Square(63).String())
	// Output: h8
}

func ExampleChessPiece() {
	p := must(zobrist.ParseFEN("8/8/8/8/4n3/8/8/8 w - - 0 1"))
	fmt.Println(p.Board[28] == zobrist.BlackKnight)
	// Output: true
}

func ExampleChessPiece_String() {
	fmt.Println(zobrist.WhitePawn, zobrist.BlackKnight, zobrist.NoPiece)
	// Output: P n .
}

func ExampleCastlingRights() {
	p := must(zobrist.ParseFEN("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"))
	m := must(zobrist.ParseMove("h1h8")) // a rook takes a rook
	p.Play(m)
	fmt.Println(p.Castling&zobrist.WhiteShort != 0, p.Castling&zobrist.WhiteLong != 0, p.Castling)
	// Output: false true Qq
}

func ExampleCastlingRights_String() {
	fmt.Println(zobrist.WhiteShort|zobrist.BlackShort, zobrist.CastlingRights(0))
	// Output: Kk -
}

func ExampleChessPosition() {
	var p zobrist.ChessPosition // filled by hand: an empty board, White to move
	p.Board[4], p.Board[60], p.Board[0] = zobrist.WhiteKing, zobrist.BlackKing, zobrist.WhiteRook
	p.Castling = zobrist.WhiteLong
	fmt.Println(p.FEN())
	// Output: 4k3/8/8/8/8/8/8/R3K3 w Q - 0 0
}

func ExampleParseFEN() {
	p, err := zobrist.ParseFEN("rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 2")
	fmt.Println(p.Board[35], p.EnPassant, p.Castling, err)

	_, err = zobrist.ParseFEN("rnbqkbnr/pppppppp/8/8/7/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
	fmt.Println(err)
	_, err = zobrist.ParseFEN("4k3/8/8/8/8/8/8/4K3 w K - 0 1")
	fmt.Println(err)
	// Output:
	// p d6 KQkq <nil>
	// zobrist: FEN: field 1 (board): rank 4, character 24: only 7 squares, want 8
	// zobrist: FEN: field 3 (castling rights): character 1: right "K", but no rook for it on rank 1
}

func ExampleChessPosition_FEN() {
	p := must(zobrist.ParseFEN("rr2k3/8/8/8/8/8/8/RR2K3 w Aa -"))
	fmt.Println(p.FEN())
	p = must(zobrist.ParseFEN("rr2k3/8/8/8/8/8/8/RR2K3 w Bb -")) // Chess960: the inner rooks
	fmt.Println(p.FEN())
	// Output:
	// rr2k3/8/8/8/8/8/8/RR2K3 w Qq - 0 1
	// rr2k3/8/8/8/8/8/8/RR2K3 w Bb - 0 1
}

func ExampleChessPosition_String() {
	p := must(zobrist.ParseFEN(zobrist.StartFEN))
	fmt.Println(p)
	// Output: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
}

func ExampleChessPosition_Play() {
	p := must(zobrist.ParseFEN(zobrist.StartFEN))
	for _, uci := range []string{"e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "e1g1"} {
		m := must(zobrist.ParseMove(uci))
		p.Play(m)
	}
	fmt.Println(p.FEN())
	// Output: r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 1 4
}

// In Chess960 a rook may start on any file. If Rooks is zero, Rook returns the
// corner.
func ExampleChessPosition_Rook() {
	p := must(zobrist.ParseFEN("1rk3r1/8/8/8/8/8/8/1RK3R1 w KQkq - 0 1"))
	var zero zobrist.ChessPosition
	for _, right := range []zobrist.CastlingRights{zobrist.WhiteShort, zobrist.WhiteLong, zobrist.BlackShort, zobrist.BlackLong} {
		fmt.Println(right, p.Rook(right), zero.Rook(right))
	}
	// Output:
	// K g1 h1
	// Q b1 a1
	// k g8 h8
	// q b8 a8
}

func ExampleChessMove() {
	null := zobrist.ChessMove{}
	promotion := zobrist.ChessMove{From: 52, To: 60, Promotion: zobrist.WhiteQueen}
	fmt.Println(null, promotion)
	// Output: 0000 e7e8q
}

func ExampleParseMove() {
	m, err := zobrist.ParseMove("e7e8q")
	fmt.Println(m.From, m.To, m.Promotion, err)
	_, err = zobrist.ParseMove("e2e9")
	fmt.Println(err)
	// Output:
	// e7 e8 Q <nil>
	// zobrist: move "e2e9": to "e9", want a square from a1 to h8
}

func ExampleChessMove_String() {
	fmt.Println(zobrist.ChessMove{From: 12, To: 28}.String())
	// Output: e2e4
}

func ExampleEnPassantRule() {
	// The pawn on e5 is pinned to its king: it stands beside d5, but may not
	// capture.
	p := must(zobrist.ParseFEN("4r1k1/8/8/3pP3/8/8/8/4K3 w - d6 0 1"))
	without := p
	without.EnPassant = 0
	for _, rule := range []zobrist.EnPassantRule{zobrist.EnPassantPseudoLegal, zobrist.EnPassantLegal, zobrist.EnPassantAlways} {
		keys := zobrist.Polyglot().WithEnPassant(rule)
		fmt.Println(rule, keys.Hash(&p) != keys.Hash(&without))
	}
	// Output:
	// pseudo-legal true
	// legal false
	// always true
}

// A FEN names the square of every double push. Keep it only if the capture is legal.
func ExampleEnPassantOn() {
	var white, black [6]uint64                         // pawns, knights, bishops, rooks, queens, kings: a1 is bit 0
	white[0], white[5] = 1<<36, 1<<4                   // e5, e1
	black[0], black[3], black[5] = 1<<35, 1<<60, 1<<62 // d5, e8, g8
	d6 := must(zobrist.ParseSquare("d6"))
	fmt.Println(zobrist.EnPassantOn(zobrist.EnPassantPseudoLegal, d6, &white, &black))
	fmt.Println(zobrist.EnPassantOn(zobrist.EnPassantLegal, d6, &white, &black)) // the pawn on e5 is pinned
	// Output:
	// true
	// false
}

func ExampleChessPosition_EnPassantOn() {
	p := must(zobrist.ParseFEN("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"))
	if !p.EnPassantOn(zobrist.EnPassantLegal) {
		p.EnPassant = 0
	}
	fmt.Println(p.FEN())
	// Output: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1
}

func ExampleEnPassantRule_String() {
	fmt.Println(zobrist.EnPassantLegal.String())
	// Output: legal
}

func ExampleChess() {
	keys := zobrist.NewChess(1)
	p := must(zobrist.ParseFEN("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"))
	fmt.Println(keys.Hash(&p) == keys.Pieces().Hash(p.Board[:])^keys.Castling(zobrist.WhiteLong)^keys.Side())
	// Output: true
}

func ExampleNewChess() {
	p := must(zobrist.ParseFEN(zobrist.StartFEN))
	fmt.Println(zobrist.NewChess(1).Hash(&p), zobrist.NewChess(2).Hash(&p))
	// Output: c06c4fd0ef8a6652 ba35f7367f6418fc
}

func ExamplePolyglot() {
	p := must(zobrist.ParseFEN(zobrist.StartFEN))
	fmt.Println(zobrist.Polyglot().Hash(&p))
	// Output: 463b96181691fc9c
}

// Repetition by the FIDE Laws needs the rule EnPassantLegal.
func ExampleChess_WithEnPassant() {
	keys := zobrist.Polyglot().WithEnPassant(zobrist.EnPassantLegal)
	p := must(zobrist.ParseFEN("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"))
	fmt.Println(keys.Hash(&p))
	// Output: 823c9b50fd114196
}

func ExampleChess_Hash() {
	keys := zobrist.Polyglot()
	p := must(zobrist.ParseFEN("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3"))
	fmt.Println(keys.Hash(&p))
	// Output: 22a48b5a8e47ff78
}

// A search keeps the key of each position. To undo a move, it uses the earlier
// key again.
func ExampleChess_After() {
	keys := zobrist.Polyglot()
	p := must(zobrist.ParseFEN(zobrist.StartFEN))
	h := keys.Hash(&p)
	for _, uci := range []string{"e2e4", "d7d5", "0000"} {
		m := must(zobrist.ParseMove(uci))
		h = keys.After(h, &p, m)
		p.Play(m)
		fmt.Println(uci, h, h == keys.Hash(&p))
	}
	// Output:
	// e2e4 823c9b50fd114196 true
	// d7d5 0756b94461c50fb0 true
	// 0000 ff809feecee28ab9 true
}

func ExampleChess_Pieces() {
	keys := zobrist.Polyglot()
	fmt.Println(keys.Pieces().Key(0, zobrist.BlackPawn), keys.Pieces().Key(0, zobrist.NoPiece))
	// Output: 9d39247e33776d41 0000000000000000
}

func ExampleChess_Castling() {
	keys := zobrist.Polyglot()
	fmt.Println(keys.Castling(zobrist.WhiteShort|zobrist.BlackLong) == keys.Castling(zobrist.WhiteShort)^keys.Castling(zobrist.BlackLong))
	// Output: true
}

func ExampleChess_EnPassant() {
	const e3, e4 = 20, 28
	fmt.Println(zobrist.Polyglot().EnPassant(e3), zobrist.Polyglot().EnPassant(e4))
	// Output: cf3145de0add4289 0000000000000000
}

// Ask for the en passant key of your engine's own position: fill in only Board,
// BlackToMove and EnPassant.
func ExampleChess_EnPassantKey() {
	keys := zobrist.Polyglot()
	const e4, d4, e3 = 28, 27, 20
	p := zobrist.ChessPosition{BlackToMove: true, EnPassant: e3} // after e2e4
	p.Board[e4] = zobrist.WhitePawn
	fmt.Println(keys.EnPassantKey(&p))
	p.Board[d4] = zobrist.BlackPawn // which can capture
	fmt.Println(keys.EnPassantKey(&p) == keys.EnPassant(e3))
	// Output:
	// 0000000000000000
	// true
}

func ExampleChess_Side() {
	fmt.Println(zobrist.Polyglot().Side())
	// Output: f8d626aaaf278509
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

	keys := zobrist.NewChessFunc(zobrist.ChessNumbers{
		Piece: func(s zobrist.Square, p zobrist.ChessPiece) zobrist.Key {
			return zobrist.Key(pieces[s][p-zobrist.WhitePawn])
		},
		Castling:  func(r zobrist.CastlingRights) zobrist.Key { return castling[r] },
		EnPassant: func(ep zobrist.Square) zobrist.Key { return enPassant[ep] },
		Side:      side,
	})
	p := must(zobrist.ParseFEN(zobrist.StartFEN))
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
	p := must(zobrist.ParseFEN("4k3/8/8/8/8/8/8/4K2R w K - 0 1"))
	for _, uci := range []string{"e1h1", "e1g1", "e1e2", "h1g1"} {
		m := must(zobrist.ParseMove(uci))
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
		p := must(zobrist.ParseFEN(fen))
		fmt.Println(p.CheckStandard())
	}
	// Output:
	// <nil>
	// zobrist: not standard chess: White has 0 kings, want 1
	// zobrist: not standard chess: castling right q with the rook on b8, want a8
	// zobrist: not standard chess: Black is in check, but White is to move
}
