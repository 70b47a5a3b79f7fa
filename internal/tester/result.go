package tester

import "github.com/zobrist-go/zobrist/internal/report"

// A Result says what a walk or random games checked.
type Result struct {
	Positions      int // positions whose key was compared with the recomputed key, with repetitions
	Made           int // moves made, without null moves
	Undone         int // moves taken back, whose position was compared with the one before
	Changes        int // moves that changed the key
	RandomLines    int // random lines
	Ended          int // of them played to the end of the game, or to the most plies
	Calls          [verbs]int
	Transpositions int    // positions reached again by different moves, whose keys were compared
	Depth          int    // every line of a walk up to this number of plies was checked
	Complete       bool   // the lines of the walk were checked to their ends
	Games          int    // random games
	Seed           uint64 // of the first random game

	compares bool // the game has Position
	missed   bool // some lines of a walk end where a law was broken
}

// add adds what another run checked.
func (f *Result) add(more *Result) {
	f.Positions += more.Positions
	f.Undone += more.Undone
	f.Transpositions += more.Transpositions
	f.RandomLines += more.RandomLines
	f.Ended += more.Ended
	for i, n := range more.Calls {
		f.Calls[i] += n
	}
}

// played has the counts that a report says.
func (f *Result) played() report.Played {
	p := report.Played{
		Positions:      f.Positions,
		Compares:       f.compares,
		Transpositions: f.Transpositions,
		Undone:         f.Undone,
	}
	for _, c := range []struct {
		call Call
		noun string
	}{{Null, "null move"}, {Clone, "clone"}, {Load, "loaded position"}} {
		p.Others = append(p.Others, report.Count{N: f.Calls[c.call], Noun: c.noun})
	}
	return p
}

// String says what was counted.
func (f *Result) String() string { return f.played().String() }

// Walked says what a walk checked.
func (f *Result) Walked() string {
	said := f.played().Walked(f.Depth, f.Complete)
	if f.missed {
		said += ", except where a law was broken"
	}
	return said
}

// Played says what random games checked.
func (f *Result) Played() string { return f.played().Random(f.Games, f.Seed) }
