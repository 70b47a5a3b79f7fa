package zobrist

// SplitMix64 is a pseudo-random generator whose state is a counter, so it computes any number
// without those before it (see [SplitMix64.At]). It implements Source of math/rand/v2.
//
// Only one goroutine may draw from a *SplitMix64 at a time. At and Split only read. It is not a
// cryptographic generator: one output gives away the state.
//
// It is the generator of Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators"
// (OOPSLA 2014), as published by S. Vigna in splitmix64.c. Its period is 2^64, and each 64-bit
// value appears once in a period.
type SplitMix64 struct {
	state uint64
}

// gamma is the odd integer nearest to 2^64 divided by the golden ratio.
const gamma = 0x9e3779b97f4a7c15

// NewSplitMix64 returns a generator that draws the published stream of the seed, from the first
// number on. Any seed works, zero included.
func NewSplitMix64(seed uint64) *SplitMix64 { return &SplitMix64{state: seed} }

// Uint64 draws the next number.
func (s *SplitMix64) Uint64() uint64 {
	s.state += gamma
	return mix64(s.state)
}

// Key draws the next number, as a [Key], for a feature that needs no [Table], such as the side
// to move: src.Split("side").Key().
func (s *SplitMix64) Key() Key { return Key(s.Uint64()) }

// At returns the number i places ahead without drawing: At(0) is what the next [SplitMix64.Uint64]
// returns. It takes the same time for any i. Different i give different numbers.
func (s *SplitMix64) At(i uint64) uint64 { return mix64(s.state + gamma*(i+1)) }

// Split returns a new generator for the stream named label. The stream depends only on the
// label and the state of s, which Split does not advance.
//
// Draw each kind of number (pieces, castling rights, side to move) from its own stream, because
// equal streams give equal numbers. Then you can also add a kind later without changing the others.
// That is so only if nobody draws from s itself, because a draw changes the streams of all later
// calls of Split.
//
// To compute the same stream in a different language, begin with the state of s, which is its seed
// if nobody has drawn from it. For each byte of label, replace the state with the first number of a
// SplitMix64 of this state, XOR the byte. At the end do the same once more, with 0x100 instead of
// a byte.
func (s *SplitMix64) Split(label string) *SplitMix64 {
	// Mix before each byte and once more before an end mark, which no byte equals: so similar
	// labels, or similar seeds, do not end in the same state.
	const end = 0x100
	state := s.state
	for _, b := range []byte(label) {
		state = mix64(state+gamma) ^ uint64(b)
	}
	return &SplitMix64{state: mix64(state+gamma) ^ end}
}

// mix64 is a bijection of the 64-bit integers in which each bit of the result depends on each
// bit of z: variant 13 of D. Stafford's "Better Bit Mixing".
func mix64(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}
