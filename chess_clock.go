package zobrist

// Clock returns a number for the halfmove clock, to XOR into the key with which a search probes
// and stores in its transposition table. It is never in the key itself, and so not in a
// [History]. It is 0 below 14 plies, and then another number for each 8 plies: 14 to 21, 22 to
// 29 and so on. So a score from a position whose draw by fifty moves was far is not used where
// it is near, and the reverse, while most of a game is as without it.
//
// Number i is At(i) of the stream "chess clock" of [NewSplitMix64](0), whatever the other
// numbers are.
func (c *Chess) Clock(halfmove int) Key {
	c.numbers() // or panic, as all methods do
	if halfmove < 14 {
		return 0
	}
	return Key(mix64(clockState + gamma*(uint64(halfmove-6)/8)))
}

// clockState is the state of the stream "chess clock".
const clockState = 0xa41b6c2b901c51be
