package zobrist

import (
	"fmt"
	"math"
	"slices"
	"sync"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist/internal/sample"
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

// ago returns how many plies ago k occurred each time, among the positions that can
// still be repeated.
func (n *naiveHistory) ago(k Key) (plies []int) {
	for ply := range n.keys {
		i := len(n.keys) - 1 - ply
		if n.keys[i] == k {
			plies = append(plies, ply)
		}
		if n.irreversible[i] {
			break
		}
	}
	return plies
}

// compareHistories compares all that h and n say, with k as the key that is asked for.
func compareHistories(t *testing.T, h *History, n *naiveHistory, k Key, about ...any) {
	type answers struct {
		length, count, ago, plies, repeats int
		contains, occurs                   bool
		last                               Key
	}
	got, want := answers{length: h.Len()}, answers{length: len(n.keys)}
	got.count, got.contains = h.Count(k), h.Contains(k)
	got.ago, got.occurs = h.Ago(k)
	got.plies, got.repeats = h.Repeats()

	want.contains = slices.Contains(n.keys, k)
	if ago := n.ago(k); len(ago) > 0 {
		want.count, want.ago, want.occurs = len(ago), ago[0], true
	}
	if last := len(n.keys) - 1; last >= 0 {
		got.last, want.last = h.Last(), n.keys[last]
		ago := n.ago(want.last)
		want.repeats = len(ago)
		if len(ago) > 1 {
			want.plies = ago[1]
		}
	}
	if got != want {
		require.Equal(t, want, got, about...)
	}
}

// check checks the promises of the comments on the hash table of h.
func (h *History) check(t *testing.T) {
	t.Helper()
	require.LessOrEqual(t, len(h.list), len(h.slots))
	slots, last, start := make([]uint32, len(h.slots)), make(map[Key]int), uint32(0)
	for i, p := range h.list {
		require.Equal(t, start, p.before)
		start = h.start
		if i+1 < len(h.list) {
			start = h.list[i+1].before
		}
		want := position{key: p.key, before: p.before, slot: uint32(h.slotOf(p.key)), count: 1}
		want.next, slots[want.slot] = slots[want.slot], uint32(i+1)
		if n := last[p.key]; n > int(start) {
			want.count += h.list[n-1].count
		}
		last[p.key] = i + 1
		if want != p {
			require.Equal(t, want, p, "position %d", i)
		}
	}
	require.True(t, slices.Equal(slots, h.slots), "slots %v, want %v", h.slots, slots)
}

// clashing returns two lists of keys. In tables of up to 4,096 slots, the search
// for every key of a list begins in one slot: the first or the last.
var clashing = sync.OnceValue(func() (keys [2][]Key) {
	h := History{slots: make([]uint32, 4096)}
	for k := Key(0); len(keys[0]) < 1024 || len(keys[1]) < 1024; k++ {
		switch h.slotOf(k * 0x2545f4914f6cdd1d) {
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
	{"clash in the first slot", func(i uint64) Key { return clashing()[0][i%1024] }},
	{"clash in the last slot", func(i uint64) Key { return clashing()[1][i%1024] }},
}

// Games and searches with keys of all kinds, compared with a plain list. Now and then a
// copy goes on, and the original its own way, or a new game begins in the same memory.
func TestHistoryAgainstNaiveList(t *testing.T) {
	t.Parallel()
	ops := 4_000
	if sample.All(4) {
		ops = 8_000
	}
	for _, keys := range historyKeys {
		// pool is the number of different keys, and length about that of the longest
		// history. One move in irreversible is irreversible.
		for _, size := range []struct{ pool, irreversible, length uint64 }{
			{1, 1 << 60, 400}, {3, 10, 60}, {20, 1 << 60, 100}, {100, 30, 200}, {1000, 100, 300},
			{10, 2, 50},
			{4096, 1 << 60, 2000}, {1 << 40, 1000, 2000},
		} {
			rng := NewSplitMix64(size.pool)
			h, other := new(History), new(History)
			var n naiveHistory
			rising := true
			for op := range ops {
				length := uint64(len(n.keys))
				if length == 0 {
					rising = true
				} else if length >= size.length || rng.Uint64()%size.length == 0 {
					rising = false
				}
				if pushing := rng.Uint64()%10 < 3; pushing != rising || length == 0 {
					k := keys.key(rng.Uint64() % size.pool)
					irreversible := rng.Uint64()%size.irreversible == 0
					push(h, k, irreversible)
					n.push(k, irreversible)
				} else if got, want := h.Pop(), n.pop(); got != want {
					require.Equal(
						t, want, got, "Pop: keys %s, %+v, operation %d", keys.name, size, op,
					)
				}
				compareHistories(
					t, h, &n, keys.key(rng.Uint64()%(size.pool+1)), "keys %s, %+v, operation %d",
					keys.name, size, op,
				)
				if op%1024 == 0 {
					h.check(t)
				}
				switch rng.Uint64() % 400 {
				case 0, 1: // the copy has the memory of an earlier original
					other.CopyFrom(h)
					require.True(t, slices.Equal(n.keys, slices.Collect(other.All())))
					for range rng.Uint64() % (length + 1) / 2 {
						h.Pop()
					}
					for i := range rng.Uint64() % 100 {
						push(h, Key(i), i%3 == 0)
					}
					h, other = other, h
					h.check(t)
					other.check(t)
				case 2:
					if rng.Uint64()%4 == 0 {
						h.Reset()
						n = naiveHistory{}
					}
				}
			}
		}
	}
}

// Searches in the hash table are short for random, small and shifted keys, for keys that
// have the same high bits after multiplication, and for those of one of any number of
// owners. Only keys made for it have long searches.
func TestHistoryProbes(t *testing.T) {
	random := historyKeys[0].key
	kinds := map[string]func(i uint64) Key{
		"one part of 64": func(i uint64) Key { return Key((i | 7<<58) * 0xf1de83e19937733d) },
	}
	for _, keys := range historyKeys[:4] {
		kinds[keys.name] = keys.key
	}
	for _, n := range []int{2, 3, 16, 64, 1000} {
		for _, owner := range []int{0, n / 2, n - 1} {
			at := uint64(0)
			kinds[fmt.Sprintf("owner %d of %d", owner, n)] = func(uint64) Key {
				for at++; random(at).Shard(n) != owner; at++ {
				}
				return random(at)
			}
		}
	}
	for name, key := range kinds {
		var h History
		for i := range uint64(3000) { // the last slots are 4096
			h.Push(key(i))
		}
		h.check(t)
		require.False(t, h.Contains(key(20_000)))
		steps := 0
		for n := range h.list {
			for l := h.slots[h.slotOf(h.list[n].key)]; int(l) != n+1; l = h.list[l-1].next {
				steps++
			}
		}
		require.Less(t, steps, h.Len(), "keys %s: more than one step on average", name)
	}
}

// FuzzHistory compares any calls with a plain list. Each byte is a call and one of 32 keys.
func FuzzHistory(f *testing.F) {
	f.Add([]byte("push a few, ask, take back\x00\x01\x02\xe0\xe1\xc0\x01\x81\xa0"))
	f.Fuzz(func(t *testing.T, calls []byte) {
		h, other := new(History), new(History)
		var n, copied naiveHistory
		for _, c := range calls {
			k := clashing()[c&1][c&31]
			switch c >> 5 {
			case 0, 1, 2:
				push(h, k, c>>5 == 2)
				n.push(k, c>>5 == 2)
			case 3, 4:
				if len(n.keys) > 0 && h.Pop() != n.pop() {
					t.Fatal("Pop")
				}
			case 5:
				other.CopyFrom(h)
				h, other = other, h
				n, copied = naiveHistory{slices.Clone(n.keys), slices.Clone(n.irreversible)}, n
			case 6:
				h, other = other, h
				n, copied = copied, n
			default:
				h.Reset()
				if c&1 > 0 {
					*h = History{}
				}
				n = naiveHistory{}
			}
			if c&4 > 0 { // Repeats first, or Count first, or neither
				h.Repeats()
			} else if c&2 > 0 {
				compareHistories(t, h, &n, k)
			}
		}
		compareHistories(t, h, &n, 0)
		h.check(t)
	})
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
	require.Len(t, h.slots, 1024)
	require.LessOrEqual(t, cap(h.list), 8)
}

// A position takes the memory that the doc comment says, in histories of 1,000 and more.
func TestHistoryMemory(t *testing.T) {
	var h History
	least, most := math.Inf(1), 0.0
	for n := 1; n < 200_000; n++ {
		h.Push(Key(n))
		h.Repeats()
		if n >= 1000 {
			bytes := cap(h.list)*int(unsafe.Sizeof(position{})) + cap(h.slots)*4
			perPosition := float64(bytes) / float64(n)
			least = min(least, perPosition)
			most = max(most, perPosition)
		}
	}
	require.LessOrEqual(t, most, 48.0)
	require.GreaterOrEqual(t, least, 28.0)
}

func TestHistoryZeroValue(t *testing.T) {
	var h History
	for range 2 {
		compareHistories(t, &h, &naiveHistory{}, 0)
		const isEmpty = "the history is empty, want a position"
		require.PanicsWithValue(t, "zobrist: History.Pop: "+isEmpty+" to remove", func() {
			h.Pop()
		})
		require.PanicsWithValue(t, "zobrist: History.Last: "+isEmpty, func() {
			h.Last()
		})
		h.PushIrreversible(0)
		h.PushIrreversible(7)
		compareHistories(t, &h, &naiveHistory{[]Key{0, 7}, []bool{true, true}}, 0)
		require.EqualValues(t, 7, h.Pop())
		require.EqualValues(t, 0, h.Pop())
	}
}

func TestHistoryAllocs(t *testing.T) {
	var h, short, none History
	for i := range uint64(400) {
		push(&h, historyKeys[0].key(i%300), i%16 == 0)
	}
	for k := range Key(20) {
		short.Push(k)
	}
	key := Key(0)
	require.Zero(t, testing.AllocsPerRun(100, func() {
		if h.Count(key) > 0 || h.Contains(key) {
			key++
		}
		key ^= h.Pop()
	}))
	require.Zero(t, testing.AllocsPerRun(50, func() {
		h.Push(5)
		h.PushIrreversible(key)
		h.Pop()
	}))
	// After a copy of a shorter history, or of none, it grows in its own memory.
	for _, src := range []*History{&short, &none} {
		require.Zero(t, testing.AllocsPerRun(10, func() {
			h.CopyFrom(src)
			for k := range Key(300) {
				h.Push(k)
			}
		}))
	}
}

// All stops when the loop does, at each place, with and without a key that is held back.
func TestHistoryAllStops(t *testing.T) {
	for _, last := range []func(*History, Key){(*History).Push, (*History).PushIrreversible} {
		var h History
		for k := range Key(20) {
			h.Push(k)
		}
		last(&h, 20)
		for stop := 1; stop <= 21; stop++ {
			n := 0
			for range h.All() {
				n++
				if n == stop {
					break
				}
			}
			require.Equal(t, stop, n)
		}
	}
}
