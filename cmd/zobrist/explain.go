package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/zobrist-go/zobrist/internal/gamekeys"
	"github.com/zobrist-go/zobrist/internal/keycheck"
	"github.com/zobrist-go/zobrist/internal/notation"
	"github.com/zobrist-go/zobrist/internal/words"
)

const explainHelp = `usage: zobrist explain [flags] POSITION KEY

Compares the KEY that an engine has for POSITION with the right one. If they differ, it
names the features, up to four, that KEY lacks or wrongly has, and the likely cause. It
also says whether KEY would be right under a different en passant rule, or with the other
side to move. The names of features are those that zobrist keys prints. A POSITION is
written as for zobrist hash.

-keys must name the random numbers that the engine uses: Polyglot's, those of a seed,
or its own in a FILE (see zobrist hash -h).

The exit status is 0 when KEY is the position's key, 1 when it is not, and 2 when
POSITION or KEY cannot be read.

  $ zobrist explain startpos 463b96181691fc9c
  463b96181691fc9c is the key of the position
  $ zobrist explain "startpos moves e2e4 d7d5 e4d5" 23c1389c0b5bc8b9
  23c1389c0b5bc8b9 is wrong: the key of the position is 2089b309bbaa4db6
  it wrongly has "d5 p"

flags:
`

func explain(c *cli, args []string) error {
	game, numbers := c.numberFlags(true)
	if err := c.parse(args); err != nil {
		return err
	}
	last := c.NArg() - 1
	if last < 1 {
		got := words.Plural(c.NArg(), "argument")
		return misuse{fmt.Errorf("got %s, want a position and a key", got)}
	}
	set, err := numbers()
	if err != nil {
		return misuse{err}
	}
	// No position begins with a key. The words before the key are one position, quoted or not.
	if _, err := keycheck.ParseKey(strings.TrimSpace(c.Arg(0))); err == nil {
		return misuse{errors.New("the position comes first, then the key")}
	}
	key, err := keycheck.ParseKey(strings.TrimSpace(c.Arg(last)))
	if err != nil {
		return err
	}
	position := strings.TrimSpace(strings.Join(c.Args()[:last], " "))
	line, moves, err := notation.Played(*game, position)
	if err != nil {
		return err
	}
	v := set.Judge(key, line, len(moves))
	if key == v.Want {
		fmt.Fprintf(c.out, "%v is the key of the position\n", key)
		return nil
	}
	fmt.Fprintf(c.out, "%v is wrong: the key of the position is %v\n", key, v.Want)
	fmt.Fprintln(c.out, strings.Join(v.Lines(), "\n"))
	keys := c.Lookup("keys").Value.String()
	if v.Differ == nil && v.Cause != "" && gamekeys.IsName(keys) {
		fmt.Fprintf(c.out, "this is about the numbers of %s: "+
			"if the engine has its own, name them with -keys FILE\n", set.Title)
	}
	return exit(1)
}
