//go:build !history

package main

// A line is the stack of keys that engines have, of the game and the search. Each entry
// has the number of plies since the last irreversible move. The scan stops there, and
// skips positions of the other side to move.
type line []entered

type entered struct {
	key        key
	reversible int
}

func (l *line) push(k key, irreversible bool) {
	reversible := 0
	if n := len(*l); n > 0 && !irreversible {
		reversible = (*l)[n-1].reversible + 1
	}
	*l = append(*l, entered{k, reversible})
}

func (l *line) pop() { *l = (*l)[:len(*l)-1] }

// drawn reports whether the last position repeats a position less than ply plies ago, or
// occurs for the third time.
func (l *line) drawn(ply int) bool {
	stack, count := *l, 1
	last := len(stack) - 1
	for i := 4; i <= stack[last].reversible; i += 2 {
		if stack[last-i].key == stack[last].key {
			if count++; i < ply || count == 3 {
				return true
			}
		}
	}
	return false
}
