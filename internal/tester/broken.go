package tester

import (
	"errors"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/tester/solve"
)

// A Claim is two scripts that should have the same value: after Base, that of Got should be that
// of Want. If Other is not nil, its value is compared, and it begins with a new game.
type Claim struct {
	Base, Got, Want, Other Script
}

// A Break is a law that a game breaks: the law, the place, and the two sides of the law with its
// variables bound to moves. It is thrown from where the law breaks, unless a judge wants to go on.
// Of a panic there is only one side. With the scripts that show it best, it is an error.
type Break struct {
	Law string
	Of  *Law // nil of a rule of the runner
	Claim
	A, B Value  // of Got, and of Want or Other
	Says string // in words, or ""
	Err  error  // of the game itself
	own  []Verb
	was  [2]zobrist.Key // of recompute: the two keys before the last move
	at   int            // how much of the log leads to the place, or -1
	node int32          // where the other line ends, in the record
	log  Script         // all that was called

	Verdict *solve.Verdict // which features are wrong; nil if nobody has asked
	first   *Break         // as it was met, if a shorter line was looked for
	astray  bool           // its line does not show it on a new game
	message string
}

func (b *Break) Error() string { return b.message }
func (b *Break) Unwrap() error { return b.Err }

// twoLines reports whether two lines to positions contradict each other.
func (b *Break) twoLines() bool { return b.Law == "routes" || b.Law == "collision" }

// fails reports whether a call fails, so that there is nothing to compare.
func (b *Break) fails() bool { return b.Want == nil && b.Other == nil }

// whole reports whether no shorter line is looked for.
func (b *Break) whole() bool {
	return b.Law == "own" || b.Law == "stuck" || b.Law == "gone" || b.Law == "twins"
}

// spoils reports whether the game is probably wrong after the law was broken.
func (b *Break) spoils() bool {
	return !slices.Contains([]string{"recompute", "After", "routes", "collision", "load", "moves"},
		b.Law)
}

// isKey reports whether keys show what is wrong.
func (b *Break) isKey() bool { return b.A.Key != b.B.Key && b.Says == "" }

// fail reports a broken law. It returns if the judge wants to go on.
func (l *live) fail(b *Break) {
	if l.judge == nil || !l.judge(b) {
		panic(l.filled(b))
	}
	l.cursor.dirty = l.cursor.dirty || b.spoils()
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
	var end Step
	if n := len(l.log); n > 0 && b.Law != "gone" {
		end = l.script()[n-1]
		// Some calls list the moves first, to find the one that they make.
		lists := l.method == "Moves" || l.method == "MoveString"
		if lists && !end.Call.reads() && end.Call != Load {
			end = Step{On: end.On, Call: Names}
		}
	}
	at := l.cursor.node
	inTree := at > 0 && l.cursor.f.base <= len(l.line) && l.nodes[at].Call == end.Call
	var script Script
	switch {
	case inTree:
		script = l.trail(l.cursor.f, at)
	case end.forward() && len(l.line) > 0: // the line ends with it
		script = l.base(len(l.line))
	default:
		script = l.base(len(l.line)).then(end)
	}
	b.Base = script[:len(script)-1]
	b.Got = Script{script.ending()}
	return l.filled(b)
}

// otherMoves is wrong if lists of moves differ.
const otherMoves = "the moves, or their order, are not as before"

// mostBugs is how many bugs a subtest looks for.
const mostBugs = 5

// bugs are those that a session has found.
type bugs struct {
	known   []fault
	found   []*Break
	numbers *solve.Numbers
	onward  bool // nothing is taken back any more: a wrong undo would explain too much
	Weak    bool // the numbers have a problem: it may explain collisions, and equal bits
}

// These begin the ways in which something else is wrong, and those that no features explain.
const (
	noKey       = "no-key"
	unexplained = "unexplained"
)

// A fault is one way in which a law is broken: a kind of features that is wrong, and how. Alone, it
// shows where the key was right, so that no wrong move explains it.
type fault struct {
	law, how string
	alone    bool
}

// Kind is the law that is broken, with the call that breaks it: "undo unmake", "load".
func (b *Break) Kind() string {
	at := len(b.Got) - 1
	switch {
	case b.Law == "clone" || b.Base.has(Clone):
		return "clone"
	case at > 0 && b.Got[at-1].back():
		return "undo " + b.Got[at-1].Call.Name(b.own)
	case at >= 0 && b.Got[at].On == spare:
		return "load"
	case b.Law == "recompute" && b.Base.ending().Call == Load:
		return "load"
	}
	return b.Law
}

// faults tells a bug from others.
func (r *Session) faults(b *Break) (all []fault) {
	law := b.Kind()
	if !b.isKey() {
		return []fault{{law: law, how: noKey}}
	}
	end := b.Base.ending()
	was := b.was
	afterNull := b.Law == "recompute" && b.Base.has(Null)
	byNull := afterNull && end.Call == Null
	byMove := b.Law == "recompute" && end.Call == Make
	byCopy := (law == "clone" || law == "load") && !byMove
	wasRight := was[1] != 0 && was[0] == was[1]
	alone := wasRight && (byNull || byCopy)
	switch {
	case alone && byNull:
		law = "null"
	case afterNull && law == "recompute":
		law = "recompute after null"
	}
	if b.Verdict == nil {
		c := solve.Case{Got: b.A.Key, Want: b.B.Key}
		if b.Law == "recompute" && end.forward() && was[1] != 0 {
			c.Move = end.name()
			c.GotBefore = was[0]
			c.WantBefore = was[1]
		}
		v := r.numbers.Judge(c)
		b.Verdict = &v
	}
	if b.Verdict.Facts != nil {
		return []fault{{law, unexplained, alone}}
	}
	for _, how := range b.Verdict.Faults() {
		all = append(all, fault{law, how, alone})
	}
	return all
}

// spreads reports whether a wrong key that breaks a law stays wrong later in the line, and so
// breaks other laws there.
func spreads(law string) bool {
	switch law {
	case "recompute", "recompute after null", "null", "routes", "collision", "refused":
		return true
	}
	return false
}

// explains reports whether a bug that was reported explains a fault. A wrong update shows in other
// laws, too, and a wrong undo in all. A bug may be wrong by more features than can be told.
func (bug fault) explains(f fault, onward bool) bool {
	isUndo := !onward && strings.HasPrefix(bug.law, "undo ")
	isRefused := !onward && bug.law == "refused"
	switch {
	case bug.how == noKey && (isUndo || bug.law == f.law):
		return true
	case f.how == noKey && (isUndo || isRefused):
		return true
	case bug.law == "null" && f.law == "recompute":
		return false
	case !isUndo && bug.law != f.law && (f.alone || !spreads(bug.law)):
		return false
	case f.how == unexplained && bug.named():
		return true
	}
	// One way may be a part of the other: "piece" and "piece missing".
	return bug.how == f.how ||
		strings.HasPrefix(bug.how, f.how+" ") ||
		strings.HasPrefix(f.how, bug.how+" ")
}

// named reports whether features explain what is wrong.
func (bug fault) named() bool { return bug.how != noKey && bug.how != unexplained }

// isKnown reports whether a broken law consists of bugs that were reported.
func (r *Session) isKnown(b *Break) bool {
	if b.Law == "again" || b.Law == "collision" && r.Weak { // its keys do not tell bugs apart
		return true
	}
	for _, f := range r.faults(b) {
		explains := func(bug fault) bool { return bug.explains(f, r.onward) }
		if !slices.ContainsFunc(r.known, explains) {
			return false
		}
	}
	return true
}

// Each looks for one bug after the other, until half of the time gives none. It
// ignores what belongs to one found.
func (r *Session) Each(look func() error) (errs []error) {
	keys, _ := r.keys() // not while a game is played: the next one may end it
	r.numbers = solve.Listed(keys)
	more := true
	// Some looks find only a bug that is known: they count, too, so that this ends.
	for looks := 0; more && len(errs) < mostBugs && looks < 2*mostBugs; looks++ {
		err := look()
		var bug *Break
		isLaw := errors.As(err, &bug) && bug.first != nil && !bug.first.fails()
		// A known bug may explain the shortest line, though it does not explain the whole one.
		if err != nil && !(isLaw && r.isKnown(bug)) {
			errs = append(errs, err)
			if bug != nil {
				r.found = append(r.found, bug)
			}
		}
		switch {
		case isLaw:
			r.known = slices.Concat(r.known, r.faults(bug.first), r.faults(bug))
			more = bug.Law != "reads" // all else may follow from a method that should only read
		case r.knowsUndo() && !r.onward:
			r.onward = true
		default:
			more = false
		}
	}
	return r.first(errs)
}

// knowsUndo reports whether a bug was found in what takes a step back.
func (r *Session) knowsUndo() bool {
	return slices.ContainsFunc(r.known, func(f fault) bool {
		return strings.HasPrefix(f.law, "undo ")
	})
}

// first leaves out bugs that follow from others, and of those that no line shows all but the first.
func (r *Session) first(errs []error) (left []error) {
	withoutLine := 0
	for _, err := range errs {
		var b *Break
		if !errors.As(err, &b) {
			withoutLine++
			if withoutLine == 1 {
				left = append(left, err)
			}
			continue
		}
		explains := func(other *Break) bool { return other != b && r.follows(b, other) }
		if !slices.ContainsFunc(r.found, explains) {
			left = append(left, err)
		}
	}
	return left
}

// follows reports whether a bug may follow from another, which explains it, shows
// alone, or was the first not to.
func (r *Session) follows(b, other *Break) bool {
	if other.astray {
		return b.astray && b != r.found[0]
	}
	if b.astray {
		return true
	}
	for _, f := range r.faults(b) {
		// A wrong undo may make later keys wrong. A wrong key makes no undo wrong.
		isUndo := strings.HasPrefix(f.law, "undo ")
		explains := func(bug fault) bool {
			return bug.explains(f, r.onward) && (bug.law == f.law || !isUndo)
		}
		if !slices.ContainsFunc(r.faults(other), explains) {
			return false
		}
	}
	return true
}
