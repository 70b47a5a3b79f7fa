package book

import (
	"bytes"
	"encoding/hex"
	"errors"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/chess"
)

func move(uci string) chess.Move {
	m, err := chess.ParseMove(uci)
	if err != nil {
		panic(err)
	}
	return m
}

func write(t testing.TB, all ...Entry) []byte {
	var out bytes.Buffer
	require.NoError(t, Write(&out, slices.Values(all)))
	return out.Bytes()
}

// The expected bytes were written by hand from the format's description.
func TestWriteGolden(t *testing.T) {
	file := write(t,
		Entry{0xffffffffffffffff, move("a7a8q"), 1, 0},
		Entry{0x463b96181691fc9c, move("d2d4"), 7, 0},
		Entry{0x463b96181691fc9c, move("e2e4"), 258, 0x01020304},
		Entry{0x463b96181691fc9c, move("e1h1"), 0, 0},
		Entry{0, chess.Move{}, 3, 0},
	)
	assert.Equal(t, strings.Join([]string{
		"0000000000000000 0000 0003 00000000",
		"463b96181691fc9c 031c 0102 01020304",
		"463b96181691fc9c 02db 0007 00000000",
		"463b96181691fc9c 0107 0000 00000000",
		"ffffffffffffffff 4c38 0001 00000000",
		"",
	}, "\n"), dump(file))
}

// dump writes entries as lines of their fields.
func dump(file []byte) string {
	var b strings.Builder
	for ; len(file) > 0; file = file[16:] {
		for i, field := range [][]byte{file[:8], file[8:10], file[10:12], file[12:16]} {
			b.WriteString(hex.EncodeToString(field) + " \n"[i/3:i/3+1])
		}
	}
	return b.String()
}

func TestWriteMerges(t *testing.T) {
	for name, c := range map[string]struct{ in, want []Entry }{
		"adds weights, keeps the first Learn": {
			[]Entry{{1, move("e2e4"), 2, 0}, {2, move("e2e4"), 9, 9}, {1, move("e2e4"), 3, 7}},
			[]Entry{{1, move("e2e4"), 5, 0}, {2, move("e2e4"), 9, 9}},
		},
		"keeps the order of equal weights": {
			[]Entry{{1, move("h2h4"), 2, 0}, {1, move("a2a4"), 2, 0}, {1, move("c2c4"), 1, 0}, {1, move("c2c4"), 1, 0}},
			[]Entry{{1, move("h2h4"), 2, 0}, {1, move("a2a4"), 2, 0}, {1, move("c2c4"), 2, 0}},
		},
		"does not merge e1g1 with e1h1": {
			[]Entry{{1, move("e1g1"), 2, 0}, {1, move("e1h1"), 3, 0}},
			[]Entry{{1, move("e1h1"), 3, 0}, {1, move("e1g1"), 2, 0}},
		},
		"scales only the key that exceeds 16 bits": {
			[]Entry{
				{1, move("e2e4"), 65535, 0}, {1, move("d2d4"), 65535, 0}, {1, move("e2e4"), 65535, 0},
				{1, move("c2c4"), 1, 0}, {1, move("b2b4"), 0, 0}, {1, move("a2a4"), 3, 0}, {2, move("e2e4"), 65535, 0},
			},
			[]Entry{
				{1, move("e2e4"), 65535, 0}, {1, move("d2d4"), 32767, 0}, {1, move("c2c4"), 1, 0},
				{1, move("a2a4"), 1, 0}, {1, move("b2b4"), 0, 0}, {2, move("e2e4"), 65535, 0},
			},
		},
		"writes an empty book": {nil, nil},
	} {
		assert.Equal(t, c.want, whole(t, write(t, c.in...)), name)
	}
	all := make([]Entry, 60) // so many that only a stable sort keeps their order
	for i := range all {
		all[i] = Entry{1, chess.Move{From: zobrist.Square(i), To: 60}, uint16(7 - i/7%3), uint32(i)}
	}
	got := whole(t, write(t, all...))
	slices.SortStableFunc(all, func(a, b Entry) int { return int(b.Weight) - int(a.Weight) })
	assert.Equal(t, all, got)
}

// Write sums weights as a plain map does, in books of many equal moves. Reading and
// writing again, in any order of keys, gives the same file.
func TestWriteRandom(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	moves := []string{"e2e4", "d2d4", "c2c4", "g1f3", "a7a8q", "a7a8n", "a2a1q", "e1h1"}
	for range 300 {
		all := make([]Entry, rng.IntN(200))
		sums := map[zobrist.Key]map[chess.Move]uint64{}
		for i := range all {
			k := zobrist.Key(rng.Uint64N(20)) << 59
			all[i] = Entry{k, move(moves[rng.IntN(len(moves))]), uint16(rng.Uint32() >> (16 + rng.IntN(16))), rng.Uint32()}
			if sums[k] == nil {
				sums[k] = map[chess.Move]uint64{}
			}
			sums[k][all[i].Move] += uint64(all[i].Weight)
		}
		file := write(t, all...)
		got := whole(t, file)
		most := map[zobrist.Key]uint64{}
		for k, moves := range sums {
			most[k] = slices.Max(slices.Collect(maps.Values(moves)))
		}
		for _, p := range got {
			sum := sums[p.Key][p.Move]
			if most := most[p.Key]; most > 65535 && sum > 0 {
				sum = max(1, sum*65535/most)
			}
			require.Equal(t, sum, uint64(p.Weight))
			delete(sums[p.Key], p.Move)
			if len(sums[p.Key]) == 0 {
				delete(sums, p.Key)
			}
		}
		require.Empty(t, sums)
		require.True(t, slices.IsSortedFunc(got, func(a, b Entry) int {
			if a.Key != b.Key {
				return map[bool]int{true: -1, false: 1}[a.Key < b.Key]
			}
			return int(b.Weight) - int(a.Weight)
		}))

		require.Equal(t, file, write(t, got...))
		byKey := map[zobrist.Key][]Entry{}
		for _, p := range got {
			byKey[p.Key] = append(byKey[p.Key], p)
		}
		var mixed []Entry
		for _, same := range byKey {
			mixed = append(mixed, same...)
		}
		require.Equal(t, file, write(t, mixed...))
	}
}

func TestWriteErrors(t *testing.T) {
	for _, c := range []struct {
		m    chess.Move
		want string
	}{
		{chess.Move{From: 64, To: 1}, "move from square 64 to 1, want 0 to 63"},
		{chess.Move{From: 1, To: 200}, "move from square 1 to 200, want 0 to 63"},
		{chess.Move{From: 48, To: 56, Promotion: zobrist.WhiteKing}, "promotion to K, want a knight, bishop, rook or queen"},
		{chess.Move{From: 48, To: 56, Promotion: zobrist.BlackPawn}, "promotion to p, want"},
		{chess.Move{From: 48, To: 56, Promotion: 99}, "promotion to ?, want"},
	} {
		var out bytes.Buffer
		err := Write(&out, slices.Values([]Entry{{Key: 1, Move: move("e2e4")}, {Key: 2, Move: c.m}}))
		assert.ErrorContains(t, err, "book: entry number 2, of key 0000000000000002: move ")
		assert.ErrorContains(t, err, c.want)
		assert.Zero(t, out.Len())
	}
	full := errors.New("disk full")
	for _, n := range []int{1, 10_000} {
		err := Write(failing{full}, slices.Values(make([]Entry, n)))
		assert.ErrorIs(t, err, full)
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

// For any file, All lists or rejects whole entries, and Find agrees with a scan for
// each key.
func FuzzNew(f *testing.F) {
	f.Add([]byte{})
	f.Add(raw(0o1434, 1, 2, 2, 3))
	f.Add(raw(5<<12, 1))
	f.Add(raw(0, 3, 2, 1))
	f.Add(raw(0, 1)[:15])
	f.Add(raw(0o1434, make([]uint64, 200)...))
	f.Fuzz(func(t *testing.T, file []byte) {
		b, err := New(bytes.NewReader(file), int64(len(file)))
		require.Equal(t, len(file)%16 == 0, err == nil)
		if err != nil {
			return
		}
		require.Equal(t, len(file)/16, b.Len())
		all, wrong := list(b)
		if wrong == nil {
			require.Len(t, all, b.Len())
			for _, p := range all {
				found, err := b.Find(p.Key)
				require.NoError(t, err)
				require.Equal(t, naive(file, p.Key), found)
			}
			again := write(t, all...)
			require.Equal(t, again, write(t, whole(t, again)...))
			return
		}
		// The wrong entry follows those listed.
		require.Less(t, len(all), b.Len())
		require.ErrorContains(t, wrong, "entry ")
		upto, wrong := list(open(t, file[:16*(len(all)+1)]))
		require.Equal(t, all, upto)
		require.Error(t, wrong)
		require.Equal(t, all, whole(t, file[:16*len(all)]))
		for i := 0; i < len(file); i += 16 {
			_, _ = b.Find(zobrist.Key(file[i])<<56 | zobrist.Key(file[i+7]))
		}
	})
}

func weighted(weights ...uint16) []Entry {
	entries := make([]Entry, len(weights))
	for i, w := range weights {
		entries[i] = Entry{Weight: w, Learn: uint32(i)}
	}
	return entries
}

// Pick draws each entry in proportion to its weight, within 5 standard deviations. The
// draws of the process differ in each run, so more is allowed.
func TestPick(t *testing.T) {
	const draws = 20_000
	for _, weights := range [][]uint16{
		{1}, {65535}, {1, 1}, {1, 65535}, {0, 3, 0, 1, 0}, {5, 4, 3, 2, 1}, {65535, 65535, 65535}, {0, 7},
	} {
		entries, total := weighted(weights...), 0
		for _, w := range weights {
			total += int(w)
		}
		for _, r := range []*rand.Rand{rand.New(rand.NewPCG(1, 2)), nil} {
			drawn := make([]int, len(weights))
			for range draws {
				e, ok := Pick(entries, r)
				if !ok || e != entries[e.Learn] {
					t.Fatal(e, ok)
				}
				drawn[e.Learn]++
			}
			for i, w := range weights {
				p := float64(w) / float64(total)
				allowed := 5 * math.Sqrt(draws*p*(1-p))
				if r == nil && w > 0 {
					allowed = 20 + 2*allowed
				}
				assert.InDelta(t, p*draws, drawn[i], allowed, "entry %d of %v", i, weights)
			}
		}
	}
	for _, none := range [][]Entry{nil, {}, weighted(0), weighted(0, 0)} {
		e, ok := Pick(none, nil)
		assert.False(t, ok)
		assert.Zero(t, e)
	}
	entries := weighted(3, 2, 1)
	assert.Zero(t, testing.AllocsPerRun(100, func() { _, _ = Pick(entries, nil) }))
}

// The same generator and entries give the same draws, in every release.
func TestPickGolden(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	entries := weighted(1, 2, 3, 4, 5, 6)
	var drawn []uint32
	for range 16 {
		e, _ := Pick(entries, r)
		drawn = append(drawn, e.Learn)
	}
	assert.Equal(t, []uint32{5, 5, 3, 4, 5, 5, 4, 0, 4, 5, 2, 4, 3, 4, 4, 5}, drawn)
}
