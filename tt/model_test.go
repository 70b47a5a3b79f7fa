package tt_test

import (
	"encoding/binary"
	"iter"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/tt"
)

// A model is a table for one goroutine, written as simply as possible. It has the
// same entries in the same order, and replaces the same ones.
type model struct {
	buckets    [][]modelEntry
	generation int
}

type modelEntry struct {
	key   zobrist.Key
	check uint64 // the bits compared within a bucket
	value uint64
	worth int
	born  int // generation
}

var golden, _ = new(big.Int).SetString("9e3779b97f4a7c15", 16)

// place computes the bucket of k and its check with math/big.
func (m *model) place(k zobrist.Key) (int, uint64) {
	h := new(big.Int).Mul(new(big.Int).SetUint64(uint64(k)), golden)
	h.Mod(h, new(big.Int).Lsh(big.NewInt(1), 64))
	check := new(big.Int).Mod(h, new(big.Int).Lsh(big.NewInt(1), 50))
	h.Mul(h, big.NewInt(int64(len(m.buckets))))
	return int(h.Rsh(h, 64).Int64()), check.Uint64()
}

func (m *model) find(k zobrist.Key) *modelEntry {
	i, check := m.place(k)
	for j := range m.buckets[i] {
		if e := &m.buckets[i][j]; e.check == check {
			return e
		}
	}
	return nil
}

func (m *model) age(e *modelEntry) int { return (m.generation - e.born) % 64 }

func (m *model) store(k zobrist.Key, v uint64, worth int, deepest bool) {
	i, check := m.place(k)
	entry := modelEntry{k, check, v, max(0, min(worth, 254)), m.generation}
	if e := m.find(k); e != nil {
		if !deepest || e.worth-8*m.age(e) <= entry.worth {
			*e = entry
		}
		return
	}
	if len(m.buckets[i]) < 4 {
		m.buckets[i] = append(m.buckets[i], entry)
		return
	}
	least := &m.buckets[i][0]
	for j := range m.buckets[i] {
		if e := &m.buckets[i][j]; e.worth-8*m.age(e) < least.worth-8*m.age(least) {
			least = e
		}
	}
	*least = entry
}

func (m *model) used() float64 {
	n := 0
	for _, b := range m.buckets {
		for i := range b {
			if m.age(&b[i]) == 0 {
				n++
			}
		}
	}
	return float64(n) / float64(4*len(m.buckets))
}

func (m *model) all() iter.Seq2[zobrist.Key, tt.Entry[uint64]] {
	return func(yield func(zobrist.Key, tt.Entry[uint64]) bool) {
		for _, b := range m.buckets {
			for i := range b {
				if !yield(b[i].key,
					tt.Entry[uint64]{Value: b[i].value, Worth: b[i].worth, Age: m.age(&b[i])}) {
					return
				}
			}
		}
	}
}

// keysOf returns keys that crowd into a few of n buckets. Some are small numbers, some
// lie around the borders of buckets, and some agree in all bits that a small table
// compares.
func keysOf(n int) []zobrist.Key {
	inverse := new(big.Int).ModInverse(golden, new(big.Int).Lsh(big.NewInt(1), 64)).Uint64()
	var keys []zobrist.Key
	for _, bucket := range []int{0, n / 3, n - 1} {
		border := new(big.Int).Lsh(big.NewInt(int64(bucket)), 64)
		border.Div(border, big.NewInt(int64(n)))
		h := border.Uint64()
		for j := range uint64(12) {
			keys = append(keys, zobrist.Key((h+j-1)*inverse), zobrist.Key((h+j<<46)*inverse),
				zobrist.Key((h+j<<50)*inverse))
		}
	}
	for j := range zobrist.Key(8) {
		keys = append(keys, j)
	}
	return keys
}

// replay runs script on a table and on its model, and compares them. A step is four
// bytes: one for the operation, two for the key, one for the worth. The value is the
// number of the step.
func replay(t *testing.T, buckets int, script []byte) {
	table := newTable[uint64](t, 64*buckets)
	m := &model{buckets: make([][]modelEntry, buckets)}
	keys := keysOf(buckets)
	compare := func(k zobrist.Key) {
		v, ok := table.Probe(k)
		e := m.find(k)
		var want tt.Entry[uint64]
		if e != nil {
			want = tt.Entry[uint64]{Value: e.value, Worth: e.worth, Age: m.age(e)}
		}
		if ok != (e != nil) || v != want.Value {
			t.Fatalf("Probe(%v) of %d buckets: %v, %v, and the model has %+v", k, buckets, v, ok, e)
		}
		if got, found := table.ProbeEntry(k); found != ok || got != want {
			t.Fatalf("ProbeEntry(%v) of %d buckets: %+v, %v, and the model has %+v",
				k, buckets, got, found, e)
		}
	}
	compareAll := func() {
		for _, k := range keys {
			compare(k)
		}
		if buckets < 256 {
			require.InDelta(t, m.used(), table.Used(), 1e-9)
		}
		if buckets < 1<<14 {
			return
		}
		next, stop := iter.Pull2(table.All())
		defer stop()
		for wantKey, want := range m.all() {
			if k, e, ok := next(); !ok || k != wantKey || e != want {
				t.Fatalf("All of %d buckets: %v, %+v, %v, and the model has %v, %+v",
					buckets, k, e, ok, wantKey, want)
			}
		}
		_, _, ok := next()
		require.False(t, ok, "All has more than the model")
	}
	for n := 1; len(script) >= 4; n++ {
		k := keys[int(binary.LittleEndian.Uint16(script[1:]))%len(keys)]
		switch op := script[0] % 32; {
		case op < 20:
			v := uint64(n) * 0x9e3779b97f4a7c15
			worth := 2*int(script[3]) - 100
			if op < 10 {
				table.Store(k, v, worth)
			} else {
				table.StoreMax(k, v, worth)
			}
			m.store(k, v, worth, op >= 10)
		case op < 29:
			table.Prefetch(k)
		case op < 31: // ages wrap at 64
			for range 1 + int(op-29)*int(script[3])%70 {
				table.NewSearch()
				m.generation++
			}
		case script[3] == 0:
			table.Clear()
			*m = model{buckets: make([][]modelEntry, buckets)}
		}
		compare(k)
		if script[3] == 1 && buckets < 1<<14 {
			compareAll()
		}
		script = script[4:]
	}
	compareAll()
}

// With one goroutine, the table equals the model.
func TestTableEqualsItsModel(t *testing.T) {
	rounds := 1000
	if testing.Short() {
		rounds = 100
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for _, buckets := range []int{1, 2, 3, 5, 64, 1000, 1<<14 - 1, 1 << 14, 1<<14 + 1, 30_011} {
		for range max(1, rounds/max(100, buckets)) {
			script := make([]byte, 4*1000)
			for i := range script {
				script[i] = byte(rng.Uint32())
			}
			replay(t, buckets, script)
		}
	}
}

func FuzzModel(f *testing.F) {
	f.Add(uint16(0), []byte("\x00\x00\x00\x40\x00\x01\x00\x00\x1e\x00\x00\x00\x00\x02\x00\x01"))
	f.Add(uint16(1<<14-1),
		[]byte("\x00\x00\x00\x40\x00\x01\x00\x00\x1e\x00\x00\x00\x00\x02\x00\x01"))
	f.Fuzz(func(t *testing.T, buckets uint16, script []byte) {
		replay(t, int(buckets)+1, script[:min(len(script), 1<<14)])
	})
}
