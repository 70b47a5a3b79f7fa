package kit

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/keycheck"
)

// lineOf makes a line of names; "<" takes the last move back.
func lineOf(names string) []move {
	var line []move
	for _, name := range strings.Fields(names) {
		m := move{name: name}
		switch name {
		case "null":
			m.index = nullMove
		case "<":
			m.index = undoMove
		}
		line = append(line, m)
	}
	return line
}

// TestEveryMessage has a failure for each form of message. Each key, named a, b, c
// and so on, has one bit in each half.
func TestEveryMessage(t *testing.T) {
	const u = 1 + 1<<32
	var keys []keycheck.Named
	for i := range 8 {
		keys = append(keys, keycheck.Named{Name: string(rune('a' + i)), Key: (1 + 1<<32) << i})
	}
	for _, c := range []struct {
		fail failure
		want string
	}{
		{failure{kind: recomputed, has: 3 * u, want: 2 * u, isKey: true},
			`key at the start: got 0000000300000003, want 0000000200000002; wrong by: "a"`},
		{failure{kind: recomputed, line: lineOf("x y"), before: 4 * u, has: 7 * u, want: 5 * u, isKey: true},
			`key after x y: got 0000000700000007, want 0000000500000005; wrong by: "b" (changed by the move, but should not be?)`},
		{failure{kind: recomputed, line: lineOf("x"), before: 4 * u, has: 4 * u, want: 5 * u, isKey: true},
			`key after x: got 0000000400000004, want 0000000500000005; wrong by: "a" (not changed by the move, or changed twice?)`},
		{failure{kind: recomputed, line: lineOf("x"), before: 4 * u, has: 4 * u, want: 0x1ff * u, isKey: true},
			`key after x: got 0000000400000004, want 000001ff000001ff; the key does not change with the move`},
		{failure{kind: recomputed, line: lineOf("x"), before: 4 * u, has: 0x1ff * u, want: 4 * u, isKey: true},
			`key after x: got 000001ff000001ff, want 0000000400000004; the key should not change with the move`},
		{failure{kind: recomputed, line: lineOf("x"), before: 4 * u, has: 0x1f00 * u, want: 1 * u, isKey: true},
			`key after x: got 00001f0000001f00, want 0000000100000001; no set of the named keys explains the difference`},
		{failure{kind: recomputed, line: lineOf("x"), before: 0x1ff * u, has: 0x2 * u, want: 0x1fd * u, isKey: true},
			`key after x: got 0000000200000002, want 000001fd000001fd; wrong by the whole key from before the move (new key XORed into the old one instead of replacing it, as in h ^= t.Toggle(h, ...)?)`},
		{failure{kind: recomputed, line: lineOf("x"), before: 0x3 * u, has: 0x4 * u, want: 0x7 * u, isKey: true},
			`key after x: got 0000000400000004, want 0000000700000007; wrong by: "a", "b" (together the whole key from before the move: new key XORed into the old one instead of replacing it, as in h ^= t.Toggle(h, ...)?)`},
		{failure{kind: route, line: lineOf("x"), before: 4 * u, has: 4 * u, want: 0x1ff * u, isKey: true, detail: `"P"`},
			`key after x: got 0000000400000004, and 000001ff000001ff at the start, in the same position "P"; no set of the named keys explains the difference`},
		{failure{kind: route, line: lineOf("x"), before: 0x1ff * u, has: 4 * u, want: 0x1ff * u, isKey: true, detail: `"P"`},
			`key after x: got 0000000400000004, and 000001ff000001ff at the start, in the same position "P"; no set of the named keys explains the difference`},
		{failure{kind: unmade, line: lineOf("null x < <"), has: 1 * u, want: 3 * u, isKey: true},
			`key at the start, null and x taken back: got 0000000100000001, want 0000000300000003 as before; wrong by: "b"`},
		{failure{kind: order, line: lineOf("x"), detail: "move 0 is a, and b"}, `the order of moves after x changes: move 0 is a, and b`},
		{failure{kind: panics, line: lineOf("x null y < <"), call: "Moves", detail: "Moves() panics: z"},
			"after x, null and y taken back: Moves() panics: z"},
		{failure{kind: panics, line: lineOf("x y <"), call: "Moves", detail: "Moves() panics: z"},
			"after x, y taken back: Moves() panics: z"},
		{failure{kind: panics, line: lineOf("x null"), call: "Null", detail: "Null() panics: z"}, `after x: Null() panics: z`},
		{failure{kind: stuck, line: lineOf("x y"), call: "Make", detail: "Make(y) does not return"}, `after x: Make(y) does not return`},
		{failure{kind: unmade, line: lineOf("x y <"), has: 1 * u, want: 3 * u, isKey: true},
			`key after x, y taken back: got 0000000100000001, want 0000000300000003 as before; wrong by: "b"`},
		{failure{kind: unmade, line: lineOf("null <"), detail: "detail"},
			`at the start, null undone: detail`},
		{failure{kind: after, line: lineOf("x y"), before: 4 * u, has: 4 * u, want: 5 * u, isKey: true},
			`After(y) after x: returns 0000000400000004, but the key after the move is 0000000500000005; wrong by: "a" (not changed by the move, or changed twice?)`},
		{failure{kind: changes, call: "After(x)", has: 4 * u, want: 5 * u, isKey: true},
			`After(x) at the start changes the key from 0000000500000005 to 0000000400000004`},
		{failure{kind: route, line: lineOf("x"), other: lineOf("y z"), has: 4 * u, want: 6 * u, isKey: true, detail: `"P"`},
			`key after x: got 0000000400000004, and 0000000600000006 after y z, in the same position "P"; wrong by: "b"`},
		{failure{kind: collision, line: lineOf("x"), other: nil, has: 4 * u, want: 4 * u, isKey: true, detail: `"P" and "Q"`},
			`key after x: got 0000000400000004, the same as at the start, but the positions differ: "P" and "Q"`},
		{failure{kind: moves, line: lineOf("x"), detail: "Moves() is -1"}, `after x: Moves() is -1`},
		{failure{kind: panics, line: lineOf("x y"), call: "Make", detail: "Make(y) panics: z"}, `after x: Make(y) panics: z`},
		{failure{kind: panics, line: lineOf("x y"), call: "Key", detail: "Key() panics: z"}, `after x y: Key() panics: z`},
	} {
		assert.Equal(t, c.want, c.fail.message(keys))
	}
}

func TestClocks(t *testing.T) {
	for _, c := range []struct {
		a, b  string
		plies int
		want  bool
	}{
		{"8/8 w - - 0 1", "8/8 w - - 2 2", -2, true},
		{"8/8 w - - 0 1", "8/8 w - - 0 2", -1, true},
		{"8/8 w - - 2 2", "8/8 w - - 0 2", 0, true},
		{"8/8 w 12", "8/8 w 2", 10, true},
		{"8/8 w - - 0 1", "8/8 b - - 1 1", -1, false},
		{"8/8 w", "8/8 b", 1, false},
		{"1", "2", -1, false},
		{"8/8 w 1", "8/8 w", 0, false},
		{"000 2", "000 0", 12, false}, // tokens that cancel
		{"000 2 0", "000 0 0", 12, false},
	} {
		assert.Equal(t, c.want, clocks(c.a, c.b, c.plies), "%v", c)
	}
}

func lineTo(s *seen, at int32) string { return where(s.line(at)) }

func TestSeenPositions(t *testing.T) {
	t.Parallel()
	s := newSeen("")
	add := func(position string, key zobrist.Key, line []move) (kind, *met) {
		wrong, before, _ := s.visit(position, key, 0, line)
		return wrong, before
	}
	line := lineOf("a b c")
	for i := range line {
		line[i].line = uint64(i + 1)
	}
	for i := range mostSeen {
		wrong, _ := add(fmt.Sprint(i), zobrist.Key(i), line[:i%4])
		assert.Equal(t, none, wrong)
	}
	wrong, before := add("7", 8, nil)
	assert.Equal(t, route, wrong)
	assert.Equal(t, zobrist.Key(7), before.key)
	assert.Equal(t, "after a b c", lineTo(s, before.node))
	wrong, before = add("new", 8, nil)
	assert.Equal(t, collision, wrong)
	assert.Equal(t, "8", before.text)
	assert.Equal(t, "at the start", lineTo(s, before.node), "eight plies modulo four")
	wrong, _ = add("7", 7, line)
	assert.Equal(t, none, wrong)
	assert.Zero(t, s.again, "by the same line")
	add("7", 7, line[:2])
	assert.Equal(t, 1, s.again)

	wrong, _ = add("one too many", mostSeen, line) // now all are forgotten
	assert.Equal(t, none, wrong)
	assert.Len(t, s.met, 1)
	assert.Len(t, s.nodes, 4)
	_, before = add("again", mostSeen, nil)
	assert.Equal(t, "one too many", before.text)
	assert.Equal(t, "after a b c", lineTo(s, before.node))
	long := strings.Repeat("x", mostText)
	wrong, _ = add(long, 1, nil)
	assert.Equal(t, none, wrong)
	assert.Len(t, s.met, 1)
}

func TestDrawBytes(t *testing.T) {
	draw := drawBytes([]byte{5, 255, 1, 2, 3, 9, 9})
	assert.Equal(t, 5, draw(20))
	assert.Equal(t, 15, draw(20))
	assert.Equal(t, 1+2<<8+3<<16, draw(1<<20))
	assert.Equal(t, -1, draw(300), "needs three bytes, but two are left")
}
