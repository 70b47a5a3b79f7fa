package solve

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
	parsed *Position
}

func newPosition(t testing.TB, p chess.Position) position {
	parsed, err := Parse(p.FEN())
	require.NoError(t, err)
	return position{&p, parsed}
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
		all[i] = Sample{p.parsed, key(p.Position)}
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
				planted(t, Find(all, 1), all, wrong, how != "random" && how != "zero")
			})
		}
	}
}

// planted compares a scheme with the one planted. If wrong keys are alike, two may agree on
// a number that is in few positions.
func planted(t *testing.T, s *Scheme, all []Sample, wrong map[int]bool, alike bool) {
	t.Helper()
	assert.True(t, s.XOR())
	count := make(map[string]int)
	seen := make(map[string]bool)
	for i, sample := range all {
		if wrong[i] || seen[sample.Position.Text] {
			continue
		}
		seen[sample.Position.Text] = true
		for _, f := range Features(sample.Position) {
			count[f]++
		}
	}
	inFew := func(f string) bool { return count[f] <= 6 } // right keys
	rare := func(i int) bool { return slices.ContainsFunc(Features(all[i].Position), inFew) }
	found := make(map[Sample]bool)
	for _, sample := range s.Outside {
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

// TestNumbers compares the recovered numbers with the true ones.
func TestNumbers(t *testing.T) {
	keys := zobrist.NewChess(5)
	positions := games(t, 2, 4000)
	s := Find(samples(positions, func(p *chess.Position) zobrist.Key { return p.Hash(keys) }), 1)
	right := maps.Collect(keys.Keys())
	determined, kings := 0, 0
	base := make(map[uint64]zobrist.Key)
	for _, n := range s.Numbers {
		switch {
		case n.Name == Constant, idle(n.Name):
		case n.Free == 0:
			determined++
			require.Equal(t, right[n.Name], n.Key, n.Name)
		default:
			kings++
			require.Contains(t, "Kk", n.Name[3:])
			shift := n.Key ^ right[n.Name]
			if b, ok := base[n.Free]; ok {
				require.Equal(t, b, shift, n.Name)
			}
			base[n.Free] = shift
		}
	}
	assert.Greater(t, determined, 500)
	assert.Greater(t, kings, 60)
	assert.Len(t, base, 2, "one constant for each king")

	// Wrong features can be named, even for a king's move.
	wrong := right["e4 P"] ^ right["e1 K"] ^ right["g1 K"]
	finder := keycheck.NewFinder(s.Known().Named())
	assert.ElementsMatch(t, []string{"e4 P", "e1 K", "g1 K"}, finder.Explain(wrong, 3))
	assert.Nil(t, finder.Explain(right["e1 K"], 3), "one king alone is not determined")

	// A key of the pawns has no king.
	pawns := keys.Table().Only(zobrist.WhitePawn, zobrist.BlackPawn)
	s = Find(samples(positions, func(p *chess.Position) zobrist.Key {
		return pawns.Hash(p.Board[:])
	}), 1)
	for _, n := range Determined(s.Numbers) {
		ofSquare := n.Name[0] <= 'h' && len(n.Name) == len("e4 P")
		ofPawn := ofSquare && strings.ContainsAny(n.Name[3:], "Pp")
		require.Equal(t, ofPawn, n.Key != 0, n.Name)
	}
}

// TestNoXOR has keys that are not the XOR of numbers: noise, and numbers that are added.
func TestNoXOR(t *testing.T) {
	positions := games(t, 3, 1500)
	noise := zobrist.NewSplitMix64(1)
	s := Find(samples(positions, func(*chess.Position) zobrist.Key { return noise.Key() }), 1)
	assert.False(t, s.XOR())
	s = Find(samples(positions, func(p *chess.Position) (sum zobrist.Key) {
		for square, piece := range p.Board {
			sum += numbers.Table().Key(zobrist.Square(square), piece)
		}
		return sum
	}), 1)
	assert.False(t, s.XOR())
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
			s := Find(samples(positions[n:2*n], engine.key), 1)
			for _, p := range keycheck.Analyse(s.Judged()).Problems() {
				assert.Fail(t, p.What, "%s, %d positions", engine.name, n)
			}
		}
	}
}

// TestMaterial requires that a key of the material has a number for each count of a piece, and none
// for a square.
func TestMaterial(t *testing.T) {
	s := Find(samples(games(t, 5, 3000), func(p *chess.Position) (k zobrist.Key) {
		var count [13]uint64
		for _, man := range p.Board {
			count[man]++
			if man != zobrist.NoPiece {
				k ^= zobrist.Key(others.At(16*uint64(man) + count[man]))
			}
		}
		return k
	}), 1)
	assert.Empty(t, s.Outside)
	assert.Greater(t, len(s.Judged()), 30)
	assert.False(t, slices.ContainsFunc(s.Numbers, func(n Number) bool {
		return keycheck.KindOf(n.Name) == "piece"
	}))
}

func TestParse(t *testing.T) {
	for _, c := range []struct {
		fen  string
		want string
	}{
		{"4k3/8/8/8/8/8/8/4K2R w K - 0 1", "constant|e8 k|e1 K|h1 R|castling K"},
		{
			"4k3/8/8/8/8/8/8/4K2R b K - 3+2 5 1",
			"constant|e8 k|e1 K|h1 R|side|castling K|white checks 3|black checks 2",
		},
		{
			"4k3/8/8/8/8/8/8/4K2R w K - 5 1 +0+2",
			"constant|e8 k|e1 K|h1 R|castling K|white checks 0|black checks 2",
		},
		{
			"4k2Q~/8/8/8/8/8/8/4K3[PPn] b - - 0 1",
			"constant|e8 k|h8 Q~|e1 K|side|P in hand 2|n in hand 1",
		},
		{
			"lnsgkgsnl/1r5+b1/9/9/9/9/9/9/9[2Pb] w - - 0 1",
			"constant|a9 l|b9 n|c9 s|d9 g|e9 k|f9 g|g9 s|h9 n|i9 l|b8 r|h8 +b|" +
				"P in hand 2|b in hand 1|" +
				"number for 2 g|number for 2 s|number for 2 n|number for 2 l",
		},
		{"10/4k5/10 w", "constant|e2 k"},
		{"9/9/9/9/9/9/9/9/9/4K4 r - - 0 1", "constant|e1 K"}, // xiangqi: red moves first
		{"9/9/9/9/9/9/9/9/9/4K4 b - - 0 1", "constant|e1 K|side"},
		{"4k3/8/8/8/4Pp2/8/8/4K3 b - e3 0 1", "constant|e8 k|e4 P|f4 p|e1 K|side|en passant e"},
	} {
		p, err := Parse(c.fen)
		require.NoError(t, err, c.fen)
		names := slices.DeleteFunc(Features(p), func(name string) bool {
			return strings.HasPrefix(name, "number for 1 ") ||
				strings.HasPrefix(name, "number for the")
		})
		assert.Equal(t, c.want, strings.Join(names, "|"), c.fen)
	}
	for _, fen := range []string{
		"", "x", "8", "8/8/8/8/8/8/8/9 w", "8/8/8/8/8/8/8/8 x", "8/8/8/8/8/8/8/4?3 w", "8/8[?] w",
		"99999999999/8 w", strings.Repeat("8/", 1<<20),
	} {
		_, err := Parse(fen)
		assert.Error(t, err, fen)
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range starts {
		f.Add(s)
	}
	f.Add("4k2Q~/8/8/8/8/8/8/+K3[2Pb] b - - 3+2 0 1")
	f.Fuzz(func(t *testing.T, s string) {
		p, err := Parse(s)
		if err != nil {
			return
		}
		names := Features(p)
		slices.Sort(names)
		if len(slices.Compact(names[:len(p.Board)])) != len(p.Board) {
			t.Error("two men on a square")
		}
	})
}
