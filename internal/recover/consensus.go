package recover

import (
	"cmp"
	"slices"

	"github.com/zobrist-go/zobrist"
)

// consensus finds the numbers that most equations agree on, although up to a fifth of
// the keys, and often more, are wrong. One wrong key among the equations of an
// elimination spoils all numbers that follow from it, and no large random subset is
// free of wrong keys. So consensus begins with what few keys decide. Two positions
// that differ in one move give an equation of few numbers, many such pairs give the
// same equation, and the key that most of them give is right. Each step eliminates what
// was decided before, so that fewer numbers are open and more pairs and positions vote
// on the same equation.
//
// A number that only one position shows has no vote. If a second one contradicts it,
// either may be wrong.
func consensus(all []equation, features int, seed uint64) (s solution) {
	distinct := distinctOf(all)
	x := polish(all, distinct, voted(all, distinct, features, seed))
	// If many keys are wrong by the same difference, two wrong keys often agree. Then other
	// voters may find more.
	for attempt := range uint64(4) {
		if !alike(all, distinct, x) {
			break
		}
		coin := zobrist.NewSplitMix64(seed).Split("voters")
		voters := slices.DeleteFunc(slices.Clone(distinct), func(i int) bool { return coin.At(uint64(i))>>(2*attempt)&3 == 0 })
		if y := polish(all, distinct, voted(all, voters, features, seed)); agreeing(all, distinct, y) > agreeing(all, distinct, x) {
			x = y
		}
	}
	s.fit, s.sure = newFit(features), confirmed(all, distinct, x)
	for _, i := range distinct {
		if e := all[i]; e.rest(x) == 0 {
			s.fit.add(e.key, e.ids)
		}
	}
	for i, e := range all {
		switch {
		case e.rest(x) == 0:
		case slices.ContainsFunc(e.ids, func(id int32) bool { return !s.sure[id] }):
			s.unclear = append(s.unclear, i)
		default:
			s.outside = append(s.outside, i)
		}
	}
	return s
}

func agreeing(all []equation, distinct []int, x []Number) (n int) {
	for _, i := range distinct {
		if all[i].rest(x) == 0 {
			n++
		}
	}
	return n
}

// alike reports whether at least a tenth of the keys are wrong by the same difference.
func alike(all []equation, distinct []int, x []Number) bool {
	count := make(map[zobrist.Key]int)
	for _, i := range distinct {
		k := all[i].rest(x)
		if count[k]++; k != 0 && 10*count[k] >= len(distinct) {
			return true
		}
	}
	return false
}

// confirmed returns the numbers that are in at least two equations that agree, all of whose
// numbers are.
func confirmed(all []equation, distinct []int, x []Number) []bool {
	users := make([]int, len(x))
	count := func(i, by int) {
		for _, id := range all[i].ids {
			users[id] += by
		}
	}
	left := slices.DeleteFunc(slices.Clone(distinct), func(i int) bool { return all[i].rest(x) != 0 })
	for _, i := range left {
		count(i, 1)
	}
	for n := -1; n != len(left); {
		n = len(left)
		left = slices.DeleteFunc(left, func(i int) bool {
			alone := slices.ContainsFunc(all[i].ids, func(id int32) bool { return users[id] < 2 })
			if alone {
				count(i, -1)
			}
			return alone
		})
	}
	sure := make([]bool, len(x))
	for id, n := range users {
		sure[id] = n >= 2
	}
	return sure
}

// rest returns the difference between a key and the XOR of the numbers.
func (e equation) rest(x []Number) zobrist.Key {
	key := e.key
	for _, id := range e.ids {
		key ^= x[id].Key
	}
	return key
}

// label returns a number that is equal for equal features, and random otherwise.
func label(ids []int32) (sum uint64) {
	for _, id := range ids {
		sum ^= mix(uint64(id))
	}
	return sum
}

func mix(id uint64) uint64 { return zobrist.NewSplitMix64(0x636f6e73656e7375).At(id) }

// distinctOf returns the indices of equations that differ. A position that occurs
// twice with one key is no evidence that the key is right.
func distinctOf(all []equation) (distinct []int) {
	type content struct {
		label uint64
		key   zobrist.Key
	}
	seen := make(map[content]bool, len(all))
	for i, e := range all {
		if c := (content{label(e.ids), e.key}); !seen[c] {
			seen[c] = true
			distinct = append(distinct, i)
		}
	}
	return distinct
}

// neighbours returns pairs of positions that differ in the square of one man at most, and
// pairs that follow each other.
func neighbours(all []equation, distinct []int) (pairs [][2]int) {
	type entry struct {
		board uint64
		i     int
	}
	const log = 20
	last := make([]entry, 1<<log)
	link := func(board uint64, i int) bool {
		e := &last[board>>(64-log)]
		linked := e.board == board && e.i != i
		if linked {
			pairs = append(pairs, [2]int{e.i, i})
		}
		*e = entry{board, i}
		return linked
	}
	for n, i := range distinct {
		e := all[i]
		men := e.ids[1 : 1+e.men]
		board := label(men)
		if link(board, i) {
			continue // the same men
		}
		for _, id := range men {
			link(board^mix(uint64(id))^1, i)
		}
		if n > 0 {
			pairs = append(pairs, [2]int{distinct[n-1], i})
		}
	}
	return pairs
}

// A vote says that the XOR of open numbers is key: by the key of equation a, or by the
// keys of a and b.
type vote struct {
	free uint64
	key  zobrist.Key
	a, b int // b is -1 for one equation
}

// voted adds to a fit what most votes agree on, the clearest first.
func voted(all []equation, distinct []int, features int, seed uint64) *fit {
	f := newFit(features)
	pairs := neighbours(all, distinct)
	at := make([]vote, len(all))
	var votes []vote
	for {
		x := f.numbers(seed)
		votes = votes[:0]
		for _, i := range distinct {
			v := vote{key: all[i].key, a: i, b: -1}
			for _, id := range all[i].ids {
				v.key ^= x[id].Key
				v.free ^= x[id].Free
			}
			if at[i] = v; v.free != 0 {
				votes = append(votes, v)
			}
		}
		for _, p := range pairs {
			a, b := at[p[0]], at[p[1]]
			if a.free != 0 && b.free != 0 && a.free != b.free {
				votes = append(votes, vote{a.free ^ b.free, a.key ^ b.key, p[0], p[1]})
			}
		}
		if !f.elect(all, votes) {
			return f
		}
	}
}

// elect adds the equations with the clearest majorities. It returns false if no
// equation has one.
func (f *fit) elect(all []equation, votes []vote) bool {
	type winner struct {
		vote
		lead int // how many more votes it has than the next
	}
	const log = 20
	count := make([]uint8, 1<<log) // votes with such a label, up to 2
	for _, v := range votes {
		if n := &count[v.free>>(64-log)]; *n < 2 {
			*n++
		}
	}
	votes = slices.DeleteFunc(votes, func(v vote) bool { return count[v.free>>(64-log)] < 2 })
	slices.SortFunc(votes, func(a, b vote) int {
		if a.free != b.free { // nearly always
			return cmp.Compare(a.free, b.free)
		}
		return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(a.a, b.a), cmp.Compare(a.b, b.b))
	})
	used := make(map[int]bool)
	var winners []winner
	best := 0
	for i := 0; i < len(votes); {
		var w winner
		first, second := 0, 0
		free := votes[i].free
		for i < len(votes) && votes[i].free == free {
			v, n := votes[i], 0
			clear(used)
			for ; i < len(votes) && votes[i].free == free && votes[i].key == v.key; i++ {
				// A wrong key that is in two pairs has one vote.
				if a, b := votes[i].a, votes[i].b; !used[a] && !used[b] {
					used[a] = true
					if b >= 0 {
						used[b] = true
					}
					n++
				}
			}
			if n > first {
				w.vote, first, second = v, n, first
			} else {
				second = max(second, n)
			}
		}
		if w.lead = first - second; w.lead >= 2 {
			if w.b < 0 {
				w.lead *= 2
			}
			winners = append(winners, w)
			best = max(best, w.lead)
		}
	}
	slices.SortStableFunc(winners, func(a, b winner) int { return cmp.Compare(b.lead, a.lead) })
	before := f.rank
	for _, w := range winners {
		if w.lead <= best/2 {
			break
		}
		key, ids := all[w.a].key, [][]int32{all[w.a].ids}
		if w.b >= 0 {
			key, ids = key^all[w.b].key, append(ids, all[w.b].ids)
		}
		f.add(key, ids...)
	}
	return f.rank > before
}

// polish completes the solution with equations that no other confirms. Then it changes
// each number by what most keys with it are wrong by.
func polish(all []equation, distinct []int, f *fit) []Number {
	for _, i := range distinct {
		f.add(all[i].key, all[i].ids)
	}
	x := f.numbers(0)
	users := make([][]int32, len(x))
	rest := make([]zobrist.Key, len(all))
	for _, i := range distinct {
		rest[i] = all[i].rest(x)
		for _, id := range all[i].ids {
			users[id] = append(users[id], int32(i))
		}
	}
	const most = 20 // sweeps
	for range most {
		changed := false
		for id, users := range users {
			right := 0
			count := make(map[zobrist.Key]int)
			for _, i := range users {
				if rest[i] == 0 {
					right++
				}
			}
			if 2*right >= len(users) {
				continue
			}
			var by zobrist.Key
			for _, i := range users {
				k := rest[i]
				if count[k]++; count[k] > count[by] || count[k] == count[by] && k < by {
					by = k
				}
			}
			if count[by] < 2 || count[by] <= right {
				continue
			}
			changed = true
			x[id].Key ^= by
			for _, i := range users {
				rest[i] ^= by
			}
		}
		if !changed {
			break
		}
	}
	return x
}
