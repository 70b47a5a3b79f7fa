package tester

import (
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/report"
)

// A Claim is two scripts that should have the same value: after Base, that of Got should be that
// of Want. If Other is not nil, its value is compared, and it begins with a new game.
type Claim struct {
	Base, Got, Want, Other Script
}

// A Break is a law that a game breaks: the law, the place, and the two sides of the law with its
// variables bound to moves. It is thrown from where the law breaks, unless onBreak lets the run go
// on. Of a panic there is only one side. With the scripts that show it best, it is an error.
type Break struct {
	Law string
	Of  *Law // nil of a rule of the runner
	Claim
	A, B Value  // of Got, and of Want or Other
	Says string // in words, or ""
	Err  error  // of the game itself
	own  []Verb
	was  [2]zobrist.Key // of recompute: the two keys before the last move
	// Old is by how much the two keys differed already before the last move: only the rest
	// belongs to this move.
	Old     zobrist.Key
	at      int    // how much of the log leads to the place, or -1
	node    int32  // where the other line ends, in the record
	log     Script // all that was called
	seed    uint64 // of the random game that broke the law
	reached int    // positions that the look had compared then

	item  report.Item // what the report says, once it is known
	alone bool        // a line of moves shows it alone on a new game
	stale bool        // what is taken back leaves the key of an earlier position
}

// Error returns the item as text.
func (b *Break) Error() string { return strings.TrimRight(b.item.Text(), "\n") }

// Item returns what the report says about the law.
func (b *Break) Item() report.Item { return b.item }
func (b *Break) Unwrap() error     { return b.Err }

// Seed returns the seed of the random game that broke the law first.
func (b *Break) Seed() uint64 { return b.seed }

// twoLines reports whether two lines to positions contradict each other.
func (b *Break) twoLines() bool { return b.Law == "routes" || b.Law == "collision" }

// fails reports whether a call fails, so that there is nothing to compare.
func (b *Break) fails() bool { return b.Want == nil && b.Other == nil }

// keepsLine reports whether no shorter line is looked for.
func (b *Break) keepsLine() bool {
	return b.Law == "own" || b.Law == "stuck" || b.Law == "gone" || b.Law == "duplicate names"
}

// spoils reports whether the game is probably wrong after the law was broken.
func (b *Break) spoils() bool {
	return !slices.Contains([]string{"recompute", "After", "routes", "collision", "load", "moves"},
		b.Law)
}

// isKey reports whether keys show what is wrong.
func (b *Break) isKey() bool { return b.difference() != 0 && b.Says == "" }

// difference is by what the keys differ that the law compares, without what they differed
// by before the last move.
func (b *Break) difference() zobrist.Key { return b.A.Key ^ b.B.Key ^ b.Old }

// fail reports a broken law. It returns if onBreak lets the run go on.
func (l *live) fail(b *Break) {
	l.broke = true
	if l.onBreak == nil || !l.onBreak(b) {
		panic(l.filled(b))
	}
	l.cursor.spoilt = l.cursor.spoilt || b.spoils()
}

// unlike is a broken law about a read that should have the same value after a script as before it.
func unlike(law string, base, got Script, read Step, now, was Value, at int) *Break {
	return &Break{Law: law, Claim: Claim{Base: base, Got: got.then(read), Want: Script{read}},
		A: now, B: was, at: at}
}

// filled adds the log.
func (l *live) filled(b *Break) *Break {
	b.own = l.subject.own
	b.at = max(-1, b.at-l.cut)
	b.log = l.script()
	return b
}

// run calls f, which plays, and returns the law that it breaks.
func (l *live) run(f func()) *Break {
	l.cursor.node = 0
	b := l.contain(f)
	if b == nil || b.Base != nil {
		return b
	}
	// A method has panicked or not returned, or the subject has thrown the law.
	b.at = -1
	var failing Step
	if b.Law != "gone" {
		failing = l.failingStep()
	}
	script := l.scriptTo(failing)
	b.Base = script[:len(script)-1]
	b.Got = Script{script.ending()}
	return l.filled(b)
}

// failingStep is the step in which a method has panicked or not returned: the last one of the log.
// To make a move by its name, the moves are listed first. If a method of that list fails, such as
// MoveString, the step is the list and not the move.
func (l *live) failingStep() (st Step) {
	if len(l.log) == 0 {
		return Step{}
	}
	st = l.script()[len(l.log)-1]
	failsInList := l.method == "Moves" || l.method == "MoveString"
	if failsInList && !st.Call.reads() && st.Call != Load {
		return Step{On: st.On, Call: Names}
	}
	return st
}

// scriptTo is the script that ends with a step that has just failed. In the laws' tree it leads
// from the place to the node that was executed, so that it has the moves below the place, such as x
// and null in "x null undonull". A move for good is the end of the line already. Any other step,
// such as an Unmake on the way back, follows the line.
func (l *live) scriptTo(failing Step) Script {
	at := l.cursor.node
	isInTree := at > 0 && l.cursor.f.base <= len(l.line) && l.nodes[at].Call == failing.Call
	switch {
	case isInTree:
		return l.trail(l.cursor.f, at)
	case failing.forward() && len(l.line) > 0:
		return l.base(len(l.line))
	}
	return l.base(len(l.line)).then(failing)
}

// otherMoves is wrong if lists of moves differ.
const otherMoves = "the moves, or their order, are not as before"

// Kind is the law that is broken, with the call that breaks it: "undo unmake", "load".
func (b *Break) Kind() string {
	at := len(b.Got) - 1
	for at > 0 && b.Got[at].Call.reads() && b.Got[at-1].Call.reads() {
		at-- // only the first read counts
	}
	switch {
	case b.Law == "collision": // whoever loads or makes the moves
		return b.Law
	case b.Law == "clone" || b.Base.has(Clone):
		return "clone"
	case at > 0 && b.Got[at-1].back():
		return "undo " + b.Got[at-1].Call.Name(b.own)
	case at >= 0 && b.Got[at].On == loading:
		return "load"
	case b.Law == "recompute" && b.Base.ending().Call == Load:
		return "load"
	case b.Law == "recompute" && b.Base.ending().Call == Null:
		return "null"
	}
	return b.Law
}
