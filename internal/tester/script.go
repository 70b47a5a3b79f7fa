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
	untouched = 2
	loading   = 3
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
	eachMove  = -1 - iota // m: each move of the place
	someMove              // x: one move
	otherMove             // y: another
	noMove                // of a game's own call without a move, and of a refused null move
)

// forward reports whether a step makes a move or a null move, and back whether it takes one back.
func (s Step) forward() bool {
	return s.Call == Make || s.Call == Try || s.Call == Null && !s.Refused()
}
func (s Step) back() bool { return s.Call == Unmake || s.Call == UndoNull }

// Refused reports whether the game refused a null move.
func (s Step) Refused() bool { return s.Call == Null && s.Arg == noMove }

// matches returns for each step the index of its undo, or of what it takes back, or -1.
func (s Script) matches() []int {
	match := make([]int, len(s))
	var open [4][]int
	for i, st := range s {
		match[i] = -1
		stack := open[st.On]
		switch {
		case st.forward():
			open[st.On] = append(stack, i)
		case st.back() && len(stack) > 0:
			made := last(stack)
			match[i] = made
			match[made] = i
			open[st.On] = stack[:len(stack)-1]
		case st.Call == New || st.Call == Load:
			open[st.On] = nil
		case st.Call == Clone:
			open[1] = nil
		}
	}
	return match
}

// has reports whether a script makes a call.
func (s Script) has(call Call) bool {
	return slices.ContainsFunc(s, func(st Step) bool { return st.Call == call })
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

// cloned is where the last clone stands: the moves of the game that was cloned, and then its own.
// It is nil if there is no clone.
func (s Script) cloned() Script {
	at := -1
	for i, st := range s {
		if st.Call == Clone {
			at = i
		}
	}
	if at < 0 {
		return nil
	}
	return slices.Concat(s[:at].standing(), s[at:at+1], s[at:].on(1).standing())
}

// solid leaves out what was taken back, and the reads but for the last.
func (s Script) solid() Script {
	return s.filter(func(i, match int) bool {
		return match < 0 && (!s[i].Call.reads() || i == len(s)-1)
	})
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
	const move = 8 // other calls cost 1: a move costs more than any of the short laws
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
		if st.On != game || st.Call.reads() || st.Call == Clone || st.Refused() {
			continue
		}
		if st.Call == New || st.Call == Load {
			left = left[:0]
		}
		st.On = 0
		if st.Call != New {
			left = append(left, st)
		}
	}
	return left
}

// where describes the position to which a script leads game 0, by its
// moves: `after a b taken back, c`.
func (s Script) where() string {
	s = s.on(0)
	said := ""
	word := " after "
	if len(s) > 0 && s[0].Call == Load {
		said = "at " + strconv.Quote(s[0].Text)
		s = s[1:]
	}
	// Each round has the moves that are made, and then those that are taken back. There is one
	// round without moves at the start.
	var stack Script
	for i := 0; i == 0 || i < len(s); {
		made, gone := 0, 0
		for ; i < len(s) && !s[i].back(); i++ {
			stack = append(stack, s[i])
			made++
		}
		for ; i < len(s) && s[i].back() && gone < len(stack); i++ {
			gone++
		}
		stays := len(stack) - gone
		if made > gone {
			said += word + stack[len(stack)-made:stays].names()
		} else if said == "" {
			said = "at the start"
		}
		word = ", "
		if gone > 0 {
			said += ", " + stack[stays:].names() + " taken back"
		}
		stack = stack[:stays]
		if made == 0 && gone == 0 {
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
