package notation

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
)

// TestParse has texts that people type, and the positions that they lead to.
func TestParse(t *testing.T) {
	const rooks = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
	const e4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"
	for text, want := range map[string]string{
		"startpos":                                zobrist.StartFEN,
		"position startpos":                       zobrist.StartFEN,
		" startpos moves\te2e4 ":                  e4,
		"startpos e2e4":                           e4,
		zobrist.StartFEN + " moves e2e4":          e4,
		"fen " + zobrist.StartFEN + " moves e2e4": e4,
		"position fen " + zobrist.StartFEN:        zobrist.StartFEN,
		"position " + zobrist.StartFEN:            zobrist.StartFEN,
		rooks[:len(rooks)-4] + " moves e1g1":      "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1",
		rooks + ` ; c0 "moves 1."`:                rooks,
		"fen " + rooks + " moves 0000":            "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 1 1",
	} {
		g, err := Parse("chess", text, nil)
		if !assert.NoError(t, err, text) {
			continue
		}
		assert.False(t, g.Follows)
		end, err := g.End()
		if assert.NoError(t, err, text) {
			assert.Equal(t, want, end.String(), text)
		}
	}
	for text, want := range map[string]string{
		"":                                   "FEN: field 1 (board): missing",
		"e2e4 e7e5":                          "(from the start: startpos moves e2e4 e7e5)",
		"startpos xyz":                       `"xyz" after startpos, want moves`,
		"startpos moves e2e4 e2e4":           "move number 2: e2e4 is not legal in " + e4,
		"startpos moves e2e4 xyz":            `move number 2: move "xyz"`,
		"startpos moves e2e4 f7f5 d1h5 0000": "move number 4: 0000 is not legal in",
		"1. e4 e5 2. Nf3":                    "(this is PGN: pgn-extract -Wuci converts it to lines of moves)",
		"startpos moves Nf3":                 "(this is PGN: pgn-extract -Wuci converts it to lines of moves)",
		"startpos moves 1.e4":                "(this is PGN: pgn-extract -Wuci converts it to lines of moves)",
		"startpos moves " + strings.Repeat("x", 1000): `move "xxxx`,
	} {
		g, err := Parse("chess", text, nil)
		if err == nil {
			_, err = g.End()
		}
		assert.ErrorContains(t, err, want, text)
		assert.Less(t, len(err.Error()), 400)
	}
	_, err := Parse("go", "startpos", nil)
	assert.EqualError(t, err, `unknown game "go", want chess or othello`)
}

// TestParseFrom: moves alone are played from the given position.
func TestParseFrom(t *testing.T) {
	for _, game := range []string{"chess", "othello"} {
		from, err := Start(game)
		require.NoError(t, err)
		for text, moves := range map[string]int{
			map[string]string{"chess": "e2e4 e7e5", "othello": "f5 d6"}[game]:   2,
			map[string]string{"chess": "moves e2e4", "othello": "F5d6c3"}[game]: map[string]int{"chess": 1, "othello": 3}[game],
			from.String(): -1,
			"startpos":    -1,
		} {
			g, err := Parse(game, text, from)
			require.NoError(t, err, text)
			assert.Equal(t, moves >= 0, g.Follows, text)
			assert.Len(t, g.Moves, max(0, moves))
			assert.Equal(t, from, g.Start)
			_, err = g.End()
			assert.NoError(t, err)
		}
	}
	mover, other := startChess().ToMove()
	assert.Equal(t, "White Black", mover+" "+other)
	mover, other = startOthello().ToMove()
	assert.Equal(t, "Black White", mover+" "+other)
}

func TestUnquoted(t *testing.T) {
	whole, ok := Unquoted("chess", strings.Fields("startpos moves e2e4"))
	assert.True(t, ok)
	assert.Equal(t, "startpos moves e2e4", whole)
	for _, words := range [][]string{{"startpos"}, {"startpos", "startpos"}, {"startpos moves", "e2e4"}, {"x", "y"}} {
		_, ok := Unquoted("chess", words)
		assert.False(t, ok, words)
	}
}

func FuzzParse(f *testing.F) {
	f.Add("position startpos moves e2e4 e7e5 0000 e5e4")
	f.Add("fen r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1 moves e1c1")
	f.Add("1. e4 moves fen position")
	f.Fuzz(func(t *testing.T, text string) {
		for _, from := range []Position{nil, startChess()} {
			g, err := Parse("chess", text, from)
			if err != nil {
				require.NotContains(t, err.Error(), "\n")
				continue
			}
			for step, err := range g.Steps() {
				if err != nil {
					require.NotContains(t, err.Error(), "\n")
					break
				}
				again, err := Parse("chess", step.After.String(), nil)
				require.NoError(t, err)
				require.Equal(t, step.After.String(), again.Start.String())
			}
		}
	})
}
