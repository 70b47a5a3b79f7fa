package model

import (
	"cmp"
	"slices"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/state"
)

// agreed returns a fit of the equations on which most agree, although up to a fifth of the keys,
// and often more, are wrong.
//
// No large random subset is free of wrong keys, so it begins with what few keys decide. Two
// positions that differ in one move give an equation of few numbers. Many such pairs give the same
// equation, and the key that most of them give is right. Each step eliminates what was decided
// before, so that more pairs and positions vote on the same equation. What has no vote completes
// the fit. Then each number is changed by what most keys with it are wrong by.
//
// A number that only one position shows has no vote. If a second one contradicts it, either may be
// wrong. The first of all equations must be empty.
//
// A wrong rule of en passant makes keys wrong where a square counts, or does not: then keys without
// optional numbers should vote before the others. Where a fifth of all keys is wrong, all votes are
// needed at once. So both are tried, and the numbers that fewer keys contradict are taken.
func agreed(all []equation, of []state.Feature, seed uint64) *fit {
	pairs := pairsOf(all)
	var best *fit
	most := -1
	for _, plainFirst := range []bool{false, true} {
		f := newFit(of)
		if plainFirst {
			f.electAll(all, f.plain(all, pairs), seed, false)
		}
		x := f.elected(all, pairs, seed)
		held := heldBy(all, x)
		if len(held) > most {
			most = len(held)
			best = newFit(of)
			for _, e := range held {
				best.add(e.key, e.ids)
			}
		}
	}
	return best
}

// elected holds all elections, completes the fit, and returns the numbers.
func (f *fit) elected(all []equation, pairs [][2]int32, seed uint64) []Number {
	// In the end, optional numbers need not be zero.
	f.electAll(all, pairs, seed, false)
	f.electAll(all, pairs, seed, true)
	for _, e := range all {
		_, top := f.reduce(e.key, e.ids)
		// One key is no evidence of an optional number: it may be wrong.
		if top >= 0 && !f.of[top].Optional() {
			f.add(e.key, e.ids)
		}
	}
	x := f.numbers(seed, false)
	polish(all, x)
	return x
}

// heldBy returns the equations that hold with some numbers.
func heldBy(all []equation, numbers []Number) (held []equation) {
	for _, e := range all {
		if e.holds(numbers) {
			held = append(held, e)
		}
	}
	return held
}

// plain returns the pairs of equations that have no optional number.
func (f *fit) plain(all []equation, pairs [][2]int32) (plain [][2]int32) {
	isPlain := make([]bool, len(all))
	for i, e := range all {
		isPlain[i] = !slices.ContainsFunc(e.ids, func(id int32) bool { return f.of[id].Optional() })
	}
	for _, pair := range pairs {
		if isPlain[pair[0]] && isPlain[pair[1]] {
			plain = append(plain, pair)
		}
	}
	return plain
}

// electAll holds elections until they decide nothing more.
func (f *fit) electAll(all []equation, pairs [][2]int32, seed uint64, openOptional bool) {
	for rank := -1; rank < f.rank; {
		rank = f.rank
		f.elect(all, votesOf(all, pairs, f.numbers(seed, openOptional)))
	}
}

// A vote says that the XOR of the open numbers with the label free is key, by two equations.
type vote struct {
	key  zobrist.Key
	free uint64
	a, b int32 // b is 0, the empty equation, if a votes alone
}

// votesOf returns what pairs of equations say about numbers that are still open.
func votesOf(all []equation, pairs [][2]int32, numbers []Number) (votes []vote) {
	alone := make([]vote, len(all))
	for i, e := range all {
		alone[i].key, alone[i].free = e.rest(numbers)
	}
	for _, pair := range pairs {
		a, b := alone[pair[0]], alone[pair[1]]
		single := pair[1] == 0
		if a.free != 0 && a.free != b.free && (b.free != 0 || single) {
			votes = append(votes, vote{a.key ^ b.key, a.free ^ b.free, pair[0], pair[1]})
		}
	}
	return votes
}

// A winner is the vote for a label that most agree with.
type winner struct {
	vote
	votes, next int // for its key, and for the key that comes second
}

// lead says by how many votes a winner is ahead. A vote by a single equation counts twice: it has
// one key that may be wrong, and a pair has two.
func (w *winner) lead() int {
	if w.b == 0 {
		return 2 * (w.votes - w.next)
	}
	return w.votes - w.next
}

// elect adds the equations with the clearest majorities: those that lead by more than half as much
// as the clearest. The others may look different once these are eliminated.
func (f *fit) elect(all []equation, votes []vote) {
	winners := winnersOf(votes)
	slices.SortStableFunc(
		winners,
		func(a, b *winner) int { return cmp.Compare(b.lead(), a.lead()) },
	)
	for _, w := range winners {
		if 2*w.lead() > winners[0].lead() {
			f.add(all[w.a].key^all[w.b].key, all[w.a].ids, all[w.b].ids)
		}
	}
}

// winnersOf counts votes. A winner needs two votes more than the next, since one may be wrong.
func winnersOf(votes []vote) (winners []*winner) {
	count := make(map[vote]int)
	for _, v := range votes {
		count[vote{key: v.key, free: v.free}]++
	}
	by := make(map[uint64]*winner)
	for _, v := range votes {
		n := count[vote{key: v.key, free: v.free}]
		w := by[v.free]
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
	return slices.DeleteFunc(winners, func(w *winner) bool { return w.votes < w.next+2 })
}

// polish changes each number by what most keys with it are wrong by, until nothing changes.
func polish(all []equation, x []Number) {
	// Two suffice for all engines seen. More would mean that the keys are no XOR.
	const mostSweeps = 20
	users := make([][]equation, len(x))
	for _, e := range all {
		for _, id := range e.ids {
			users[id] = append(users[id], e)
		}
	}
	for range mostSweeps {
		changed := false
		for id, using := range users {
			by := mostWrongBy(using, x)
			if by != 0 {
				x[id].Key ^= by
				changed = true
			}
		}
		if !changed {
			return
		}
	}
}

// mostWrongBy returns by what more equations are wrong than hold, or 0. Of two that are as
// frequent it takes the lower, so that the result is the same each time.
func mostWrongBy(using []equation, x []Number) (by zobrist.Key) {
	count := make(map[zobrist.Key]int)
	for _, e := range using {
		k, _ := e.rest(x)
		count[k]++
		if count[k] > count[by] || count[k] == count[by] && k < by {
			by = k
		}
	}
	if count[by] < 2 { // one key may be wrong itself
		return 0
	}
	return by
}

// label returns a number that is equal for equal sets of features, and random otherwise.
func label(ids []int32) (sum uint64) {
	for _, id := range ids {
		sum ^= mix(uint64(id))
	}
	return sum
}

// mix returns a random number for each index of a feature.
func mix(id uint64) uint64 { return zobrist.NewSplitMix64(0x636f6e73656e7375).At(id) }

// pairsOf returns pairs of equations whose XOR has few features: each with the empty one at 0, and
// those of positions that differ in the square of one man at most.
func pairsOf(all []equation) (pairs [][2]int32) {
	last := make(map[uint64]int32)
	// link pairs equation i with the last one that has the same board, perhaps but for one man.
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
		if all[i].men == 0 {
			continue // a move changes few features by itself
		}
		men := all[i].ids[1 : 1+all[i].men]
		board := label(men)
		sameBoard := link(board, i)
		if sameBoard {
			continue
		}
		for _, id := range men {
			link(board^mix(uint64(id))^1, i)
		}
	}
	return pairs
}
