// Package adapter plays a game of another program, in any language, through a
// protocol of text lines, and checks it as [zobristtest.Run] checks a game in Go.
//
// docs/test-adapter.md has the requests and the answers.
package adapter

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"os/exec"
	"slices"
	"strings"
	"time"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/keycheck"
	"github.com/zobrist-go/zobrist/internal/lines"
	"github.com/zobrist-go/zobrist/internal/tester"
	"github.com/zobrist-go/zobrist/internal/tester/process"
)

// A Program is a running adapter, as a game.
type Program struct {
	start    func() (*process.Process, error)
	process  *process.Process
	name     string
	unknown  map[string]bool // requests that it answers with unknown
	keys     []keycheck.Named
	made     int      // moves, including null moves
	computed int      // keys from scratch
	moves    []string // of the current position; nil until asked for
	begun    string   // the request that set up the first position: new, or new TEXT
	line     []string // the requests that made moves since then
	err      error    // the first: afterwards, the results of the methods have no meaning
	playing  bool     // it is a bug if the program ends
}

// Requests that a program may not know.
const (
	recompute = "recompute"
	position  = "position"
	null      = "null"
	keys      = "keys"
	newText   = "new TEXT"
	unmake    = "unmake"
	unnull    = "unnull"
)

// Start starts a program, begins a game, and finds out which requests the program
// knows. limit is the time limit of each answer; 0 is ten seconds.
func Start(
	ctx context.Context, limit time.Duration, program string, args ...string,
) (*Program, error) {
	p := &Program{name: program, unknown: make(map[string]bool),
		start: func() (*process.Process, error) {
			return process.Start(ctx, limit, exec.Command(program, args...))
		}}
	p.restart()
	if p.err != nil {
		return nil, p.err
	}
	p.hello()
	p.probe()
	if p.err != nil {
		p.Close()
		return nil, p.err
	}
	return p, nil
}

// restart starts the program again.
func (p *Program) restart() {
	fresh, err := p.start()
	p.err = err
	if err != nil {
		return
	}
	if p.process != nil {
		p.Close()
	}
	p.process = fresh
}

// ended reports whether the program has crashed, or gave no answer.
func (p *Program) ended() bool { return errors.As(p.err, new(*process.Error)) }

// hello begins the first game. A program that does not soon answer ok may be a UCI engine.
func (p *Program) hello() {
	answer := ""
	hear := func(line string) bool {
		answer = strings.TrimSpace(line)
		return true
	}
	p.process.Send("new")
	answered, err := p.process.Wait(p.process.Limit/4, "new", hear)
	p.err = err
	if answer != "ok" && p.speaksUCI() {
		p.err = fmt.Errorf("%s is a UCI engine, because it answers uci with uciok: leave out "+
			"-adapter", p.name)
	}
	if p.err == nil && !answered {
		p.err = p.process.Answer("new", hear)
	}
	if p.err == nil && answer != "ok" {
		p.fail("new", answer, "ok")
	}
}

// speaksUCI reports whether the program, started once more, greets as a UCI engine does.
func (p *Program) speaksUCI() bool {
	other, err := p.start()
	if err != nil {
		return false
	}
	defer other.Close()
	other.Send("uci")
	isEngine, err := other.Wait(other.Limit, "uci", func(line string) bool {
		return strings.TrimSpace(line) == "uciok"
	})
	return err == nil && isEngine
}

// probe makes each request once.
func (p *Program) probe() {
	p.Begin()
	p.Key()
	if len(p.list()) == 0 {
		p.fail("moves", "", "at least one move in a new game")
	}
	p.Recompute()
	p.unknown[position] = p.ask(position) == "unknown"
	p.askKeys()
	p.unknown[null] = !p.Null()
	if !p.unknown[null] {
		p.unknown[unnull] = !p.do(unnull, true)
		p.Begin()
	}
	if p.err == nil {
		p.Make(0)
		p.made-- // which is no move of a game
		p.unknown[unmake] = !p.do(unmake, true)
		p.Begin()
	}
	text := p.Position()
	p.unknown[newText] = text == "" || p.Load(text) != nil
	p.Begin()
}

// Close ends the program.
func (p *Program) Close() { p.process.Close() }

// Err returns the program's first violation of the protocol.
func (p *Program) Err() error { return p.err }

// fail records a wrong answer as the error of p.
func (p *Program) fail(request, answer, want string) {
	p.err = cmp.Or(p.err, fmt.Errorf("%s answers %q to the request %q: want %s",
		p.name, lines.Excerpt(answer), request, want))
}

// ask sends a request and returns the answer, "" after a failure.
func (p *Program) ask(request string) (answer string) {
	if p.err != nil {
		return ""
	}
	p.process.Send(request)
	return p.answer(request)
}

// answer reads the answer to a request that was sent, "" after a failure.
func (p *Program) answer(request string) (answer string) {
	if p.err != nil {
		return ""
	}
	p.err = p.process.Answer(request, func(line string) bool {
		answer = line
		return true
	})
	if p.playing && p.ended() {
		law := "panic"
		if p.process.Hangs() {
			law = "stuck"
		}
		panic(&tester.Break{Law: law, Says: p.err.Error(), Err: p.err})
	}
	return strings.TrimSpace(answer)
}

// do sends a request that changes the position. The answer must be ok, or unknown
// if the request is optional.
func (p *Program) do(request string, optional bool) (ok bool) {
	p.moves = nil
	answer := p.ask(request)
	switch {
	case answer == "ok" || p.err != nil: // there is nothing to say, or it is said
	case !optional:
		p.fail(request, answer, "ok")
	case answer != "unknown":
		p.fail(request, answer, "ok or unknown")
	}
	return answer == "ok"
}

// key reads an answer that is a key.
func (p *Program) key(request, answer string) zobrist.Key {
	key, err := zobrist.ParseKey(answer)
	if err != nil {
		p.fail(request, answer, "up to 16 hexadecimal digits")
	}
	return key
}

// askKeys asks for the named keys.
func (p *Program) askKeys() {
	if p.err != nil {
		return
	}
	p.process.Send(keys)
	err := p.process.Answer(keys, func(line string) bool {
		line = strings.TrimSpace(line)
		p.unknown[keys] = line == "unknown" && len(p.keys) == 0
		if p.unknown[keys] || line == "" {
			return true
		}
		digits, name, _ := strings.Cut(line, " ")
		name = strings.TrimSpace(name)
		key, err := zobrist.ParseKey(digits)
		if err != nil || name == "" {
			p.fail(keys, line, `lines "KEY NAME" with up to 16 hexadecimal digits, `+
				`and an empty line at the end`)
		}
		p.keys = append(p.keys, keycheck.Named{Name: name, Key: key})
		return p.err != nil
	})
	p.err = cmp.Or(p.err, err)
}

// list returns the names of the moves, sorted, whatever their order. It asks
// for them once per position.
func (p *Program) list() []string {
	if p.moves == nil && p.err == nil {
		answer := p.ask("moves")
		p.moves = append([]string{}, strings.Fields(answer)...)
		slices.Sort(p.moves)
		if len(slices.Compact(slices.Clone(p.moves))) < len(p.moves) {
			p.fail("moves", answer, "a different name for each move")
		}
		if slices.Equal(p.moves, []string{"unknown"}) {
			p.fail("moves", answer, "the names of the moves")
		}
	}
	return p.moves
}

// Begin begins a new game, in another process if the program has ended.
func (p *Program) Begin() {
	if p.playing && p.ended() {
		p.restart()
	}
	p.begin("new")
	p.do("new", false)
}

// begin remembers how a game begins.
func (p *Program) begin(request string) {
	p.begun = request
	p.line = nil
}

// The methods of a game.

func (p *Program) Key() zobrist.Key { return p.key("key", p.ask("key")) }

// Recompute returns the recomputed key, or Key if the program cannot
// recompute that of this position.
func (p *Program) Recompute() zobrist.Key {
	answer := p.ask(recompute)
	isUnknown := answer == "unknown"
	p.unknown[recompute] = isUnknown && p.computed == 0
	if isUnknown {
		return p.Key()
	}
	p.computed++
	return p.key(recompute, answer)
}

func (p *Program) Moves() int { return len(p.list()) }

func (p *Program) MoveString(i int) string {
	if moves := p.list(); i < len(moves) {
		return moves[i]
	}
	if p.err == nil {
		says := fmt.Sprintf("Moves() is %d, and was %d or more in this position before",
			len(p.moves), i+1)
		panic(&tester.Break{Law: "moves", Says: says})
	}
	return ""
}

func (p *Program) Make(i int) {
	p.made++
	request := "make " + p.MoveString(i)
	p.line = append(p.line, request)
	p.do(request, false)
}

func (p *Program) Unmake() { p.undo(unmake) }

// undo takes back the last move. If the program cannot, because it copies its states, the game
// begins again, and the moves before it are made once more.
func (p *Program) undo(request string) {
	p.line = p.line[:max(0, len(p.line)-1)]
	if !p.unknown[request] {
		p.do(request, false)
		return
	}
	p.moves = nil
	if p.err != nil {
		return
	}
	requests := append([]string{p.begun}, p.line...)
	p.process.Send(requests...)
	for _, request := range requests {
		answer := p.answer(request)
		if answer != "ok" && p.err == nil {
			p.fail(request, answer, "ok, as before: unmake is unknown, so the game is played again")
		}
	}
}

// Null passes. It returns false if the program answers unknown.
func (p *Program) Null() bool {
	if p.unknown[null] || !p.do(null, true) {
		return false
	}
	p.made++
	p.line = append(p.line, null)
	return true
}

func (p *Program) UndoNull() { p.undo(unnull) }

// Position returns everything that the key must distinguish.
func (p *Program) Position() string {
	if p.unknown[position] {
		return ""
	}
	return p.ask(position)
}

// Load begins a game at a position. It returns an error if the program does not know the position.
func (p *Program) Load(text string) error {
	p.begin("new " + text)
	if !p.do("new "+text, true) && p.err == nil {
		return fmt.Errorf("%s answers %q to the request %q", p.name, "unknown", "new "+text)
	}
	return p.err
}

// Keys yields the named keys of the program.
func (p *Program) Keys() iter.Seq2[string, zobrist.Key] {
	return func(yield func(string, zobrist.Key) bool) {
		for _, k := range p.keys {
			if !yield(k.Name, k.Key) {
				return
			}
		}
	}
}

// Lacks says which methods of a game the program has in name only.
func (p *Program) Lacks(call string) bool {
	switch call {
	case "text":
		return p.unknown[position]
	case "load":
		return p.unknown[newText]
	case "null", "undonull":
		return p.unknown[null]
	}
	return false
}
