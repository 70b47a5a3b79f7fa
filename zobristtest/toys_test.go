package zobristtest_test

import (
	"fmt"
	"iter"

	"github.com/zobrist-go/zobrist"
)

// A line is a game with one move in each position. Without an end it goes on for ever.
// Its methods can be replaced.
type line struct {
	n, end   int
	moves    func(n int) int
	broken   string // the method that does what fault does
	at       int    // in this position
	fault    func()
	position string // "" for n
}

func (l *line) call(method string) {
	if method == l.broken && l.n == l.at {
		l.fault()
	}
}

func (l *line) key() zobrist.Key { return zobrist.Key(zobrist.NewSplitMix64(1).At(uint64(l.n))) }

func (l *line) Key() zobrist.Key       { l.call("Key"); return l.key() }
func (l *line) Recompute() zobrist.Key { l.call("Recompute"); return l.key() }

func (l *line) Moves() int {
	l.call("Moves")
	switch {
	case l.moves != nil:
		return l.moves(l.n)
	case l.end > 0 && l.n >= l.end:
		return 0
	}
	return 1
}

func (l *line) Make(i int) { l.call("Make"); l.n++ }
func (l *line) Unmake()    { l.call("Unmake"); l.n-- }
func (l *line) Position() string {
	l.call("Position")
	if l.position != "" {
		return l.position
	}
	return fmt.Sprint(l.n)
}
func (l *line) MoveString(i int) string { l.call("MoveString"); return "on" }
func (l *line) Null() bool              { l.call("Null"); return true }
func (l *line) UndoNull()               { l.call("UndoNull") }
func (l *line) After(i int) zobrist.Key {
	l.call("After")
	return zobrist.Key(zobrist.NewSplitMix64(1).At(uint64(l.n + 1)))
}

func (l *line) Keys() iter.Seq2[string, zobrist.Key] {
	return func(yield func(string, zobrist.Key) bool) {
		l.call("Keys")
		yield("zero", zobrist.Key(zobrist.NewSplitMix64(1).At(0)))
	}
}
