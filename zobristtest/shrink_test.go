package zobristtest

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestLike: a shorter line must show the same kind of mistake.
func TestLike(t *testing.T) {
	is := func(k kind) *failure { return &failure{kind: k, isKey: true} }
	assert.True(t, is(recomputed).like(is(recomputed)))
	assert.False(t, is(recomputed).like(is(after)))
	assert.False(t, is(route).like(is(collision)))
	assert.False(t, is(unmade).like(&failure{kind: unmade}), "a key, and a position")
	a, b := &failure{kind: panics, call: "Make"}, &failure{kind: panics, call: "Unmake"}
	assert.True(t, a.like(a))
	assert.False(t, a.like(b))
	assert.True(t, (&failure{kind: moves, call: "Make"}).like(&failure{kind: moves, call: "Moves"}))

	s := &shrinker{best: &failure{kind: recomputed, isKey: true, line: lineOf("a b c")}}
	assert.False(t, s.keep(nil))
	assert.False(t, s.keep(&failure{kind: after, isKey: true, line: lineOf("a")}), "another kind")
	assert.False(t, s.keep(&failure{kind: recomputed, isKey: true, line: lineOf("x y z")}), "no shorter")
	assert.True(t, s.keep(&failure{kind: recomputed, isKey: true, line: lineOf("x y")}))
	assert.Equal(t, "after x y", where(s.best.line))
	s.best = &failure{kind: route, isKey: true, line: lineOf("a"), other: lineOf("b c d")}
	assert.False(t, s.keep(&failure{kind: route, isKey: true, line: lineOf("a b"), other: lineOf("c d")}), "both lines count")
}

// TestNamed: where keys would not tell more, they are not asked for.
func TestNamed(t *testing.T) {
	for _, k := range []kind{recomputed, unmade, after, route} {
		assert.True(t, (&failure{kind: k, isKey: true}).named(), "%d", k)
		assert.False(t, (&failure{kind: k}).named(), "%d", k)
	}
	for _, k := range []kind{afterChanges, collision} {
		assert.False(t, (&failure{kind: k, isKey: true}).named(), "%d", k)
	}
}

func TestCutNull(t *testing.T) {
	null := move{index: -1, name: "null"}
	for _, c := range []struct {
		line    []move
		between string
		plain   string
		reply   string
	}{
		{lineOf("a b"), "", "after a b", ""},
		{nil, "", "at the start", ""},
		{[]move{null}, "", "at the start", ""},
		{[]move{null}, "b", "at the start", "b"},
		{append(lineOf("a"), null), "b", "after a", "b"},
		{append([]move{null}, lineOf("b")...), "", "at the start", "b"},
		{append(append(lineOf("a"), null), lineOf("b")...), "", "after a", "b"},
		{lineOf("a b"), "c", "after a b", ""},
	} {
		plain, reply := cutNull(&failure{line: c.line, between: c.between})
		assert.Equal(t, c.plain, where(plain))
		assert.Equal(t, c.reply, reply)
	}
}
