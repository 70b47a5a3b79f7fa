package kit

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

// A changed collects what the moves of random games changed: the features of positions
// if the game has Features, else the differences that moves made in the key.
type changed struct {
	keys     []keycheck.Named
	featured map[zobrist.Key]bool // the keys that were a feature of a position
	all      map[zobrist.Key]struct{}
}

const (
	mostChanges  = 1 << 16
	featureEvery = 8 // positions
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
		unexplained, until := 0, time.Now().Add(shrinkTime/4)
		if names, unexplained = keycheck.Unused(d.keys, d.all, func() bool { return time.Now().After(until) }); unexplained > 0 {
			return fmt.Sprintf("\nwhich of the %d keys no move changed cannot be told: some of the %d changes of the key are made of too many. Features on the game would tell", len(d.keys), len(d.all))
		}
	}
	said := "\nkeys that moves changed, by kind: " + kinds(d.keys, names)
	if len(names) == 0 {
		return said
	}
	// A piece may never stand on some squares, such as a pawn on the first rank.
	slices.SortStableFunc(names, func(a, b string) int { return cmp.Compare(len(square(a)), len(square(b))) })
	return said + fmt.Sprintf("\nkeys that no move changed (add starting positions in which they change: see Config.Starts): %s", words.Quoted(names, 8))
}

// square returns "#" if the first word of a name is a square such as e4, else "".
func square(name string) string {
	word, _, _ := strings.Cut(name, " ")
	if len(word) < 2 || len(word) > 3 || word[0] < 'a' || word[0] > 'z' || strings.Trim(word[1:], "0123456789") != "" {
		return ""
	}
	return "#"
}

// kinds counts the keys of each kind, and those of them that changed: "castling 4 of 4".
// The kind of a key is its name without the square, or without the last word. Kinds of
// which the least changed come first.
func kinds(keys []keycheck.Named, unchanged []string) string {
	kind := func(name string) string {
		if _, piece, ok := strings.Cut(name, " "); ok && square(name) != "" {
			return piece
		} else if last := strings.LastIndexByte(name, ' '); last > 0 {
			return name[:last]
		}
		return name
	}
	total, missed := make(map[string]int), make(map[string]int)
	for _, k := range keys {
		total[kind(k.Name)]++
	}
	for _, name := range unchanged {
		missed[kind(name)]++
	}
	all := slices.SortedFunc(maps.Keys(total), func(a, b string) int {
		return cmp.Or(cmp.Compare(missed[b]*total[a], missed[a]*total[b]), cmp.Compare(a, b))
	})
	for i, name := range all {
		all[i] = fmt.Sprintf("%s %d of %d", name, total[name]-missed[name], total[name])
	}
	const most = 16
	if len(all) > most {
		all = append(all[:most], "...")
	}
	return strings.Join(all, ", ")
}
