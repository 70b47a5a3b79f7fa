package tester

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// sentence says what is wrong: where, and what was got there. why names the
// features in which two keys differ.
func (b *Break) sentence(why string) string {
	here := b.Base.then(b.Got...)
	end := b.Got.ending()
	what := b.callOf(end)
	got := b.A.Key.String()
	want := b.B.Key.String()
	switch end.Call {
	case Key:
		what = "key"
	case Recompute:
		what = "recomputed key"
	case Text:
		what = "position"
		got = strconv.Quote(b.A.Text)
		want = strconv.Quote(b.B.Text)
	}
	if end.On == kept {
		why = ": the two games share data that moves change (if only one game can exist at a " +
			"time, set Config.Sequential)"
	}
	if b.Says != "" && b.Law != "again" {
		if end.forward() || end.back() {
			here = b.Base
		}
		return here.where() + ": " + b.Says
	}
	place := b.place()
	switch {
	case b.Law == "routes":
		return fmt.Sprintf("key %s: got %s, and %s %s, in the same position %q%s", place, got, want,
			b.Other.where(), b.A.Text, why)
	case b.Law == "collision":
		return fmt.Sprintf("key %s: got %s, the same as %s, but the positions differ: %q and %q "+
			"(clocks belong in neither)",
			place, got, b.Other.where(), b.A.Text, b.B.Text)
	case b.Law == "load" && b.Want == nil:
		return fmt.Sprintf("%s %s: error: %s", what, b.Base.where(), b.A.Text)
	case b.Law == "Try" && b.Want == nil:
		return fmt.Sprintf("%s %s returns false, but the move is legal", end.name(), b.Base.where())
	case end.On == spare && b.Want.ending().On == 0: // either may be wrong
		want = "by moves " + want
	default:
		want = "want " + want
		if b.comparesWithBefore() {
			want += " as before"
		}
	}
	return fmt.Sprintf("%s %s: got %s, %s%s", what, place, got, want, why)
}

// comparesWithBefore reports whether the right value is the one from before the calls.
func (b *Break) comparesWithBefore() bool {
	switch b.Law {
	case "undo", "again", "apart", "refused":
		return true
	}
	return b.reads()
}

// reads reports whether the got side only makes more calls that should change nothing.
func (b *Break) reads() bool {
	return len(b.Got) > len(b.Want) && slices.Equal(b.Got.solid(), b.Want.solid())
}

// place says where the last call of the got side is made, and after which call
// that should change nothing.
func (b *Break) place() string {
	s := b.Base.then(b.Got...)
	n := len(b.Got)
	on := s.ending().On
	at := slices.IndexFunc(s, func(s Step) bool { return s.Call == Clone })
	switch {
	case b.Got.ending().Call == After:
		return b.Base.where()
	case on == kept:
		return "of another game, left alone, " + s.where()
	case on == spare:
		mine := s.on(spare)
		if mine.plies() > 0 {
			return mine.where()
		}
		return "of " + b.callOf(mine[0]) + " " + s.where()
	case at >= 0 && len(s[at:].on(0)) > 0 && len(s[at:].on(1)) > 0:
		return b.inTurn(s, at)
	case on == 1:
		there := slices.Concat(s[:at].standing(), s.on(1)).where() + ", in a clone"
		if names := s[at:].on(0).names(); names != "" {
			there += ", with " + names + " in the game"
		}
		return there
	case at >= 0:
		there := s.where() + ", cloned"
		if names := s[at:].on(1).names(); names != "" {
			there += ", with " + names + " in the clone"
		}
		return there
	case b.Law == "again":
		return s.where() + ", " + b.Says
	case b.Law == "refused" || b.reads() && n > 1 && !b.Got[n-2].back():
		return b.Base.then(b.Got[:n-2]...).where() + ", then " + b.callOf(b.Got[n-2])
	}
	for i, st := range slices.Backward(b.Base) { // a read stays only if it is needed
		if st.On == 0 && st.Call.reads() {
			after := strings.TrimPrefix(s[i+1:].where(), "after ")
			there := s[:i].where() + ", then " + b.callOf(st) + ", " + after
			return strings.TrimSuffix(there, ", at the start")
		}
	}
	return s.where()
}

// inTurn describes a script that makes moves in a game and, after a step, in its clone.
func (b *Break) inTurn(s Script, cloned int) string {
	said := []string{s[:cloned].where(), "cloned"}
	for _, st := range s[cloned+1:] {
		if !st.forward() && !st.back() {
			continue
		}
		call := b.callOf(st)
		if st.On == 1 {
			call = "clone." + call
		}
		said = append(said, call)
	}
	if s.ending().On == 1 {
		said = append(said, "in the clone")
	}
	return strings.Join(said, ", ")
}

// callOf names a call: After(e2e4).
func (b *Break) callOf(st Step) string {
	if st.Call >= verbs {
		name := st.Call.Name(b.own)
		if st.Arg == none {
			return name + "()"
		}
		return name + "(" + st.name() + ")"
	}
	arg := ""
	switch {
	case st.Call == Load:
		arg = strconv.Quote(st.Text)
	case calls[st.Call].move:
		arg = st.name()
	}
	return calls[st.Call].method + "(" + arg + ")"
}
