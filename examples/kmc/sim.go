package main

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/zobrist-go/zobrist"
)

const (
	boltzmann = 8.617333262e-5 // eV/K

	// How often an atom next to the vacancy tries to jump, a round number near
	// the Debye frequency of iron, and the barrier between states of equal
	// energy, the migration energy of a vacancy in iron by C. Domain and C. S.
	// Becquart, Phys. Rev. B 65 (2001) 024103. They set the clock; neither has
	// a part in the choice of path.
	attempts = 6e12 // 1/s
	barrier  = 0.65 // eV

	copperShare = 0.01 // of the sites

	// maxStored bounds the energies stored, which take 20 to 45 bytes each in
	// Go's map. Of states met later the energy is computed every time.
	maxStored = 1 << 22

	maxVerified = 1 << 29 // bytes for the configurations that keys are held against
)

// A model is what all runs share: the crystal as it is at first, and the keys.
type model struct {
	lattice   *lattice
	potential *potential
	keys      *zobrist.Table[site, piece]
	start     []piece
	vacancy   site
	jumps     *zobrist.SplitMix64
}

func newModel(cells int, seed uint64) *model {
	src := zobrist.NewSplitMix64(seed)
	l := newLattice(cells)
	m := &model{
		lattice:   l,
		potential: newPotential(),
		keys:      zobrist.NewTable[site](l.sites(), pieces, src.Split("keys"), iron),
		start:     make([]piece, l.sites()),
		jumps:     src.Split("jumps"),
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

// A state is one configuration: the board, and its key as kept up by XOR.
type state struct {
	board   []piece
	vacancy site
	key     zobrist.Key
}

func (m *model) newState() state {
	board := append([]piece(nil), m.start...)
	return state{board, m.vacancy, m.keys.Hash(board)}
}

// after returns the key of the state in which the vacancy and the atom at to
// have changed places. Iron has the zero key, so that moving it is a no-op:
// two XORs for an exchange with the host, four with a copper atom, no branch.
func (m *model) after(s *state, to site) zobrist.Key {
	h := m.keys.Move(s.key, s.vacancy, to, vacancy)
	return m.keys.Move(h, to, s.vacancy, s.board[to])
}

// exchange makes that exchange. The same call with the old site undoes it.
func (s *state) exchange(to site, key zobrist.Key) {
	s.board[s.vacancy], s.board[to] = s.board[to], vacancy
	s.vacancy, s.key = to, key
}

// A run is one simulation at one temperature.
type run struct {
	*model
	state
	kT     float64 // eV
	energy float64 // eV, of the present state
	time   float64 // s
	rng    zobrist.SplitMix64
	stored map[zobrist.Key]float64 // energies by key; nil to compute each
	room   int                     // for so many

	considered int64 // trial states examined, 8 a step
	seen       int64 // those whose energy was stored
	exchanges  int64 // steps that moved a copper atom
	trace      []point
}

// A point is the outcome of one step.
type point struct {
	vacancy site
	seen    uint8 // of the 8 trial states
	time    float64
}

func (m *model) newRun(kelvin float64, remember bool) *run {
	r := &run{model: m, state: m.newState(), kT: boltzmann * kelvin, rng: *m.jumps, room: maxStored}
	r.energy = m.potential.energy(m.lattice, r.board)
	if remember {
		r.stored = map[zobrist.Key]float64{r.key: r.energy}
	}
	return r
}

// trial returns the key and the energy of the state after an exchange.
func (r *run) trial(to site) (zobrist.Key, float64) {
	key := r.after(&r.state, to)
	r.considered++
	if r.stored != nil {
		if e, ok := r.stored[key]; ok {
			r.seen++
			return key, e
		}
	}
	from, before := r.state.vacancy, r.key
	r.exchange(to, key)
	e := r.potential.energy(r.lattice, r.board)
	r.exchange(from, before)
	if r.stored != nil && len(r.stored) < r.room {
		r.stored[key] = e
	}
	return key, e
}

// rate returns how often per second a state turns into one whose energy is
// higher by rise, in eV: half the rise is added to the barrier, so that the
// rates there and back are in the ratio exp(-rise/kT), detailed balance.
func (r *run) rate(rise float64) float64 {
	return attempts * math.Exp(-(barrier+rise/2)/r.kT)
}

// step lets the vacancy jump once, by the residence-time algorithm: of the
// eight exchanges one is chosen in proportion to its rate, after a waiting
// time drawn from the exponential distribution of the rates' sum.
func (r *run) step() {
	var (
		keys     [8]zobrist.Key
		energies [8]float64
		sums     [8]float64
		total    float64
		seen     = r.seen
		jumps    = r.lattice.first[r.state.vacancy]
	)
	for i, to := range jumps {
		keys[i], energies[i] = r.trial(to)
		total += r.rate(energies[i] - r.energy)
		sums[i] = total
	}
	const unit = 1.0 / (1 << 53)
	mark := float64(r.rng.Uint64()>>11) * unit * total
	i := 0
	for i < 7 && sums[i] <= mark {
		i++
	}
	if r.board[jumps[i]] == copper {
		r.exchanges++
	}
	r.exchange(jumps[i], keys[i])
	r.energy = energies[i]
	r.time -= math.Log(float64(r.rng.Uint64()>>11+1)*unit) / total
	r.trace = append(r.trace, point{jumps[i], uint8(r.seen - seen), r.time})
}

// verify walks a trace again and holds keys against whole configurations:
// every key of a state considered must be of that one configuration, and the
// key kept up by XOR must be that of the board hashed from nothing, at every
// hundredth step and the last. It returns how many configurations there were
// and how many steps it went: it stops when they take more than room bytes.
func (m *model) verify(trace []point, room int) (configurations, steps int, err error) {
	s := m.newState()
	known := make(map[zobrist.Key]string)
	check := func() error {
		now := configuration(s.board, s.vacancy)
		if then, ok := known[s.key]; ok && then != now {
			return fmt.Errorf("two configurations have the key %v", s.key)
		} else if !ok {
			known[s.key] = now
		}
		return nil
	}
	known[s.key] = configuration(s.board, s.vacancy)
	each := len(known[s.key]) + 48 // and what the map takes
	for i, p := range trace {
		if len(known)*each > room {
			return len(known), i, nil
		}
		from, before := s.vacancy, s.key
		for _, to := range m.lattice.first[from] {
			s.exchange(to, m.after(&s, to))
			err := check()
			s.exchange(from, before)
			if err != nil {
				return 0, 0, err
			}
		}
		s.exchange(p.vacancy, m.after(&s, p.vacancy))
		if i%100 == 0 || i == len(trace)-1 {
			if scratch := m.keys.Hash(s.board); s.key != scratch {
				return 0, 0, fmt.Errorf("step %d: the key is %v, the board's is %v", i+1, s.key, scratch)
			}
		}
	}
	return len(known), len(trace), nil
}

// configuration packs the vacancy's site and the copper atoms', in order.
func configuration(board []piece, at site) string {
	b := make([]byte, 0, 128)
	put := func(s site) { b = append(b, byte(s), byte(s>>8), byte(s>>16)) }
	put(at)
	for s, p := range board {
		if p == copper {
			put(site(s))
		}
	}
	return string(b)
}
