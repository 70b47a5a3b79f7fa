package notation

import (
	"math/bits"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
)

const othelloStartLine = "---------------------------OX------XO--------------------------- X"

var othelloStart = zobrist.OthelloStart()

// othelloAfter returns the position after legal moves.
func othelloAfter(p zobrist.OthelloPosition, moves ...zobrist.Square) zobrist.OthelloPosition {
	for _, at := range moves {
		if !p.Play(at) {
			panic("not a legal move")
		}
	}
	return p
}

type emittedOthello struct {
	key      zobrist.Key
	position string
}

// emitOthello returns the key and the text of the last position of a game, or of
// each position after a move that was written.
func emitOthello(position string, each bool) (out []emittedOthello, err error) {
	g, err := Parse("othello", position, nil)
	if err != nil {
		return nil, err
	}
	o, p := zobrist.NewOthello(1), g.Start
	for step, err := range g.Steps() {
		if err != nil {
			return out, err
		}
		if p = step.After; each && !step.Implied {
			out = append(out, emittedOthello{o.Hash(p.(Othello).OthelloPosition), p.String()})
		}
	}
	if !each || len(g.Moves) == 0 {
		out = append(out, emittedOthello{o.Hash(p.(Othello).OthelloPosition), position})
	}
	return out, nil
}

// othelloGames returns the transcripts of the library's test games.
func othelloGames(t testing.TB) []string {
	text, err := os.ReadFile("../../testdata/othello_games.txt")
	require.NoError(t, err)
	var games []string
	for _, line := range strings.Split(string(text), "\n") {
		if line != "" && line[0] != '#' {
			_, moves, _ := strings.Cut(line, " ")
			games = append(games, moves)
		}
	}
	require.NotEmpty(t, games)
	return games
}

func TestHashOthello(t *testing.T) {
	o := zobrist.NewOthello(1)
	after := o.Hash(othelloAfter(othelloStart, 37, 43, 18)) // f5, d6, c3
	for _, tt := range []struct {
		position string
		want     zobrist.Key
	}{
		{"startpos", o.Hash(othelloStart)},
		{"startpos moves", o.Hash(othelloStart)},
		{"startpos ; the start", o.Hash(othelloStart)},
		{othelloStartLine, o.Hash(othelloStart)},
		{othelloStartLine + "; F5:+0;", o.Hash(othelloStart)},
		{strings.ToLower(othelloStartLine), o.Hash(othelloStart)},
		{othelloStartLine[:64] + " O", o.Hash(othelloStart) ^ o.Side()},
		{"startpos f5d6c3", after},
		{"startpos F5D6C3", after},
		{"startpos F5d6C3", after},
		{"startpos moves f5d6c3", after},
		{"startpos moves f5 d6 c3", after},
		{"  startpos\tmoves F5 d6C3 ", after},
		{"startpos moves f5d6c3 ; moves", after},
		{"startpos moves f5d6c3%", after},
		{othelloStartLine + " moves f5d6c3", after},
		{othelloStartLine + "  moves F5 D6 C3", after},
		{othelloAfter(othelloStart, 37).String() + " moves d6c3", after},
	} {
		for _, each := range []bool{false, true} {
			got, err := emitOthello(tt.position, each)
			require.NoError(t, err, tt.position)
			require.NotEmpty(t, got)
			assert.Equal(t, tt.want, got[len(got)-1].key, tt.position)
			if !each {
				assert.Equal(t, []emittedOthello{{tt.want, tt.position}}, got)
			}
		}
	}
}

func TestHashOthelloEach(t *testing.T) {
	o := zobrist.NewOthello(1)
	f5 := othelloAfter(othelloStart, 37)
	f5d6 := othelloAfter(f5, 43)
	for _, position := range []string{"startpos F5 D6", "startpos moves f5d6"} {
		got, err := emitOthello(position, true)
		require.NoError(t, err)
		assert.Equal(t, []emittedOthello{
			{o.Hash(f5), f5.String()},
			{o.Hash(f5d6), f5d6.String()},
		}, got)
	}
	got, err := emitOthello(strings.ToLower(f5.String())+" moves D6 ; second move", true)
	require.NoError(t, err)
	assert.Equal(t, []emittedOthello{{o.Hash(f5d6), f5d6.String()}}, got)

	for _, position := range []string{"startpos", "startpos moves", othelloStartLine + "; F5:+0;"} {
		got, err := emitOthello(position, true)
		require.NoError(t, err)
		assert.Equal(t, []emittedOthello{{o.Hash(othelloStart), position}}, got)
	}
}

// TestHashOthelloGames has whole games, with implied and written passes.
func TestHashOthelloGames(t *testing.T) {
	passed := 0
	for _, game := range othelloGames(t) {
		implied, err := emitOthello("startpos moves "+game, true)
		require.NoError(t, err)
		assert.Len(t, implied, len(game)/2)

		// Write the passes, in different ways.
		p, written := othelloStart, ""
		for i := 0; i < len(game); i += 2 {
			at, err := zobrist.ParseSquare(strings.ToLower(game[i : i+2]))
			require.NoError(t, err)
			if p.Flips(at) == 0 {
				written += []string{"pa", " -- ", "PS", "ps ", "PA"}[passed%5]
				passed++
				p.Pass()
			}
			written += game[i : i+2]
			p.Play(at)
		}
		all, err := emitOthello("startpos moves "+written, true)
		require.NoError(t, err)
		assert.Len(t, all, len(strings.ReplaceAll(written, " ", ""))/2)
		keys := map[zobrist.Key]bool{}
		for _, e := range all {
			keys[e.key] = true
			again, err := emitOthello(e.position, false)
			require.NoError(t, err)
			assert.Equal(t, []emittedOthello{e}, again)
		}
		assert.Len(t, keys, len(all))
		for _, e := range implied {
			assert.True(t, keys[e.key], e.position)
		}
		assert.Equal(t, all[len(all)-1].key, implied[len(implied)-1].key)

		_, err = emitOthello("startpos "+game+"a1", false)
		require.ErrorContains(t, err, "the game is over")
		_, err = emitOthello("startpos "+game+"pa", false)
		require.ErrorContains(t, err, "the game is over")
		assert.NotZero(t, bits.OnesCount64(p.Black))
	}
	assert.GreaterOrEqual(t, passed, 11)
}

func TestHashOthelloErrors(t *testing.T) {
	const game = "startpos moves F5D6C3D3C4F4F6F3E6E7D7G6F8F7H6C5C6D8E3B6G4B4B5H3H4E2D2G3F1F2G5E8C8C7A3E1D1C1B1C2A6G2B8A5G8H5H1A7B2G1A4B7H2A2A8A1"
	for _, tt := range []struct{ name, position, want string }{
		{"empty", "", "the board ends at character 1, after 0 squares"},
		{"short", othelloStartLine[:60], "the board ends at character 61, after 60 squares"},
		{"long", "-" + othelloStartLine, "character 65 is '-', want X or O for the side to move"},
		{"unknown letter", strings.Replace(othelloStartLine, "O", "Q", 1), "character 28 is 'Q'"},
		{"no side", othelloStartLine[:64], "no side to move at character 65"},
		{"no side, moves", othelloStartLine[:64] + " moves f5", "no side to move at character 65"},
		{"moves run into the side", othelloStartLine + "moves f5", "character 67 is 'm'"},
		{"no word moves", othelloStartLine + " f5d6", "character 68 is 'f'"},
		{"not startpos", "startposition", "character 1 is 's'"},
		{"no square", "startpos moves f5d6i1", `move number 3: "i1" is neither a square from a1 to h8 nor a pass`},
		{"half a square", "startpos moves f5d", `move number 2: "d" is neither`},
		{"split square", "startpos moves f5 d 6", `move number 2: "d" is neither`},
		{"twice moves", "startpos moves moves f5", `move number 1: "mo" is neither`},
		{"flips nothing", "startpos moves f5d6a1", "move number 3: Black on a1 is illegal, it flips nothing"},
		{"taken", "startpos moves f5 f5", "move number 2: White on f5 is illegal, there is a disc"},
		{"wrong side", othelloStartLine[:64] + " O moves f5", "move number 1: White on f5 is illegal, it flips nothing"},
		{"pass", "startpos moves f5d6pac3", "pass before move number 3: Black may not pass, it can play c3"},
		{"pass at once", "startpos moves --", "pass before move number 1: Black may not pass, it can play d3"},
		{"illegal where a pass is implied", game + "a1", "move number 57: Black has no move, and White on a1 is illegal, there is a disc"},
		{"flips nothing where a pass is implied", game + "h8", "move number 57: Black has no move, and White on h8 is illegal, it flips nothing"},
		{"two passes", game + "paps", "pass before move number 57: White may not pass, it can play b3"},
		{"after the end", "startpos e6f4e3f6g5d6e7f5c5a1", "move number 10: a1: the game is over"},
		{"a pass after the end", "startpos e6f4e3f6g5d6e7f5c5pa", "pass before move number 10: the game is over"},
		{"a full board", strings.Repeat("X", 65) + " moves a1", "move number 1: a1: the game is over"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := emitOthello(tt.position, false)
			require.ErrorContains(t, err, tt.want)
			assert.Empty(t, got)
			_, err = emitOthello(tt.position, true)
			require.ErrorContains(t, err, tt.want)
		})
	}
}

func FuzzHashOthello(f *testing.F) {
	for _, game := range othelloGames(f) {
		f.Add("startpos moves " + game)
	}
	f.Add("startpos f5 D6c3pa--ps;")
	f.Add(othelloStartLine + " moves f5d6")
	f.Add("XO" + strings.Repeat("-", 62) + "X moves c1 -- % end")
	f.Fuzz(func(t *testing.T, position string) {
		last, err := emitOthello(position, false)
		all, errEach := emitOthello(position, true)
		if err != nil {
			assert.Empty(t, last)
			assert.Equal(t, err, errEach)
		} else {
			require.NoError(t, errEach)
			require.Len(t, last, 1)
			require.NotEmpty(t, all)
			assert.Equal(t, position, last[0].position)
			assert.Equal(t, last[0].key, all[len(all)-1].key)
		}
		for _, e := range all {
			again, err := emitOthello(e.position, true)
			require.NoError(t, err)
			assert.Equal(t, e.key, again[len(again)-1].key)
		}
	})
}
