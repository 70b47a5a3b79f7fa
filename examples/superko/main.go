// Superko finds forbidden repetitions in games of Go with Zobrist keys.
//
// Superko rules forbid a play that repeats an earlier position of the whole board. A play
// changes the key of the board by one XOR for the new stone and one for each captured stone.
// So the key is known before the play is made. One look-up in zobrist.History then shows
// whether the position has occurred. Positional superko looks up the key of the board.
// Situational superko also compares the player to move: it XORs in one more number.
//
// The program plays the games in the folder games, the usual examples of superko, under three
// rules. For each rule it prints the first forbidden move. Read game.go. The code here reads
// the games.
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

// run plays the games. The first line of a file is a title. The next lines are the board: X is
// Black, O is White. The last line has the letter of the player to move, then the moves.
func run(out io.Writer) {
	files, _ := games.ReadDir("games") // embedded files can be read
	for _, f := range files {
		text, _ := games.ReadFile("games/" + f.Name())
		title, rest, _ := strings.Cut(string(text), "\n")
		board, moves, _ := strings.Cut(rest, ":")
		var stones []Color
		for _, stone := range strings.Fields(board) {
			stones = append(stones, Color(strings.Index(".XO", stone)))
		}
		last := len(stones) - 1 // the player
		fmt.Fprintln(out, title)
		for _, rule := range []Rule{Ko, Positional, Situational} {
			fmt.Fprintf(out, "  %-20v %s\n", rule.String()+":",
				play(NewGame(rule, stones[:last], stones[last]), strings.Fields(moves)))
		}
	}
}

// play plays a game and returns the result in words.
func play(g *Game, moves []string) string {
	for i, name := range moves {
		if name == "pass" {
			g.Pass()
			continue
		}
		column := strings.IndexByte("ABCDEFGHJ", name[0]) // Go boards have no column I
		row := g.Size - int(name[1]-'0')
		repeated, ok := g.Play(Point(row*g.Size + column))
		switch {
		case ok:
		case repeated == 0:
			return fmt.Sprintf("move %d, %s, would repeat the position at the start", i+1, name)
		default:
			return fmt.Sprintf("move %d, %s, would repeat the position after move %d",
				i+1, name, repeated)
		}
	}
	return "every move is legal"
}
