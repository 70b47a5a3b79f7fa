package kit

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/keycheck"
	"github.com/zobrist-go/zobrist/internal/verdict"
)

// A kind of failure.
type kind int

const (
	none       kind = iota
	recomputed      // the key differs from the recomputed key
	unmade          // Unmake or UndoNull does not restore the game
	after           // After returns a wrong key
	changes         // a method that should only read changes the game
	route           // equal positions, different keys
	collision       // different positions, equal keys
	moves           // the number of moves is impossible, or changes
	order           // the order of moves changes
	shared          // a move changes another game
	cloned          // a clone and its game differ, or are not independent
	loaded          // a loaded position differs from the one that moves lead to
	panics          // a method panics
	stuck           // a method does not return
	own             // the game reports an error of its own: see Failer
)

// A failure is a mistake that a check found.
type failure struct {
	kind      kind
	from      string   // the starting position; "" for a new game
	line      []move   // ends with the move that shows the mistake, or with its undo
	scripts   [][]move // lines to replay: one of them may show the mistake
	other     []move   // the other line of a route or collision
	otherFrom string
	alone     *failure // in a clone or after a Load: what the same moves show without it, if they do
	call      string
	arg       int
	has, want zobrist.Key
	isKey     bool // has and want show what is wrong; if false, detail does
	detail    string
	before    zobrist.Key      // before the last move of the line
	node      int32            // where the other line ends, in seen.nodes
	note      string           // what else is needed to reproduce it
	err       error            // of own
	fitted    []keycheck.Named // keys found by fitKeys, for a game without Keys

	features [2][]keycheck.Named // of the position before the last move and of this one, if the game has Features
}

func (p *player) failure(k kind) *failure {
	f := &failure{kind: k, from: p.from, line: slices.Clone(p.line), call: p.call, arg: p.arg}
	f.scripts = p.history.scripts(f.line)
	return f
}

// along returns the same failure at the end of a line from another starting position.
func (f *failure) along(from string, line []move) *failure {
	g := *f
	g.from, g.line, g.scripts = from, line, [][]move{line}
	return &g
}

func (f *failure) keys(has, want zobrist.Key) *failure {
	f.has, f.want, f.isKey = has, want, true
	return f
}

// ends sets the detail of a route or collision, whose lines are set: the positions at
// their ends.
func (f *failure) ends(position, before string) *failure {
	f.detail = fmt.Sprintf("%q", position)
	if position != before {
		f.detail = fmt.Sprintf("%q and %q", position, before)
		if f.from == f.otherFrom && clocks(position, before, plies(standing(f.line))-plies(standing(f.other))) {
			f.detail += " (only numbers at the end differ: are they clocks? Leave them out of Position)"
		}
	}
	return f
}

// clocks guesses that two texts differ only in clocks, which are in no key: numbers at
// the end, of which the last grows by one in each ply, or in every second. plies is the
// difference of their lines' lengths.
func clocks(a, b string, plies int) bool {
	x, y := strings.Fields(a), strings.Fields(b)
	first := 0 // field that differs
	for first < min(len(x), len(y)) && x[first] == y[first] {
		first++
	}
	if len(x) != len(y) || first == 0 || first == len(x) {
		return false
	}
	more := 0
	for i := first; i < len(x); i++ {
		n, err := strconv.Atoi(x[i])
		m, err2 := strconv.Atoi(y[i])
		if err != nil || err2 != nil {
			return false
		}
		more = n - m
	}
	return more == plies || max(2*more-plies, plies-2*more) <= 1
}

// like reports whether two failures show the same kind of mistake.
func (f *failure) like(g *failure) bool {
	return f.kind == g.kind && f.isKey == g.isKey && (f.kind != panics && f.kind != changes && f.kind != cloned || method(f.call) == method(g.call))
}

// named reports whether the message can name the keys in the difference of has and
// want.
func (f *failure) named() bool {
	return f.isKey && f.kind != changes && f.kind != collision && f.kind != shared
}

// ofTwo reports whether the failure is of two lines, whose ends contradict each other.
func (f *failure) ofTwo() bool { return f.kind == route || f.kind == collision }

// cost orders failures: shorter lines cost less. A null move costs more than another
// move.
func (f *failure) cost() int {
	cost := 0
	for _, m := range slices.Concat(f.line, f.other) {
		switch m.index {
		case undoMove:
			cost++
		case nullMove:
			cost += oneMove + 1
		default:
			cost += oneMove
		}
	}
	return cost
}

// message says what is wrong. keys are the keys of the game, or nil if unknown.
func (f *failure) message(keys []keycheck.Named) string {
	return f.what(keys) + f.note
}

// ifMeant follows a message that is wrong for games with one global board.
const ifMeant = " (if only one game can exist at a time, set Config.Sequential)"

func (f *failure) what(keys []keycheck.Named) string {
	last := len(f.line) - 1
	here, detail, why := where(f.from, f.line), f.detail, ""
	if f.named() {
		why = f.explain(keys)
	}
	switch {
	case f.kind == recomputed:
		return fmt.Sprintf("key %s: got %v, want %v%s", here, f.has, f.want, why)
	case f.kind == unmade && f.isKey:
		return fmt.Sprintf("key %s: got %v, want %v as before%s", here, f.has, f.want, why)
	case f.kind == after:
		return fmt.Sprintf("After(%s) %s: returns %v, but the key after the move is %v%s",
			f.line[last].name, where(f.from, f.line[:last]), f.has, f.want, why)
	case f.kind == changes:
		if f.isKey {
			detail = fmt.Sprintf("the key from %v to %v", f.want, f.has)
		}
		return fmt.Sprintf("%s %s changes %s", f.call, here, detail)
	case f.kind == route:
		return fmt.Sprintf("key %s: got %v, and %v %s, in the same position %s%s",
			here, f.has, f.want, where(f.otherFrom, f.other), detail, why)
	case f.kind == collision:
		return fmt.Sprintf("key %s: got %v, the same as %s, but the positions differ: %s", here, f.has, where(f.otherFrom, f.other), detail)
	case f.kind == order:
		return fmt.Sprintf("the order of moves %s changes: %s", here, detail)
	case f.kind == shared:
		is := fmt.Sprintf("is %s %s", detail, here)
		if f.isKey {
			is = fmt.Sprintf("has key %v %s, and had %v before", f.has, here, f.want)
		}
		return fmt.Sprintf("another game, left alone, %s: the two games share data that moves change%s", is, ifMeant)
	case f.kind == cloned || f.kind == loaded:
		if f.isKey {
			detail += fmt.Sprintf(" is %v, want %v%s", f.has, f.want, why)
		}
		return fmt.Sprintf("%s %s: %s", f.call, here, detail)
	case f.kind >= panics && (f.call == "Make" || f.call == "Null"): // the last move was not made
		here = where(f.from, f.line[:last])
	}
	return here + ": " + detail
}

// explain says what is wrong with has.
func (f *failure) explain(keys []keycheck.Named) string {
	c := verdict.Case{Has: f.has, Want: f.want, Keys: keys}
	// The cause is in the last move only if the key was right before it.
	if last := len(f.line) - 1; last >= 0 && !f.line[last].isUndo() && (f.kind == recomputed || f.kind == after) {
		c.Move = &verdict.Move{Name: f.line[last].name, Before: f.before}
	}
	if f.features[1] != nil {
		c.Keys = f.withFeatures(keys)
		if f.kind != after && sum(f.features[1]) == f.want {
			c.Features = names(f.features[1])
			if c.Move != nil {
				c.Move.Features = names(f.features[0])
			}
		}
	}
	if clause := verdict.Judge(c).Clause(); clause != "" {
		return "; " + clause
	}
	return ""
}

// withFeatures adds the features of the two positions to the keys.
func (f *failure) withFeatures(keys []keycheck.Named) []keycheck.Named {
	all := slices.Clone(keys)
	for _, k := range slices.Concat(f.features[0], f.features[1]) {
		if !slices.ContainsFunc(all, func(n keycheck.Named) bool { return n.Key == k.Key || n.Name == k.Name }) {
			all = append(all, k)
		}
	}
	return all
}

func sum(keys []keycheck.Named) (k zobrist.Key) {
	for _, named := range keys {
		k ^= named.Key
	}
	return k
}

func names(keys []keycheck.Named) []string {
	all := make([]string, len(keys))
	for i, k := range keys {
		all[i] = k.Name
	}
	return all
}

// method is the name of a method in a call: "After" of "After(e2e4)".
func method(call string) string {
	name, _, _ := strings.Cut(call, "(")
	return name
}
