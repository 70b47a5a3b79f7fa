package tester

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/zobrist-go/zobrist"
)

// A Call names a method of a program under test. These are the calls of every game. A game's
// Verbs follow them.
type Call uint8

const (
	New Call = iota
	Load
	Clone
	Make
	Try // make a move that may turn out to be illegal
	Unmake
	Null
	UndoNull
	Key
	Recompute
	Text
	Moves
	Names  // the moves, in their order
	Choice // the moves, in any order
	After
	verbs // the first of the game's own
)

var callNames = []string{"new", "load", "clone", "make", "try", "unmake", "null", "undonull", "Key", "Recompute", "Text", "Moves", "Names", "Choice", "After"}

// A Step is one call. On says which game of the script: 0, a clone (1), a game in which no move
// is made (2), or one that loads positions (3). Text is the name of a move, or what is loaded.
type Step struct {
	On   uint8
	Call Call
	Arg  int32
	Text string
}

const (
	kept  = 2
	spare = 3
)

// A Script is calls in order. Its value is the result of the last.
type Script []Step

// A Value is the result of a call.
type Value struct {
	Key  zobrist.Key // or a number, or a hash of names
	Text string
	No   bool // the call did nothing: a null move refused, an error of Load
}

// The argument of a step in a law is a variable.
const (
	each  = -1 - iota // m: each move of the place
	some              // x: one move
	other             // y: another
	none              // of a game's own call without a move
)

// reads reports whether a call should change nothing.
func (c Call) reads() bool { return c >= Key }

// undo returns the call that takes c back, or c.
func (c Call) undo() Call {
	switch c {
	case Make, Try:
		return Unmake
	case Null:
		return UndoNull
	}
	return c
}

func (s Step) forward() bool { return s.Call == Make || s.Call == Null || s.Call == Try }
func (s Step) back() bool    { return s.Call == Unmake || s.Call == UndoNull }

// matches returns for each step the index of its undo, or of what it takes back, or -1.
func (s Script) matches() []int {
	match := make([]int, len(s))
	var open [4][]int
	for i, st := range s {
		match[i] = -1
		switch o := &open[st.On]; {
		case st.forward():
			*o = append(*o, i)
		case st.back():
			if last := len(*o) - 1; last >= 0 {
				match[i], match[(*o)[last]] = (*o)[last], i
				*o = (*o)[:last]
			}
		case st.Call == New || st.Call == Load:
			*o = nil
		case st.Call == Clone:
			open[1] = nil
		}
	}
	return match
}

// standing leaves out the reads, other games and what was taken back.
func (s Script) standing() (left Script) {
	match := s.matches()
	for i, st := range s {
		switch {
		case st.On > 0 || st.Call.reads() || st.Call == Clone:
		case st.Call == New || st.Call == Load:
			if st.Call == New {
				left = left[:0]
			}
			left = append(left, st)
		case match[i] < 0:
			left = append(left, st)
		}
	}
	return left
}

// without leaves out some steps and their undos.
func (s Script) without(at, size int) (left Script) {
	match := s.matches()
	gone := func(i int) bool { return i >= at && i < at+size }
	for i, st := range s {
		if !gone(i) && (match[i] < 0 || !gone(match[i])) {
			left = append(left, st)
		}
	}
	return left
}

// plies counts the moves and null moves.
func (s Script) plies() (n int) {
	for _, st := range s {
		if st.forward() {
			n++
		}
	}
	return n
}

// cost orders scripts: shorter ones cost less. A null move costs more than another move.
func (s Script) cost() (cost int) {
	const move = 8
	for _, st := range s {
		switch {
		case st.Call == Null:
			cost += move + 1
		case st.forward():
			cost += move
		case !st.Call.reads():
			cost++
		}
	}
	return cost
}

// from returns the position that a game loads before any move, or "".
func (s Script) from() (text string) {
	for _, st := range s {
		if st.On == 0 && st.Call == Load {
			text = st.Text
		}
	}
	return text
}

// name is the name of a move.
func (s Step) name() string {
	switch {
	case s.Call == Null:
		return "null"
	case s.Call == Try:
		return "Try(" + Step{Call: Make, Arg: s.Arg, Text: s.Text}.name() + ")"
	case s.Text == "":
		return fmt.Sprint("#", s.Arg)
	}
	return s.Text
}

// where describes the position to which a script leads game 0, by its moves.
func (s Script) where() string { return s.on(0).line() }

// on returns the moves and undos of one game, and where they begin.
func (s Script) on(game uint8) (left Script) {
	for _, st := range s {
		if st.On != game || st.Call.reads() || st.Call == Clone {
			continue
		}
		if st.Call == New || st.Call == Load {
			left = left[:0]
		}
		if st.Call != New {
			left = append(left, st)
		}
	}
	return left
}

func (s Script) line() string {
	var b strings.Builder
	from := s.from()
	if from != "" {
		s = s[1:]
		b.WriteString("at " + strconv.Quote(from))
	}
	var stack Script
	for at := 0; at == 0 || at < len(s); {
		first, made := at == 0, s[at:].run(false)
		stack = append(stack, s[at:at+made]...)
		undone := min(s[at+made:].run(true), len(stack))
		stays := s[at : at+max(0, made-undone)]
		switch {
		case len(stays) > 0:
			b.WriteString(map[bool]string{true: " after ", false: ", "}[first] + stays.names())
		case first && from == "":
			b.WriteString("at the start")
		}
		b.WriteString(stack[len(stack)-undone:].takenBack())
		stack = stack[:len(stack)-undone]
		if at += made + undone; undone == 0 {
			break
		}
	}
	return strings.TrimPrefix(b.String(), " ")
}

// run counts the moves, or the undos, at the beginning.
func (s Script) run(undos bool) int {
	n := 0
	for n < len(s) && s[n].back() == undos {
		n++
	}
	return n
}

// takenBack describes moves that are made and then taken back.
func (s Script) takenBack() string {
	switch {
	case len(s) == 0:
		return ""
	case len(s) == 1 && s[0].Call == Null:
		return ", null undone"
	case len(s) == 1:
		return ", " + s[0].name() + " taken back"
	case len(s) == 2:
		return ", " + s[0].name() + " and " + s[1].name() + " taken back"
	}
	return fmt.Sprintf(", %s made and then all %d taken back", s.names(), len(s))
}

// names joins the names of moves.
func (s Script) names() string {
	all := make([]string, len(s))
	for i, st := range s {
		all[i] = st.name()
	}
	return strings.Join(all, " ")
}

// then appends steps to a copy.
func (s Script) then(steps ...Step) Script { return append(slices.Clip(s), steps...) }
