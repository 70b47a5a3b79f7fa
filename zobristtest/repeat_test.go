package zobristtest_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/zobrist-go/zobrist/zobristtest"
)

// TestSeedRepeatsTheGame: the seed that Run reports repeats the random game that failed,
// as the first one, however it was steered and wherever it started. So a repetition plays
// one game, or a few if two games disagree.
func TestSeedRepeatsTheGame(t *testing.T) {
	t.Parallel()
	wrongAfter := func(fours int) func() zobristtest.Game {
		return newStroll(strollBug{make: func(s *stroll, _ strollState) {
			if s.fours >= fours {
				s.key ^= strollSide
			}
		}})
	}
	for _, c := range []struct {
		name  string
		game  func() zobristtest.Game
		cfg   zobristtest.Config
		games int // to repeat it
	}{
		{"any game", wrongAfter(30), zobristtest.Config{Plies: 150}, 1},
		{"few games", wrongAfter(44), zobristtest.Config{Plies: 150}, 1},
		{"after a null move", newStroll(strollBug{make: func(s *stroll, was strollState) {
			if s.fours >= 20 && was.last == 0 && s.last == 3 {
				s.key ^= strollSide
			}
		}}), zobristtest.Config{Plies: 100}, 1},
		{"one reply to a null move", newStroll(strollBug{
			moves: func(*stroll) int { return 40 },
			make: func(s *stroll, was strollState) {
				if was.last == 0 && s.last == 37 && len(s.stack)%64 == 17 {
					s.key ^= strollSide
				}
			},
		}), zobristtest.Config{Plies: 150}, 1},
		{"one start of three", newLadder(40), zobristtest.Config{Starts: []string{"10", "36"}, Plies: 30}, 1},
		{"promotion", newChessGame(startFEN, not("promoted")), zobristtest.Config{Plies: 150}, 1},
		{"steered back", newDialGame(false), zobristtest.Config{Plies: 150}, 1},
		{"clone", func() zobristtest.Game {
			g := newRow()
			g.clone = func(g, c *row) { c.cells[7] = 0 }
			return clonedRow{g}
		}, zobristtest.Config{}, 1},
		{"rare word", func() zobristtest.Game { return halfLoader{newLoadedChess(startFEN, chessBug{})().(loadedChess)} },
			zobristtest.Config{Plies: 100}, 1},
		{"two games", func() zobristtest.Game { return &trio{score: true} }, zobristtest.Config{}, 3},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			play := func(seed uint64, games int) (failed uint64) {
				c.cfg.Seed, c.cfg.Games = seed, games
				s := c.cfg.Session(c.game)
				s.Unhurried, s.Haste = false, 100
				_, failed, err := s.Play()
				assert.Error(t, err, "seed %d", seed)
				return failed
			}
			seeds := uint64(2)
			if strings.HasPrefix(c.name, "one reply") {
				seeds = 6 // most random games show it in another way
			}
			for first := range seeds {
				seed := play(1000*first, 200)
				assert.Equal(t, seed, play(seed, c.games))
			}
		})
	}
}

// TestCommandRepeatsTheFailure runs the command that a message prints. It plays no other
// subtest, and the failure comes first.
func TestCommandRepeatsTheFailure(t *testing.T) {
	t.Parallel()
	for game, c := range map[string]struct{ variable, want string }{
		"promotion":   {"ZOBRISTTEST_SEED", "(the piece is not put on its new square in the key?)"},
		"quick texts": {"ZOBRISTTEST_TEXTS", "no game reached the first position"},
		"quick Make":  {"ZOBRISTTEST_SEED", "key after "},
	} {
		t.Run(game, func(t *testing.T) {
			t.Parallel()
			out, err := runOn(t, game, nil, "-test.run=^TestRunOnGame$")
			require.Error(t, err)
			command := regexp.MustCompile(`repeat with (\w+)=(\S+|'.*') go test -run '(\S+)'`).FindAllStringSubmatch(out, -1)
			require.Len(t, command, 1, out)
			variable, value, run := command[0][1], strings.Trim(command[0][2], "'"), command[0][3]
			assert.Equal(t, c.variable, variable)
			out, err = runOn(t, game, []string{variable + "=" + value}, "-test.run="+run, "-test.v")
			require.Error(t, err, out)
			assert.Contains(t, out, c.want)
			assert.Contains(t, out, command[0][0], "the first game fails")
			assert.Equal(t, 2, strings.Count(out, "=== RUN"), "no other subtest: %s", out)
		})
	}
	for variable, value := range map[string]string{"ZOBRISTTEST_SEED": "five", "ZOBRISTTEST_TEXTS": "e4"} {
		out, err := runOn(t, "quick ", []string{variable + "=" + value}, "-test.run=^TestRunOnGame$/^texts$")
		assert.Error(t, err)
		assert.Contains(t, out, "zobristtest: "+variable+`="`+value+`": `)
	}
}

// TestSeedOfFuzz: the seed in the environment chooses the games that Fuzz adds.
func TestSeedOfFuzz(t *testing.T) {
	t.Parallel()
	failed := func(seed string) string {
		out, _ := runOn(t, "many fours", []string{"ZOBRISTTEST_SEED=" + seed}, "-test.run=^FuzzGame$", "-test.short")
		return strings.Join(regexp.MustCompile(`--- FAIL: FuzzGame/seed#\d`).FindAllString(out, -1), "\n")
	}
	seen := map[string]bool{failed("1"): true}
	assert.True(t, seen[failed("1")], "the same games")
	for _, seed := range []string{"2", "3", "4", "5", "6"} {
		seen[failed(seed)] = true
	}
	assert.Greater(t, len(seen), 1, "other games: %v", seen)
}

func init() {
	games["many fours"] = newStroll(strollBug{make: func(s *stroll, _ strollState) {
		if s.fours >= 41 {
			s.key ^= strollSide
		}
	}})
	games["two moves have the same name"] = newStroll(strollBug{moveString: func(s *stroll, i int) string {
		return fmt.Sprint("+", max(1, i)) // 0 and 1
	}})
	configs["many fours"] = zobristtest.Config{Games: 3}
}
