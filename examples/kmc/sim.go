package main

import (
	"math"
	"math/rand/v2"
	"slices"

	"github.com/zobrist-go/zobrist"
)

const (
	boltzmann = 8.617333262e-5 // eV/K

	// attempts is how often an atom next to the vacancy tries to jump: a round number near
	// the Debye frequency of iron. barrier lies between states of equal energy. It is the
	// migration energy of a vacancy in iron, from C. Domain and C. S. Becquart, Phys. Rev. B
	// 65 (2001) 024103. Both set the clock, and neither affects the choice of path.
	attempts = 6e12 // 1/s
	barrier  = 0.65 // eV

	copperShare = 0.01 // of the sites
)

// A model has the data that all runs share: the initial crystal and the keys.
type model struct {
	lattice *lattice
	keys    *zobrist.Table[site, piece]
	start   []piece
	vacancy site
	jumps   *zobrist.SplitMix64
}

func newModel(cells int, seed uint64) *model {
	src := zobrist.NewSplitMix64(seed)
	l := newLattice(cells)
	m := &model{
		lattice: l,
		keys:    zobrist.NewTable[site](l.sites(), pieces, src.Split("keys"), iron),
		start:   make([]piece, l.sites()),
		jumps:   src.Split("jumps"),
	}
	order := rand.New(src.Split("atoms")).Perm(l.sites())
	m.vacancy = site(order[0])
	m.start[m.vacancy] = vacancy
	for _, s := range order[1:][:m.copperAtoms()] {
		m.start[s] = copper
	}
	return m
}

func (m *model) copperAtoms() int {
	return max(1, int(math.Round(copperShare*float64(len(m.start)))))
}

// A state is one configuration: the board and its key.
type state struct {
	board   []piece
	vacancy site
	key     zobrist.Key
}

// after returns the key of the state after the vacancy and the atom at to change places. An
// exchange takes four XORs and no branch. With iron, whose keys are zero, two of them change
// nothing.
func (m *model) after(s *state, to site) zobrist.Key {
	h := m.keys.Move(s.key, s.vacancy, to, vacancy)
	return m.keys.Move(h, to, s.vacancy, s.board[to])
}

// exchange swaps the vacancy and the atom at to. A call with the old site and the old key
// undoes it.
func (s *state) exchange(to site, key zobrist.Key) {
	s.board[s.vacancy], s.board[to] = s.board[to], vacancy
	s.vacancy, s.key = to, key
}

// A run is one simulation at one temperature.
type run struct {
	*model
	state
	kT     float64 // eV
	energy float64 // eV, of the current state
	time   float64 // s
	rng    *rand.Rand
	stored map[zobrist.Key]float64 // energies by key; nil to compute each

	considered, seen int // trial states (8 a step), and how many had a stored energy
}

func (m *model) newRun(kelvin float64) *run {
	board := slices.Clone(m.start)
	jumps := *m.jumps // a copy, so that every run draws the same numbers
	r := &run{
		model:  m,
		state:  state{board, m.vacancy, m.keys.Hash(board)},
		kT:     boltzmann * kelvin,
		energy: energy(m.lattice, board),
		rng:    rand.New(&jumps),
	}
	r.stored = map[zobrist.Key]float64{r.key: r.energy}
	return r
}

// trial returns the key and the energy of the state after an exchange. It computes
// the key first. If the energy of that key is stored, it makes no exchange.
func (r *run) trial(to site) (zobrist.Key, float64) {
	key := r.after(&r.state, to)
	r.considered++
	if e, ok := r.stored[key]; ok {
		r.seen++
		return key, e
	}
	from, before := r.state.vacancy, r.key
	r.exchange(to, key)
	e := energy(r.lattice, r.board)
	r.exchange(from, before)
	if r.stored != nil {
		r.stored[key] = e
	}
	return key, e
}

// rate returns the rate, per second, of an exchange that raises the energy by rise. The rates
// of an exchange and its reverse differ by the factor exp(-rise/kT), as detailed balance
// requires.
func (r *run) rate(rise float64) float64 {
	return attempts * math.Exp(-(barrier+rise/2)/r.kT)
}

// step lets the vacancy jump once, by the residence-time algorithm. It chooses one of the
// eight exchanges in proportion to its rate. It draws the waiting time from the exponential
// distribution of the sum of the rates.
func (r *run) step() {
	var (
		keys     [8]zobrist.Key
		energies [8]float64
		sums     [8]float64
		total    float64
		jumps    = r.lattice.first[r.state.vacancy]
	)
	for i, to := range jumps {
		keys[i], energies[i] = r.trial(to)
		total += r.rate(energies[i] - r.energy)
		sums[i] = total
	}
	mark := r.rng.Float64() * total
	i := 0
	for i < 7 && sums[i] <= mark {
		i++
	}
	r.exchange(jumps[i], keys[i])
	r.energy = energies[i]
	r.time += r.rng.ExpFloat64() / total
}
