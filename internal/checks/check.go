// Package checks judges what an engine was asked. Each check is a pure function from a log of
// answers and the models fitted to them to what was compared, and what differs. No check knows
// another, and none asks the engine.
//
// The one idea: two routes to one state must give one key. A route is a sequence of moves, a FEN,
// the same question asked again or of another process, or what an act leaves. Where two routes
// give two keys, their difference is explained by the numbers of features: what the key lacks, and
// what it wrongly has. Mismatches in the same kinds of features are one item of the report.
//
// To add a check, add a function to [All], and its words to allChecks in package report. If the
// engine must do something before, that is the field Act. If the log does not have what the check
// needs otherwise, package observe must ask for it. CONTRIBUTING.md names all places, and tests
// tell which of them lack the check.
package checks

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/observe"
	"github.com/zobrist-go/zobrist/internal/report"
	"github.com/zobrist-go/zobrist/internal/state"
	"github.com/zobrist-go/zobrist/internal/tester/source"
	"github.com/zobrist-go/zobrist/internal/words"
)

// A Check is one question about an engine's keys.
type Check struct {
	Name string // as allChecks of package report has it
	Main bool   // an engine is sound only if this check ran
	// Few is how many must be compared, or the check did not run. The numbers are such that a check
	// of an engine with an ordinary bug would hardly miss it.
	Few int
	// OnlyProcess is set if the check is not of an engine in Go: package methods has a law for the
	// method instead, which goes further.
	OnlyProcess bool
	// Act is what the engine must do before Run: see undoAct. Run finds the keys before and after
	// it in Log.Trials, by the name of the check. Most checks need none.
	Act observe.Act
	// Run answers the question. Most checks first return why they can't: see Unavailable and
	// untrusted. Then they make a Mismatch of each pair of keys that should be equal and are not,
	// name its features by Models.explain, and return itemsOf these mismatches.
	Run func(e *Evidence) Outcome
}

// An Outcome is the answer to a check.
type Outcome struct {
	Compared int
	Wrong    int // of those compared
	Later    int // of those wrong, how many were as wrong before the last move
	Unit     report.Unit
	Skip     report.Skip   // why it did not run
	Why      string        // what the engine said, if that is the reason
	Items    []report.Item // without their Check, which the report sets
	Notes    []report.Note
}

// Evidence is what checks read. Nothing changes it.
type Evidence struct {
	Log    *observe.Log
	Models *Models
	Sub    bool // the key has only some features on purpose
}

// All returns the checks, in the order of the report.
func All() []Check {
	return []Check{
		{Name: "keys", Main: true, Few: 60, Run: keys},
		{Name: "board", Run: board},
		{Name: "moves", Main: true, Few: 60, Run: moves},
		{Name: "undo", OnlyProcess: true, Act: undoAct(), Run: undo},
		{Name: "search", OnlyProcess: true, Run: search},
		{Name: "null move", OnlyProcess: true, Run: nullMove},
		{Name: "new game", OnlyProcess: true, Run: newGame},
		{Name: "fields", Run: fields},
		{Name: "XOR", Main: true, Few: 100, Run: xor},
		{Name: "numbers", Main: true, Few: 20, Run: numbers},
		{Name: "routes", Main: true, Few: 5, Run: routes},
		{Name: "processes", Run: processes},
		{Name: "again", Main: true, Few: 10, Run: again},
		{Name: "crash", Run: crash},
	}
}

// Acts returns what an engine must do for some checks, in their order.
func Acts(all []Check) (acts []observe.Act) {
	for _, c := range all {
		if c.Act.Commands == nil {
			continue
		}
		act := c.Act
		act.Name = c.Name
		acts = append(acts, act)
	}
	return acts
}

// A Mismatch is two routes to one state with different keys.
type Mismatch struct {
	State *state.State
	Place *observe.Place // nil if the state is not one of them
	Got   report.Key
	Want  report.Key
	// Old is by how much the keys differed before the last move, so that it is no matter of this
	// move. It was observed.
	Old zobrist.Key
	// Told is the part of the difference that other items tell: where keys by moves and keys from
	// FENs have different numbers, the last move changes the two keys by different ones. It is
	// predicted by the numbers.
	Told zobrist.Key

	Lacks      []state.Feature
	WronglyHas []state.Feature
	Explained  bool // these are all by which the keys differ, except for Rest
	// Rest is a part of the difference that is no known number, but the same in many mismatches.
	Rest zobrist.Key

	// Stays is set if an en passant number by which the keys differ makes later keys wrong, too.
	Stays bool

	// Suspect says which of the keys is the wrong one.
	Suspect Suspect
}

// A Suspect is the wrong one of two keys of one state.
type Suspect uint8

const (
	SuspectGot  Suspect = iota // Got: also after an act, which must leave the key Want
	SuspectWant                // Want
	SuspectBoth                // one of them: nothing tells which
)

// Difference is by how much the keys differ, besides what they differed by before, and what other
// items tell.
func (m *Mismatch) Difference() zobrist.Key { return m.Got.Key ^ m.Want.Key ^ m.Old ^ m.Told }

// Features are those by which the keys differ.
func (m *Mismatch) Features() []state.Feature {
	all := make([]state.Feature, 0, len(m.Lacks)+len(m.WronglyHas))
	all = append(all, m.Lacks...)
	return append(all, m.WronglyHas...)
}

// ExplainBy names the features by which the keys differ, in a state after another one, which may be
// nil.
func (m *Mismatch) ExplainBy(models *Models, before *state.State) { models.explain(m, before) }

// WantIsWrong reports whether the second of the two keys is the wrong one: only the first is the
// XOR of the numbers that all other keys agree on.
func (m *Mismatch) WantIsWrong(models *Models) bool { return models.suspect(m) == SuspectWant }

// Unavailable returns why what most checks need was not asked for, or Ran.
func (e *Evidence) Unavailable() report.Skip {
	switch e.Log.Ending {
	case observe.Constant:
		return report.SkipConstant
	case observe.TwoAnswers:
		return report.SkipTwoAnswers
	case observe.NoPosition:
		return report.SkipNoPosition
	case observe.Interrupted:
		return report.SkipInterrupted
	case observe.Broken:
		return report.SkipBroken
	}
	return report.Ran
}

// noResult returns why an engine gave nothing to compare after some acts, and the commands.
func (e *Evidence) noResult(acts ...string) (skip report.Skip, why string) {
	at := slices.IndexFunc(e.Log.Failed, func(f observe.Failed) bool {
		return slices.Contains(acts, f.Act)
	})
	if at < 0 {
		return report.SkipNoAnswer, ""
	}
	return e.failed(e.Log.Failed[at])
}

// failed returns why an act gave nothing to compare, and the commands.
func (e *Evidence) failed(f observe.Failed) (skip report.Skip, why string) {
	commands := []string{e.Log.About.Command(f.Query)}
	if f.Act != source.NullMove {
		commands = append(commands, f.Act)
	}
	switch {
	case f.Failure != nil:
		return report.SkipEnded, f.Failure.Error()
	case f.Answer.NoKey:
		commands = append(commands, e.Log.About.Ask)
		return report.SkipNoKeyAfter, fmt.Sprintf(
			"%q: %s", words.Commands(commands...), f.Answer.Refused,
		)
	}
	return report.SkipNoResult, strconv.Quote(words.Commands(commands...))
}

// keylessAfter notes that the engine prints no key after some of the acts, though it does after
// others.
func (e *Evidence) keylessAfter(acts ...string) []report.Note {
	at := slices.IndexFunc(e.Log.Failed, func(f observe.Failed) bool {
		return f.Failure == nil && f.Answer.NoKey && slices.Contains(acts, f.Act)
	})
	if at < 0 {
		return nil
	}
	_, commands := e.failed(e.Log.Failed[at])
	return []report.Note{{Topic: report.NoteMute, Text: commands}}
}

// Excused reports whether a check need not run: routes of a key with only some features, and what
// needs numbers if the user accepts that the keys are no XOR of numbers.
func (e *Evidence) Excused(skip report.Skip, accept []string) bool {
	switch skip {
	case report.SkipSub:
		return true
	case report.SkipNoNumbers:
		return slices.Contains(accept, "no-xor")
	}
	return false
}

// constantFENs reports whether every FEN has the same key.
func constantFENs(log *observe.Log) bool {
	first := log.Places[0].FromFEN.Key
	for _, p := range log.Places {
		if p.FromFEN.Key != first {
			return false
		}
	}
	return true
}

// untrusted returns why keys from FENs tell nothing, or Ran.
func (e *Evidence) untrusted() report.Skip {
	skip := e.Unavailable()
	switch {
	case skip != report.Ran:
		return skip
	case len(strayedStarts(e.Log)) > 0:
		return report.SkipBoard
	case constantFENs(e.Log):
		return report.SkipConstantFEN
	case e.Models.Clock.LowClock() || e.Models.Clock.Numbered:
		return report.SkipClock
	}
	return report.Ran
}
