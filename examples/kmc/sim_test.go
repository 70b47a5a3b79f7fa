package main

import (
	"bytes"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

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
		assert.Equal(t, map[piece]int{
			iron:    len(m.start) - m.copperAtoms() - 1,
			copper:  m.copperAtoms(),
			vacancy: 1,
		}, count)
		assert.Zero(t, without.seen)
		assert.Equal(t, without.considered, with.considered)
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
