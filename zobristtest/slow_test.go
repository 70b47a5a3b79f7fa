package zobristtest_test

import (
	"iter"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/zobristtest"
)

func init() {
	newGame := newOthello("Make", nil)
	games["slow new games"] = func() zobristtest.Game { time.Sleep(200 * time.Millisecond); return newGame() }
	games["slow moves"] = newStroll(strollBug{make: func(*stroll, strollState) { time.Sleep(50 * time.Millisecond) }})
	games["no keys listed"] = func() zobristtest.Game { return noKeys{newQuickOthello("")().(*quickOthello)} }
	configs["no keys listed"] = zobristtest.Config{Games: 1, Plies: 10}
}

// noKeys lists no key.
type noKeys struct{ *quickOthello }

func (noKeys) Keys() iter.Seq2[string, zobrist.Key] {
	return func(func(string, zobrist.Key) bool) {}
}

// TestTooLittleTime: the clock starts when the first games stand, so a slow newGame hides no bug.
// If there was time for a few moves only, Run fails.
func TestTooLittleTime(t *testing.T) {
	t.Parallel()
	for game, want := range map[string]string{
		"slow new games": `key after `,
		"slow moves":     `only \d+ moves? made in \d+ games?: too few to say that the keys are right`,
	} {
		out, err := runOn(t, game, nil, "-test.run=^TestRunOnGame$", "-test.short")
		require.Error(t, err, game)
		assert.Regexp(t, want, out)
	}
	out, err := runOn(t, "no keys listed", nil, "-test.run=^TestRunOnGame$/^keys$")
	require.Error(t, err)
	assert.Contains(t, out, "the method Keys lists no key")
}

// TestSeedsNearTheEnd: seeds begin again at the lowest, with the start and the kind of their game.
func TestSeedsNearTheEnd(t *testing.T) {
	t.Parallel()
	said, _, err := zobristtest.Config{Games: 8, Seed: 1<<64 - 2, Plies: 10, Starts: []string{"20", "36"}}.Play(newLadder(0))
	assert.NoError(t, err)
	assert.Contains(t, said, "in 8 games from seed 18446744073709551614")
	_, seed, err := zobristtest.Config{Games: 60, Seed: 1<<64 - 2, Plies: 30, Starts: []string{"20", "36"}}.Play(newLadder(40))
	require.Error(t, err)
	_, _, again := zobristtest.Config{Games: 1, Seed: seed, Plies: 30, Starts: []string{"20", "36"}}.Play(newLadder(40))
	assert.Equal(t, err, again, "seed %d", seed)
}
