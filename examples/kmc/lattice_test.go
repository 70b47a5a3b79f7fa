package main

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The neighbours match the distances. In half lattice parameters, a site of cell
// (x, y, z) lies at (2x, 2y, 2z), or one further along each axis. First and second
// neighbours have squared distances of 3 and 4.
func TestLattice(t *testing.T) {
	for _, n := range []int{minCells, 4, 5} {
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

// The potential has the published energies that it was fitted to.
func TestPotential(t *testing.T) {
	l, p := newLattice(5), newPotential()
	board := make([]piece, l.sites())
	energy := func(at ...any) float64 {
		clear(board)
		for i := 0; i < len(at); i += 2 {
			board[at[i].(site)] = at[i+1].(piece)
		}
		return p.energy(l, board)
	}
	perfect := energy()
	atom := perfect / float64(l.sites())
	assert.InDelta(t, -4.316, atom, 0.0005, "cohesive energy of iron, Ackland et al. 1997")
	gap := energy(site(0), vacancy)
	assert.InDelta(t, 1.89, gap-perfect+atom, 0.005, "unrelaxed vacancy formation energy, Ackland et al. 1997")

	// Binding energies on the rigid lattice:
	// copper binds vacancies and copper.
	solute := energy(site(0), copper)
	bind := func(a, b piece, at site, alone float64) float64 {
		return alone + solute - perfect - energy(site(0), a, at, b)
	}
	first, second := l.first[0][0], l.second[0][0]
	assert.InDelta(t, 0.13, bind(copper, vacancy, first, gap), 0.005)
	assert.InDelta(t, 0.23, bind(copper, vacancy, second, gap), 0.006)
	assert.InDelta(t, 0.19, bind(copper, copper, first, solute), 0.005)
	assert.InDelta(t, 0.17, bind(copper, copper, second, solute), 0.005)

	// Nothing reaches the third shell.
	third := math.Sqrt2
	for _, by := range rescaled[copper] {
		assert.Zero(t, ironV.at(third/by.vLength))
		assert.Zero(t, ironPhi.at(third/by.phiLength))
	}
	assert.Zero(t, ironPhi.at(third))
	assert.Equal(t, p.phi[0][iron][copper], p.phi[0][copper][iron])
	assert.Equal(t, p.halfV[1][iron][copper], p.halfV[1][copper][iron])
}
