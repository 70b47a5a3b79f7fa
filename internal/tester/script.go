package tester

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/zobrist-go/zobrist"
)

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

// A Value is the result of a call, or what a game is: its key and its text.
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
	none              // of a game's own call without a move, and of a null move that was refused
)

func (s Step) forward() bool {
	return s.Call == Make || s.Call == Null && !s.refused() || s.Call == Try
}
func (s Step) back() bool { return s.Call == Unmake || s.Call == UndoNull }

// refused reports whether the game refused a null move.
func (s Step) refused() bool { return s.Call == Null && s.Arg == none }

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

// filter returns the steps for which is returns true. Each has the match of matches.
func (s Script) filter(is func(i, match int) bool) (left Script) {
	for i, match := range s.matches() {
		if is(i, match) {
			left = append(left, s[i])
		}
	}
	return left
}

// standing leaves out the reads, other games and what was taken back.
func (s Script) standing() Script {
	stands := s.on(0).filter(func(_, match int) bool { return match < 0 })
	return append(Script{{Call: New}}, stands...)
}

// solid leaves out what was taken back, and the reads but for the last.
func (s Script) solid() Script {
	return s.filter(func(i, match int) bool { return match < 0 && (!s[i].Call.reads() || i == len(s)-1) })
}

// without leaves out some steps and their undos.
func (s Script) without(at, size int) Script {
	gone := func(i int) bool { return i >= at && i < at+size }
	return s.filter(func(i, match int) bool { return !gone(i) && !gone(match) })
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
		default:
			cost++
		}
	}
	return cost
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

// ending is the last step, or a zero one.
func (s Script) ending() (st Step) {
	if len(s) > 0 {
		st = s[len(s)-1]
	}
	return st
}

// on returns the moves and undos of one game as those of game 0, and where they begin.
func (s Script) on(game uint8) (left Script) {
	for _, st := range s {
		if st.On != game || st.Call.reads() || st.Call == Clone || st.refused() {
			continue
		}
		if st.Call == New || st.Call == Load {
			left = left[:0]
		}
		if st.On = 0; st.Call != New {
			left = append(left, st)
		}
	}
	return left
}

// where describes the position to which a script leads game 0, by its moves: `after a b taken back, c`.
func (s Script) where() string {
	s = s.on(0)
	said, word := "", " after "
	if len(s) > 0 && s[0].Call == Load {
		s, said = s[1:], "at "+strconv.Quote(s[0].Text)
	}
	var stack Script
	for i := 0; i == 0 || i < len(s); {
		fresh, gone := 0, 0
		for ; i < len(s) && !s[i].back(); i++ {
			stack, fresh = append(stack, s[i]), fresh+1
		}
		for ; i < len(s) && s[i].back() && gone < len(stack); i++ {
			gone++
		}
		stays := len(stack) - gone
		if fresh > gone {
			said += word + stack[len(stack)-fresh:stays].names()
		} else if said == "" {
			said = "at the start"
		}
		if word = ", "; gone > 0 {
			said += ", " + stack[stays:].names() + " taken back"
		}
		if stack = stack[:stays]; fresh+gone == 0 {
			break
		}
	}
	return strings.TrimPrefix(said, " ")
}

// names joins the names of moves.
func (s Script) names() string {
	var all []string
	for _, st := range s {
		if st.forward() {
			all = append(all, st.name())
		}
	}
	return strings.Join(all, " ")
}

// then appends steps to a copy.
func (s Script) then(steps ...Step) Script { return append(slices.Clip(s), steps...) }

// begin is the script that sets up a starting position.
func begin(from string) Script {
	if from == "" {
		return Script{{Call: New}}
	}
	return Script{{Call: New}, {Call: Load, Text: from}}
}

func last[T any](all []T) T { return all[len(all)-1] }
