package keycheck

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/zobrist-go/zobrist"
)

// spoiled returns the keys of chess, each changed by its name and number.
func spoiled(spoil func(i int, name string, k uint64) uint64) []Named {
	all := Collect(zobrist.NewChess(1).Keys())
	for i, k := range all {
		all[i].Key = zobrist.Key(spoil(i, k.Name, uint64(k.Key)))
	}
	return all
}

// table returns spoil for keys that are drawn one after the other, square by square for
// each piece.
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

func TestPatterns(t *testing.T) {
	state := uint64(1)
	lcg := func() uint64 { state = state*6364136223846793005 + 1442695040888963407; return state }
	src := zobrist.NewSplitMix64(7)
	bits := func(n int) uint64 { return src.Uint64() >> (64 - n) }
	same := func(k uint64) uint64 { return k }
	isPiece := func(name string) bool { return len(name) == 4 }
	for _, c := range []struct {
		name  string
		spoil func(i int, name string, k uint64) uint64
		want  string // "" for no problem
	}{
		{"random", func(_ int, _ string, k uint64) uint64 { return same(k) }, ""},
		{"black sign-extended", func(_ int, name string, k uint64) uint64 {
			if isPiece(name) && name[3] >= 'a' {
				return uint64(int32(k))
			}
			return k
		}, `the keys of "lower-case pieces" have a low rank over GF(2): bits 32-63 can be computed from the others: `},
		{"two pieces of 32 bits", func(_ int, name string, k uint64) uint64 {
			if strings.HasSuffix(name, " Q") || strings.HasSuffix(name, " n") {
				return k&^0xffff | 0x1234
			}
			return k
		}, `the keys of "Q" and "n" have a low rank over GF(2): bits`},
		{"generator, high to low", table(lcg), "all keys of one square have the same bits 0-5: "},
		{"piece in the high bits", func(_ int, name string, k uint64) uint64 {
			if isPiece(name) {
				return k>>8 | uint64(name[3]*37)<<56
			}
			return k
		}, "all keys of one piece have the same bits 56-63: "},
		{"odd", func(_ int, _ string, k uint64) uint64 { return k | 1 }, "bit 0 is set in every key: collisions are twice as likely between positions that both have an even number of keys, or both an odd number\n"},
		{"rand() << 32 | rand()", func(int, string, uint64) uint64 { return bits(31)<<32 | bits(31) }, "look for rand() << 32 | rand()"},
		{"four rand(), 16 apart", func(int, string, uint64) uint64 { return bits(15)<<48 | bits(15)<<32 | bits(15)<<16 | bits(15) }, "four calls of rand() that are 16 bits apart"},
		{"four rand(), 15 apart", func(int, string, uint64) uint64 { return bits(60) }, "four calls of rand() that are 15 bits apart"},
		{"one rand()", func(int, string, uint64) uint64 { return bits(31) }, "one call of rand() a number"},
		{"63 bits", func(int, string, uint64) uint64 { return bits(63) }, "a generator of 63 bits"},
		{"53 bits", func(int, string, uint64) uint64 { return bits(53) << 11 }, "floating-point"},
		{"bare castling rights", func(i int, name string, k uint64) uint64 {
			if strings.HasPrefix(name, "castling") {
				return 1 << (i % 4)
			}
			return k
		}, `the keys of "castling K", "castling Q", "castling k" and "castling q" have at most 7 bits set, such as`},
		{"bare squares", func(i int, name string, k uint64) uint64 {
			if strings.HasPrefix(name, "en passant") {
				return uint64(16 + i%8)
			}
			return k
		}, "look for castling rights or an en passant square that are XORed into the key themselves"},
		{"side of one bit", func(_ int, name string, k uint64) uint64 {
			if name == "side" {
				return 1
			}
			return k
		}, `the key of "side" has at most 7 bits set, such as 0x1 for "side": weak: `},
		{"side of 7 bits", func(_ int, name string, k uint64) uint64 {
			if name == "side" {
				return 0x8100_0401_2000_0810
			}
			return k
		}, `the key of "side" has at most 7 bits set, such as`},
		{"side of 57 bits", func(_ int, name string, k uint64) uint64 {
			if name == "side" {
				return ^uint64(0x8100_0401_2000_0810)
			}
			return k
		}, `the key of "side" has at least 57 bits set, such as`},
		{"side of 8 bits", func(_ int, name string, k uint64) uint64 {
			if name == "side" {
				return 0x8100_0401_2000_0811
			}
			return k
		}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := problems(spoiled(c.spoil))
			if c.want == "" {
				assert.Empty(t, got)
			}
			assert.Contains(t, got, c.want)
			if i := strings.Index(got, c.want); c.name == "odd" {
				assert.Len(t, got, i+len(c.want), "one item")
			}
		})
	}
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
		assert.Equal(t, want, problems(keys) == "", names)
	}
	both := []Named{{"first turn", 0}, {"second turn", 0}}
	assert.Contains(t, problems(both), "2 keys are zero")
}

// TestNoPoor draws 10,000 tables of chess: random ones, those with numbers of 31 bits, and
// those whose numbers are each the AND of two. None has a number with few bits among
// others with many. Nor have Polyglot's.
func TestNoPoor(t *testing.T) {
	tables := 10_000
	if testing.Short() {
		tables = 200
	}
	keys := Collect(zobrist.Polyglot().Keys())
	assert.Empty(t, problems(keys))
	spoil := []func(a, b uint64) uint64{
		func(a, _ uint64) uint64 { return a },
		func(a, _ uint64) uint64 { return a & 0x7fffffff },
		func(a, b uint64) uint64 { return a & b },
	}
	src := zobrist.NewSplitMix64(1)
	for i := range tables {
		r := Report{Keys: keys, Distinct: len(keys)}
		for j := range keys {
			keys[j].Key = zobrist.Key(spoil[i%len(spoil)](src.Uint64(), src.Uint64()))
			for bit := range r.Ones {
				r.Ones[bit] += int(keys[j].Key >> bit & 1)
			}
		}
		require.Empty(t, r.poorProblems(), "table %d", i)
	}
}

// TestNoAlarm draws tables of chess. With 10,000 none has a problem.
func TestNoAlarm(t *testing.T) {
	tables := 100
	if testing.Short() {
		tables = 20
	}
	for seed := range uint64(tables) {
		require.Empty(t, problems(Collect(zobrist.NewChess(seed).Keys())), seed)
	}
}
