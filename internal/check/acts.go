package check

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/zobrist-go/zobrist/internal/keycheck"
	"github.com/zobrist-go/zobrist/internal/movegen"
	"github.com/zobrist-go/zobrist/internal/tester/rare"
	"github.com/zobrist-go/zobrist/internal/tester/solve"
)

// An act should leave the key of the position: perft, a search, a new game. A null move
// should leave that of the position with the other side to move. Each is asked of an engine
// of its own, which may hang.

const (
	undoTime   = 2 * time.Second // of a fast engine
	searchTime = 3 * time.Second
	least      = 14  // searches, however slow the engine is
	acted      = 200 // positions of random games for an act
	brief      = "movetime 20"
)

// roots returns positions for acts: those along all rare lines, the starts, and some from
// random games.
func (ev *Evidence) roots(most int) (roots []Query) {
	some, seen := spread(ev.nodes, most), make(map[string]bool)
	for _, n := range ev.nodes {
		chosen := n.rare || n.Parent == nil || slices.Contains(some, n)
		if !chosen || n.shredder || seen[n.FEN] {
			continue
		}
		seen[n.FEN] = true
		roots = append(roots, Query{FEN: n.FEN})
	}
	return roots
}

// A trial is an act in a position, as what is wrong unless the key and the position are the
// same afterwards.
type trial struct {
	Finding
	same      bool
	move, fen string // that a search found, and what the engine shows after it
}

// try does an act in positions that are set up, at least in some of them and then until a
// time is over. A slow engine has a part of its budget. Each act without a result costs
// seconds. try returns why there was no answer at all.
func (ev *Evidence) try(
	src *session, queries []Query, act string, least int, within time.Duration,
) (trials []trial, why string) {
	if ev.slow() {
		within = min(within, ev.budget/25)
	}
	before, begin, none := src.Ask(queries...), ev.opt.Now(), 0
	for i, q := range queries {
		was := before[i]
		if why = was.Refused; why != "" || i >= least && ev.opt.Now().Sub(begin) > within {
			continue
		}
		now := src.Do(q, act)
		if why = now.Refused; why != "" {
			if none++; none == 3 {
				break
			}
			continue
		}
		after := act
		if now.Stopped {
			after += ", and stop"
		}
		f := compared(
			"the key is another one after "+after,
			side{q, now.Key, "afterwards"},
			side{q, was.Key, "before"},
		)
		f.Then, f.Stop = act, now.Stopped
		if act == ev.about.NewGame {
			f.Then += ", and the position again"
		}
		if f.Got == f.Want {
			f.What, f.Of, f.OfWant = "the position is another one after "+after, "", ""
			f.Why = "the engine prints " + now.FEN + ", and before " + was.FEN
		} else if fields := differing(now.FEN, was.FEN); len(fields) > 0 &&
			fields[0] < 2 { // so keys are wrong in many ways
			f.Cause = "position after " + act
		}
		trials = append(trials, trial{f, now.Is(was), now.Move, now.FEN})
	}
	return trials, cmp.Or(why, noTime)
}

// choose takes one finding of each bug behind an act's wrong keys. A search may take back
// moves wrongly in many ways at once: of these, but for those of undo, it takes the most
// frequent.
func (ev *Evidence) choose(r *Result, trials []trial) {
	wrong := slices.DeleteFunc(trials, func(t trial) bool { return t.same })
	if r.Bad = len(wrong); r.Bad == 0 {
		return
	}
	var cases []solve.Case
	for _, f := range wrong {
		cases = append(cases, solve.Case{Got: f.Got, Want: f.Want, Size: len(f.At.Moves)})
	}
	search, known := strings.HasPrefix(wrong[0].Name, "search"), false
	for _, b := range ev.numbers.Solve(cases) {
		f := wrong[b.Cases[0]].Finding
		f.Why, f.Features, f.Count = b.Clause(), b.Features(), len(b.Cases)
		undo := search && ev.takenBack != nil && within(keycheck.KindsOf(f.Features), ev.takenBack)
		rare := 50*len(b.Cases) < len(cases) // what many moves leave may look like another bug
		known = known || undo
		first := r.Findings == nil || !search && !b.Part
		if f.Features != nil && !rare && !undo && first {
			r.Findings = append(r.Findings, f)
		}
	}
	if r.Findings == nil && known {
		r.Bad, r.Why = 0, "this may follow from what taking back moves leaves: see undo"
		return
	} else if r.Findings == nil { // nothing explains any of them
		r.Findings = []Finding{wrong[0].Finding}
	}
	if len(r.Findings) == 1 {
		r.Findings[0].Count = r.Bad
	}
}

// within reports whether all contains each of some.
func within(some, all []string) bool {
	return !slices.ContainsFunc(some, func(s string) bool { return !slices.Contains(all, s) })
}

// judgeUndo requires that what makes moves and takes them back, such as perft, leaves the
// key unchanged.
func judgeUndo(ev *Evidence) Result {
	acts := strings.Join(ev.about.Acts, ", ")
	r := Result{Unit: "position", Says: ": the same key after " + acts}
	if acts == "" {
		r.Why = "neither go perft 1 nor perft 1 was answered with the number of the moves " +
			"of the start position"
		return r
	}
	src := ev.src.fresh(otherLives)
	defer src.Close()
	roots := ev.roots(acted)
	if ev.slow() {
		roots = spread(roots, max(ev.affords(0.03)/2, 8))
	}
	for _, act := range ev.about.Acts {
		trials, why := ev.try(src, roots, act, 0, undoTime)
		if r.Count = max(r.Count, len(trials)); r.Count == 0 {
			r.Why = why
		}
		ev.choose(&r, trials)
		if r.Bad > 0 { // more moves would hide the one that is wrong
			// a search may take back more of a move, or less
			r.Says, ev.takenBack = " have another key afterwards", []string{"side"}
			for _, f := range r.Findings {
				ev.takenBack = append(ev.takenBack, keycheck.KindsOf(f.Features)...)
			}
			break
		}
		roots = spread(roots, len(roots)/8)
	}
	return r
}

// judgeSearch requires that the key after a search is that of the position, or, if the
// engine plays its best move, that of the position after it. The second is the work of the
// search's own function to make a move. Searches that time stops come last: how far they
// come may vary.
func judgeSearch(ev *Evidence) Result {
	r, act := Result{Unit: "searched position", Says: ": the key is as before"}, ev.about.Search
	if act == "" {
		r.Why = "no search gives a best move: neither go depth 4 nor a search of a set time"
		return r
	}
	src := ev.src.fresh(otherLives)
	defer src.Close()
	roots, trials, stopped := ev.roots(acted/4), []trial(nil), []trial(nil)
	if ev.known { // first a capture en passant as the only move, and positions in which it may pass
		var lines []Query
		for _, l := range rare.Searches() {
			lines = append(lines, Query{FEN: l.FEN, Moves: l.Moves})
		}
		// an even number of iterations may toggle a number as often
		if shallow, ok := strings.CutSuffix(act, "depth 4"); ok {
			trials, _ = ev.try(src, lines[:2], shallow+"depth 3", 0, searchTime/4)
			stopped, _ = ev.try(src, roots[:min(len(roots), 8)], shallow+brief, 0, searchTime/4)
		}
		roots = append(lines, roots...)
	}
	more, why := ev.try(src, roots, act, least, searchTime)
	played := 0
	var wrong, made []trial // if the engine does not play its move, and if it does
	for _, t := range slices.Concat(trials, more, stopped) {
		if t.same && t.move == "" { // it checked nothing
			why = act + " gives no best move"
			continue
		}
		r.Count++
		if t.same {
			continue
		}
		t.Name = "search"
		wrong = append(wrong, t)
		if t.move != "" {
			next := t.At.Then(t.move)
			after := src.AskAlone(next)[0]
			if shown := differing(t.fen, after.FEN); after.Refused == "" &&
				(after.Key == t.Got || shown != nil && len(shown) == 0) {
				played++
			}
			if after.Refused == "" && after.Key == t.Got {
				continue
			} else if after.Refused == "" {
				t.Name, t.WantAt, t.Want, t.OfWant = "search-make", next, after.Key, "after "+t.move
			}
		}
		made = append(made, t)
	}
	if 2*played > r.Count { // not if only some searches fail to take it back
		wrong, r.Says = made, fmt.Sprintf(
			": the key of the position, or after the best move (%d times)", played,
		)
	}
	ev.choose(&r, wrong)
	if r.Bad > 0 {
		r.Says = " leave another key"
	} else if r.Count == 0 {
		r.Why = why
	}
	return r
}

// passes returns null moves where they are legal, and the nodes before them.
func (ev *Evidence) passes(most int) (before, after []*Node) {
	some := filter(ev.nodes, func(n *Node) bool {
		return !n.shredder && n.misread == 0 && !n.unread
	})
	fixed := filter(some, func(n *Node) bool { return n.rare })
	for _, n := range slices.Concat(fixed, spread(some, most)) {
		p := n.p
		clock := p.HalfmoveClock > 90 || ev.clock > 0 && p.HalfmoveClock+2 >= ev.clock
		if len(after) == most || movegen.InCheck(&p) || clock {
			continue
		}
		// a wrong key by moves must not hide that of a null move
		root := &Node{Query: Query{FEN: n.FEN}, FEN: n.FEN}
		p.BlackToMove, p.EnPassant = !p.BlackToMove, 0
		before, after = append(before, n), append(after, root.child(NullMove, &p))
	}
	return before, after
}

// judgeNull requires that the key after a null move is the key of the FEN with the other
// side to move.
func judgeNull(ev *Evidence) Result {
	r := Result{Unit: "null move", Why: ev.blind}
	if !ev.known {
		r.Why = cmp.Or(r.Why, "the rules of this game are not known")
	} else if slices.Contains(ev.told, "side") {
		r.Why = cmp.Or(r.Why, "keys from FENs lack the side to move: see moves")
	} else if slices.ContainsFunc(ev.wrong, func(f Finding) bool { return f.Cause == "lags" }) {
		r.Why = cmp.Or(r.Why, "keys by moves are those of the position before: see moves")
	}
	if r.Why != "" {
		return r
	}
	src := ev.src.fresh(otherLives)
	defer src.Close()
	before, after := ev.passes(min(400, ev.affords(0.06)/2))
	by := src.Ask(queriesOf(after)...)
	var failed *Failure
	if errors.As(ev.err, &failed) {
		r.Why, ev.err = "the engine crashes, or gives no answer, after a null move", nil
		return r
	}
	ignored, printed, moves, why := 0, false, false, "" // moves: by 0000, read as a1a1 or h8h8
	var wrong []trial
	for i, n := range after {
		from := src.Ask(n.from().Query)[0]
		if why = cmp.Or(by[i].Refused, from.Refused); why != "" {
			continue
		}
		n.By, n.From = by[i], from.Key
		differ := n.By.Key ^ n.From
		turned, unread := ev.misread(n.FEN, n.From)
		printed = printed || n.By.FEN != ""
		fields := differing(n.By.FEN, n.FEN)
		moved := ofKinds(
			ev.numbers.Explain(n.By.Key^turned, n.From, ev.features(n)), "piece", "castling",
		)
		moves = moves || len(fields) > 0 && fields[0] == 0
		switch old := before[i]; {
		case unread || ev.Lacking(n.By.Key, n.From): // the check of moves reports it
		// likewise
		case old.differs() && differ == old.diff() &&
			len(ev.numbers.Explain(n.By.Key, n.From, nil)) != 1:
		// or not at all
		case len(fields) > 0 && fields[0] <= 1 ||
			fields == nil && (n.By.Key == old.From || len(moved) > 0):
			ignored++
		default:
			r.Count++
			if differ != turned {
				f := compared("the key after a null move is wrong", n.by(), n.from())
				f.FEN = n.FEN
				wrong = append(wrong, trial{Finding: f})
			}
		}
	}
	ev.choose(&r, wrong)
	// a move may look like a null move
	unclear := !printed && (ignored > 0 || 2*r.Bad > r.Count)
	if r.Count == 0 || moves || r.Count < ignored || unclear {
		r.Why, r.Findings = cmp.Or(why, "no null move could be compared"), nil
		if moves {
			r.Why = "the engine reads " + NullMove + " as another move"
		}
	}
	return r
}
