package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/fileio"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/gcs"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/local"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/zobrist-go/zobrist/examples/beam/internal/block"
	"github.com/zobrist-go/zobrist/examples/beam/internal/run"
	"github.com/zobrist-go/zobrist/internal/lines"
	"github.com/zobrist-go/zobrist/internal/openings"
)

func init() {
	register.DoFn5x1[context.Context, fileio.ReadableFile, func(int64, []byte), func(string, int64), func(string, int64), error](&count{})
	register.DoFn5x1[int64, func(*[]byte) bool, func(int64, []byte), func(int64, []byte), func(string, int64), error](&sum{})
	register.Emitter2[int64, []byte]()
	register.Emitter2[string, int64]()
	register.Iter1[[]byte]()
}

// namespace is the namespace of the totals. In badNamespace, each metric is named after
// a bad game.
const (
	namespace    = "openings"
	badNamespace = "openings: bad games"
)

// The totals.
const (
	finished       = "games with a result"
	unfinished     = "games without a result"
	badGames       = "bad games"
	bookMoves      = "moves of the book"
	tablePositions = "positions of the table"
)

type options struct {
	Book, Table                     string // paths, or empty
	Top, MinGames, MaxPlies, Owners int
}

// build adds all steps to a pipeline.
//
//	globs -> files -> count -> by owner -> sum -+-> by 0 -> write the book
//	                                            +-> by 0 -> write the table
//
// Every step adds to the totals.
func build(s beam.Scope, o options, globs []string) {
	matches := fileio.MatchAll(s, beam.CreateList(s, globs), fileio.MatchEmptyDisallow())
	files := fileio.ReadMatches(s, beam.Reshuffle(s, matches))
	played, bad, counted := beam.ParDo3(s.Scope("count"), &count{o}, files)
	book, table, summed := beam.ParDo3(s.Scope("sum"), &sum{o}, beam.GroupByKey(s, played))
	totals := []beam.PCollection{counted, summed}
	if o.Book != "" {
		totals = append(totals, beam.ParDo(s.Scope("book"), &writeBook{o}, beam.GroupByKey(s, book)))
	}
	if o.Table != "" {
		totals = append(totals, beam.ParDo(s.Scope("table"), &writeTable{o}, beam.GroupByKey(s, table)))
	}
	run.Total(s, namespace, totals...)
	run.Total(s, badNamespace, bad)
}

// count plays the games of a file and sends the count of each move to the owner of its
// position.
type count struct{ Options options }

func (f *count) ProcessElement(ctx context.Context, file fileio.ReadableFile, send func(int64, []byte), bad, total func(string, int64)) error {
	r, err := file.Open(ctx)
	if err != nil {
		return err
	}
	m, wrong := openings.NewMaker(f.Options.MaxPlies), int64(0)
	err = lines.Each(r, func() error { return nil }, func(number int, line string, err error) {
		if err == nil {
			err = m.Line(line)
		}
		if err != nil {
			if wrong++; wrong == 1 {
				bad(strings.ToValidUTF8(fmt.Sprintf("%s:%d: %v", file.Metadata.Path, number, err), "\ufffd"), 1)
			}
		}
	})
	if err = errors.Join(err, r.Close()); err != nil {
		return fmt.Errorf("%s: %w", file.Metadata.Path, err)
	}
	out := newSender(f.Options.Owners, send)
	for p, c := range m.All() {
		sendRecord(out, p, c)
	}
	out.Flush()
	total(finished, int64(m.Games))
	total(unfinished, int64(m.Unfinished))
	total(badGames, wrong)
	return nil
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
	books, tables := newSender(1, book), newSender(1, table)
	for p, c := range sums {
		if int(c.Games) >= f.Options.MinGames {
			sendRecord(books, p, c)
		}
		if _, ok := top[p.Key]; ok {
			sendRecord(tables, p, c)
		}
	}
	books.Flush()
	tables.Flush()
	return nil
}

func newSender(owners int, emit func(int64, []byte)) *block.Sender {
	s := block.NewSender(owners, recordSize, 0)
	s.Emit = emit
	return s
}
