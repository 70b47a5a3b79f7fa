package tester

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/keycheck"
	"github.com/zobrist-go/zobrist/internal/words"
)

// A changed collects what the random games of a session changed: the features of positions
// if the game has Features, else the differences that moves made in the key.
type changed struct {
	keys     []keycheck.Named
	featured map[zobrist.Key]int // how many of the positions looked at had the feature
	together map[string]int      // how many of the moves looked at changed features of just these kinds
	looked   bool                // at the position before this move
	was      []keycheck.Named    // the features there
	all      map[zobrist.Key]struct{}
}

const (
	mostChanges  = 1 << 16
	featureEvery = 8 // moves
)

// newChanged returns nil if p has no Keys.
func newChanged(s *subject) *changed {
	if _, ok := s.games[0].Game.(Keyer); !ok {
		return nil
	}
	d := &changed{featured: map[zobrist.Key]int{}, together: map[string]int{}, all: map[zobrist.Key]struct{}{}}
	_ = s.contain(func() { d.keys = s.keys(&s.games[0]) })
	return d
}

// look prepares add, before some of the moves.
func (d *changed) look(l *live) {
	if d.looked = l.Made%featureEvery == 0; d.looked {
		d.was = l.features(&l.games[0])
	}
}

// add records the change from one position to the next, where l is now.
func (d *changed) add(l *live, change zobrist.Key) {
	if d.was == nil && len(d.all) < mostChanges {
		d.all[change] = struct{}{}
	}
	if !d.looked || d.was == nil {
		return
	}
	differ := make(map[string]bool)
	for _, f := range d.was {
		differ[f.Name] = true
	}
	for _, f := range l.features(&l.games[0]) {
		d.featured[f.Key]++
		differ[f.Name] = !differ[f.Name]
	}
	kinds := make(map[string]bool)
	for name, changed := range differ {
		if changed {
			kinds[kindOf(name)] = true
		}
	}
	d.together[strings.Join(slices.Sorted(maps.Keys(kinds)), "+")]++
}

// rarest names the kinds of features that moves rarely changed together.
func (d *changed) rarest() string {
	const most = 8
	if len(d.together) < 2 {
		return ""
	}
	all := slices.SortedFunc(maps.Keys(d.together), func(a, b string) int {
		return cmp.Or(cmp.Compare(d.together[a], d.together[b]), cmp.Compare(a, b))
	})
	kinds := len(all)
	for i, name := range all[:min(most, kinds)] {
		all[i] = fmt.Sprintf("%s (about %d times)", cmp.Or(name, "nothing"), d.together[name]*featureEvery)
	}
	return fmt.Sprintf("\nkinds of features that moves rarely changed together (of %d; for others, add Starts): %s", kinds, strings.Join(all[:min(most, kinds)], ", "))
}

// String says how many keys of each kind random games have changed, and which they have
// not, or why it cannot tell.
func (d *changed) String() string {
	var names []string
	if len(d.featured) > 0 {
		for _, k := range d.keys {
			if d.featured[k.Key] == 0 {
				names = append(names, k.Name)
			}
		}
	} else {
		unexplained, until := 0, time.Now().Add(shrinkTime/4)
		if names, unexplained = keycheck.Unused(d.keys, d.all, func() bool { return time.Now().After(until) }); unexplained > 0 {
			return fmt.Sprintf("\nwhich of the %d keys no move changed cannot be told: some of the %d changes of the key are made of too many. Features on the game would tell", len(d.keys), len(d.all))
		}
	}
	said := "\nkeys that moves changed, by kind: " + d.kinds(names) + d.rarest()
	if len(names) == 0 {
		return said
	}
	// A piece may never stand on some squares, such as a pawn on the first rank.
	slices.SortStableFunc(names, func(a, b string) int { return cmp.Compare(len(square(a)), len(square(b))) })
	how := ""
	if len(d.featured) > 0 {
		how = fmt.Sprintf("of every %dth move; ", featureEvery)
	}
	return said + fmt.Sprintf("\nkeys that no move changed (%sadd starting positions in which they change: see Config.Starts): %s", how, words.Quoted(names, 8))
}

// square returns the first word of a name if it is a square such as e4, else "".
func square(name string) string {
	word, _, _ := strings.Cut(name, " ")
	if len(word) < 2 || len(word) > 3 || word[0] < 'a' || word[0] > 'z' || strings.Trim(word[1:], "0123456789") != "" {
		return ""
	}
	return word
}

// kindOf returns the name of a key without the square, or without the last word.
func kindOf(name string) string {
	if at := square(name); at != "" && len(name) > len(at) {
		return name[len(at)+1:]
	} else if last := strings.LastIndexByte(name, ' '); last > 0 {
		return name[:last]
	}
	return name
}

// kinds counts the keys of each kind, those of them that changed, and how often positions
// had them: "castling 4 of 4 (about 412 times)". Kinds of which the least changed come first.
func (d *changed) kinds(unchanged []string) string {
	type kind struct{ keys, missed, times int }
	count := make(map[string]*kind)
	for _, k := range d.keys {
		name := kindOf(k.Name)
		if count[name] == nil {
			count[name] = &kind{}
		}
		count[name].keys++
		count[name].times += d.featured[k.Key]
	}
	for _, name := range unchanged {
		count[kindOf(name)].missed++
	}
	all := slices.SortedFunc(maps.Keys(count), func(a, b string) int {
		return cmp.Or(cmp.Compare(count[b].missed*count[a].keys, count[a].missed*count[b].keys), cmp.Compare(a, b))
	})
	for i, name := range all {
		k := count[name]
		all[i] = fmt.Sprintf("%s %d of %d", name, k.keys-k.missed, k.keys)
		if k.missed == k.keys {
			all[i] += ": add Starts"
		} else if k.times > 0 {
			all[i] += fmt.Sprintf(" (about %d times)", k.times*featureEvery)
		}
	}
	const most = 16
	if len(all) > most {
		all = append(all[:most], "...")
	}
	return strings.Join(all, ", ")
}
