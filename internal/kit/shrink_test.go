package kit

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

// TestSameKindOfFailure: a shorter line must show the same kind of mistake.
func TestSameKindOfFailure(t *testing.T) {
	is := func(k kind) *failure { return &failure{kind: k, isKey: true} }
	assert.True(t, is(recomputed).like(is(recomputed)))
	assert.False(t, is(recomputed).like(is(after)))
	assert.False(t, is(route).like(is(collision)))
	assert.False(t, is(unmade).like(&failure{kind: unmade}), "a key, and a position")
	a, b := &failure{kind: panics, call: "Make"}, &failure{kind: panics, call: "Unmake"}
	assert.True(t, a.like(a))
	assert.False(t, a.like(b))
	assert.True(t, (&failure{kind: moves, call: "Make"}).like(&failure{kind: moves, call: "Moves"}))

	short, long := &failure{line: lineOf("x y")}, &failure{line: lineOf("x y z")}
	assert.Less(t, short.cost(), long.cost())
	assert.Less(t, short.cost(), (&failure{line: lineOf("x null")}).cost(), "a move is better than a null move")
	assert.Less(t, short.cost(), (&failure{line: lineOf("x y <")}).cost())
	assert.Less(t, (&failure{line: lineOf("x y <")}).cost(), long.cost())
	assert.Equal(t, long.cost(), (&failure{line: lineOf("x"), other: lineOf("y z")}).cost(), "both lines count")
}

// TestNoNoteAfterTimeout: a replay that ran out of time must not add a note to the
// message. On a busy machine, messages had such notes.
func TestNoNoteAfterTimeout(t *testing.T) {
	none := func(string) *player { return nil }
	for _, how := range []manner{asking, plain} {
		for late, noted := range map[time.Time]bool{{}: true, time.Now().Add(-time.Second): false} {
			s := &shrinker{
				replayer: replayer{fresh: none, limits: limits{deadline: late}},
				best:     &failure{kind: recomputed, isKey: true, line: lineOf("a b")},
				how:      how,
			}
			s.explain()
			assert.Equal(t, noted, s.best.note != "")
		}
	}
	for within, note := range map[time.Duration]string{0: elsewhere, 1: ""} {
		assert.Equal(t, note, shrink(&failure{kind: recomputed, line: lineOf("a b")}, none, limits{plies: 400}, within).note)
	}
}

// TestFailuresThatKeysCanName: for other failures, the message does not ask for Keys.
func TestFailuresThatKeysCanName(t *testing.T) {
	for _, k := range []kind{recomputed, unmade, after, route} {
		assert.True(t, (&failure{kind: k, isKey: true}).named(), "%d", k)
		assert.False(t, (&failure{kind: k}).named(), "%d", k)
	}
	for _, k := range []kind{changes, collision} {
		assert.False(t, (&failure{kind: k, isKey: true}).named(), "%d", k)
	}
}

func TestWhereDescribesTheLine(t *testing.T) {
	for line, want := range map[string]string{
		"":              "at the start",
		"a b":           "after a b",
		"a <":           "at the start, a taken back",
		"null <":        "at the start, null undone",
		"a b c < <":     "after a, b and c taken back",
		"a b < c":       "after a, b taken back, c",
		"a b < c d <":   "after a, b taken back, c, d taken back",
		"a b c d < < <": "after a, b c d made and then all 3 taken back",
		"a b < c < <":   "after a, b taken back, a and c taken back",
		"a null < b":    "after a, null undone, b",
	} {
		assert.Equal(t, want, where("", lineOf(line)), line)
	}
	assert.Equal(t, `at "P"`, where("P", nil))
	assert.Equal(t, `at "P" after a b`, where("P", lineOf("a b")))
	assert.Equal(t, `at "P", a taken back`, where("P", lineOf("a <")))
}
