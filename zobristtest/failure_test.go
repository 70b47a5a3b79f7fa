package zobristtest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/keycheck"
)

func lineOf(names string) []move {
	var line []move
	for _, name := range strings.Fields(names) {
		line = append(line, move{name: name})
	}
	return line
}

// TestMessage has a failure for each form of message, in a game of the keys a,
// b, c ..., each a bit.
func TestMessage(t *testing.T) {
	var keys []keycheck.Named
	for i := range 8 {
		keys = append(keys, keycheck.Named{Name: string(rune('a' + i)), Key: 1 << i})
	}
	for _, c := range []struct {
		fail failure
		want string
	}{
		{failure{kind: recomputed, has: 3, want: 2, isKey: true},
			`key at the start: has 0000000000000003, want 0000000000000002; wrong by: "a"`},
		{failure{kind: recomputed, line: lineOf("x y"), before: 4, has: 7, want: 5, isKey: true},
			`key after x y: has 0000000000000007, want 0000000000000005; wrong by: "b" (changed by the move, and should not be?)`},
		{failure{kind: recomputed, line: lineOf("x"), before: 4, has: 4, want: 5, isKey: true},
			`key after x: has 0000000000000004, want 0000000000000005; wrong by: "a" (not changed by the move, or changed twice?)`},
		{failure{kind: recomputed, line: lineOf("x"), before: 4, has: 4, want: 0xff, isKey: true},
			`key after x: has 0000000000000004, want 00000000000000ff; the key does not change with the move`},
		{failure{kind: recomputed, line: lineOf("x"), before: 4, has: 0xff, want: 4, isKey: true},
			`key after x: has 00000000000000ff, want 0000000000000004; the key should not change with the move`},
		{failure{kind: recomputed, line: lineOf("x"), before: 4, has: 0x100, want: 1, isKey: true},
			`key after x: has 0000000000000100, want 0000000000000001; no set of up to 4 named keys makes the difference`},
		{failure{kind: recomputed, line: lineOf("x"), before: 0x1ff, has: 0x2, want: 0x1fd, isKey: true},
			`key after x: has 0000000000000002, want 00000000000001fd; wrong by the whole key from before the move (h ^= t.Toggle(h, ...) for h = t.Toggle(h, ...)?)`},
		{failure{kind: recomputed, line: lineOf("x"), before: 0x3, has: 0x4, want: 0x7, isKey: true},
			`key after x: has 0000000000000004, want 0000000000000007; wrong by: "a", "b" (all of the key from before the move: h ^= t.Toggle(h, ...) for h = t.Toggle(h, ...)?)`},
		{failure{kind: route, line: lineOf("x"), before: 4, has: 4, want: 0x1ff, isKey: true, detail: `"P"`},
			`key after x: has 0000000000000004, and 00000000000001ff at the start, in the same position "P"; no set of up to 4 named keys makes the difference`},
		{failure{kind: route, line: lineOf("x"), before: 0x1ff, has: 4, want: 0x1ff, isKey: true, detail: `"P"`},
			`key after x: has 0000000000000004, and 00000000000001ff at the start, in the same position "P"; no set of up to 4 named keys makes the difference`},
		{failure{kind: unmade, line: []move{{index: -1, name: "null"}}, between: "x", has: 1, want: 3, isKey: true},
			`key at the start, null and x taken back: has 0000000000000001, want 0000000000000003 as before; wrong by: "b"`},
		{failure{kind: order, line: lineOf("x"), detail: "move 0 is a, and b"}, `the order of moves after x changes: move 0 is a, and b`},
		{failure{kind: panics, line: lineOf("x"), call: "Moves", detail: "Moves() panics: z", undone: undone{"null", "y"}},
			"after x: Moves() panics: z\n(null and y had just been taken back)"},
		{failure{kind: panics, line: lineOf("x"), call: "Moves", detail: "Moves() panics: z", undone: undone{"y"}},
			"after x: Moves() panics: z\n(y had just been taken back)"},
		{failure{kind: panics, line: lineOf("x null"), call: "Null", detail: "Null() panics: z"}, `after x: Null() panics: z`},
		{failure{kind: stuck, line: lineOf("x y"), call: "Make", detail: "Make(y) does not return"}, `after x: Make(y) does not return`},
		{failure{kind: unmade, line: lineOf("x y"), has: 1, want: 3, isKey: true},
			`key after x, y taken back: has 0000000000000001, want 0000000000000003 as before; wrong by: "b"`},
		{failure{kind: unmade, line: []move{{index: -1, name: "null"}}, detail: "detail"},
			`at the start, null undone: detail`},
		{failure{kind: after, line: lineOf("x y"), before: 4, has: 4, want: 5, isKey: true},
			`After(y) after x: returns 0000000000000004, and the key once it is made is 0000000000000005; wrong by: "a" (not changed by the move, or changed twice?)`},
		{failure{kind: afterChanges, line: lineOf("x"), has: 4, want: 5, isKey: true},
			`After(x) at the start changes the key from 0000000000000005 to 0000000000000004`},
		{failure{kind: route, line: lineOf("x"), other: lineOf("y z"), has: 4, want: 6, isKey: true, detail: `"P"`},
			`key after x: has 0000000000000004, and 0000000000000006 after y z, in the same position "P"; wrong by: "b"`},
		{failure{kind: collision, line: lineOf("x"), other: nil, has: 4, want: 4, isKey: true, detail: `"P" and "Q"`},
			`key after x: has 0000000000000004, the same as at the start, but the positions differ: "P" and "Q"`},
		{failure{kind: moves, line: lineOf("x"), detail: "Moves() is -1"}, `after x: Moves() is -1`},
		{failure{kind: panics, line: lineOf("x y"), call: "Make", detail: "Make(y) panics: z"}, `after x: Make(y) panics: z`},
		{failure{kind: panics, line: lineOf("x y"), call: "Key", detail: "Key() panics: z"}, `after x y: Key() panics: z`},
	} {
		assert.Equal(t, c.want, c.fail.message(keys))
	}
}

// TestHint has a guess for each kind of chess key.
func TestHint(t *testing.T) {
	chess := zobrist.NewChess(1)
	keys := keycheck.Collect(chess.Keys())
	sum := func(names string) zobrist.Key {
		var sum zobrist.Key
		for _, name := range strings.Split(names, ", ") {
			for _, k := range keys {
				if k.Name == name {
					sum ^= k.Key
				}
			}
		}
		return sum
	}
	for _, c := range []struct{ move, due, did, want string }{
		{"e4d5", "e4 P, d5 P, d5 p, side", "e4 P, d5 P, side", "captured piece left in"},
		{"e4d5", "e4 P, d5 P, d5 p, side", "e4 P, d5 p, side", "piece not put on the square it moved to"},
		{"e4d5", "e4 P, d5 P, d5 p, side", "d5 P, d5 p, side", "left on the square it moved from"},
		{"e4d5", "e4 P, d5 P, d5 p, side", "e4 P, d5 P, d5 p", "side to move not switched, or switched twice"},
		{"e2e4", "e2 P, e4 P, side", "e2 P, e4 P, side, en passant e", "en passant key left in, or left out"},
		{"a1b1", "a1 R, b1 R, side, castling Q", "a1 R, b1 R, side", "castling right left in, or left out"},
		{"e7e8q", "e7 P, e8 Q, side", "e7 P, side", "piece not put on the square it moved to"},
		{"e7e8q", "e7 P, e8 Q, side", "e7 P, e8 Q, e8 P, side", "pawn put where it promotes, or captured piece left in"},
		{"e5d6", "e5 P, d6 P, d5 p, side", "e5 P, d6 P, side", "not changed by the move, or changed twice"},
		{"Nf3", "g1 N, f3 N, side", "g1 N, f3 N, side, a1 P", "changed by the move, and should not be"},
		{"e7e8q", "e7 P, e8 Q, side", "e7 P, e8 P, side", ""}, // two keys: it says enough
	} {
		did, due := sum(c.did), sum(c.due)
		wrong := keycheck.Explain(did^due, keys)
		assert.Equal(t, c.want, hint(wrong, c.move, did, due, keys), "%+v", c)
	}
}

func TestSeen(t *testing.T) {
	t.Parallel()
	s := newSeen()
	line := lineOf("a b c")
	for i := range mostSeen {
		wrong, _ := s.add(fmt.Sprint(i), zobrist.Key(i), line[:i%4])
		assert.Equal(t, none, wrong)
	}
	wrong, before := s.add("7", 8, nil)
	assert.Equal(t, route, wrong)
	m := s.positions[before]
	assert.Equal(t, zobrist.Key(7), m.key)
	assert.Equal(t, "after a b c", where(s.line(m.node)))
	wrong, before = s.add("new", 8, nil)
	assert.Equal(t, collision, wrong)
	assert.Equal(t, "8", before)
	assert.Empty(t, s.line(s.positions[before].node), "eight plies modulo four")
	wrong, _ = s.add("7", 7, line)
	assert.Equal(t, none, wrong)
	assert.Equal(t, 1, s.again)

	wrong, _ = s.add("one too many", mostSeen, line) // and all are forgotten
	assert.Equal(t, none, wrong)
	assert.Len(t, s.positions, 1)
	assert.Len(t, s.nodes, 4)
	_, before = s.add("again", mostSeen, nil)
	assert.Equal(t, "one too many", before)
	assert.Equal(t, "after a b c", where(s.line(s.positions[before].node)))
	long := strings.Repeat("x", mostText)
	wrong, _ = s.add(long, 1, nil)
	assert.Equal(t, none, wrong)
	assert.Len(t, s.positions, 1)
}

func TestDrawBytes(t *testing.T) {
	draw := drawBytes([]byte{5, 255, 1, 2, 3, 9, 9})
	assert.Equal(t, 5, draw(20))
	assert.Equal(t, 15, draw(20))
	assert.Equal(t, 1+2<<8+3<<16, draw(1<<20))
	assert.Equal(t, -1, draw(300), "three are wanted, and two left")
}
