package solve

import (
	"fmt"
	"math/bits"
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

// TestGuess has a cause for each bug of a move, with only the numbers known.
func TestGuess(t *testing.T) {
	const (
		left, captured = "a piece that moves stays in the key where it came from", "the captured piece stays in the key"
		notPut, side   = "the piece is not put on its new square in the key", "the side to move does not change in the key"
		castling       = "a castling right that is lost stays in the key"
		aside          = "a piece that is captured on another square stays in the key"
	)
	var others []keycheck.Named // checkers, shogi
	src := zobrist.NewSplitMix64(5)
	for _, name := range strings.Split("white 11, white 18, black 15, white king 1, white king 18, 7g P, 7f P, 7f p, 6f p, 5e P, hand P 1, white to move, black to move, red to move", ", ") {
		others = append(others, keycheck.Named{Name: name, Key: src.Key()})
	}
	for _, c := range []struct{ move, due, did, cause string }{
		{"e4d5", "e4 P, d5 P, d5 p, side", "e4 P, d5 P, side", captured},
		{"e4xd5", "e4 P, d5 P, d5 p, side", "e4 P, d5 P, side", captured},
		{"e4d5", "e4 P, d5 P, d5 p, side", "e4 P, d5 p, side", notPut},
		{"e4d5", "e4 P, d5 P, d5 p, side", "d5 P, d5 p, side", left},
		{"e4d5", "e4 P, d5 P, d5 p, side", "d5 p, side", left + ", and " + notPut},
		{"e4d5", "e4 P, d5 P, d5 p, side", "e4 P, d5 P, d5 p", side},
		{"e2e4", "e2 P, e4 P, side", "e2 P, e4 P, side, en passant e", ""},
		{"a1b1", "a1 R, b1 R, b1 n, side", "a1 R, b1 R, side", captured}, // on one rank
		{"a1b1", "a1 R, b1 R, side, castling Q", "a1 R, b1 R, side", castling},
		{"b1", "b1 P, c1 p, c1 P, side", "b1 P, c1 p, side", ""},                                       // a disc is flipped: either number may be the new one
		{"a1c2", "a1 P, c2 P, c1 p, c1 P, d1 p, d1 P, side", "c2 P, c1 p, c1 P, d1 p, d1 P, side", ""}, // too many to tell
		{"c3", "c3 P", "c3 P, side", "the side to move changes in the key, but not in the other"},
		{"null", "white to move, black to move", "white to move, red to move", "the side to move changes in another way in the key"},
		{"e7e8q", "e7 P, e8 Q, side", "e7 P, side", notPut},
		{"e7-e8=Q+", "e7 P, e8 Q, side", "e7 P, side", notPut},
		{"e7d8q", "e7 P, d8 Q, d8 r, side", "e7 P, d8 Q, side", captured},
		{"e5d6", "e5 P, d6 P, d5 p, side", "e5 P, d6 P, side", aside},
		{"Nf3", "g1 N, f3 N, side", "g1 N, f3 N, side, a1 P", ""},
		{"Nf3", "g1 N, f3 N, side", "g1 N, side", notPut},
		{"Nf3", "g1 N, f3 N, side", "f3 N, side", left},
		{"e1g1", "e1 K, g1 K, h1 R, f1 R", "a2 P, a2 P", left + ", and " + notPut},
		{"11x18", "white 11, white 18, black 15", "white 11, white 18", aside},
		{"1-18", "white king 1, white king 18", "white king 18", left},
		{"1-18", "white king 1, white king 18", "white king 1", notPut},
		{"7g7f", "7g P, 7f P, 7f p", "7g P, 7f P", captured},
		{"7g7f", "7g P, 7f P, 6f p", "7g P, 7f P", aside}, // next to the target
		{"7g7f", "7g P, 7f P, hand P 1", "7g P, 7f P", ""},
		{"P*5e", "5e P, hand P 1", "hand P 1", notPut},
	} {
		all := append(keys[:len(keys):len(keys)], others...)
		before := zobrist.Key(0x123456789abcdef)
		got, want := before^sum(t, all, c.did), before^sum(t, all, c.due)
		v := Listed(all).Judge(Case{Move: c.move, Got: got, Want: want, GotBefore: before, WantBefore: before})
		assert.Equal(t, c.cause, v.Cause, "%s: %v", c.move, v.Differ)
		assert.Equal(t, got^want, sum(t, all, strings.Join(v.Differ, ", ")))
		assert.True(t, strings.HasPrefix(v.Clause(), `wrong by: "`), v.Clause())
	}
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
		{want & 0xffffffff, "it is half of the right key: 32 of its 64 bits"},
		{want >> 32, "it is half of the right key: 32 of its 64 bits"},
		{zobrist.Key(bits.ReverseBytes64(uint64(want))), "it is the right key with its bytes in reverse order"},
		{want ^ 3, "they differ in 2 bits"},
	} {
		assert.Equal(t, c.text, Listed(keys).Judge(Case{Got: c.got, Want: want, After: features}).Clause())
	}
	moved := Case{Move: "e2e4", Got: want ^ before, Want: want, GotBefore: before, WantBefore: before}
	assert.Equal(t, "wrong by the whole key from before the move, as in h ^= t.Toggle(h, ...)", Listed(keys).Judge(moved).Clause())
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

// TestListed: a move that changes many numbers does not hide that the key lacks one. Three players, 4 x 3
// cells, a number for whose turn it is and one for each ply; ten flips of Othello.
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
	was, is := strings.Join(discs, " White, ")+" White, side", strings.Join(append(discs, "h8"), " Black, ")+" Black"
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
			v := Listed(c.keys).Judge(Case{Move: move, Got: want ^ sum(t, c.keys, c.wrong), Want: want, GotBefore: before, WantBefore: before})
			assert.Equal(t, []string{c.wrong}, v.Differ, "%s %s", move, v.Clause())
			assert.NotContains(t, v.Clause(), "explain")
		}
	}
}
