package bench

import (
	"fmt"

	"github.com/zobrist-go/zobrist"
)

// A stack is what engines have instead of a History: the keys since the last irreversible
// move, and their number.
type stack struct {
	keys [1024]key
	n    int
}

// repeats looks for a repetition of the last key. It skips the positions of the other side
// to move, and the last two, which cannot repeat.
func (s *stack) repeats() bool {
	last := s.n - 1
	for i := last - 4; i >= 0; i -= 2 {
		if s.keys[i&1023] == s.keys[last&1023] {
			return true
		}
	}
	return false
}

// measureHistory does what a search does at each node: it adds a key, looks for a
// repetition and removes the key.
func measureHistory(b *bench) {
	for _, plies := range []int{4, 8, 10, 16, 30, 100, 300} {
		var ours zobrist.History
		var theirs stack
		for i := range plies {
			ours.Push(keyAt(i))
			theirs.keys[i] = keyAt(i)
		}
		theirs.n = plies
		nodes := make([]key, b.size(1<<14))
		for i := range nodes {
			nodes[i] = keyAt(plies + i)
			isRepetition := i%16 == 0
			if isRepetition {
				nodes[i] = keyAt(i / 16 * 2 % (plies - 2) &^ 1)
			}
		}
		b.versus(row{job: fmt.Sprintf("`History`, a node after %d reversible plies", plies),
			peer: "scan of every second key"}, len(nodes),
			func() (h key) {
				for _, k := range nodes {
					ours.Push(k)
					if ago, _ := ours.Repeats(); ago > 0 {
						h ^= k
					}
					ours.Pop()
				}
				return h
			},
			func() (h key) {
				for _, k := range nodes {
					theirs.keys[theirs.n&1023] = k
					theirs.n++
					if theirs.repeats() {
						h ^= k
					}
					theirs.n--
				}
				return h
			})
	}
}
