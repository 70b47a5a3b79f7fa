package main

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
)

// Temperatures of the paper.
var paper = []float64{1073, 773, 373}

// fewer cuts a run down for go test -short.
func fewer(steps int) int {
	if testing.Short() {
		return steps / 4
	}
	return steps
}

func jump(m *model, kelvin float64, remember bool, steps int) *run {
	r := m.newRun(kelvin, remember)
	for range steps {
		r.step()
	}
	return r
}

func TestModel(t *testing.T) {
	m := newModel(10, 1)
	count := map[piece]int{}
	for _, p := range m.start {
		count[p]++
	}
	assert.Equal(t, map[piece]int{iron: 1979, copper: 20, vacancy: 1}, count)
	assert.Equal(t, vacancy, m.start[m.vacancy])
	assert.Equal(t, m, newModel(10, 1), "the same seed, the same model")
	assert.NotEqual(t, m.start, newModel(10, 2).start)
}

// An exchange with iron is two XORs, one with copper four; back is the same.
func TestExchange(t *testing.T) {
	m := newModel(4, 1)
	s := m.newState()
	from, before, board := s.vacancy, s.key, string(s.board)
	for i, to := range m.lattice.first[from] {
		s.board[to] = piece(i % 2)
		s.key = m.keys.Hash(s.board)
		key := m.after(&s, to)
		want := s.key ^ m.keys.Key(from, vacancy) ^ m.keys.Key(to, vacancy)
		if i%2 == int(copper) {
			want ^= m.keys.Key(to, copper) ^ m.keys.Key(from, copper)
		}
		assert.Equal(t, want, key)

		was, h := string(s.board), s.key
		s.exchange(to, key)
		assert.Equal(t, m.keys.Hash(s.board), s.key)
		assert.Equal(t, piece(i%2), s.board[from])
		assert.Equal(t, h, m.after(&s, from))
		s.exchange(from, h)
		assert.Equal(t, was, string(s.board))
		s.board[to] = board[to]
	}
	assert.Equal(t, before, m.keys.Hash(s.board))
}

func TestKeyAndEnergyOfEachStep(t *testing.T) {
	m := newModel(4, 7)
	for _, kelvin := range paper {
		r := m.newRun(kelvin, true)
		for i := range fewer(2000) {
			r.step()
			require.Equal(t, m.keys.Hash(r.board), r.key, "%v K, step %d", kelvin, i)
			// The stored energy came about by another path.
			board := append([]piece(nil), r.board...)
			fresh := m.potential.energy(m.lattice, board)
			require.Equal(t, math.Float64bits(fresh), math.Float64bits(r.energy), "%v K, step %d", kelvin, i)
			require.Equal(t, vacancy, r.board[r.state.vacancy])
		}
		count := 0
		for _, p := range r.board {
			count += int(p)
		}
		assert.Equal(t, m.copperAtoms()+int(vacancy), count, "atoms lost or made")
	}
}

func TestSameWithAndWithoutStoredEnergies(t *testing.T) {
	m, steps := newModel(4, 3), fewer(1000)
	for _, kelvin := range paper {
		with, without := jump(m, kelvin, true, steps), jump(m, kelvin, false, steps)
		require.NoError(t, same(with, without))
		assert.Equal(t, with.checksum(), without.checksum())
		assert.Zero(t, without.seen)
		assert.Equal(t, with.considered, without.considered)

		// Little room changes what is computed, not what comes of it.
		small := m.newRun(kelvin, true)
		small.room = 50
		for range steps {
			small.step()
		}
		require.NoError(t, same(with, small))
		assert.Len(t, small.stored, 50)
		assert.Less(t, small.seen, with.seen)
	}
	other := jump(newModel(4, 4), 773, true, 100)
	assert.Error(t, same(jump(m, 773, true, 100), other))
}

// same must find the smallest difference.
func TestSameFinds(t *testing.T) {
	m := newModel(4, 3)
	for name, spoil := range map[string]func(r *run){
		"time":    func(r *run) { r.trace[50].time = math.Nextafter(r.trace[50].time, 1) },
		"vacancy": func(r *run) { r.trace[50].vacancy++ },
		"length":  func(r *run) { r.trace = r.trace[:99] },
		"board":   func(r *run) { r.board[0] ^= 1 },
		"energy":  func(r *run) { r.energy = math.Nextafter(r.energy, 0) },
	} {
		a, b := jump(m, 773, true, 100), jump(m, 773, false, 100)
		require.NoError(t, same(a, b))
		spoil(b)
		assert.Error(t, same(a, b), name)
	}
}

// Considered and seen, counted by whole configurations.
func TestSeenBefore(t *testing.T) {
	const steps = 1500
	m := newModel(4, 5)
	for _, kelvin := range paper {
		r := jump(m, kelvin, true, steps)
		s := m.newState()
		known := map[string]bool{configuration(s.board, s.vacancy): true}
		seen := 0
		for _, p := range r.trace {
			now := 0
			from := s.vacancy
			for _, to := range m.lattice.first[from] {
				s.exchange(to, 0)
				c := configuration(s.board, s.vacancy)
				if known[c] {
					now++
				}
				known[c] = true
				s.exchange(from, 0)
			}
			s.exchange(p.vacancy, 0)
			require.Equal(t, now, int(p.seen))
			seen += now
		}
		assert.EqualValues(t, seen, r.seen)
		assert.EqualValues(t, 8*steps, r.considered)
		assert.Len(t, r.stored, len(known))
		assert.EqualValues(t, len(known)-1, r.considered-r.seen, "the first state is stored, not considered")
	}
}

// Between 1073 and 773 K so few steps leave too much to chance to be compared.
func TestSeenMoreOftenInTheCold(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes many steps for copper to gather")
	}
	share := map[float64]float64{}
	for seed := range uint64(2) {
		m := newModel(5, seed)
		for _, kelvin := range paper {
			share[kelvin] += jump(m, kelvin, true, 2000).share() / 2
		}
	}
	t.Log(share)
	assert.Less(t, share[1073]+10, share[373])
	assert.Less(t, share[773]+10, share[373])
}

func TestDetailedBalance(t *testing.T) {
	m := newModel(4, 11)
	for _, kelvin := range paper {
		r := m.newRun(kelvin, true)
		for range 500 {
			for _, to := range m.lattice.first[r.state.vacancy] {
				_, e := r.trial(to)
				rise := e - r.energy
				want := math.Exp(-rise / r.kT)
				require.InEpsilon(t, want, r.rate(rise)/r.rate(-rise), 1e-9)
			}
			r.step()
		}
	}
}

// In a box of 54 sites with one copper atom the vacancy must spend its time
// by Boltzmann's law: the whole algorithm, clock included, held against
// statistical mechanics.
func TestEquilibrium(t *testing.T) {
	const kelvin, steps = 1073, 200_000
	m := newModel(3, 1)
	require.Equal(t, 1, m.copperAtoms())

	// What each distance should have: 0 is any but first and second neighbour.
	var want [3]float64
	z := 0.0
	board := make([]piece, len(m.start))
	board[0] = copper
	distance := make([]int, len(board))
	for _, s := range m.lattice.first[0] {
		distance[s] = 1
	}
	for _, s := range m.lattice.second[0] {
		distance[s] = 2
	}
	zero := m.potential.energy(m.lattice, m.start)
	for s := 1; s < len(board); s++ {
		board[s] = vacancy
		weight := math.Exp(-(m.potential.energy(m.lattice, board) - zero) / (boltzmann * kelvin))
		board[s] = iron
		want[distance[s]] += weight
		z += weight
	}

	var got [3]float64
	r := m.newRun(kelvin, true)
	for range steps {
		at, since := 0, r.time
		for _, s := range m.lattice.first[r.state.vacancy] {
			if r.board[s] == copper {
				at = 1
			}
		}
		for _, s := range m.lattice.second[r.state.vacancy] {
			if r.board[s] == copper {
				at = 2
			}
		}
		r.step()
		got[at] += r.time - since
	}
	for i := range got {
		assert.InDelta(t, want[i]/z, got[i]/r.time, 0.01, "distance %d", i)
	}
	t.Log(want[0]/z, want[1]/z, want[2]/z, got[0]/r.time, got[1]/r.time, got[2]/r.time)
}

func TestVerify(t *testing.T) {
	m := newModel(5, 9)
	for _, kelvin := range paper {
		r := jump(m, kelvin, true, 2000)
		configurations, steps, err := m.verify(r.trace, maxVerified)
		require.NoError(t, err)
		assert.Equal(t, 2000, steps)
		assert.Len(t, r.stored, configurations)

		// With less memory it goes less far, and says so.
		configurations, steps, err = m.verify(r.trace, 10_000)
		require.NoError(t, err)
		assert.Less(t, steps, 100)
		assert.Less(t, configurations, 250)
	}
}

// Keys of twelve bits must collide, and verify must see it.
func TestVerifyFinds(t *testing.T) {
	m := newModel(5, 9)
	trace := jump(m, 1073, true, 2000).trace
	src := rand.New(zobrist.NewSplitMix64(1))
	m.keys = zobrist.NewTableFunc(len(m.start), pieces, func(_ site, p piece) zobrist.Key {
		if p == iron {
			return 0
		}
		return zobrist.Key(src.Uint64() & 0xfff)
	})
	_, _, err := m.verify(trace, maxVerified)
	assert.ErrorContains(t, err, "two configurations")
}
