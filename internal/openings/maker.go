package openings

import (
	"io"
	"iter"
	"maps"
	"strings"

	"github.com/zobrist-go/zobrist"
)

// A Maker makes a book of games in memory.
type Maker struct {
	Games, Unfinished int // games with a result, and without

	keys     *zobrist.Chess
	maxPlies int
	start    string // of the next game, from a FEN tag
	counts   map[Played]Count
}

// NewMaker returns a Maker that takes the first maxPlies moves of each game.
func NewMaker(maxPlies int) *Maker {
	return &Maker{keys: zobrist.Polyglot(), maxPlies: maxPlies, counts: map[Played]Count{}}
}

// Line reads a line: a game (see [Parse]), a PGN tag, a comment that begins with #,
// or nothing. The tag FEN sets the start of the next game; other tags are skipped. A
// game with an error is not counted.
func (m *Maker) Line(line string) error {
	line = strings.TrimSpace(line)
	if fen, ok := strings.CutPrefix(line, `[FEN "`); ok {
		m.start, _, _ = strings.Cut(fen, `"`)
		return nil
	}
	if line == "" || line[0] == '[' || line[0] == '#' {
		return nil
	}
	start := m.start
	m.start = ""
	game, err := Parse(line)
	if err != nil {
		return err
	}
	game.Start = start
	played, counts, err := game.Count(m.keys, m.maxPlies)
	switch {
	case err != nil:
		return err
	case !game.Finished:
		m.Unfinished++
		return nil
	}
	m.Games++
	for i, p := range played {
		m.counts[p] = m.counts[p].Add(counts[i])
	}
	return nil
}

// Moves returns the number of different moves counted.
func (m *Maker) Moves() int { return len(m.counts) }

// All yields the count of each move, in no order.
func (m *Maker) All() iter.Seq2[Played, Count] { return maps.All(m.counts) }

// Write writes the book (see [Write]).
func (m *Maker) Write(w io.Writer, minGames int) error { return Write(w, m.All(), minGames) }
