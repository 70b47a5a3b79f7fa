package adapter

import (
	"bufio"
	"fmt"
	"hash/fnv"
	"os"
	"strings"

	"github.com/zobrist-go/zobrist"
)

// pawns is hexapawn on 4 x 4 squares behind the protocol, with a planted bug.
type pawns struct {
	board [16]byte
	turn  byte // 'w' or 'b'
	key   zobrist.Key
	done  []pawnsState
	plies int    // moves made since new
	text  bool   // this game was set up from a text
	pass  bool   // the last move was a null move
	game  int    // number of this game
	asked int    // requests
	more  string // a further word of the text
	bug   bug
}

type pawnsState struct {
	board [16]byte
	turn  byte
	key   zobrist.Key
	more  string
}

// A bug changes the game after a request was carried out.
type bug struct {
	name  string
	line  string // the line of the report that may not say ok
	want  string // in the report
	moves int    // to check; 0 is a few
	bugs  int    // in the report; 0 is one
	make  func(g *pawns, was pawnsState, from, to int)
	undo  func(g *pawns, was pawnsState)
	load  func(g *pawns)
	null  func(g *pawns)
	back  func(g *pawns) // unnull

	answer func(g *pawns, request, answer string) string
}

const newPawns = "wwww........bbbb w"

func pawnKey(square int, pawn byte) zobrist.Key {
	if pawn == '.' {
		return 0
	}
	return zobrist.Key(zobrist.NewSplitMix64(9).At(uint64(square)*2 + uint64(pawn&1)))
}

const pawnsSide = zobrist.Key(0x52a7c1f0e3d4b596)

func (g *pawns) recompute() (k zobrist.Key) {
	for s, pawn := range g.board {
		k ^= pawnKey(s, pawn)
	}
	if g.turn == 'b' {
		k ^= pawnsSide
	}
	return k
}

// one reports whether this position is one of n.
func (g *pawns) one(n uint32) bool {
	h := fnv.New32a()
	_, _ = h.Write(append(g.board[:], g.turn))
	return h.Sum32()%n == 0
}

func (g *pawns) pawns() int {
	return strings.Count(string(g.board[:]), "w") + strings.Count(string(g.board[:]), "b")
}

func (g *pawns) switchSide() { g.turn ^= 'w' ^ 'b'; g.key ^= pawnsSide }

func (g *pawns) start(text string) {
	copy(g.board[:], text)
	g.turn, g.done, g.plies, g.pass = text[17], nil, 0, false
	g.key = g.recompute()
}

func squareName(s int) string { return string(rune('a'+s%4)) + string(rune('1'+s/4)) }

func (g *pawns) moves() (all []string) {
	if strings.Contains(string(g.board[:4]), "b") || strings.Contains(string(g.board[12:]), "w") {
		return nil
	}
	step, foe := 1, byte('b')
	if g.turn == 'b' {
		step, foe = -1, 'w'
	}
	for from := range 16 {
		for file := max(0, from%4-1); g.board[from] == g.turn && file <= min(3, from%4+1); file++ {
			to := (from/4+step)*4 + file
			if file == from%4 && g.board[to] == '.' || file != from%4 && g.board[to] == foe {
				all = append(all, squareName(from)+squareName(to))
			}
		}
	}
	return all
}

func (g *pawns) answers(request, argument string) string {
	was := pawnsState{g.board, g.turn, g.key, g.more}
	switch request {
	case "new":
		g.text, g.game = argument != "", g.game+1
		if argument == "" {
			argument = newPawns
		}
		if len(argument) < len(newPawns) {
			return "unknown"
		}
		g.start(argument)
		g.more = argument[len(newPawns):]
		if g.text && g.bug.load != nil {
			g.bug.load(g)
		}
	case "moves":
		return strings.Join(g.moves(), " ")
	case "make":
		from, to := int(argument[0]-'a'+4*(argument[1]-'1')),
			int(argument[2]-'a'+4*(argument[3]-'1'))
		g.done = append(g.done, was)
		g.key ^= pawnKey(from, g.turn) ^ pawnKey(to, g.turn) ^ pawnKey(to, g.board[to])
		g.board[to], g.board[from] = g.turn, '.'
		g.switchSide()
		g.plies++
		if g.bug.make != nil {
			g.bug.make(g, was, from, to)
		}
		g.pass = false
	case "unmake", "unnull":
		last := g.done[len(g.done)-1]
		g.done = g.done[:len(g.done)-1]
		g.board, g.turn, g.key, g.more = last.board, last.turn, last.key, last.more
		g.plies--
		if request == "unnull" && g.bug.back != nil {
			g.bug.back(g)
		} else if request == "unmake" && g.bug.undo != nil {
			g.bug.undo(g, was)
		}
	case "null":
		g.done = append(g.done, was)
		g.switchSide()
		g.plies++
		g.pass = true
		if g.bug.null != nil {
			g.bug.null(g)
		}
	case "key":
		return fmt.Sprintf("%x", g.key)
	case "recompute":
		return fmt.Sprintf("%x", g.recompute())
	case "position":
		return string(g.board[:]) + " " + string(g.turn)
	case "keys":
		var b strings.Builder
		for s := range 16 {
			for _, pawn := range "wb" {
				fmt.Fprintf(&b, "%x %s %c\n", pawnKey(s, byte(pawn)), squareName(s), pawn)
			}
		}
		return fmt.Sprintf("%s%x side\n", b.String(), pawnsSide)
	default:
		return "unknown"
	}
	return "ok"
}

// playPawns plays the protocol with a bug, pawns:NAME, or with faults, fault:REQUEST=ANSWER.
func playPawns(how string) {
	g, kind, name := &pawns{}, how[:5], how[6:]
	for _, b := range bugs {
		if b.name == name {
			g.bug = b
		}
	}
	var faults faulty
	if kind == "fault" {
		faults = newFaulty(name)
		for _, b := range bugs {
			if b.name == faults.answers["bug"] {
				g.bug = b
			}
		}
	}
	g.start(newPawns)
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		request, argument, _ := strings.Cut(in.Text(), " ")
		g.asked++
		if answer, ok := faults.answer(request); ok {
			fmt.Println(answer)
			continue
		}
		answer := g.answers(request, argument)
		if g.bug.answer != nil {
			answer = g.bug.answer(g, request, answer)
		}
		fmt.Println(answer)
	}
}
