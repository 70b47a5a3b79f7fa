package tester

import (
	"fmt"

	"github.com/zobrist-go/zobrist"
)

// A broken law is the law, the place, and the two sides of the law with its variables bound to
// moves. It is thrown from where it breaks, unless the judge wants to go on.
type broken struct {
	law       string
	base      Script // to the place
	got, want Script // from there
	other     Script // of routes and collisions: the line met before
	a, b      Value  // of got, and of want or other
	says      string
	own       []Verb
	err       error // of the game itself
	rare      bool  // report it only if nothing else is wrong
	before    zobrist.Key
	node      int32  // where the other line ends, in the record
	at        int    // how much of the log leads to the place, or -1
	log       Script // all that was called
}

// free reports whether any step may be left out of the line that the law is about.
func (b *broken) free() bool { return b.other != nil || b.law == "apart" }

// spoils reports whether the game is probably wrong after the law was broken.
func (b *broken) spoils() bool {
	switch b.law {
	case "recompute", "After", "routes", "collision", "load", "moves":
		return false
	}
	return true
}

// key reports whether keys show what is wrong.
func (b *broken) isKey() bool { return b.a.Key != b.b.Key && b.says == "" }

// fail reports a broken law. If the judge wants to go on, it returns.
func (l *live) fail(b *broken) {
	if b.rare {
		if l.later.load == nil {
			l.later.load = l.filled(b)
		}
		return
	}
	if l.judge != nil && l.judge(b) {
		l.cursor.dirty = l.cursor.dirty || b.spoils()
		return
	}
	panic(l.filled(b))
}

// filled adds the log.
func (l *live) filled(b *broken) *broken {
	if b.own = l.subject.own; b.log == nil {
		if b.at -= l.cut; b.at < l.valid-l.cut || b.at < 0 {
			b.at = -1
		}
		b.log = l.script(len(l.log))
	}
	return b
}

// run calls f, which plays, and returns the law that it breaks.
func (l *live) run(f func()) *broken {
	l.cursor.node = 0
	b := l.contain(f)
	if b == nil || b.base != nil {
		return b
	}
	// A method has panicked or not returned, or the subject has thrown the law.
	b.at = -1
	var end Step
	if n := len(l.log); n > 0 && b.law != "gone" {
		e := l.log[n-1]
		end = Step{On: e.on, Call: e.call, Arg: e.arg}
		switch {
		case e.call == Load:
			end.Text, end.Arg = l.texts[e.arg], 0
		case e.call >= Key:
		case l.method == "Moves" || l.method == "MoveString": // on the way to another call
			end = Step{On: e.on, Call: Names}
		}
	}
	if l.cursor.node > 0 && l.cursor.f.base <= len(l.line) && l.nodes[l.cursor.node].Call == end.Call {
		b.base = l.trail(l.cursor.f, l.cursor.node)
		end = b.base[len(b.base)-1]
		b.base = b.base[:len(b.base)-1]
	} else if b.base = l.base(len(l.line)); end.forward() && len(l.line) > 0 {
		end = b.base[len(b.base)-1]
		b.base = b.base[:len(b.base)-1]
	}
	if b.got = (Script{end}); b.want != nil {
		b.got = b.want
	}
	return l.filled(b)
}

// differentMoves says how two lists of moves differ.
func differentMoves(now, was []string, n, before int) string {
	if n != before {
		return fmt.Sprintf("Moves() is %d, and was %d before", n, before)
	}
	for i := range min(len(now), len(was)) {
		if now[i] != was[i] {
			return fmt.Sprintf("move %d is %s, and was %s before", i, now[i], was[i])
		}
	}
	return "the moves have other names"
}
