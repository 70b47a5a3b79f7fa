package kit

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/keycheck"
)

// A changed collects what the moves of random games changed: the features of positions
// if the game has Features, else the differences that moves made in the key.
type changed struct {
	keys     []keycheck.Named
	featured map[zobrist.Key]bool // the keys that were a feature of a position
	all      map[zobrist.Key]struct{}
}

const (
	mostChanges  = 1 << 16
	mostPaired   = 1000 // with more keys than this, changes are not attributed
	mostCommon   = 4    // keys that change with most moves, such as the side to move
	featureEvery = 8    // positions
)

// newChanged returns nil if p has no Keys.
func newChanged(p *player) *changed {
	if p.keys == nil {
		return nil
	}
	c := &changed{all: map[zobrist.Key]struct{}{}}
	if p.features != nil {
		c.featured = map[zobrist.Key]bool{}
	}
	_ = p.contain(func() { c.keys = p.Keys() })
	return c
}

// add records the change from one position to the next, where c is now.
func (d *changed) add(c *checker, change zobrist.Key) {
	if d.featured != nil {
		if c.Made%featureEvery == 0 {
			for _, f := range c.Features() {
				d.featured[f.Key] = true
			}
		}
	} else if len(d.all) < mostChanges {
		d.all[change] = struct{}{}
	}
}

// neverChanged says which keys no random game has changed, or why it cannot tell.
func neverChanged(all []*checker) string {
	d := all[0].changed
	if d == nil {
		return ""
	}
	for _, c := range all[1:] {
		for change := range c.changed.all {
			d.all[change] = struct{}{}
		}
		for key := range c.changed.featured {
			d.featured[key] = true
		}
	}
	var names []string
	if d.featured != nil {
		for _, k := range d.keys {
			if !d.featured[k.Key] {
				names = append(names, k.Name)
			}
		}
	} else {
		var ok bool
		if names, ok = unchangedKeys(d.keys, d.all, time.Now().Add(shrinkTime/4)); !ok {
			return fmt.Sprintf("\nwhich of the %d keys no move changed cannot be told: some of the %d changes of the key are made of too many. Features on the game would tell", len(d.keys), len(d.all))
		}
	}
	if len(names) == 0 {
		return ""
	}
	// A piece may never stand on some squares, such as a pawn on the first rank.
	slices.SortStableFunc(names, func(a, b string) int { return cmp.Compare(len(square(a)), len(square(b))) })
	const most = 8
	more := ""
	if len(names) > most {
		more = fmt.Sprintf(" and %d more", len(names)-most)
	}
	shown := slices.Clone(names[:min(most, len(names))])
	for i, name := range shown {
		shown[i] = quote(name)
	}
	return fmt.Sprintf("\nkeys that no move changed (add starting positions in which they change: see Config.Starts): %s%s", strings.Join(shown, ", "), more)
}

// square returns "#" if the first word of a name is a square such as e4, else "".
func square(name string) string {
	word, _, _ := strings.Cut(name, " ")
	if len(word) < 2 || len(word) > 3 || word[0] < 'a' || word[0] > 'z' || strings.Trim(word[1:], "0123456789") != "" {
		return ""
	}
	return "#"
}

// unchangedKeys returns the names of the keys that are in none of the changes. It returns
// false if it cannot attribute all changes in time: each must be the XOR of up to three
// keys and up to two of the most common keys.
func unchangedKeys(keys []keycheck.Named, changes map[zobrist.Key]struct{}, until time.Time) (names []string, ok bool) {
	if len(keys) > mostPaired {
		return nil, false
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
	delete(changes, 0)
	var left []zobrist.Key
	for change := range changes {
		if !find(change) {
			left = append(left, change)
		}
		if time.Now().After(until) {
			return nil, false
		}
	}
	common := slices.Clone(keys)
	slices.SortStableFunc(common, func(a, b keycheck.Named) int { return cmp.Compare(count[index[b.Key]], count[index[a.Key]]) })
	common = common[:min(mostCommon, len(common))]
	for _, change := range left {
		if !slices.ContainsFunc(common, func(k keycheck.Named) bool {
			return find(change^k.Key) || slices.ContainsFunc(common, func(l keycheck.Named) bool { return k.Key < l.Key && find(change^k.Key^l.Key) })
		}) || time.Now().After(until) {
			return nil, false
		}
	}
	for i, n := range count {
		if n == 0 {
			names = append(names, keys[i].Name)
		}
	}
	return names, true
}
