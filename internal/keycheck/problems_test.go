package keycheck

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/zobrist-go/zobrist"
)

// TestMeans requires that each problem names its effect in play.
func TestMeans(t *testing.T) {
	type key = zobrist.Key
	for _, c := range []struct {
		name     string
		keys     []Named
		want     []string
		harmless bool
	}{
		{"one zero", change(20, func(i int, k key) key { return k * key(min(i, 1)) }), []string{
			`the key of "k0" is zero: it changes nothing: a wrong key in play if two positions can differ in nothing else: both have the same key`}, false},
		{"shared", change(20, func(i int, k key) key { return key(zobrist.NewSplitMix64(1).At(uint64(i / 2 * 2))) }), []string{
			`"k0" and "k1" have the same key: a wrong key in play if two positions can differ in just these: both have the same key`,
			`"k2" and "k3" have the same key`,
			`"k4" and "k5" have the same key`,
			`and 7 more keys have several names`}, false},
		{"63 bits", change(781, func(_ int, k key) key { return k >> 1 }), []string{
			`the keys have 63 bits, want 64: bit 63 is never set: collisions are twice as likely`}, false},
		{"32 bits", change(781, func(_ int, k key) key { return k >> 32 }), []string{
			`the keys have 32 bits, want 64: bits 32-63 are never set: collisions are 2^32 times as likely`}, false},
		{"low bits weak", change(781, func(_ int, k key) key { return k&^3 | k>>9&1 | k>>10&1<<1 }), []string{
			`low 32 bits: rank 30 over GF(2), want 32: bits 9-10 can be computed`, `collisions are 4 times as likely in a table that uses only these bits as index, or keeps only these`}, false},
		{"few, dependent", append(draw(9, zobrist.NewSplitMix64(1)), Named{"sum", func() (k key) {
			for i := range uint64(9) {
				k ^= key(zobrist.NewSplitMix64(1).At(i))
			}
			return k
		}()}), []string{`all 64 bits: rank 9 over GF(2), want 10: some keys are the XOR of others: a wrong key in play if`}, false},
		{"odd", change(781, func(_ int, k key) key { return k | 1 }), []string{
			`bit 0 is set in every key: collisions are twice as likely between positions that both have an even number of keys, or both an odd number`}, false},
		{"a bit set in a third", change(781, func(i int, k key) key {
			if i%3 == 0 {
				return k &^ (1 << 40)
			}
			return k
		}), []string{`bit 40 is set in 245 of 781 keys, 10.4 standard deviations from half: harmless in play: two moves from one position collide 1.02 times as often`}, true},
		{"the AND of two draws", change(781, func(i int, k key) key { return k & key(zobrist.NewSplitMix64(2).At(uint64(i))) }), []string{
			` times as often, with all uneven bits together`, `and 59 more bits are uneven, too`}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			problems := Analyse(c.keys).Problems()
			var b strings.Builder
			for _, p := range problems {
				assert.Equal(t, c.harmless, p.Harmless, p.What)
				assert.Equal(t, p.What, p.Error())
				fmt.Fprintln(&b, p.Explained())
			}
			for _, want := range c.want {
				assert.Contains(t, b.String(), want)
			}
		})
	}
}

// TestLikelier counts how often a bit of two moves' keys agrees.
func TestLikelier(t *testing.T) {
	rng := rand.New(zobrist.NewSplitMix64(4))
	for _, third := range []int{1, 2, 4, 8} { // set in a third of the keys, two thirds ...
		agree, n := 0, 200_000
		for range n {
			bit := 0
			for range 4 {
				if rng.IntN(9) < third {
					bit ^= 1
				}
			}
			agree += 1 - bit
		}
		assert.InDelta(t, likelier(9, third)/2, float64(agree)/float64(n), 0.005)
	}
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
	assert.Equal(t, 14, r.Quads.Count)
	assert.True(t, r.Quads.Exclusive)
	assert.Contains(t, problems(all), "14 sets of 4 keys have XOR zero, such as ")
	assert.Contains(t, problems(all), "harmless in play: a position has one en passant square and one piece on a square, so no two positions differ in just these")
	// A set that is not exclusive is found among them, and shown.
	all = append(all, Named{"sum", all[3].Key ^ all[4].Key ^ all[5].Key})
	assert.Contains(t, problems(all), `15 sets of 4 keys have XOR zero, such as "k3", "k4", "k5" and "sum": a wrong key in play if two positions can differ in just these`)
}

// TestPool: keys that are the AND of two random numbers are detected even in small sets,
// where no single bit is significant. Sound keys pass.
func TestPool(t *testing.T) {
	for _, n := range []int{8, 12, 20, 36} {
		var and, or, sound, narrow []Named
		src := zobrist.NewSplitMix64(uint64(n))
		for i := range n {
			a, b := src.Key(), src.Key()
			name := fmt.Sprint(i)
			and = append(and, Named{name, a & b})
			or = append(or, Named{name, a | b})
			sound = append(sound, Named{name, a ^ b})
			narrow = append(narrow, Named{name, a >> 32})
		}
		for _, weak := range [][]Named{and, or} {
			problems := Analyse(weak).Problems()
			if assert.NotEmpty(t, problems, n) {
				assert.Contains(t, problems[len(problems)-1].Explained(), "standard deviations from half: two moves from one position collide ")
			}
		}
		assert.Empty(t, Analyse(sound).Problems())
		_, _, ok := Analyse(narrow).pool()
		assert.True(t, ok, "narrow keys are judged as such")
	}
	src := zobrist.NewSplitMix64(1)
	for range 20_000 { // with a chance of 1e-9 each, any failure is a bug
		var keys []Named
		for i := range 1 + int(src.Uint64()%12) {
			keys = append(keys, Named{fmt.Sprint(i), zobrist.Key(src.Uint64())})
		}
		bits, ones, ok := Analyse(keys).pool()
		assert.True(t, ok, "%d of %d", ones, bits)
	}
}
