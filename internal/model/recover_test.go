package model

import (
	"flag"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/chess"
	"github.com/zobrist-go/zobrist/internal/keycheck"
	"github.com/zobrist-go/zobrist/internal/movegen"
	"github.com/zobrist-go/zobrist/internal/sample"
	"github.com/zobrist-go/zobrist/internal/state"
)

var starts = []string{
	"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
	"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
	"4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1",
	// Pinned: the only capture on d6 or e3 is illegal.
	"8/8/8/K2pP2r/8/8/8/7k w - d6 0 1",
	"7K/8/8/8/k2Pp2R/8/8/8 b - d3 0 1",
}

// A position is one in two forms.
type position struct {
	*chess.Position
	state *state.State
}

func newPosition(t testing.TB, p chess.Position) position {
	s, err := state.Parse(p.FEN())
	require.NoError(t, err)
	return position{&p, s}
}

// games plays random games and returns the positions.
func games(t testing.TB, seed uint64, n int) (all []position) {
	rng := rand.New(zobrist.NewSplitMix64(seed))
	for len(all) < n {
		for _, fen := range starts {
			p := sample.Must(chess.ParseFEN(fen))
			for range 60 {
				all = append(all, newPosition(t, p))
				legal := movegen.Legal(&p)
				if len(legal) == 0 {
					break
				}
				p.Play(legal[rng.IntN(len(legal))])
			}
		}
	}
	return all
}

func samples(positions []position, key func(p *chess.Position) zobrist.Key) []Sample {
	all := make([]Sample, len(positions))
	for i, p := range positions {
		all[i] = Sample{State: p.state, Key: key(p.Position)}
	}
	return all
}

var numbers, others = zobrist.NewChess(5), zobrist.NewSplitMix64(9)

func hashBy(rule zobrist.EnPassantRule) func(*chess.Position) zobrist.Key {
	keys := numbers.WithEnPassant(rule)
	return func(p *chess.Position) zobrist.Key { return p.Hash(keys) }
}

// bare returns a position's key without castling and en passant.
func bare(p *chess.Position) zobrist.Key {
	q := *p
	q.Castling, q.EnPassant = 0, 0
	return q.Hash(numbers)
}

// engines are the keys of engines.
var engines = []struct {
	name string
	key  func(*chess.Position) zobrist.Key
}{
	{"pseudo-legal", func(p *chess.Position) zobrist.Key { return p.Hash(numbers) }},
	{"legal", hashBy(zobrist.EnPassantLegal)},
	{"always", hashBy(zobrist.EnPassantAlways)},
	{"castling sets, 32 bits", func(p *chess.Position) zobrist.Key {
		castling := zobrist.Key(others.At(uint64(p.Castling)))
		return (bare(p) ^ p.EnPassantKey(numbers) ^ castling) & math.MaxUint32
	}},
	{"en passant by square", func(p *chess.Position) zobrist.Key {
		k := bare(p) ^ numbers.Castling(p.Castling)
		if p.EnPassant != 0 {
			k ^= zobrist.Key(others.At(100 + uint64(p.EnPassant)))
		}
		return k
	}},
	{"no castling", func(p *chess.Position) zobrist.Key {
		return bare(p) ^ p.EnPassantKey(numbers)
	}},
	{"a file without a number", func(p *chess.Position) zobrist.Key {
		if p.EnPassant&7 == 4 {
			return bare(p) ^ numbers.Castling(p.Castling)
		}
		return p.Hash(numbers)
	}},
	{"pieces only, plus a constant", func(p *chess.Position) zobrist.Key {
		return bare(p) ^ 0xdeadbeef
	}},
}

// spoils are ways to make a key wrong.
var spoils = map[string]func(right, before zobrist.Key, random uint64) zobrist.Key{
	"random": func(right, _ zobrist.Key, random uint64) zobrist.Key {
		return right ^ zobrist.Key(random*random)&math.MaxUint32
	},
	"zero":     func(_, _ zobrist.Key, _ uint64) zobrist.Key { return 0 },
	"plus one": func(right, _ zobrist.Key, _ uint64) zobrist.Key { return right + 1 },
	"constant": func(right, _ zobrist.Key, _ uint64) zobrist.Key { return right ^ 0x123456789 },
	"stale":    func(_, before zobrist.Key, _ uint64) zobrist.Key { return before },
}

var _ = flag.Bool("long", false, "all rates of wrong keys")

// TestMain collects garbage less often: the tests make much, for a fifth of their time.
func TestMain(m *testing.M) {
	debug.SetGCPercent(800)
	os.Exit(m.Run())
}

// TestWrongKeys has wrong keys in no position to one of five. Each is found, and no other,
// if its numbers occur in other positions.
func TestWrongKeys(t *testing.T) {
	positions := games(t, 1, 5000)
	places := zobrist.NewChess(6)
	ways := []string{"random", "zero", "plus one", "stale", "constant"}
	for e, engine := range engines {
		for r, rate := range []float64{0, 1e-4, 1e-3, 0.01, 0.03, 0.1, 0.2} {
			how := ways[(e+r+4)%len(ways)]
			if rate >= 0.1 && how == "constant" {
				how = "random" // too many keys are wrong by the same
			}
			t.Run(fmt.Sprint(how, "/", rate, "/", engine.name), func(t *testing.T) {
				sample.Skip(t, 20)
				base := samples(positions, engine.key)
				all := slices.Clone(base)
				wrong := make(map[int]bool)
				for i, s := range base {
					place := uint64(positions[i].Position.Hash(places))
					random := zobrist.NewSplitMix64(place).Uint64()
					if float64(random) >= rate*(1<<64) && (i != 0 || rate == 0) {
						continue
					}
					all[i].Key = spoils[how](s.Key, base[max(i-1, 0)].Key, random)
					wrong[i] = all[i].Key != s.Key
				}
				planted(t, Fit(all, 1), all, wrong, how != "random" && how != "zero")
			})
		}
	}
}

// planted compares a model with the one planted. If wrong keys are alike, two may agree on
// a number that is in few positions.
func planted(t *testing.T, m *Model, all []Sample, wrong map[int]bool, alike bool) {
	t.Helper()
	assert.True(t, m.Holds())
	count := make(map[state.Feature]int)
	seen := make(map[string]bool)
	for i, sample := range all {
		if wrong[i] || seen[sample.State.FEN] {
			continue
		}
		seen[sample.State.FEN] = true
		for _, f := range sample.State.Features() {
			count[f]++
		}
	}
	inFew := func(f state.Feature) bool { return count[f] <= 6 } // right keys
	rare := func(i int) bool { return slices.ContainsFunc(all[i].State.Features(), inFew) }
	found := make(map[Sample]bool)
	for _, sample := range m.Outside() {
		found[sample] = true
	}
	var misjudged []int
	for i, sample := range all {
		if found[sample] != wrong[i] && !rare(i) {
			misjudged = append(misjudged, i)
		}
	}
	if alike {
		assert.LessOrEqual(t, len(misjudged), 10)
	} else {
		assert.Empty(t, misjudged)
	}
}

// TestRecovered compares the recovered numbers with the true ones.
func TestRecovered(t *testing.T) {
	keys := zobrist.NewChess(5)
	positions := games(t, 2, 4000)
	m := Fit(samples(positions, func(p *chess.Position) zobrist.Key { return p.Hash(keys) }), 1)
	right := maps.Collect(keys.Keys())
	determined, kings := 0, 0
	base := make(map[uint64]zobrist.Key)
	for _, n := range m.Numbers() {
		name := n.Feature.String()
		switch {
		case n.Feature.Kind == state.Constant, n.Feature.Idle():
		case n.Free == 0:
			determined++
			require.Equal(t, right[name], n.Key, name)
		default:
			kings++
			require.Contains(t, "Kk", n.Feature.Piece)
			shift := n.Key ^ right[name]
			if b, ok := base[n.Free]; ok {
				require.Equal(t, b, shift, name)
			}
			base[n.Free] = shift
		}
	}
	assert.Greater(t, determined, 500)
	assert.Greater(t, kings, 60)
	assert.Len(t, base, 2, "one constant for each king")

	// Wrong features can be named, even for a king's move.
	man := func(square, piece string) state.Feature {
		return state.Feature{Kind: state.Piece, Square: square, Piece: piece}
	}
	wrong := right["e4 P"] ^ right["e1 K"] ^ right["g1 K"]
	features, ok := m.Explain(wrong)
	assert.True(t, ok)
	want := []state.Feature{man("e4", "P"), man("e1", "K"), man("g1", "K")}
	assert.ElementsMatch(t, want, features)
	_, ok = m.Explain(right["e1 K"])
	assert.False(t, ok, "one king alone is not determined")

	// A key of the pawns has no king.
	pawns := keys.Table().Only(zobrist.WhitePawn, zobrist.BlackPawn)
	m = Fit(samples(positions, func(p *chess.Position) zobrist.Key {
		return pawns.Hash(p.Board[:])
	}), 1)
	for _, n := range m.Determined() {
		ofPawn := n.Feature.Kind == state.Piece && strings.ContainsAny(n.Feature.Piece, "Pp")
		require.Equal(t, ofPawn, n.Key != 0, n.Feature)
	}
}

// TestNoise has keys that are not the XOR of numbers: noise, and numbers that are added.
func TestNoise(t *testing.T) {
	positions := games(t, 3, 1500)
	noise := zobrist.NewSplitMix64(1)
	m := Fit(samples(positions, func(*chess.Position) zobrist.Key { return noise.Key() }), 1)
	assert.False(t, m.Holds())
	m = Fit(samples(positions, func(p *chess.Position) (sum zobrist.Key) {
		for square, piece := range p.Board {
			sum += numbers.Table().Key(zobrist.Square(square), piece)
		}
		return sum
	}), 1)
	assert.False(t, m.Holds())
}

// TestFewSamples has as few positions as a slow engine answers: a model without evidence must not
// make numbers look weak.
func TestFewSamples(t *testing.T) {
	positions := games(t, 5, 6000)
	rand.New(zobrist.NewSplitMix64(5)).Shuffle(len(positions), func(i, j int) {
		positions[i], positions[j] = positions[j], positions[i]
	})
	for n := 100; n < 1000; n += 40 {
		for _, engine := range engines[:2] {
			m := Fit(samples(positions[n:2*n], engine.key), 1)
			for _, p := range keycheck.Analyse(Named(m.Judged())).Problems() {
				assert.Fail(t, p.What, "%s, %d positions", engine.name, n)
			}
		}
	}
}

// TestMaterial requires that a key of the material has a number for each count of a piece, and none
// for a square.
func TestMaterial(t *testing.T) {
	m := Fit(samples(games(t, 5, 3000), func(p *chess.Position) (k zobrist.Key) {
		var count [13]uint64
		for _, man := range p.Board {
			count[man]++
			if man != zobrist.NoPiece {
				k ^= zobrist.Key(others.At(16*uint64(man) + count[man]))
			}
		}
		return k
	}), 1)
	assert.Empty(t, m.Outside())
	assert.Greater(t, len(m.Judged()), 30)
	assert.False(t, slices.ContainsFunc(m.Numbers(), func(n Number) bool {
		return n.Feature.Kind == state.Piece
	}))
}
