package tester

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// ifMeant follows a message that is wrong for games with one global board.
const ifMeant = " (if only one game can exist at a time, set Config.Sequential)"

// message says what is wrong. Its form follows from the scripts: a method that should only read
// has changed something, a value of one game is not that of another, or moves were not taken back.
// why names the features in which two keys differ.
func (b *Break) message(why string) string {
	here := b.Base.then(b.Got...)
	end := b.Got.ending()
	switch {
	case b.Law == "own" || b.Law == "panic" || b.Law == "stuck" || b.Law == "twins" || b.Law == "moves" && b.Want == nil:
		if end.forward() || end.back() {
			here = b.Base
		}
		return here.where() + ": " + b.Says
	case b.Law == "routes":
		other := b.Other.where()
		return fmt.Sprintf("key %s: got %v, and %v %s, in the same position %q%s", lineOf(here, end.On), b.A.Key, b.B.Key, other, b.A.Text, why)
	case b.Law == "collision":
		key := fmt.Sprintf("key %s: got %v", lineOf(here, end.On), b.A.Key)
		return fmt.Sprintf("%s, the same as %s, but the positions differ: %s", key, b.Other.where(), b.positions())
	case b.Law == "apart":
		return fmt.Sprintf("another game, left alone, %s: the two games share data that moves change%s", b.apart(here), ifMeant)
	case b.Law == "again" && b.Says != "":
		return fmt.Sprintf("%s %s changes the result: %s", b.Says, b.Base.where(), differ(b.A, b.B))
	case b.Law == "refused":
		return spell(b.by, "Null", "") + ", which was refused, " + b.changes(b.Base)
	case b.Law == "load" && b.Want == nil:
		return fmt.Sprintf("%s %s: error: %s", b.callOf(end), b.Base.where(), b.A.Text)
	case end.On == spare:
		return b.loaded(here, why)
	case end.On == 1 || slices.ContainsFunc(here, func(s Step) bool { return s.Call == Clone }):
		return b.cloned(here, why)
	}
	return b.plain(here, why)
}

// plain says what is wrong in one game.
func (b *Break) plain(here Script, why string) string {
	end := b.Got.ending()
	back := slices.Equal(b.Got.solid(), b.Want.solid()) && len(b.Got) > len(b.Want)
	if back || b.Law == "undo" {
		why = " as before" + why
	}
	switch {
	case b.Law == "Try" && b.Want == nil:
		return fmt.Sprintf("%s %s returns false, but the move is legal", end.name(), b.Base.where())
	case end.Call == Names && b.A.Text != b.B.Text:
		return here.where() + ": " + b.Says
	case end.Call == Names:
		return fmt.Sprintf("the order of moves %s changes: %s", here.where(), b.Says)
	case end.Call == After || end.Call >= verbs:
		return fmt.Sprintf("%s %s: returns %v, but the key after the move is %v%s", b.callOf(end), b.Base.where(), b.A.Key, b.B.Key, why)
	case b.Got[0].Call == Recompute && end.Call == Recompute:
		return fmt.Sprintf("%s %s changes its own result: %v, then %v", b.callOf(end), b.Base.where(), b.B.Key, b.A.Key)
	case back && len(b.Got) > 1 && !b.Got[len(b.Got)-2].back():
		return b.callOf(b.Got[len(b.Got)-2]) + " " + b.changes(b.Base.then(b.Got[:len(b.Got)-2]...))
	}
	return b.standing(here, why)
}

// standing says what is wrong at a place.
func (b *Break) standing(here Script, why string) string {
	return b.unlike("key "+here.where()+": got", here.where()+": the position is", why)
}

// unlike compares two keys, or two texts.
func (b *Break) unlike(key, text, why string) string {
	other := "want"
	if b.Got.ending().On == spare && b.Want.ending().On == 0 { // either may be wrong
		other = "by moves"
	}
	if b.Got.ending().Call == Text {
		return fmt.Sprintf("%s %q, %s %q", text, b.A.Text, other, b.B.Text)
	}
	return fmt.Sprintf("%s %v, %s %v%s", key, b.A.Key, other, b.B.Key, why)
}

// changes says that a call changes what it should only read.
func (b *Break) changes(place Script) string {
	if b.A.Key != b.B.Key {
		return fmt.Sprintf("%s changes the key from %v to %v", place.where(), b.B.Key, b.A.Key)
	}
	return fmt.Sprintf("%s changes the position from %q to %q", place.where(), b.B.Text, b.A.Text)
}

// callOf names a call: After(e2e4).
func (b *Break) callOf(st Step) string {
	switch {
	case st.Call == Names:
		return "MoveString"
	case st.Call >= verbs && st.Arg == none:
		return st.Call.Name(b.own) + "()"
	case st.Call >= verbs:
		return st.Call.Name(b.own) + "(" + st.name() + ")"
	case calls[st.Call].move:
		return spell(b.by, calls[st.Call].method, st.name())
	case st.Call == Load:
		return spell(b.by, "Load", strconv.Quote(st.Text))
	}
	return spell(b.by, calls[st.Call].method, "")
}

// apart says what became of a game in which no move was made.
func (b *Break) apart(here Script) string {
	if b.A.Key != b.B.Key {
		return fmt.Sprintf("has key %v %s, and had %v before", b.A.Key, here.where(), b.B.Key)
	}
	return fmt.Sprintf("is %q, and was %q before, %s", b.A.Text, b.B.Text, here.where())
}

// positions describes the texts of two positions.
func (b *Break) positions() string {
	s := fmt.Sprintf("%q and %q", b.A.Text, b.B.Text)
	if onlyNumbers(strings.Fields(b.A.Text), strings.Fields(b.B.Text)) {
		s += " (if what differs is a clock, leave it out of Position)"
	}
	return s
}

// onlyNumbers reports whether two texts differ only in numbers at their ends.
func onlyNumbers(a, b []string) bool {
	same := 0
	for same < min(len(a), len(b)) && a[same] == b[same] {
		same++
	}
	number := func(word string) bool { return strings.Trim(word, "0123456789") == "" }
	return same > 0 && len(a) == len(b) && !slices.ContainsFunc(slices.Concat(a[same:], b[same:]), func(word string) bool { return !number(word) })
}

// lineOf describes the line of a game of a script.
func lineOf(s Script, on uint8) string {
	if at := slices.IndexFunc(s, func(s Step) bool { return s.Call == Clone }); on == 1 && at >= 0 {
		return slices.Concat(s[:at].standing(), s.on(1)).where()
	}
	return s.on(on).where()
}

// loaded says what is wrong with a position that was set up from its text.
func (b *Break) loaded(here Script, why string) string {
	mine := here.on(spare)
	call := b.callOf(Step{Call: Load, Text: mine.from()}) + " " + here.where()
	if mine.plies() > 0 {
		return b.copied("after "+call+",", mine, why)
	}
	return b.copied(call, nil, why)
}

// copied compares a copy, perhaps after moves in it, with the game.
func (b *Break) copied(copy string, line Script, why string) string {
	end := b.Got.ending()
	key := ": its key is"
	switch {
	case line != nil:
		return copy + " " + b.standing(line, why)
	case end.Call == Recompute || b.Law == "recompute":
		key = ": its recomputed key is"
	}
	return b.unlike(copy+key, copy+": its position is", why)
}

// cloned says what is wrong with a clone, or with the game that was cloned.
func (b *Break) cloned(here Script, why string) string {
	at := slices.IndexFunc(here, func(s Step) bool { return s.Call == Clone })
	on := here.ending().On
	call := "Clone " + here[:at].where()
	game, clone := here[at:].on(0).names(), here[at:].on(1).names()
	changed := differ(b.A, b.B)
	switch {
	case game == "" && clone == "":
		return b.copied(call, nil, why)
	case game != "" && clone != "":
		const turns = "%s: moves made in turn in the game (%s) and in the clone (%s), and taken back in turn, change the %s: %s"
		return fmt.Sprintf(turns+" (do they share the undo stack?)", call, game, clone, [2]string{"game", "clone"}[on], changed)
	case on == 0:
		return fmt.Sprintf("%s: moves made in the clone (%s) change the game: %s", call, clone, changed)
	case game != "":
		return fmt.Sprintf("%s: a move made in the game (%s) changes the clone: %s", call, game, changed)
	}
	return b.copied(call+": in the clone,", here[at:].on(1), why)
}
