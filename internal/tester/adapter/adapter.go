// Package adapter plays a game of another program, in any language, through a
// protocol of text lines, and checks it as [zobristtest.Run] checks a game in Go.
//
// # The protocol
//
// Each line of input is a request, and the program answers it with one line. It must
// flush its output after each answer. It exits when its input ends.
//
//	request      answer
//	new          ok: a new game begins
//	new TEXT     ok: a game begins at position TEXT; or unknown
//	moves        the names of the legal moves, separated by blanks; an empty line when the game is over
//	make NAME    ok: the move is made
//	unmake       ok: the last move is undone
//	null         ok: the side to move passes; or unknown
//	unnull       ok: the pass is undone
//	key          the key, up to 16 hexadecimal digits
//	recompute    the key computed from scratch, as for key; or unknown
//	position     one line with everything that the key must distinguish; or unknown
//	keys         a line "KEY NAME" for each number that keys are made of, then an empty line; or unknown
//
// Only new, moves, make, unmake and key are required. To any other request a program
// may answer unknown. Names of moves contain no blanks, and are unique in a position.
// The program answers unknown to null where the rules forbid a pass, as in check. Then no
// unnull follows. TEXT may be put together from those of several positions: a program answers
// unknown if it is no position.
package adapter

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"time"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/keycheck"
	"github.com/zobrist-go/zobrist/internal/tester"
	"github.com/zobrist-go/zobrist/internal/tester/process"
)

// A Program is a running adapter.
type Program struct {
	process *process.Process
	name    string

	// The requests that it does not answer with unknown.
	HasRecompute, HasPosition, HasNull, HasKeys, HasLoad bool

	refused string // its own text, if it does not know that
	keys    []keycheck.Named
	made    int      // moves, including null moves
	loaded  int      // positions
	moves   []string // of the current position; nil until asked for
	err     error    // the first
}

// Start starts a program, begins a game, and finds out which requests the program
// knows. limit is the time limit of each answer; 0 is ten seconds.
func Start(ctx context.Context, limit time.Duration, program string, args ...string) (*Program, error) {
	proc, err := process.Start(ctx, limit, program, args...)
	if err != nil {
		return nil, err
	}
	p := &Program{process: proc, name: program}
	if p.probe(); p.err != nil {
		proc.Close()
		var e *process.Error
		if errors.As(p.err, &e) && e.Kind == process.TimedOut && len(e.Lines) == 0 {
			p.err = fmt.Errorf("%w\ndoes it flush its output after each answer?", p.err)
		}
		return nil, p.err
	}
	return p, nil
}

// probe makes each request once.
func (p *Program) probe() {
	p.Begin()
	p.Key()
	moves := p.list()
	_, p.HasRecompute = p.askKey("recompute", true)
	var position string
	position, p.HasPosition = p.position()
	p.keys = p.askKeys()
	p.HasKeys = p.keys != nil
	p.HasNull = true
	if p.HasNull = p.Null(); p.HasNull {
		p.UndoNull()
	}
	if p.err == nil && len(moves) == 0 {
		p.fail("moves", "", "at least one move in a new game")
	}
	if p.HasPosition && position != "" {
		if p.HasLoad = p.load(position) == nil && p.err == nil; !p.HasLoad {
			p.refused = position
		}
	}
	p.Begin()
}

// Close ends the program.
func (p *Program) Close() { p.process.Close() }

// Err returns the program's first violation of the protocol. After it, the results of
// the methods have no meaning.
func (p *Program) Err() error { return p.err }

// fail records a wrong answer as the error of p.
func (p *Program) fail(request, answer, want string) {
	if p.err == nil {
		if len(answer) > 200 {
			answer = answer[:200] + "..."
		}
		p.err = fmt.Errorf("%s answers %q to the request %q: want %s", p.name, answer, request, want)
	}
}

// ask sends a request and returns the answer, "" after a failure.
func (p *Program) ask(request string) (answer string) {
	if p.err != nil {
		return ""
	}
	p.process.Send(request)
	p.err = p.process.Answer(request, func(line string) bool { answer = line; return true })
	return strings.TrimSpace(answer)
}

// do sends a request whose answer must be ok, or unknown if the request is optional.
func (p *Program) do(request string, optional bool) (ok bool) {
	answer, want := p.ask(request), "ok"
	if optional {
		want = "ok or unknown"
	}
	if p.err == nil && answer != "ok" && (answer != "unknown" || !optional) {
		p.fail(request, answer, want)
	}
	return answer == "ok"
}

// Begin begins a new game.
func (p *Program) Begin() {
	p.moves = nil
	p.do("new", false)
}

// load begins a game at a position. It returns an error if the program does not know
// the position.
func (p *Program) load(position string) error {
	p.moves = nil
	p.loaded++
	if !p.do("new "+position, true) && p.err == nil {
		return fmt.Errorf("%s answers %q to the request %q", p.name, "unknown", "new "+position)
	}
	return p.err
}

// position returns everything that the key must distinguish.
func (p *Program) position() (position string, known bool) {
	position = p.ask("position")
	return position, position != "unknown" && p.err == nil
}

func (p *Program) askKey(request string, optional bool) (key zobrist.Key, known bool) {
	answer := p.ask(request)
	if p.err != nil || optional && answer == "unknown" {
		return 0, false
	}
	key, err := zobrist.ParseKey(answer)
	if err != nil {
		p.fail(request, answer, "up to 16 hexadecimal digits")
	}
	return key, true
}

// askKeys returns the named keys, nil if they are unknown.
func (p *Program) askKeys() []keycheck.Named {
	if p.err != nil {
		return nil
	}
	const request = "keys"
	keys, unknown := []keycheck.Named{}, false
	p.process.Send(request)
	err := p.process.Answer(request, func(line string) bool {
		line = strings.TrimSpace(line)
		if line == "" || len(keys) == 0 && line == "unknown" {
			unknown = line != ""
			return true
		}
		digits, name, _ := strings.Cut(line, " ")
		key, err := zobrist.ParseKey(digits)
		if name = strings.TrimSpace(name); err != nil || name == "" {
			p.fail(request, line, `lines "KEY NAME" with up to 16 hexadecimal digits, and an empty line at the end`)
			return true
		}
		keys = append(keys, keycheck.Named{Name: name, Key: key})
		return false
	})
	if p.err == nil {
		p.err = err
	}
	if p.err != nil || unknown {
		return nil
	}
	return keys
}

// list returns the names of the moves, sorted: a program may list them in any order. It asks
// for them once per position.
func (p *Program) list() []string {
	if p.moves == nil && p.err == nil {
		answer := p.ask("moves")
		p.moves = append([]string{}, strings.Fields(answer)...)
		slices.Sort(p.moves)
		for i, name := range p.moves {
			if i > 0 && name == p.moves[i-1] {
				p.fail("moves", answer, fmt.Sprintf("a different name for each move, but %s occurs twice", name))
			}
		}
		if slices.Equal(p.moves, []string{"unknown"}) {
			p.fail("moves", answer, "the names of the moves")
		}
	}
	return p.moves
}

// The methods of a Game.

func (p *Program) Key() zobrist.Key { k, _ := p.askKey("key", false); return k }

// Recompute returns the recomputed key, or Key if the program cannot recompute it.
func (p *Program) Recompute() zobrist.Key {
	if !p.HasRecompute {
		return p.Key()
	}
	k, _ := p.askKey("recompute", false)
	return k
}

func (p *Program) Moves() int { return len(p.list()) }

func (p *Program) MoveString(i int) string {
	if moves := p.list(); i < len(moves) {
		return moves[i]
	}
	return ""
}

func (p *Program) Make(i int) {
	name := p.MoveString(i)
	p.moves = nil
	p.made++
	p.do("make "+name, false)
}

func (p *Program) Unmake() {
	p.moves = nil
	p.do("unmake", false)
}

// Null passes. It returns false if the program answers unknown.
func (p *Program) Null() bool {
	if !p.HasNull || !p.do("null", true) {
		return false
	}
	p.moves = nil
	p.made++
	return true
}

func (p *Program) UndoNull() {
	p.moves = nil
	p.do("unnull", false)
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

// A positioner is a program that knows the request position.
type positioner struct{ *Program }

func (g positioner) Position() (s string) { s, _ = g.position(); return s }

// A loader is a program that also knows new TEXT.
type loader struct{ positioner }

func (g loader) Load(position string) error { return g.load(position) }

// Game returns the program's game, in its current position, with methods for only the
// requests that the program knows.
func (p *Program) Game() tester.Game {
	switch {
	case p.HasLoad:
		return loader{positioner{p}}
	case p.HasPosition:
		return positioner{p}
	}
	return p
}
