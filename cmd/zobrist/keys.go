package main

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/zobrist-go/zobrist/internal/gamekeys"
	"github.com/zobrist-go/zobrist/internal/keycheck"
)

const keysHelp = `usage: zobrist keys [flags]

Prints the random number of each feature as KEY<TAB>NAME. Chess has 768 numbers of
pieces such as "e4 P", square by square; "castling K", Q, k and q; "en passant a" to h;
and "side". Othello has 128 numbers of discs such as "e4 Black", and "side". The number
"side" is in the key when White is to move.

  $ zobrist keys | tail -1
  f8d626aaaf278509	side
  $ zobrist keys -game othello -keys 7 | head -1
  ff5d5fa43e4a6f4a	a1 Black

flags:
`

func keys(c *cli, args []string) error {
	_, numbers := c.numberFlags(false)
	if err := c.parse(args); err != nil {
		return err
	}
	set, err := numbers()
	if err == nil && c.NArg() > 0 {
		err = fmt.Errorf("got argument %q, want only flags", c.Arg(0))
	}
	if err != nil {
		return misuse{err}
	}
	for _, k := range set.Keys() {
		fmt.Fprintf(c.out, "%v\t%s\n", k.Key, k.Name)
	}
	return nil
}

const gameFlag = "the `GAME`: chess or othello"

// numberFlags defines the flags for a game and its numbers. numbers returns what they name.
func (c *cli) numberFlags(withRule bool) (game *string, numbers func() (*gamekeys.Set, error)) {
	game = c.String("game", "chess", gameFlag)
	keys := c.String("keys", "", "the random numbers: `KEYS` is polyglot (chess only), a seed "+
		"from 0 to 2^64-1, or a FILE of an engine's own numbers (default: polyglot for chess, 1 "+
		"for othello)")
	ep := new(string)
	if withRule {
		ep = c.String("ep", "", "in chess, the `RULE` that says when an en passant square is part "+
			"of the key: pseudo-legal, if an enemy pawn stands beside the pushed pawn; legal, if "+
			"its capture is legal; or always (default pseudo-legal)")
	}
	return game, func() (*gamekeys.Set, error) { return numbersOf(*game, *keys, *ep) }
}

// numbersOf returns the numbers that the flags name. keys may be the path of a file.
func numbersOf(game, keys, ep string) (*gamekeys.Set, error) {
	if gamekeys.IsName(keys) {
		return gamekeys.New(game, keys, ep)
	}
	f, err := openFile(keys)
	if errors.Is(err, fs.ErrNotExist) {
		_, err = gamekeys.New(game, keys, ep)
		err = fmt.Errorf("%w, or a FILE that exists", err)
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	set, err := gamekeys.New(game, "", ep)
	if err != nil {
		return nil, err
	}
	text, err := keycheck.Read(f)
	switch {
	case err != nil:
	case len(text.Wrong) > 0:
		err = text.Wrong[0]
	case len(text.Keys) == 0:
		err = fmt.Errorf("no keys, want lines of KEY<TAB>NAME")
	default:
		set, err = set.Own(text.Keys)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %s", keys, plain(err))
	}
	return set, nil
}
