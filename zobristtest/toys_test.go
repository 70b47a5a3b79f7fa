package zobristtest_test

import (
	"fmt"
	"iter"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/zobristtest"
)

// hands is a game in which two sides take tokens of three sorts in turn, up to 20 of a
// sort, like pieces in hand in shogi. The key is the XOR of a key for each count above
// zero.
type hands struct {
	counts [2][3]int
	line   []int
	key    zobrist.Key
	count  func(n int) zobrist.Key // offset of a count's key
	toggle bool                    // a bug: every token of a sort toggles the same key
}

func newHands(count func(n int) zobrist.Key, toggle bool) func() zobristtest.Game {
	return func() zobristtest.Game {
		h := &hands{count: count, toggle: toggle}
		h.key = h.Recompute()
		return h
	}
}

func (h *hands) side() int        { return len(h.line) % 2 }
func (h *hands) Key() zobrist.Key { return h.key }

func (h *hands) of(hand, sort, n int) zobrist.Key {
	if n == 0 {
		return 0
	}
	return zobrist.Key(zobrist.NewSplitMix64(6).At(uint64(100*(3*hand+sort)) + uint64(h.count(n))))
}

func (h *hands) Recompute() zobrist.Key {
	k := zobrist.Key(h.side())
	for hand, sorts := range h.counts {
		for sort, n := range sorts {
			if h.toggle {
				n %= 2
			}
			k ^= h.of(hand, sort, n)
		}
	}
	return k
}

func (h *hands) Moves() int {
	if slicesMax(h.counts[h.side()][:]) >= 20 {
		return 0
	}
	return 3
}

func (h *hands) change(hand, sort, by int) {
	n := h.counts[hand][sort]
	h.counts[hand][sort] += by
	if h.toggle {
		h.key ^= h.of(hand, sort, 1) ^ 1
		return
	}
	h.key ^= h.of(hand, sort, n) ^ h.of(hand, sort, n+by) ^ 1
}

func (h *hands) Make(i int) {
	h.change(h.side(), i, 1)
	h.line = append(h.line, i)
}

func (h *hands) Unmake() {
	last := h.line[len(h.line)-1]
	h.line = h.line[:len(h.line)-1]
	h.change(h.side(), last, -1)
}

func (h *hands) Position() string        { return fmt.Sprint(h.counts, h.side()) }
func (h *hands) MoveString(i int) string { return "abc"[i : i+1] }

func (h *hands) Keys() iter.Seq2[string, zobrist.Key] {
	return func(yield func(string, zobrist.Key) bool) {
		for hand := range 2 {
			for sort := range 3 {
				for n := 1; n <= 20; n++ {
					if !yield(fmt.Sprintf("hand %d: %d %s", hand, n, h.MoveString(sort)), h.of(hand, sort, n)) {
						return
					}
				}
			}
		}
	}
}

func slicesMax(s []int) int { return max(s[0], s[1], s[2]) }

func TestCountsInHand(t *testing.T) {
	t.Parallel()
	id := func(n int) zobrist.Key { return zobrist.Key(n) }
	sixteen := make([]zobrist.Key, 16)
	for _, c := range []struct {
		name string
		game func() zobristtest.Game
		want string
	}{
		{"right", newHands(id, false), ""},
		{"saturate at 16", newHands(func(n int) zobrist.Key { return zobrist.Key(min(n, 16)) }, false),
			"the same as after"},
		{"index out of range", newHands(func(n int) zobrist.Key { return zobrist.Key(n) + sixteen[n] }, false),
			"panics: runtime error: index out of range [16] with length 16"},
		{"cancelled by XOR", newHands(id, true), ": got 0000000000000000, the same as at the start, but the positions differ"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var err error
			for seed := uint64(0); seed < 10 && err == nil; seed++ {
				err = zobristtest.Playout(c.game(), zobrist.NewSplitMix64(seed), 200)
			}
			if c.want == "" {
				assert.NoError(t, err)
				return
			}
			assert.ErrorContains(t, err, c.want)
			if err != nil {
				t.Log(strings.Split(err.Error(), "\n")[0])
			}
		})
	}
	ignored := newHands(id, false)().(*hands)
	ignored.count = func(int) zobrist.Key { return 0 } // one key for every count
	assert.ErrorContains(t, zobristtest.Walk(ignored, 4), "the same as after")
	assert.ErrorContains(t, zobristtest.CheckKeys(ignored.Keys()), `"hand 0: 1 a", "hand 0: 2 a", "hand 0: 3 a"`)
}

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
