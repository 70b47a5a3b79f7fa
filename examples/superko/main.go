// Superko finds forbidden repetitions in games of Go with Zobrist keys.
//
// Superko rules forbid a play that repeats an earlier position of the whole board. A
// play changes the key of the board by one XOR for the new stone and one for each
// captured stone. So the key is known before the play is made. One look-up in
// zobrist.History then shows whether the position has occurred. Positional superko
// looks up the key of the board. Situational superko also compares the player to
// move: it XORs in one more number.
//
// The program plays the games in the folder games, the usual examples of superko,
// under three rules. For each rule it prints the first forbidden move. Read game.go. The
// code here reads the games.
package main

import (
	"embed"
	"fmt"
	"io"
	"math"
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

// A record is a game file. The first line is a title. The next lines are the board: X is
// Black, O is White. The last line has the letter of the player to move, then the moves.
type record struct {
	name, title string
	stones      []Color
	first       Color
	moves       []string
}

func records() (all []record) {
	files, _ := games.ReadDir("games") // embedded files can be read
	for _, f := range files {
		text, _ := games.ReadFile("games/" + f.Name())
		title, rest, _ := strings.Cut(string(text), "\n")
		board, moves, _ := strings.Cut(rest, ":")
		r := record{name: f.Name(), title: title, moves: strings.Fields(moves)}
		for _, stone := range strings.Fields(board) {
			r.stones = append(r.stones, Color(strings.Index(".XO", stone)))
		}
		last := len(r.stones) - 1 // the player
		r.stones, r.first = r.stones[:last], r.stones[last]
		all = append(all, r)
	}
	return all
}

// play plays the game and returns the result in words.
func (r record) play(rule Rule) string {
	size := int(math.Sqrt(float64(len(r.stones))))
	g := NewGame(rule, size, r.stones, r.first, 20)
	for i, name := range r.moves {
		if name == "pass" {
			g.Pass()
			continue
		}
		p := (size-int(name[1]-'0'))*size + strings.IndexByte("ABCDEFGHJ", name[0])
		if err := g.Play(Point(p)); err != nil {
			return fmt.Sprintf("move %d, %s, %v", i+1, name, err)
		}
	}
	return "every move is legal"
}
