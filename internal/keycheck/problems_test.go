package keycheck

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/zobrist-go/zobrist"
)

// weak returns keys, each changed by its number.
func weak(n int, spoil func(i int, k uint64) uint64) []Named {
	all := draw(n, zobrist.NewSplitMix64(1))
	for i := range all {
		all[i].Key = zobrist.Key(spoil(i, uint64(all[i].Key)))
	}
	return all
}

// biased returns a number whose bits are each set in percent of 100 cases.
func biased(seed uint64, percent int) (k uint64) {
	rng := rand.New(rand.NewPCG(seed, 0))
	for b := range 64 {
		if rng.IntN(100) < percent {
			k |= 1 << b
		}
	}
	return k
}

// TestProblems requires that each weakness is found, and its effect in play named.
func TestProblems(t *testing.T) {
	at := zobrist.NewSplitMix64(1).At
	lcg := uint32(1) // the C library's rand(): 31 bits per call, with weak low bits
	rand31 := func() uint64 {
		lcg = lcg*1103515245 + 12345
		return uint64(lcg >> 1)
	}
	// of returns n keys, one of which is changed to a given key: zero, or the XOR of others.
	of := func(n, changed int, key uint64) []Named {
		return weak(n, func(i int, k uint64) uint64 {
			if i == changed {
				return key
			}
			return k
		})
	}
	for _, c := range []struct {
		name string
		keys []Named
		want []string
	}{
		{"one zero", of(20, 0, 0), []string{
			`the key of "k0" is zero: two positions that differ in nothing else have the same key`,
		}},
		{"a range off by one", weak(781, func(i int, k uint64) uint64 {
			if i%64 == 63 {
				return 0
			}
			return k
		}), []string{`the keys of "k63", "k127", "k191", "k255", "k319", "k383", "k447", "k511" ` +
			`and 4 more are zero`}},
		{"one shared", of(100, 99, at(5)), []string{`"k5" and "k99" have the same key`}},
		{"shared", weak(20, func(i int, _ uint64) uint64 {
			return at(uint64(i / 2 * 2))
		}), []string{
			`"k0" and "k1" have the same key; and 9 more keys have several names each: ` +
				`positions that differ in just these, if there are any, have the same key`}},
		{"the sum of two", of(99, 98, at(3)^at(70)),
			[]string{`"k3", "k70" and "k98" have XOR zero`}},
		{"the sum of three", of(99, 50, at(3)^at(70)^at(71)),
			[]string{`"k3", "k50", "k70" and "k71" have XOR zero`}},
		{"the sum of nine", of(10, 9, at(0)^at(1)^at(2)^at(3)^at(4)^at(5)^at(6)^at(7)^at(8)),
			[]string{
				`all 64 bits: rank 9 over GF(2), want 10: some keys are the XOR of others: ` +
					`positions that differ`}},
		{"counting", weak(200, func(i int, _ uint64) uint64 { return uint64(i + 1) }), []string{
			"the keys have 8 bits, want 64: bits 8-63 are each set in at most one key"}},
		{"63 bits", weak(781, func(_ int, k uint64) uint64 { return k >> 1 }), []string{
			`the keys have 63 bits, want 64: bit 63 is set in at most one key: collisions are ` +
				`2 times as likely`}},
		{"32 bits", weak(781, func(_ int, k uint64) uint64 { return k >> 32 }), []string{
			`the keys have 32 bits, want 64: bits 32-63 are each set in at most one key: ` +
				`collisions ` +
				`are 4.29 billion times as likely`}},
		{"rank 18", weak(781, func(_ int, k uint64) uint64 {
			bit18 := (k ^ (k >> 3)) & 1
			bit19 := ((k >> 1) ^ (k >> 7)) & 1
			return (k &^ (3 << 18)) | (bit18 << 18) | (bit19 << 19)
		}), []string{
			"the keys have 62 bits, want 64: the other bits determine bits 18-19: " +
				"collisions are 4 times as likely, as with keys of 62 bits"}},
		{"low bits weak", weak(781, func(_ int, k uint64) uint64 {
			bit0 := (k >> 9) & 1
			bit1 := (k >> 10) & 1
			return (k &^ 3) | bit0 | (bit1 << 1)
		}), []string{
			"the other bits determine bits 9-10"}},
		{"rand()", weak(781, func(int, uint64) uint64 {
			return rand31()<<32 | rand31()
		}), []string{"bits 31, 63 are each set in at most one key"}},
		{"odd", weak(781, func(_ int, k uint64) uint64 { return k | 1 }), []string{
			`1 bit uneven: bit 0 is set in 781 of 781 keys: weak: an uneven bit tells positions ` +
				`apart less often than a random one`}},
		{"the AND of two draws", weak(781, func(i int, k uint64) uint64 {
			return k & zobrist.NewSplitMix64(2).At(uint64(i))
		}), []string{
			`64 bits uneven: `}},
		// Chance may explain each bit of these, but not all together.
		{"52 keys, each the AND of two draws", weak(52, func(i int, k uint64) uint64 {
			return k & zobrist.NewSplitMix64(2).At(uint64(i))
		}), []string{
			`bits of all keys are set, `, ` standard deviations from half: collisions are `}},
		{"bits set in 44 of 100 cases", weak(781, func(i int, _ uint64) uint64 {
			return biased(uint64(i), 44)
		}), []string{
			`bits of all keys are set, `,
			` standard deviations from half: weak: no bit alone is uneven, ` +
				`but random numbers are never so uneven together`}},
	} {
		var b strings.Builder
		for _, p := range Analyse(c.keys).Problems() {
			fmt.Fprintln(&b, p.Explained())
		}
		for _, want := range c.want {
			assert.Contains(t, b.String(), want, c.name)
		}
	}
}

// spoiled returns the keys of chess, each changed by its name and number.
func spoiled(spoil func(i int, name string, k uint64) uint64) []Named {
	all := Collect(zobrist.NewChess(1).Keys())
	for i, k := range all {
		all[i].Key = zobrist.Key(spoil(i, k.Name, uint64(k.Key)))
	}
	return all
}

// table returns spoil for keys that are drawn one after the other, square by square for each piece.
func table(next func() uint64) func(int, string, uint64) uint64 {
	drawn := make(map[string]uint64)
	for _, piece := range "PNBRQKpnbrqk" {
		for square := range 64 {
			drawn[fmt.Sprintf("%c%d %c", 'a'+square%8, 1+square/8, piece)] = next()
		}
	}
	return func(_ int, name string, _ uint64) uint64 {
		if k, ok := drawn[name]; ok {
			return k
		}
		return next()
	}
}

// TestPatterns has tables of chess with a known bug, or without one.
func TestPatterns(t *testing.T) {
	state := uint64(1)
	lcg := func() uint64 {
		state = state*6364136223846793005 + 1442695040888963407
		return state
	}
	src := zobrist.NewSplitMix64(7)
	bits := func(n int) uint64 { return src.Uint64() >> (64 - n) }
	side := func(key uint64) func(int, string, uint64) uint64 {
		return func(_ int, name string, k uint64) uint64 {
			if name == "side" {
				return key
			}
			return k
		}
	}
	for _, c := range []struct {
		name  string
		spoil func(i int, name string, k uint64) uint64
		want  string // "" for no problem
	}{
		{"random", func(_ int, _ string, k uint64) uint64 { return k }, ""},
		{"generator, high to low", table(lcg),
			"all keys of a square have the same bits 0-5, as a linear congruential " +
				"generator draws them: "},
		{"odd", func(_ int, _ string, k uint64) uint64 {
			return k | 1
		}, "1 bit uneven: bit 0 is set in 781 of 781 keys: weak: an uneven bit tells positions " +
			"apart less often than a random one\n"},
		{"rand() << 32 | rand()", func(int, string, uint64) uint64 {
			return bits(31)<<32 | bits(31)
		}, "bits 31, 63 are each set in at most one key: "},
		{"63 bits and a side of 64", func(_ int, name string, _ uint64) uint64 {
			if name == "side" {
				return bits(63) | 1<<63
			}
			return bits(63)
		}, `bit 63 is set in at most one key: collisions are 2 times as likely, as with keys ` +
			`of 63 bits`},
		{"bare castling rights", func(i int, name string, k uint64) uint64 {
			if strings.HasPrefix(name, "castling") {
				return 1 << (i % 4)
			}
			return k
		}, `few bits are set, at most 1, in "castling K", "castling Q", "castling k" and ` +
			`"castling q": `},
		{"bare castling rights, 31 bits", func(i int, name string, k uint64) uint64 {
			if strings.HasPrefix(name, "castling") {
				return 1 << (i % 4)
			}
			return bits(31)
		}, `few bits are set, at most 1, in "castling K", "castling Q", "castling k" and ` +
			`"castling q": `},
		{"bare squares", func(i int, name string, k uint64) uint64 {
			if strings.HasPrefix(name, "en passant") {
				return uint64(16 + i%8)
			}
			return k
		}, "few bits are set, at most 4, in "},
		{"side of one bit", side(1), `few bits are set, at most 1, in "side": weak: `},
		{"side of 7 bits", side(0x8100_0401_2000_0810), `few bits are set, at most 7, in "side"`},
		{"side of 8 bits", side(0x8100_0401_2000_0811), ""},
	} {
		got := explained(spoiled(c.spoil))
		if c.want == "" {
			assert.Empty(t, got, c.name)
		}
		assert.Contains(t, got, c.want, c.name)
		if i := strings.Index(got, c.want); c.name == "odd" {
			assert.Len(t, got, i+len(c.want), "one item")
		}
	}
}

// TestSquares: numbers that are known only except for a constant do not hide a weak generator.
// Names of counts are no cells.
func TestSquares(t *testing.T) {
	state := uint64(1)
	keys := spoiled(table(func() uint64 {
		state = state*6364136223846793005 + 1442695040888963407
		return state
	}))
	for i, k := range keys {
		if strings.HasSuffix(strings.ToLower(k.Name), " k") && len(k.Name) == 4 {
			keys[i] = Named{k.Name + " against a1 K", k.Key ^ 0x2a}
		}
	}
	assert.Contains(t, explained(keys),
		"all keys of a square have the same bits 0-5, as a linear congruential "+
			"generator draws them: ")
	assert.Equal(t, []string{"field", "side", "side", "side"},
		[]string{KindOf("player 1 coins 4"), KindOf("player 2"), KindOf("Side"),
			KindOf("white's turn")})
}

// TestHands: what no hand of pawns changes is one bug, though some of its numbers are known
// only except for a constant.
func TestHands(t *testing.T) {
	zero := Named{Name: "P in hand 2"}
	equal := []Named{{"P in hand 1 against a7 p", 0x2b3c4d5e6f70819},
		{"p in hand 1 against a7 p", 0x2b3c4d5e6f70819}}
	others := draw(100, zobrist.NewSplitMix64(1))
	assert.NotContains(t, explained(append(others, append(equal, zero)...)), "differ in just these")
	assert.Contains(t, explained(append(others, equal...)), "differ in just these")
}

// TestKingsOfOffset: if the numbers of Black are those of White, each with the same change, sets of
// four have XOR zero. Of kings, of whose squares only the XOR with the first is known, two numbers
// are then equal, which is the same bug.
func TestKingsOfOffset(t *testing.T) {
	const offset = 0x9e3779b97f4a7c15
	var keys []Named
	for i, white := range draw(100, zobrist.NewSplitMix64(1)) {
		king := white.Key ^ 0x0123456789abcdef
		keys = append(keys,
			white,
			Named{fmt.Sprint("black ", i), white.Key ^ offset},
			Named{fmt.Sprint("K", i, " against a1 K"), king},
			Named{fmt.Sprint("k", i, " against a1 k"), king},
		)
	}
	all := Analyse(keys).Problems()
	require.Len(t, all, 1)
	assert.Contains(t, all[0].What, "have XOR zero")
	assert.Contains(t, all[0].What, "have the same key")
}

// TestOverlap: the numbers of the pieces overlap, so that a king's number is that of another piece
// on the next square. Of kings only the XOR with the first number is known, so that these have sets
// with XOR zero. That is no bug of its own.
func TestOverlap(t *testing.T) {
	flat := draw(6*64+12, zobrist.NewSplitMix64(1))
	var keys []Named
	for piece, name := range []string{"P", "N", "B", "R", "Q", "K", "p", "n", "b", "r", "q", "k"} {
		for square := range 64 {
			k := Named{fmt.Sprintf("s%d %s", square, name), flat[6*square+piece].Key}
			if name == "K" || name == "k" {
				k.Name += " against s0 " + name
				k.Key ^= flat[piece].Key
			}
			if k.Key != 0 {
				keys = append(keys, k)
			}
		}
	}
	all := Analyse(keys).Problems()
	require.Len(t, all, 1)
	assert.Contains(t, all[0].What, "have the same key")
	assert.Contains(t, all[0].What, "have XOR zero")
}

// TestZeroByDesign has zero keys that no position lacks, and others.
func TestZeroByDesign(t *testing.T) {
	for names, want := range map[string]bool{ // the first name has key 0
		"first player's turn, second player's turn": true,
		"white to move, black to move":              true,
		"castling none, castling KQ":                true,
		"castling -, castling K":                    true,
		"side, e4 P":                                false,
		"castling K, castling Q":                    false,
		"e4 P, e4 p":                                false,
		"en passant a, en passant b":                false,
	} {
		keys := draw(2, zobrist.NewSplitMix64(1))
		for i, name := range strings.Split(names, ", ") {
			keys[i].Name = name
		}
		keys[0].Key = 0
		assert.Equal(t, want, explained(keys) == "", names)
	}
	both := []Named{{"first turn", 0}, {"second turn", 0}}
	assert.Contains(t, explained(both), "are zero: two positions")
}

// TestExclusive has sets of keys in which no two positions can differ.
func TestExclusive(t *testing.T) {
	for _, c := range []struct {
		names string
		want  bool
	}{
		{"en passant a3, en passant b3, en passant c3, en passant d3", true},
		{"En passant a, en passant b, en passant c", true},
		{"en passant a, en passant b, e4 P, side", false},
		{"e4 P, e4 p, e4 N", true},
		{"e4 P, e4 p, e5 N", false},
		{"17 1, 17 2, 17 3, side", true},
		{"17 1, 17 2, 18 1, 18 2", false},
		{"castling K, castling Q, castling KQ", false},
		{"castling k, castling KQ, castling KQk", true},
		{"a1 B, a1 Q, a6 k against a1 k", true},
		{"a1 B, e1 k against a1 k, a6 k against a1 k", false},
		{"knight e4, knight e5, knight e6", false}, // on three squares
		{"a 1, a 2, a 3", false},
	} {
		assert.Equal(t, c.want, exclude(strings.Split(c.names, ", ")), c.names)
	}

	// One engine uses the numbers of squares as en passant keys.
	all := draw(700, zobrist.NewSplitMix64(1))
	for s := 16; s < 24; s++ {
		all = append(all, Named{fmt.Sprint("en passant ", s), zobrist.Key(s)})
	}
	r := Analyse(all)
	assert.Zero(t, r.Sets[1].Count)
	assert.NotContains(t, explained(all), "XOR zero")
	// Another set is found among them.
	all = append(all, Named{"sum", all[3].Key ^ all[4].Key ^ all[5].Key})
	assert.Contains(t, explained(all),
		`"k3", "k4", "k5" and "sum" have XOR zero (such sets of 4 keys: 1): positions that `+
			`differ in just these, if there are any,`)
}
