// Command engine is package planted as a UCI engine, with bugs that only a process can have:
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
	"time"

	"github.com/zobrist-go/zobrist/internal/planted"
)

func main() {
	bug := flag.String("bug", "", "the bug to plant")
	seed := flag.Uint64("seed", 1, "of the numbers")
	flag.Parse()
	p, err := planted.New(*bug, *seed)
	if err != nil {
		die(2, err.Error())
	}
	e := &engine{Engine: p}
	switch {
	case e.Is("crash-at-start"):
		die(127, "cannot open nn-0000.nnue")
	case e.Is("silence"):
		hang()
	}
	in := bufio.NewReader(os.Stdin)
	for {
		line, err := in.ReadString('\n')
		words := strings.Fields(line + " nothing")
		if err != nil || words[0] == "quit" {
			return
		}
		e.ahead = in.Buffered() > 100
		if !e.ahead || !e.Is("loses") || words[0] == "isready" {
			e.command(words[:len(words)-1])
		}
	}
}

func die(status int, why string) {
	fmt.Fprintln(os.Stderr, why)
	os.Exit(status)
}

func hang() { time.Sleep(time.Hour) }

// say writes lines at once: some answers come from another goroutine.
func say(lines ...any) {
	fmt.Print(strings.TrimSuffix(fmt.Sprintln(lines...), "\n") + "\n")
}

// An engine is a session with a user.
type engine struct {
	*planted.Engine
	ahead bool   // many commands follow
	asked int    // answers to d
	stale string // the key to print instead
}

func (e *engine) command(words []string) {
	switch strings.Join(words[:min(len(words), 1)], "") {
	case "uci":
		if e.Is("not-uci") {
			say("Error (unknown command): uci")
			return
		}
		say(
			"id name Test engine\nid author the authors of zobrist\noption name Hash type spin " +
				"default 1 min 1 max 16\nuciok",
		)
	case "isready":
		say("readyok")
	case "position":
		e.position(words)
	case "d":
		e.display()
	case "go":
		e.search(words[1:])
	case "ucinewgame":
		e.NewGame()
	case "", "setoption", "stop", "ponderhit", "debug":
	default:
		say("Unknown command:", strings.Join(words, " "))
	}
}

func (e *engine) position(words []string) {
	fen := strings.Contains(strings.Join(words, " "), "1P4P1")
	switch last := words[len(words)-1]; {
	case e.Is("crash-at-fen") && fen, e.Is("crash-at-move") && len(last) == 5 && len(words) > 3:
		die(134, "Assertion failed")
	case e.Is("crash-at-null") && last == "0000":
		die(134, "Assertion `piece != none' failed.")
	case e.Is("hang-at-fen") && fen:
		hang()
	case e.Is("threaded") && e.ahead:
		defer func(key string) { e.stale = key }(e.key())
	}
	e.stale = ""
	if err := e.Position(words[1:]); err != nil {
		say("info string", err)
	}
}

func (e *engine) display() {
	e.asked++
	late := e.asked > 100
	switch {
	case e.Is("no-d"):
		say("Unknown command: d")
		return
	case e.Is("crash") && late:
		say("assertion failed: see stderr")
		die(134, "Assertion `sq < 64' failed.")
	case e.Is("hang") && late:
		hang()
	// once
	case e.Is("late") && e.asked == 150 &&
		os.Mkdir(filepath.Join(filepath.Dir(os.Args[0]), "late"), 0o700) == nil:
		time.Sleep(3 * time.Second)
	case e.Is("delayed") && e.asked%16 == 0:
		time.Sleep(time.Duration(10+15*(e.asked/16%3)) * time.Millisecond)
	case e.Is("endless") && late:
		for {
			say("info depth 1")
		}
	}
	answer, key := "", "Key: "+e.key()
	if !e.Is("no-board") {
		answer = " +---+---+\n | r | n |\n"
	}
	if fen := e.FEN(); fen != "" {
		answer += "Fen: " + fen + "\n"
	}
	switch {
	case e.Is("no-key"):
		key = ""
	case e.Is("hurried") && 600 < e.asked && e.asked < 800 && e.asked%7 == 0 && e.ahead:
		key = fmt.Sprintf("Key: %016X", e.Key()^1)
	case e.Is("decimal"):
		key = fmt.Sprint("Key: ", e.Key())
	case e.Is("prefixed"):
		key = "hash = 0x" + strconv.FormatUint(e.Key(), 16)
	case e.stale != "":
		key = "Key: " + e.stale
	}
	say(answer + key)
}

func (e *engine) key() string { return fmt.Sprintf("%016X", e.Key()) }

// search does what go asks for.
func (e *engine) search(words []string) {
	depth := 1
	for i := 0; i+1 < len(words); i++ {
		if n, err := strconv.Atoi(words[i+1]); err == nil &&
			(words[i] == "perft" || words[i] == "depth") {
			depth = n
		} else if words[i] == "movetime" { // it is stopped
			depth = 0
		}
	}
	switch perft := len(words) > 0 && words[0] == "perft"; {
	case perft && e.Is("no-perft"):
		say("bestmove 0000")
	case perft && e.Is("async"):
		other := *e.Engine
		time.AfterFunc(5*time.Millisecond, func() { perftOf(&other, depth) })
	case perft:
		perftOf(e.Engine, depth)
	default:
		if e.Is("slow-search") {
			time.Sleep(3 * time.Second)
		}
		if e.Is("hang-in-search") {
			hang()
		}
		if e.Is("crash-in-search") {
			panic("index out of range [64]")
		}
		move := e.Search(min(depth, 2))
		if move == "" {
			move = "0000"
		}
		say(fmt.Sprintf("info depth %d score cp 0\nbestmove %s", depth, move))
	}
}

func perftOf(p *planted.Engine, depth int) {
	lines, total := p.Perft(depth)
	say(strings.Join(append(lines, ""), "\n") + fmt.Sprint("\nNodes searched: ", total))
}
