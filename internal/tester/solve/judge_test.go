package solve

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/keycheck"
)

var keys = keycheck.Collect(zobrist.NewChess(1).Keys())

// sum is the XOR of the numbers of names, which are separated by commas.
func sum(t *testing.T, keys []keycheck.Named, names string) zobrist.Key {
	n, all := Listed(keys), strings.Split(names, ", ")
	require.Len(t, n.indices(all), len(all), names)
	return n.Sum(all)
}

// TestJudge has keys whose features are known, and those that no features explain.
func TestJudge(t *testing.T) {
	const before zobrist.Key = 0x2af7398005aaa5c7
	features := strings.Split("d5 P, castling Q, side", ", ")
	want := sum(t, keys, "d5 P, castling Q, side")
	by := func(names string) zobrist.Key { return want ^ sum(t, keys, names) }
	for _, c := range []struct {
		got  zobrist.Key
		text string
	}{
		{by("castling K"), `wrongly has "castling K"`},
		{by("castling Q"), `lacks "castling Q"`},
		{by("castling Q, castling K"), `lacks "castling Q"; wrongly has "castling K"`},
		{0x123456789, "no small set of the named keys explains the difference"},
		{want ^ 3, "they differ in 2 bits"},
	} {
		v := Listed(keys).Judge(Case{Got: c.got, Want: want, After: features})
		assert.Equal(t, c.text, v.Clause())
	}
	moved := Case{
		Move:       "e2e4",
		Got:        want ^ before,
		Want:       want,
		GotBefore:  before,
		WantBefore: before,
	}
	assert.Equal(t, "wrong by the whole key from before the move, as in h ^= t.Toggle(h, ...)",
		Listed(keys).Judge(moved).Clause())
	moved.Got = before
	assert.Equal(t, "the key does not change with the move", Listed(keys).Judge(moved).Clause())
	assert.Empty(t, Listed(nil).Judge(Case{Got: 1, Want: 1 << 40}).Clause(), "nothing is known")

	narrow := append([]keycheck.Named(nil), keys...)
	for i := range narrow {
		narrow[i].Key &= 0xffffffff // several sets of four explain one difference
	}
	v := Listed(narrow).Judge(Case{Got: sum(t, narrow, "a1 P, b2 N, c3 B, d4 R")})
	assert.Empty(t, v.Differ)
	var few []keycheck.Named // of which a set of any size is named
	names, h := []string(nil), zobrist.Key(0)
	for i := range 30 {
		few = append(few, keycheck.Named{Name: fmt.Sprint("stone ", i), Key: keys[i].Key})
		if i%2 == 0 {
			names, h = append(names, few[i].Name), h^few[i].Key
		}
	}
	assert.Equal(t, names, Listed(few).Judge(Case{Got: h}).Differ)
}

// TestListed: a move that changes many numbers does not hide that the key lacks one. Three players,
// 4 x 3 cells, a number for whose turn it is and one for each ply; ten flips of Othello.
func TestListed(t *testing.T) {
	src := zobrist.NewSplitMix64(1)
	var keys []keycheck.Named
	for i := range 54 {
		name := fmt.Sprint("ply ", i-39)
		if i < 36 {
			name = fmt.Sprintf("%c%d %d", 'a'+i/3%4, 1+i/12, 1+i%3)
		} else if i < 39 {
			name = fmt.Sprint("turn ", i-35)
		}
		keys = append(keys, keycheck.Named{Name: name, Key: src.Key()})
	}
	discs := strings.Split("a8 b8 c8 d8 e8 f8 g8 a7 a6 a5", " ") // ten flips
	was := strings.Join(discs, " White, ") + " White, side"
	is := strings.Join(append(discs, "h8"), " Black, ") + " Black"
	for _, c := range []struct {
		keys                  []keycheck.Named
		was, is, wrong, moves string
	}{
		{keys, "a1 1, c1 2, b1 3, turn 1, ply 3", "a1 1, c1 1, b1 3, turn 2, ply 4", "c1 2", "c1"},
		{keys, "a1 1, b1 1, turn 1, ply 3", "a2 1, b2 1, turn 2, ply 4", "b2 1", "a1a2"},
		{keycheck.Collect(zobrist.NewOthello(1).Keys()), was, is, "c8 White", "h8"},
		{keycheck.Collect(zobrist.NewOthello(1).Keys()), was, is, "side", "h8"},
	} {
		before, want := sum(t, c.keys, c.was), sum(t, c.keys, c.is)
		for _, move := range []string{"", c.moves} {
			v := Listed(c.keys).Judge(Case{
				Move:       move,
				Got:        want ^ sum(t, c.keys, c.wrong),
				Want:       want,
				GotBefore:  before,
				WantBefore: before,
			})
			assert.Equal(t, []string{c.wrong}, v.Differ, "%s %s", move, v.Clause())
			assert.NotContains(t, v.Clause(), "explain")
		}
	}
}
