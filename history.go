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
// Every method except Reset, CopyFrom and All takes constant time on average.
// Push and Pop take a nanosecond or two. Only Push and CopyFrom allocate, and
// only when the history becomes longer than ever before. A position takes 32 to
// 40 bytes. Assign History{} to free the memory.
//
// Only one goroutine may use a History at a time: give each search thread its
// own copy, by [History.CopyFrom]. Do not copy a History by assignment: go vet
// reports it.
type History struct {
	_ noCopy

	// The positions have places 1 to last. list[0] is no position. The list is
	// as long as its memory, and empty in the zero History.
	list  []position
	last  int
	limit int // the last place at which Push calls makeRoom

	// The positions up to place indexed are in the hash table, with linear
	// probing: slots has the last place of each key, or 0. The slots are always
	// as if the keys had been inserted in the order in which they first occur.
	// So no other key's search passes the newest key: to remove it, clear its slot.
	indexed int
	links   []link // of the places up to indexed
	slots   []uint32
	shift   uint8 // 64 - log2(len(slots))
}

type position struct {
	key   Key
	start uint32 // place of the last irreversible position up to this one, or 1
}

type link struct {
	previous uint32 // place of the key's previous occurrence, or 0
	count    uint32 // occurrences of the key since the last irreversible position, up to here
}

// Push leaves at most this many positions out of the hash table, and then moves
// half of them into it. A search around one length seldom gets there.
const unindexed = 32

// noCopy makes go vet report copies: it looks for a Lock method.
type noCopy struct{}

func (*noCopy) Lock()   {}
func (*noCopy) Unlock() {}

// Push adds the key of the first position, or of the position after a move. It
// panics when the history has 2^32 - 1 positions.
func (h *History) Push(k Key) {
	if h.last == h.limit {
		h.makeRoom()
	}
	start := h.list[h.last].start
	h.last++
	h.list[h.last] = position{k, start}
}

// PushIrreversible adds the key of the position after an irreversible move.
// This position is the first that can still be repeated. It panics when Push
// does.
func (h *History) PushIrreversible(k Key) {
	h.Push(k)
	h.list[h.last].start = uint32(h.last)
}

// Pop removes the last key and returns it. It panics when the history is empty.
func (h *History) Pop() Key {
	if h.last == h.indexed {
		h.removeIndexed()
	}
	h.last--
	return h.list[h.last+1].key
}

// Count returns how many times any key occurs, for the rules of a game: after
// you push the key of the current position, a Count of 3 is a threefold
// repetition. It looks only at positions that can still be repeated: those
// since the last PushIrreversible, with its own. In a search, use
// [History.Repeats].
func (h *History) Count(k Key) int {
	_, count := h.occurrences(k, h.last+1)
	return count
}

// Ago returns how many plies ago k last occurred: 0 means that k is the last
// key. It returns false if k does not occur among the positions that can still
// be repeated.
//
// A search can call Ago with the key of a child before it makes the move, and
// so tell a repetition inside the search, which is a draw at once, from a
// repetition of the game before it.
func (h *History) Ago(k Key) (plies int, ok bool) {
	place, _ := h.occurrences(k, h.last+1)
	if place == 0 {
		return 0, false
	}
	return h.last - place, true
}

// Last returns the key pushed last. It panics when the history is empty.
func (h *History) Last() Key {
	if h.last == 0 {
		panic("zobrist: History.Last: the history is empty, want a position")
	}
	return h.list[h.last].key
}

// Repeats looks up the last key, for a search that has just made a move. It
// returns how many plies ago the key occurred before, 0 if it did not, and how
// often it has occurred, this time included. An empty history gives 0, 0.
//
//	plies, count := line.Repeats()
//	if plies > 0 && plies < ply || count >= 3 { ... } // repeats a position after the root, or occurs a third time
func (h *History) Repeats() (plies, count int) {
	last, place := h.last, 0
	switch {
	case last == 0:
		return 0, 0
	case last == h.indexed: // the last position is in the hash table
		if count = int(h.links[last].count); count > 1 {
			place = int(h.links[last].previous)
		}
	default:
		p := h.list[last]
		if start := int(p.start); start > h.indexed && !contains(h.list[start:last], p.key) {
			return 0, 1
		}
		place, count = h.occurrences(p.key, last)
		count++
	}
	if place != 0 {
		plies = last - place
	}
	return plies, count
}

// Contains reports whether k occurs anywhere in the history. In Go, superko
// forbids a move to a position whose key it contains.
func (h *History) Contains(k Key) bool {
	if h.last > h.indexed && contains(h.list[h.indexed+1:h.last+1], k) {
		return true
	}
	return h.indexed > 0 && *h.find(k) != 0
}

func contains(positions []position, k Key) bool {
	for _, p := range positions {
		if p.key == k {
			return true
		}
	}
	return false
}

// Len returns the number of keys in the history.
func (h *History) Len() int { return h.last }

// CopyFrom makes h an independent copy of src, which may be the zero History,
// and reuses the memory of h. It takes time in proportion to the length of src.
func (h *History) CopyFrom(src *History) {
	if h == src {
		return
	}
	h.list = append(h.list[:0], src.list[:min(len(src.list), src.last+1)]...)
	h.list = h.list[:cap(h.list)]
	h.links = append(h.links[:0], src.links...)
	h.slots = append(h.slots[:0], src.slots...)
	h.last, h.indexed, h.shift = src.last, src.indexed, src.shift
	h.setLimit()
}

// Reset removes all positions and keeps the memory for the next game.
func (h *History) Reset() {
	h.last, h.indexed, h.links = 0, 0, h.links[:0]
	clear(h.slots)
	h.setLimit()
}

// All yields the keys of all positions, oldest first. The history must not
// change meanwhile.
func (h *History) All() iter.Seq[Key] {
	return func(yield func(Key) bool) {
		for i := 1; i <= h.last; i++ {
			if !yield(h.list[i].key) {
				return
			}
		}
	}
}

// occurrences looks for k in the places below end that can still be repeated.
// It returns the last place, or 0 for none, and the number of places.
func (h *History) occurrences(k Key, end int) (place, count int) {
	if h.last == 0 {
		return 0, 0
	}
	start := int(h.list[h.last].start)
	for i := end - 1; i >= start && i > h.indexed; i-- {
		if h.list[i].key == k {
			place = max(place, i)
			count++
		}
	}
	if start <= h.indexed {
		if last := int(*h.find(k)); last >= start {
			place = max(place, last)
			count += int(h.links[last].count)
		}
	}
	return place, count
}

// makeRoom makes room for a position after the last.
func (h *History) makeRoom() {
	if uint64(h.last) == math.MaxUint32 {
		panic("zobrist: History.Push: 2^32 - 1 positions, want fewer")
	}
	if h.last-h.indexed == unindexed {
		h.index(unindexed / 2)
	}
	if n := len(h.list); n <= h.last+1 {
		h.list = slices.Grow(h.list, max(64, n))
		h.list = h.list[:cap(h.list)]
		h.list[0].start = 1
	}
	h.setLimit()
}

func (h *History) setLimit() {
	h.limit = int(max(0, min(int64(len(h.list)-1), int64(h.indexed+unindexed), math.MaxUint32)))
}

// index puts the next n positions into the hash table.
func (h *History) index(n int) {
	h.growSlots(h.indexed + n)
	if len(h.links) == 0 {
		h.links = append(slices.Grow(h.links, len(h.list)), link{})
	}
	for range n {
		h.indexed++
		p := h.list[h.indexed]
		slot := h.find(p.key)
		l := link{*slot, 1}
		if l.previous >= p.start {
			l.count += h.links[l.previous].count
		}
		h.links = append(h.links, l)
		*slot = uint32(h.indexed)
	}
}

// removeIndexed takes the last position out of the hash table. The table is
// empty only if Pop is called on an empty history.
func (h *History) removeIndexed() {
	if h.indexed == 0 {
		panic("zobrist: History.Pop: the history is empty, want a position to remove")
	}
	*h.find(h.list[h.indexed].key) = h.links[h.indexed].previous
	h.links = h.links[:h.indexed]
	h.indexed--
	h.setLimit()
}

// home returns the slot where the search for k begins. Both words of the product keep
// apart keys that are small, have the same low or high bits, or are of one [Key.Owner].
func (h *History) home(k Key) uint64 {
	high, low := bits.Mul64(uint64(k), gamma)
	return (high ^ low) >> h.shift
}

// find returns the slot of k, or the empty slot where k would go. It needs a
// table with slots.
func (h *History) find(k Key) *uint32 {
	slots, mask := h.slots, uint64(len(h.slots)-1)
	for i := h.home(k); ; i++ {
		slot := &slots[i&mask]
		if *slot == 0 || h.list[*slot].key == k {
			return slot
		}
	}
}

// growSlots makes room for the given number of places. It reuses the memory of
// a larger history before it, if any.
func (h *History) growSlots(places int) {
	if 2*places <= len(h.slots) {
		return
	}
	n := max(128, 1<<bits.Len(uint(2*places-1)))
	if cap(h.slots) >= n {
		h.slots = h.slots[:n]
		clear(h.slots)
	} else {
		h.slots = make([]uint32, n)
	}
	h.shift = uint8(64 - bits.Len(uint(n-1)))
	for place := 1; place <= h.indexed; place++ {
		*h.find(h.list[place].key) = uint32(place)
	}
}
