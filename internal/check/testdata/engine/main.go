// Command engine is package planted as a UCI engine, with bugs that only a process can
// have:
//
//	engine                    sound
//	engine -bug captured      with a planted bug
//	engine -bug zero -seed 5  numbers of another seed
package main

import (
	"bufio"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/zobrist-go/zobrist/internal/check/testdata/planted"
)

func main() {
	bug := flag.String("bug", "", "the bug to plant")
	seed := flag.Uint64("seed", 1, "of the numbers")
	flag.Parse()
	p, err := planted.New(*bug, *seed)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	(&engine{Engine: p, bug: *bug, out: bufio.NewWriter(os.Stdout)}).run()
}

// An engine is a session with a user.
type engine struct {
	*planted.Engine
	bug   string
	ahead int    // bytes of the commands that follow
	asked int    // answers to d
	stale string // the key to print instead

	mu  sync.Mutex // of out
	out *bufio.Writer
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
		if e.ahead = in.Buffered(); e.Is("loses") && e.ahead > 100 && !strings.HasPrefix(line, "isready") {
			continue
		}
		e.command(words)
		if in.Buffered() == 0 {
			e.flush()
		}
	}
}

func (e *engine) command(words []string) {
	switch words[0] {
	case "uci":
		if e.Is("not-uci") {
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
		fen := strings.Contains(strings.Join(words, " "), "1P4P1")
		switch last := words[len(words)-1]; {
		case e.Is("crash-at-fen") && fen, e.Is("crash-at-move") && len(last) == 5 && len(words) > 3:
			fmt.Fprintln(os.Stderr, "Assertion failed")
			os.Exit(134)
		case e.Is("hang-at-fen") && fen:
			e.flush()
			time.Sleep(time.Hour)
		case e.Is("threaded") && e.ahead > 100:
			defer func(key string) { e.stale = key }(e.key())
		}
		e.stale = ""
		if err := e.Position(words[1:]); err != nil {
			e.println("info string", err)
		}
	case "d":
		e.display()
	case "go":
		e.search(words[1:])
	case "ucinewgame":
		e.NewGame()
	case "setoption", "stop", "ponderhit", "debug":
	default:
		e.println("Unknown command:", strings.Join(words, " "))
	}
}

func (e *engine) display() {
	e.asked++
	switch {
	case e.Is("no-d"):
		e.println("Unknown command: d")
		return
	case e.Is("crash") && e.asked > 100:
		e.println("assertion failed: see stderr")
		e.flush()
		fmt.Fprintln(os.Stderr, "Assertion `sq < 64' failed.")
		os.Exit(134)
	case e.Is("hang") && e.asked > 100:
		e.flush()
		time.Sleep(time.Hour)
	case e.Is("late") && e.asked == 150 && os.Mkdir(filepath.Join(filepath.Dir(os.Args[0]), "late"), 0o700) == nil: // once
		e.flush()
		time.Sleep(3 * time.Second)
	case e.Is("endless") && e.asked > 100:
		for {
			e.println("info depth 1")
		}
	}
	if !e.Is("no-board") {
		e.println(" +---+---+\n | r | n |")
	}
	if fen := e.FEN(); fen != "" {
		e.println("Fen:", fen)
	}
	switch {
	case e.Is("no-key"):
	case e.Is("hurried") && 600 < e.asked && e.asked < 800 && e.asked%7 == 0 && e.ahead > 100:
		e.println("Key:", fmt.Sprintf("%016X", e.Key()^1))
	case e.Is("decimal"):
		e.println("Key:", e.Key())
	case e.Is("prefixed"):
		e.println("hash = 0x" + strconv.FormatUint(e.Key(), 16))
	case e.stale != "":
		e.println("Key:", e.stale)
	default:
		e.println("Key:", e.key())
	}
}

func (e *engine) key() string { return fmt.Sprintf("%016X", e.Key()) }

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
		case e.Is("no-perft"):
			e.println("bestmove 0000")
		case e.Is("async"):
			other := *e.Engine
			time.AfterFunc(5*time.Millisecond, func() { e.perft(&other, depth); e.flush() })
		default:
			e.perft(e.Engine, depth)
		}
		return
	}
	if e.Is("slow-search") {
		e.flush()
		time.Sleep(3 * time.Second)
	}
	if e.Is("hang-in-search") {
		e.flush()
		time.Sleep(time.Hour)
	}
	if e.Is("crash-in-search") {
		panic("index out of range [64]")
	}
	move := e.Search(min(depth, 2))
	if move == "" {
		move = "0000"
	}
	e.println("info depth", depth, "score cp 0")
	e.println("bestmove", move)
}

func (e *engine) perft(p *planted.Engine, depth int) {
	lines, total := p.Perft(depth)
	for _, line := range lines {
		e.println(line)
	}
	e.println()
	e.println("Nodes searched:", total)
}
