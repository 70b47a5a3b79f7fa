// Command first updates the key of a chess position for a move, with three XORs.
package main

import (
	"fmt"
	"log"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/chess"
)

const e2, e4 zobrist.Square = 12, 28 // 8*rank + file, both counted from 0

func main() {
	z := zobrist.Polyglot() // the random numbers of Polyglot's opening books
	start := chess.Start()
	key := start.Hash(z)
	fmt.Println(key) // 463b96181691fc9c

	// The move 1. e4 changes three features, so three XORs update the key.
	key ^= z.Piece(e2, zobrist.WhitePawn) // the pawn leaves e2
	key ^= z.Piece(e4, zobrist.WhitePawn) // and arrives on e4
	key ^= z.Side()                       // it is Black's turn
	fmt.Println(key)                      // 823c9b50fd114196

	// The key computed from scratch, from the FEN of the new position, must be the same.
	after, err := chess.ParseFEN("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1")
	if err != nil {
		log.Fatal(err)
	}
	if key != after.Hash(z) {
		log.Fatal("the updated key is wrong: want ", after.Hash(z))
	}
}
