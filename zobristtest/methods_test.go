package zobristtest_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/zobristtest"
)

// Games with methods that differ a little from the optional methods.
type (
	wrongAfter    struct{ zobristtest.Game }
	noUndo        struct{ zobristtest.Game }
	misspelt      struct{ zobristtest.Game }
	byPointer     struct{ zobristtest.Game }
	wrongKeys     struct{ zobristtest.Game }
	wrongPosition struct{ zobristtest.Game }
	another       struct{ zobristtest.Game }
	allOfThem     struct{ *stroll }
)

func (wrongAfter) After(i int) uint64                      { return 0 }
func (noUndo) Null() bool                                  { return true }
func (misspelt) Movestring(i int) string                   { return "" }
func (b *byPointer) Position() string                      { return b.Game.(zobristtest.Positioner).Position() }
func (wrongKeys) Keys() map[string]zobrist.Key             { return nil }
func (wrongPosition) Position() (string, error)            { return "", nil }
func (another) Keys() func(func(string, zobrist.Key) bool) { return nil }
func (another) String() string                             { return "" }

func TestWrongSignatures(t *testing.T) {
	t.Parallel()
	g := newStroll(strollBug{})
	for _, c := range []struct {
		game zobristtest.Game
		want string
	}{
		{wrongAfter{g()}, "zobristtest: zobristtest_test.wrongAfter has a method After(int) uint64, want After(int) zobrist.Key: see zobristtest.Afterer"},
		{&wrongAfter{g()}, "zobristtest: *zobristtest_test.wrongAfter has a method After(int) uint64, want After(int) zobrist.Key: see zobristtest.Afterer"},
		{noUndo{g()}, "zobristtest: zobristtest_test.noUndo has the method Null but no UndoNull: see zobristtest.Nuller"},
		{misspelt{g()}, "zobristtest: zobristtest_test.misspelt has a method Movestring, want MoveString: see zobristtest.MoveStringer"},
		{byPointer{g()}, "zobristtest: zobristtest_test.byPointer has the method Position only on its pointer type, but newGame returns no pointer: see zobristtest.Positioner"},
		{wrongKeys{g()}, "zobristtest: zobristtest_test.wrongKeys has a method Keys() map[string]zobrist.Key, want Keys() iter.Seq2[string, zobrist.Key]: see zobristtest.Keyer"},
		{wrongPosition{g()}, "zobristtest: zobristtest_test.wrongPosition has a method Position() (string, error), want Position() string: see zobristtest.Positioner"},
		{&byPointer{g()}, ""},
		{bare{g()}, ""},
		{allOfThem{g().(*stroll)}, ""},
	} {
		if c.want == "" {
			assert.NoError(t, zobristtest.Walk(c.game, 1), "%T", c.game)
			assert.NoError(t, zobristtest.Playout(c.game, zobrist.NewSplitMix64(1), 1), "%T", c.game)
			continue
		}
		assert.EqualError(t, zobristtest.Walk(c.game, 1), c.want)
		assert.EqualError(t, zobristtest.Playout(c.game, zobrist.NewSplitMix64(1), 1), c.want)
	}
	// A function type in place of iter.Seq2 is a different signature.
	assert.ErrorContains(t, zobristtest.Walk(another{g()}, 1), "has a method Keys() func(func(string, zobrist.Key) bool), want Keys() iter.Seq2[")
}

// Users can assert which methods a game has.
var (
	_ zobristtest.Positioner   = (*stroll)(nil)
	_ zobristtest.Afterer      = (*stroll)(nil)
	_ zobristtest.Nuller       = (*stroll)(nil)
	_ zobristtest.Keyer        = (*stroll)(nil)
	_ zobristtest.MoveStringer = (*stroll)(nil)
)
