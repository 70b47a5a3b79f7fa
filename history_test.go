package zobrist

import (
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// A naiveHistory is a plain list. History must agree with it.
type naiveHistory struct {
	keys         []Key
	irreversible []bool
}

func (n *naiveHistory) push(k Key, irreversible bool) {
	n.keys = append(n.keys, k)
	n.irreversible = append(n.irreversible, irreversible)
}

func (n *naiveHistory) pop() Key {
	last := len(n.keys) - 1
	k := n.keys[last]
	n.keys, n.irreversible = n.keys[:last], n.irreversible[:last]
	return k
}

func (n *naiveHistory) count(k Key) int {
	count := 0
	for i := len(n.keys) - 1; i >= 0; i-- {
		if n.keys[i] == k {
			count++
		}
		if n.irreversible[i] {
			break
		}
	}
	return count
}

// plies and repeated are what Repeats returns.
func (n *naiveHistory) plies() int {
	last := len(n.keys) - 1
	for i := last; i > 0 && !n.irreversible[i]; i-- {
		if n.keys[i-1] == n.keys[last] {
			return last - i + 1
		}
	}
	return 0
}

// since is what Last returns of k, 0 if it does not occur.
func (n *naiveHistory) since(k Key) int {
	for i := len(n.keys) - 1; i >= 0; i-- {
		if n.keys[i] == k {
			return len(n.keys) - 1 - i
		}
		if n.irreversible[i] {
			break
		}
	}
	return 0
}

func (n *naiveHistory) repeated() int {
	if len(n.keys) == 0 {
		return 0
	}
	return n.count(n.keys[len(n.keys)-1])
}

// check checks the promises of the comments on the hash table of h.
func (h *History) check(t *testing.T) {
	t.Helper()
	tail := h.Len() - h.indexed
	require.True(t, h.indexed >= 0 && tail >= 0 && tail <= unindexed, "%d of %d positions indexed", h.indexed, h.Len())
	if h.indexed == 0 {
		require.False(t, slices.ContainsFunc(h.slots, func(place uint32) bool { return place != 0 }))
		return
	}
	require.Len(t, h.links, h.indexed+1)
	last := make(map[Key]uint32)
	fresh := History{list: h.list, slots: make([]uint32, len(h.slots)), shift: h.shift}
	for place := 1; place <= h.indexed; place++ {
		p := h.list[place]
		want := link{previous: last[p.key], count: 1}
		if want.previous >= p.start {
			want.count += h.links[want.previous].count
		}
		require.Equal(t, want, h.links[place])
		last[p.key] = uint32(place)
		*fresh.find(p.key) = uint32(place)
	}
	require.LessOrEqual(t, 2*h.indexed, len(h.slots))
	require.EqualValues(t, len(h.slots), 1<<(64-h.shift))
	require.Equal(t, fresh.slots, h.slots)
}

// clashing returns two lists of keys. In tables of up to 4,096 slots, the search
// for every key of a list begins in one slot: the first or the last.
var clashing = sync.OnceValue(func() (keys [2][]Key) {
	h := History{shift: 64 - 12}
	for k := Key(0); len(keys[0]) < 1024 || len(keys[1]) < 1024; k++ {
		switch h.home(k * 0x2545f4914f6cdd1d) {
		case 0:
			keys[0] = append(keys[0], k*0x2545f4914f6cdd1d)
		case 4095:
			keys[1] = append(keys[1], k*0x2545f4914f6cdd1d)
		}
	}
	return keys
})

var historyKeys = []struct {
	name string
	key  func(i uint64) Key
}{
	{"random", func(i uint64) Key { return Key(NewSplitMix64(1).At(i)) }},
	{"small", func(i uint64) Key { return Key(i) }},
	{"equal low bits", func(i uint64) Key { return Key(i << 40) }},
	{"small after multiplication", func(i uint64) Key { return Key(i * 0xf1de83e19937733d) }},
	{"high bits only", func(i uint64) Key { return Key(i << 52) }},
	{"clash in the first slot", func(i uint64) Key { return clashing()[0][i] }},
	{"clash in the last slot", func(i uint64) Key { return clashing()[1][i] }},
}

func TestHistoryAgainstNaiveList(t *testing.T) {
	t.Parallel()
	ops := 80_000
	if testing.Short() {
		ops = 40_000
	}
	for _, keys := range historyKeys {
		// pool is the number of different keys, and length about that of the longest
		// history. One move in irreversible is irreversible.
		for _, size := range []struct{ pool, irreversible, length uint64 }{
			{1, 1 << 60, 400}, {3, 10, 60}, {20, 1 << 60, 100}, {100, 30, 200}, {1000, 100, 300}, {10, 2, 50},
		} {
			rng := NewSplitMix64(size.pool)
			var h History
			var n naiveHistory
			rising := true
			for op := range ops / 7 {
				length := uint64(len(n.keys))
				if length == 0 {
					rising = true
				} else if length >= size.length || rng.Uint64()%size.length == 0 {
					rising = false
				}
				if pushing := rng.Uint64()%10 < 3; pushing != rising || length == 0 {
					k := keys.key(rng.Uint64() % size.pool)
					irreversible := rng.Uint64()%size.irreversible == 0
					push(&h, k, irreversible)
					n.push(k, irreversible)
				} else if got, want := h.Pop(), n.pop(); got != want {
					t.Fatalf("keys %s, %+v, operation %d: Pop gives %v, want %v", keys.name, size, op, got, want)
				}
				k := keys.key(rng.Uint64() % (size.pool + 1))
				if got, want := h.Count(k), n.count(k); got != want {
					t.Fatalf("keys %s, %+v, operation %d: Count(%v) = %d, want %d", keys.name, size, op, k, got, want)
				}
				if plies, ok := h.Ago(k); plies != n.since(k) || ok != (n.count(k) > 0) {
					t.Fatalf("keys %s, %+v, operation %d: Ago(%v) = %d, %v, want %d, %v", keys.name, size, op, k, plies, ok, n.since(k), n.count(k) > 0)
				}
				if got, want := h.Contains(k), slices.Contains(n.keys, k); got != want {
					t.Fatalf("keys %s, %+v, operation %d: Contains(%v) = %v, want %v", keys.name, size, op, k, got, want)
				}
				if plies, count := h.Repeats(); plies != n.plies() || count != n.repeated() {
					t.Fatalf("keys %s, %+v, operation %d: Repeats() = %d, %d, want %d, %d", keys.name, size, op, plies, count, n.plies(), n.repeated())
				}
				if len(n.keys) > 0 && h.Last() != n.keys[len(n.keys)-1] {
					t.Fatalf("keys %s, %+v, operation %d: Last() = %v, want %v", keys.name, size, op, h.Last(), n.keys[len(n.keys)-1])
				}
				if h.Len() != len(n.keys) {
					t.Fatalf("keys %s, %+v, operation %d: Len() = %d, want %d", keys.name, size, op, h.Len(), len(n.keys))
				}
				if op%1024 == 0 && len(n.keys) > 0 {
					h.check(t)
				}
			}
		}
	}
}

// A long game that grows the hash table far and shrinks again, compared with a map.
func TestHistoryLong(t *testing.T) {
	t.Parallel()
	length := 100_000
	if testing.Short() {
		length = 20_000
	}
	for _, keys := range historyKeys[:5] {
		rng := NewSplitMix64(21)
		var h History
		total, repeatable := make(map[Key]int), make(map[Key]int)
		pushed := make([]Key, length)
		for i := range pushed {
			k := keys.key(rng.Uint64() % 4096)
			if i%2 == 0 {
				k = keys.key(rng.Uint64() % uint64(4*length))
			}
			irreversible := rng.Uint64()%10_000 == 0
			if irreversible {
				clear(repeatable)
			}
			pushed[i] = k
			total[k]++
			repeatable[k]++
			push(&h, k, irreversible)
			asked := keys.key(rng.Uint64() % 4096)
			if h.Count(k) != repeatable[k] || h.Count(asked) != repeatable[asked] || h.Contains(asked) != (total[asked] > 0) {
				t.Fatalf("keys %s, after push %d", keys.name, i)
			}
		}
		for i := length - 1; i >= 0; i-- {
			k := pushed[i]
			if got := h.Pop(); got != k {
				t.Fatalf("keys %s, pop %d", keys.name, i)
			}
			total[k]--
			asked := keys.key(rng.Uint64() % 4096)
			if h.Contains(k) != (total[k] > 0) || h.Contains(asked) != (total[asked] > 0) {
				t.Fatalf("keys %s, after pop %d", keys.name, i)
			}
		}
		require.Zero(t, h.Len())
	}
}

// Searches in the hash table are short for random, small and shifted keys, and for
// keys that have the same high bits after multiplication. Only keys made for it
// have long searches.
func TestHistoryProbes(t *testing.T) {
	keys := append(historyKeys[:4:4], struct {
		name string
		key  func(i uint64) Key
	}{"one part of 64", func(i uint64) Key { return Key((i | 7<<58) * 0xf1de83e19937733d) }})
	for _, keys := range keys {
		var h History
		for i := range uint64(10_000) {
			h.Push(keys.key(i))
		}
		h.check(t)
		require.Less(t, h.steps(), h.Len(), "keys %s: more than one step on average", keys.name)
	}
}

// push is Push or PushIrreversible.
func push(h *History, k Key, irreversible bool) {
	if irreversible {
		h.PushIrreversible(k)
	} else {
		h.Push(k)
	}
}

// Moves tried and taken back, as in a search, do not make the history larger.
func TestHistoryDoesNotGrow(t *testing.T) {
	var h History
	for i := range Key(100_000) {
		h.Push(i)
		push(&h, i, i%2 == 0)
		h.Push(i + 1)
		h.Pop()
		h.Pop()
		h.Pop()
	}
	require.Empty(t, h.slots)
	require.LessOrEqual(t, len(h.list), 64)

	// Nor do searches that wander far, from a game that has a hash table.
	for _, k := range gameKeys(100, 1) {
		h.Push(k)
	}
	for i := range Key(300) {
		for k := range i % 90 {
			h.Push(i ^ k)
		}
		for range i % 90 {
			h.Pop()
		}
		h.check(t)
	}
	require.Equal(t, gameKeys(100, 1), slices.Collect(h.All()))
	require.Len(t, h.slots, 512)
	require.LessOrEqual(t, len(h.list), 256)
}

// A copy of a History shares no memory with it, for any length and any
// destination: a change to one does not affect the other.
func TestHistoryCopyShares(t *testing.T) {
	for _, length := range []int{0, 1, 5, 32, 33, 40, 64, 65, 100, 400} {
		for _, had := range []int{0, 3, 50, 1000} {
			var src, h History
			var want naiveHistory
			for i, k := range gameKeys(length, 1) {
				push(&src, k, i%7 == 3)
				want.push(k, i%7 == 3)
			}
			for range had {
				h.Push(9)
			}
			h.CopyFrom(&src)
			h.check(t)
			for i := range length {
				require.Equal(t, src.list[1+i], h.list[1+i])
			}

			// The copy goes its own way, in all that it keeps.
			for range length / 2 {
				h.Pop()
			}
			for i := range length {
				push(&h, Key(i), i%3 == 0)
			}
			src.check(t)
			for length := len(want.keys); length > 0; length-- {
				k := want.keys[length-1]
				plies, count := src.Repeats()
				require.Equal(t, []int{want.count(k), want.plies(), want.repeated()}, []int{src.Count(k), plies, count})
				require.Equal(t, want.pop(), src.Pop())
			}
			require.Equal(t, length-length/2+length, h.Len())
		}
	}
}

func TestHistoryZeroValue(t *testing.T) {
	var h History
	require.Zero(t, h.Len())
	require.Zero(t, h.Count(0))
	require.False(t, h.Contains(0))
	require.PanicsWithValue(t, "zobrist: History.Pop: the history is empty, want a position to remove", func() { h.Pop() })
	require.PanicsWithValue(t, "zobrist: History.Last: the history is empty, want a position", func() { h.Last() })
	h.PushIrreversible(0)
	h.PushIrreversible(7)
	require.Equal(t, []any{2, 0, 1, true}, []any{h.Len(), h.Count(0), h.Count(7), h.Contains(0)})
	require.EqualValues(t, 7, h.Pop())
	require.EqualValues(t, 0, h.Pop())
	require.PanicsWithValue(t, "zobrist: History.Pop: the history is empty, want a position to remove", func() { h.Pop() })
	require.PanicsWithValue(t, "zobrist: History.Last: the history is empty, want a position", func() { h.Last() })
	require.False(t, h.Contains(0))
}

func TestHistoryAllocs(t *testing.T) {
	var h History
	for _, k := range gameKeys(400, 1) {
		push(&h, k, k%16 == 0)
	}
	require.Zero(t, testing.AllocsPerRun(100, func() {
		sinkInt += h.Count(sinkKey)
		sinkBool = h.Contains(sinkKey)
		sinkKey ^= h.Pop()
	}))
	require.Zero(t, testing.AllocsPerRun(50, func() {
		h.Push(5)
		h.PushIrreversible(sinkKey)
		h.Pop()
	}))

	// After a copy of a shorter history, or of none, it grows in its own memory.
	var short, none, want History
	for _, k := range gameKeys(20, 2) {
		short.Push(k)
	}
	for _, src := range []*History{&short, &none} {
		require.Zero(t, testing.AllocsPerRun(10, func() {
			h.CopyFrom(src)
			for k := range Key(300) {
				h.Push(k)
			}
		}))
		want.CopyFrom(src)
		for k := range Key(300) {
			want.Push(k)
		}
		require.Equal(t, slices.Collect(want.All()), slices.Collect(h.All()))
		for k := range Key(301) {
			require.Equal(t, want.Count(k), h.Count(k), k)
			require.Equal(t, k < 300, h.Contains(k), k)
		}
	}
}

// Reset leaves nothing of the last game.
func TestHistoryReset(t *testing.T) {
	var h History
	for game := range uint64(3) {
		var fresh History
		for i, k := range gameKeys(300, game) {
			push(&h, k, i == 100)
		}
		h.Reset()
		require.Zero(t, h.Len())
		for _, k := range gameKeys(300, game) {
			require.False(t, h.Contains(k))
		}
		for _, k := range gameKeys(200, game) {
			h.Push(k)
			fresh.Push(k)
			require.Equal(t, fresh.Count(k), h.Count(k))
		}
		require.Equal(t, slices.Collect(fresh.All()), slices.Collect(h.All()))
		h.Reset()
	}
}
