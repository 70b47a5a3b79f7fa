package zobristtest_test

import (
	"iter"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/zobristtest"
)

// An othelloGame is the Othello of this library. A player who cannot move passes, as
// the only move. A bug changes the key after a move.
type othelloGame struct {
	keys     *zobrist.Othello
	position zobrist.OthelloPosition
	key      zobrist.Key
	before   []othelloState
	bug      func(o *zobrist.Othello, key zobrist.Key, at zobrist.Square, flipped uint64) zobrist.Key
}

type othelloState struct {
	position zobrist.OthelloPosition
	key      zobrist.Key
}

const pass = zobrist.Square(64)

func newOthelloGame(line string, bug func(o *zobrist.Othello, key zobrist.Key, at zobrist.Square, flipped uint64) zobrist.Key) func() zobristtest.Game {
	position, err := zobrist.ParseOthello(line)
	if err != nil {
		panic(err)
	}
	keys := zobrist.NewOthello(2026)
	return func() zobristtest.Game {
		return &othelloGame{keys: keys, position: position, key: keys.Hash(position), bug: bug}
	}
}

const othelloStart = "---------------------------OX------XO--------------------------- X"

func othelloMoves(p zobrist.OthelloPosition) []zobrist.Square {
	var moves []zobrist.Square
	for s := range zobrist.Square(64) {
		if p.Flips(s) != 0 {
			moves = append(moves, s)
		}
	}
	return moves
}

func passed(p zobrist.OthelloPosition) zobrist.OthelloPosition {
	p.Pass()
	return p
}

func (g *othelloGame) moves() []zobrist.Square {
	moves := othelloMoves(g.position)
	if moves == nil && othelloMoves(passed(g.position)) != nil {
		moves = []zobrist.Square{pass}
	}
	return moves
}

func (g *othelloGame) Key() zobrist.Key       { return g.key }
func (g *othelloGame) Recompute() zobrist.Key { return g.keys.Hash(g.position) }
func (g *othelloGame) Moves() int             { return len(g.moves()) }
func (g *othelloGame) Position() string       { return g.position.String() }

func (g *othelloGame) MoveString(i int) string {
	if s := g.moves()[i]; s != pass {
		return s.String()
	}
	return "pass"
}

func (g *othelloGame) Keys() iter.Seq2[string, zobrist.Key] { return g.keys.Keys() }

func (g *othelloGame) After(i int) zobrist.Key {
	s := g.moves()[i]
	flipped := uint64(0)
	key := g.key ^ g.keys.Side()
	if s != pass {
		flipped = g.position.Flips(s)
		key = g.keys.After(g.key, g.position.ToMove, s, flipped)
	}
	if g.bug != nil {
		key = g.bug(g.keys, key, s, flipped)
	}
	return key
}

func (g *othelloGame) Make(i int) {
	key := g.After(i)
	g.before = append(g.before, othelloState{g.position, g.key})
	if s := g.moves()[i]; s != pass {
		g.position.Play(s)
	} else {
		g.position = passed(g.position)
	}
	g.key = key
}

func (g *othelloGame) Null() bool {
	g.before = append(g.before, othelloState{g.position, g.key})
	g.position = passed(g.position)
	g.key ^= g.keys.Side()
	return true
}

func (g *othelloGame) UndoNull() { g.Unmake() }

func (g *othelloGame) Unmake() {
	last := g.before[len(g.before)-1]
	g.before = g.before[:len(g.before)-1]
	g.position, g.key = last.position, last.key
}

func TestOthello(t *testing.T) {
	t.Parallel()
	newGame := newOthelloGame(othelloStart, nil)
	assert.NoError(t, zobristtest.CheckKeys(zobrist.NewOthello(2026).Keys()))
	assert.NoError(t, zobristtest.Walk(newGame(), 6))
	for seed := range uint64(20) {
		assert.NoError(t, zobristtest.Playout(newGame(), zobrist.NewSplitMix64(seed), 100))
	}
}

// An othelloMutant is Othello with a mistake.
type othelloMutant struct {
	name string
	bug  func(o *zobrist.Othello, key zobrist.Key, at zobrist.Square, flipped uint64) zobrist.Key
	want string
}

func othelloMutants() []othelloMutant {
	return []othelloMutant{
		{"flips forgotten", func(o *zobrist.Othello, key zobrist.Key, _ zobrist.Square, flipped uint64) zobrist.Key {
			return key ^ o.Flip(flipped)
		}, `^key after [c-f][3-6]: got `},
		{"flips forgotten, named", func(o *zobrist.Othello, key zobrist.Key, _ zobrist.Square, flipped uint64) zobrist.Key {
			return key ^ o.Flip(flipped)
		}, `wrong by: "[d-e][4-5] Black", "[d-e][4-5] White"`},
		{"the disc placed toggled twice", func(o *zobrist.Othello, key zobrist.Key, at zobrist.Square, flipped uint64) zobrist.Key {
			if at == pass {
				return key
			}
			return key ^ o.Discs().Key(at, zobrist.BlackDisc)
		}, `^key after ([c-f][3-6]): got .* wrong by: "[c-f][3-6] Black" \(`},
		{"side forgotten", func(o *zobrist.Othello, key zobrist.Key, at zobrist.Square, flipped uint64) zobrist.Key {
			return key ^ o.Side()
		}, `^key after [c-f][3-6]: .*wrong by: "side" \(side to move not switched, or switched twice\?\)`},
		{"side forgotten in a pass", func(o *zobrist.Othello, key zobrist.Key, at zobrist.Square, flipped uint64) zobrist.Key {
			if at == pass {
				return key ^ o.Side()
			}
			return key
		}, `pass: got .*wrong by: "side"`},
	}
}

func TestBrokenOthello(t *testing.T) {
	t.Parallel()
	for _, c := range othelloMutants() {
		var err error
		for seed := uint64(0); seed < 100 && err == nil; seed++ {
			err = zobristtest.Playout(newOthelloGame(othelloStart, c.bug)(), zobrist.NewSplitMix64(seed), 100)
		}
		require.Error(t, err, c.name)
		assert.Regexp(t, c.want, err.Error(), c.name)
	}
}
