package main

import (
	"fmt"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/notation"
)

const hashHelp = `usage: zobrist hash [flags] [POSITION ...]

Prints KEY<TAB>POSITION for each position, in order. Without a POSITION, or with -,
it reads standard input, one position per line. Blank lines and lines that begin
with # are skipped. A wrong line is reported on standard error, and the exit
status is then 1, but the other lines are hashed. Put flags before positions.

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

func hash(c *cli, args []string) error {
	game, numbers := c.numberFlags(true)
	each := c.Bool("each", false,
		"for a POSITION with moves, print the key and the FEN or problem line after each move")
	alone := c.Bool("k", false, "print only the keys")
	if err := c.parse(args); err != nil {
		return err
	}
	set, err := numbers()
	if err != nil {
		return misuse{err}
	}
	if whole, ok := notation.Unquoted(*game, c.Args()); ok {
		return misuse{fmt.Errorf("%d arguments make one position together: quote them, %q",
			c.NArg(), whole)}
	}
	if c.NArg() == 0 && isTerminal(c.stdin) {
		fmt.Fprintln(c.stderr, "zobrist hash: reading positions from the terminal, one per line")
	}
	print := func(key zobrist.Key, position string) {
		c.out.WriteString(key.String())
		if !*alone {
			c.out.WriteByte('\t')
			c.out.WriteString(position)
		}
		c.out.WriteByte('\n')
	}
	return c.eachPosition(c.Args(), func(position string) error {
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
			// an argument with a newline must still print one line
			if strings.ContainsAny(position, "\r\n") {
				position = strings.Join(strings.Fields(position), " ")
			}
			print(set.Hash(p), position)
		}
		return nil
	})
}
