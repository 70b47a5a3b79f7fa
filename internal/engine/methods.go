package engine

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/chess"
	"github.com/zobrist-go/zobrist/internal/check"
	"github.com/zobrist-go/zobrist/internal/keycheck"
	"github.com/zobrist-go/zobrist/internal/movegen"
	"github.com/zobrist-go/zobrist/internal/tester"
)

// A methods is the outcome of all checks of methods.
type methods struct {
	*tester.Session
	ev     *check.Evidence
	src    *source
	laws   map[string]promise // by the name of a law or a rule
	count  map[string]int     // comparisons, by check
	found  map[string][]check.Finding
	groups []*group
	kinds  map[zobrist.Key]string // of differences
	nulls  map[string]zobrist.Key // by place: the key after a null move XOR that of its FEN

	refused  map[string]bool // moves in positions, which are judged elsewhere
	accepts  bool            // Try accepts illegal moves, as was reported
	careless bool            // Null does not refuse in check: it is not called there
	aside    map[string]bool // "the pawn key", if FENs tell nothing of it; true if no position does
	reader   Engine          // reads FENs; nil until needed

	patience time.Duration // a factor: what a fast engine needs on a busy machine
}

// A group is the broken laws of one check with differences of the same kind. best has the shortest
// of each law, the shortest first.
type group struct {
	check, id string
	best      []*tester.Break
	count     int
}

// tryMethods plays the rare lines and then random games within a time, if it is not zero, with
// every method that the engine has at every place, and groups the laws that it breaks.
func tryMethods(ev *check.Evidence, s *source, within time.Duration) *methods {
	m := &methods{
		ev: ev, src: s, laws: maps.Clone(runnerRules), count: make(map[string]int), found: make(map[string][]check.Finding),
		kinds: make(map[zobrist.Key]string), nulls: make(map[string]zobrist.Key), refused: make(map[string]bool), aside: make(map[string]bool),
	}
	m.found[fromFEN] = s.nulls
	m.Session = &tester.Session{
		Options: tester.Options{Starts: slices.Clone(ev.Starts()), Sequential: s.Sequential, Seed: ev.Seed()},
		New:     func() tester.Game { return m.newBoard() },
		Cloning: func(g tester.Game) func() tester.Game { return g.(*board).clone },
		Verbs:   verbs(), Reuse: true,
	}
	began := time.Now()
	if m.patience = busy; m.reads(chess.StartFEN) != nil || time.Since(began) > slow {
		m.patience = 1
	}
	for _, l := range ev.RareLines() {
		m.Lines = append(m.Lines, tester.Line{Start: cmp.Or(l.FEN, chess.StartFEN), Moves: l.Moves})
		m.Starts = append(m.Starts, cmp.Or(l.FEN, chess.StartFEN))
	}
	for _, fen := range ev.Starts() { // those with many men take long
		m.Lines = append(m.Lines, tester.Line{Start: fen})
	}
	slices.Sort(m.Starts)
	m.Starts = slices.Compact(m.Starts)
	if s.has["SubKeys"] && m.reads(chess.StartFEN) == nil {
		r := m.ev.SubKeys(func(fen string) map[string]zobrist.Key {
			if m.reader.SetFEN(fen) != nil {
				return nil
			}
			return maps.Collect(m.reader.(subKeyer).SubKeys())
		})
		m.count["SubKeys"] += r.Count
		for _, f := range r.Findings {
			m.aside[f.Cause] = f.Name == ""
			m.add("SubKeys", f)
		}
	}
	if !s.Sequential { // what follows from a board that is shared is no bug of its own
		m.run(twoEngines, within/8)
		m.groups = slices.DeleteFunc(m.groups, func(g *group) bool {
			b, shared := m.shortest(g, proofTime/4)
			return g.check != twoEngines || !shared && !ended(b)
		})
		m.Sequential = len(m.groups) > 0
	}
	m.run("", within*5/8)
	m.run("Perft", within/8) // they may take long, so they have some time for themselves
	m.run("deep", within/8)
	m.prove()
	s.last = nil // other engines may have used its board
	return m
}

// The fixed lines of a fast engine get more time than the games, on a busy machine. slow is the
// time of an engine's first position that is too long for that.
const busy, slow = 5, 10 * time.Millisecond

// partOf says which checks, or calls of theirs, have a part of the time for themselves.
var partOf = map[string]string{twoEngines: twoEngines, "Perft": "Perft", "Search": "Perft", "Perft2": "deep", "Search3": "deep"}

// run checks the laws of a part within a time, if it is not zero.
func (m *methods) run(part string, within time.Duration) {
	m.Laws = nil
	for i, p := range promises() {
		if i == 0 || part == cmp.Or(partOf[p.Got], partOf[p.check]) {
			m.Laws, m.laws[p.Name] = append(m.Laws, p.Law), p
		}
	}
	for name, n := range m.Check(within*m.patience, within, m.broken) {
		m.count[m.laws[name].check] += n
	}
}

// result is the outcome of one check. What a bug of another method explains is not one of its own.
func (m *methods) result(name string) check.Result {
	r := check.Result{Count: m.count[name], Unit: "comparison"}
	why := "nothing was compared in the time for it"
	for _, f := range m.found[name] {
		explains := func(other string) bool {
			return slices.ContainsFunc(m.found[other], func(g check.Finding) bool { return alike(&f, &g) })
		}
		if i := slices.IndexFunc(hidden[name], explains); i >= 0 {
			why = "this follows from a bug of another method: see " + hidden[name][i]
			continue
		}
		r.Findings = append(r.Findings, f)
		r.Bad += f.Count
	}
	if name == "UndoNull" && m.careless {
		r.Says = "; Null does not refuse in check, so it was not called there"
	}
	if len(r.Findings) == 0 && (r.Count == 0 || len(m.found[name]) > 0) {
		r.Why = why
	}
	return r
}

// alike reports whether the keys of two findings differ in the same kinds of features.
func alike(f, g *check.Finding) bool {
	return slices.Equal(keycheck.KindsOf(f.Features), keycheck.KindsOf(g.Features))
}

// broken adds a broken law to its group.
func (m *methods) broken(b *tester.Break) {
	name := m.laws[b.Law].check
	if ended(b) && b.Err != errRefused {
		name = m.methodOf(slices.Concat(b.Base, b.Got))
	}
	place := fmt.Sprint(b.Base)
	sub, _, _ := keysOf(b)
	never, aside := m.aside[sub]
	switch diff := b.A.Key ^ b.B.Key; {
	case name == "": // a rule about moves, or moves alone did it: other checks judge those
		return
	case never || aside && name == "SubKeys": // the key from the FEN is wrong
		return
	case m.kindsOf(b) == "[clock]" && slices.ContainsFunc(slices.Concat(b.Base, b.Got), func(st tester.Step) bool { return st.Call == tester.Null }):
		return // what a null move does to the clock is the engine's choice
	case name == fromFEN:
		if m.nulls[place] = diff; !m.steady(b) {
			return
		}
		name = "UndoNull"
	case len(b.Got) > 2 && b.Got[0].Call == tester.Null && len(b.Want) > 3 && m.nulls[place] == diff && diff != 0:
		return // the FEN after the null move has another key, as "null move" says
	}
	id := name + m.kindsOf(b)
	i := slices.IndexFunc(m.groups, func(g *group) bool { return g.id == id })
	if i < 0 {
		i = len(m.groups)
		m.groups = append(m.groups, &group{check: name, id: id})
	}
	g := m.groups[i]
	g.count++
	const most = 6 // of a law: some of them may follow from what was called before
	at, _ := slices.BinarySearchFunc(g.best, b, func(a, b *tester.Break) int {
		return cmp.Or(len(a.Base)-len(b.Base), len(a.Got)+len(a.Want)-len(b.Got)-len(b.Want))
	})
	same := 0
	g.best = slices.DeleteFunc(slices.Insert(g.best, at, b), func(other *tester.Break) bool {
		if other.Law == b.Law {
			same++
		}
		return other.Law == b.Law && same > most
	})
}

// steady reports whether the key of a place is that of its FEN, and the features are known by which
// it is wrong after a null move.
func (m *methods) steady(b *tester.Break) bool {
	q, _ := line(b.Base)
	if m.Sequential || m.kindsOf(b) == "[]" || m.ev.Lacking(b.A.Key, b.B.Key) {
		return false
	}
	a, err := m.src.Ask([]check.Query{q, {FEN: played(q)}})
	return err == nil && a[0].Refused+a[1].Refused == "" && a[0].Key == a[1].Key
}

// ended reports whether the game ended there.
func ended(b *tester.Break) bool { return b.Law == "panic" || b.Law == "stuck" || b.Err != nil }

// apart returns the features in which two FENs differ.
func (m *methods) apart(a, b string) (features []string) {
	p, err := chess.ParseFEN(a)
	q, err2 := chess.ParseFEN(b)
	if err != nil || err2 != nil {
		return nil
	}
	x, y := m.ev.Features(a), m.ev.Features(b)
	for _, name := range slices.Concat(x, y) {
		if slices.Contains(x, name) != slices.Contains(y, name) {
			features = append(features, name)
		}
	}
	if features == nil && p.HalfmoveClock != q.HalfmoveClock {
		features = []string{fmt.Sprint("halfmove clock ", q.HalfmoveClock)}
	}
	return features
}

// kindsOf tells differences of different kinds apart.
func (m *methods) kindsOf(b *tester.Break) string {
	_, got, want := keysOf(b)
	if got == want {
		return fmt.Sprint(keycheck.KindsOf(m.apart(b.A.Text, b.B.Text)))
	}
	diff := got ^ want
	id, ok := m.kinds[diff]
	if !ok && diff != 0 {
		q, _ := line(b.Base)
		_, features := m.ev.Explain(got, want, m.ev.Features(played(q))...)
		if id = fmt.Sprint(keycheck.KindsOf(features)); b.Another && !simple(features) {
			return "the key of another position"
		}
		m.kinds[diff] = id
	}
	return id
}

// simple reports whether one or two features explain a difference.
func simple(features []string) bool { return len(features) == 1 || len(features) == 2 }

// whose returns the position with a wrong key: one that the line of a place goes through, or that
// one move from there leads to.
func (m *methods) whose(at check.Query, got, want zobrist.Key) (q check.Query, ok bool) {
	all := []check.Query{at}
	p, _ := chess.ParseFEN(played(at))
	for _, move := range movegen.Legal(&p) {
		all = append(all, check.Query{FEN: at.FEN, Moves: append(slices.Clone(at.Moves), m.ev.MoveText(&p, move))})
	}
	for n := range at.Moves {
		all = append(all, check.Query{FEN: at.FEN, Moves: at.Moves[:n]})
	}
	answers, _ := m.src.Ask(all)
	i := slices.IndexFunc(answers, func(a check.Answer) bool { return a.Refused == "" && a.Key == got && got != want })
	return all[max(i, 0)], i >= 0
}

// keysOf returns what differs on the two sides of a broken law, and the keys that do, or equal ones:
// the first further key in which two lists of subKeys differ, if that is it.
func keysOf(b *tester.Break) (what string, got, want zobrist.Key) {
	switch {
	case b.A.Key != b.B.Key || b.A.Text == b.B.Text:
		return "the key", b.A.Key, b.B.Key
	case !strings.Contains(b.A.Text+b.B.Text, "; "):
		return "the position", 0, 0
	}
	other := strings.Split(b.B.Text, "; ")
	for i, part := range strings.Split(b.A.Text, "; ") {
		name := part[:strings.LastIndexByte(part, ' ')+1] // as subKeys wrote it
		if i == len(other) || name == "" || !strings.HasPrefix(other[i], name) {
			break
		}
		if part != other[i] {
			_ = got.UnmarshalText([]byte(part[len(name):]))
			_ = want.UnmarshalText([]byte(other[i][len(name):]))
			return "the " + name + "key", got, want
		}
	}
	return "the list of further keys", 0, 0
}

// proofTime is for the shortest lines of all bugs.
const proofTime = 1500 * time.Millisecond

// prove looks for the shortest line of each group on a new engine, and adds its bug. What is only
// wrong after something else is a consequence of what is wrong alone.
func (m *methods) prove() {
	each := max(proofTime/time.Duration(max(1, len(m.groups))), proofTime/20)
	shown := false
	for _, g := range m.groups {
		if b, alone := m.shortest(g, each); alone || ended(b) {
			m.add(g.check, m.finding(b, g.count, alone))
			shown = true
		}
	}
	if !shown && len(m.groups) > 0 {
		g := m.groups[0]
		m.add(g.check, m.finding(g.best[0], g.count, false))
	}
}

// shortest looks for the shortest line that shows a group, and finds whose bug a failure is: that
// follows from the calls that are needed.
func (m *methods) shortest(g *group, within time.Duration) (*tester.Break, bool) {
	began := time.Now()
	for i, b := range g.best {
		if i > 0 && time.Since(began) > within*m.patience {
			break
		}
		q, _ := line(b.Base)
		b, ok := m.Prove(b, cmp.Or(played(q), q.FEN), within/time.Duration(min(len(g.best), i+2)))
		if ended(b) {
			g.check = cmp.Or(m.methodOf(slices.Concat(b.Base, b.Got)), g.check)
		}
		if ok {
			return b, true
		}
	}
	return g.best[0], false
}

// finding says in words what is wrong, and whether the line alone shows it.
func (m *methods) finding(b *tester.Break, count int, alone bool) (f check.Finding) {
	if !alone {
		defer func() { f.What += " (the line alone does not show it on a new engine)" }()
	}
	at, rest := line(b.Base)
	f = check.Finding{At: at, Then: m.calls(slices.Concat(rest, b.Got)), Count: count}
	if ended(b) {
		_, says, _ := strings.Cut(b.Says, ") ") // after the name of the call
		if f.What = m.calls(b.Got) + " " + says; b.Err != nil {
			f.What = b.Err.Error()
		}
		return f
	}
	f.FEN, f.Of, f.OfWant, f.WantAt = played(f.At), "afterwards", "before", f.At
	if before := m.calls(b.Want); before != "" {
		f.OfWant = "after " + before
	}
	var object string
	end := b.Got[len(b.Got)-1].Call
	switch object, f.Got, f.Want = keysOf(b); {
	case len(b.Want) == 0:
		f.Of, f.OfWant = "", ""
	case f.Got == f.Want:
		f.Features = m.apart(b.A.Text, b.B.Text)
		f.Of, f.OfWant, f.Why = "", "", methodCalls[end.Name(m.Verbs)].method+" returns "+b.A.Text+", want "+b.B.Text
	case end == tester.After:
		f.Of = "from After"
	}
	if n := len(b.Want); n > 1 && b.Want[n-2].Call == tester.Make && len(b.Got) > n {
		object = "the board, so the next move spoils " + object
	}
	f.What = strings.ReplaceAll(m.laws[b.Law].says, "%s", object)
	if f.Of != "" {
		f.Why, f.Features = m.ev.Explain(f.Got, f.Want, m.ev.Features(f.FEN)...)
		if q, ok := m.whose(f.At, f.Got, f.Want); ok && !simple(f.Features) {
			f.Why, f.Features, f.Cause = "it is the key of "+q.Command(), nil, "the key of another position"
		}
	}
	return f
}

func (m *methods) add(name string, f check.Finding) {
	for i := range m.found[name] {
		old := &m.found[name][i]
		if old.What == f.What && alike(old, &f) || f.Cause != "" && old.Cause == name+f.Cause || name == "Search" { // a search takes back many moves at once
			old.Count += f.Count
			return
		}
	}
	if f.Cause = name + cmp.Or(f.Cause, f.What); name == twoEngines {
		f.Look = "set ChessConfig.Sequential if only one engine can exist at a time"
	}
	m.found[name] = append(m.found[name], f)
}

// line returns the position that a script loads last and the moves from there, up to the first
// other call, and the steps from that one on.
func line(s tester.Script) (q check.Query, rest tester.Script) {
	for i, st := range s {
		switch {
		case st.On == 0 && st.Call == tester.Load:
			q, rest = check.Query{FEN: st.Text}, nil
		case rest != nil || st.On == 0 && st.Call == tester.New:
		case st.On == 0 && st.Call == tester.Make:
			q.Moves = append(q.Moves, st.Text)
		case st.On == 0 && st.Call == tester.Null:
			q.Moves = append(q.Moves, check.NullMove)
		default:
			rest = s[i:]
		}
	}
	return q, rest
}
