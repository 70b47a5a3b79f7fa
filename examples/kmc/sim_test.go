package main

import (
	"bytes"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

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

// At every step, the key is the board's key, and the energy equals a newly computed
// one to the last bit. A run without stored energies takes the same steps.
func TestStoredEnergiesChangeNothing(t *testing.T) {
	m := newModel(4, 7)
	for _, p := range published {
		with, without := m.newRun(p.kelvin), m.newRun(p.kelvin)
		without.stored = nil
		for i := range 2000 {
			with.step()
			without.step()
			require.Equal(t, without.state, with.state, "%v K, step %d", p.kelvin, i)
			require.Equal(t, m.keys.Hash(with.board), with.key)
			require.Equal(t, math.Float64bits(without.energy), math.Float64bits(with.energy))
			require.Equal(t, math.Float64bits(without.time), math.Float64bits(with.time))
		}
		count := map[piece]int{}
		for _, p := range with.board {
			count[p]++
		}
		assert.Equal(t, map[piece]int{iron: len(m.start) - m.copperAtoms() - 1, copper: m.copperAtoms(), vacancy: 1}, count)
		assert.Zero(t, without.seen)
		assert.Equal(t, without.considered, with.considered)
	}
}

// The counts of considered and seen states are right: whole configurations give the
// same counts, so no two share a key.
func TestSeenBefore(t *testing.T) {
	m := newModel(5, 5)
	for _, p := range published {
		r := m.newRun(p.kelvin)
		known, seen := map[string]bool{string(r.board): true}, 0
		for range 2000 {
			from, key := r.state.vacancy, r.key
			for _, to := range m.lattice.first[from] {
				r.exchange(to, 0)
				if known[string(r.board)] {
					seen++
				}
				known[string(r.board)] = true
				r.exchange(from, key)
			}
			r.step()
		}
		assert.Equal(t, seen, r.seen)
		assert.Equal(t, 8*2000, r.considered)
		assert.Len(t, r.stored, len(known))
	}
}

// In a box of 54 sites with one copper atom, the vacancy spends its time by Boltzmann's
// law. This compares the whole algorithm, including the clock, with statistical
// mechanics.
func TestEquilibrium(t *testing.T) {
	const kelvin, steps = 1073, 200_000
	m := newModel(3, 1)
	require.Equal(t, 1, m.copperAtoms())

	// The expected time at each distance. 0 is any but first and second neighbour.
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
	zero := energy(m.lattice, m.start)
	for s := 1; s < len(board); s++ {
		board[s] = vacancy
		weight := math.Exp(-(energy(m.lattice, board) - zero) / (boltzmann * kelvin))
		board[s] = iron
		want[distance[s]] += weight
		z += weight
	}

	var got [3]float64
	r := m.newRun(kelvin)
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

func TestSimulate(t *testing.T) {
	var out, again bytes.Buffer
	simulate(&out, 4, 300, 2)
	assert.Contains(t, out.String(), "128 sites, copper on 1,")
	assert.Regexp(t, `(?m)^  1073 +\d+\.\d    61\.2 +\d+ +\d\.\d\de-\d\d$`, out.String())
	assert.Regexp(t, `(?m)^   773 +\d+\.\d    85\.1 `, out.String())
	assert.Regexp(t, `(?m)^   373 +\d+\.\d    99\.9 `, out.String())
	simulate(&again, 4, 300, 2)
	assert.Equal(t, out.String(), again.String())
}

// The neighbours match the distances. In half lattice parameters, a site of cell
// (x, y, z) lies at (2x, 2y, 2z), or one further along each axis. First and second
// neighbours have squared distances of 3 and 4.
func TestLattice(t *testing.T) {
	for _, n := range []int{3, 4, 5} {
		l := newLattice(n)
		require.Equal(t, 2*n*n*n, l.sites())
		place := func(s site) [3]int {
			cell, centre := int(s)/2, int(s)%2
			return [3]int{2*(cell%n) + centre, 2*(cell/n%n) + centre, 2*(cell/n/n) + centre}
		}
		for s := range site(l.sites()) {
			neighbours := map[int][]site{}
			a := place(s)
			for o := range site(l.sites()) {
				b := place(o)
				square := 0
				for i := range a {
					d := (a[i] - b[i] + 2*n) % (2 * n)
					d = min(d, 2*n-d)
					square += d * d
				}
				neighbours[square] = append(neighbours[square], o)
			}
			require.Len(t, neighbours[3], 8)
			require.Len(t, neighbours[4], 6)
			require.ElementsMatch(t, neighbours[3], l.first[s][:], "n = %d, site %d", n, s)
			require.ElementsMatch(t, neighbours[4], l.second[s][:], "n = %d, site %d", n, s)
		}
		for s := range site(l.sites()) {
			for _, o := range l.first[s] {
				require.Contains(t, l.first[o], s)
			}
			for _, o := range l.second[s] {
				require.Contains(t, l.second[o], s)
			}
		}
	}
}

// Two neighbours of a kind have the energy of their binding, in either order, and others none.
func TestEnergy(t *testing.T) {
	l := newLattice(5)
	at := func(pair ...any) float64 {
		board := make([]piece, l.sites())
		for i := 0; i < len(pair); i += 2 {
			board[pair[i].(site)] = pair[i+1].(piece)
		}
		return energy(l, board)
	}
	first, second := l.first[0][7], l.second[0][5]
	assert.InDelta(t, -0.13, at(site(0), copper, first, vacancy), 1e-9)
	assert.InDelta(t, -0.13, at(site(0), vacancy, first, copper), 1e-9)
	assert.InDelta(t, -0.23, at(site(0), copper, second, vacancy), 1e-9)
	assert.InDelta(t, -0.19, at(site(0), copper, first, copper), 1e-9)
	assert.InDelta(t, -0.17, at(site(0), copper, second, copper), 1e-9)
	assert.Zero(t, at(site(0), copper, l.second[second][5], vacancy))
}
