package zobrist

// SplitMix64 is the pseudo-random generator of Steele, Lea and Flood, "Fast
// Splittable Pseudorandom Number Generators" (OOPSLA 2014), with the gamma
// and the mixing function that S. Vigna published as splitmix64.c. Its state
// is a counter, so that any draw can be had without those before it (see
// [SplitMix64.At]): a key is a function of a seed and an index. It passes
// BigCrush, has period 2^64, and each 64-bit value appears once in a period.
//
// It implements math/rand/v2's Source. A *SplitMix64 must not be drawn from by
// several goroutines at once; At and Split only read. It is not a
// cryptographic generator: one output gives away the state.
type SplitMix64 struct {
	state uint64
}

// gamma is the odd integer nearest to 2^64 divided by the golden ratio.
const gamma = 0x9e3779b97f4a7c15

// NewSplitMix64 returns a generator whose first draw is the first number of
// the published stream of that seed. Any seed will do, zero included.
func NewSplitMix64(seed uint64) *SplitMix64 {
	return &SplitMix64{seed}
}

// Uint64 draws the next number.
func (s *SplitMix64) Uint64() uint64 {
	s.state += gamma
	return mix64(s.state)
}

// Key draws the next number as a key. For a feature with one key, such as the
// side to move, draw from a stream of its own: src.Split("side").Key().
func (s *SplitMix64) Key() Key {
	return Key(s.Uint64())
}

// At returns the draw i places ahead without drawing: At(0) is what the next
// call of [SplitMix64.Uint64] will return, At(1) what the call after it will.
// It takes about a nanosecond whatever i is, and gives different numbers for
// different i.
func (s *SplitMix64) At(i uint64) uint64 {
	return mix64(s.state + gamma*(i+1))
}

// Split returns a new generator, the stream of that name: a function of the
// label and of the state of s, which does not advance. Streams of different
// labels, and streams of streams, are independent for all practical purposes.
// Draw each kind of key (pieces, castling rights, side to move) from a stream
// of its own, and adding a kind later leaves the other keys as they are.
func (s *SplitMix64) Split(label string) *SplitMix64 {
	// A chain of mixing steps, one before each byte and one before an end mark
	// that is no byte: neither labels nor seeds that resemble each other meet.
	const end = 0x100
	state := s.state
	for _, b := range []byte(label) {
		state = mix64(state+gamma) ^ uint64(b)
	}
	return &SplitMix64{mix64(state+gamma) ^ end}
}

// mix64 is a bijection of the 64-bit integers in which each bit of the result
// depends on each bit of z: variant 13 of D. Stafford's "Better Bit Mixing".
func mix64(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}
