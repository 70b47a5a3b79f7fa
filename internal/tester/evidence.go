package tester

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist/chess"
	"github.com/zobrist-go/zobrist/internal/keycheck"
	"github.com/zobrist-go/zobrist/internal/tester/rare"
	"github.com/zobrist-go/zobrist/internal/tester/solve"
	"github.com/zobrist-go/zobrist/internal/words"
)

// listed compares the keys that a game lists with those of which the keys of positions consist, if
// their texts are like a FEN and the names are those of [zobrist.Chess.Keys].
func (r *record) listed(keys []keycheck.Named) error {
	const few, most = 500, 6000 // positions
	var samples []solve.Sample
	for _, m := range r.all[:min(len(r.all), most)] {
		if p, err := solve.Parse(m.text); err == nil && strings.Contains(m.text, "/") {
			samples = append(samples, solve.Sample{Position: p, Key: m.key})
		}
	}
	if len(samples) < few {
		return nil
	}
	same, differ := solve.Find(samples, 1).Compare(keys)
	if len(differ) < 3 || len(differ) < same {
		return nil
	}
	slices.SortFunc(differ, cmp.Compare)
	return fmt.Errorf("the method Keys lists other numbers than those of which keys consist: %d of %d names differ, such as %s. List the numbers that are in use, under their own names",
		len(differ), len(differ)+same, words.Quoted(differ, 3))
}

// rareLines returns lines with rare moves if the game is chess and its texts are FENs, perhaps without clocks.
func rareLines(first string) (lines []Line) {
	fields := strings.Fields(first)
	if len(fields) < 4 || !strings.HasPrefix(chess.StartFEN, first) {
		return nil
	}
	for _, l := range rare.Lines() {
		fen := strings.Fields(cmp.Or(l.FEN, chess.StartFEN))
		lines = append(lines, Line{Start: strings.Join(fen[:min(len(fen), len(fields))], " "), Moves: l.Moves})
	}
	return lines
}
