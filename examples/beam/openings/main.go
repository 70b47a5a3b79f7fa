// Openings makes a Polyglot opening book from chess games, and a table of the most
// common positions, with Apache Beam. The owner of a position's key sums up the moves
// played there.
//
//	$ pgn-extract -s -Wuci --notags games.pgn > games.txt
//	$ openings -book book.bin -table common.tsv games.txt
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/zobrist-go/zobrist/examples/beam/internal/run"
)

const help = `usage: openings [flags] FILE ...

Makes a Polyglot opening book, the same as zobrist book -make, and a table of the
most common positions. A FILE is a name or a glob in quotes. Each line of it is a game:
UCI moves and the result, e2e4 e7e5 ... 1-0, as pgn-extract -Wuci writes them. One
worker reads a file, so use many files. The program leaves bad games out, names the
first of each file, and exits with status 1. The workers read and write the files: use a
path that all of them share, or gs://.

  -book FILE     write the book
  -table FILE    write the most common positions: key, move, games, and the points
                 of the side that moves, 2 for a win and 1 for a draw
  -top N         positions in the table (default 100)
  -min-games N   leave moves of fewer than N games out of the book (default 3)
  -max-plies N   use the first N plies of each game (default 1024)
  -owners N      divide the keys among N owners (default 16)

  $ openings -book book.bin -min-games 2 games.txt
  3 games (without a result: 0, bad: 0)
  book.bin: 3 moves
  $ openings -table common.tsv -top 1 games.txt
  3 games (without a result: 0, bad: 0)
  common.tsv: 1 positions
`

var (
	bookPath  = flag.String("book", "", "")
	tablePath = flag.String("table", "", "")
	top       = flag.Int("top", 100, "")
	minGames  = flag.Int("min-games", 3, "")
	maxPlies  = flag.Int("max-plies", 1024, "")
	owners    = flag.Int("owners", 16, "")
)

func main() { run.Main("openings", help, submit) }

func submit(ctx context.Context) error {
	switch {
	case flag.NArg() == 0:
		return errors.New("no FILE of games; -h says more")
	case *bookPath == "" && *tablePath == "":
		return errors.New("neither -book FILE nor -table FILE, want one or both")
	case *owners < 1 || *top < 1:
		return fmt.Errorf("-owners %d, -top %d: want 1 or more", *owners, *top)
	case *minGames < 0 || *maxPlies < 0:
		return fmt.Errorf("-min-games %d, -max-plies %d: want 0 or more", *minGames, *maxPlies)
	}
	o := options{Top: *top, MinGames: *minGames, MaxPlies: *maxPlies, Owners: *owners}
	var err error
	if o.Book, err = absolute(*bookPath); err != nil {
		return err
	}
	if o.Table, err = absolute(*tablePath); err != nil {
		return err
	}
	var globs []string
	for _, glob := range flag.Args() {
		if glob, err = absolute(glob); err != nil {
			return err
		}
		globs = append(globs, glob)
	}
	p, s := beam.NewPipelineWithRoot()
	build(s, o, globs)
	results, err := run.Pipeline(ctx, p)
	if err != nil {
		return err
	}

	totals, err := run.Totals(results, namespace)
	if err != nil {
		return err
	}
	names, err := run.Totals(results, badNamespace)
	if err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(names)) {
		fmt.Fprintln(os.Stderr, name)
	}
	switch {
	case totals[finished] == 0:
		return errors.New("no games with a result, nothing is written")
	case o.Book != "" && totals[bookMoves] == 0:
		return fmt.Errorf("no move of %d games or more has scored, no book is written: see -min-games", o.MinGames)
	}
	fmt.Printf("%d games (without a result: %d, bad: %d)\n", totals[finished], totals[unfinished], totals[badGames])
	if o.Book != "" {
		fmt.Printf("%s: %d moves\n", *bookPath, totals[bookMoves])
	}
	if o.Table != "" {
		fmt.Printf("%s: %d positions\n", *tablePath, totals[tablePositions])
	}
	if n := totals[badGames]; n > 0 {
		return fmt.Errorf("bad games left out: %d", n)
	}
	return nil
}

// absolute makes a local path absolute, for workers in another directory.
func absolute(path string) (string, error) {
	if path == "" || strings.Contains(path, "://") {
		return path, nil
	}
	return filepath.Abs(path)
}
