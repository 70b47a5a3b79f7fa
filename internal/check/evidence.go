package check

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/tester/rare"
	"github.com/zobrist-go/zobrist/internal/tester/solve"
	"github.com/zobrist-go/zobrist/internal/words"
)

// absent is the error of evidence that is not to be had. The checks that need it do not
// run, and say so.
type absent string

func (a absent) Error() string { return string(a) }

// Evidence is what is known about an engine's keys. Each phase has a part of it, which
// later ones and the checks read.
type Evidence struct {
	ctx   context.Context
	src   *session
	about About
	opt   Options
	known bool    // the game is chess, so its rules are known
	done  []error // of the phases that were gathered
	err   error   // why nothing more is asked for the present check or phase
	notes []string

	pace
	past
	lines
	fields
	explained
}

// A past is what the engines were asked, and what came of it.
type past struct {
	noisy  bool     // queries have two answers
	deaths []step   // at which an engine died
	fading []fading // answers that were others before
	again  int      // answers to queries that were asked before
	varies bool     // keys depend on more than the position, as a finding says
}

// lines are the positions reached by moves, each with its key by moves and from its FEN.
type lines struct {
	starts  []string         // of random games
	begins  map[string]*Node // the positions of starts
	nodes   []*Node          // parents before children
	most    int              // there is room for these
	refused []*Node          // the engine refuses their last move
	barred  map[string]bool  // moves in positions that lines of methods have no more
	untried int              // positions that the engine cannot set up
	refusal string           // the first of them, and why
	games   int              // random ones
	stale   int              // starts since a new position
}

// fields are keys of FENs that differ in one field.
type fields struct {
	clock     int           // the lowest halfmove clock that changes keys; 0 if none does
	clockKeys []zobrist.Key // by halfmove clock: what it changes in the key
	clocked   []Finding     // that the key depends on a low clock, or the number of the move
	pairs     []probe
	keyOf     map[string]zobrist.Key // of FENs, among them those of pairs
	same      map[string][]probe     // by field: the pairs with one key
}

// explained says what keys from FENs are made of, and why keys by moves differ from them.
type explained struct {
	fromFEN *solve.Scheme
	numbers *solve.Numbers // for naming features
	wrong   []Finding
	blind   string // why keys from FENs tell nothing, or ""
	// whether keys from FENs seem to lack a feature; nil if they lack none
	absent func(name string) bool
	told   []string // features that keys from FENs lack, as a finding says
	// features with different numbers in keys by moves and from FENs, as a finding says
	others    []string
	apart     *solve.Numbers // by how much these differ
	takenBack []string       // kinds of features that taking back moves changes
	found     bool           // a check has found a bug
	weak      bool           // the check of numbers has told what is weak in them
}

// Begin returns the evidence of an engine, with nothing gathered yet. It chooses who knows
// the moves: rules, or engine.
func Begin(ctx context.Context, src Source, opt Options) (*Evidence, error) {
	if opt.Now == nil {
		opt.Now = time.Now
	}
	ev := &Evidence{ctx: ctx, about: src.About(), opt: opt}
	ev.keyOf, ev.same = make(map[string]zobrist.Key), make(map[string][]probe)
	// however long it takes
	ev.budget = cmp.Or(opt.Budget, budget)
	if opt.Budget == 0 && opt.Positions > 0 {
		ev.budget = time.Hour
	}
	ev.src = &session{ev: ev, src: src, lives: mainLives}
	ev.known = ev.about.Variant == ""
	ev.begins = make(map[string]*Node)
	switch ev.starts = opt.Starts; {
	case len(ev.starts) > 0:
	case !ev.known:
		ev.starts = []string{"startpos"}
	case ev.about.Chess960:
		ev.starts = rare.Starts960()
	default:
		ev.starts = rare.Starts()
	}
	for i, start := range ev.starts {
		if _, err := ev.start(start); err != nil && ev.known && !ev.about.Lists {
			return nil, fmt.Errorf("start %d: %w", i+1, err)
		} else if err != nil {
			ev.known, ev.begins = false, make(map[string]*Node)
		}
	}
	if !ev.known && !ev.about.Lists {
		return nil, fmt.Errorf(
			"%s does not list moves for \"go perft 1\", so only chess can be checked",
			ev.about.Name,
		)
	}
	return ev, nil
}

// gather makes the evidence in phases, the first of which are the lines. One that fails is
// the last.
func (ev *Evidence) gather(c Check) (err error) {
	parts := []float64{0.3, 0.05, 0.05, 0.3, 1, 0.05} // of the time, for a slow engine
	for n, find := range []func(){
		ev.gatherLines, ev.askAgain, ev.gatherClocks, ev.gatherProbes, ev.gatherSchemes,
		ev.explain,
	} {
		if n == len(ev.done) {
			ev.done = append(ev.done, ev.limited(parts[n], find))
		}
		if err = ev.done[n]; err != nil || c.Lines {
			return err
		}
		switch {
		case ev.constant():
			return absent("every position has the same key")
		case ev.noisy && c.Name != "again":
			return absent("queries have two answers: see again")
		case ev.noisy:
			return nil
		}
	}
	return nil
}

func (ev *Evidence) progress(format string, args ...any) {
	if ev.opt.Progress != nil {
		ev.opt.Progress(fmt.Sprintf(format, args...))
	}
}

// note adds a note to the report, once.
func (ev *Evidence) note(format string, args ...any) {
	if text := fmt.Sprintf(format, args...); !slices.Contains(ev.notes, text) {
		ev.notes = append(ev.notes, text)
	}
}

// Notes returns what is worth knowing beside the results.
func (ev *Evidence) Notes() []string {
	if ev.late {
		ev.note("the engine is slow, so only %s were asked for", words.Plural(ev.keys, "key"))
	}
	return ev.notes
}

// Explain says by which features a key differs from the right one, and names them. near are
// those of the position.
func (ev *Evidence) Explain(got, want zobrist.Key, near ...string) (why string, features []string) {
	if ev.numbers == nil {
		return "", nil
	} else if features = ev.numbers.Explain(got, want, near); len(features) > 0 {
		why = "wrong by: " + words.Quoted(features, 6)
	}
	return why, features
}

// Numbers returns the numbers that keys from FENs consist of.
func (ev *Evidence) Numbers() (all []Number) {
	if ev.fromFEN == nil {
		return nil
	}
	for _, n := range ev.fromFEN.Numbers {
		if n.Name != solve.Constant && n.Key != 0 {
			all = append(all, Number{Name: n.Name, Key: n.Key, Unknown: n.Free != 0})
		}
	}
	return all
}
