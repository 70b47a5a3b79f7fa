package zobristtest_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/zobrist-go/zobrist/zobristtest"
)

// A planted is a game with a mistake, from one of the tests of this package.
type planted struct {
	name string
	game func() zobristtest.Game
}

func allPlanted() (all []planted) {
	for _, m := range chessMutants() {
		all = append(all, planted{"chess: " + m.name, newChessGame(m.fen, m.bug)})
	}
	for _, m := range undoMutants()[1:] {
		all = append(all, planted{"stroll: " + m.name, newStroll(m.bug)})
	}
	for _, m := range othelloMutants() {
		all = append(all, planted{"othello: " + m.name, newOthello("", m.bug)})
	}
	for _, g := range gaps() {
		if g.replays() {
			all = append(all, planted{"gap: " + g.name, g.game})
		}
	}
	return all
}

// replays reports whether the line alone shows the mistake in a new game.
func (g gap) replays() bool {
	return !strings.Contains(g.want, "alone does not show") && !strings.Contains(g.want, "a new game differs") && !strings.Contains(g.want, "left alone")
}

// replayed plays the line in a message, by the names of the moves. It returns the game,
// and the key before the last moves that are taken back. ok is false if a move cannot
// be made.
func replayed(newGame func() zobristtest.Game, line string) (g zobristtest.Game, before string, ok bool) {
	g = newGame()
	play := func(name string) bool {
		if name == "null" {
			return g.(zobristtest.Nuller).Null()
		}
		for i := range g.Moves() {
			if g.(zobristtest.MoveStringer).MoveString(i) == name {
				g.Make(i)
				return true
			}
		}
		return false
	}
	undo := func(name string) {
		if name == "null" {
			g.(zobristtest.Nuller).UndoNull()
		} else {
			g.Unmake()
		}
	}
	for _, part := range strings.Split(line, ", ") {
		made := regexp.MustCompile(`^(.*) made and then all \d+ taken back$`).FindStringSubmatch(part)
		aside := regexp.MustCompile(`^(.*) (taken back|undone)$`).FindStringSubmatch(part)
		var names []string
		switch {
		case part == "at the start":
			continue
		case made != nil:
			names = strings.Fields(made[1])
		case aside != nil:
			names = strings.Split(aside[1], " and ")
		default:
			for _, name := range strings.Fields(strings.TrimPrefix(part, "after ")) {
				if !play(name) {
					return g, "", false
				}
			}
			continue
		}
		before = g.Key().String()
		for _, name := range names {
			if !play(name) {
				return g, "", false
			}
		}
		for _, name := range slices.Backward(names) {
			undo(name)
		}
	}
	return g, before, true
}

// reproduces replays the line in a message. It returns the number of plies, and how
// the game differs from the message, or "".
func reproduces(newGame func() zobristtest.Game, message string) (plies int, problem string) {
	message, _, _ = strings.Cut(message, "\n")
	count := func(line string) int {
		line = regexp.MustCompile(`\b(at the start|after|and then all \d+|made|taken back|undone|and)\b|,`).ReplaceAllString(line, "")
		return len(strings.Fields(line))
	}
	games := func(lines ...string) (keys, recomputed, befores []string, ok bool) {
		for _, line := range lines {
			plies += count(line)
			g, before, ok := replayed(newGame, line)
			if !ok {
				return nil, nil, nil, false
			}
			keys = append(keys, g.Key().String())
			recomputed = append(recomputed, g.Recompute().String())
			befores = append(befores, before)
		}
		return keys, recomputed, befores, true
	}
	key := `([0-9a-f]{16})`
	if m := regexp.MustCompile(`^key (.*): got ` + key + `, want ` + key + ` as before`).FindStringSubmatch(message); m != nil {
		keys, _, befores, ok := games(m[1])
		if !ok || keys[0] != m[2] || befores[0] != m[3] {
			return plies, fmt.Sprint("got ", keys, " as before ", befores)
		}
		return plies, ""
	}
	if m := regexp.MustCompile(`^key (.*): got ` + key + `, want ` + key).FindStringSubmatch(message); m != nil {
		keys, recomputed, _, ok := games(m[1])
		if !ok || keys[0] != m[2] || recomputed[0] != m[3] {
			return plies, fmt.Sprint("got ", keys, recomputed)
		}
		return plies, ""
	}
	if m := regexp.MustCompile(`^key (.*): got ` + key + `, the same as (.*), but the positions differ`).FindStringSubmatch(message); m != nil {
		keys, _, _, ok := games(m[1], m[3])
		if !ok || keys[0] != keys[1] || keys[0] != m[2] {
			return plies, fmt.Sprint("got ", keys)
		}
		return plies, ""
	}
	if m := regexp.MustCompile(`^key (.*): got ` + key + `, and ` + key + ` (.*), in the same position`).FindStringSubmatch(message); m != nil {
		keys, _, _, ok := games(m[1], m[4])
		if !ok || keys[0] != m[2] || keys[1] != m[3] {
			return plies, fmt.Sprint("got ", keys)
		}
		return plies, ""
	}
	for _, form := range []string{ // messages without a key
		`^After\([^)]*\) (.*): returns`, `^[A-Za-z]+\([^)]*\) (.*) changes`, `^MoveString (.*) changes`,
		`^the order of moves (.*) changes: `, `^(.*): Moves\(\) `, `^(.*): moves \d+ and \d+ have`, `^(.*): the position is`,
		`^(.*): Make\([^)]*\) panics`, `^another game, .* ((?:after|at the start).*?)(?:, and had|: the two)`,
	} {
		if m := regexp.MustCompile(form).FindStringSubmatch(message); m != nil {
			plies += count(m[1])
			if _, _, ok := replayed(newGame, m[1]); !ok {
				return plies, "cannot be played"
			}
			return plies, ""
		}
	}
	return 0, "no line"
}

// TestLinesReproduce finds every planted mistake in several ways, replays the reported
// lines, and compares their lengths with the shortest known.
func TestLinesReproduce(t *testing.T) {
	t.Parallel()
	if !*long {
		t.Skip("other tests find each mistake once, and replay its line: see -long")
	}
	var ratios []float64
	for _, m := range allPlanted() {
		shortest, byPlay := 1000, -1
		find := func(how string, find func() error) {
			err := find()
			if err == nil {
				return
			}
			plies, problem := reproduces(m.game, err.Error())
			assert.Empty(t, problem, "%s, %s: %v", m.name, how, err)
			if plies < shortest {
				shortest = plies
			}
			if how == "play" {
				byPlay = plies
			}
		}
		find("walk", func() error { _, err := zobristtest.Config{Games: 1}.Walk(m.game); return err })
		find("play", func() error {
			_, _, err := zobristtest.Config{Games: 40, Seed: 1, Plies: 150}.Play(m.game)
			return err
		})
		find("again", func() error {
			_, _, err := zobristtest.Config{Games: 40, Seed: 1000, Plies: 40}.Play(m.game)
			return err
		})
		if byPlay >= 0 {
			ratio := float64(max(1, byPlay)) / float64(max(1, shortest))
			ratios = append(ratios, ratio)
			t.Logf("%.2f: %d plies, shortest known %d: %s", ratio, byPlay, shortest, m.name)
		} else {
			t.Logf("not found by random games: %s", m.name)
		}
	}
	slices.Sort(ratios)
	tooLong := 0
	for _, r := range ratios {
		if r > 2 {
			tooLong++
		}
	}
	t.Logf("%d lines, %d of them longer than twice the shortest known; median %.2f, 80%% %.2f, 90%% %.2f, worst %.2f", len(ratios), tooLong,
		ratios[len(ratios)/2], ratios[len(ratios)*8/10], ratios[len(ratios)*9/10], ratios[len(ratios)-1])
	assert.LessOrEqual(t, 5*tooLong, len(ratios))
}
