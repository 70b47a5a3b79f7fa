package zobristtest

import (
	"time"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/keycheck"
)

// A changedKeys collects the differences that moves made in the key.
type changedKeys struct{ all map[zobrist.Key]struct{} }

const (
	mostChanges = 1 << 16
	mostPaired  = 1000 // with more keys than this, unchangedKeys gives up
	mostCommon  = 4    // keys that change with most moves, such as the side to move
)

func (c *changedKeys) add(change zobrist.Key) {
	if len(c.all) < mostChanges {
		c.all[change] = struct{}{}
	}
}

// unchangedKeys returns the names of the keys that are in none of the changes, as
// far as it can tell. It finds the keys of a change if the change is the XOR of up
// to three keys and up to two of the most common keys.
func unchangedKeys(keys []keycheck.Named, changes map[zobrist.Key]struct{}, until time.Time) []string {
	if len(keys) > mostPaired || len(changes) == 0 {
		return nil
	}
	index := make(map[zobrist.Key]int, len(keys))
	pairs := make(map[zobrist.Key][2]int, len(keys)*len(keys)/2)
	for i, a := range keys {
		index[a.Key] = i
		for j, b := range keys[:i] {
			pairs[a.Key^b.Key] = [2]int{i, j}
		}
	}
	count := make([]int, len(keys))
	find := func(change zobrist.Key) bool {
		if i, ok := index[change]; ok {
			count[i]++
			return true
		}
		if p, ok := pairs[change]; ok {
			count[p[0]]++
			count[p[1]]++
			return true
		}
		for i, k := range keys {
			if p, ok := pairs[change^k.Key]; ok {
				count[i]++
				count[p[0]]++
				count[p[1]]++
				return true
			}
		}
		return false
	}
	var left []zobrist.Key
	for change := range changes {
		if !find(change) {
			left = append(left, change)
		}
		if time.Now().After(until) {
			return nil
		}
	}
	var common []zobrist.Key
	for range mostCommon {
		best := 0
		for i := range count {
			if count[i] > count[best] {
				best = i
			}
		}
		if count[best] <= 0 {
			break
		}
		common = append(common, keys[best].Key)
		count[best] = -count[best] // known
	}
	for _, change := range left {
		for i, k := range common {
			if find(change ^ k) {
				break
			}
			for _, l := range common[:i] {
				find(change ^ k ^ l)
			}
		}
		if time.Now().After(until) {
			break
		}
	}
	var names []string
	for i, n := range count {
		if n == 0 {
			names = append(names, keys[i].Name)
		}
	}
	return names
}
