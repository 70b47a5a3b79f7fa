package main

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/book"
	"github.com/zobrist-go/zobrist/internal/openings"
)

// A maker makes a book of games.
type maker struct {
	minGames, maxPlies int
	stdout, stderr     io.Writer

	start                    string // of the next game, by its FEN tag
	games, unfinished, wrong int
	hinted                   bool // at what makes lines of PGN
	counts                   map[openings.Played]openings.Count
}

// make reads games and writes the book, and returns the exit status.
func (m *maker) make(path string, games io.Reader) int {
	m.counts = map[openings.Played]openings.Count{}
	fail := func(err error) int {
		fmt.Fprintf(m.stderr, "zobrist book: %s\n", plain(err))
		return 1
	}
	if !replaceable(path, isBook) {
		return fail(fmt.Errorf("%s is there, and no book: it is left as it is", path))
	}
	keys := zobrist.Polyglot()
	progress := newProgress(m.stderr)
	err := readLines(games, func() error { return nil }, func(number int, line string, err error) {
		if err == nil {
			err = m.line(keys, strings.TrimSpace(line))
		}
		if err != nil {
			progress.clear()
			fmt.Fprintf(m.stderr, "zobrist book: line %d: %s\n", number, plain(err))
			if m.wrong++; !m.hinted && isPGN(line) {
				fmt.Fprintln(m.stderr, "zobrist book: this is PGN, of which pgn-extract -Wuci makes lines of moves")
				m.hinted = true
			}
		}
		progress.show(func() string { return plural(m.games, "game") + ", " + plural(len(m.counts), "move") })
	})
	progress.clear()
	switch {
	case err != nil:
		return fail(err)
	case m.games == 0:
		return fail(fmt.Errorf("no games with a result, %s is not written", path))
	}

	var size counter
	err = replaceFile(path, func(w io.Writer) error {
		err := openings.Write(io.MultiWriter(w, &size), maps.All(m.counts), m.minGames)
		if err == nil && size == 0 {
			err = fmt.Errorf("no move of %d games or more has scored, %s is not written: see -min-games", m.minGames, path)
		}
		return err
	})
	if err != nil {
		return fail(err)
	}
	_, err = fmt.Fprintf(m.stdout, "%s: %s from %s (games without a result: %d, wrong lines: %d)\n",
		path, plural(int(size/16), "move"), plural(m.games, "game"), m.unfinished, m.wrong)
	if err != nil {
		return fail(err)
	}
	return min(m.wrong, 1)
}

// line takes a line: a game, a tag or nothing.
func (m *maker) line(keys *zobrist.Chess, line string) error {
	if fen, ok := strings.CutPrefix(line, `[FEN "`); ok {
		m.start, _, _ = strings.Cut(fen, `"`)
		return nil
	}
	if line == "" || line[0] == '[' || line[0] == '#' {
		return nil
	}
	start := m.start
	m.start = ""
	game, err := openings.Parse(line)
	if err != nil {
		return err
	}
	game.Start = start
	played, counts, err := game.Count(keys, m.maxPlies)
	if err != nil {
		return err
	}
	if !game.Finished {
		m.unfinished++
		return nil
	}
	m.games++
	for i, p := range played {
		m.counts[p] = m.counts[p].Add(counts[i])
	}
	return nil
}

// isBook reports whether a file is a book.
func isBook(f *os.File, size int64) bool {
	b, err := book.New(f, size)
	if err != nil {
		return false
	}
	for range b.All(&err) {
	}
	return err == nil
}

// isPGN reports whether a line has the number of a move, as 1. or 1.e4.
func isPGN(line string) bool { return moveNumber.MatchString(line) }

var moveNumber = regexp.MustCompile(`(^|\s)[0-9]+\.`)

// A counter counts bytes.
type counter int

func (c *counter) Write(p []byte) (int, error) {
	*c += counter(len(p))
	return len(p), nil
}

// replaceFile writes a file, and leaves the one that was there as it is until the
// new one is whole.
func replaceFile(path string, write func(io.Writer) error) (err error) {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		f, err := os.OpenFile(path, os.O_WRONLY, 0) // a pipe or a device
		if err != nil {
			return err
		}
		return errors.Join(write(f), f.Close())
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".zobrist-book-*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(f.Name()))
		}
	}()
	if err := errors.Join(write(f), f.Chmod(0o644), f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}

// A progress shows how far something is, on a terminal.
type progress struct {
	w     io.Writer // nil when there is none
	next  time.Time
	shown bool
}

func newProgress(w io.Writer) *progress {
	if f, ok := w.(*os.File); !ok || !isTerminal(f) {
		return &progress{}
	}
	return &progress{w: w, next: time.Now().Add(progressEvery)}
}

const progressEvery = time.Second / 4

// show shows a text in place of the last, unless that was just now.
func (p *progress) show(text func() string) {
	if p.w == nil || time.Now().Before(p.next) {
		return
	}
	fmt.Fprintf(p.w, "\r\x1b[K%s", text())
	p.shown, p.next = true, time.Now().Add(progressEvery)
}

// clear removes the text.
func (p *progress) clear() {
	if p.shown {
		fmt.Fprint(p.w, "\r\x1b[K")
		p.shown = false
	}
}
