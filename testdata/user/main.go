// Command user is a program outside the module. It uses each signature that must
// not change, and prints what it gets.
package main

import (
	"fmt"
	"io"
	"iter"
	"log"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/tt"
)

var (
	_ func(zobrist.ChessNumbers) *zobrist.Chess                      = zobrist.NewChessFunc
	_ func(*zobrist.Chess, zobrist.Square) zobrist.Key               = (*zobrist.Chess).EnPassant
	_ func(*zobrist.Chess, zobrist.CastlingRights) zobrist.Key       = (*zobrist.Chess).Castling
	_ func(*zobrist.Chess) iter.Seq2[string, zobrist.Key]            = (*zobrist.Chess).Keys
	_ func(*zobrist.History, zobrist.Key) (plies int, ok bool)       = (*zobrist.History).Ago
	_ func(*zobrist.History) zobrist.Key                             = (*zobrist.History).Last
	_ func(int) (*tt.Table[entry], error)                            = tt.New[entry]
	_ func(*tt.Table[entry]) error                                   = (*tt.Table[entry]).Close
	_ func(*tt.Table[entry], zobrist.Key, entry, int)                = (*tt.Table[entry]).Store
	_ func(*tt.Table[entry], zobrist.Key, entry, int)                = (*tt.Table[entry]).StoreMax
	_ func(*tt.Table[entry], zobrist.Key) (entry, bool)              = (*tt.Table[entry]).Probe
	_ func(*tt.Table[entry]) iter.Seq2[zobrist.Key, tt.Entry[entry]] = (*tt.Table[entry]).All
	_ io.Closer                                                      = (*tt.Table[entry])(nil)
)

type entry struct {
	score int16
	depth int8
}

func main() {
	random := zobrist.NewSplitMix64(1)
	keys := zobrist.NewChessFunc(zobrist.ChessNumbers{
		Piece: func(s zobrist.Square, p zobrist.ChessPiece) zobrist.Key {
			return zobrist.Key(random.At(uint64(p)<<6 | uint64(s)))
		},
		Castling:  func(r zobrist.CastlingRights) zobrist.Key { return zobrist.Key(random.At(1000 + uint64(r))) },
		EnPassant: func(ep zobrist.Square) zobrist.Key { return zobrist.Key(random.At(2000 + uint64(ep))) },
		Side:      zobrist.Key(random.At(3000)),
	})
	p, err := zobrist.ParseFEN(zobrist.StartFEN)
	if err != nil {
		log.Fatal(err)
	}
	table, err := tt.New[entry](1 << 20)
	if err != nil {
		log.Fatal(err)
	}
	defer table.Close()

	var game zobrist.History
	game.Push(keys.Hash(&p))
	for _, uci := range []string{"e2e4", "d7d5", "e4e5", "f7f5"} {
		m, err := zobrist.ParseMove(uci)
		if err != nil {
			log.Fatal(err)
		}
		k := keys.After(game.Last(), &p, m)
		p.Play(m)
		game.Push(k)
		table.StoreMax(k, entry{score: 1, depth: 2}, 2)
	}
	table.StoreMax(game.Last(), entry{score: 3}, 1) // less: not stored
	without := p
	without.EnPassant = 0
	fmt.Println(game.Last() == keys.Hash(&p), game.Last()^keys.Hash(&without) == keys.EnPassant(p.EnPassant), keys.EnPassant(64))
	fmt.Println(game.Ago(game.Last()))
	fmt.Println(table.Probe(game.Last()))
	names := 0
	for range keys.Keys() {
		names++
	}
	fmt.Println(names)
}
