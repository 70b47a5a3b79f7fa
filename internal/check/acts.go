package check

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/chess"
	"github.com/zobrist-go/zobrist/internal/keycheck"
	"github.com/zobrist-go/zobrist/internal/movegen"
	"github.com/zobrist-go/zobrist/internal/tester/rare"
	"github.com/zobrist-go/zobrist/internal/tester/solve"
)

// An act should leave the key of the position: perft, a search, a new game. A null move should
// leave that of the position with the other side to move. Each is asked of an engine of its
// own, which may hang.

const (
	undoTime   = 2 * time.Second // of a fast engine
	searchTime = 3 * time.Second
	least      = 14  // searches, however slow the engine is
	acted      = 200 // positions of random games for an act
)

// roots returns positions for acts: those along all rare lines, the starts, and some from
// random games.
func (ev *Evidence) roots(most int) (roots []Query) {
	some, seen := spread(ev.nodes, most), make(map[string]bool)
	for _, n := range ev.nodes {
		if (n.rare || n.Parent == nil || slices.Contains(some, n)) && !n.shredder && !seen[n.FEN] {
			seen[n.FEN] = true
			roots = append(roots, Query{FEN: n.FEN})
		}
	}
	return roots
}

// A trial is an act in a position, and the answers before and after it.
type trial struct {
	step
	before, after Answer
}

// try does an act in positions that are set up, at least in some of them and then until a time is over.
// A slow engine has a part of its budget. Each act without a result costs seconds. try returns why there was
// no answer at all, or "".
func (ev *Evidence) try(src *session, queries []Query, act string, least int, within time.Duration) (trials []trial, why string) {
	if ev.slow() {
		within = min(within, ev.budget/25)
	}
	before, begin, all, none := src.Ask(queries...), ev.opt.Now(), []Answer(nil), 0
	for i, q := range queries {
		if before[i].Refused != "" || i >= least && ev.opt.Now().Sub(begin) > within || none == 3 {
			continue
		}
		a := src.Do(q, act)
		if all = append(all, a); a.Refused != "" {
			none++
		} else {
			trials = append(trials, trial{step{Query: q, then: act}, before[i], a})
		}
	}
	return trials, unasked(before, all)
}

// changed returns what an act leaves where it leaves another key.
func changed(trials []trial) (wrong []Finding) {
	for _, t := range trials {
		if !t.after.Is(t.before) {
			wrong = append(wrong, left(t))
		}
	}
	return wrong
}

// judgeUndo requires that what makes moves and takes them back, such as perft, leaves the key
// unchanged.
func judgeUndo(ev *Evidence) Result {
	acts := strings.Join(ev.about.Acts, ", ")
	r := Result{Unit: "position", Says: ": the same key after " + acts}
	if acts == "" {
		r.Why = "no count of moves was found in the answers to go perft 1 and perft 1"
		return r
	}
	src := ev.src.fresh(otherLives)
	defer src.Close()
	roots := ev.roots(acted)
	if ev.slow() {
		roots = spread(roots, max(ev.affords(0.03)/2, 8))
	}
	for round, act := range ev.about.Acts {
		if round > 0 {
			roots = spread(roots, len(roots)/8)
		}
		trials, why := ev.try(src, roots, act, 0, undoTime)
		if round == 0 {
			r.Count, r.Why = len(trials), why
		}
		if ev.choose(&r, changed(trials)); r.Bad > 0 { // more moves would hide the one that is wrong
			r.Says = " have another key afterwards"
			break
		}
	}
	if r.Count == 0 {
		r.Why = cmp.Or(r.Why, "the engine gives no key after "+acts)
	}
	return r
}

// left reports what an act leaves: another key, or another position with the same key.
func left(t trial) Finding {
	got, want := t.after, t.before
	f := compared("the key is another one after "+t.then, side{t.Query, got.Key, "afterwards"}, side{t.Query, want.Key, "before"})
	if f.Then, f.Stop = t.then, got.Stopped; got.Key == want.Key {
		f.What, f.Of, f.OfWant = "the position is another one after "+t.then, "", ""
		f.Why = "the engine prints " + got.FEN + ", and before " + want.FEN
	}
	return f
}

// unasked returns why there is no answer at all in a list, or "" if each has one.
func unasked(lists ...[]Answer) string {
	for _, answers := range lists {
		if !slices.ContainsFunc(answers, func(a Answer) bool { return !a.Lost }) {
			return cmp.Or(append(answers, Answer{})[0].Refused, noTime)
		}
	}
	return ""
}

// choose takes one finding of each bug behind an act's wrong keys. A search may take back moves wrongly in many ways at once: of these it takes the most frequent.
func (ev *Evidence) choose(r *Result, wrong []Finding) {
	if r.Bad = len(wrong); r.Bad == 0 {
		return
	}
	var cases []solve.Case
	for _, f := range wrong {
		cases = append(cases, solve.Case{Got: f.Got, Want: f.Want, Size: len(f.At.Moves)})
	}
	for _, b := range ev.numbers.Solve(cases) {
		f := wrong[b.Cases[0]]
		if f.Why, f.Features = b.Clause(), b.Features(); f.Features != nil {
			r.Findings = append(r.Findings, f)
		}
	}
	search := wrong[0].Name == "search"
	r.Findings = slices.DeleteFunc(r.Findings, func(f Finding) bool { // perft and a search may take back moves by one function
		kinds := keycheck.KindsOf(f.Features)
		if !search && f.Then != "" {
			ev.takenBack = append(ev.takenBack, kinds...)
		}
		return search && within(kinds, ev.takenBack)
	})
	switch {
	case r.Findings == nil: // nothing explains any of them
		r.Findings = wrong[:1]
	case len(r.Findings) == 0:
		r.Bad, r.Why = 0, "this follows from what taking back moves leaves: see undo"
		return
	case search:
		r.Findings = r.Findings[:1]
	}
	r.Findings[0].Count = r.Bad
}

// within reports whether all contains each of some.
func within(some, all []string) bool {
	return !slices.ContainsFunc(some, func(s string) bool { return !slices.Contains(all, s) })
}

// judgeSearch requires that the key after a search is that of the position, or, if the
// engine plays its best move, that of the position after it. The second is the work of
// the search's own function to make a move.
func judgeSearch(ev *Evidence) Result {
	r, act := Result{Unit: "searched position"}, ev.about.Search
	if act == "" {
		r.Why = "the engine knows no search command"
		return r
	}
	src := ev.src.fresh(otherLives)
	defer src.Close()
	roots, trials := ev.roots(acted/4), []trial(nil)
	if ev.known { // first a capture en passant as the only move, and positions in which it may pass
		pushes := linesOf(rare.DoublePushes())
		if shallow, ok := strings.CutSuffix(act, "depth 4"); ok { // an even number of iterations may toggle a number as often
			trials, _ = ev.try(src, pushes, shallow+"depth 3", 0, searchTime/4)
		}
		roots = slices.Concat(pushes, linesOf(rare.Searches()), roots)
	}
	more, why := ev.try(src, roots, act, least, searchTime)
	played := 0
	var wrong, made []Finding // of keys that are not those before, or not those after the move
	for _, t := range append(trials, more...) {
		same, move := t.after.Is(t.before), t.after.Move
		if same && move == "" {
			continue // it checked nothing
		}
		next, after := t.Then(move), Answer{Refused: "no move"}
		if !same && move != "" {
			after = src.AskAlone(next)[0]
		}
		r.Count++
		moved := after.Refused == "" && after.Key == t.after.Key
		if same || moved {
			if moved {
				played++
			}
			continue
		}
		f := left(t)
		f.Name, f.FEN = "search", ev.fenAfter(t.Query)
		wrong = append(wrong, f)
		if after.Refused == "" {
			f.Name, f.FEN, f.WantAt, f.Want, f.OfWant = "search-make", ev.fenAfter(next), next, after.Key, "after "+move
			f.What = "the key after " + t.then + " is wrong: it is not the one before, nor the one after the best move " + move
		}
		made = append(made, f)
	}
	if played > 0 { // the engine plays its move
		wrong = made
	}
	ev.choose(&r, wrong)
	switch {
	case r.Bad > 0:
		r.Says = " leave another key"
	case r.Count == 0:
		r.Why = cmp.Or(why, act+" gives no best move, or none within the limit, so it checked nothing")
	case played > 0:
		r.Says = fmt.Sprintf(": the key of the position, or after the best move (%d times)", played)
	default:
		r.Says = ": the key is as before"
	}
	return r
}

// secondGame requires that a new game changes no key.
func (ev *Evidence) secondGame(r *Result) {
	act := ev.about.NewGame
	if act == "" {
		return
	}
	src := ev.src.fresh(otherLives)
	defer src.Close()
	trials, _ := ev.try(src, queriesOf(spread(ev.nodes, min(acted, ev.affords(0.01)))), act, 0, undoTime)
	wrong := changed(trials)
	if wrong == nil {
		return
	}
	f := slices.MinFunc(wrong, func(f, g Finding) int { return len(f.At.Moves) - len(g.At.Moves) })
	if answers := ev.alone(step{Query: f.At}, step{Query: f.At, then: act}); answers[0].Key == answers[1].Key {
		return // nothing that a new game does alone
	}
	f.What = "a new game changes the keys: the table still has the old ones"
	f.Cause, f.Then, f.Count = "new game", act+", and the same position", len(wrong)
	if 2*len(wrong) < len(trials) {
		f.What = "in a second game, some keys are others than in the first"
		f.Why, f.Features = ev.Explain(f.Got, f.Want)
	}
	r.Findings = append(r.Findings, f)
}

// passes returns null moves where they are legal, each as five queries: the position, after the
// null move, and after a move from there, and the last two from the FEN with the sides turned.
func (ev *Evidence) passes(most int) (nodes []*Node, all [][]Query) {
	some := filter(ev.nodes, func(n *Node) bool { return !n.shredder })
	fixed := filter(some, func(n *Node) bool { return n.rare })
	for _, n := range slices.Concat(fixed, spread(some, most)) {
		p, err := chess.ParseFEN(n.FEN)
		clock := p.HalfmoveClock > 90 || ev.clock > 0 && p.HalfmoveClock+2 >= ev.clock
		if err != nil || len(all) == most || movegen.InCheck(&p) || p.Board[0] != zobrist.NoPiece || clock {
			continue // some engines read 0000 as a1a1
		}
		p.BlackToMove, p.EnPassant = !p.BlackToMove, 0
		before, turned := Query{FEN: n.FEN}, Query{FEN: p.FEN()} // a wrong key by moves must not hide that of a null move
		if legal := movegen.Legal(&p); len(legal) > 0 {
			move, passed := ev.MoveText(&p, legal[len(all)%len(legal)]), before.Then(NullMove)
			nodes, all = append(nodes, n), append(all, []Query{before, passed, passed.Then(move), turned, turned.Then(move)})
		}
	}
	return nodes, all
}

// judgeNull requires that the key after a null move is the key of the FEN with the other
// side to move, and that a move afterwards leads to the same key from both.
func judgeNull(ev *Evidence) Result {
	r := Result{Unit: "null move", Why: ev.blind}
	if !ev.known {
		r.Why = cmp.Or(r.Why, "the rules of this game are not known")
	}
	if r.Why != "" {
		return r
	}
	src := ev.src.fresh(otherLives)
	defer src.Close()
	nodes, all := ev.passes(min(400, ev.affords(0.06)/5))
	answers := src.Ask(slices.Concat(all...)...)
	var failed *Failure
	if errors.As(ev.err, &failed) {
		r.Why, ev.err = "the engine does not survive position ... moves "+NullMove, nil
		return r
	}
	ignored, printed := 0, false
	var wrong []Finding
	var passed []Answer
	differ := func(after string, got, want side) {
		f := compared("the key after a null move"+after+" is wrong", got, want)
		f.FEN = want.FEN
		wrong = append(wrong, f)
	}
	for i, x := range all {
		was, is, next, due, then := answers[5*i], answers[5*i+1], answers[5*i+2], answers[5*i+3], answers[5*i+4]
		start, okStart := ev.misread(x[0].FEN, was.Key)
		turned, okTurned := ev.misread(x[3].FEN, due.Key)
		printed = printed || is.FEN != ""
		passed = append(passed, is)
		fields := differing(is.FEN, x[3].FEN)
		known, same := fields != nil, len(fields) == 0 || fields[0] > 1
		switch {
		case was.Refused+is.Refused+due.Refused != "":
		case ev.Lacking(is.Key, due.Key), is.Key == due.Key && slices.Contains(ev.told, "side"), start != 0, !okStart, !okTurned: // the check of moves reports it
		case known && !same || !known && is.Key == was.Key && next.Key == was.Key: // it reads 0000 as a move, or not at all
			ignored++
		case nodes[i].differs() && is.Key^due.Key == nodes[i].diff() && len(ev.differ(is.Key, due.Key)) != 1: // likewise
		case is.Key^due.Key != turned:
			r.Count++
			differ("", side{x[1], is.Key, "by moves"}, side{x[3], due.Key, "from the FEN"})
		default:
			if r.Count++; next.Refused+then.Refused == "" && turned == 0 && next.Key != then.Key {
				differ(" and a move", side{x[2], next.Key, "by moves"}, side{x[4], then.Key, "without the null move"})
			}
		}
	}
	ev.choose(&r, wrong)
	switch {
	case len(all) == 0:
		if r.Why = "no position allows a null move"; ev.clock > 0 {
			r.Why = "the halfmove clock is in the key: see fields"
		}
	case unasked(passed) != "":
		r.Why = unasked(passed)
	case r.Count == 0 && !printed && ignored > 0:
		r.Why = noFEN + "makes null moves, and no key changes"
	case r.Count == 0 || r.Count < ignored || !printed && 2*r.Bad > r.Count: // a move may look like a null move
		if r.Why, r.Findings = "no null move could be compared", nil; ignored > 0 {
			r.Why = "the engine makes no null move"
		}
	}
	return r
}
