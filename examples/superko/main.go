// Superko finds forbidden repetitions in games of Go, by Zobrist keys.
//
// The rules of superko forbid a play that brings back an earlier position of the
// whole board. A play changes the key of the board by one XOR for the new stone
// and one for each stone that it takes off. So the key after a play is known
// before the play is made, and one look-up in zobrist.History tells whether the
// position occurred. Positional superko looks up the key of the board. Situational
// superko asks for the same player to move as well: one more number in the XOR.
//
// It plays the games of the folder games, by which superko is usually explained,
// under three rules, and says which move each rule forbids first. Read superko.go,
// then board.go. The rest reads the games.
package main

import (
	"embed"
	"fmt"
	"io"
	"os"
	"strings"
)

func main() { run(os.Stdout) }

//go:embed games
var games embed.FS

func run(out io.Writer) {
	for _, r := range records() {
		fmt.Fprintln(out, r.title)
		for _, rule := range []Rule{Ko, Positional, Situational} {
			fmt.Fprintf(out, "  %-20v %s\n", rule.String()+":", r.play(rule))
		}
	}
}

// A record is a game of the folder: a title, a board (X is Black, O is White), and
// the moves, after the letter of the player who begins.
type record struct {
	name, title string
	size        int
	stones      []Color
	first       Color
	moves       []string
}

func records() (all []record) {
	files, err := games.ReadDir("games")
	if err != nil {
		panic(err)
	}
	for _, f := range files {
		text, err := games.ReadFile("games/" + f.Name())
		if err != nil {
			panic(err)
		}
		lines := strings.Split(strings.TrimSpace(string(text)), "\n")
		last := len(lines) - 1
		r := record{name: f.Name(), title: lines[0], size: last - 1}
		for _, stone := range strings.Fields(strings.Join(lines[1:last], " ")) {
			r.stones = append(r.stones, Color(strings.Index(".XO", stone)))
		}
		first, moves, _ := strings.Cut(lines[last], ":")
		r.first, r.moves = Color(strings.Index(".XO", first)), strings.Fields(moves)
		all = append(all, r)
	}
	return all
}

// play plays the game, suicide allowed, and says what comes of it.
func (r record) play(rule Rule) string {
	const columns, seed = "ABCDEFGHJ", 20
	g := NewGame(NewBoard(r.size, r.stones, NewKeys(r.size, seed)), rule, true, r.first)
	for i, name := range r.moves {
		if name == "pass" {
			g.Pass()
			continue
		}
		p := Point((r.size-int(name[1]-'0'))*r.size + strings.IndexByte(columns, name[0]))
		if err := g.Play(p); err != nil {
			return fmt.Sprintf("move %d, %s, %v", i+1, name, err)
		}
	}
	return "every move is legal"
}
