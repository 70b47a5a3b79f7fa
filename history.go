package zobrist

import (
	"iter"
	"math"
	"math/bits"
	"slices"
)

// A History is the list of the keys of a game's positions, oldest first, and
// answers how often a position has occurred: for the draw by repetition of
// chess, for the superko rules of Go, for a search that must not go in circles.
//
//	game.Push(h)           // after every move, and for the first position
//	draw := game.Count(h) >= 3
//
// The zero History is empty and ready to use. Pop takes the last move back. A
// move that later moves cannot undo (in chess a pawn's move, a capture, the loss
// of a castling right) is pushed by [History.PushIrreversible]: no position
// before it can come back. Count and Last look only at what can still be
// repeated, Contains at the whole game. A null move in a search is pushed as
// irreversible too, because nothing is repeated by passing.
//
// A History goes by keys alone, so what counts as the same position is what the
// key says: with the side to move in the key superko is situational, without it
// positional.
//
// Every method but Reset, CopyFrom and All takes constant time on average, a few
// nanoseconds while the history fits the cache; only keys that are made to clash
// in the hash table are slower. Count, Contains, Last and Pop never allocate,
// Push only when the history grows beyond what it has been. A position takes 16
// bytes and each different key another 8 to 16; the least is 1.5 KiB, from the
// first Push on. Assigning History{} gives the memory back.
//
// A History must not be used by several goroutines at once: give each search
// thread its own, by [History.CopyFrom]. It must not be copied by assignment,
// because the copy would share its memory; go vet reports such a copy.
type History struct {
	_      noCopy
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
	count    uint32 // occurrences of the key since the last irreversible one, up to here
}

// noCopy makes go vet report copies: it looks for a Lock method.
type noCopy struct{}

func (*noCopy) Lock()   {}
func (*noCopy) Unlock() {}

// Push adds the key of the position that a move has led to, or of the first
// position. It panics when the history has 2^32 - 1 positions.
func (h *History) Push(k Key) {
	place := len(h.list)
	if uint64(place) == math.MaxUint32 {
		panic("zobrist: History.Push: 2^32 - 1 positions, want fewer")
	}
	if 2*h.keys >= len(h.slots) {
		h.grow()
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

// PushIrreversible adds the key of the position that an irreversible move has
// led to: k is the first position of what can still be repeated. It panics when
// the history has 2^32 - 1 positions.
func (h *History) PushIrreversible(k Key) {
	if place := uint64(len(h.list)); place < math.MaxUint32 {
		h.starts = append(h.starts, uint32(place))
	}
	h.Push(k)
}

// Pop removes the key that was pushed last and returns it. The history is then
// exactly what it was before that Push, irreversible or not. Pop panics when the
// history is empty.
func (h *History) Pop() Key {
	last := len(h.list) - 1
	if last < 0 {
		panic("zobrist: History.Pop: the history is empty, want a position to remove")
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

// Count returns how many times k occurs in what can still be repeated: since
// the last PushIrreversible, its position included, or in the whole history when
// there was none. After the key of the position on the board has been pushed, a
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

// Last returns how many plies before the last position k occurred last, in what
// can still be repeated, and false when it did not. The last position itself is
// 0 plies before. A search that asks before it pushes the key of a child, which
// is one ply further, can tell a repetition of a position inside the search,
// worth a draw at once, from one of the game before it.
func (h *History) Last(k Key) (plies int, ok bool) {
	if len(h.list) == 0 {
		return 0, false
	}
	last := int(*h.find(k))
	if last <= h.start() {
		return 0, false
	}
	return len(h.list) - last, true
}

// Repeats tells about the key that was pushed last: how many plies ago it
// occurred before, 0 if it did not, and how often it has occurred, this time
// included. It looks only at what can still be repeated. An empty history gives
// 0, 0. A search asks it at the entry of a node, after the move:
//
//	plies, count := line.Repeats()
//	if plies > 0 && plies < ply || count >= 3 { ... } // repeats a position after the root, or any a second time
func (h *History) Repeats() (plies, count int) {
	last := len(h.list) - 1
	if last < 0 {
		return 0, 0
	}
	o := h.list[last]
	if o.count > 1 {
		plies = last - int(o.previous) + 1
	}
	return plies, int(o.count)
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

// CopyFrom makes h an independent copy of src, which may be the zero History. It
// reuses the memory of h, so that a search thread can take over the game before
// each search without allocating, once h has grown to the size of src. It takes
// time in proportion to the length of src.
func (h *History) CopyFrom(src *History) {
	if h == src {
		return
	}
	h.list = append(h.list[:0], src.list...)
	h.starts = append(h.starts[:0], src.starts...)
	h.slots = append(h.slots[:0], src.slots...)
	h.shift, h.keys = src.shift, src.keys
}

// Reset removes all positions and keeps the memory for the next game.
func (h *History) Reset() {
	h.list, h.starts, h.keys = h.list[:0], h.starts[:0], 0
	clear(h.slots)
}

// All yields the keys of all positions, oldest first. The history must not
// change meanwhile.
func (h *History) All() iter.Seq[Key] {
	return func(yield func(Key) bool) {
		for _, o := range h.list {
			if !yield(o.key) {
				return
			}
		}
	}
}

// start returns the place of the first position that can still be repeated.
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

// grow doubles the number of slots, in the memory that there is if a larger
// history has left it.
func (h *History) grow() {
	if len(h.slots) == 0 { // and so is the list
		h.list = slices.Grow(h.list, 64)
	}
	n := max(128, 2*len(h.slots))
	if cap(h.slots) >= n {
		h.slots = h.slots[:n]
		clear(h.slots)
	} else {
		h.slots = make([]uint32, n)
	}
	h.shift = uint8(64 - bits.Len(uint(n-1)))
	for place, o := range h.list {
		*h.find(o.key) = uint32(place + 1)
	}
}
