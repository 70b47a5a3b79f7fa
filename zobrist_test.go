package zobrist_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/sample"
)

var _ = flag.Bool("long", false, "more games and positions, for minutes")

var _ rand.Source = (*zobrist.SplitMix64)(nil)

func TestKeyText(t *testing.T) {
	for k, want := range map[zobrist.Key]string{
		0: "0000000000000000", 1: "0000000000000001", 1<<63 - 1: "7fffffffffffffff",
		1 << 63:            "8000000000000000",
		0x463b96181691fc9c: "463b96181691fc9c", math.MaxUint64: "ffffffffffffffff",
	} {
		assert.Equal(t, want, k.String())
		text, err := k.MarshalText()
		require.NoError(t, err)
		assert.Equal(t, want, string(text))
		for _, s := range []string{want, "0x" + want, "0X" + want, strings.ToUpper(want)} {
			assert.Equal(t, k, sample.Must(zobrist.ParseKey(s)), s)
		}
		assert.Equal(t, k, zobrist.Key(int64(k)), "in a column of signed integers no bit is lost")
	}
	for s, want := range map[string]zobrist.Key{
		"0": 0, "f": 15, "0xA": 10, "00012": 18, "dEaD": 0xdead,
	} {
		assert.Equal(t, want, sample.Must(zobrist.ParseKey(s)), s)
	}

	const k = zobrist.Key(0xabc)
	assert.Equal(
		t, "0000000000000abc 0000000000000abc \"0000000000000abc\"",
		fmt.Sprintf("%v %s %q", k, k, k),
	)
	assert.Equal(
		t, "abc 0000000000000ABC 0xabc 2748 0xabc",
		fmt.Sprintf("%x %016X %#x %d %#v", k, k, k, k, k),
	)
	assert.Equal(
		t, "[0000000000000abc]   0000000000000abc", fmt.Sprintf("%v %18s", []zobrist.Key{k}, k),
	)

	var e struct{ K zobrist.Key }
	require.NoError(t, json.Unmarshal([]byte(`{"K":"fedcba9876543210"}`), &e))
	assert.Equal(t, zobrist.Key(0xfedcba9876543210), e.K)
	assert.Equal(t, `{"K":"fedcba9876543210"}`, string(sample.Must(json.Marshal(e))))
}

func TestParseKeyErrors(t *testing.T) {
	for s, want := range map[string]string{
		"":                         `key "": no digits`,
		"0x":                       `key "0x": no digits`,
		"12g4":                     `character 3 is 'g'`,
		"0x1 2":                    `character 4 is ' '`,
		"-1":                       `character 1 is '-'`,
		"1é":                       `character 2 is 'é'`,
		"00000000000000000":        `17 digits, want 1 to 16`,
		"0x" + "12345678123456780": `17 digits`,
		strings.Repeat("1", 9999):  `9999 digits`,
		"\x00":                     `character 1 is '\x00'`,
	} {
		k, err := zobrist.ParseKey(s)
		if assert.ErrorContains(t, err, want) {
			assert.True(t, strings.HasPrefix(err.Error(), "zobrist: "), err)
			assert.Less(t, len(err.Error()), 300)
		}
		assert.Zero(t, k)
		kept := zobrist.Key(7)
		assert.Error(t, kept.UnmarshalText([]byte(s)))
		assert.Equal(t, zobrist.Key(7), kept)
	}
}

// The published stream, and golden numbers of labelled streams. Do not change
// them: keys are API.
func TestSplitMix64(t *testing.T) {
	s := zobrist.NewSplitMix64(1234567)
	for _, want := range []uint64{
		6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431,
		16408922859458223821,
	} {
		assert.Equal(t, want, s.At(0))
		assert.Equal(t, want, s.Uint64())
	}
	for label, want := range map[string]uint64{
		"": 11941709350498144477, "a": 13092780386013187678, "chess pieces": 13368820874896953505,
	} {
		assert.Equal(t, want, zobrist.NewSplitMix64(1).Split(label).Uint64(), label)
	}
	for _, seed := range []uint64{0, 1, math.MaxUint64, 0x9e3779b97f4a7c15} {
		s, ahead := zobrist.NewSplitMix64(seed), zobrist.NewSplitMix64(seed)
		for i := range uint64(1000) {
			assert.Equal(t, ahead.At(i), s.Uint64())
		}
		assert.Equal(t, s.At(5), ahead.At(1005))
	}
}

// A stream is computed as the comment of Split says, for programs in other languages.
func TestSplitByHand(t *testing.T) {
	for _, label := range []string{"", "side", "chess pieces"} {
		state := uint64(2026)
		for _, b := range []byte(label) {
			state = zobrist.NewSplitMix64(state).Uint64() ^ uint64(b)
		}
		state = zobrist.NewSplitMix64(state).Uint64() ^ 0x100
		byHand, stream := zobrist.NewSplitMix64(state), zobrist.NewSplitMix64(2026).Split(label)
		assert.Equal(t, stream.Uint64(), byHand.Uint64(), label)
	}
}

// Package fmt scans decimal digits into a Key, as its comment says.
func TestSscan(t *testing.T) {
	var k zobrist.Key
	_, err := fmt.Sscan("823c9b50fd114196", &k)
	assert.NoError(t, err)
	assert.EqualValues(t, 823, k, "if fmt reads the key now, change the comment of Key")
}

// Each sentence of doc.go that can be wrong is tried. TestSum has the sum.
func TestSentencesOfDoc(t *testing.T) {
	src := zobrist.NewSplitMix64(2026)
	stones := zobrist.NewTable[int, int](19*19, 3, src.Split("stones"), 0)
	side := src.Split("side").Key()
	h := stones.Toggle(stones.Hash(make([]int, 19*19)), 60, 1) ^ side
	assert.Zero(
		t, stones.Toggle(h, 60, 1)^side,
		"XOR is its own inverse, and a board of empty pieces has the key zero",
	)
	var (
		history zobrist.History
		zero    zobrist.SplitMix64
	)
	history.Push(h)
	assert.Equal(t, 1, history.Count(h))
	assert.Equal(t, zobrist.NewSplitMix64(0).Uint64(), zero.Uint64())
	for want, zero := range map[string]fmt.Stringer{
		"0000000000000000": zobrist.Key(0),
		"a1":               zobrist.Square(0),
		".":                zobrist.ChessPiece(0),
		"pseudo-legal":     zobrist.EnPassantRule(0),
	} {
		assert.Equal(t, want, zero.String())
	}
	assert.Equal(t, "-", zobrist.CastlingRights(0).String())
	assert.Equal(t, "-", zobrist.Disc(0).String())
	var table zobrist.Table[int, int]
	assert.Zero(t, table.Cells()+table.Pieces())
	assert.Panics(t, func() { table.Key(0, 0) })
	for name, f := range map[string]func(){
		"Table":     func() { (*zobrist.Table[int, int])(nil).Key(0, 0) },
		"Chess":     func() { (*zobrist.Chess)(nil).Side() },
		"Othello":   func() { (*zobrist.Othello)(nil).Side() },
		"History":   func() { (*zobrist.History)(nil).Len() },
		"Elements":  func() { (*zobrist.Elements[int])(nil).Key(0) },
		"Multiset":  func() { (*zobrist.Multiset[int])(nil).Key(0) },
		"Canonical": func() { (*zobrist.Canonical[int, int])(nil).Min(nil) },
	} {
		assert.Panics(t, f, "%s: a nil pointer", name)
	}
	collide := func(n float64) float64 { return -math.Expm1(-n * n / math.Exp2(65)) }
	assert.InEpsilon(t, 1/37e6, collide(1e6), 0.01)
	assert.InDelta(t, 0.5, collide(5e9), 0.01)
}
