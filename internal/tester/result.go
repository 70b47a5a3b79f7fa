package tester

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/keycheck"
	"github.com/zobrist-go/zobrist/internal/words"
)

// Counts say how much was checked.
type Counts struct {
	Positions int // positions whose key was compared with the recomputed key, with repetitions
	Made      int // moves made, without null moves
	Undone    int // moves taken back, whose position was compared with the one before
	Changes   int // moves that changed the key
	Calls     [verbs]int
}

// A Result says what a walk or random games checked, when nothing was wrong.
type Result struct {
	Counts
	Again     int    // positions reached again by another line, whose keys were compared
	Depth     int    // every line of a walk up to this number of plies was checked
	Whole     bool   // the lines of the walk were checked to their ends
	Games     int    // random games
	Seed      uint64 // of the first random game
	Unchanged string // which keys no move changed, and which words were rare

	compares, passes, loads bool // the game has Position, Null, Load

	note string // about moves: see record.other
	laws tallies
}

// result returns what a runner has checked.
func (l *live) result() *Result {
	return &Result{
		Counts: l.Counts, Again: l.record.again, note: cmp.Or(l.other, l.later.more), laws: l.compared(),
		compares: l.has(Text), passes: l.has(Null), loads: is[Loader](&l.games[0]),
	}
}

// String says what was counted.
func (f *Result) String() string {
	again := "not compared: the game has no method Position"
	if f.compares {
		again = fmt.Sprintf("%d reached again by another line", f.Again)
	}
	said := []string{fmt.Sprintf("%d positions (%s), %d moves taken back", f.Positions, again, f.Undone)}
	for _, part := range []struct {
		n    int
		said bool
		what string
	}{{f.Calls[Null], f.passes, "null moves"}, {f.Calls[Clone], false, "clones"}, {f.Calls[Load], false, "positions loaded"}} {
		if part.said || part.n > 0 {
			said = append(said, fmt.Sprint(part.n, " ", part.what))
		}
	}
	return strings.Join(said, ", ")
}

// Walked says what a walk checked.
func (f *Result) Walked() string {
	how := "every line to its end"
	if !f.Whole {
		how = fmt.Sprintf("every line of up to %d plies", f.Depth)
	}
	return fmt.Sprintf("%v; %s%s", f, how, f.note)
}

// One position in rarelyAgain, or fewer, is hardly any.
const rarelyAgain = 200

// Played says what random games checked.
func (f *Result) Played() string {
	s := fmt.Sprintf("%v, in %s from seed %d%s", f, words.Plural(f.Games, "game"), f.Seed, f.note)
	if f.compares && f.Again <= f.Positions/rarelyAgain {
		s += fmt.Sprintf("\nonly %d of %d positions were reached again by another line: the checks that equal positions"+
			" have equal keys, and others different ones, had little to compare", f.Again, f.Positions)
	}
	if f.loads && !f.compares {
		s += "\nno position was loaded: without a method Position, Load has nothing to set up"
	}
	return s + f.laws.String() + f.Unchanged
}

// A changes collects what the random games of a session changed: the features of positions
// if the game has Features, else the differences that moves made in the key. It is nil without
// Keys.
type changes struct {
	keys     []keycheck.Named
	featured map[zobrist.Key]int // how many of the positions looked at had the feature; nil without Features
}

const featureEvery = 8 // moves

// newChanges returns nil if a game has no Keys.
func newChanges(s *subject) *changes {
	if !is[Keyer](&s.games[0]) {
		return nil
	}
	d := &changes{}
	if is[Featurer](&s.games[0]) {
		d.featured = make(map[zobrist.Key]int)
	}
	_ = s.contain(func() { d.keys = s.keys(&s.games[0]) })
	return d
}

// add looks at the position of a move that led to where l is now.
func (d *changes) add(l *live) {
	if d.featured != nil && l.Made%featureEvery == 0 {
		for _, f := range l.features(&l.games[0]) {
			d.featured[f.Key]++
		}
	}
}

// String says how many keys of each kind random games have changed, and which they have
// not, or why it cannot tell.
func (d *changes) String() string {
	if d == nil {
		return ""
	}
	if d.featured == nil {
		return fmt.Sprintf("\nwhich of the %d keys no move changed cannot be told: Features on the game would tell", len(d.keys))
	}
	var names []string
	for _, k := range d.keys {
		if d.featured[k.Key] == 0 {
			names = append(names, k.Name)
		}
	}
	said := "\nkeys that moves changed, by kind: " + d.kinds(names)
	if len(names) == 0 {
		return said
	}
	// A piece may never stand on some squares, such as a pawn on the first rank.
	slices.SortStableFunc(names, func(a, b string) int { return cmp.Compare(onCell(a), onCell(b)) })
	return said + fmt.Sprintf("\nkeys that no move changed (of every %dth move; add starting positions in which they change: see Config.Starts): %s",
		featureEvery, words.Quoted(names, 8))
}

// onCell returns 1 for the name of a piece on a cell, else 0.
func onCell(name string) int {
	if _, _, ok := keycheck.Cell(name); ok {
		return 1
	}
	return 0
}

// fewest says which names have the lowest counts.
func fewest(count map[string]int, most int, say func(name string, n int) string) string {
	all := slices.SortedFunc(maps.Keys(count), func(a, b string) int { return cmp.Or(cmp.Compare(count[a], count[b]), cmp.Compare(a, b)) })
	all = all[:min(most, len(all))]
	for i, name := range all {
		all[i] = say(name, count[name])
	}
	return strings.Join(all, ", ")
}

// kinds counts the keys of each kind, those of them that changed, and how often positions
// had them: "castling 4 of 4 (about 412 times)". Kinds of which the least changed come first.
func (d *changes) kinds(unchanged []string) string {
	keys, missed, times := make(map[string]int), make(map[string]int), make(map[string]int)
	for _, k := range d.keys {
		name := keycheck.PartOf(k.Name)
		keys[name]++
		times[name] += d.featured[k.Key]
	}
	for _, name := range unchanged {
		missed[keycheck.PartOf(name)]++
	}
	part := make(map[string]int)
	for name, n := range keys {
		part[name] = -1_000_000 * missed[name] / n
	}
	const most = 16
	said := fewest(part, most, func(name string, _ int) string {
		s := fmt.Sprintf("%s %d of %d", name, keys[name]-missed[name], keys[name])
		if missed[name] == keys[name] {
			s += ": add Starts"
		} else if times[name] > 0 {
			s += fmt.Sprintf(" (about %d times)", times[name]*featureEvery)
		}
		return s
	})
	if len(part) > most {
		said += ", ..."
	}
	return said
}

// rarest names the words that were met least, by place.
func (c *wordCounts) rarest() (said string) {
	for place, words := range c {
		if len(words) < 2 || len(words) >= manyWords {
			continue
		}
		times := make(map[string]int)
		for word, n := range words {
			times[word] = *n
		}
		if said += "; "; said == "; " {
			said = "\nthe words of Position that were met least (add starting positions for more of them): "
		}
		few := fewest(times, 3, func(word string, n int) string { return fmt.Sprintf("%q %d", word, n) })
		said += fmt.Sprintf("word %d: %s (of %d words)", place+1, few, len(words))
	}
	return said
}
