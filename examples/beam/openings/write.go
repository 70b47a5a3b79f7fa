package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/zobrist-go/zobrist/examples/beam/internal/block"
	"github.com/zobrist-go/zobrist/internal/openings"
)

func init() {
	register.DoFn5x1[int64, func(*[]byte) bool, func(int64, []byte), func(int64, []byte), func(string, int64), error](&sum{})
	register.DoFn4x1[context.Context, int64, func(*[]byte) bool, func(string, int64), error](&writeBook{})
	register.DoFn4x1[context.Context, int64, func(*[]byte) bool, func(string, int64), error](&writeTable{})
	register.DoFn3x0[int64, func(*string) bool, func(string, int64)](&name{})
	register.Iter1[string]()
}

// sum adds up an owner's records. It passes on those that the book or the table may
// need.
type sum struct{ Options options }

func (f *sum) ProcessElement(_ int64, blocks func(*[]byte) bool, book, table func(int64, []byte), _ func(string, int64)) error {
	sums, err := readBlocks(blocks)
	if err != nil {
		return err
	}
	top := commonest(sums, f.Options.Top)
	books, tables := block.NewSender(1, recordSize, 0), block.NewSender(1, recordSize, 0)
	books.Emit, tables.Emit = book, table
	for p, o := range sums {
		if o.games() >= uint64(f.Options.MinGames) {
			sendRecord(books, p, o)
		}
		if _, ok := top[p.Key]; ok {
			sendRecord(tables, p, o)
		}
	}
	books.Flush()
	tables.Flush()
	return nil
}

// writeBook writes the book.
type writeBook struct{ Options options }

func (f *writeBook) ProcessElement(ctx context.Context, _ int64, blocks func(*[]byte) bool, total func(string, int64)) error {
	sums, err := readBlocks(blocks)
	if err != nil {
		return err
	}
	counts := make(map[openings.Played]openings.Count, len(sums))
	var moves int64
	for p, o := range sums {
		if counts[p], err = o.count(); err != nil {
			return err
		}
		if counts[p].Points > 0 {
			moves++
		}
	}
	total(bookMoves, moves)
	if moves == 0 {
		return nil
	}
	return replaceFile(ctx, f.Options.Book, func(w io.Writer) error {
		return openings.Write(w, maps.All(counts), f.Options.MinGames)
	})
}

// writeTable writes the most common positions, most games first. It keeps the moves of
// a position together.
type writeTable struct{ Options options }

func (f *writeTable) ProcessElement(ctx context.Context, _ int64, blocks func(*[]byte) bool, total func(string, int64)) error {
	sums, err := readBlocks(blocks)
	if err != nil {
		return err
	}
	games := commonest(sums, f.Options.Top)
	var rows []openings.Played
	for p := range sums {
		if _, ok := games[p.Key]; ok {
			rows = append(rows, p)
		}
	}
	slices.SortFunc(rows, func(a, b openings.Played) int {
		return cmp.Or(cmp.Compare(games[b.Key], games[a.Key]), cmp.Compare(a.Key, b.Key),
			cmp.Compare(sums[b].games(), sums[a].games()), cmp.Compare(a.Move.String(), b.Move.String()))
	})
	total(tablePositions, int64(len(games)))
	return replaceFile(ctx, f.Options.Table, func(w io.Writer) error {
		fmt.Fprintln(w, "key\tmove\tgames\twins\tdraws\tlosses")
		for _, p := range rows {
			o := sums[p]
			fmt.Fprintf(w, "%v\t%v\t%d\t%d\t%d\t%d\n", p.Key, p.Move, o.games(), o[0], o[1], o[2])
		}
		return nil
	})
}

// replaceFile writes a file. It replaces an old file only when the new one is complete.
func replaceFile(ctx context.Context, path string, write func(io.Writer) error) error {
	fs, err := filesystem.New(ctx, path)
	if err != nil {
		return err
	}
	defer fs.Close()
	part := path + ".part"
	file, err := fs.OpenWrite(ctx, part)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(file)
	if err := errors.Join(write(w), w.Flush(), file.Close()); err != nil {
		return fmt.Errorf("%s: %w", part, err)
	}
	return filesystem.Rename(ctx, fs, part, path)
}

// name passes on the names of the first bad games, ordered by file and line.
type name struct{ Options options }

func (f *name) ProcessElement(_ int64, names func(*string) bool, total func(string, int64)) {
	var bad []badGame
	var s string
	for names(&s) {
		bad = append(bad, decodeBad(s))
	}
	for _, b := range first(bad, f.Options.Named) {
		total(b.encode(), 1)
	}
}
