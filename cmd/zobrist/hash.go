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

Prints KEY<TAB>POSITION, or with -k KEY, for each position, in order. Without a
POSITION, and for -, it reads one from each line of standard input. It skips blank
lines and lines that begin with #. It reports a wrong line on standard error and
goes on; the exit status is then 1. Flags go before positions.

A POSITION of chess (quote it) is a FEN or EPD, of Chess960 too, or what the
position command of UCI takes: startpos moves e2e4 e7e5, or fen FEN moves ...;
the word fen may be left out.

A POSITION of Othello is a problem line, 64 of X O - and the side to move, or a
transcript: startpos moves f5d6c3 ... Passes may be left out, or written pa, ps
or --.

A FILE of -keys has the engine's own numbers, as KEY<TAB>NAME with the names of
zobrist keys. There "side Black" may stand for side, if it counts when Black is to
move.

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
	each := flags.Bool("each", false, "print the key and the FEN or problem line after every move of a POSITION that has moves")
	alone := flags.Bool("k", false, "print keys alone, without positions")
	if status, ok := parseFlags(flags, hashHelp, endFlags(flags, args), stdout, stderr); !ok {
		return status
	}
	set, err := numbersOf(*game, *keys, *ep)
	if err != nil {
		return misuse(flags, hashHelp, stderr, err)
	}
	if whole, ok := notation.Unquoted(*game, flags.Args()); ok {
		return misuse(flags, hashHelp, stderr, fmt.Errorf("%d arguments, which together are one position: quote it, %q", flags.NArg(), whole))
	}
	if flags.NArg() == 0 && !piped(stdin) {
		fmt.Fprintln(stderr, "zobrist hash: reading positions, one a line")
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
			if strings.ContainsAny(position, "\r\n") { // of an argument: one record, one line
				position = strings.Join(strings.Fields(position), " ")
			}
			print(set.Hash(p), position)
		}
		return nil
	})
	if err := out.Flush(); err != nil {
		fmt.Fprintf(stderr, "zobrist hash: %v\n", err)
		status = 1
	}
	return status
}
