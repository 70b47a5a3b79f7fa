package subject

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/check"
)

// A toy is shogi on 3x4 squares, with a king and two gold generals for each side. It speaks
// USI only.
type toy struct {
	board [12]byte // from 3a, rank by rank
	hand  [2]int   // golds
	gote  bool
	key   zobrist.Key
}

const toyStart = "gkg/3/3/GKG b - 1"

func toyNumber(what ...any) zobrist.Key {
	return zobrist.NewSplitMix64(7).Split(fmt.Sprint(what...)).Key()
}

func (t *toy) put(s int, man byte) {
	if t.board[s] != 0 {
		t.key ^= toyNumber(s, t.board[s])
	}
	if t.board[s] = man; man != 0 {
		t.key ^= toyNumber(s, man)
	}
}

func (t *toy) take(side, n int) {
	t.key ^= toyNumber("hand", side, t.hand[side])
	t.hand[side] += n
	t.key ^= toyNumber("hand", side, t.hand[side])
}

func (t *toy) side() int {
	if t.gote {
		return 1
	}
	return 0
}

func (t *toy) set(sfen string) {
	*t = toy{}
	f, s := strings.Fields(sfen), 0
	for _, c := range []byte(f[0]) {
		switch {
		case c == '/':
		case c <= '9':
			s += int(c - '0')
		default:
			t.put(s, c)
			s++
		}
	}
	for side, golds := range []string{"G", "g"} {
		n := strings.Count(f[2], golds)
		for i := 2; i < 5; i++ {
			if strings.Contains(f[2], fmt.Sprint(i)+golds) {
				n = i
			}
		}
		t.take(side, n)
	}
	if t.gote = f[1] == "w"; t.gote {
		t.key ^= toyNumber("side")
	}
}

func (t *toy) sfen() string {
	var b strings.Builder
	for s, man := range t.board {
		if s > 0 && s%3 == 0 {
			b.WriteByte('/')
		}
		if b.WriteByte('1'); man != 0 {
			text := b.String()
			b.Reset()
			b.WriteString(text[:len(text)-1] + string(man))
		}
	}
	board := strings.NewReplacer("111", "3", "11", "2").Replace(b.String())
	hands := ""
	for side, golds := range []string{"G", "g"} {
		switch n := t.hand[side]; {
		case n > 1:
			hands += fmt.Sprint(n, golds)
		case n == 1:
			hands += golds
		}
	}
	if hands == "" {
		hands = "-"
	}
	return fmt.Sprint(board, " ", string("bw"[t.side()]), " ", hands, " 1")
}

func (t *toy) mine(man byte) bool { return man != 0 && (man >= 'a') == t.gote }

func square(s int) string { return string([]byte{'3' - byte(s%3), 'a' + byte(s/3)}) }

func (t *toy) moves() (all []string) {
	if board := string(t.board[:]); !strings.Contains(board, "k") || !strings.Contains(board, "K") {
		return nil
	}
	for from, man := range t.board {
		for to, other := range t.board {
			files, ranks := from%3-to%3, from/3-to/3
			if t.mine(man) && !t.mine(other) && from != to && files*files <= 1 && ranks*ranks <= 1 {
				all = append(all, square(from)+square(to))
			}
		}
		if man == 0 && t.hand[t.side()] > 0 {
			all = append(all, "G*"+square(from))
		}
	}
	return all
}

// move makes a move. With the bug, a drop leaves the number of the hand in the key.
func (t *toy) move(m string, bug bool) {
	at := func(s string) int { return int('3'-s[0]) + 3*int(s[1]-'a') }
	me, to := t.side(), at(m[2:])
	if m[1] == '*' {
		before := t.key
		if t.take(me, -1); bug {
			t.key = before
		}
		t.put(to, "Gg"[me])
	} else {
		if captured := t.board[to]; captured|0x20 == 'g' {
			t.take(me, 1)
		}
		man := t.board[at(m)]
		t.put(at(m), 0)
		t.put(to, man)
	}
	t.gote = !t.gote
	t.key ^= toyNumber("side")
}

// playToy is the toy as a program.
func playToy(bug bool) {
	t := new(toy)
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		words := strings.Fields(in.Text())
		switch strings.Join(words[:min(2, len(words))], " ") {
		case "usi":
			fmt.Println("id name Toy\nusiok")
		case "isready":
			fmt.Println("readyok")
		case "position startpos", "position sfen":
			text, moves, _ := strings.Cut(strings.Join(words[2:], " "), "moves")
			if words[1] == "startpos" {
				text = toyStart
			}
			t.set(text)
			for _, m := range strings.Fields(moves) {
				t.move(m, bug)
			}
		case "d":
			fmt.Printf("Sfen: %s\nKey: %v\n", t.sfen(), t.key)
		case "go perft":
			for _, m := range t.moves() {
				fmt.Println(m + ": 1")
			}
			fmt.Println("Nodes searched:", len(t.moves()))
		case "go depth":
			fmt.Println("bestmove resign")
		case "quit":
			return
		}
	}
}

// wrap runs Fairy-Stockfish, but hides that it speaks other protocols. With a bug, each move
// to a square leaves a number in the key.
func wrap(protocol, to string) {
	path, err := exec.LookPath("fairy-stockfish")
	if err != nil {
		path = "/usr/games/fairy-stockfish"
	}
	cmd := exec.Command(path)
	stdin, _ := cmd.StdinPipe()
	stdout, _ := cmd.StdoutPipe()
	if cmd.Start() != nil {
		os.Exit(3)
	}
	wrong := make(chan int, 1<<16)
	go func() {
		defer stdin.Close()
		in := bufio.NewReader(os.Stdin)
		n := 0
		for {
			line, err := in.ReadString('\n')
			if err != nil {
				return
			}
			words := strings.Fields(line)
			switch {
			case len(words) == 1 && strings.Contains("uci usi ucci", words[0]) && words[0] != protocol:
				continue
			case len(words) > 0 && words[0] == "position":
				n = 0
				_, moves, _ := strings.Cut(line, " moves ")
				for _, m := range strings.Fields(moves) {
					if to != "" && strings.HasSuffix(strings.TrimSuffix(m, "+"), to) {
						n++
					}
				}
			case line == "d\n":
				wrong <- n
			}
			io.WriteString(stdin, line)
		}
	}()
	out := bufio.NewScanner(stdout)
	w := bufio.NewWriter(os.Stdout)
	for out.Scan() {
		line := out.Text()
		if digits, ok := strings.CutPrefix(line, "Key: "); ok {
			key, _ := zobrist.ParseKey(digits)
			if <-wrong%2 == 1 {
				key ^= 0x1234567890abcdef
			}
			line = "Key: " + key.String()
		}
		fmt.Fprintln(w, line)
		w.Flush()
	}
}

// TestProtocols checks engines that speak USI and UCCI, each sound and with a planted bug.
func TestProtocols(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ program, variant, about, bug string }{
		{"toy", "shogi", "", ""},
		{"toy wrong", "shogi", "", `hand`},
		{"wrap usi", "shogi", "Fairy-Stockfish", ""},
		{"wrap usi 5e", "shogi", "Fairy-Stockfish", "position sfen "},
		{"wrap ucci", "xiangqi", "Fairy-Stockfish", ""},
		{"wrap ucci e5", "xiangqi", "Fairy-Stockfish", "position fen "},
	} {
		t.Run(c.program, func(t *testing.T) {
			t.Parallel()
			if c.about != "" {
				engine(t, "fairy-stockfish")
			}
			r, err := run(Options{Program: os.Args[0], Args: []string{"fake", c.program}, Limit: 20 * time.Second}, check.Options{Positions: 400, Checks: quick()})
			require.NoError(t, err)
			got := text(t, r)
			assert.Equal(t, c.variant, r.Variant)
			assert.Contains(t, r.Engine, c.about)
			if c.bug == "" {
				assert.Equal(t, 0, r.Exit(), got)
				return
			}
			assert.Equal(t, 1, r.Exit(), got)
			assert.Contains(t, got, c.bug)
			assert.NotContains(t, got, " w - - 0 ", "an SFEN")
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
