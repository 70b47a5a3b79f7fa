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
	if len(line) == 0 || line[0].isUndo() {
		if from == "" {
			b.WriteString("at the start")
		}
		return b.String()
	}
	plain := 0 // the number of moves before the first that is taken back
	for plain < len(line) && !line[plain].isUndo() {
		plain++
	}
	if plain < len(line) {
		plain -= min(undos(line[plain:]), plain)
	}
	if plain == 0 && from == "" {
		b.WriteString("at the start")
	} else if plain > 0 {
		if from != "" {
			b.WriteByte(' ')
		}
		b.WriteString("after" + spaced(line[:plain]))
	}
	return b.String() + detours(line, plain)
}

// undos counts the undos at the beginning of a line.
func undos(line []move) int {
	n := 0
	for n < len(line) && line[n].isUndo() {
		n++
	}
	return n
}

func spaced(line []move) string {
	var b strings.Builder
	for _, m := range line {
		b.WriteString(" " + m.name)
	}
	return b.String()
}

// detours describes line[at:], with its moves that are made and taken back.
func detours(line []move, at int) string {
	var b strings.Builder
	stack := slices.Clone(line[:at])
	for at < len(line) {
		made := 0
		for at+made < len(line) && !line[at+made].isUndo() {
			made++
		}
		stack = append(stack, line[at:at+made]...)
		back := min(undos(line[at+made:]), len(stack))
		stays := max(0, made-back)
		if stays > 0 {
			b.WriteString("," + spaced(line[at:at+stays]))
		}
		at += made + back
		if back == 0 {
			break
		}
		taken := stack[len(stack)-back:]
		switch {
		case back == 1 && taken[0].isNull():
			b.WriteString(", null undone")
		case back <= 2:
			var names []string
			for _, m := range taken {
				names = append(names, m.name)
			}
			b.WriteString(", " + strings.Join(names, " and ") + " taken back")
		default:
			fmt.Fprintf(&b, ",%s made and then all %d taken back", spaced(taken), back)
		}
		stack = stack[:len(stack)-back]
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
func standing(line []move) []move {
	var stack []move
	for _, m := range line {
		if !m.isUndo() {
			stack = append(stack, m)
		} else if len(stack) > 0 {
			stack = stack[:len(stack)-1]
		}
	}
	return stack
}

// without returns a line without line[at:at+size]. It also leaves out the undos of
// these moves, and the moves of these undos.
func without(line []move, at, size int) []move {
	match := matches(line)
	var left []move
	for i, m := range line {
		gone := i >= at && i < at+size || match[i] >= at && match[i] < at+size
		if !gone {
			left = append(left, m)
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
// first: line itself; line with the moves taken back last; line with all moves tried
// in the last position; and the whole history.
func (h *history) scripts(line []move) [][]move {
	all := [][]move{line}
	n := len(h.log)
	match := matches(h.log)
	add := func(from int) { // adds the line to log[from], then log[from:]
		if from < 0 || from > n {
			return
		}
		if script := append(h.lineAt(from), h.log[from:]...); len(script) <= mostReplayed {
			all = append(all, script)
		}
	}
	var stand []int // the indices of the moves that are not taken back
	for i, m := range h.log {
		if match[i] < 0 && !m.isUndo() {
			stand = append(stand, i)
		}
	}
	if n > 0 && h.log[n-1].isUndo() {
		back := 0
		for back < n && h.log[n-1-back].isUndo() {
			back++
		}
		script := h.lineAt(n - back) // only the moves at the end that are taken back in a row
		for range back {
			script = undone(script...)
		}
		if len(script) <= mostReplayed {
			all = append(all, script)
		}
		add(match[n-1])
	} else if n > 1 && h.log[n-2].isUndo() {
		add(match[n-2])
		stand = stand[:len(stand)-1]
	}
	if len(stand) > 0 {
		add(stand[len(stand)-1])
	}
	add(0)
	return all
}

// lineAt returns the line before log[i].
func (h *history) lineAt(i int) []move {
	return slices.Clone(standing(append(slices.Clone(h.base), h.log[:i]...)))
}
