package uci

import (
	"context"
	"os/exec"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// engine finds an engine of Debian's packages, or skips the test.
func engine(t testing.TB, name string) string {
	path, err := exec.LookPath(name)
	if err != nil {
		path, err = exec.LookPath("/usr/games/" + name)
	}
	if err != nil {
		t.Skipf("%s is not installed", name)
	}
	return path
}

func start(t testing.TB, name string, set ...string) *Session {
	s, err := Open(context.Background(), Options{Program: engine(t, name), Set: set, Limit: time.Minute})
	require.NoError(t, err)
	t.Cleanup(s.Close)
	return s
}

const castled = "r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 5 4"

func TestEngines(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		engine  string
		perft   bool
		decimal bool
	}{{"stockfish", true, false}, {"fairy-stockfish", true, false}, {"glaurung", false, true}} {
		t.Run(c.engine, func(t *testing.T) {
			t.Parallel()
			s := start(t, c.engine)
			assert.Equal(t, c.perft, s.lists)
			assert.Equal(t, c.decimal, !s.read.hex)
			assert.False(t, s.late)
			line := Query{Moves: []string{"e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "f8c5", "e1g1"}}
			answers, err := s.Ask([]Query{line, {FEN: castled}, {}, line})
			require.NoError(t, err)
			assert.Equal(t, answers[0].Key, answers[1].Key)
			assert.Equal(t, answers[0], answers[3])
			assert.NotEqual(t, answers[0].Key, answers[2].Key)
			assert.Equal(t, castled[:50], answers[0].FEN[:50])
			after, err := s.Do(line, search)
			require.NoError(t, err)
			assert.Equal(t, answers[0].Key, after.Key)
			if c.perft {
				_, moves, err := s.List(Query{})
				require.NoError(t, err)
				assert.Len(t, moves, 20)
				after, err = s.Do(line, "go perft 3")
				require.NoError(t, err)
				assert.Equal(t, answers[0].Key, after.Key)
			}
		})
	}
}

func TestNearest(t *testing.T) {
	names := []string{"Debug Log File", "Threads", "Hash", "Clear Hash", "Ponder", "UCI_Chess960", "UCI_Variant", "Use NNUE"}
	assert.Equal(t, []string{"UCI_Variant", "UCI_Chess960"}, nearest("uci_varient", names, 2))
	assert.Equal(t, []string{"Hash", "Clear Hash"}, nearest("hash", names, 2))
	assert.Equal(t, []string{"Ponder"}, nearest("Pondr", names, 1))
	assert.Equal(t, []string{"Hash"}, nearest("x", names[2:3], 3))
}
