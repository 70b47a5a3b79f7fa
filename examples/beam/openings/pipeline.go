package main

import (
	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/zobrist-go/zobrist/examples/beam/internal/run"
)

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

	gamesRead = "games read" // a counter for the line of progress
)

type options struct {
	Book, Table             string // paths, or empty
	Top, MinGames, MaxPlies int
	Named, Owners           int
}

// build adds all steps to a pipeline.
//
//	globs -> split -> blocks of lines -> count -> by owner -> sum -+-> by 0 -> write the book
//	                                       |                      +-> by 0 -> write the table
//	                                       +-> bad games -> by 0 -> name the first
//
// Every step adds to the totals.
func build(s beam.Scope, o options, globs []string) {
	lines, long, read := beam.ParDo3(s.Scope("split"), &split{o}, beam.CreateList(s, globs))
	played, bad, counted := beam.ParDo3(s.Scope("count"), &count{Options: o}, beam.GroupByKey(s, lines))
	book, table, summed := beam.ParDo3(s.Scope("sum"), &sum{Options: o}, beam.GroupByKey(s, played))
	totals := []beam.PCollection{read, counted, summed}
	if o.Book != "" {
		totals = append(totals, beam.ParDo(s.Scope("book"), &writeBook{o}, beam.GroupByKey(s, book)))
	}
	if o.Table != "" {
		totals = append(totals, beam.ParDo(s.Scope("table"), &writeTable{o}, beam.GroupByKey(s, table)))
	}
	run.Total(s, namespace, totals...)

	names := beam.GroupByKey(s, beam.Flatten(s, long, bad))
	run.Total(s, badNamespace, beam.ParDo(s.Scope("name"), &name{o}, names))
}
