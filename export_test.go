package zobrist

// Slots returns the number of slots of a set, each of 8 bytes.
func Slots(s *KeySet) int { return len(s.slots) }
