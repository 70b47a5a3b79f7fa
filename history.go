package zobrist

import (
	"iter"
	"math"
	"math/bits"
	"slices"
)

// A History lists the keys of a game's positions, oldest first, and counts how
// often a position has occurred: for repetition in chess, superko in Go, or a
// search that must not go in circles.
//
//	game.Push(h)           // after every move, and for the first position
//	draw := game.Count(h) >= 3
//
// The zero History is empty and ready to use. Use [History.PushIrreversible]
// for a move that later moves cannot undo: in chess, a pawn move, a capture or
// the loss of a castling right. Use it for the null move of a search too, so
// that no repetition is counted across it. Count, Ago and Repeats look only at
// positions that can still be repeated, Contains at the whole game.
//
// The keys decide which positions are the same. With the side to move in the
// key, superko is situational, without it positional.
//
// Every method except Reset, CopyFrom and All takes constant time on average. A
// node of a search that calls Push, Repeats and Pop takes about 3 nanoseconds
// for them. Only a history that becomes longer than ever before allocates: 4 KiB
// when it is first asked, and 32 to 52 bytes for each position. Assign History{}
// to free the memory. A history has room for 2^32 - 1 positions, and look-ups in
// a longer one panic.
//
// Only one goroutine may use a History at a time, even to ask: give each search
// thread its own copy, by [History.CopyFrom]. Do not copy a History by
// assignment: go vet reports it.
type History struct {
	_ noCopy

	list  []position
	start uint32 // the last irreversible position, or 0
	fresh bool   // Push has seen that the last key does not repeat another

	// The first len(links) positions are in a hash table whose slots are chains. A
	// slot has the number of its latest position, or 0, and that position the next
	// number: numbers are indices into list plus 1, and they fall. Pop takes the
	// latest position out, so it puts the next number into the slot again.
	links []link
	slots []uint32
	shift uint8 // 64 - log2(len(slots))
}

type position struct {
	key   Key
	start uint32 // History.start before this position
}

type link struct {
	slot  uint32
	next  uint32
	count uint32 // occurrences of the key since the last irreversible position, up to here
}

// noCopy makes go vet report copies: it looks for a Lock method.
type noCopy struct{}

func (*noCopy) Lock()   {}
func (*noCopy) Unlock() {}

// Push adds the key of the first position, or of the position after a move.
func (h *History) Push(k Key) {
	slot := h.home(k)
	h.fresh = slot < uint64(len(h.slots)) && h.slots[slot] <= h.start && len(h.links) == len(h.list)
	h.list = append(h.list, position{k, h.start})
}

// PushIrreversible adds the key of the position after an irreversible move.
// This position is the first that can still be repeated.
func (h *History) PushIrreversible(k Key) {
	h.Push(k)
	h.start = uint32(len(h.list) - 1)
}

// Pop removes the last key and returns it. It panics when the history is empty.
func (h *History) Pop() Key {
	last := len(h.list) - 1
	if last < 0 {
		panic("zobrist: History.Pop: the history is empty, want a position to remove")
	}
	p := h.list[last]
	if last < len(h.links) {
		l := h.links[last]
		h.slots[l.slot] = l.next
		h.links = h.links[:last]
	}
	h.list, h.start, h.fresh = h.list[:last], p.start, false
	return p.key
}

// Count returns how many times any key occurs, for the rules of a game: after
// you push the key of the current position, a Count of 3 is a threefold
// repetition. It looks only at positions that can still be repeated: those
// since the last PushIrreversible, with its own. In a search, use
// [History.Repeats].
func (h *History) Count(k Key) int {
	if n := h.find(k, h.start); n > 0 {
		return int(h.links[n-1].count)
	}
	return 0
}

// Ago returns how many plies ago k last occurred: 0 means that k is the last
// key. It returns false if k does not occur among the positions that can still
// be repeated.
//
// A search can call Ago with the key of a child before it makes the move, and
// so tell a repetition inside the search, which is a draw at once, from a
// repetition of the game before it.
func (h *History) Ago(k Key) (plies int, ok bool) {
	if n := h.find(k, h.start); n > 0 {
		return len(h.list) - int(n), true
	}
	return 0, false
}

// Last returns the key pushed last. It panics when the history is empty.
func (h *History) Last() Key {
	if len(h.list) == 0 {
		panic("zobrist: History.Last: the history is empty, want a position")
	}
	return h.list[len(h.list)-1].key
}

// Repeats looks up the last key, for a search that has just made a move. It
// returns how many plies ago the key occurred before, 0 if it did not, and how
// often it has occurred, this time included. An empty history gives 0, 0.
//
//	plies, count := line.Repeats()
//	if plies > 0 && plies < ply || count >= 3 { ... } // repeats a position after the root, or occurs a third time
func (h *History) Repeats() (plies, count int) {
	if h.fresh {
		return 0, 1
	}
	return h.repeats()
}

func (h *History) repeats() (plies, count int) {
	last := len(h.list) - 1
	if last <= int(h.start) {
		return 0, min(1, len(h.list))
	}
	if len(h.links) < last { // the last one waits, because at most nodes of a search Pop comes next
		h.index(last)
	}
	k := h.list[last].key
	n := h.slots[h.home(k)]
	if len(h.links) > last {
		n = h.links[last].next
	}
	if n = h.search(n, k, h.start); n > 0 {
		return last + 1 - int(n), int(h.links[n-1].count) + 1
	}
	return 0, 1
}

// Contains reports whether k occurs anywhere in the history. In Go, superko
// forbids a move to a position whose key it contains.
func (h *History) Contains(k Key) bool { return h.find(k, 0) > 0 }

// Len returns the number of keys in the history.
func (h *History) Len() int { return len(h.list) }

// CopyFrom makes h an independent copy of src, which may be the zero History,
// and reuses the memory of h. It takes time in proportion to the length of src.
func (h *History) CopyFrom(src *History) {
	if h == src {
		return
	}
	h.list = append(h.list[:0], src.list...)
	h.slots = append(h.slots[:0], src.slots...)
	h.links = append(h.links[:0], src.links...)
	h.start, h.fresh, h.shift = src.start, src.fresh, src.shift
}

// Reset removes all positions and keeps the memory for the next game.
func (h *History) Reset() {
	h.list, h.links, h.start, h.fresh = h.list[:0], h.links[:0], 0, false
	clear(h.slots)
}

// All yields the keys of all positions, oldest first. The history must not
// change meanwhile.
func (h *History) All() iter.Seq[Key] {
	return func(yield func(Key) bool) {
		for _, p := range h.list {
			if !yield(p.key) {
				return
			}
		}
	}
}

// find returns the number of k's last position, or 0 if k does not occur from
// position start on.
func (h *History) find(k Key, start uint32) uint32 {
	if len(h.list) == 0 {
		return 0
	}
	if len(h.links) < len(h.list) {
		h.index(len(h.list))
	}
	return h.search(h.slots[h.home(k)], k, start)
}

// search is find in the chain that begins with number n.
func (h *History) search(n uint32, k Key, start uint32) uint32 {
	for ; n > start; n = h.links[n-1].next {
		if h.list[n-1].key == k {
			return n
		}
	}
	return 0
}

// index puts the first n positions into the hash table. It makes the table
// larger when it has fewer than n slots.
func (h *History) index(n int) {
	if uint64(n) > math.MaxUint32 {
		panic("zobrist: History: more than 2^32 - 1 positions, want fewer")
	}
	if n > len(h.slots) {
		size := max(1024, 1<<bits.Len(uint(n-1)))
		h.slots = slices.Grow(h.slots[:0], size)[:size]
		clear(h.slots)
		h.shift, h.links = uint8(64-bits.Len(uint(size-1))), h.links[:0]
	}
	for i := len(h.links); i < n; i++ {
		k, start := h.list[i].key, h.start
		if i+1 < len(h.list) {
			start = h.list[i+1].start
		}
		slot := uint32(h.home(k))
		l := link{slot, h.slots[slot], 1}
		if last := h.search(l.next, k, start); last > 0 {
			l.count += h.links[last-1].count
		}
		h.links = append(h.links, l)
		h.slots[slot] = uint32(i + 1)
	}
}

// home returns the slot of k. Both words of the product keep apart keys that are
// small, have the same low or high bits, or are of one [Key.Owner].
func (h *History) home(k Key) uint64 {
	high, low := bits.Mul64(uint64(k), gamma)
	return (high ^ low) >> (h.shift & 63)
}
