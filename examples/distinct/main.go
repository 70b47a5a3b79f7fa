// Command distinct prints all sequences of legal chess moves of a given length, one per line, as
// zobrist hash reads them. README.md counts the positions that they reach.
package main

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"log"
	"os"

	"github.com/zobrist-go/zobrist/chess"
)

func main() {
	plies := flag.Int("plies", 3, "the number of `plies`: 3 give 8,902 sequences, 4 give 197,281")
	flag.Parse()
	err := sequences(os.Stdout, *plies)
	if err != nil {
		log.Fatal(err)
	}
}

// sequences writes all sequences of legal moves from the start position.
func sequences(w io.Writer, plies int) error {
	out := bufio.NewWriter(w)
	walk(out, chess.Start(), "startpos moves", plies)
	return out.Flush()
}

// walk writes all sequences that begin with those of line and end after some more plies.
func walk(out *bufio.Writer, p chess.Position, line string, plies int) {
	if plies == 0 {
		fmt.Fprintln(out, line) // Flush returns the error
		return
	}
	for m := range p.Moves() {
		after := p
		after.Play(m)
		walk(out, after, line+" "+m.String(), plies-1)
	}
}
