// Superko finds forbidden repetitions in games of Go, by Zobrist keys.
//
// The rules of superko forbid a play that brings back an earlier position of the
// whole board. A play changes the key of the board by one XOR for the new stone
// and one for each stone that it takes off, so the key after a play is known
// before the play is made, and the question whether the position occurred is one
// look-up in zobrist.History. Positional superko looks up the key of the board;
// situational superko asks for the same player to move as well, which is one more
// number in the XOR.
//
// Usage:
//
//	superko [game.txt ...]
//
// It plays the games, by default those of the folder games, which superko is
// explained by, under three rules, and says which move each rule forbids first.
// A game is a title, a board (X is Black, O is White), and the moves, after the
// letter of the player who begins.
package main

import (
	"embed"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"
)

//go:embed games
var games embed.FS

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "superko:", err)
		os.Exit(1)
	}
}

func run(names []string, out io.Writer) error {
	read := os.ReadFile
	if len(names) == 0 {
		var err error
		if names, err = fs.Glob(games, "games/*.txt"); err != nil {
			return err
		}
		read = games.ReadFile
	}
	for _, name := range names {
		text, err := read(name)
		if err != nil {
			return err
		}
		r, err := parse(string(text))
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		fmt.Fprintln(out, r.title)
		for _, rule := range []Rule{Ko, Positional, Situational} {
			fmt.Fprintf(out, "  %-20v %s\n", rule.String()+":", r.play(rule))
		}
	}
	return nil
}

// A record is a game as a file has it.
type record struct {
	title  string
	size   int
	stones []Color
	first  Color
	moves  []string
}

const columns = "ABCDEFGHJKLMNOPQRSTUVWXYZ" // I is left out

// parse reads a file.
func parse(text string) (*record, error) {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	r := &record{title: lines[0], size: len(lines) - 2}
	if r.size < 1 || r.size > len(columns) {
		return nil, fmt.Errorf("%d lines, want a title, 1 to %d rows of a board and the moves", len(lines), len(columns))
	}
	for i, line := range lines[1 : 1+r.size] {
		row := strings.Fields(line)
		if len(row) != r.size {
			return nil, fmt.Errorf("line %d: %d points, want %d as there are rows", i+2, len(row), r.size)
		}
		for _, s := range row {
			c := slices.Index([]string{".", "X", "O"}, s)
			if c < 0 {
				return nil, fmt.Errorf("line %d: %q, want ., X or O", i+2, s)
			}
			r.stones = append(r.stones, Color(c))
		}
	}
	first, moves, _ := strings.Cut(lines[len(lines)-1], ":")
	r.first, r.moves = map[string]Color{"X": Black, "O": White}[first], strings.Fields(moves)
	if r.first == Empty {
		return nil, fmt.Errorf("line %d: want X: or O: and the moves", len(lines))
	}
	for _, name := range r.moves {
		if _, ok := r.point(name); !ok && name != "pass" {
			return nil, fmt.Errorf("line %d: move %q, want pass or a point such as A1 of a board of %d by %[3]d", len(lines), name, r.size)
		}
	}
	return r, nil
}

// point returns the point of a name such as A1, which is the lower left one.
func (r *record) point(name string) (Point, bool) {
	for p := range r.size * r.size {
		if name == fmt.Sprintf("%c%d", columns[p%r.size], r.size-p/r.size) {
			return Point(p), true
		}
	}
	return 0, false
}

// play plays the game, suicide allowed, and says what comes of it.
func (r *record) play(rule Rule) string {
	const seed = 20 // any will do
	g := NewGame(NewBoard(r.size, r.stones, NewKeys(r.size, seed)), rule, true, r.first)
	for i, name := range r.moves {
		p, ok := r.point(name)
		if !ok {
			g.Pass()
			continue
		}
		if err := g.Play(p); err != nil {
			return fmt.Sprintf("move %d, %s, %v", i+1, name, err)
		}
	}
	return "every move is legal"
}
