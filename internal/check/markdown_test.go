package check

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write the golden files")

// Reports of real engines: see docs/field-report.md.
var reports = map[string]Report{
	"glaurung": {
		Engine: "Glaurung 2.2", Command: "zobrist check -n 4000 glaurung", Ask: "d", Decimal: true,
		Results: []Result{{Name: "moves", Main: true, Count: 3904, Bad: 439, Unit: "position", Findings: []Finding{{
			What: "the en passant rules differ: from a FEN always (after each double push), by moves pseudo-legal (if a pawn can capture)",
			Name: "en-passant-rules", At: Query{Moves: []string{"a2a4"}}, FEN: "rnbqkbnr/pppppppp/8/8/P7/8/1PPPPPPP/RNBQKBNR b KQkq a3 0 1",
			Of: "by moves", Got: 0x648bd716ceb172ce, OfWant: "from the FEN", Want: 0xd7cb1b8d9c9ac07f, WantAt: Query{FEN: "rnbqkbnr/pppppppp/8/8/P7/8/1PPPPPPP/RNBQKBNR b KQkq a3 0 1"},
			Why: `they differ by "en passant a3"`, Features: []string{"en passant a3"}, Count: 439,
		}}}},
	},
	"chess22k": {
		Engine: "chess22k", Command: "zobrist check java -jar chess22k.jar", Ask: "d",
		Results: []Result{{Name: "moves", Main: true, Count: 3904, Bad: 439, Unit: "position", Findings: []Finding{{
			What: "the en passant rules differ: from a FEN always (after each double push), by moves pseudo-legal (if a pawn can capture)",
			Name: "en-passant-rules", At: Query{Moves: []string{"a2a4"}}, WantAt: Query{FEN: "rnbqkbnr/pppppppp/8/8/P7/8/1PPPPPPP/RNBQKBNR b KQkq a3 0 1"},
			Why: `they differ by "en passant a3"`, Features: []string{"en passant a3"}, Count: 439,
		}}}},
	},
	"chesslib": {
		Engine: "chesslib", Command: "zobrist check -adapter java -cp chesslib.jar:. Adapter",
		Results: []Result{
			{Name: "numbers", Main: true, Count: 760, Unit: "number", Findings: []Finding{{
				What: `16 sets of features share a number, such as "castling Q" and "castling k"`, Name: "shared-numbers",
				At: Query{FEN: "4k2r/8/8/8/8/8/8/R3K3 w Q - 0 1"}, WantAt: Query{FEN: "4k2r/8/8/8/8/8/8/R3K3 w k - 0 1"}, Got: 0x832334827590b7c4, Want: 0x832334827590b7c4, Count: 16,
				Look: "look for indexes that overlap, such as 57*piece + 13*square and 300 + 3*rights in one table",
			}}},
			{Name: "null move", Count: 1, Unit: "null move", Findings: []Finding{{
				What: "the key after a null move is wrong", At: Query{Moves: []string{"f2f4", "d7d5", "f4f5", "e7e5", NullMove}}, Count: 1, Features: []string{"e1 b"},
				Why: "wrong by: \"e1 b\"\na black bishop on e1 shares its number with en passant against the pawn on e5", Look: "doNullMove clears the en passant square but leaves its number in the key",
			}}},
		},
	},
	"sound": {
		Engine: "Sound <b>`1` ", Ask: "d",
		Results: []Result{{Name: "moves", Main: true, Count: 3904, Unit: "position"}},
	},
	"depends": {
		Engine: "Depends", Ask: "d", Results: []Result{{Name: "undo", Main: true, Count: 9, Unit: "position", Findings: []Finding{
			{What: "the key is another one after go perft 1", At: Query{}, Then: "go perft 1", Of: "afterwards", Got: 1, OfWant: "before", Want: 2, Why: `it lacks "side"`, Features: []string{"side"}},
		}}},
	},
}

func TestMarkdown(t *testing.T) {
	for name, r := range reports {
		t.Run(name, func(t *testing.T) {
			r.Finish(nil)
			var b strings.Builder
			require.NoError(t, r.WriteMarkdown(&b))
			file := filepath.Join("testdata", "markdown", name+".md")
			if *update {
				require.NoError(t, os.WriteFile(file, []byte(b.String()), 0o644))
			}
			want, err := os.ReadFile(file)
			require.NoError(t, err)
			assert.Equal(t, string(want), b.String())
			assert.Equal(t, 1, strings.Count(b.String(), "github.com/zobrist-go"))
		})
	}
}
