package tester

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// sentence says what is wrong: where, and what was got there. why names the features in which two keys differ.
func (b *Break) sentence(why string) string {
	here, end := b.Base.then(b.Got...), b.Got.ending()
	what, got, want := b.callOf(end), b.A.Key.String(), b.B.Key.String()
	switch end.Call {
	case Key:
		what = "key"
	case Recompute:
		what = "recomputed key"
	case Text:
		what, got, want = "position", strconv.Quote(b.A.Text), strconv.Quote(b.B.Text)
	}
	if end.On == kept {
		why = ": the two games share data that moves change (if only one game can exist at a time, set Config.Sequential)"
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
		return fmt.Sprintf("key %s: got %s, and %s %s, in the same position %q%s", place, got, want, b.Other.where(), b.A.Text, why)
	case b.Law == "collision":
		return fmt.Sprintf("key %s: got %s, the same as %s, but the positions differ: %q and %q (clocks belong in neither)",
			place, got, b.Other.where(), b.A.Text, b.B.Text)
	case b.Law == "load" && b.Want == nil:
		return fmt.Sprintf("%s %s: error: %s", what, b.Base.where(), b.A.Text)
	case b.Law == "Try" && b.Want == nil:
		return fmt.Sprintf("%s %s returns false, but the move is legal", end.name(), b.Base.where())
	case end.On == spare && b.Want.ending().On == 0: // either may be wrong
		want = "by moves " + want
	case b.Law == "undo" || b.Law == "again" || b.Law == "apart" || b.Law == "refused" || b.reads():
		want = "want " + want + " as before"
	default:
		want = "want " + want
	}
	return fmt.Sprintf("%s %s: got %s, %s%s", what, place, got, want, why)
}

// reads reports whether the got side only makes more calls that should change nothing.
func (b *Break) reads() bool {
	return len(b.Got) > len(b.Want) && slices.Equal(b.Got.solid(), b.Want.solid())
}

// place says where the last call of the got side is made, and after which call that should change nothing.
func (b *Break) place() string {
	s, n := b.Base.then(b.Got...), len(b.Got)
	on := s.ending().On
	at := slices.IndexFunc(s, func(s Step) bool { return s.Call == Clone })
	with := func(other Script, in string) string {
		if names := other.names(); names != "" {
			return ", with " + names + in
		}
		return ""
	}
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
		said := []string{s[:at].where(), "cloned"}
		for _, st := range s[at+1:] {
			if st.forward() || st.back() {
				said = append(said, map[uint8]string{1: "clone."}[st.On]+b.callOf(st))
			}
		}
		return strings.Join(said, ", ") + map[bool]string{true: ", in the clone"}[on == 1]
	case on == 1:
		return slices.Concat(s[:at].standing(), s.on(1)).where() + ", in a clone" + with(s[at:].on(0), " in the game")
	case at >= 0:
		return s.where() + ", cloned" + with(s[at:].on(1), " in the clone")
	case b.Law == "again":
		return s.where() + ", " + b.Says
	case b.Law == "refused" || b.reads() && n > 1 && !b.Got[n-2].back():
		return b.Base.then(b.Got[:n-2]...).where() + ", then " + b.callOf(b.Got[n-2])
	}
	for i, st := range slices.Backward(b.Base) { // a read stays only if it is needed
		if st.On == 0 && st.Call.reads() {
			return strings.TrimSuffix(s[:i].where()+", then "+b.callOf(st)+", "+strings.TrimPrefix(s[i+1:].where(), "after "), ", at the start")
		}
	}
	return s.where()
}

// callOf names a call: After(e2e4).
func (b *Break) callOf(st Step) string {
	method, arg := st.Call.Name(b.own), ""
	if st.Call < verbs {
		method = calls[st.Call].method
	}
	switch {
	case st.Call == Load:
		arg = strconv.Quote(st.Text)
	case st.Call >= verbs && st.Arg != none || st.Call < verbs && calls[st.Call].move:
		arg = st.name()
	}
	return method + "(" + arg + ")"
}
