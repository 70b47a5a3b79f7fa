package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/gcs"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/local"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/examples/beam/internal/block"
	"github.com/zobrist-go/zobrist/internal/openings"
)

func init() {
	register.DoFn5x1[context.Context, string, func(int64, []byte), func(int64, string), func(string, int64), error](&split{})
	register.DoFn6x1[context.Context, int64, func(*[]byte) bool, func(int64, []byte), func(int64, string), func(string, int64), error](&count{})
	register.Emitter2[int64, []byte]()
	register.Emitter2[int64, string]()
	register.Emitter2[string, int64]()
	register.Iter1[[]byte]()
}

const (
	textBlock = 256 << 10 // size of a block of lines, in bytes
	maxLine   = 1 << 20   // longer than any game
)

// split reads files into blocks of lines. A block starts with a line of its own: the
// quoted file name and the number of the first line. A block ends after a game, so that
// the FEN tag of a game is in the game's block.
type split struct{ Options options }

func (f *split) ProcessElement(ctx context.Context, glob string, blocks func(int64, []byte), bad func(int64, string), total func(string, int64)) error {
	fs, err := filesystem.New(ctx, glob)
	if err != nil {
		return err
	}
	defer fs.Close()
	files, err := fs.List(ctx, glob)
	if err != nil {
		return fmt.Errorf("%s: %w", glob, err)
	}
	if len(files) == 0 {
		return fmt.Errorf("%s: no such file", glob)
	}
	for _, file := range files {
		r, err := fs.OpenRead(ctx, file)
		if err == nil {
			err = errors.Join(f.file(file, r, blocks, bad, total), r.Close())
		}
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
	}
	return nil
}

func (f *split) file(name string, r io.Reader, blocks func(int64, []byte), bad func(int64, string), total func(string, int64)) error {
	in := bufio.NewReaderSize(r, maxLine)
	var text []byte
	n, owner := 1, int64(0)
	begin := func() { text = fmt.Appendf(nil, "%q %d\n", name, n) }
	flush := func() {
		blocks(owner, text)
		owner = (owner + 1) % int64(f.Options.Owners)
	}
	for begin(); ; n++ {
		line, err := in.ReadSlice('\n')
		if err == bufio.ErrBufferFull {
			bad(0, badGame{name, n, fmt.Sprintf("line of more than %d bytes", maxLine)}.encode())
			total(badGames, 1)
			for err == bufio.ErrBufferFull {
				_, err = in.ReadSlice('\n')
			}
			line = []byte("\n") // so that the next line keeps its number
		}
		if err != nil && err != io.EOF {
			return fmt.Errorf("line %d: %w", n, err)
		}
		text = append(text, line...)
		if err == io.EOF {
			flush()
			return nil
		}
		if len(text) >= textBlock && isGame(line) {
			flush()
			n++
			begin()
			n--
		}
	}
}

// isGame reports whether a line is a game, not a tag, comment or blank line.
func isGame(line []byte) bool {
	line = bytes.TrimSpace(line)
	return len(line) > 0 && line[0] != '[' && line[0] != '#'
}

// count plays the games. It adds up the moves of each position within a bundle, and
// sends the sums to the owners of the positions.
type count struct {
	Options options

	keys   *zobrist.Chess
	played map[openings.Played]outcome
	bad    []badGame
	totals map[string]int64
}

// maxPlayed is how many moves a bundle collects before it sends them.
const maxPlayed = 1 << 18

func (f *count) StartBundle(func(int64, []byte), func(int64, string), func(string, int64)) {
	f.keys = zobrist.Polyglot()
	f.played = map[openings.Played]outcome{}
	f.bad, f.totals = nil, map[string]int64{}
}

func (f *count) FinishBundle(send func(int64, []byte), bad func(int64, string), total func(string, int64)) {
	f.flush(send)
	for _, b := range first(f.bad, f.Options.Named) {
		bad(0, b.encode())
	}
	for name, n := range f.totals {
		total(name, n)
	}
}

func (f *count) ProcessElement(ctx context.Context, _ int64, blocks func(*[]byte) bool, send func(int64, []byte), _ func(int64, string), _ func(string, int64)) error {
	read := beam.NewCounter(namespace, gamesRead)
	var text []byte
	for blocks(&text) {
		before := f.totals[finished]
		if err := f.lines(text); err != nil {
			return err
		}
		read.Inc(ctx, f.totals[finished]-before)
		if len(f.played) >= maxPlayed {
			f.flush(send)
		}
	}
	return nil
}

// lines counts the games in a block.
func (f *count) lines(text []byte) error {
	head, text, _ := bytes.Cut(text, []byte("\n"))
	var file string
	var n int
	if _, err := fmt.Sscanf(string(head), "%q %d", &file, &n); err != nil {
		return fmt.Errorf("head of a block of games: %w", err)
	}
	start := ""
	for raw := range bytes.Lines(text) {
		line := strings.TrimSpace(strings.TrimPrefix(string(raw), "\ufeff"))
		if fen, ok := strings.CutPrefix(line, `[FEN "`); ok {
			start, _, _ = strings.Cut(fen, `"`)
		} else if isGame([]byte(line)) {
			if err := f.game(start, line); err != nil {
				f.totals[badGames]++
				f.bad = append(f.bad, badGame{file, n, err.Error()})
				if len(f.bad) > 2*f.Options.Named+1000 {
					f.bad = first(f.bad, f.Options.Named)
				}
			}
			start = ""
		}
		n++
	}
	return nil
}

func (f *count) game(start, line string) error {
	game, err := openings.Parse(line)
	if err != nil {
		return err
	}
	game.Start = start
	played, counts, err := game.Count(f.keys, f.Options.MaxPlies)
	if err != nil {
		return err
	}
	if !game.Finished {
		f.totals[unfinished]++
		return nil
	}
	f.totals[finished]++
	for i, p := range played {
		o := f.played[p]
		o[2-counts[i].Points]++
		f.played[p] = o
	}
	return nil
}

func (f *count) flush(send func(int64, []byte)) {
	out := block.NewSender(f.Options.Owners, recordSize, 0)
	out.Emit = send
	for p, o := range f.played {
		sendRecord(out, p, o)
	}
	out.Flush()
	clear(f.played)
}
