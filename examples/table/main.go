// Command table shows a transposition table in the smallest program that needs one. Two players
// take one to three stones in turn, and whoever takes the last one wins. Without the table the
// search would try all sequences of moves, and for 100 stones it would never end.
package main

import (
	"fmt"
	"log"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/tt"
)

// A result is what the table stores for a position: at most 8 bytes, without pointers.
type result struct{ wins bool }

// wins reports whether the player to move can win.
func wins(table *tt.Table[result], stones int) bool {
	key := zobrist.Key(stones) // any 64-bit key of the position, such as your engine's hash
	r, ok := table.Probe(key)
	if ok {
		return r.wins
	}
	for take := 1; take <= 3 && take <= stones; take++ {
		if !wins(table, stones-take) {
			r.wins = true
		}
	}
	table.Store(key, r, stones) // the last argument says how costly it would be to lose the entry
	return r.wins
}

func main() {
	table, err := tt.New[result](1 << 20) // 1 MiB
	if err != nil {
		log.Fatal(err)
	}
	defer table.Close()
	table.NewSearch()                               // before each search
	fmt.Println(wins(table, 100), wins(table, 101)) // false true
}
