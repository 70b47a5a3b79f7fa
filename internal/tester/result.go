package tester

import (
	"fmt"
	"strings"

	"github.com/zobrist-go/zobrist/internal/words"
)

// A Result says what a walk or random games checked.
type Result struct {
	Positions int // positions whose key was compared with the recomputed key, with repetitions
	Made      int // moves made, without null moves
	Undone    int // moves taken back, whose position was compared with the one before
	Changes   int // moves that changed the key
	Roamed    int // random lines
	Ended     int // of them played to the end of the game, or to the most plies
	Calls     [verbs]int
	Again     int    // positions reached again by another line, whose keys were compared
	Depth     int    // every line of a walk up to this number of plies was checked
	Whole     bool   // the lines of the walk were checked to their ends
	Games     int    // random games
	Seed      uint64 // of the first random game

	compares bool // the game has Position
	bugs     int  // groups of broken laws
}

// add adds what another run checked.
func (f *Result) add(more *Result) {
	f.Positions += more.Positions
	f.Undone += more.Undone
	f.Again += more.Again
	f.Roamed += more.Roamed
	f.Ended += more.Ended
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
	said := []string{fmt.Sprintf("%d positions (%s)", f.Positions, again)}
	if f.Undone > 0 {
		said = append(said, fmt.Sprintf("%d moves taken back", f.Undone))
	}
	for _, c := range []struct {
		call Call
		what string
	}{{Null, "null move"}, {Clone, "clone"}, {Load, "loaded position"}} {
		if n := f.Calls[c.call]; n > 0 {
			said = append(said, words.Plural(n, c.what))
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
	return fmt.Sprintf("%v; %s", f, how)
}

// Played says what random games checked.
func (f *Result) Played() string {
	return fmt.Sprintf("%v, in %s from seed %d", f, words.Plural(f.Games, "game"), f.Seed)
}
