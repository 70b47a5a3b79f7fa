package kit

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// The index of a move that is not one of the game's moves.
const (
	nullMove = -1
	undoMove = -2 // takes back the last move of the line, null or not
)

// A move is an element of a line. An element may also take back a move.
type move struct {
	index int // the number of the move, or nullMove, or undoMove
	name  string
	node  int32  // in seen.nodes; 0 if not there
	line  uint64 // a hash of the line that ends with this move
}

// lineHash returns a hash of a line that was played.
func lineHash(line []move) uint64 {
	if len(line) == 0 {
		return 0
	}
	return line[len(line)-1].line
}

func (m move) isNull() bool { return m.index == nullMove }
func (m move) isUndo() bool { return m.index == undoMove }

// undone appends an undo of the last move.
func undone(line ...move) []move { return append(line, move{index: undoMove, name: "undo"}) }

// where describes a position by the line that leads there. from is the starting
// position, or "" for a new game.
func where(from string, line []move) string {
	var b strings.Builder
	if from != "" {
		b.WriteString("at " + strconv.Quote(from))
	}
	var stack []move
	for at := 0; at == 0 || at < len(line); {
		first, made := at == 0, run(line[at:], false)
		stack = append(stack, line[at:at+made]...)
		back := min(run(line[at+made:], true), len(stack))
		stays := line[at : at+max(0, made-back)]
		switch {
		case len(stays) > 0:
			b.WriteString(map[bool]string{true: " after", false: ","}[first] + spaced(stays))
		case first && from == "":
			b.WriteString("at the start")
		}
		b.WriteString(takenBack(stack[len(stack)-back:]))
		stack = stack[:len(stack)-back]
		if at += made + back; back == 0 {
			break
		}
	}
	return strings.TrimPrefix(b.String(), " ")
}

// run counts the moves, or the undos, at the beginning of a line.
func run(line []move, undos bool) int {
	n := 0
	for n < len(line) && line[n].isUndo() == undos {
		n++
	}
	return n
}

// takenBack describes moves that are made and then taken back.
func takenBack(moves []move) string {
	switch {
	case len(moves) == 0:
		return ""
	case len(moves) == 1 && moves[0].isNull():
		return ", null undone"
	case len(moves) == 1:
		return ", " + moves[0].name + " taken back"
	case len(moves) == 2:
		return ", " + moves[0].name + " and " + moves[1].name + " taken back"
	}
	return fmt.Sprintf(",%s made and then all %d taken back", spaced(moves), len(moves))
}

func spaced(line []move) string {
	var b strings.Builder
	for _, m := range line {
		b.WriteString(" " + m.name)
	}
	return b.String()
}

// matches returns the index of the undo for each move in a line, and the index of
// the move for each undo, or -1.
func matches(line []move) []int {
	match := make([]int, len(line))
	var stack []int
	for i, m := range line {
		match[i] = -1
		if !m.isUndo() {
			stack = append(stack, i)
		} else if last := len(stack) - 1; last >= 0 {
			match[i], match[stack[last]] = stack[last], i
			stack = stack[:last]
		}
	}
	return match
}

// standing returns the moves that the line does not take back.
func standing(line []move) (left []move) {
	for i, other := range matches(line) {
		if other < 0 && !line[i].isUndo() {
			left = append(left, line[i])
		}
	}
	return left
}

// without returns a line without line[at:at+size]. It also leaves out the undos of
// these moves, and the moves of these undos.
func without(line []move, at, size int) (left []move) {
	gone := func(i int) bool { return i >= at && i < at+size }
	for i, other := range matches(line) {
		if !gone(i) && !gone(other) {
			left = append(left, line[i])
		}
	}
	return left
}

// plies counts the moves that a line makes.
func plies(line []move) int {
	n := 0
	for _, m := range line {
		if !m.isUndo() {
			n++
		}
	}
	return n
}

// A history records the last moves that a game made and took back.
type history struct {
	base []move // the line before log
	log  []move
}

// mostLogged limits the length of a history.
const mostLogged = 1 << 14

func (h *history) add(m move) {
	if len(h.log) == mostLogged {
		half := mostLogged / 2
		h.base = slices.Clone(standing(append(h.base, h.log[:half]...)))
		h.log = h.log[:copy(h.log, h.log[half:])]
	}
	h.log = append(h.log, m)
}

// mostReplayed limits the length of a replayed line.
const mostReplayed = 4000

// scripts returns lines that may show a failure at the end of line, the simplest
// first: line itself; line with the moves taken back last; with all that was played
// after the last of them; with all moves tried in the last position; and the whole history.
func (h *history) scripts(line []move) [][]move {
	all := [][]move{line}
	end := len(h.log)
	if end > 0 && !h.log[end-1].isUndo() {
		end-- // the move that fails
	}
	back := end
	for back > 0 && h.log[back-1].isUndo() {
		back--
	}
	match, froms := matches(h.log[:end]), []int{back}
	if back < end {
		froms = append(froms, match[end-1])
	}
	for i, other := range slices.Backward(match) {
		if other < 0 && !h.log[i].isUndo() {
			froms = append(froms, i)
			break
		}
	}
	for _, from := range append(froms, 0) {
		if from < 0 {
			continue
		}
		base := standing(slices.Concat(h.base, h.log[:from]))
		if script := append(base, h.log[from:]...); len(script) <= mostReplayed {
			all = append(all, script)
		}
	}
	return all
}
