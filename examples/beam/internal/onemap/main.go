// Onemap counts the same positions as distinct, with a map in one thread, for
// comparison. With -keys it prints the keys of the last ply for sort -u, including
// duplicates.
package main

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"log"
	"os"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/movegen"
)

func main() {
	plies := flag.Int("plies", 4, "count to this `ply`")
	keys := flag.Bool("keys", false, "print the keys of the last ply instead of its count")
	flag.Parse()
	var last io.Writer
	if *keys {
		last = os.Stdout
	}
	counts, err := count(*plies, last)
	if err != nil {
		log.Fatal(err)
	}
	if !*keys {
		for ply, n := range counts {
			fmt.Println(ply, n)
		}
	}
}

// count returns the number of positions after 0, 1, ... plies. If keys is not nil,
// count writes the keys of the last ply there instead of counting them.
func count(plies int, keys io.Writer) ([]int, error) {
	start, err := zobrist.ParseFEN(zobrist.StartFEN)
	if err != nil {
		return nil, err
	}
	chess := zobrist.NewChess(0).WithEnPassant(zobrist.EnPassantLegal)
	level := map[zobrist.Key]zobrist.ChessPosition{chess.Hash(&start): start}
	counts := []int{1}
	for ply := 1; ply <= plies; ply++ {
		last := ply == plies
		next, seen := map[zobrist.Key]zobrist.ChessPosition{}, map[zobrist.Key]struct{}{}
		var out *bufio.Writer
		if last && keys != nil {
			out = bufio.NewWriterSize(keys, 1<<16)
		}
		for k, p := range level {
			for _, m := range movegen.Legal(&p) {
				h := chess.After(k, &p, m)
				switch {
				case out != nil:
					fmt.Fprintln(out, h)
				case last:
					seen[h] = struct{}{}
				default:
					if _, ok := next[h]; !ok {
						after := p
						after.Play(m)
						next[h] = after
					}
				}
			}
		}
		if out != nil {
			return counts, out.Flush()
		}
		level = next
		counts = append(counts, max(len(level), len(seen)))
	}
	return counts, nil
}
