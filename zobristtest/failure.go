package zobristtest

import (
	"fmt"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/keycheck"
)

// A kind of failure.
type kind int

const (
	none         kind = iota
	recomputed        // the key is not the recomputed one
	unmade            // Unmake or UndoNull does not restore
	after             // After tells another key
	afterChanges      // After changes the game
	route             // equal positions, different keys
	collision         // different positions, equal keys
	moves             // the number of moves is impossible, or changes
	order             // the order of moves changes
	panics            // a method panics
	stuck             // a method does not return
	own               // the game has failed in itself: see Failer
)

// A failure is what a check found. The line ends with the move that shows it.
type failure struct {
	kind      kind
	line      []move
	other     []move // another line, of a route or collision
	call      string // the method that fails, of panics and stuck
	has, want zobrist.Key
	isKey     bool // has and want are what is wrong; otherwise detail says it
	detail    string
	before    zobrist.Key // before the last move of the line
	node      int32       // where the other line ends, in seen.nodes
	between   string      // of unmade: the move made and taken back after the last of the line
	undone    undone      // after the line
	err       error       // of own
}

func (p *player) failure(k kind) *failure {
	return &failure{kind: k, line: slices.Clone(p.line), call: p.call, undone: p.undone}
}

func (f *failure) keys(has, want zobrist.Key) *failure {
	f.has, f.want, f.isKey = has, want, true
	return f
}

// ends says how two lines end, of a route or collision: the positions are one,
// or differ.
func (f *failure) ends(position, before string, node int32, other []move) *failure {
	f.node, f.other = node, other
	f.detail = fmt.Sprintf("%q", position)
	if position != before {
		f.detail = fmt.Sprintf("%q and %q", position, before)
	}
	return f
}

// like tells whether two failures show the same kind of mistake.
func (f *failure) like(g *failure) bool {
	return f.kind == g.kind && f.isKey == g.isKey && (f.kind != panics || f.call == g.call)
}

// named tells whether the message can name the keys by which has and want
// differ.
func (f *failure) named() bool {
	return f.isKey && f.kind != afterChanges && f.kind != collision
}

// cost orders failures: the shorter the line, the better.
func (f *failure) cost() int { return len(f.line) + len(f.other) }

// message says what is wrong. The keys are those of the game by name, if it
// tells them.
func (f *failure) message(keys []keycheck.Named) string {
	last := len(f.line) - 1
	switch f.kind {
	case recomputed:
		return fmt.Sprintf("key %s: has %v, want %v%s", where(f.line), f.has, f.want, f.explain(keys))
	case unmade:
		undo := "taken back"
		if f.line[last].index < 0 {
			undo = "undone"
		}
		names := f.line[last].name
		if f.between != "" {
			names, undo = names+" and "+f.between, "taken back"
		}
		undo = fmt.Sprintf("%s, %s %s", where(f.line[:last]), names, undo)
		if !f.isKey {
			return undo + ": " + f.detail
		}
		return fmt.Sprintf("key %s: has %v, want %v as before%s", undo, f.has, f.want, f.explain(keys))
	case after:
		return fmt.Sprintf("After(%s) %s: returns %v, and the key once it is made is %v%s",
			f.line[last].name, where(f.line[:last]), f.has, f.want, f.explain(keys))
	case afterChanges:
		detail := f.detail
		if f.isKey {
			detail = fmt.Sprintf("the key from %v to %v", f.want, f.has)
		}
		return fmt.Sprintf("After(%s) %s changes %s", f.line[last].name, where(f.line[:last]), detail)
	case route:
		return fmt.Sprintf("key %s: has %v, and %v %s, in the same position %s%s",
			where(f.line), f.has, f.want, where(f.other), f.detail, f.explain(keys))
	case collision:
		return fmt.Sprintf("key %s: has %v, the same as %s, but the positions differ: %s", where(f.line), f.has, where(f.other), f.detail)
	case order:
		return fmt.Sprintf("the order of moves %s changes: %s", where(f.line), f.detail)
	case panics, stuck, own:
		if f.call == "Make" || f.call == "Null" {
			return where(f.line[:last]) + ": " + f.detail
		}
		if f.undone[0] != "" {
			return fmt.Sprintf("%s: %s\n(%v had just been taken back)", where(f.line), f.detail, f.undone)
		}
	}
	return where(f.line) + ": " + f.detail
}

// where names a position by the line to it.
func where(line []move) string {
	if len(line) == 0 {
		return "at the start"
	}
	var b strings.Builder
	b.WriteString("after")
	for _, m := range line {
		b.WriteByte(' ')
		b.WriteString(m.name)
	}
	return b.String()
}

// explain names the keys by which has and want differ.
func (f *failure) explain(keys []keycheck.Named) string {
	// What the last move did to the key is known when only that was wrong.
	oneMove := len(f.line) > 0 && (f.kind == recomputed || f.kind == after)
	twice := oneMove && f.before != 0 && f.has^f.want == f.before
	if len(keys) == 0 && !twice {
		return ""
	}
	names := keycheck.Explain(f.has^f.want, keys)
	if names == nil {
		switch {
		case twice:
			return "; wrong by the whole key from before the move (h ^= t.Toggle(h, ...) for h = t.Toggle(h, ...)?)"
		case oneMove && f.has == f.before:
			return "; the key does not change with the move"
		case oneMove && f.want == f.before:
			return "; the key should not change with the move"
		}
		return "; no set of up to 4 named keys makes the difference"
	}
	b := []byte("; wrong by: ")
	for i, name := range names {
		if i > 0 {
			b = append(b, ", "...)
		}
		b = fmt.Appendf(b, "%q", name)
	}
	if oneMove {
		guess := hint(names, f.line[len(f.line)-1].name, f.has^f.before, f.want^f.before, keys)
		if twice && (guess == "" || guess == changedHint || guess == unchangedHint) {
			guess = "all of the key from before the move: h ^= t.Toggle(h, ...) for h = t.Toggle(h, ...)"
		}
		if guess != "" {
			b = fmt.Appendf(b, " (%s?)", guess)
		}
	}
	return string(b)
}
