package zobrist

import (
	"iter"
	"math"
	"math/bits"
	"slices"
)

// A History lists the keys of a game's positions, oldest first, and counts how often a position
// has occurred: for repetition in chess, superko in Go, or a search that must not go in
// circles. The zero History is empty and ready to use.
//
// The keys decide which positions are the same. Superko is situational if the side to move is
// in the key, and positional if it is not.
//
// Every method except Reset, CopyFrom and All takes constant time on average. Only Push,
// PushIrreversible and CopyFrom allocate, and only when the history becomes longer than ever
// before: 4 KiB for the second position, because the first is held outside the list, and 28 to 48
// bytes per position. Assign History{} to free the memory.
//
// Only one goroutine may use a History at a time: give each search thread its own copy, by
// [History.CopyFrom]. Do not copy a History by assignment: go vet reports it.
type History struct {
	_ noCopy

	// The last position may be held here and not be in the list. A leaf of a search comes and
	// goes here, without a write to the list or the table.
	key  Key
	held held

	// The positions of the list are in a hash table whose slots are chains. A slot has the number
	// of its latest position, or 0, and that position the next number: numbers are indices plus 1,
	// and they fall.
	list  []position
	start uint32 // index of the list's last irreversible position, or 0
	slots []uint32
}

// held says whether a position is held, and whether it came by PushIrreversible.
type held uint8

const (
	notHeld held = iota
	reversible
	irreversible
)

type position struct {
	key    Key
	before uint32 // start before this position
	slot   uint32
	next   uint32
	count  uint32 // occurrences of the key since the last irreversible position, up to here
}

// noCopy makes go vet report copies: it looks for a Lock method.
type noCopy struct{}

func (*noCopy) Lock()   {}
func (*noCopy) Unlock() {}

// Push adds the key of the first position, or of the position after a move. Push and
// PushIrreversible panic when the history has more than 2^31 positions.
func (h *History) Push(k Key) {
	if h.held != notHeld {
		h.storeHeld()
	}
	h.key, h.held = k, reversible
}

// PushIrreversible adds the key of the position after a move that later moves cannot undo: in
// chess, a pawn move, a capture or the loss of a castling right. Use it for the null move of a
// search too, so that no repetition is counted across it. Count, Ago and Repeats look only at
// positions from this one on.
func (h *History) PushIrreversible(k Key) {
	h.Push(k)
	h.held = irreversible
}

// Pop removes the last key and returns it. It panics when the history is empty.
func (h *History) Pop() Key {
	if h.held == notHeld {
		h.holdLast()
	}
	h.held = notHeld
	return h.key
}

// Count returns how many times k occurs from the last irreversible position on. After you push the
// key of the current position, a Count of 3 is a threefold repetition. In a search, use
// [History.Repeats].
//
// Some rules ask what happened since the first occurrence. In shogi, a fourfold repetition loses
// for a side that has given check with each move since then. When Count is 4, find the first
// occurrence by [History.All], whose positions are numbered as the moves of the game:
//
//	first := slices.Index(slices.Collect(h.All()), h.Last())
func (h *History) Count(k Key) int {
	_, count := h.find(k, h.first())
	return int(count)
}

// Ago returns how many plies ago k last occurred: 0 means that k is the last key. It returns
// false if k does not occur from the last irreversible position on.
//
// A search can call Ago with the key of a child before it makes the move. The result is then one
// less than that of [History.Repeats] after the move, because the child itself is not a ply yet.
func (h *History) Ago(k Key) (plies int, ok bool) {
	if n, _ := h.find(k, h.first()); n > 0 {
		return h.Len() - int(n), true
	}
	return 0, false
}

// Last returns the key pushed last. It panics when the history is empty.
func (h *History) Last() Key {
	if h.held != notHeld {
		return h.key
	}
	if len(h.list) == 0 {
		panic("zobrist: History.Last: the history is empty, want a position")
	}
	return h.list[len(h.list)-1].key
}

// Repeats looks up the last key, for a search that has just made a move. It returns how many plies
// ago the key occurred before, 0 if it did not, and how often it has occurred, this time included.
// An empty history gives 0, 0.
//
//	plies, count := h.Repeats()
//	repeatsAfterRoot := plies > 0 && plies < ply // a position of the search, after its root
//	if repeatsAfterRoot || count >= 3 { ... }    // score the position as a draw
func (h *History) Repeats() (plies, count int) {
	if h.held != reversible {
		return h.repeats()
	}
	if len(h.slots) > 0 {
		for n := h.slots[h.slotOf(h.key)]; n > h.start; n = h.list[n-1].next {
			if p := &h.list[n-1]; p.key == h.key {
				return len(h.list) + 1 - int(n), int(p.count) + 1
			}
		}
	}
	return 0, 1
}

// repeats is Repeats if the last position is in the list or irreversible.
func (h *History) repeats() (plies, count int) {
	if h.Len() == 0 {
		return 0, 0
	}
	if h.held == irreversible {
		return 0, 1
	}
	last := len(h.list) - 1
	p := &h.list[last]
	if n := h.search(p.next, p.key, h.start); n > 0 {
		plies = last + 1 - int(n)
	}
	return plies, int(p.count)
}

// Contains reports whether k occurs anywhere in the history. In Go, superko forbids a move to such
// a position.
func (h *History) Contains(k Key) bool {
	n, _ := h.find(k, 0)
	return n > 0
}

// Len returns the number of keys in the history.
func (h *History) Len() int {
	if h.held != notHeld {
		return len(h.list) + 1
	}
	return len(h.list)
}

// CopyFrom makes h an independent copy of src, which may be the zero History, and reuses the memory
// of h.
func (h *History) CopyFrom(src *History) {
	if h == src {
		return
	}
	h.key, h.held, h.start = src.key, src.held, src.start
	h.list = append(h.list[:0], src.list...)
	h.slots = append(h.slots[:0], src.slots...)
}

// Reset removes all positions and keeps the memory for the next game.
func (h *History) Reset() {
	h.list, h.start, h.held = h.list[:0], 0, notHeld
	clear(h.slots)
}

// All yields the keys of all positions, oldest first, also those before an irreversible one. The
// history must not change meanwhile.
func (h *History) All() iter.Seq[Key] {
	return func(yield func(Key) bool) {
		for _, p := range h.list {
			if !yield(p.key) {
				return
			}
		}
		if h.held != notHeld {
			yield(h.key)
		}
	}
}

// first returns the index of the first position that can still be repeated.
func (h *History) first() uint32 {
	if h.held == irreversible {
		return uint32(len(h.list))
	}
	return h.start
}

// find returns the number of k's last position, or 0 if k does not occur from index start on,
// and how often it occurs.
func (h *History) find(k Key, start uint32) (n, count uint32) {
	if len(h.slots) > 0 {
		if n = h.search(h.slots[h.slotOf(k)], k, start); n > 0 {
			count = h.list[n-1].count
		}
	}
	if h.held != notHeld && h.key == k {
		n, count = uint32(len(h.list)+1), count+1
	}
	return n, count
}

// search is find in the chain from number n on.
func (h *History) search(n uint32, k Key, start uint32) uint32 {
	for n > start && h.list[n-1].key != k {
		n = h.list[n-1].next
	}
	if n <= start {
		return 0
	}
	return n
}

// storeHeld moves the held position into the list and the table. It makes the table larger when it
// has fewer slots than positions.
func (h *History) storeHeld() {
	if len(h.list) == len(h.slots) {
		h.growSlots()
	}
	h.list = append(h.list, position{key: h.key, before: h.start, count: 1})
	if h.held == irreversible {
		h.start = uint32(len(h.list) - 1)
	}
	p := h.linkFirst(len(h.list) - 1)
	if n := h.search(p.next, p.key, h.start); n > 0 {
		p.count += h.list[n-1].count
	}
}

// growSlots doubles the slots, which have as many chains as positions then, and links all chains
// anew.
func (h *History) growSlots() {
	n := len(h.list)
	if uint64(n) >= math.MaxUint32/2 { // the next numbers would not fit into uint32
		panic("zobrist: History.Push: 2^31 positions, want fewer")
	}
	size := max(1024, 2*n)
	h.slots = slices.Grow(h.slots[:0], size)[:size]
	clear(h.slots)
	for i := range h.list {
		h.linkFirst(i)
	}
}

// linkFirst makes a position of the list the first of a chain.
func (h *History) linkFirst(i int) *position {
	p := &h.list[i]
	p.slot = uint32(h.slotOf(p.key))
	p.next = h.slots[p.slot]
	h.slots[p.slot] = uint32(i + 1)
	return p
}

// holdLast holds the last position of the list again, so that Pop can remove it.
func (h *History) holdLast() {
	last := len(h.list) - 1
	if last < 0 {
		panic("zobrist: History.Pop: the history is empty, want a position to remove")
	}
	p := &h.list[last]
	h.key = p.key
	h.held = reversible
	if int(h.start) == last {
		h.start = p.before
		h.held = irreversible
	}
	h.slots[p.slot] = p.next
	h.list = h.list[:last]
}

// slotOf returns the slot of k. The middle of the product keeps apart keys that are small, have
// the same low or high bits, or are of one [Key.Shard].
func (h *History) slotOf(k Key) uint64 {
	high, _ := bits.Mul64(uint64(k), gamma)
	return high & uint64(len(h.slots)-1)
}
