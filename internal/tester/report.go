package tester

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/keycheck"
	"github.com/zobrist-go/zobrist/internal/tester/solve"
)

// ifMeant follows a message that is wrong for games with one global board.
const ifMeant = " (if only one game can exist at a time, set Config.Sequential)"

// A report puts a broken law into words. why names the features in which two keys differ.
type report struct {
	*broken
	why string
}

// message says what is wrong. Its form follows from the scripts: a method that should only read
// has changed something, a value of one game is not that of another, or moves were not taken back.
func (r report) message() string {
	b := r.broken
	here := b.base.then(b.got...)
	end := Step{}
	if len(b.got) > 0 {
		end = ending(b.got)
	}
	switch {
	case b.law == "own" || b.law == "panic" || b.law == "stuck" || b.law == "moves" && b.want == nil:
		if end.forward() || end.back() {
			return b.base.where() + ": " + b.says
		}
		return here.where() + ": " + b.says
	case b.law == "twins":
		return b.base.where() + ": " + b.says
	case b.law == "routes":
		return fmt.Sprintf("key %s: got %v, and %v %s, in the same position %q%s", lineOf(here, end.On), b.a.Key, b.b.Key, b.other.where(), b.a.Text, r.why)
	case b.law == "collision":
		return fmt.Sprintf("key %s: got %v, the same as %s, but the positions differ: %s", lineOf(here, end.On), b.a.Key, b.other.where(), r.positions())
	case b.law == "apart":
		return fmt.Sprintf("another game, left alone, %s: the two games share data that moves change%s", r.apart(), ifMeant)
	case b.law == "again" && len(b.says) > 0:
		return fmt.Sprintf("%s %s changes the result: %s", b.says, b.base.where(), changedFrom(b.a, b.b))
	case b.law == "refused":
		return "Null(), which returned false, " + r.changes(b.base)
	case b.law == "load" && b.want == nil:
		return fmt.Sprintf("Load(%q) %s: error: %s", end.Text, b.base.where(), b.a.Text)
	case end.On == spare:
		return r.loaded()
	case end.On == 1 || slices.ContainsFunc(here, func(s Step) bool { return s.Call == Clone }):
		return r.cloned()
	}
	return r.plain(here, end)
}

// plain says what is wrong in one game.
func (r report) plain(here Script, end Step) string {
	b := r.broken
	first := b.got[0]
	standing := slices.Equal(b.got.solid(), b.want.solid()) && len(b.got) > len(b.want)
	switch {
	case b.law == "recompute":
		return fmt.Sprintf("key %s: got %v, want %v%s", here.where(), b.a.Key, b.b.Key, r.why)
	case b.law == "Try" && b.want == nil:
		return fmt.Sprintf("%s %s returns false, but the move is legal", end.name(), b.base.where())
	case end.Call == Names || end.Call == Choice:
		if strings.HasPrefix(b.says, "Moves()") {
			return here.where() + ": " + b.says
		}
		return fmt.Sprintf("the order of moves %s changes: %s", here.where(), b.says)
	case end.Call == After || end.Call >= verbs:
		return fmt.Sprintf("%s %s: returns %v, but the key after the move is %v%s", r.callOf(end), b.base.where(), b.a.Key, b.b.Key, r.why)
	case first.Call == Recompute && end.Call == Recompute:
		return fmt.Sprintf("Recompute() %s changes its own result: %v, then %v", b.base.where(), b.b.Key, b.a.Key)
	case standing && len(b.got) > 1 && !b.got[len(b.got)-2].back():
		return r.callOf(b.got[len(b.got)-2]) + " " + r.changes(b.base.then(b.got[:len(b.got)-2]...))
	case end.Call == Text:
		return fmt.Sprintf("%s: the position is %q, want %q", here.where(), b.a.Text, b.b.Text)
	case standing || b.law == "undo":
		return fmt.Sprintf("key %s: got %v, want %v as before%s", here.where(), b.a.Key, b.b.Key, r.why)
	}
	return fmt.Sprintf("key %s: got %v, want %v%s", here.where(), b.a.Key, b.b.Key, r.why)
}

// changes says that a call changes what it should only read.
func (r report) changes(place Script) string {
	if r.a.Key != r.b.Key {
		return fmt.Sprintf("%s changes the key from %v to %v", place.where(), r.b.Key, r.a.Key)
	}
	return fmt.Sprintf("%s changes the position from %q to %q", place.where(), r.b.Text, r.a.Text)
}

// callOf names a call: After(e2e4).
func (r report) callOf(st Step) string {
	switch st.Call {
	case Text:
		return "Position()"
	case Names:
		return "MoveString"
	case After:
		return "After(" + st.name() + ")"
	}
	name := "?"
	if st.Call < verbs {
		name = callNames[st.Call]
	} else if int(st.Call-verbs) < len(r.own) {
		name = r.own[st.Call-verbs].Name
	}
	if st.Call > verbs && st.Arg != none {
		return name + "(" + st.name() + ")"
	}
	return name + "()"
}

// changedFrom says how a value differs from an earlier one.
func changedFrom(now, was Value) string {
	return differ(state{key: now.Key, text: now.Text}, state{key: was.Key, text: was.Text})
}

// apart says what became of a game in which no move was made.
func (r report) apart() string {
	b := r.broken
	line := slices.DeleteFunc(slices.Concat(b.base, b.got), func(s Step) bool { return s.On > 0 })
	if b.a.Key != b.b.Key {
		return fmt.Sprintf("has key %v %s, and had %v before", b.a.Key, line.where(), b.b.Key)
	}
	return fmt.Sprintf("is %q, and was %q before, %s", b.a.Text, b.b.Text, line.where())
}

// positions describes the texts of two positions.
func (r report) positions() string {
	b := r.broken
	s := fmt.Sprintf("%q and %q", b.a.Text, b.b.Text)
	here := b.base.then(b.got...)
	if here.from() == b.other.from() && clocks(b.a.Text, b.b.Text, here.standing().plies()-b.other.standing().plies()) {
		s += " (only numbers at the end differ: are they clocks? Leave them out of Position)"
	}
	return s
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

// lineOf describes the line of a game of a script.
func lineOf(s Script, on uint8) string {
	if on == 1 {
		at := slices.IndexFunc(s, func(s Step) bool { return s.Call == Clone })
		return slices.Concat(s[:at].standing(), s.on(1).as0()).where()
	}
	return s.on(on).as0().where()
}

// as0 makes all steps those of game 0.
func (s Script) as0() Script {
	s = slices.Clone(s)
	for i := range s {
		s[i].On = 0
	}
	return s
}

// loaded says what is wrong with a position that was set up from its text.
func (r report) loaded() string {
	b := r.broken
	all := b.base.then(b.got...)
	end := ending(all)
	mine := all.on(spare)
	call := fmt.Sprintf("Load(%q) %s", mine.from2(), all.where())
	if mine.plies() > 0 {
		return r.in("after "+call+",", mine.as0(), end)
	}
	return r.copied(call, end)
}

func (s Script) from2() (text string) {
	for _, st := range s {
		if st.Call == Load {
			text = st.Text
		}
	}
	return text
}

// copied compares a copy with the game.
func (r report) copied(call string, end Step) string {
	b := r.broken
	switch {
	case end.Call == Text:
		return fmt.Sprintf("%s: its position is %q, want %q", call, b.a.Text, b.b.Text)
	case end.Call == Choice || end.Call == Names:
		return fmt.Sprintf("%s: it has other moves: %s", call, b.says)
	case end.Call == Recompute || b.law == "recompute":
		return fmt.Sprintf("%s: its recomputed key is %v, want %v%s", call, b.a.Key, b.b.Key, r.why)
	}
	return fmt.Sprintf("%s: its key is %v, want %v%s", call, b.a.Key, b.b.Key, r.why)
}

// in says what is wrong after moves in a copy.
func (r report) in(copy string, line Script, end Step) string {
	b := r.broken
	if end.Call == Text {
		return fmt.Sprintf("%s %s: the position is %q, want %q", copy, line.where(), b.a.Text, b.b.Text)
	}
	return fmt.Sprintf("%s key %s: got %v, want %v%s", copy, line.where(), b.a.Key, b.b.Key, r.why)
}

// cloned says what is wrong with a clone, or with the game that was cloned.
func (r report) cloned() string {
	b := r.broken
	all := b.base.then(b.got...)
	at := slices.IndexFunc(all, func(s Step) bool { return s.Call == Clone })
	end := ending(all)
	call := "Clone " + all[:at].where()
	game, clone := all[at:].moves(0), all[at:].moves(1)
	changed := changedFrom(b.a, b.b)
	which := [2]string{"game", "clone"}[end.On]
	switch {
	case game == "" && clone == "":
		return r.copied(call, end)
	case game != "" && clone != "":
		return fmt.Sprintf("%s: moves made in turn in the game (%s) and in the clone (%s), and taken back in turn, change the %s: %s (do they share the undo stack?)", call, game, clone, which, changed)
	case end.On == 0:
		return fmt.Sprintf("%s: moves made in the clone (%s) change the game: %s", call, clone, changed)
	case game != "":
		return fmt.Sprintf("%s: a move made in the game (%s) changes the clone: %s", call, game, changed)
	}
	return r.in(call+": in the clone,", all[at:].on(1).as0(), end)
}

// moves joins the names of the moves of a game.
func (s Script) moves(on uint8) string {
	var all []string
	for _, st := range s {
		if st.On == on && st.forward() {
			all = append(all, st.name())
		}
	}
	return strings.Join(all, " ")
}

// named reports whether keys can name what is wrong.
func (b *broken) named() bool {
	switch b.law {
	case "recompute", "undo", "After", "routes", "clone", "load":
		return b.isKey()
	}
	return false
}

// naming is what is known about a game's numbers and features.
type naming struct {
	keys     []keycheck.Named
	features [2][]keycheck.Named // of the position before the last move and of this one
	before   zobrist.Key         // the right key before the last move
}

// explain names the features in which two keys differ.
func (b *broken) explain(n naming) solve.Verdict {
	c := solve.Case{Got: b.a.Key, Want: b.b.Key}
	line := b.base.then(b.got...)
	// The cause is in the last move only if the key was right before it.
	move := line.lastMove()
	if b.law == "After" {
		move = ending(b.got)
	}
	if (b.law == "recompute" || b.law == "After") && (move.forward() || move.Call == After) {
		c.Move, c.GotBefore, c.WantBefore = move.name(), n.before, n.before
	}
	keys := n.keys
	if n.features[1] != nil {
		for _, k := range slices.Concat(n.features[0], n.features[1]) {
			if !slices.ContainsFunc(keys, func(n keycheck.Named) bool { return n.Key == k.Key || n.Name == k.Name }) {
				keys = append(keys, k)
			}
		}
		if b.law != "After" && sum(n.features[1]) == b.b.Key {
			c.After = names(n.features[1])
			if c.Move != "" {
				c.Before = names(n.features[0])
			}
		}
	}
	return solve.Listed(keys).Judge(c)
}

// lastMove returns the move that ends a line, or an undo, or nothing.
func (s Script) lastMove() Step {
	for _, st := range slices.Backward(s) {
		if !st.Call.reads() {
			return st
		}
	}
	return Step{}
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

// An ownError is the error of a [Failer], with the line of moves.
type ownError struct {
	message string
	err     error
}

func (e *ownError) Error() string { return e.message }
func (e *ownError) Unwrap() error { return e.err }

// asError turns a broken law into an error. s, if not nil, makes games whose keys have names.
func (b *broken) asError(s *subject, note string) error {
	switch {
	case b.law == "own":
		return &ownError{report{b, ""}.message() + note, b.err}
	case b.law == "gone":
		return b.err
	case !b.named() || s == nil:
		return errors.New(report{b, ""}.message() + note)
	}
	n := naming{}
	if broken := s.contain(func() { b.naming(s, &n) }); broken != nil && broken.law != "gone" {
		return errors.New(report{b, ""}.message() + note + "\n" + broken.says)
	}
	if n.keys == nil && n.features[1] == nil {
		if fitted := b.fit(s); fitted != nil {
			n.keys = fitted
			// Three sets of castling rights explain nothing: a position has one.
			if v := b.explain(n); v.Differ != nil && strings.Count(v.Clause(), `"castling `) < 3 {
				return errors.New(report{b, "; " + v.Clause()}.message() + note)
			}
		}
		return errors.New(report{b, ""}.message() + " (add a Keys method to see which keys are wrong)" + note)
	}
	why := ""
	if clause := b.explain(n).Clause(); clause != "" {
		why = "; " + clause
	}
	return errors.New(report{b, why}.message() + note)
}

// naming asks a game for its keys, and for the features of the last two positions.
func (b *broken) naming(s *subject, n *naming) {
	line := slices.Clone(b.base.then(b.got...))
	end := len(line)
	for end > 0 && line[end-1].Call.reads() {
		end--
	}
	if b.law == "After" {
		end = len(b.base)
		line = append(line[:end], Step{Call: Make, Arg: b.got[0].Arg, Text: b.got[0].Text})
		end++
	}
	if s.games[0].Game != nil {
		n.keys = s.keys(&s.games[0])
	}
	if _, err := s.play(line[:max(0, end-1)]); err == nil {
		on := uint8(0)
		if end > 0 {
			on = line[end-1].On
		}
		g := &s.games[on]
		n.before = s.do(on, Key, 0, "").Key
		n.features[0] = s.features(g)
		if end == 0 {
			n.features[1] = n.features[0]
		} else if i := int32(0); true {
			st := line[end-1]
			if st.Call == Make {
				if i = s.find(g, st); i < 0 {
					return
				}
			}
			if !st.back() || len(g.stack) > 0 {
				s.do(st.On, st.Call, i, st.Text)
			}
			n.features[1] = s.features(&s.games[st.On])
		}
	}
}
