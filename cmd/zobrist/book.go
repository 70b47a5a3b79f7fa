package main

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/book"
	"github.com/zobrist-go/zobrist/internal/movegen"
)

const bookHelp = `usage: zobrist book FILE [POSITION ...]
       zobrist book -all FILE
       zobrist book -make FILE [-min-games N] [-max-plies N] < GAMES

Prints the moves that an opening book in the Polyglot format has for each
position, heaviest first: the move, its weight, and its share of the weights. A
POSITION is as for zobrist hash, startpos moves e2e4 e7e5 too. Without any, and
for -, positions are the lines of standard input; or the start position where
that is a terminal. The book is looked up, not loaded.

With -all, prints KEY<TAB>MOVE<TAB>WEIGHT<TAB>LEARN for every entry; castling is
as in the file, where the king takes its rook.

With -make, makes a book of the games on standard input, one a line: moves as in
UCI and the result, e2e4 e7e5 ... 1-0, as pgn-extract -Wuci writes them. FILE is
replaced if it is a book, and left as it is if it is something else. Of PGN
tags, FEN sets the start of the game that follows; others and blank lines are
passed over. Weights are those of Polyglot: twice the wins plus the draws of the
side that moves; a move without any is left out. A game with a wrong move is
reported and left out, as are games without a result (*).

flags:
`

// bookCommand is named so because of package book.
func bookCommand(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("book", flag.ContinueOnError)
	all := flags.Bool("all", false, "list every entry")
	makes := flags.Bool("make", false, "make a book in FILE")
	minGames := flags.Int("min-games", 3, "with -make, leave out moves of fewer games than `N`")
	maxPlies := flags.Int("max-plies", 1024, "with -make, take the first `N` moves of each game, of either side")
	// Flags may follow FILE.
	status, ok := parseFlags(flags, bookHelp, endFlags(flags, args), stdout, stderr)
	path := flags.Arg(0)
	if ok && path != "" {
		status, ok = parseFlags(flags, bookHelp, endFlags(flags, flags.Args()[1:]), stdout, stderr)
	}
	if !ok {
		return status
	}
	making := false
	flags.Visit(func(f *flag.Flag) { making = making || f.Name == "min-games" || f.Name == "max-plies" })
	var err error
	switch {
	case path == "":
		err = fmt.Errorf("no FILE")
	case *all && *makes:
		err = fmt.Errorf("-all and -make, want one of them")
	case making && !*makes:
		err = fmt.Errorf("-min-games and -max-plies go with -make")
	case *minGames < 0 || *maxPlies < 0:
		err = fmt.Errorf("-min-games %d, -max-plies %d, want 0 or more", *minGames, *maxPlies)
	case (*all || *makes) && flags.NArg() > 0:
		err = fmt.Errorf("argument %q after FILE, want none with -all or -make", flags.Arg(0))
	}
	if err != nil {
		return misuse(flags, bookHelp, stderr, err)
	}
	if *makes {
		m := maker{minGames: *minGames, maxPlies: *maxPlies, stdout: stdout, stderr: stderr}
		return m.make(path, stdin)
	}

	fail := func(err error) int {
		fmt.Fprintf(stderr, "zobrist book: %s\n", plain(err))
		return 1
	}
	b, err := book.Open(path)
	if err != nil {
		return fail(err)
	}
	defer b.Close()
	out := bufio.NewWriter(stdout)
	if *all {
		status = listBook(out, b, fail)
	} else {
		l := lookup{book: b, keys: zobrist.Polyglot(), out: out}
		status = l.positions(flags.Args(), stdin, stderr)
	}
	if err := out.Flush(); err != nil {
		status = fail(err)
	}
	return status
}

// listBook lists every entry.
func listBook(out *bufio.Writer, b *book.Book, fail func(error) int) int {
	var err error
	for k, e := range b.All(&err) {
		if _, err := fmt.Fprintf(out, "%v\t%v\t%d\t%d\n", k, e.Move, e.Weight, e.Learn); err != nil {
			return 1 // which Flush reports
		}
	}
	if err != nil {
		return fail(err)
	}
	return 0
}

// A lookup prints the moves of positions.
type lookup struct {
	book    *book.Book
	keys    *zobrist.Chess
	out     *bufio.Writer
	printed int
}

// positions looks up arguments, or lines of standard input.
func (l *lookup) positions(args []string, stdin io.Reader, stderr io.Writer) int {
	if len(args) == 0 && !piped(stdin) {
		args = []string{"startpos"}
	}
	status := 0
	report := func(where string, number int, err error) {
		fmt.Fprintf(stderr, "zobrist book: %s %d: %s\n", where, number, plain(err))
		status = 1
	}
	if len(args) > 0 && !(len(args) == 1 && args[0] == "-") {
		if whole, ok := unquoted(args, func(position string, _ bool, _ emitFunc) error {
			_, _, err := walkChess(l.keys, position, nil)
			return err
		}); ok {
			args = []string{whole}
		}
		for i, position := range args {
			if err := l.position(strings.TrimSpace(position)); err != nil {
				report("position", i+1, err)
			}
		}
		return status
	}
	err := readLines(stdin, l.out.Flush, func(number int, line string, err error) {
		if line = strings.TrimSpace(line); err == nil && line != "" && line[0] != '#' {
			err = l.position(line)
		}
		if err != nil {
			report("line", number, err)
		}
	})
	if err != nil {
		fmt.Fprintf(stderr, "zobrist book: %v\n", err)
		status = 1
	}
	return status
}

// position prints the moves of a position, as a table.
func (l *lookup) position(position string) error {
	p, key, err := walkChess(l.keys, position, nil)
	if err != nil {
		return err
	}
	found, err := l.book.Find(key)
	if err != nil {
		return err
	}
	if l.printed++; l.printed > 1 {
		fmt.Fprintln(l.out)
	}
	fmt.Fprintf(l.out, "%v\t%s\n", key, strings.Join(strings.Fields(position), " "))
	if len(found) == 0 {
		fmt.Fprintln(l.out, "  not in the book")
		return nil
	}
	sum := 0
	for _, e := range found {
		sum += int(e.Weight)
	}
	for _, e := range found {
		share := "-"
		if sum > 0 {
			share = fmt.Sprintf("%.1f %%", 100*float64(e.Weight)/float64(sum))
		}
		move, legal := asPlayed(&p, e.Move)
		note := ""
		if !legal {
			note = "  not legal"
		}
		fmt.Fprintf(l.out, "  %-5s %5d %8s%s\n", move, e.Weight, share, note)
	}
	return nil
}

// asPlayed returns a move of a book as UCI has it, with castling in ordinary chess
// as the king's two files, and whether it is legal.
func asPlayed(p *zobrist.ChessPosition, m zobrist.ChessMove) (zobrist.ChessMove, bool) {
	if !movegen.IsLegal(p, m) {
		return m, false
	}
	after := *p
	after.Play(m)
	for _, legal := range movegen.Legal(p) {
		played := *p
		if played.Play(legal); legal.From == m.From && played == after {
			return legal, true
		}
	}
	return m, true
}
