package zobrist_test

import (
	"encoding/binary"
	"fmt"
	"log"

	"github.com/zobrist-go/zobrist"
)

// A board with hands and a side to move, as in shogi: here 3 x 3 cells and one
// kind of piece. The cells of the table of hands are the players, its pieces are
// how many each holds. No count is declared empty: an empty hand has a key too.
func Example_hands() {
	const empty, black, white = 0, 1, 2
	const most = 4 // pieces in the game
	src := zobrist.NewSplitMix64(2026)
	board := zobrist.NewTable[int, int](9, 3, src.Split("board"), empty)
	hands := zobrist.NewTable[int, int](2, most+1, src.Split("hands"))
	side := zobrist.Key(src.Split("side").Uint64()) // in the key when White is to move

	scratch := func(cells []int, held []int, whiteToMove bool) zobrist.Key {
		h := board.Hash(cells) ^ hands.Hash(held)
		if whiteToMove {
			h ^= side
		}
		return h
	}
	h := scratch([]int{black, 0, 0, 0, white, 0, 0, 0, white}, []int{1, 0}, false)

	// Black captures on 4 and has two pieces in hand.
	h = board.Replace(h, 4, white, empty)
	h = board.Move(h, 0, 4, black)
	h = hands.Replace(h, 0, 1, 2)
	h ^= side
	fmt.Println(h == scratch([]int{0, 0, 0, 0, black, 0, 0, 0, white}, []int{2, 0}, true))

	h ^= side // White passes

	// Black drops a piece on 7.
	h = hands.Replace(h, 0, 2, 1)
	h = board.Toggle(h, 7, black)
	h ^= side
	fmt.Println(h == scratch([]int{0, 0, 0, 0, black, 0, 0, black, white}, []int{1, 0}, true))
	// Output:
	// true
	// true
}

// The pieces of another encoding of chess, after the twelve of
// zobrist.ChessPiece: with a king and a rook that may still castle, and a pawn
// that may be captured en passant, as pieces of their own, a table of 18 pieces
// and the side to move say all that a position is.
const (
	whiteCastlingKing = zobrist.BlackKing + 1 + iota
	blackCastlingKing
	whiteCastlingRook
	blackCastlingRook
	whitePassingPawn
	blackPassingPawn
	piecesOf18 = iota + 13
)

// encode18 returns the board of a position in that encoding. The rule says when
// a pawn may be captured en passant.
func encode18(rule *zobrist.Chess, p *zobrist.ChessPosition) []zobrist.ChessPiece {
	board := p.Board
	for i, rook := range p.Rooks {
		if p.Castling>>i&1 == 0 {
			continue
		}
		rank := rook &^ 7
		for s := rank; s < rank+8; s++ {
			switch p.Board[s] {
			case zobrist.WhiteKing:
				board[s], board[rook] = whiteCastlingKing, whiteCastlingRook
			case zobrist.BlackKing:
				board[s], board[rook] = blackCastlingKing, blackCastlingRook
			}
		}
	}
	if rule.EnPassantKey(p) != 0 {
		pawn := p.EnPassant ^ 8
		board[pawn] = whitePassingPawn
		if !p.BlackToMove {
			board[pawn] = blackPassingPawn
		}
	}
	return board[:]
}

// Chess in 18 pieces instead of 12 pieces, castling rights and en passant
// files: positions have the same key just when their keys of 781 are the same.
func Example_chess18() {
	src := zobrist.NewSplitMix64(18)
	table := zobrist.NewTable[zobrist.Square](64, piecesOf18, src.Split("pieces"), zobrist.NoPiece)
	side := zobrist.Key(src.Split("side").Uint64())
	rule := zobrist.Polyglot()

	p, err := zobrist.ParseFEN("4k3/8/8/8/3p4/8/4P3/4K2R w K - 0 1")
	if err != nil {
		log.Fatal(err)
	}
	h := table.Hash(encode18(rule, &p))

	// e2e4: the pawn may be captured by the one on d4.
	e4 := table.Replace(h, 12, zobrist.WhitePawn, zobrist.NoPiece)
	e4 = table.Toggle(e4, 28, whitePassingPawn) ^ side
	m, err := zobrist.ParseMove("e2e4")
	if err != nil {
		log.Fatal(err)
	}
	after := p
	after.Play(m)
	fmt.Println(e4 == table.Hash(encode18(rule, &after))^side)

	// h1h2: king and rook become ordinary ones.
	h2 := table.Replace(h, 4, whiteCastlingKing, zobrist.WhiteKing)
	h2 = table.Toggle(h2, 7, whiteCastlingRook)
	h2 = table.Toggle(h2, 15, zobrist.WhiteRook) ^ side
	if m, err = zobrist.ParseMove("h1h2"); err != nil {
		log.Fatal(err)
	}
	after = p
	after.Play(m)
	fmt.Println(h2 == table.Hash(encode18(rule, &after))^side)
	// Output:
	// true
	// true
}

// tabulate hashes a number by a table whose cells are the places of its bytes
// and whose pieces are the bytes.
func tabulate(table *zobrist.Table[int, byte], x uint64) zobrist.Key {
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], x)
	return table.Hash(b[:])
}

// Simple tabulation hashing: a number is a board whose cells are its bytes.
// Zobrist's method is its first known example. It is 3-independent (J. L. Carter
// and M. N. Wegman, "Universal Classes of Hash Functions", 1979), and better in
// practice than that says (M. Patrascu and M. Thorup, "The Power of Simple
// Tabulation Hashing", JACM 59, 2012).
func ExampleTable_tabulation() {
	table := zobrist.NewTable[int, byte](8, 256, zobrist.NewSplitMix64(1).Split("tabulation"))
	fmt.Println(tabulate(table, 0))
	fmt.Println(tabulate(table, 1_000_000_007))

	// The hash of a number that differs in one byte, by two look-ups.
	h := table.Replace(tabulate(table, 0x12_34), 0, 0x34, 0x56)
	fmt.Println(h == tabulate(table, 0x12_56))
	// Output:
	// 26f8601218a54aa5
	// 227fd607c2cb19df
	// true
}
