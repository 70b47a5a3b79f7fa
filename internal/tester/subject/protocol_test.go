package subject

import (
	"bufio"
	"cmp"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/observe"
	"github.com/zobrist-go/zobrist/internal/sample"
)

// A toy is shogi on 3x4 squares, with a king and two gold generals for each side. It speaks USI
// only.
type toy struct {
	board string // from 3a, rank by rank; 1 is empty
	hand  [2]int // golds
	side  int
	wrong zobrist.Key
}

func toyNumber(what ...any) zobrist.Key {
	return zobrist.NewSplitMix64(7).Split(fmt.Sprint(what...)).Key()
}

func (t *toy) key() zobrist.Key {
	k := t.wrong ^ toyNumber("side", t.side)
	for s, man := range t.board {
		if man != '1' {
			k ^= toyNumber(s, man)
		}
	}
	for side, golds := range t.hand {
		k ^= toyNumber("hand", side, golds)
	}
	return k
}

func (t *toy) set(sfen string) {
	plain := strings.NewReplacer("startpos", "gkg/3/3/GKG b - 1", "sfen ", "").Replace(sfen)
	f := strings.Fields(plain)
	*t = toy{
		board: strings.NewReplacer("/", "", "2", "11", "3", "111").Replace(f[0]),
		side:  strings.Index("bw", f[1]),
	}
	counts := strings.NewReplacer(
		"2G", "GG", "3G", "GGG", "4G", "GGGG",
		"2g", "gg", "3g", "ggg", "4g", "gggg",
	)
	hands := counts.Replace(f[2])
	t.hand = [2]int{strings.Count(hands, "G"), strings.Count(hands, "g")}
}

func (t *toy) sfen() string {
	hands := strings.Repeat("G", t.hand[0]) + strings.Repeat("g", t.hand[1])
	board := strings.Join([]string{t.board[:3], t.board[3:6], t.board[6:9], t.board[9:]}, "/")
	board = strings.NewReplacer("111", "3", "11", "2").Replace(board)
	return fmt.Sprintf("%s %c %s 1", board, "bw"[t.side], cmp.Or(hands, "-"))
}

func (t *toy) mine(man byte) bool { return man != '1' && (man >= 'a') == (t.side == 1) }

func square(s int) string { return string([]byte{'3' - byte(s%3), 'a' + byte(s/3)}) }

func (t *toy) moves() (all []string) {
	for from := range len(t.board) {
		for to := range len(t.board) {
			files, ranks := from%3-to%3, from/3-to/3
			near := from != to && files*files <= 1 && ranks*ranks <= 1
			if near && t.mine(t.board[from]) && !t.mine(t.board[to]) {
				all = append(all, square(from)+square(to))
			}
		}
		if t.board[from] == '1' && t.hand[t.side] > 0 {
			all = append(all, "G*"+square(from))
		}
	}
	if strings.Contains(t.board, "k") && strings.Contains(t.board, "K") {
		return all
	}
	return nil
}

// move makes a move. With the bug, a drop leaves the number of the hand in the key.
func (t *toy) move(m string, bug bool) {
	put := func(at string, man byte) (before byte) {
		board, s := []byte(t.board), int('3'-at[0])+3*int(at[1]-'a')
		before, board[s] = board[s], man
		t.board = string(board)
		return before
	}
	golds := t.hand[t.side]
	if m[1] == '*' {
		put(m[2:], "Gg"[t.side])
		t.hand[t.side]--
		if bug {
			t.wrong ^= toyNumber("hand", t.side, golds) ^ toyNumber("hand", t.side, golds-1)
		}
	} else if put(m[2:], put(m, '1'))|0x20 == 'g' {
		t.hand[t.side]++
	}
	t.side = 1 - t.side
}

// playToy is the toy as a program.
func playToy(bug bool) {
	t := new(toy)
	for in := bufio.NewScanner(os.Stdin); in.Scan() && in.Text() != "quit"; {
		command, rest, _ := strings.Cut(in.Text(), " ")
		switch command {
		case "usi":
			fmt.Println("id name Toy\nusiok")
		case "isready":
			fmt.Println("readyok")
		case "position":
			text, moves, _ := strings.Cut(rest, "moves")
			t.set(text)
			for _, m := range strings.Fields(moves) {
				t.move(m, bug)
			}
		case "d":
			fmt.Printf("Sfen: %s\nKey: %v\n", t.sfen(), t.key())
		case "go":
			if strings.HasPrefix(rest, "depth") {
				fmt.Println("bestmove resign")
				continue
			}
			for _, m := range t.moves() {
				fmt.Println(m + ": 1")
			}
			fmt.Println("Nodes searched:", len(t.moves()))
		}
	}
}

// wrap runs Fairy-Stockfish, but hides that it speaks other protocols. With a bug, each move
// to a square leaves a number in the key.
func wrap(protocol, to string) {
	cmd := exec.Command(cmp.Or(lookUp("fairy-stockfish"), "none"))
	stdin, _ := cmd.StdinPipe()
	stdout, _ := cmd.StdoutPipe()
	if cmd.Start() != nil {
		os.Exit(3)
	}
	wrong := make(chan int, 1<<16)
	go func() {
		defer stdin.Close()
		n := 0
		for in := bufio.NewScanner(os.Stdin); in.Scan(); {
			command, rest, _ := strings.Cut(in.Text(), " ")
			switch {
			case strings.Contains("uci usi ucci", command) && command != protocol:
				continue
			case command == "position":
				_, moves, _ := strings.Cut(rest, " moves")
				n = strings.Count(strings.ReplaceAll(moves, "+", "")+" ", to+" ")
			case command == "d":
				wrong <- n
			}
			fmt.Fprintln(stdin, in.Text())
		}
	}()
	for out := bufio.NewScanner(stdout); out.Scan(); {
		line := out.Text()
		if digits, ok := strings.CutPrefix(line, "Key: "); ok {
			key, _ := zobrist.ParseKey(digits)
			if n := <-wrong; to != "" && n%2 == 1 {
				key ^= 0x1234567890abcdef
			}
			line = "Key: " + key.String()
		}
		fmt.Println(line)
	}
}

// TestProtocols checks engines that speak dialects of UCI, each sound and with a planted bug.
func TestProtocols(t *testing.T) {
	sample.Slow(t)
	t.Parallel()
	for _, c := range []struct {
		program    string // what TestMain is told to play
		variant    string // the game that the report must name; "" is chess
		bug        string // what the report must say of it; "" for a sound engine
		wraps      bool   // the program runs Fairy-Stockfish, which must be installed
		printsSFEN bool   // the report must have SFENs, and no FEN
		onlyLong   bool   // with -args -long only
	}{
		{program: "toy", variant: "shogi"},
		{program: "toy wrong", variant: "shogi", bug: "hand", printsSFEN: true},
		{
			program:    "wrap usi 5e",
			variant:    "shogi",
			bug:        "position sfen ",
			wraps:      true,
			printsSFEN: true,
		},
		{program: "wrap ucci", variant: "xiangqi", wraps: true, onlyLong: true},
		{program: "wrap usi", variant: "shogi", wraps: true, onlyLong: true},
		{
			program:  "wrap ucci e5",
			variant:  "xiangqi",
			bug:      "position fen ",
			wraps:    true,
			onlyLong: true,
		},
	} {
		if c.onlyLong && !*long {
			continue
		}
		t.Run(c.program, func(t *testing.T) {
			t.Parallel()
			limit := 4 * time.Second // a toy has commands that it never answers
			if c.wraps {
				engine(t, "fairy-stockfish")
				limit = time.Minute
			}
			options := Options{
				Program: os.Args[0],
				Args:    []string{"fake", c.program},
				Limit:   limit,
			}
			r, err := run(options, observe.Options{Positions: 120})
			require.NoError(t, err)
			got := r.Text()
			assert.Equal(t, c.variant, r.Variant)
			if c.wraps {
				assert.Contains(t, r.Engine, "Fairy-Stockfish")
			}
			if c.bug == "" {
				assert.Equal(t, 0, r.Exit(), got)
				return
			}
			assert.Equal(t, 1, r.Exit(), got)
			assert.Contains(t, got, c.bug)
			if c.printsSFEN {
				assert.NotContains(t, got, " w - - 0 ", "this is of a FEN")
			}
		})
	}
	for _, fen := range []string{
		"lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[] w - - 0 1",
		"lnsgkgsnl/1r5+B1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL[BPPb] b - - 0 4",
	} {
		back := sfenIn("Sfen: " + strings.TrimPrefix(sfen(fen), "sfen "))
		assert.Equal(t, []value{{"Sfen: ", 0, fen}}, back)
	}
}
