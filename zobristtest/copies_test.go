package zobristtest_test

import (
	"fmt"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/zobristtest"
)

func TestWrongClones(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		clone func(g, c *row)
		want  string
	}{
		{"right", nil, ""},
		{"shares the cells", func(g, c *row) { c.cells = g.cells },
			`^Clone (at the start|after put\d+): moves made in the clone \(put.*\) change the game: (key ` + key16 + `, was|position "\[.*\]", was "\[)`},
		{"shares the cells with a stack of copies", func(g, c *row) {
			c.cells = g.cells[:9:9]
			c.cells = append(c.cells, g.cells[9:]...)
			c.cells[0] = g.cells[0]
		}, ""},
		{"shares the undo stack", func(g, c *row) {
			g.kept = append(make([]rowState, 0, 64), g.kept...)
			c.kept, c.line = g.kept, append([]int(nil), g.line...)
		}, `^Clone (at the start|after put\d+): moves made in turn in the game \(put.*\) and in the clone \(put.*\), and taken back in turn, change the game: key ` + key16 + `, was`},
		{"copies the undo stack", func(g, c *row) {
			c.kept, c.line = append([]rowState(nil), g.kept...), append([]int(nil), g.line...)
		}, ""},
		{"forgets the key", func(g, c *row) { c.key = 0 }, `^Clone after put\d+: its key is 0{16}, want ` + key16},
		{"forgets a cell", func(g, c *row) { c.cells[7] = 0 }, `^Clone after put7: its recomputed key is 0{16}, want ` + key16},
		{"makes wrong moves", func(g, c *row) { c.wrong = func(*row, int) zobrist.Key { return 8 } },
			`^Clone at the start: in the clone, key after put\d+: got`},
		{"changes when the game moves", func(g, c *row) {
			g.wrong = func(*row, int) zobrist.Key { c.key ^= 1; return 0 }
		}, `^Clone (at the start|after put\d+): a move made in the game \(put\d+\) changes the clone: key`},
		{"cannot take moves back", func(g, c *row) { c.stays = true },
			`^Clone at the start: in the clone, key (at the start|after( put\d+)+), put\d+ taken back: got`},
		{"has another name", func(g, c *row) { c.name = "clone" },
			`^Clone at the start: its position is "\[.*\]clone", want "\[.*\]"$`},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, _, err := zobristtest.Config{Games: 20, Seed: 1}.Play(func() zobristtest.Game {
				g := newRow()
				g.clone = c.clone
				return clonedRow{g}
			})
			matches(t, c.want, err)
		})
	}
	// A wrong move that is first made in a clone, three moves ahead of the game, is no bug of
	// Clone.
	_, _, err := zobristtest.Config{Games: 1, Seed: 7}.Play(func() zobristtest.Game {
		g := newRow()
		g.clone = func(g, c *row) { c.wrong = g.wrong }
		g.wrong = func(g *row, cell int) zobrist.Key {
			if stones := len(g.cells) - len(g.free()); stones == 6 {
				return 1
			}
			return 0
		}
		return clonedRow{g}
	})
	matches(t, `^key after( put\d+){7,}: got `+key16+`, want `+key16, err)
	said, _, err := zobristtest.Config{Games: 5, Plies: 2}.Play(func() zobristtest.Game { return clonedRow{newRow()} })
	assert.NoError(t, err)
	assert.Regexp(t, `, [1-9]\d* clones`, said, "short games are cloned too")
}

func TestWrongLoads(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		load func(g *ladder, rung int)
		want string
	}{
		{"right", nil, ""},
		{"a wrong key", func(g *ladder, rung int) {
			if rung == 3 {
				g.key++
			}
		}, `^Load\("3"\) after up up up: its key is ` + key16 + `, want ` + key16},
		{"another rung", func(g *ladder, rung int) {
			if rung == 3 {
				g.rung, g.key = 2, rungs.Key(2, 1)
			}
		}, `^Load\("3"\) after up up up: its key is ` + key16 + `, want ` + key16 + `; wrong by: "rung 2", "rung 3"`},
		{"a wrong key after the next move", func(g *ladder, rung int) {
			if g.bad = 0; rung == 2 {
				g.bad = 3
			}
		}, `^key at "2" after up: got ` + key16 + `, want ` + key16 + `; wrong by: "rung 3"`},
		{"other keys after it", func(g *ladder, rung int) {
			g.number = func(n int) zobrist.Key { return rungs.Key(n, 1) ^ zobrist.Key(max(0, n-rung)) }
			g.key = g.of(rung)
		}, `^key at "\d+" after up: got ` + key16 + `, and ` + key16 + ` after( up)+, in the same position`},
	} {
		t.Run(c.name, func(t *testing.T) {
			err := look(zobristtest.Config{Games: 60, Seed: 1, Plies: 60}, func() zobristtest.Game {
				g := newLadder(0)().(*ladder)
				g.load = c.load
				return g
			})
			matches(t, c.want, err)
		})
	}
	err := look(zobristtest.Config{Games: 20, Seed: 1}, func() zobristtest.Game { return &refuses{newLadder(0)().(*ladder)} })
	assert.EqualError(t, err, `Load("4") after up up up up: error: rung 4 is out of reach`)
}

type refuses struct{ *ladder }

func (g *refuses) Load(position string) error {
	if position == "4" {
		return fmt.Errorf("rung 4 is out of reach")
	}
	return g.ladder.Load(position)
}

// TestStarts has a mistake that games from the first position do not reach.
func TestStarts(t *testing.T) {
	t.Parallel()
	cfg := zobristtest.Config{Games: 20, Seed: 1, Plies: 30}
	newGame := newLadder(40)
	assert.NoError(t, look(cfg, newGame), "out of reach from the start")
	cfg.Games, cfg.Starts = 60, []string{"20", "36"}
	_, err := cfg.Walk(newGame)
	matches(t, `^key at "3\d" after up( up)*: got `+key16+`, want `+key16+`; wrong by: "rung 40"`, err)
	_, seed, err := cfg.Play(newGame)
	matches(t, `^key at "\d+" after up( up)*: got `, err)
	_, _, again := zobristtest.Config{Games: 1, Seed: seed, Plies: 30, Starts: cfg.Starts}.Play(newGame)
	assert.Equal(t, err, again, "the seed alone repeats it, with its start")
	cfg.Starts = []string{"20", "30"}
	said, err := cfg.Walk(newLadder(0))
	assert.NoError(t, err)
	assert.Contains(t, said, "every line of up to ")
	_, _, err = cfg.Play(newLadder(0))
	assert.NoError(t, err)

	// Two routes from different starts. Looking for a shorter line once never ended here.
	cfg.Starts = []string{"20", "36"}
	_, _, err = cfg.Play(func() zobristtest.Game { return &ladder{routes: true, key: rungs.Key(0, 1)} })
	matches(t, `^key at "\d+" after .*: got .*, and .*, in the same position "0"`, err)

	// Counts above 16 share a key, or have none.
	sixteen := make([]zobrist.Key, 17)
	for want, number := range map[string]func(int) zobrist.Key{
		"the same as .*, but the positions differ": func(n int) zobrist.Key { return rungs.Key(min(n, 16), 1) },
		`panics: runtime error: index out of range \[17\] with length 17`: func(n int) zobrist.Key {
			return rungs.Key(n, 1) + sixteen[n]
		},
	} {
		_, err = zobristtest.Config{Games: 20, Starts: []string{"12"}}.Walk(func() zobristtest.Game {
			return &ladder{number: number, key: rungs.Key(0, 1)}
		})
		matches(t, want, err)
	}

	// The keys that never changed.
	never, err := zobristtest.Config{Games: 20, Seed: 1, Plies: 30}.NeverChanged(newLadder(0))
	assert.NoError(t, err)
	assert.Regexp(t, `keys that no move changed \(.*\): "rung \d+", .* and \d+ more\n.*were met least \(.*\): word 1: "\d+" \d+, "`, never)
	assert.Contains(t, never, `"rung 36"`)
	assert.NotContains(t, never, `"rung 3"`)
	for rung := range 49 {
		cfg.Starts = append(cfg.Starts, fmt.Sprint(rung))
	}
	cfg.Games = 60
	never, err = cfg.NeverChanged(newLadder(0))
	assert.NoError(t, err)
	assert.NotContains(t, never, "keys that no", "all have")
	assert.Contains(t, never, "by kind: rung 50 of 50\n")
}

// TestOneGlobalBoard tests an engine with one board, which newGame resets.
func TestOneGlobalBoard(t *testing.T) {
	t.Parallel()
	cfg := zobristtest.Config{Games: 60, Seed: 1, Plies: 30, Starts: []string{"20", "36"}}
	for _, bad := range []int{0, 40} {
		board := newLadder(bad)().(*ladder)
		reset := func() { *board = *newLadder(bad)().(*ladder) }
		for name, newGame := range map[string]func() zobristtest.Game{
			"the same game": func() zobristtest.Game { reset(); return board },
			"a new wrapper": func() zobristtest.Game { reset(); return &wrapped{board} },
		} {
			cfg.Sequential = name == "a new wrapper"
			for _, look := range []func() (string, error){
				func() (string, error) { return "", zobristtest.CheckStart(newGame) },
				func() (string, error) { return cfg.Walk(newGame) },
				func() (string, error) { said, _, err := cfg.Play(newGame); return said, err },
			} {
				said, err := look()
				switch {
				case bad == 0 || said == "" && err == nil:
					assert.NoError(t, err, name)
				case assert.Error(t, err, name):
					assert.Regexp(t, `^key at "\d+" after up( up)*: got `, err.Error())
				}
			}
		}
		err := zobristtest.CheckApart(func() zobristtest.Game { reset(); return &wrapped{board} })
		assert.ErrorContains(t, err, "(if only one game can exist at a time, set Config.Sequential)")
	}
}

type wrapped struct{ *ladder }

// TestDataRace runs the race detector on games that share a cache of keys.
func TestDataRace(t *testing.T) {
	t.Parallel()
	if !*long {
		t.Skip("builds with -race: see -long")
	}
	executable(t)
	if out, err := exec.Command("go", "test", "-race", "-short", "-run", "^$", "./testdata/racy").CombinedOutput(); err != nil {
		t.Skipf("there is no race detector: %s", out)
	}
	for _, tags := range []string{"", "cache"} {
		out, err := exec.Command("go", "test", "-race", "-short", "-tags="+tags, "./testdata/racy").CombinedOutput()
		assert.Equal(t, tags == "", err == nil, "%s", out)
		if tags != "" {
			assert.Contains(t, string(out), "--- FAIL: TestGame/threads")
			assert.Contains(t, string(out), "DATA RACE")
		}
		assert.Equal(t, 0, strings.Count(string(out), "--- FAIL: TestGame/walk"))
	}
}
