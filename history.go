package zobrist

import "math"

// A History is the list of the keys of a game's positions, oldest first, and
// answers how often a position has occurred: for the draw by repetition of
// chess, for the superko rules of Go, for a search that must not go in
// circles. The zero History is empty and ready to use.
//
// Push the key of the first position, then one after every move; Pop takes the
// last move back. A game is divided into stretches. A move that cannot be
// undone by later moves (in chess a pawn's move, a capture, and a castling
// right lost) is pushed as irreversible, and starts a new stretch, because no
// position before it can come back. [History.Count] looks at the current
// stretch only, [History.Contains] at the whole game. A game without such
// moves is one long stretch.
//
// A History goes by keys alone: different positions of one key count as one,
// which for good keys of 64 bits happens once in 2^64 comparisons. Side to
// move, castling rights and the like are told apart if they are in the key:
// with them superko is situational, without them positional.
//
// All methods take constant time on average, a few nanoseconds while the
// history fits the cache, whatever its length and however often a key
// repeats; only keys that are made to clash in the hash table are slower, at
// worst one step for each different key. Count, Contains and Pop never
// allocate, Push only when the history becomes longer than it has ever been, or
// holds more different keys or stretches.
// A position takes 16 bytes and each different key another 8 to 16; the least
// is 1.5 KiB, from the first Push on. Pop keeps the memory for the next Push,
// so that a History is best used again; assigning History{} gives it back.
//
// A History must not be used by several goroutines at once, nor copied: the
// copy would share its memory.
type History struct {
	list   []occurrence
	starts []uint32 // the places of the irreversible ones in list, ascending
	// slots is a hash table with linear probing: one more than the place of
	// each key's last occurrence, 0 where there is none. Its length is a
	// power of two, at least twice the number of keys. The slots are always
	// those that come of inserting the keys in the order in which they first
	// occur; so the newest key is in no other's way, and is removed by
	// clearing its slot.
	slots []uint32
	shift uint8 // 64 - log2(len(slots))
	keys  int   // how many different keys there are
}

type occurrence struct {
	key      Key
	previous uint32 // one more than the place of the key's previous occurrence; 0 when this is the first
	count    uint32 // occurrences of the key in the stretch, up to here
}

// Push adds the key of the position that a move has led to. An irreversible
// move starts a new stretch, of which k is the first position. It panics when
// the history has 2^32 - 1 positions.
func (h *History) Push(k Key, irreversible bool) {
	place := len(h.list)
	if uint64(place) == math.MaxUint32 {
		panic("zobrist: Push: the history is full")
	}
	if 2*h.keys >= len(h.slots) {
		h.grow()
	}
	if irreversible {
		h.starts = append(h.starts, uint32(place))
	}
	slot := h.find(k)
	previous := *slot
	count := uint32(1)
	switch {
	case previous == 0:
		h.keys++
	case int(previous) > h.start():
		count += h.list[previous-1].count
	}
	*slot = uint32(place + 1)
	h.list = append(h.list, occurrence{k, previous, count})
}

// Pop removes the key that was pushed last and returns it. The history is then
// exactly what it was before that Push, its stretch included. Pop panics when
// the history is empty.
func (h *History) Pop() Key {
	last := len(h.list) - 1
	if last < 0 {
		panic("zobrist: Pop: the history is empty")
	}
	o := h.list[last]
	*h.find(o.key) = o.previous
	if o.previous == 0 {
		h.keys--
	}
	h.list = h.list[:last]
	if n := len(h.starts); n > 0 && int(h.starts[n-1]) == last {
		h.starts = h.starts[:n-1]
	}
	return o.key
}

// Count returns how many times k occurs in the current stretch: since the last
// irreversible Push, its position included, or since the first Push when there
// was none. After the key of the position on the board has been pushed, a
// threefold repetition is a Count of 3.
func (h *History) Count(k Key) int {
	if len(h.list) == 0 {
		return 0
	}
	last := int(*h.find(k))
	if last <= h.start() {
		return 0
	}
	return int(h.list[last-1].count)
}

// Contains reports whether k occurs anywhere in the history. A move of Go that
// leads to a key which the history contains is forbidden by superko.
func (h *History) Contains(k Key) bool {
	return len(h.list) > 0 && *h.find(k) != 0
}

// Len returns the number of keys in the history.
func (h *History) Len() int {
	return len(h.list)
}

// start returns the place of the first position of the current stretch.
func (h *History) start() int {
	if n := len(h.starts); n > 0 {
		return int(h.starts[n-1])
	}
	return 0
}

// find returns the slot of k, or the empty one where k would go. There must be
// slots. The index is Knuth's multiplicative hash (The Art of Computer
// Programming, volume 3, section 6.4), so that keys alike in their low bits,
// or small, do not clash.
func (h *History) find(k Key) *uint32 {
	slots, mask := h.slots, uint64(len(h.slots)-1)
	for i := uint64(k) * gamma >> h.shift; ; i++ {
		slot := &slots[i&mask]
		if *slot == 0 || h.list[*slot-1].key == k {
			return slot
		}
	}
}

// grow doubles the number of slots.
func (h *History) grow() {
	if h.slots == nil {
		h.slots, h.shift = make([]uint32, 128), 64-7
		h.list = make([]occurrence, 0, 64)
		return
	}
	h.slots, h.shift = make([]uint32, 2*len(h.slots)), h.shift-1
	for place, o := range h.list {
		*h.find(o.key) = uint32(place + 1)
	}
}
