package tester

import (
	"slices"
	"strconv"
	"strings"

	"github.com/zobrist-go/zobrist/internal/report"
)

// line returns what the report says about a broken law without its cause: where, what the got side
// returned there, and what it should have returned.
func (b *Break) line() *report.Line {
	end := b.Got.ending()
	plies := b.Base.plies() + b.Got.plies() + b.Other.plies()
	if b.Says != "" && b.Law != "replay" {
		here := b.Base.then(b.Got...)
		if end.forward() || end.back() {
			here = b.Base
		}
		return &report.Line{Where: here.where(), Is: report.Fails, Says: b.Says, Plies: plies}
	}
	l := &report.Line{
		What:  b.callOf(end),
		Where: b.place(),
		Got:   b.A.Key.String(),
		Want:  b.B.Key.String(),
		Is:    b.relation(),
		Plies: plies,
	}
	switch end.Call {
	case Key:
		l.What = "key"
	case Recompute:
		l.What = "recomputed key"
	case Text:
		l.What = "position"
		l.Got = strconv.Quote(b.A.Text)
		l.Want = strconv.Quote(b.B.Text)
	}
	switch l.Is {
	case report.SamePosition, report.OtherPosition:
		l.Other = b.Other.where()
		l.Position = b.A.Text
		l.OtherPosition = b.B.Text
	case report.LoadFails:
		l.Where = b.Base.where()
		l.Says = b.A.Text
	case report.RefusesLegal:
		l.Where = b.Base.where()
		l.What = end.name()
	}
	return l
}

// relation says what the other side of the law is.
func (b *Break) relation() report.Relation {
	switch {
	case b.Law == "routes":
		return report.SamePosition
	case b.Law == "collision":
		return report.OtherPosition
	case b.Law == "load" && b.Want == nil:
		return report.LoadFails
	case b.Law == "Try" && b.Want == nil:
		return report.RefusesLegal
	case b.Got.ending().On == loading && b.Want.ending().On == 0: // either may be wrong
		return report.ByTheMoves
	case b.comparesWithBefore():
		return report.AsBefore
	}
	return report.Recomputed
}

// comparesWithBefore reports whether the right value is the one from before the calls.
func (b *Break) comparesWithBefore() bool {
	switch b.Law {
	case "undo", "replay", "two games", "refused":
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
	case on == untouched:
		return "of another game, left alone, " + s.where()
	case on == loading:
		mine := s.on(loading)
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
	case b.Law == "replay":
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
		if st.Arg == noMove {
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
