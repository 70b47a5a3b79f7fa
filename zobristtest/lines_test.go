package zobristtest_test

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/zobrist-go/zobrist/zobristtest"
)

// matches requires an error that matches a regular expression, or none for "".
func matches(t *testing.T, want string, err error) {
	t.Helper()
	if want == "" {
		assert.NoError(t, err)
	} else if assert.Error(t, err) {
		assert.Regexp(t, want, err.Error())
	}
}

// A planted is a game with a mistake, from one of the tests of this package.
type planted struct {
	name string
	game func() zobristtest.Game
}

func allPlanted() (all []planted) {
	for _, m := range chessMutants() {
		all = append(all, planted{"chess: " + m.name, newChessGame(m.fen, m.bug)})
	}
	for _, m := range undoMutants() {
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

var (
	wordsOfLines = regexp.MustCompile(`\b(at the start|after|and then all \d+|made|taken back|undone|and)\b|,`)
	wrongKey     = regexp.MustCompile(`^key (.*): got (\w{16}), (?:want (\w{16})( as before)?|` +
		`the same as (.*), but the positions differ|and (\w{16}) (.*), in the same position)`)
	withoutKey = regexp.MustCompile(`^(?:After\([^)]*\) (.*): returns|Clone (.*): in the clone, |(?:[A-Za-z]+\([^)]*\)(?:, which returned false,)?|MoveString|the order of moves) (.*) changes|` +
		`(.*): (?:Moves\(\) |moves \d+ and \d+ have|the position is|Make\([^)]*\) panics)|` +
		`another game, .* ((?:after|at the start).*?)(?:, and had|: the two))`)
)

// reproduces replays the lines in a message. It returns the number of plies, and how
// the game differs from the message, or "".
func reproduces(newGame func() zobristtest.Game, message string) (plies int, problem string) {
	message, _, _ = strings.Cut(message, "\n")
	m, line, other := wrongKey.FindStringSubmatch(message), "", ""
	if m != nil {
		line, other = m[1], m[5]+m[7]
	} else if form := withoutKey.FindStringSubmatch(message); form != nil {
		line = strings.Join(form[1:], "")
	} else {
		return 0, "no line"
	}
	plies = len(strings.Fields(wordsOfLines.ReplaceAllString(line+" "+other, "")))
	g, before, ok := replayed(newGame, line)
	if !ok {
		return plies, "cannot be played"
	}
	if m == nil {
		return plies, ""
	}
	got, want := []string{g.Key().String()}, []string{m[2]}
	switch {
	case m[4] != "":
		got, want = append(got, before), append(want, m[3])
	case m[3] != "":
		got, want = append(got, g.Recompute().String()), append(want, m[3])
	default:
		h, _, ok := replayed(newGame, other)
		if !ok {
			return plies, "the other line cannot be played"
		}
		got, want = append(got, h.Key().String()), append(want, cmp.Or(m[6], m[2]))
	}
	if !slices.Equal(got, want) {
		return plies, fmt.Sprint("got ", got)
	}
	return plies, ""
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
