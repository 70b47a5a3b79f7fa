// Command engine is a UCI engine for tests of zobrist check. It plays legal
// chess and keeps a Zobrist key, both right unless a mistake is switched on:
//
//	engine                    sound
//	engine -bug captured      with a planted mistake
//	engine -bug pawn -seed 5  numbers of another seed
//	engine -bugs              lists the mistakes, and how each is to be judged
package main

import (
	"bufio"
	"flag"
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/movegen"
)

func main() {
	name := flag.String("bug", "", "mistake to make")
	seed := flag.Uint64("seed", 1, "of the numbers")
	list := flag.Bool("bugs", false, "list the mistakes")
	flag.Parse()
	if *list {
		for _, b := range bugs {
			fmt.Printf("%s\t%d\t%s\t%s\n", b.name, b.exit, b.words, b.about)
		}
		return
	}
	known := *name == ""
	for _, b := range bugs {
		known = known || b.name == *name
	}
	if !known {
		fmt.Fprintf(os.Stderr, "no bug %q: see -bugs\n", *name)
		os.Exit(2)
	}
	newEngine(*name, *seed).run()
}

// An engine is a session with a user.
type engine struct {
	numbers
	pos   zobrist.ChessPosition
	ahead int                   // bytes of the commands that follow
	shown zobrist.ChessPosition // pos with the en passant square of every double push
	key   uint64
	asked int // answers to d

	mu  sync.Mutex // of out
	out *bufio.Writer
}

func newEngine(bug string, seed uint64) *engine {
	if bug == "own-numbers" {
		seed = uint64(os.Getpid())<<32 ^ uint64(time.Now().UnixNano())
	}
	e := &engine{numbers: newNumbers(bug, seed), out: bufio.NewWriter(os.Stdout)}
	e.setUp(zobrist.StartFEN)
	return e
}

func (e *engine) println(args ...any) {
	e.mu.Lock()
	fmt.Fprintln(e.out, args...)
	e.mu.Unlock()
}

func (e *engine) flush() {
	e.mu.Lock()
	e.out.Flush()
	e.mu.Unlock()
}

func (e *engine) run() {
	switch e.bug {
	case "crash-at-start":
		fmt.Fprintln(os.Stderr, "cannot open nn-0000.nnue")
		os.Exit(127)
	case "silence":
		time.Sleep(time.Hour)
	}
	in := bufio.NewReader(os.Stdin)
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			return
		}
		words := strings.Fields(line)
		if len(words) == 0 {
			continue
		}
		if words[0] == "quit" {
			return
		}
		e.ahead = in.Buffered()
		e.command(words)
		if in.Buffered() == 0 {
			e.flush()
		}
	}
}

func (e *engine) command(words []string) {
	switch words[0] {
	case "uci":
		if e.is("not-uci") {
			e.println("Error (unknown command): uci")
			return
		}
		e.println("id name Test engine")
		e.println("id author the authors of zobrist")
		e.println("option name Hash type spin default 1 min 1 max 16")
		e.println("uciok")
	case "isready":
		e.println("readyok")
	case "position":
		e.position(words[1:])
	case "d":
		e.display()
	case "go":
		e.search(words[1:])
	case "ucinewgame", "setoption", "stop", "ponderhit", "debug":
	default:
		e.println("Unknown command:", strings.Join(words, " "))
	}
}

// position sets up a position. An illegal move ends the list.
func (e *engine) position(words []string) {
	moves := words[len(words):]
	for i, w := range words {
		if w == "moves" {
			words, moves = words[:i], words[i+1:]
			break
		}
	}
	if len(words) > 1 && words[0] == "fen" {
		e.setUp(strings.Join(words[1:], " "))
	} else {
		e.setUp(zobrist.StartFEN)
	}
	for _, word := range moves {
		if word == "0000" && !e.is("no-null") {
			e.makeNull()
			continue
		}
		m, err := zobrist.ParseMove(word)
		if err != nil || m.From == m.To || !e.ours(m.From) {
			return
		}
		e.shown = e.pos
		e.shown.Play(m)
		e.pos, e.key = e.after(&e.pos, m, e.key)
	}
}

// ours reports whether a piece of the side to move is there.
func (e *engine) ours(s zobrist.Square) bool {
	p := e.pos.Board[s]
	return p != zobrist.NoPiece && (p >= zobrist.BlackPawn) == e.pos.BlackToMove
}

// setUp reads a FEN. A wrong one leaves all as it is.
func (e *engine) setUp(fen string) {
	pos, err := zobrist.ParseFEN(fen)
	if err != nil {
		e.println("info string", err)
		return
	}
	e.pos, e.shown = pos, pos
	e.settle(&e.pos, e.is("ep-fen-always"))
	e.key = e.scratch(&e.pos)
}

func (e *engine) display() {
	e.asked++
	switch {
	case e.is("no-d"):
		e.println("Unknown command: d")
		return
	case e.is("crash") && e.asked > 100:
		e.println("assertion failed: see stderr")
		e.flush()
		fmt.Fprintln(os.Stderr, "Assertion `sq < 64' failed.")
		os.Exit(134)
	case e.is("hang") && e.asked > 100:
		e.flush()
		time.Sleep(time.Hour)
	case e.is("endless") && e.asked > 100:
		for {
			e.println("info depth 1")
		}
	}
	for rank := 7; rank >= 0 && !e.is("no-board"); rank-- {
		var row strings.Builder
		for file := range 8 {
			row.WriteString(e.pos.Board[8*rank+file].String())
			row.WriteByte(' ')
		}
		e.println(row.String())
	}
	if !e.is("no-fen") {
		e.println("Fen:", e.fen())
	}
	switch {
	case e.is("no-key"):
	case e.is("hurried") && 600 < e.asked && e.asked < 800 && e.asked%7 == 0 && e.ahead > 100:
		e.println("Key:", fmt.Sprintf("%016X", e.key^1))
	case e.is("decimal"):
		e.println("Key:", e.key)
	case e.is("prefixed"):
		e.println("hash = 0x" + strconv.FormatUint(e.key, 16))
	default:
		e.println("Key:", fmt.Sprintf("%016X", e.spoiled()))
	}
}

// fen writes the position, in a kind of its own for a variant.
func (e *engine) fen() string {
	fen := e.pos.FEN()
	f := strings.Fields(fen)
	switch e.bug {
	case "fen-no-clocks":
		return strings.Join(f[:4], " ")
	case "fen-castling-order":
		f[2] = strings.NewReplacer("KQ", "QK", "kq", "qk").Replace(f[2])
	case "fen-ep-always":
		return e.shown.FEN()
	}
	return strings.Join(f, " ")
}

// search does what go asks for.
func (e *engine) search(words []string) {
	depth := 1
	for i := 0; i+1 < len(words); i++ {
		if n, err := strconv.Atoi(words[i+1]); err == nil && (words[i] == "perft" || words[i] == "depth") {
			depth = n
		}
	}
	if len(words) > 0 && words[0] == "perft" {
		switch {
		case e.is("no-perft"):
			e.println("bestmove 0000")
		case e.is("async"):
			key := e.key
			pos := e.pos
			time.AfterFunc(5*time.Millisecond, func() { e.perftFrom(&pos, key, depth); e.flush() })
		default:
			e.key = e.perftFrom(&e.pos, e.key, depth)
		}
		return
	}
	best := "0000"
	if moves := movegen.Legal(&e.pos); len(moves) > 0 {
		best = moves[0].String()
	}
	if e.is("crash-in-search") {
		panic("index out of range [64]")
	}
	e.key = e.alphaBeta(&e.pos, e.key, min(depth, 2))
	e.println("info depth", depth, "score cp 0")
	e.println("bestmove", best)
}

// perftFrom counts and lists moves, and returns the key as it is after that.
func (e *engine) perftFrom(pos *zobrist.ChessPosition, key uint64, depth int) uint64 {
	total := 0
	for _, m := range movegen.Legal(pos) {
		next, k := e.after(pos, m, key)
		n := 1
		if depth > 1 {
			n, k = e.perft(&next, k, depth-1)
		}
		key = e.undo(pos, m, k)
		e.println(m.String()+":", n)
		total += n
	}
	e.println()
	e.println("Nodes searched:", total)
	return key
}

func (e *engine) perft(pos *zobrist.ChessPosition, key uint64, depth int) (int, uint64) {
	n := 0
	for _, m := range movegen.Legal(pos) {
		next, k := e.after(pos, m, key)
		c := 1
		if depth > 1 {
			c, k = e.perft(&next, k, depth-1)
		}
		n += c
		key = e.undo(pos, m, k)
	}
	return n, key
}

// alphaBeta searches without a value: it makes moves, and null moves.
func (e *engine) alphaBeta(pos *zobrist.ChessPosition, key uint64, depth int) uint64 {
	if depth == 0 {
		return key
	}
	if !movegen.InCheck(pos) {
		key = e.undoNull(pos, e.nullKey(pos, key))
		if e.is("search-null") {
			key ^= e.side
		}
	}
	for i, m := range movegen.Legal(pos) {
		next, k := e.after(pos, m, key)
		k = e.alphaBeta(&next, k, depth-1)
		if e.is("search-cutoff") && i == 5 {
			return k
		}
		key = e.undo(pos, m, k)
	}
	return key
}

// spoiled returns the key that is printed: in some positions a wrong one.
func (e *engine) spoiled() uint64 {
	key := uint64(e.key)
	place := key * 0x9e3779b97f4a7c15 >> 32
	if e.is("wrong-1-in-1000") && place%1000 == 0 || e.is("wrong-1-in-33") && place%33 == 0 || e.is("wrong-1-in-5") && place%5 == 0 ||
		e.is("wrong-pair") && e.pos.Board[21] == zobrist.WhiteKnight && e.pos.BlackToMove {
		return key ^ key>>7
	}
	return key
}
