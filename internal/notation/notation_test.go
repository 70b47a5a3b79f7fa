package notation

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist/chess"
)

const (
	e4     = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"
	rooks  = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
	line   = "---------------------------OX------XO--------------------------- X"
	f5     = "---------------------------OX------XXX-------------------------- O"
	f5d6c3 = "------------------X--------XX------OXX-----O-------------------- O"

	// An Othello game after which Black must pass.
	endgame = "startpos moves " +
		"F5D6C3D3C4F4F6F3E6E7D7G6F8F7H6C5C6D8E3B6G4B4B5H3H4E2D2G3" +
		"F1F2G5E8C8C7A3E1D1C1B1C2A6G2B8A5G8H5H1A7B2G1A4B7H2A2A8A1"
)

// TestParse has texts that people type, and the positions that they lead to.
func TestParse(t *testing.T) {
	for game, texts := range map[string]map[string]string{
		"chess": {
			"startpos":                              chess.StartFEN,
			"position startpos":                     chess.StartFEN,
			" startpos moves\te2e4 ":                e4,
			"startpos e2e4":                         e4,
			chess.StartFEN + " moves e2e4":          e4,
			"fen " + chess.StartFEN + " moves e2e4": e4,
			"position fen " + chess.StartFEN:        chess.StartFEN,
			"position " + chess.StartFEN:            chess.StartFEN,
			rooks[:len(rooks)-4] + " moves e1g1":    "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1",
			rooks + ` ; c0 "moves 1."`:              rooks,
			"fen " + rooks + " moves 0000":          "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 1 1",
		},
		"othello": {
			"startpos":                          line,
			"startpos moves":                    line,
			"startpos ; the start":              line,
			line:                                line,
			line + "; F5:+0;":                   line,
			strings.ToLower(line):               line,
			line[:64] + " O":                    line[:64] + " O",
			"startpos f5d6c3":                   f5d6c3,
			"startpos F5d6C3":                   f5d6c3,
			"startpos moves f5 d6 c3":           f5d6c3,
			"  startpos\tmoves F5 d6C3 ":        f5d6c3,
			"startpos moves f5d6c3 ; moves":     f5d6c3,
			"startpos moves f5d6c3%":            f5d6c3,
			line + "  moves F5 D6 C3":           f5d6c3,
			strings.ToLower(f5) + " moves d6c3": f5d6c3,
		},
	} {
		for text, want := range texts {
			g, err := Parse(game, text, nil)
			require.NoError(t, err, text)
			assert.False(t, g.Follows)
			line, _, err := g.Play()
			require.NoError(t, err, text)
			assert.Equal(t, want, line[len(line)-1].String(), text)
		}
	}
}

// TestErrors has texts that are wrong, and what is said about each.
func TestErrors(t *testing.T) {
	const pgn = "(this is PGN: pgn-extract -Wuci converts it to lines of moves)"
	type errorOf struct{ text, want string }
	for game, texts := range map[string][]errorOf{
		"go": {{"startpos", `unknown game "go", want chess or othello`}},
		"chess": {
			{"", "FEN: field 1 (board): missing"},
			{"e2e4 e7e5", "(from the start: startpos moves e2e4 e7e5)"},
			{"startpos xyz", `"xyz" after startpos, want moves`},
			{"startpos moves e2e4 e2e4", "move number 2: e2e4 is not legal in " + e4},
			{"startpos moves e2e4 xyz", `move number 2: move "xyz"`},
			{"startpos moves e2e4 f7f5 d1h5 0000", "move number 4: 0000 is not legal in"},
			{"1. e4 e5 2. Nf3", pgn},
			{"startpos moves Nf3", pgn},
			{"startpos moves 1.e4", pgn},
			{"startpos moves " + strings.Repeat("x", 1000), `move "xxxx`},
		},
		"othello": {
			{"", "the board ends at character 1, after 0 squares"},
			{line[:60], "the board ends at character 61, after 60 squares"},
			{"-" + line, "character 65 is '-', want X or O for the side to move"},
			{line[:27] + "Q" + line[28:], "character 28 is 'Q'"},
			{line[:64], "no side to move at character 65"},
			{line[:64] + " moves f5", "no side to move at character 65"},
			{line + "moves f5", "character 67 is 'm'"},
			{line + " f5d6", "character 68 is 'f'"},
			{"startposition", "character 1 is 's'"},
			{"f5d6", "(from the start: startpos moves f5d6)"},
			{"startpos moves f5d6i1",
				`move number 3: "i1" is neither a square from a1 to h8 nor a pass`},
			{"startpos moves f5d", `move number 2: "d" is neither`},
			{"startpos moves f5 d 6", `move number 2: "d" is neither`},
			{"startpos moves moves f5", `move number 1: "mo" is neither`},
			{"startpos moves f5d6a1", "move number 3: Black on a1 is illegal, it flips nothing"},
			{"startpos moves f5 f5", "move number 2: White on f5 is illegal, there is a disc"},
			{line[:64] + " O moves f5", "move number 1: White on f5 is illegal, it flips nothing"},
			{"startpos moves f5d6pac3",
				"pass before move number 3: Black may not pass, it can play c3"},
			{"startpos moves --", "pass before move number 1: Black may not pass, it can play d3"},
			{endgame + "a1",
				"move number 57: Black has no move, and White on a1 is illegal, there is a disc"},
			{endgame + "h8",
				"move number 57: Black has no move, and White on h8 is illegal, it flips nothing"},
			{endgame + "paps", "pass before move number 57: White may not pass, it can play b3"},
			{"startpos e6f4e3f6g5d6e7f5c5a1", "move number 10: a1: the game is over"},
			{"startpos e6f4e3f6g5d6e7f5c5pa", "pass before move number 10: the game is over"},
			{strings.Repeat("X", 65) + " moves a1", "move number 1: a1: the game is over"},
		},
	} {
		for _, c := range texts {
			text, want := c.text, c.want
			_, _, err := Played(game, text)
			assert.ErrorContains(t, err, want, text)
			assert.Less(t, len(err.Error()), 400)
		}
	}
}

// TestParseFrom: moves alone are played from the given position.
func TestParseFrom(t *testing.T) {
	for game, texts := range map[string]map[string]int{
		"chess":   {"e2e4 e7e5": 2, "moves e2e4": 1, chess.StartFEN: -1, "startpos": -1},
		"othello": {"f5 d6": 2, "F5d6c3": 3, line: -1, "startpos": -1},
	} {
		from, err := Start(game)
		require.NoError(t, err)
		for text, moves := range texts {
			g, err := Parse(game, text, from)
			require.NoError(t, err, text)
			assert.Equal(t, moves >= 0, g.Follows, text)
			assert.Len(t, g.Moves, max(0, moves))
			assert.Equal(t, from, g.Start)
			_, _, err = g.Play()
			assert.NoError(t, err)
		}
		mover, other := from.ToMove()
		want := "White Black"
		if game == "othello" {
			want = "Black White"
		}
		assert.Equal(t, want, mover+" "+other)
	}
}

// othelloGames returns the transcripts of the library's test games.
func othelloGames(t testing.TB) (games []string) {
	text, err := os.ReadFile("../../testdata/othello_games.txt")
	require.NoError(t, err)
	for _, line := range strings.Split(string(text), "\n") {
		if line != "" && line[0] != '#' {
			_, moves, _ := strings.Cut(line, " ")
			games = append(games, moves)
		}
	}
	require.NotEmpty(t, games)
	return games
}

func TestUnquoted(t *testing.T) {
	whole, ok := Unquoted("chess", strings.Fields("startpos moves e2e4"))
	assert.True(t, ok)
	assert.Equal(t, "startpos moves e2e4", whole)
	for _, words := range [][]string{
		{"startpos"}, {"startpos", "startpos"}, {"startpos moves", "e2e4"}, {"x", "y"},
	} {
		_, ok := Unquoted("chess", words)
		assert.False(t, ok, words)
	}
}

func FuzzParse(f *testing.F) {
	for _, game := range othelloGames(f) {
		f.Add("startpos moves " + game)
	}
	for _, text := range []string{
		"position startpos moves e2e4 e7e5 0000 e5e4",
		"fen r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1 moves e1c1",
		"1. e4 moves fen position", "startpos f5 D6c3pa--ps;", line + " moves f5d6",
		"XO" + strings.Repeat("-", 62) + "X moves c1 -- % end",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		chess, _ := Start("chess")
		othello, _ := Start("othello")
		for _, c := range []struct {
			game string
			from Position
		}{{"chess", nil}, {"chess", chess}, {"othello", nil}, {"othello", othello}} {
			game, from := c.game, c.from
			g, err := Parse(game, text, from)
			if err != nil {
				require.NotContains(t, err.Error(), "\n")
				continue
			}
			for step, err := range g.Steps() {
				if err != nil {
					require.NotContains(t, err.Error(), "\n")
					break
				}
				again, err := Parse(game, step.After.String(), nil)
				require.NoError(t, err)
				require.Equal(t, fmt.Sprint(step.After), again.Start.String())
			}
		}
	})
}
