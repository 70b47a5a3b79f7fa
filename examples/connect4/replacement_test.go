package main

import (
	"flag"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/tt"
)

var replacement = flag.Bool("replacement", false, "compare rules of replacement over harder positions")

// always is a table that always replaces. It has one entry for each slot and keeps
// whole keys.
type always struct {
	keys   []zobrist.Key
	bounds []Bounds
	shift  int
}

func newAlways(log2 int) *always {
	return &always{make([]zobrist.Key, 1<<log2), make([]Bounds, 1<<log2), 64 - log2}
}

func (a *always) slot(k zobrist.Key) uint64 { return uint64(k) * 0x9e3779b97f4a7c15 >> a.shift }

func (a *always) Probe(k zobrist.Key) (Bounds, bool) {
	i := a.slot(k)
	return a.bounds[i], a.keys[i] == k
}

func (a *always) Store(k zobrist.Key, v Bounds, _ int) {
	i := a.slot(k)
	a.keys[i], a.bounds[i] = k, v
}

func (a *always) Prefetch(zobrist.Key) {}

func (a *always) Len() int { return len(a.keys) }

func (a *always) Used() float64 { return 0 }

// byDepth is a table in which an entry's worth is the depth of its search: the number
// of empty cells. way has the keys that were probed but not yet stored: the path from
// the root, and positions that were cut off.
type byDepth struct {
	*tt.Table[Bounds]
	way []zobrist.Key
}

func (d *byDepth) Probe(k zobrist.Key) (Bounds, bool) {
	d.way = append(d.way, k)
	return d.Table.Probe(k)
}

func (d *byDepth) Store(k zobrist.Key, v Bounds, _ int) {
	ply := slices.Index(d.way, k)
	d.way = d.way[:ply]
	d.Table.Store(k, v, 3*(cells-ply))
}

// TestReplacement compares tt's replacement rule, with worth from the number of nodes
// below, with always replacing. With 2^12 entries, tt needs at most 0.6 of the nodes.
func TestReplacement(t *testing.T) {
	games := []string{"274552224131661", "5455174361263362"}
	if *replacement {
		games = []string{"32751571231557", "335662333565", "2416615552", "157564142155"}
	} else if testing.Short() {
		t.Skip("searches millions of nodes")
	}
	nodes := func(table Table) float64 {
		s := Solver{Table: table}
		for _, game := range games {
			s.Solve(parse(t, game))
		}
		return float64(s.Nodes.Load())
	}
	best := nodes(makeTable(t, 16<<23))
	t.Logf("2^23 entries: %.0f nodes; the rest in ratio to it", best)
	for _, log2 := range []int{12, 18} {
		replace, worth := nodes(newAlways(log2)), nodes(makeTable(t, 16<<log2))
		depth := nodes(&byDepth{Table: makeTable(t, 16<<log2)})
		t.Logf("2^%d entries: always replace %.2f, by depth %.2f, by nodes %.2f, which is %.2f of the first",
			log2, replace/best, depth/best, worth/best, worth/replace)
		if log2 == 12 {
			assert.LessOrEqual(t, worth/replace, 0.6)
		}
	}
}
