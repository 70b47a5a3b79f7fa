package verdict_test

import (
	"fmt"
	"math/bits"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/keycheck"
	"github.com/zobrist-go/zobrist/internal/verdict"
)

// sum is the XOR of the keys of names, which are separated by commas.
func sum(t *testing.T, keys []keycheck.Named, names string) (h zobrist.Key) {
	for _, name := range strings.Split(names, ", ") {
		found := name == ""
		for _, k := range keys {
			if k.Name == name {
				h ^= k.Key
				found = true
			}
		}
		require.True(t, found, name)
	}
	return h
}

// TestCause has a cause for each bug of a move, with only the keys known.
func TestCause(t *testing.T) {
	chess := keycheck.Collect(zobrist.NewChess(1).Keys())
	src := zobrist.NewSplitMix64(5)
	var numbered, shogi []keycheck.Named // "white 17", "side"; "7g P"
	for cell := 1; cell <= 32; cell++ {
		for _, piece := range []string{"white", "black", "white king", "black king"} {
			numbered = append(numbered, keycheck.Named{Name: fmt.Sprint(piece, " ", cell), Key: src.Key()})
		}
	}
	numbered = append(numbered, keycheck.Named{Name: "side", Key: src.Key()})
	for cell := range 81 {
		for _, piece := range []string{"P", "p", "G"} {
			shogi = append(shogi, keycheck.Named{Name: fmt.Sprintf("%d%c %s", 1+cell/9, 'a'+cell%9, piece), Key: src.Key()})
		}
	}
	shogi = append(shogi, keycheck.Named{Name: "hand P 1", Key: src.Key()})
	for _, c := range []struct {
		keys            []keycheck.Named
		move            string
		due, did, cause string
	}{
		{chess, "e4d5", "e4 P, d5 P, d5 p, side", "e4 P, d5 P, side", "captured piece left in"},
		{chess, "e4xd5", "e4 P, d5 P, d5 p, side", "e4 P, d5 P, side", "captured piece left in"},
		{chess, "e4d5", "e4 P, d5 P, d5 p, side", "e4 P, d5 p, side", "piece not put on the square it moved to"},
		{chess, "e4d5", "e4 P, d5 P, d5 p, side", "d5 P, d5 p, side", "piece left on the square it moved from"},
		{chess, "e4d5", "e4 P, d5 P, d5 p, side", "d5 p, side", "piece not moved, or moved twice"},
		{chess, "e4d5", "e4 P, d5 P, d5 p, side", "e4 P, d5 P, d5 p", "side to move not switched, or switched twice"},
		{chess, "e2e4", "e2 P, e4 P, side", "e2 P, e4 P, side, en passant e", "en passant key left in, or left out"},
		{chess, "a1b1", "a1 R, b1 R, b1 n, side", "a1 R, b1 R, side", "captured piece left in"}, // on one rank
		{chess, "a1b1", "a1 R, b1 R, side, castling Q", "a1 R, b1 R, side", "castling right left in, or left out"},
		{chess, "e7e8q", "e7 P, e8 Q, side", "e7 P, side", "piece not put on the square it moved to"},
		{chess, "e7-e8=Q+", "e7 P, e8 Q, side", "e7 P, side", "piece not put on the square it moved to"},
		{chess, "e7e8q", "e7 P, e8 Q, side", "e7 P, e8 Q, e8 P, side", "pawn put on the promotion square"},
		{chess, "e7d8q", "e7 P, d8 Q, d8 r, side", "e7 P, d8 Q, side", "captured piece left in"},
		{chess, "e7e8q", "e7 P, e8 Q, side", "e7 P, e8 P, side", "promotion forgotten"},
		{chess, "e5d6", "e5 P, d6 P, d5 p, side", "e5 P, d6 P, side", "pawn captured en passant left in"},
		{chess, "e5d6", "e5 P, d6 P, d5 p, side, en passant d", "e5 P, d6 P, side, en passant d", "pawn captured en passant left in"},
		{chess, "e1g1", "e1 K, g1 K, h1 R, f1 R", "e1 K, g1 K", "second piece of the move not moved, such as the rook in castling"},
		{chess, "Nf3", "g1 N, f3 N, side", "g1 N, f3 N, side, a1 P", "changed by the move, but should not be"},
		{chess, "Nf3", "g1 N, f3 N, side", "g1 N, side", "piece not put on the square it moved to"},
		{chess, "O-O", "e1 K, g1 K, h1 R, f1 R", "e1 K, g1 K", "not changed by the move, or changed twice"},
		{numbered, "11x18", "white 11, white 18, black 15, side", "white 11, white 18, side", "captured piece left in"},
		{numbered, "1-18", "white king 1, white king 18, side", "white king 18, side", "piece left on the square it moved from"},
		{numbered, "1-18", "white king 1, white king 18, side", "white king 1, side", "piece not put on the square it moved to"},
		{shogi, "7g7f", "7g P, 7f P, 7f p", "7g P, 7f P", "captured piece left in"},
		{shogi, "7g7f", "7g P, 7f P, 6f p", "7g P, 7f P", "captured piece left in"}, // next to the target
		{shogi, "7g7f", "7g P, 7f P, hand P 1", "7g P, 7f P", "not changed by the move, or changed twice"},
		{shogi, "P*5e", "5e P, hand P 1", "hand P 1", "piece not put on the square it moved to"},
		{shogi, "P*5e", "5e P, hand P 1", "5e P", "not changed by the move, or changed twice"},
	} {
		before := zobrist.Key(0x123456789abcdef)
		has, want := before^sum(t, c.keys, c.did), before^sum(t, c.keys, c.due)
		v := verdict.Judge(verdict.Case{Has: has, Want: want, Keys: c.keys, Move: &verdict.Move{Name: c.move, Before: before}})
		assert.Equal(t, c.cause, v.Cause, "%s: %v", c.move, v.Differ)
		assert.True(t, v.Certain)
		assert.Equal(t, has^want, sum(t, c.keys, strings.Join(v.Differ, ", ")))
		assert.True(t, strings.HasPrefix(v.Clause(), `wrong by: "`) && strings.HasSuffix(v.Clause(), "("+c.cause+"?)"), v.Clause())
	}
}

// TestFeatures: if the features of the position are known, the verdict says which of
// them the key lacks or wrongly has.
func TestFeatures(t *testing.T) {
	keys := keycheck.Collect(zobrist.NewChess(1).Keys())
	for _, c := range []struct{ move, features, extra, want string }{
		{"", "a1 R, castling Q, side", "castling K", `wrongly has "castling K" (castling right left in: the king or a rook moved, or a rook was captured on its corner?)`},
		{"", "a1 R, castling Q, side", "castling Q", `lacks "castling Q" (castling right lost too early, or two rights share a number?)`},
		{"", "a1 R, castling Q, side", "castling Q, castling K", `lacks "castling Q", wrongly has "castling K" (castling right left in, or left out?)`},
		{"", "en passant e", "en passant e", `lacks "en passant e" (en passant key left out, either by moves or when reading a FEN?)`},
		{"", "en passant e", "en passant d", `wrongly has "en passant d" (en passant key left in: after another move, after a null move, or where no pawn can capture?)`},
		{"", "en passant e", "en passant d, en passant e", `lacks "en passant e", wrongly has "en passant d" (en passant key of the wrong file?)`},
		{"", "e4 P, d5 p", "d5 P", `wrongly has "d5 P"`},
		{"e4d5", "d5 P", "d5 p", `wrongly has "d5 p" (captured piece left in?)`},
		{"e4d5", "d5 P", "d5 P", `lacks "d5 P" (piece not put on the square it moved to?)`},
		{"e4d5", "d5 P", "e4 P", `wrongly has "e4 P" (piece left on the square it moved from?)`},
		{"", "a1 R, b1 N, c1 B, d1 Q, e1 K, f1 B, g1 N", "a1 R, b1 N, c1 B, d1 Q, e1 K, f1 B", `lacks "a1 R", "b1 N", "c1 B", "d1 Q", "e1 K", "f1 B"`},
	} {
		want := sum(t, keys, c.features)
		in := verdict.Case{Has: want ^ sum(t, keys, c.extra), Want: want, Keys: keys, Features: strings.Split(c.features, ", ")}
		if c.move != "" {
			in.Move = &verdict.Move{Name: c.move, Before: want ^ sum(t, keys, "e4 P, d5 P, d5 p")}
		}
		v := verdict.Judge(in)
		assert.Equal(t, c.want, v.Clause(), c)
		lines := v.Lines()
		assert.Equal(t, fmt.Sprintf("%v is wrong: the key of the position is %v", in.Has, in.Want), lines[0])
		if v.Cause != "" {
			assert.Equal(t, "perhaps: "+v.Cause, lines[len(lines)-1])
		}
	}
}

// TestClues has verdicts that name no features.
func TestClues(t *testing.T) {
	keys := keycheck.Collect(zobrist.NewChess(1).Keys())
	const want, before zobrist.Key = 0x9d39247e33776d41, 0x2af7398005aaa5c7
	cut := sum(t, keys, "e4 P") & 0xffffffff
	for has, clause := range map[zobrist.Key]string{
		0x123456789:       "no set of up to 4 named keys explains the difference",
		before:            "the key does not change with the move",
		want ^ before:     "wrong by the whole key from before the move (new key XORed into the old one instead of replacing it, as in h ^= t.Toggle(h, ...)?)",
		want & 0xffffffff: "it is half of the right key: 32 of its 64 bits",
		want >> 32:        "it is half of the right key: 32 of its 64 bits",
		zobrist.Key(bits.ReverseBytes64(uint64(want))): "it is the right key with its bytes in reverse order",
		want ^ 0x1234567800000000:                      "the low 32 bits are right (a key cut to 32 bits?)",
		want ^ cut:                                     `wrong by the low half of "e4 P" (a key cut to 32 bits?)`,
		want ^ sum(t, keys, "e4 P, e2 P")&^0xffffffff:  `wrong by the high half of "e2 P", "e4 P" (a key cut to 32 bits?)`,
	} {
		v := verdict.Judge(verdict.Case{Has: has, Want: want, Keys: keys, Move: &verdict.Move{Name: "e2e4", Before: before}})
		assert.Equal(t, clause, v.Clause())
		assert.Nil(t, v.Differ)
		assert.False(t, v.Certain)
	}
	for i := range keys { // an engine whose keys have 32 bits
		keys[i].Key &= 0xffffffff
	}
	for _, has := range []zobrist.Key{0, 0x12345678} {
		v := verdict.Judge(verdict.Case{Has: has, Want: 0x33776d41, Keys: keys[:100]})
		assert.NotContains(t, v.Clause(), "half")
		assert.NotContains(t, v.Clause(), "32 bits")
	}
	v := verdict.Judge(verdict.Case{Has: before, Want: want})
	assert.Empty(t, v.Clause(), "nothing is known")
	v = verdict.Judge(verdict.Case{Has: want, Want: want})
	assert.True(t, v.Right)
	assert.Equal(t, []string{"9d39247e33776d41 is the key of the position"}, v.Lines())
}

// TestAnySet: among a few keys, a set of any size is named.
func TestAnySet(t *testing.T) {
	src := zobrist.NewSplitMix64(1)
	var keys []keycheck.Named
	var names []string
	h := zobrist.Key(0)
	for i := range 30 {
		k := keycheck.Named{Name: fmt.Sprint("stone ", i), Key: zobrist.Key(src.Uint64())}
		keys = append(keys, k)
		if i%2 == 0 {
			h ^= k.Key
			names = append(names, k.Name)
		}
	}
	v := verdict.Judge(verdict.Case{Has: h, Keys: keys})
	assert.Equal(t, names, v.Differ)
	assert.True(t, v.Certain)
	v = verdict.Judge(verdict.Case{Has: zobrist.Key(src.Uint64()), Keys: keys})
	assert.Equal(t, "no set of the named keys explains the difference", v.Clause())
	narrow := keycheck.Collect(zobrist.NewChess(1).Keys())
	for i := range narrow {
		narrow[i].Key &= 0xffffffff // several sets of four explain one difference
	}
	v = verdict.Judge(verdict.Case{Has: sum(t, narrow, "a1 P, b2 N, c3 B, d4 R"), Want: 0, Keys: narrow})
	assert.Len(t, v.Differ, 4)
	assert.False(t, v.Certain, v)
	assert.Contains(t, v.Lines(), "these may be chance: other sets of numbers explain the difference too")
}

// TestRules has keys under another en passant rule, and with the other side to move.
func TestRules(t *testing.T) {
	keys := keycheck.Collect(zobrist.NewChess(1).Keys())
	side, file := sum(t, keys, "side"), sum(t, keys, "en passant e")
	const want zobrist.Key = 5
	rules := []keycheck.Named{{Name: "always", Key: want ^ file}, {Name: "pseudo-legal", Key: want}, {Name: "legal", Key: want}}
	for has, lines := range map[zobrist.Key]string{
		want ^ file:        "it is right under the en passant rule always|it wrongly has \"en passant e\"",
		want ^ side:        "it is right with White to move instead of Black|it lacks \"side\"|perhaps: side to move not switched, or switched twice",
		want ^ file ^ side: "it is right under the en passant rule always with White to move instead of Black|it lacks \"side\"|it wrongly has \"en passant e\"",
		7:                  "it is the key of the start|no set of up to 4 named keys explains the difference",
	} {
		v := verdict.Judge(verdict.Case{Has: has, Want: want, Keys: keys, Features: []string{"side"}, Rules: rules,
			Side: side, SideToMove: "Black", OtherSide: "White", Alternative: []keycheck.Named{{Name: "the start", Key: 7}}})
		if has == 7 {
			lines = "it is the key of the start"
		}
		assert.Equal(t, lines, strings.Join(v.Lines()[1:], "|"))
	}
	v := verdict.Judge(verdict.Case{Has: want, Want: want, Rules: rules})
	assert.Equal(t, "it is right under the en passant rules pseudo-legal and legal, and under no other", v.RightUnder())
	v = verdict.Judge(verdict.Case{Has: want, Want: want, Rules: rules[1:]})
	assert.Equal(t, "it is right", v.RightUnder())
}
