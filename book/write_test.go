package book

import (
	"bytes"
	"encoding/hex"
	"errors"
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
			[]Entry{
				{1, move("h2h4"), 2, 0}, {1, move("a2a4"), 2, 0},
				{1, move("c2c4"), 1, 0}, {1, move("c2c4"), 1, 0},
			},
			[]Entry{{1, move("h2h4"), 2, 0}, {1, move("a2a4"), 2, 0}, {1, move("c2c4"), 2, 0}},
		},
		"does not merge e1g1 with e1h1": {
			[]Entry{{1, move("e1g1"), 2, 0}, {1, move("e1h1"), 3, 0}},
			[]Entry{{1, move("e1h1"), 3, 0}, {1, move("e1g1"), 2, 0}},
		},
		"scales only the key that exceeds 16 bits": {
			[]Entry{
				{1, move("e2e4"), 65535, 0}, {1, move("d2d4"), 65535, 0},
				{1, move("e2e4"), 65535, 0}, {1, move("c2c4"), 1, 0}, {1, move("b2b4"), 0, 0},
				{1, move("a2a4"), 3, 0}, {2, move("e2e4"), 65535, 0},
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
	slices.SortStableFunc(all, heaviestFirst)
	assert.Equal(t, all, got)
}

func TestWriteErrors(t *testing.T) {
	for _, c := range []struct {
		m    chess.Move
		want string
	}{
		{chess.Move{From: 64, To: 1}, "move from square 64 to 1, want 0 to 63"},
		{chess.Move{From: 1, To: 64}, "move from square 1 to 64, want 0 to 63"},
		{chess.Move{From: 1, To: 200}, "move from square 1 to 200, want 0 to 63"},
		{chess.Move{From: 48, To: 56, Promotion: zobrist.WhiteKing},
			"promotion to K, want a knight, bishop, rook or queen"},
		{chess.Move{From: 48, To: 56, Promotion: zobrist.BlackPawn}, "promotion to p, want"},
		{chess.Move{From: 48, To: 56, Promotion: 99}, "promotion to ?, want"},
	} {
		var out bytes.Buffer
		err := Write(&out,
			slices.Values([]Entry{{Key: 1, Move: move("e2e4")}, {Key: 2, Move: c.m}}))
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

// For any file, All lists or rejects whole entries, and Find agrees with a scan for each key.
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

// Pick returns only what has a weight. TestPickGolden has the proportions.
func TestPick(t *testing.T) {
	for range 1000 {
		e, ok := Pick(weighted(0, 3, 0, 1, 0), nil)
		require.True(t, ok && e.Learn%2 == 1, e)
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
