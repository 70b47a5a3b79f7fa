package tester

import (
	"fmt"
	"strings"

	"github.com/zobrist-go/zobrist/internal/words"
)

// Counts say how much was checked.
type Counts struct {
	Positions int // positions whose key was compared with the recomputed key, with repetitions
	Made      int // moves made, without null moves
	Undone    int // moves taken back, whose position was compared with the one before
	Changes   int // moves that changed the key
	Roamed    int // random lines
	Ended     int // of them played to the end of the game, or to the most plies
	Calls     [verbs]int
}

// A Result says what a walk or random games checked, when nothing was wrong.
type Result struct {
	Counts
	Again int    // positions reached again by another line, whose keys were compared
	Depth int    // every line of a walk up to this number of plies was checked
	Whole bool   // the lines of the walk were checked to their ends
	Games int    // random games
	Seed  uint64 // of the first random game

	compares, passes bool // the game has Position, Null

	note   string   // about moves: see record.other
	rarely []string // the optional methods that were compared less than fewCompared times
}

const fewCompared = 20

// result returns what a runner has checked.
func (l *live) result() *Result {
	f := &Result{
		Counts: l.Counts, Again: l.record.again, note: l.other,
		compares: l.has(Text), passes: l.has(Null),
	}
	laws := make(map[string]int)
	l.compared(laws)
	for _, m := range []struct {
		law, method string
		has         bool
	}{{"After", "After", l.has(After)}, {"clone", "Clone", l.has(Clone)}, {"load", "Load", is[Loader](&l.games[0])}} {
		if n := laws[m.law]; m.has && n < fewCompared {
			f.rarely = append(f.rarely, fmt.Sprint(m.method, " ", n))
		}
	}
	return f
}

// Add adds what another run checked.
func (f *Result) Add(more *Result) {
	f.Positions, f.Undone, f.Again = f.Positions+more.Positions, f.Undone+more.Undone, f.Again+more.Again
	f.Roamed, f.Ended, f.Depth = f.Roamed+more.Roamed, f.Ended+more.Ended, max(f.Depth, more.Depth)
	for i, n := range more.Calls {
		f.Calls[i] += n
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
	}{{f.Calls[Null], f.passes, "null move"}, {f.Calls[Clone], false, "clone"}, {f.Calls[Load], false, "loaded position"}} {
		if part.said || part.n > 0 {
			said = append(said, words.Plural(part.n, part.what))
		}
	}
	return strings.Join(said, ", ")
}

// Walked says what a walk checked.
func (f *Result) Walked() string {
	how := "every line to its end"
	if !f.Whole {
		how = "every line of up to " + words.Plural(f.Depth, "ply")
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
	if f.rarely != nil {
		s += "\nhardly compared, because games were short, time was up, or Load has no texts without Position: " + strings.Join(f.rarely, ", ")
	}
	return s
}
