package solve

import (
	"cmp"
	"slices"

	"github.com/zobrist-go/zobrist"
)

// agreed returns a fit of the equations on which most agree, although up to a fifth of the
// keys, and often more, are wrong. No large random subset is free of wrong keys, so it
// begins with what few keys decide. Two positions that differ in one move give an equation
// of few numbers, many such pairs give the same equation, and the key that most of them
// give is right. Each step eliminates what was decided before, so that more pairs and
// positions vote on the same equation. What has no vote completes the fit, and then each
// number is changed by what most keys with it are wrong by.
//
// A number that only one position shows has no vote. If a second one contradicts it,
// either may be wrong. The first of all equations must be empty.
func agreed(all []equation, of []Number, seed uint64) *fit {
	f := newFit(of)
	pairs := pairsOf(all)
	alone := make([]vote, len(all))
	var votes []vote
	// at last, what may be besides is no more taken for zero
	for _, open := range []bool{false, true} {
		for rank := -1; rank < f.rank; {
			rank = f.rank
			x := f.numbers(seed, open)
			for i, e := range all {
				alone[i].key, alone[i].free = e.rest(x)
			}
			votes = votes[:0]
			for _, p := range pairs {
				a, b := alone[p[0]], alone[p[1]]
				if a.free != 0 && a.free != b.free && (b.free != 0 || p[1] == 0) {
					votes = append(votes, vote{a.key ^ b.key, a.free ^ b.free, p[0], p[1]})
				}
			}
			f.elect(all, votes)
		}
	}
	for _, e := range all {
		// one wrong key is no evidence for these
		if _, top := f.reduce(e.key, e.ids); top >= 0 && !besides(f.of[top].Name) {
			f.add(e.key, e.ids)
		}
	}
	x := f.numbers(seed, false)
	polish(all, x)
	f = newFit(of)
	for _, e := range all {
		if e.holds(x) {
			f.add(e.key, e.ids)
		}
	}
	return f
}

// polish changes each number by what most keys with it are wrong by.
func polish(all []equation, x []Number) {
	users := make([][]equation, len(x))
	for _, e := range all {
		for _, id := range e.ids {
			users[id] = append(users[id], e)
		}
	}
	count := make(map[zobrist.Key]int)
	for changed, sweeps := true, 20; changed && sweeps > 0; sweeps-- {
		changed = false
		for id, users := range users {
			clear(count)
			var by zobrist.Key
			for _, e := range users {
				k, _ := e.rest(x)
				if count[k]++; count[k] > count[by] || count[k] == count[by] && k < by {
					by = k
				}
			}
			if by != 0 && count[by] > 1 {
				changed = true
				x[id].Key ^= by
			}
		}
	}
}

// rest returns the difference between a key and the XOR of the numbers, and the label of
// those that are open.
func (e equation) rest(x []Number) (key zobrist.Key, free uint64) {
	key = e.key
	for _, id := range e.ids {
		key ^= x[id].Key
		free ^= x[id].Free
	}
	return key, free
}

func (e equation) holds(x []Number) bool {
	key, _ := e.rest(x)
	return key == 0
}

// label returns a number that is equal for equal features, and random otherwise.
func label(ids []int32) (sum uint64) {
	for _, id := range ids {
		sum ^= mix(uint64(id))
	}
	return sum
}

func mix(id uint64) uint64 { return zobrist.NewSplitMix64(0x636f6e73656e7375).At(id) }

// pairsOf returns pairs of equations: each with the empty one at 0 and with the one
// before, and those of positions that differ in the square of one man at most.
func pairsOf(all []equation) (pairs [][2]int32) {
	last := make(map[uint64]int32)
	link := func(board uint64, i int32) bool {
		j := last[board]
		last[board] = i
		if j == 0 || j == i {
			return false
		}
		pairs = append(pairs, [2]int32{j, i})
		return true
	}
	for i := int32(1); int(i) < len(all); i++ {
		pairs = append(pairs, [2]int32{i, 0})
		men := all[i].ids[1 : 1+all[i].men]
		board := label(men)
		if link(board, i) {
			continue // the same men
		}
		for _, id := range men {
			link(board^mix(uint64(id))^1, i)
		}
	}
	return pairs
}

// A vote says that the XOR of the open numbers with the label free is key, by two equations.
type vote struct {
	key  zobrist.Key
	free uint64
	a, b int32 // b is 0, the empty equation, if a votes alone
}

// A winner is the vote for a label that most agree with.
type winner struct {
	vote
	votes, next int // for its key, and for another
}

// elect adds the equations with the clearest majorities.
func (f *fit) elect(all []equation, votes []vote) {
	count := make(map[vote]int)
	for _, v := range votes {
		count[vote{key: v.key, free: v.free}]++
	}
	by := make(map[uint64]*winner)
	var winners []*winner
	for _, v := range votes {
		w, n := by[v.free], count[vote{key: v.key, free: v.free}]
		switch {
		case w == nil:
			by[v.free] = &winner{v, n, 0}
			winners = append(winners, by[v.free])
		case w.key == v.key:
		case n > w.votes:
			*w = winner{v, n, w.votes}
		default:
			w.next = max(w.next, n)
		}
	}
	winners = slices.DeleteFunc(winners, func(w *winner) bool { return w.votes < w.next+2 })
	lead := func(w *winner) int {
		if w.b == 0 {
			return 2 * (w.votes - w.next)
		}
		return w.votes - w.next
	}
	slices.SortStableFunc(winners, func(a, b *winner) int { return cmp.Compare(lead(b), lead(a)) })
	for _, w := range winners {
		if 2*lead(w) > lead(winners[0]) {
			f.add(all[w.a].key^all[w.b].key, all[w.a].ids, all[w.b].ids)
		}
	}
}
