package main

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/notation"
)

const hashHelp = `usage: zobrist hash [flags] [POSITION ...]

Prints KEY<TAB>POSITION for each position, in order. Without a POSITION, or with -,
it reads standard input, one position per line. Blank lines and lines that begin
with # are skipped. A wrong line is reported on standard error and sets the exit
status to 1; the other lines are still printed. Put flags before positions.

In chess, a POSITION is a FEN or EPD (Chess960 too), or arguments of UCI's position
command: startpos moves e2e4 e7e5, or fen FEN moves ... The word fen is optional.
Quote each POSITION.

In Othello, a POSITION is a problem line (64 characters X, O or -, then the side to
move) or a transcript, such as startpos moves f5d6c3. Passes may be omitted, or
written pa, ps or --.

With -keys FILE, FILE has the engine's own numbers as KEY<TAB>NAME, with the names
that zobrist keys prints. If the engine's side number counts when Black is to move,
name it "side Black" instead of side.

  $ zobrist hash startpos
  463b96181691fc9c	startpos
  $ zobrist hash -each -k "startpos moves e2e4 d7d5"
  823c9b50fd114196
  0756b94461c50fb0

flags:
`

func hash(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("hash", flag.ContinueOnError)
	game := flags.String("game", "chess", gameFlag)
	keys := flags.String("keys", "", keysFlag)
	ep := flags.String("ep", "", epFlag)
	each := flags.Bool("each", false, "for a POSITION with moves, print the key and the FEN or problem line after each move")
	alone := flags.Bool("k", false, "print only the keys")
	if status, ok := parseFlags(flags, hashHelp, endFlags(flags, args), stdout, stderr); !ok {
		return status
	}
	set, err := numbersOf(*game, *keys, *ep)
	if err != nil {
		return misuse(flags, hashHelp, stderr, err)
	}
	if whole, ok := notation.Unquoted(*game, flags.Args()); ok {
		return misuse(flags, hashHelp, stderr, fmt.Errorf("%d arguments make one position together: quote them, %q", flags.NArg(), whole))
	}
	if flags.NArg() == 0 && !piped(stdin) {
		fmt.Fprintln(stderr, "zobrist hash: reading positions from the terminal, one per line")
	}
	out := bufio.NewWriter(stdout)
	print := func(key zobrist.Key, position string) {
		out.WriteString(key.String())
		if !*alone {
			out.WriteByte('\t')
			out.WriteString(position)
		}
		out.WriteByte('\n')
	}
	status := eachPosition("hash", flags.Args(), stdin, out.Flush, stderr, func(position string) error {
		g, err := notation.Parse(*game, position, nil)
		if err != nil {
			return err
		}
		p := g.Start
		for step, err := range g.Steps() {
			if err != nil {
				return err
			}
			if p = step.After; *each && !step.Implied {
				print(set.Hash(p), p.String())
			}
		}
		if !*each || len(g.Moves) == 0 {
			if strings.ContainsAny(position, "\r\n") { // an argument with a newline must still print one line
				position = strings.Join(strings.Fields(position), " ")
			}
			print(set.Hash(p), position)
		}
		return nil
	})
	out.Flush()
	return status
}
