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
	return !slices.Contains([]string{"recompute", "After", "routes", "collision", "load", "moves"}, b.Law)
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
	return &Break{Law: law, Claim: Claim{Base: base, Got: got.then(read), Want: Script{read}}, A: now, B: was, at: at}
}

// filled adds the log.
func (l *live) filled(b *Break) *Break {
	b.own, b.at, b.log = l.subject.own, max(-1, b.at-l.cut), l.script()
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
		if lists := l.method == "Moves" || l.method == "MoveString"; lists && !end.Call.reads() && end.Call != Load { // for another call
			end = Step{On: end.On, Call: Names}
		}
	}
	if l.cursor.node > 0 && l.cursor.f.base <= len(l.line) && l.nodes[l.cursor.node].Call == end.Call {
		b.Base = l.trail(l.cursor.f, l.cursor.node)
	} else if b.Base = l.base(len(l.line)); !end.forward() || len(l.line) == 0 {
		b.Base = b.Base.then(end)
	}
	b.Base, b.Got = b.Base[:len(b.Base)-1], Script{b.Base.ending()}
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
	switch at := len(b.Got) - 1; {
	case b.Law == "clone" || slices.ContainsFunc(b.Base, func(st Step) bool { return st.Call == Clone }):
		return "clone"
	case at > 0 && b.Got[at-1].back():
		return "undo " + b.Got[at-1].Call.Name(b.own)
	case at >= 0 && b.Got[at].On == spare, b.Law == "recompute" && b.Base.ending().Call == Load:
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
	end, was, late := b.Base.ending(), b.was, b.Law == "recompute" && slices.ContainsFunc(b.Base, func(st Step) bool { return st.Call == Null })
	alone := was[1] != 0 && was[0] == was[1] && (late && end.Call == Null || (law == "clone" || law == "load") && (b.Law != "recompute" || end.Call != Make))
	switch {
	case alone && late && end.Call == Null:
		law = "null"
	case late && law == "recompute":
		law = "recompute after null"
	}
	if b.Verdict == nil {
		c := solve.Case{Got: b.A.Key, Want: b.B.Key}
		if b.Law == "recompute" && end.forward() && was[1] != 0 {
			c.Move, c.GotBefore, c.WantBefore = end.name(), was[0], was[1]
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

// explains reports whether a bug that was reported explains a fault. A wrong update shows in other laws, too,
// and a wrong undo in all. A bug may be wrong by more features than can be told.
func (bug fault) explains(f fault, onward bool) bool {
	undo := !onward && strings.HasPrefix(bug.law, "undo ")
	switch {
	case bug.how == noKey && (undo || bug.law == f.law), f.how == noKey && (undo || !onward && bug.law == "refused"):
		return true
	case !undo && bug.law != f.law && (f.alone || !slices.Contains([]string{"recompute", "recompute after null", "null", "routes", "collision", "refused"}, bug.law)),
		bug.law == "null" && f.law == "recompute":
		return false
	}
	return bug.how == f.how || strings.HasPrefix(bug.how, f.how+" ") || strings.HasPrefix(f.how, bug.how+" ") || f.how == unexplained && bug.named()
}

// named reports whether features explain what is wrong.
func (bug fault) named() bool { return bug.how != noKey && bug.how != unexplained }

// isKnown reports whether a broken law consists of bugs that were reported.
func (r *Session) isKnown(b *Break) bool {
	if b.Law == "again" || b.Law == "collision" && r.Weak { // what it says does not tell bugs apart
		return true
	}
	return !slices.ContainsFunc(r.faults(b), func(f fault) bool {
		return !slices.ContainsFunc(r.known, func(bug fault) bool { return bug.explains(f, r.onward) })
	})
}

// Each looks for one bug after the other, until half of the time gives none. It ignores what belongs to one found.
func (r *Session) Each(look func() error) (errs []error) {
	keys, _ := r.keys() // not while a game is played: the next one may end it
	r.numbers = solve.Listed(keys)
	for looks, more := 0, true; more && len(errs) < mostBugs && looks < 2*mostBugs; looks++ {
		err := look()
		bug := (*Break)(nil) // perhaps the shortest line explains what the whole does not
		is := errors.As(err, &bug) && bug.first != nil && !bug.first.fails()
		if err != nil && !(is && r.isKnown(bug)) {
			if errs = append(errs, err); bug != nil {
				r.found = append(r.found, bug)
			}
		}
		switch undo := slices.ContainsFunc(r.known, func(f fault) bool { return strings.HasPrefix(f.law, "undo ") }); {
		case is:
			r.known = slices.Concat(r.known, r.faults(bug.first), r.faults(bug))
			more = bug.Law != "reads" // all else may follow from it
		case undo && !r.onward:
			r.onward = true
		default:
			more = false
		}
	}
	others := 0 // that no line shows: the first says it
	return slices.DeleteFunc(errs, func(err error) bool {
		b := (*Break)(nil)
		if !errors.As(err, &b) {
			others++
		}
		return others > 1 && b == nil || b != nil && slices.ContainsFunc(r.found, func(other *Break) bool { return other != b && r.follows(b, other) })
	})
}

// follows reports whether a bug may follow from another, which explains it, shows alone, or was the first not to.
func (r *Session) follows(b, other *Break) bool {
	explained := func(f fault) bool {
		return slices.ContainsFunc(r.faults(other), func(bug fault) bool {
			return bug.explains(f, r.onward) && (bug.law == f.law || !strings.HasPrefix(f.law, "undo "))
		})
	}
	if other.astray {
		return b.astray && b != r.found[0]
	}
	return b.astray || !slices.ContainsFunc(r.faults(b), func(f fault) bool { return !explained(f) })
}
