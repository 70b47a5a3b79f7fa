package board

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/chess"
	"github.com/zobrist-go/zobrist/internal/gamekeys"
	"github.com/zobrist-go/zobrist/internal/notation"
	"github.com/zobrist-go/zobrist/othello"
)

func state(game string, steps ...string) State {
	s := State{Game: game, Keys: "polyglot", Rule: "pseudo-legal",
		Steps: steps, At: len(steps), From: max(0, len(steps)-1)}
	if game == "othello" {
		s.Keys = "1"
	}
	return s
}

func sum(features []Feature) (k zobrist.Key) {
	for _, f := range features {
		k ^= f.Key
	}
	return k
}

// TestView plays random games, with passes, edits and undos, and holds every view against
// the library.
func TestView(t *testing.T) {
	rng := rand.New(zobrist.NewSplitMix64(1))
	for _, game := range []string{"chess", "othello"} {
		passes, edits := 0, 0
		for range 20 {
			s := state(game)
			s.Rule = gamekeys.Rules()[rng.IntN(3)].String()
			if game == "chess" && rng.IntN(2) == 0 {
				s.Keys = "2026"
			}
			for range 80 {
				v, err := s.View()
				require.NoError(t, err)
				wantView(t, s, v)
				var step string
				switch {
				case v.Pass && (len(v.Moves) == 0 || rng.IntN(20) == 0):
					step = notation.Pass
					if game == "chess" {
						step = "0000"
					}
					passes++
				case rng.IntN(20) == 0:
					w := v.Switches[rng.IntN(len(v.Switches))]
					if w.Possible {
						step, err = s.Edit(w.Name)
						require.NoError(t, err)
						edits++
					}
				case len(v.Moves) > 0:
					step = v.Moves[rng.IntN(len(v.Moves))].Step
				}
				if step == "" {
					break
				}
				s.Steps = append(slices.Clone(s.Steps), step)
				s.At, s.From = len(s.Steps), len(s.Steps)-1
				if rng.IntN(5) == 0 { // undo one
					s.At, s.From = s.At-1, s.At
					v, err := s.View()
					require.NoError(t, err)
					wantView(t, s, v)
					s.Steps = s.Steps[:s.At]
					s.From = max(0, s.At-1)
				}
			}
		}
		assert.NotZero(t, passes)
		assert.NotZero(t, edits)
	}
}

// wantView holds a view against the library, from the text of its position.
func wantView(t *testing.T, s State, v *View) {
	var want zobrist.Key
	if s.Game == "othello" {
		p, err := othello.Parse(v.Position)
		require.NoError(t, err)
		want = p.Hash(zobrist.NewOthello(1))
	} else {
		p, err := chess.ParseFEN(v.Position)
		require.NoError(t, err)
		c := zobrist.Polyglot()
		if s.Keys != "polyglot" {
			c = zobrist.NewChess(2026)
		}
		for i, r := range gamekeys.Rules() {
			if r.String() == s.Rule {
				want = p.Hash(c.WithEnPassant(r))
			}
			require.Equal(t, p.Hash(c.WithEnPassant(r)), v.Rules[i].Key)
			require.Equal(t, strings.HasPrefix(v.Rules[i].Why, "counts"), v.Rules[i].Counts)
		}
	}
	require.Equal(t, want, v.Key)
	require.Equal(t, want, sum(v.Features))
	if s.At != s.From {
		require.Equal(t, want, v.Before^sum(v.Changed))
	}
}

func TestViewErrors(t *testing.T) {
	v, err := state("chess", "e2e4", "e7e5", "e4e5", "a7a6").View()
	require.EqualError(t, err, "step 3: e4e5 is not legal in "+
		"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2")
	assert.Equal(t, []string{"e2e4", "e7e5"}, v.Steps, "what is right is kept")
	assert.Equal(t, 2, v.At)
	assert.Len(t, v.Changed, 3, "the step to there: e7e5")
	v, err = state("othello", "f5", "f5").View()
	require.EqualError(t, err, "step 2: White on f5 is illegal, there is a disc")
	assert.Len(t, v.Steps, 1)
	_, err = state("othello", "pa").View()
	require.EqualError(t, err, "step 1: Black may not pass, it can play d3")
	_, err = state("chess", "f2f3", "e7e5", "a2a3", "d8h4", "0000").View()
	require.EqualError(t, err, "step 5: 0000 is not legal in "+
		"rnb1kbnr/pppp1ppp/8/4p3/7q/P4P2/1PPPP1PP/RNBQKBNR w KQkq - 1 3: the king is in check")
	for _, s := range []State{{Game: "go"}, {Game: "chess", Keys: "polyglot", Rule: "never"},
		{Game: "chess", Keys: "-1", Rule: "legal"}, {Game: "othello", Keys: "polyglot"}} {
		v, err := s.View()
		assert.Nil(t, v)
		assert.Error(t, err)
	}
	v, err = State{Game: "chess", Keys: "polyglot", Rule: "legal", At: 1 << 40, From: -7}.View()
	require.NoError(t, err)
	assert.Zero(t, v.At)
}

func TestStatus(t *testing.T) {
	for _, c := range []struct{ game, steps, want string }{
		{"chess", "f2f3 e7e5 g2g4 d8h4", "Checkmate: Black has won"},
		{"chess", "7k/5Q2/8/8/8/8/8/K7_b_-_-_0_1", "Stalemate: Black has no move"},
		{"chess", "4k3/8/8/8/8/8/8/K3R3_b_-_-_0_1", "Black to move, in check"},
		{"chess", "4k3/8/8/8/8/8/8/K3R3_w_-_-_0_1",
			"White to move, and Black’s king can be taken: no game leads here"},
		{"chess", "8/8/8/8/8/8/8/8_w_-_-_0_1", "White to move, and has no move"},
		{"othello", "f5 f6 d3 g5 h5 h4 f7 h6", "Black has no move and must pass. Black 8, White 4"},
		{"othello", strings.Repeat("X", 63) + "-_O", "The game is over. Black 63, White 0"},
	} {
		v, err := state(c.game, strings.Split(strings.ReplaceAll(c.steps, " ", ";"), ";")...).View()
		if strings.Contains(c.steps, "_") {
			v, err = state(c.game, strings.ReplaceAll(c.steps, "_", " ")).View()
		}
		require.NoError(t, err)
		assert.Equal(t, c.want, v.Status)
	}
	v, err := state("chess", "g1f3", "g8f6", "f3g1", "f6g8").View()
	require.NoError(t, err)
	assert.Equal(t, 4, v.Seen)
}

func TestEdit(t *testing.T) {
	for _, c := range []struct{ game, from, edit, want string }{
		{"chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "a1 .",
			"r3k2r/8/8/8/8/8/8/4K2R w Kkq - 0 1"},
		{"chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1 Q",
			"r3k2r/8/8/8/8/8/8/R3Q2R w kq - 0 1"},
		{"chess", "r3k2r/8/8/8/8/8/8/R3K2R w Kkq - 0 1", "castling Q",
			"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"},
		{"chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "castling q",
			"r3k2r/8/8/8/8/8/8/R3K2R w KQk - 0 1"},
		{"chess", "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", "en passant d",
			"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"},
		{"chess", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "en passant d",
			"4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1"},
		{"chess", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "d5 .", "4k3/8/8/4P3/8/8/8/4K3 w - - 0 1"},
		{"chess", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "side", "4k3/8/8/3pP3/8/8/8/4K3 b - - 0 1"},
		{"othello", othello.Start().String(), "a1 X", "X" + othello.Start().String()[1:]},
		{"othello", othello.Start().String(), "d4 X",
			strings.Replace(othello.Start().String(), "OX", "XX", 1)},
	} {
		got, err := state(c.game, c.from).Edit(c.edit)
		require.NoError(t, err)
		assert.Equal(t, c.want, got, c.edit)
	}
	for _, c := range [][2]string{{"chess", "castling K"}, {"chess", "castling x"},
		{"chess", "en passant e"}, {"chess", "en passant z"}, {"chess", "e9 P"}, {"chess", "e4 x"},
		{"othello", "e4 P"}, {"othello", "z X"}} {
		s := state(c[0])
		if c[0] == "chess" {
			s = state("chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1")
		}
		_, err := s.Edit(c[1])
		assert.Error(t, err, c[1])
	}
}

func TestPaste(t *testing.T) {
	const fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
	start := othello.Start().String()
	for _, c := range []struct{ game, text, want string }{
		{"chess", "e2e4 e7e5", "e2e4 e7e5"},
		{"chess", " " + fen + "\n", fen},
		{"chess", fen + " moves e1g1 e8e7", fen + " e1g1 e8e7"},
		{"chess", "position startpos moves e2e4", chess.StartFEN + " e2e4"},
		{"othello", "f5d6", "f5 d6"},
		{"othello", "startpos F5 d6", start + " f5 d6"},
		{"othello", start, start},
		{"othello", "f5f6d3g5h5h4f7h6a1", "error: move number 9: Black has no move, and White on " +
			"a1 is illegal, it flips nothing"},
		{"othello", "f5f6d3g5h5h4f7h6c5", "f5 f6 d3 g5 h5 h4 f7 h6 pa c5"},
		{"chess", "e2e4 e2e4", "error: move number 2: e2e4 is not legal in " +
			"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"},
		{"chess", "", "error: nothing to read: want a position or moves"},
		{"chess", "hello",
			`error: move number 1: move "hello": from "he", want a square from a1 to h8`},
		{"othello", start[:40] + " X", `error: Othello position "` + start[:40] +
			` X": character 41 is ' ', want X, O or - for a6`},
	} {
		steps, err := state(c.game).Paste(c.text)
		got := strings.Join(steps, " ")
		if err != nil {
			assert.Nil(t, steps)
			got = "error: " + notation.Plain(err)
			require.True(t, strings.HasPrefix(got, c.want) &&
				strings.HasPrefix(c.want, "error: "), got)
			continue
		}
		assert.Equal(t, c.want, got, c.text)
	}
}

func TestExplain(t *testing.T) {
	s := state("chess", "e2e4")
	p, err := chess.ParseFEN(chess.StartFEN)
	require.NoError(t, err)
	p.Play(chess.Move{From: 12, To: 28})
	c := zobrist.Polyglot()
	key := p.Hash(c)
	for _, x := range []struct {
		key    zobrist.Key
		right  bool
		text   string
		differ []string
	}{
		{key, true, "It is right under the en passant rules pseudo-legal and legal, and under no " +
			"other.", nil},
		{key ^ c.EnPassant(20), true,
			"It is right under the en passant rule always, and under no other.", nil},
		{key ^ c.Side(), false, "It is right with White to move instead of Black. It is wrong by " +
			"\"side\".", []string{"side"}},
		{key ^ c.Castling(zobrist.WhiteShort), false, "It lacks \"castling K\".",
			[]string{"castling K"}},
		{key ^ c.EnPassant(16), false, "It wrongly has \"en passant a\".",
			[]string{"en passant a"}},
		{key ^ c.Table().Key(12, zobrist.WhitePawn), false, "It wrongly has \"e2 P\".",
			[]string{"e2 P"}},
		{0x463b96181691fc9c, false, "It is the key of another position of this game: after 0 of " +
			"1 moves, not after 1.", []string{"e2 P", "e4 P", "side"}},
		{0x123456789, false, "No small set of the named keys explains the difference. Perhaps: " +
			"different numbers, a different position, or squares, pieces or files in a different " +
			"order.", nil},
	} {
		v, err := s.Explain(x.key.String())
		require.NoError(t, err)
		assert.Equal(t, x.right, v.Right)
		assert.Contains(t, v.Text, x.text)
		var names []string
		for _, f := range v.Differ {
			names = append(names, f.Name)
		}
		assert.Equal(t, x.differ, names)
	}
	s.Keys = "7"
	v, err := s.Explain(key.String())
	require.NoError(t, err)
	assert.Contains(t, v.Text, "It is the key of the position with Polyglot's numbers.")
	v, err = state("othello").Explain(othello.Start().Hash(zobrist.NewOthello(1)).String())
	require.NoError(t, err)
	assert.True(t, v.Right)
	_, err = s.Explain("xyz")
	assert.ErrorContains(t, err, `key "xyz": character 1 is 'x', want a hexadecimal digit`)
}

// TestBirthday compares the median of the trials with that of independent random keys.
// Positions of one game have keys in common, so it may be off by more than chance.
func TestBirthday(t *testing.T) {
	for _, game := range []string{"chess", "othello"} {
		b, err := NewBirthday(game, 12, 1)
		require.NoError(t, err)
		for len(b.Trials) < 300 {
			b.Step()
		}
		slices.Sort(b.Trials)
		assert.InEpsilon(t, math.Sqrt(2*math.Ln2*math.Exp2(12)), b.Trials[150], 0.25, game)
	}
	for _, bits := range []int{7, 33} {
		_, err := NewBirthday("chess", bits, 1)
		assert.Error(t, err)
	}
	_, err := NewBirthday("go", 8, 1)
	assert.Error(t, err)
}
