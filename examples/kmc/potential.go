package main

import "math"

// The energy has the Finnis-Sinclair form. For each atom it is half the sum of the
// pair energies V to its neighbours, minus the square root of the sum of the squared
// hopping integrals phi. Lengths are in units of the lattice parameter, 2.8665e-10 m,
// energies in eV.
//
// For iron, V and phi are the cubic splines of G. J. Ackland, D. J. Bacon,
// A. F. Calder and T. Harry, Phil. Mag. A 75 (1997) 713-732.
var (
	ironV = spline{
		{1.180000, -36.559853}, {1.150000, 62.416005}, {1.080000, -13.155649},
		{0.990000, -2.721376}, {0.930000, 8.761986}, {0.866025, 100.0},
	}
	ironPhi = spline{{1.3, 72.868366}, {1.2, -100.944815}}
)

// Copper has rescaled potentials of iron: V(r) = energy * ironV(r/length), and phi
// likewise. The parameters for Fe-Cu and Cu-Cu are from D. J. Hepburn, G. J. Ackland
// and P. Olsson, "Rescaled potentials for transition metal solutes in alpha-iron",
// Phil. Mag. 89 (2009) 3393-3412, arXiv:1008.0508.
var rescaled = [2][2]struct{ vLength, vEnergy, phiLength, phiEnergy float64 }{
	iron: {
		iron:   {1, 1, 1, 1},
		copper: {1.1208802828524023, 0.9850512475364582, 0.8765649836565008, 3.20652542935666},
	},
	copper: {
		iron:   {1.1208802828524023, 0.9850512475364582, 0.8765649836565008, 3.20652542935666},
		copper: {1.087078125, 1.3775, 0.864421875, 4.26},
	},
}

// A spline is a sum of energy * (knot - r)^3 over the knots beyond r.
type spline []struct{ knot, energy float64 }

func (s spline) at(r float64) float64 {
	sum := 0.0
	for _, k := range s {
		if d := k.knot - r; d > 0 {
			sum += k.energy * d * d * d
		}
	}
	return sum
}

// A potential has the contribution of one neighbour to an atom's energy, by shell, atom
// and neighbour. A vacancy contributes nothing. On the rigid lattice, no function
// reaches the third shell, at sqrt(2).
type potential struct {
	halfV, phi [2][pieces][pieces]float64
}

func newPotential() *potential {
	p := new(potential)
	for shell, r := range [...]float64{math.Sqrt(3) / 2, 1} {
		for a := range rescaled {
			for b, by := range rescaled[a] {
				p.halfV[shell][a][b] = by.vEnergy * ironV.at(r/by.vLength) / 2
				p.phi[shell][a][b] = by.phiEnergy * ironPhi.at(r/by.phiLength)
			}
		}
	}
	return p
}

// energy returns the energy of the whole crystal in eV. It adds the atoms in the order
// of the sites, so equal boards have the same energy to the last bit, whatever led to
// them. So a stored energy can replace a computed one.
func (p *potential) energy(l *lattice, board []piece) float64 {
	total := 0.0
	for s, atom := range board {
		if atom == vacancy {
			continue
		}
		v, phi := &p.halfV[0][atom], &p.phi[0][atom]
		e, rho := 0.0, 0.0
		for _, n := range &l.first[s] {
			e += v[board[n]]
			rho += phi[board[n]]
		}
		v, phi = &p.halfV[1][atom], &p.phi[1][atom]
		for _, n := range &l.second[s] {
			e += v[board[n]]
			rho += phi[board[n]]
		}
		total += e - math.Sqrt(rho)
	}
	return total
}
