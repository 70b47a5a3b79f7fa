package main

// A site of the lattice. The cells of the Zobrist table are the sites.
type site = int32

// A piece is an atom or a vacancy on a site. Iron is the host: its keys are zero.
type piece = uint8

const (
	iron piece = iota
	copper
	vacancy
	pieces = 3
)

// A lattice is a periodic bcc crystal of n x n x n cubic cells, two sites
// each: site 2*c is the corner of cell c and site 2*c+1 its centre.
type lattice struct {
	first  [][8]site // neighbours at a*sqrt(3)/2, along the diagonals: a vacancy may jump there
	second [][6]site // neighbours at a, along the edges
}

// newLattice needs an n of at least 3: with less, two neighbours of a site are the same site.
func newLattice(n int) *lattice {
	l := &lattice{make([][8]site, 2*n*n*n), make([][6]site, 2*n*n*n)}
	for s := range l.first {
		cell, centre := s/2, s%2
		at := func(dx, dy, dz, centre int) site {
			x, y, z := (cell%n+dx+n)%n, (cell/n%n+dy+n)%n, (cell/n/n+dz+n)%n
			return site(2*((z*n+y)*n+x) + centre)
		}
		// Around a corner lie the centres of this cell and of the cells before it. Around a
		// centre lie the corners of this cell and of the cells after it.
		d := 2*centre - 1
		for i := range 8 {
			l.first[s][i] = at(d*(i&1), d*(i>>1&1), d*(i>>2), 1-centre)
		}
		l.second[s] = [6]site{at(-1, 0, 0, centre), at(1, 0, 0, centre), at(0, -1, 0, centre),
			at(0, 1, 0, centre), at(0, 0, -1, centre), at(0, 0, 1, centre)}
	}
	return l
}

func (l *lattice) sites() int { return len(l.first) }

// binding has the energies in eV, by shell, by which copper and the vacancy attract each
// other. Further apart than the second shell they do not. The values are those of the rigid
// lattice with the potentials of G. J. Ackland, D. J. Bacon, A. F. Calder and T. Harry, Phil.
// Mag. A 75 (1997) 713-732, and D. J. Hepburn, G. J. Ackland and P. Olsson, Phil. Mag. 89
// (2009) 3393-3412, arXiv:1008.0508.
var binding = [2][pieces][pieces]float64{
	{copper: {copper: 0.19, vacancy: 0.13}, vacancy: {copper: 0.13}},
	{copper: {copper: 0.17, vacancy: 0.23}, vacancy: {copper: 0.23}},
}

// energy returns the energy of the crystal in eV, relative to copper and a vacancy far
// apart. It adds the atoms in the order of the sites, so equal boards have the same energy
// to the last bit, whatever led to them. So a stored energy can replace a computed one.
func energy(l *lattice, board []piece) (total float64) {
	for s, atom := range board {
		if atom == iron {
			continue
		}
		for _, n := range &l.first[s] {
			total -= binding[0][atom][board[n]] / 2 // each pair counts twice
		}
		for _, n := range &l.second[s] {
			total -= binding[1][atom][board[n]] / 2
		}
	}
	return total
}
