package zobrist

import (
	"iter"
	"math/bits"
)

// A KeySet is a set of keys that forgets nothing, such as the positions that a breadth-first search
// has visited. The zero KeySet is empty and ready to use.
//
// It takes less memory and time than a map[Key]struct{}: 8 bytes for a slot of which up to three
// quarters are taken, so 11 to 22 bytes per key, and both the old slots and the new ones while it
// grows. It suits keys of every kind, also canonical, small or consecutive ones. Two positions that
// share a key are one to a KeySet: the documentation of this package says how rare that is.
//
// Only one goroutine may use a KeySet at a time. To use several, give each a KeySet of its own, and
// divide the keys by [Key.Shard]. Do not copy a KeySet by assignment: go vet reports it. To copy
// one, add all keys of its [KeySet.All] to another.
type KeySet struct {
	_ noCopy

	// A hash table with linear probing: a key is in its home slot, or else in the first slot after
	// it that was free. The number of slots is zero or a power of two. A slot of 0 is free, so the
	// key 0 has a field of its own.
	slots   []Key
	taken   int
	shift   int // a home is the highest bits of a product: all but the lowest shift
	hasZero bool
}

// Add adds a key, and reports whether it was not in the set before.
func (s *KeySet) Add(k Key) (added bool) {
	if k == 0 {
		added = !s.hasZero
		s.hasZero = true
		return added
	}
	if s.taken >= len(s.slots)/4*3 {
		s.grow()
	}
	slot := s.find(k)
	if s.slots[slot] == k {
		return false
	}
	s.slots[slot] = k
	s.taken++
	return true
}

// Contains reports whether a key is in the set.
func (s *KeySet) Contains(k Key) bool {
	if k == 0 {
		return s.hasZero
	}
	return len(s.slots) > 0 && s.slots[s.find(k)] == k
}

// Len returns the number of keys.
func (s *KeySet) Len() int {
	if s.hasZero {
		return s.taken + 1
	}
	return s.taken
}

// Reset removes all keys and keeps the memory. Assign KeySet{} to free it.
func (s *KeySet) Reset() {
	clear(s.slots)
	s.taken = 0
	s.hasZero = false
}

// All yields all keys, in no particular order. The set must not change meanwhile.
func (s *KeySet) All() iter.Seq[Key] {
	return func(yield func(Key) bool) {
		if s.hasZero && !yield(0) {
			return
		}
		// If keys came out in the order of their slots, they would all go to the first slots of a
		// smaller set to which a loop adds them, and probing there would take quadratic time. So
		// the order of the groups is that of their numbers with the bits reversed: any first part
		// of it is spread evenly over the table.
		const group = 8 // slots: a cache line
		groups := uint64(len(s.slots) / group)
		unused := bits.LeadingZeros64(groups) + 1 // bits that the number of a group does not have
		for i := range groups {
			first := bits.Reverse64(i) >> unused * group
			for _, k := range s.slots[first : first+group] {
				if k != 0 && !yield(k) {
					return
				}
			}
		}
	}
}

// home returns the slot where the search for k begins.
func (s *KeySet) home(k Key) uint64 {
	// The product spreads keys that have only high bits, or only low ones. It is not the mix of
	// Key.Shard, by which all keys of a shard would begin in one part of the slots.
	high, low := bits.Mul64(uint64(k), gamma)
	return (high ^ low) >> (s.shift & 63)
}

// find returns the slot that has k, or the free slot where it belongs.
func (s *KeySet) find(k Key) uint64 {
	slot := s.home(k)
	mask := uint64(len(s.slots) - 1)
	for s.slots[slot&mask] != k && s.slots[slot&mask] != 0 {
		slot++
	}
	return slot & mask
}

// grow doubles the slots. A key's new home is near twice its old one, so the keys go to the new
// slots almost in order.
func (s *KeySet) grow() {
	old := s.slots
	s.slots = make([]Key, max(16, 2*len(old)))
	s.shift = bits.LeadingZeros64(uint64(len(s.slots))) + 1
	for _, k := range old {
		if k != 0 {
			s.slots[s.find(k)] = k
		}
	}
}
