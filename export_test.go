package zobrist

import "iter"

// Slots returns the number of slots of a set, each of 8 bytes.
func Slots(s *KeySet) int { return len(s.slots) }

// Probes returns how many slots Add or Contains looks at to find k, which is not zero.
func Probes(s *KeySet, k Key) int {
	if len(s.slots) == 0 {
		return 0
	}
	last := uint64(len(s.slots) - 1)
	return int((s.find(k)-s.home(k))&last) + 1
}

// InOrderOfSlots yields the keys that All does, in another order.
func InOrderOfSlots(s *KeySet) iter.Seq[Key] {
	return func(yield func(Key) bool) {
		for _, k := range s.slots {
			if k != 0 && !yield(k) {
				return
			}
		}
	}
}
