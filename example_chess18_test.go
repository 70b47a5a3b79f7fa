package zobrist_test

import (
	"fmt"
	"log"

	"github.com/zobrist-go/zobrist"
)

// Another encoding of chess adds six pieces to the twelve of
// zobrist.ChessPiece: kings and rooks that may still castle, and pawns that may
// be captured en passant. A board of these 18 pieces and the side to move say
// everything about a position.
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

// Chess with 18 pieces instead of 12 pieces, castling rights and en passant
// files. Both encodings agree on which positions are equal.
func Example_chess18() {
	src := zobrist.NewSplitMix64(18)
	table := zobrist.NewTable[zobrist.Square](64, piecesOf18, src.Split("pieces"), zobrist.NoPiece)
	side := src.Split("side").Key()
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
