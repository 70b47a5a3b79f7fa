package tester

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/keycheck"
	"github.com/zobrist-go/zobrist/internal/report"
)

// TestReplaces requires two pieces on one cell. Of a name with two numbers the cell is not known,
// so that a man who slides from one cell to another is not said to replace another.
func TestReplaces(t *testing.T) {
	assert.True(t, replaces([]string{"d5 p", "e4 P", "d5 P", "side"}))
	assert.False(t, replaces([]string{"e2 P", "e4 P", "side"}))
	assert.False(t, replaces([]string{"cell 12 is 1", "cell 8 is 1", "side"}))
}

// numbered returns features with numbers, one for each of some cells.
func numbered(cells int) *featureNumbers {
	src := zobrist.NewSplitMix64(3)
	var all []keycheck.Named
	for i := range cells {
		all = append(all, keycheck.Named{Name: fmt.Sprint("cell ", i, " is 1"), Key: src.Key()})
	}
	numbers := newFeatureNumbers()
	numbers.add(all)
	return numbers
}

// TestExplainsTheLast: one number explains a difference also after as many differences as are
// searched among all sets.
func TestExplainsTheLast(t *testing.T) {
	numbers := numbered(100)
	src := zobrist.NewSplitMix64(4)
	for range mostExplained {
		_, ok := numbers.explainMove(src.Key(), "")
		require.False(t, ok)
	}
	features, ok := numbers.explainMove(numbers.all[50].Key, "")
	require.True(t, ok)
	assert.Equal(t, []string{"cell 50 is 1"}, features)
}

// TestSince: what random games find broken, and no line shows alone, is not said to be what the
// walk found broken.
func TestSince(t *testing.T) {
	walked := &Break{Law: "undo", alone: true}
	f := &facts{items: []*Break{walked}}
	before := f.broken()
	left := f.onlyProven([]*Break{{Law: "clone", item: report.Item{Count: 3}}})
	assert.Empty(t, left)
	assert.Empty(t, f.since(before))
	require.Len(t, f.late, 1)
	assert.Equal(t, "clone (3 times)", lawsOf(f.late))
}

// TestWalkIsNotComplete: where a law is broken, a walk does not look at what follows, and says so.
func TestWalkIsNotComplete(t *testing.T) {
	spoilt := newToy(func(g *toy, call string) {
		if call == "UndoNull" {
			g.wrong ^= 1
		}
	})
	found, errs := spoilt.Walk()
	require.NotEmpty(t, errs)
	assert.False(t, found.Complete)
	assert.Contains(t, found.Walked(), "except where a law was broken")
	sound, errs := newToy(nil).Walk()
	require.Empty(t, errs)
	assert.NotContains(t, sound.Walked(), "except")
}

// TestClonesFollow: two keys of one position are one bug, although a clone has them, too.
func TestClonesFollow(t *testing.T) {
	kinds := []string{"hand"}
	routes := &group{law: "routes", kinds: kinds, first: &Break{Law: "routes"}}
	ofClone := &group{law: "clone", kinds: kinds, first: &Break{Law: "routes"}, best: &Break{}}
	assert.True(t, ofClone.isFoldedInto(routes))
	ofClone.kinds = []string{"side"}
	assert.False(t, ofClone.isFoldedInto(routes))
}

// TestLogLeadsElsewhere: a line is not compared with calls that make other moves. In a game like
// Kalah a bug of Unmake may leave other moves legal, so that the first move of the list is another
// one than in a new game.
func TestLogLeadsElsewhere(t *testing.T) {
	shows := func(spoil func(g *toy)) bool {
		s := newToy(func(g *toy, call string) {
			if call == "Unmake" {
				spoil(g)
			}
		})
		first := Step{Call: Make}
		claim := Claim{
			Base:  Script{{Call: New}, first, {Call: Unmake}, first},
			Got:   Script{{Call: Key}},
			Other: Script{{Call: New}, first, {Call: Key}},
		}
		of := &Break{Law: "replay", Claim: claim.clone(), A: Value{Key: 1}, B: Value{Key: 2}}
		p := &prover{subject: s.subject(), of: of}
		return p.shows(&Break{Law: "replay", Claim: claim})
	}
	assert.True(t, shows(func(g *toy) { g.wrong ^= 1 }))
	assert.False(t, shows(func(g *toy) { g.order++ }), "other moves")
	assert.False(t, shows(func(*toy) {}))
}

// TestKeepsClone: a shorter proof keeps the call that makes the clone which it compares, although
// the log before has another clone that is as wrong.
func TestKeepsClone(t *testing.T) {
	s := newToy(func(g *toy, call string) {
		if call == "Clone" {
			g.wrong ^= 1
		}
	})
	move := Step{Call: Make}
	claim := Claim{
		Base: Script{{Call: New}, {Call: Clone}},
		Got:  Script{move, {Call: Clone}, {On: 1, Call: Key}},
		Want: Script{move, {Call: Key}},
	}
	of := &Break{Law: "clone", Claim: claim.clone(), A: Value{Key: 1}, B: Value{Key: 2}}
	p := &prover{subject: s.subject(), of: of, logs: true, most: ShrinkCalls}
	require.True(t, p.keepAny(claim))
	const got, theClone = 1, 1 // the part, and the step of it
	assert.False(t, p.without(got, theClone, 1))
	assert.True(t, p.best.Got.has(Clone))
}

// TestClonesAs: calls on a clone are shown with the call that makes this clone. The log may have
// clones of other places, which would be compared in its stead.
func TestClonesAs(t *testing.T) {
	x := Step{Call: Make, Text: "x"}
	clone := Step{Call: Clone}
	key := Step{On: 1, Call: Key}
	log := Script{{Call: New}, clone, x, {Call: Unmake}}
	whole := Claim{Base: log, Got: Script{x, clone, key}}
	assert.True(t, whole.clonesAs(&whole))
	read := Claim{Base: log, Got: Script{{On: 1, Call: Moves}, x, clone, key}}
	assert.True(t, whole.clonesAs(&read), "what only reads may go")
	assert.False(t, (&Claim{Base: log, Got: Script{x, key}}).clonesAs(&whole))
	assert.False(t, (&Claim{Base: log, Got: Script{clone, key}}).clonesAs(&whole))
	onlyEnd := Claim{Base: log, Got: Script{key}}
	assert.True(t, onlyEnd.clonesAs(&onlyEnd))
	assert.False(t, (&Claim{Base: log[2:], Got: Script{key}}).clonesAs(&onlyEnd))
	ofGame := Claim{Base: log, Got: Script{x, {Call: Key}}}
	assert.True(t, (&Claim{Got: ofGame.Got}).clonesAs(&ofGame), "no clone is asked")
}
