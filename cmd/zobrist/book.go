package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/book"
	"github.com/zobrist-go/zobrist/internal/lines"
	"github.com/zobrist-go/zobrist/internal/notation"
	"github.com/zobrist-go/zobrist/internal/openings"
	"github.com/zobrist-go/zobrist/internal/words"
)

const bookHelp = `usage: zobrist book FILE [POSITION ...]
       zobrist book -all FILE
       zobrist book -make FILE [-min-games N] [-max-plies N] < GAMES

Prints the moves that a Polyglot opening book has for each position, with the weight of
each and its share of all weights, the highest first. A POSITION is written as for
zobrist hash. With -, it reads positions from standard input, one per line. Without a
POSITION it does the same, but if standard input is a terminal, it takes the start
position. The book is not loaded into memory.

With -all, it prints KEY<TAB>MOVE<TAB>WEIGHT<TAB>LEARN for every entry. Castling is
written as in the file, as the king's move to its own rook (e1h1).

With -make, it makes FILE from the games on standard input. An existing FILE is replaced
only if it is a book. Each line is a game, as pgn-extract -Wuci writes it: the moves
in UCI notation, then the result. The PGN tag FEN sets the start of the next game.
Other tags and blank lines are skipped. A move's weight is Polyglot's: twice the
wins plus the draws of the side that moves. Moves of weight 0 are left out, and so
are games without a result (*). A game with a wrong move is reported and left out.

  $ zobrist book -make book.bin -min-games 1 < games.txt
  book.bin: 2 moves from 3 games (games without a result: 0, wrong lines: 0)
  $ zobrist book book.bin startpos
  463b96181691fc9c	startpos
    e2e4      3   75.0%
    d2d4      1   25.0%

flags:
`

// bookCommand isn't called book because package book is.
func bookCommand(c *cli, args []string) error {
	all := c.Bool("all", false, "list every entry")
	makes := c.Bool("make", false, "make a book in FILE")
	minGames := c.Int("min-games",
		3, "with -make, leave out moves that were played in fewer than `N` games")
	maxPlies := c.Int("max-plies",
		1024, "with -make, take the first `N` moves of each game, counting both sides")
	// Flags may follow FILE.
	err := c.parse(args)
	path := c.Arg(0)
	if err == nil && path != "" {
		err = c.parse(c.Args()[1:])
	}
	if err != nil {
		return err
	}
	switch {
	case path == "":
		err = errors.New("no FILE")
	case *all && *makes:
		err = errors.New("-all and -make exclude each other")
	case c.given("min-games", "max-plies") && !*makes:
		err = errors.New("-min-games and -max-plies need -make")
	case *minGames < 0 || *maxPlies < 0:
		err = fmt.Errorf("-min-games %d, -max-plies %d, want 0 or more", *minGames, *maxPlies)
	case (*all || *makes) && c.NArg() > 0:
		err = fmt.Errorf("got argument %q after FILE, want none with -all or -make", c.Arg(0))
	}
	if err != nil {
		return misuse{err}
	}
	if *makes {
		return c.writeBook(path, *minGames, *maxPlies)
	}
	return c.readBook(path, *all)
}

// readBook prints all entries of a book, or those of the positions in the arguments.
func (c *cli) readBook(path string, all bool) error {
	b, err := book.Open(path)
	if err != nil {
		return err
	}
	defer b.Close()
	if b.Len() == 0 {
		return fmt.Errorf("%s is empty, want a Polyglot book", path)
	}
	if all {
		for e, err := range b.All() {
			if err != nil {
				return err
			}
			fmt.Fprintf(c.out, "%v\t%v\t%d\t%d\n", e.Key, e.Move, e.Weight, e.Learn)
		}
		return nil
	}
	positions := c.Args()
	if len(positions) == 0 && isTerminal(c.stdin) {
		positions = []string{"startpos"}
	} else if whole, ok := notation.Unquoted("chess", positions); ok {
		positions = []string{whole}
	}
	keys, printed := zobrist.Polyglot(), 0
	return c.eachPosition(positions, func(position string) error {
		return printMoves(c.out, &printed, b, keys, position)
	})
}

// printMoves prints the moves of a position as a table, and adds 1 to printed.
func printMoves(out io.Writer, printed *int, b *book.Book, keys *zobrist.Chess,
	position string) error {
	line, _, err := notation.Played("chess", position)
	if err != nil {
		return err
	}
	p := line[len(line)-1].(notation.Chess)
	key := p.Position.Hash(keys)
	found, err := b.Find(key)
	if err != nil {
		return broken{err}
	}
	*printed++
	if *printed > 1 {
		fmt.Fprintln(out)
	}
	fmt.Fprintf(out, "%v\t%s\n", key, strings.Join(strings.Fields(position), " "))
	if len(found) == 0 {
		fmt.Fprintln(out, "  not in the book")
		return nil
	}
	sum := 0
	for _, e := range found {
		sum += int(e.Weight)
	}
	for _, e := range found {
		share := "-"
		if sum > 0 {
			share = fmt.Sprintf("%.1f%%", 100*float64(e.Weight)/float64(sum))
		}
		note := ""
		if _, err := notation.ParseMove(&p.Position, e.Move.String()); err != nil {
			note = "  not legal"
		}
		fmt.Fprintf(out, "  %-5s %5d %7s%s\n", p.StandardCastling(e.Move), e.Weight, share, note)
	}
	return nil
}

// A gameLine is a line of standard input that may have a game.
type gameLine struct {
	number int
	text   string
	game   *openings.Game
	played *openings.Played
	err    error
}

// writeBook makes a book of the games in standard input.
func (c *cli) writeBook(path string, minGames, maxPlies int) error {
	if !replaceable(path) {
		return fmt.Errorf("%s exists and is not a book: it was not replaced", path)
	}
	m := openings.NewMaker(maxPlies)
	progress := newProgress(c.stderr, 0, 0)
	wrong, hinted := 0, false
	read := func(chunk lines.Chunk) (games []gameLine) {
		chunk.Each(func(number int, line string, err error) {
			l := gameLine{number: number, text: line, err: err}
			if err == nil {
				l.game = m.Read(line)
			}
			if l.game != nil || l.err != nil {
				games = append(games, l)
			}
		})
		return games
	}
	play := func(games []gameLine) []gameLine {
		for i := range games {
			l := &games[i]
			if l.err == nil {
				l.played, l.err = m.Play(l.game)
			}
		}
		return games
	}
	err := inChunks(c, read, play, func(games []gameLine) {
		for _, l := range games {
			if l.err == nil {
				m.Add(l.played)
				continue
			}
			progress.clear()
			c.warn(fmt.Errorf("line %d: %s", l.number, plain(l.err)))
			wrong++
			if !hinted && notation.IsPGN(l.text) {
				c.warn(errors.New(notation.PGNHint))
				hinted = true
			}
		}
		progress.show(words.Plural(m.Games, "game") + ", " + words.Plural(m.Moves(), "move"))
	})
	progress.end()
	switch {
	case err != nil:
		return err
	case m.Games == 0:
		return fmt.Errorf("no games with a result: %s was not written", path)
	}
	var data bytes.Buffer
	if err := m.Write(&data, minGames); err != nil {
		return err
	}
	if data.Len() == 0 {
		return fmt.Errorf("no move scored in %d games or more: %s was not written (see -min-games)",
			minGames, path)
	}
	ctx, stop := c.interruptible()
	defer stop()
	if err := replaceFile(ctx, path, data.Bytes()); err != nil {
		return err
	}
	fmt.Fprintf(c.out, "%s: %s from %s (games without a result: %d, wrong lines: %d)\n",
		path, words.Plural(data.Len()/16, "move"), words.Plural(m.Games, "game"),
		m.Unfinished, wrong)
	if wrong > 0 {
		return exit(1)
	}
	return nil
}

// replaceable reports whether a book may be written to a path: no file, an empty one, a
// device, or a book.
func replaceable(path string) bool {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() || info.Size() == 0 {
		return err == nil || errors.Is(err, os.ErrNotExist)
	}
	b, err := book.Open(path)
	if err != nil {
		return false
	}
	defer b.Close()
	for _, err = range b.All() {
	}
	return err == nil
}
