//go:build history

package main

import "github.com/zobrist-go/zobrist"

// A line is a zobrist.History.
type line struct{ zobrist.History }

func (l *line) push(k key, irreversible bool) {
	if irreversible {
		l.PushIrreversible(zobrist.Key(k))
	} else {
		l.Push(zobrist.Key(k))
	}
}

func (l *line) pop() { l.Pop() }

func (l *line) drawn(ply int) bool {
	plies, count := l.Repeats()
	return plies > 0 && plies < ply || count >= 3
}
