// Openings makes a Polyglot opening book of chess games, and a table of the
// commonest positions, as a pipeline of Apache Beam: what was played is summed
// by the owners of the positions' keys.
//
//	$ pgn-extract -s -Wuci --notags games.pgn > games.txt
//	$ openings -book book.bin -table common.tsv games.txt
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/zobrist-go/zobrist/examples/beam/internal/run"
)

const help = `usage: openings [flags] FILE ...

Makes an opening book in the Polyglot format, the same as zobrist book -make, and
a table of the commonest positions. A FILE, or a glob in quotes, has a game a line:
moves as in UCI and the result, e2e4 e7e5 ... 1-0, as pgn-extract -Wuci writes them.
Bad games are named and left out, with exit status 1. Files are read and written
where the workers are: a path that all of them share, or gs://.

  -book FILE     write the book
  -table FILE    write the commonest positions: key, move, games, and of these
                 the wins, draws and losses of the side that moves
  -top N         so many positions of the table (default 100)
  -min-games N   leave out of the book moves of fewer games than N (default 3)
  -max-plies N   take the first N moves of each game, of either side (default 1024)
  -name N        name so many bad games, and count the rest (default 20)
  -owners N      number of owners that the work is divided among (default 16)
`

var (
	bookPath  = flag.String("book", "", "")
	tablePath = flag.String("table", "", "")
	top       = flag.Int("top", 100, "")
	minGames  = flag.Int("min-games", 3, "")
	maxPlies  = flag.Int("max-plies", 1024, "")
	named     = flag.Int("name", 20, "")
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
	case *minGames < 0 || *maxPlies < 0 || *named < 0:
		return fmt.Errorf("-min-games %d, -max-plies %d, -name %d: want 0 or more", *minGames, *maxPlies, *named)
	}
	o := options{
		Top: *top, MinGames: *minGames, MaxPlies: *maxPlies, Named: *named, Owners: *owners,
	}
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
	results, err := run.Pipeline(ctx, p, func(counters map[string]int64) string {
		return fmt.Sprintf("%d games", counters[gamesRead])
	})
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
	printNames(names, totals[badGames])
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

// absolute returns a local path as workers in another directory need it.
func absolute(path string) (string, error) {
	if path == "" || strings.Contains(path, "://") {
		return path, nil
	}
	return filepath.Abs(path)
}

// printNames prints the bad games that have names, in order.
func printNames(names map[string]int64, bad int64) {
	for _, b := range sortedBad(names) {
		fmt.Fprintln(os.Stderr, b)
	}
	if more := bad - int64(len(names)); more > 0 {
		fmt.Fprintf(os.Stderr, "and %d more: see -name\n", more)
	}
}
