// Command user uses a table and does not import sync/atomic: compiler_test.go looks at what
// the compiler makes of it.
package main

import (
	"fmt"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/tt"
)

type entry struct {
	score int16
	move  uint16
	depth int8
}

func main() {
	table, err := tt.New[entry](1 << 20)
	fmt.Println(use(table, 1), err)
}

//go:noinline
func use(table *tt.Table[entry], k zobrist.Key) int {
	table.Prefetch(k)
	table.Store(k, entry{score: int16(k)}, 1)
	e, _ := table.Probe(k)
	return int(e.score)
}
