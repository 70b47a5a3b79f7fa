package main

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"iter"

	"github.com/zobrist-go/zobrist"
)

const keysHelp = `usage: zobrist keys [flags]

Prints KEY<TAB>NAME for every key: of chess the 768 of pieces, "e4 P", square by
square; "castling K", Q, k and q; "en passant a" to h; and "side", which counts
when White is to move. Of Othello the 128 of discs, "e4 Black", and "side", which
counts when White is to move.

flags:
`

const (
	gameFlag = "the `game`: chess or othello"
	keysFlag = "the `keys`: polyglot, for chess, or a seed from 0 to 2^64-1 (default polyglot; for othello 1)"
	epFlag   = "chess: the en passant file counts by the `rule` pseudo-legal, when a pawn stands beside; legal, when its capture is legal; or always (default pseudo-legal)"
)

func keys(args []string, _ io.Reader, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("keys", flag.ContinueOnError)
	game := flags.String("game", "chess", gameFlag)
	which := flags.String("keys", "", keysFlag)
	if status, ok := parseFlags(flags, keysHelp, args, stdout, stderr); !ok {
		return status
	}
	all, err := gameKeys(*game, *which)
	if err == nil && flags.NArg() > 0 {
		err = fmt.Errorf("argument %q, want flags alone", flags.Arg(0))
	}
	if err != nil {
		return misuse(flags, keysHelp, stderr, err)
	}
	out := bufio.NewWriter(stdout)
	for name, key := range all {
		fmt.Fprintf(out, "%v\t%s\n", key, name)
	}
	if err := out.Flush(); err != nil {
		fmt.Fprintf(stderr, "zobrist keys: %v\n", err)
		return 1
	}
	return 0
}

// gameKeys returns the keys of this library that the flags ask for.
func gameKeys(game, keys string) (iter.Seq2[string, zobrist.Key], error) {
	switch game {
	case "chess":
		c, err := chessKeys(keys, "")
		if err != nil {
			return nil, err
		}
		return c.Keys(), nil
	case "othello":
		o, err := othelloKeys(keys)
		if err != nil {
			return nil, err
		}
		return o.Keys(), nil
	}
	return nil, unknownGame(game)
}

func unknownGame(game string) error {
	return fmt.Errorf("unknown game %q, want chess or othello", game)
}
