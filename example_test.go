package zobrist_test

import (
	"encoding/json"
	"fmt"
	"log"
	"slices"

	"github.com/zobrist-go/zobrist"
)

// A board of one's own: number the cells and the pieces, declare one empty.
func Example() {
	const (
		empty = iota
		cross
		nought
	)
	keys := zobrist.NewTable[int, int](9, 3, zobrist.NewSplitMix64(1), empty)

	board := make([]int, 9)
	h := keys.Hash(board) // zero: the board is empty
	for i, cell := range []int{4, 0, 8} {
		board[cell] = cross + i%2
		h = keys.Toggle(h, cell, board[cell])
	}
	fmt.Println(h, h == keys.Hash(board))

	board[0] = empty // take a move back
	h = keys.Toggle(h, 0, nought)
	fmt.Println(h, h == keys.Hash(board))
	// Output:
	// 52c833d9e70ddaac true
	// ec23be78828336cb true
}

func ExampleKey() {
	var h zobrist.Key = 0x463b96181691fc9c
	index, check := h&(1<<20-1), uint16(h>>48) // of a transposition table
	fmt.Println(h)
	fmt.Printf("%#x %#x\n", uint64(index), check)
	// Output:
	// 463b96181691fc9c
	// 0x1fc9c 0x463b
}

func ExampleParseKey() {
	fmt.Println(zobrist.ParseKey("463b96181691fc9c"))
	fmt.Println(zobrist.ParseKey("0xABC"))
	_, err := zobrist.ParseKey("12z4")
	fmt.Println(err)
	// Output:
	// 463b96181691fc9c <nil>
	// 0000000000000abc <nil>
	// zobrist: key "12z4": character 3 is 'z', want a hexadecimal digit
}

func ExampleKey_String() {
	fmt.Println(zobrist.Key(255).String())
	// Output: 00000000000000ff
}

func ExampleKey_Format() {
	k := zobrist.Key(0xabc)
	fmt.Printf("%v %x %016X %d\n", k, k, k, k)
	// Output: 0000000000000abc abc 0000000000000ABC 2748
}

func ExampleKey_MarshalText() {
	b, _ := json.Marshal(map[zobrist.Key]string{0x463b96181691fc9c: "start"})
	fmt.Println(string(b))
	// Output: {"463b96181691fc9c":"start"}
}

func ExampleKey_UnmarshalText() {
	var book map[zobrist.Key]string
	err := json.Unmarshal([]byte(`{"463b96181691fc9c":"start"}`), &book)
	fmt.Println(book[0x463b96181691fc9c], err)
	// Output: start <nil>
}

func ExampleSplitMix64() {
	rng := zobrist.NewSplitMix64(1234567)
	fmt.Println(rng.Uint64(), rng.Uint64())
	// Output: 6457827717110365317 3203168211198807973
}

func ExampleNewSplitMix64() {
	keys := zobrist.NewTable[int, int](64, 13, zobrist.NewSplitMix64(2026))
	fmt.Println(keys.Key(0, 0))
	// Output: db9c559891948d23
}

func ExampleSplitMix64_Uint64() {
	rng := zobrist.NewSplitMix64(0)
	fmt.Printf("%x\n", rng.Uint64())
	// Output: e220a8397b1dcdaf
}

func ExampleSplitMix64_At() {
	rng := zobrist.NewSplitMix64(7)
	third := rng.At(2)
	rng.Uint64()
	rng.Uint64()
	fmt.Println(rng.Uint64() == third)
	// Output: true
}

// Each kind of key has a stream of its own, so that a kind added next year
// leaves the keys of today as they are.
func ExampleSplitMix64_Split() {
	rng := zobrist.NewSplitMix64(1)
	stones := zobrist.NewTable[int, int](361, 3, rng.Split("stones"), 0)
	ko := zobrist.NewTable[int, int](361, 1, rng.Split("ko"))
	fmt.Println(stones.Key(60, 1))
	fmt.Println(ko.Key(60, 0))
	// Output:
	// 74fe20797e57d927
	// 87d1fe321d813603
}

func newStones() *zobrist.Table[int, int] {
	return zobrist.NewTable[int, int](9, 3, zobrist.NewSplitMix64(1), 0)
}

func ExampleTable() {
	const empty, black, white = 0, 1, 2
	keys := newStones()
	h := keys.Toggle(0, 4, black)
	h = keys.Replace(h, 4, black, white) // flipped
	h = keys.Move(h, 4, 5, white)
	fmt.Println(h == keys.Hash([]int{0, 0, 0, 0, empty, white, 0, 0, 0}))
	// Output: true
}

func ExampleNewTable() {
	// 8 x 8 squares, 12 men, and nothing (0), whose key is zero everywhere.
	keys := zobrist.NewTable[uint8, uint8](64, 13, zobrist.NewSplitMix64(1), 0)
	fmt.Println(keys.Key(28, 0), keys.Key(28, 1))
	// Output: 0000000000000000 dee3f3dd0b62e512
}

// Keys that somebody else published, or that follow a rule of one's own.
func ExampleNewTableFunc() {
	keys := zobrist.NewTableFunc(64, 2, func(cell, piece int) zobrist.Key {
		return zobrist.Key(zobrist.NewSplitMix64(99).At(uint64(64*piece + cell)))
	})
	fmt.Println(keys.Cells(), keys.Pieces(), keys.Key(63, 1))
	// Output: 64 2 8ec0deb92d1c68d6
}

func ExampleTable_Key() {
	keys := newStones()
	fmt.Println(keys.Key(4, 1))
	// Output: 491718de357e3da8
}

func ExampleTable_Toggle() {
	keys := newStones()
	h := keys.Toggle(0, 4, 1) // place
	h = keys.Toggle(h, 4, 1)  // and remove
	fmt.Println(h)
	// Output: 0000000000000000
}

func ExampleTable_Move() {
	keys := newStones()
	h := keys.Hash([]int{1, 0, 0, 0, 2, 0, 0, 0, 0})
	h = keys.Move(h, 0, 8, 1)
	fmt.Println(h == keys.Hash([]int{0, 0, 0, 0, 2, 0, 0, 0, 1}))
	// Output: true
}

func ExampleTable_Replace() {
	keys := newStones()
	h := keys.Hash([]int{1, 0, 0, 0, 2, 0, 0, 0, 0})
	h = keys.Replace(h, 4, 2, 1) // a capture, a flip, a promotion
	fmt.Println(h == keys.Hash([]int{1, 0, 0, 0, 1, 0, 0, 0, 0}))
	// Output: true
}

func ExampleTable_Hash() {
	keys := newStones()
	fmt.Println(keys.Hash([]int{1, 0, 0, 0, 2, 0, 0, 0, 0}))
	// Output: 5a497162fd633b57
}

func ExampleTable_HashSeq() {
	keys := newStones()
	sparse := map[int]int{0: 1, 4: 2}
	fmt.Println(keys.HashSeq(func(yield func(cell, piece int) bool) {
		for cell, piece := range sparse {
			if !yield(cell, piece) {
				return
			}
		}
	}))
	// Output: 5a497162fd633b57
}

func ExampleTable_Only() {
	keys := newStones()
	black := keys.Only(1)
	board := []int{1, 0, 2, 0, 2, 0, 0, 0, 0}
	fmt.Println(black.Hash(board) == keys.Key(0, 1))
	// Output: true
}

func ExampleTable_Permute() {
	keys := newStones()
	mirror := keys.Permute([]int{2, 1, 0, 5, 4, 3, 8, 7, 6}) // left and right
	a, b := []int{1, 2, 0, 0, 0, 0, 0, 0, 0}, []int{0, 2, 1, 0, 0, 0, 0, 0, 0}
	fmt.Println(mirror.Hash(a) == keys.Hash(b))
	// Output: true
}

func ExampleTable_Cells() {
	fmt.Println(newStones().Cells())
	// Output: 9
}

func ExampleTable_Pieces() {
	fmt.Println(newStones().Pieces())
	// Output: 3
}

// A pawn key and a material key, kept up move by move beside the key of the
// position. The material key is of a table whose cells are counts: three white
// knights are the key of a white knight on cell 3.
func Example_subkeys() {
	keys := zobrist.NewChess(1)
	pawns := keys.Pieces().Only(zobrist.WhitePawn, zobrist.BlackPawn)
	material := zobrist.NewTable[int, zobrist.ChessPiece](65, 13, zobrist.NewSplitMix64(1).Split("material"), zobrist.NoPiece)

	p, _ := zobrist.ParseFEN("r3k3/1P1p4/8/8/8/8/8/4K2R w Kq - 0 1")
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
		move, _ := zobrist.ParseMove(uci)
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

// The draws of chess that go by the past: the same position for the third time,
// and fifty moves of each side without a capture or a pawn's move. By the Laws
// an en passant square makes a position another one only if a capture is legal.
func ExampleHistory_chess() {
	keys := zobrist.Polyglot().WithEnPassant(zobrist.EnPassantLegal)
	p, _ := zobrist.ParseFEN("4k2r/8/8/8/8/8/4P3/4K3 w k - 88 80")
	h := keys.Hash(&p)
	var history zobrist.History
	history.PushIrreversible(h)
	for _, uci := range []string{
		"e1d1", "h8g8", "d1e1", "g8h8", // the rook is back, the right to castle is not
		"e1d1", "h8g8", "d1e1", "g8h8",
		"e1d1", "h8g8", "d1e1", "g8h8",
	} {
		m, _ := zobrist.ParseMove(uci)
		rights := p.Castling
		h = keys.After(h, &p, m)
		p.Play(m)
		if p.HalfmoveClock == 0 || p.Castling != rights {
			history.PushIrreversible(h)
		} else {
			history.Push(h)
		}
		if history.Count(h) >= 3 {
			fmt.Println(uci, "threefold repetition")
		}
		if p.HalfmoveClock >= 100 {
			fmt.Println(uci, "fifty moves")
		}
	}
	// Output:
	// h8g8 threefold repetition
	// d1e1 threefold repetition
	// g8h8 threefold repetition
	// g8h8 fifty moves
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
	p, _ := zobrist.ParseFEN("8/8/8/8/4n3/8/8/8 w - - 0 1")
	fmt.Println(p.Board[28] == zobrist.BlackKnight)
	// Output: true
}

func ExampleChessPiece_String() {
	fmt.Println(zobrist.WhitePawn, zobrist.BlackKnight, zobrist.NoPiece)
	// Output: P n .
}

func ExampleCastlingRights() {
	p, _ := zobrist.ParseFEN("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
	m, _ := zobrist.ParseMove("h1h8") // a rook takes a rook
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
	// zobrist: FEN: field 1 (board): rank 4, character 24: only 7 squares before it ends, want 8
	// zobrist: FEN: field 3 (castling rights): character 1: right "K", but no rook for it on rank 1
}

func ExampleChessPosition_FEN() {
	p, _ := zobrist.ParseFEN("rr2k3/8/8/8/8/8/8/RR2K3 w Aa -")
	fmt.Println(p.FEN())
	p, _ = zobrist.ParseFEN("rr2k3/8/8/8/8/8/8/RR2K3 w Bb -") // Chess960: the inner rooks
	fmt.Println(p.FEN())
	// Output:
	// rr2k3/8/8/8/8/8/8/RR2K3 w Qq - 0 1
	// rr2k3/8/8/8/8/8/8/RR2K3 w Bb - 0 1
}

func ExampleChessPosition_String() {
	p, err := zobrist.ParseFEN(zobrist.StartFEN)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(p)
	// Output: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
}

func ExampleChessPosition_Play() {
	p, _ := zobrist.ParseFEN("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
	for _, uci := range []string{"e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "e1g1"} {
		m, _ := zobrist.ParseMove(uci)
		p.Play(m)
	}
	fmt.Println(p.FEN())
	// Output: r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 1 4
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
	p, _ := zobrist.ParseFEN("4r1k1/8/8/3pP3/8/8/8/4K3 w - d6 0 1")
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

func ExampleEnPassantRule_String() {
	fmt.Println(zobrist.EnPassantLegal.String())
	// Output: legal
}

func ExampleChess() {
	keys := zobrist.NewChess(1)
	p, _ := zobrist.ParseFEN("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1")
	fmt.Println(keys.Hash(&p) == keys.Pieces().Hash(p.Board[:])^keys.Castling(zobrist.WhiteLong)^keys.Side())
	// Output: true
}

func ExampleNewChess() {
	p, _ := zobrist.ParseFEN("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
	fmt.Println(zobrist.NewChess(1).Hash(&p), zobrist.NewChess(2).Hash(&p))
	// Output: c06c4fd0ef8a6652 ba35f7367f6418fc
}

func ExamplePolyglot() {
	p, _ := zobrist.ParseFEN("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
	fmt.Println(zobrist.Polyglot().Hash(&p))
	// Output: 463b96181691fc9c
}

// Repetition by the FIDE Laws needs the rule EnPassantLegal.
func ExampleChess_WithEnPassant() {
	keys := zobrist.Polyglot().WithEnPassant(zobrist.EnPassantLegal)
	p, _ := zobrist.ParseFEN("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1")
	fmt.Println(keys.Hash(&p))
	// Output: 823c9b50fd114196
}

func ExampleChess_Hash() {
	keys := zobrist.Polyglot()
	p, _ := zobrist.ParseFEN("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3")
	fmt.Println(keys.Hash(&p))
	// Output: 22a48b5a8e47ff78
}

// A search keeps the key in its frames: to undo a move is to forget its key.
func ExampleChess_After() {
	keys := zobrist.Polyglot()
	p, _ := zobrist.ParseFEN("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
	h := keys.Hash(&p)
	for _, uci := range []string{"e2e4", "d7d5", "0000"} {
		m, _ := zobrist.ParseMove(uci)
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
	fmt.Println(zobrist.Polyglot().EnPassant(4))
	// Output: cf3145de0add4289
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
