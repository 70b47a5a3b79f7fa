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

// A methods is the outcome of all laws.
type methods struct {
	*tester.Session
	ev     *check.Evidence
	src    *source
	laws   map[string]promise // by the name of a law or a rule
	count  map[string]int     // comparisons, by check
	found  map[string][]check.Finding
	groups []*group
	nulls  map[string]zobrist.Key   // by place: the key after a null move XOR that of its FEN
	wrong  map[string]*tester.Break // keys by moves, by line
	aside  map[string]bool          // "the pawn key", if FENs tell nothing of it; true if no position does
	boards
}

// A boards has what all boards share.
type boards struct {
	plain    bool            // no methods are called but those of every engine
	same     bool            // one engine gives both keys: there is no other, or it has other numbers
	proving  bool            // each key is asked for
	refused  map[string]bool // moves in positions, which are judged elsewhere
	trying   string          // the move that is made now
	accepts  bool            // Try accepts illegal moves, as was reported
	refuses  bool            // SetFEN refuses what FEN returns, as was reported
	twice    *check.Finding  // the first key that changed when it was asked for again
	spoils   bool            // FEN changes the key
	careless bool            // Null does not refuse in check: it is not called there
	reader   Engine          // reads FENs; nil until needed
}

// A group is the broken laws of one check with differences of the same kind. best has the shortest
// of each law, the shortest first.
type group struct {
	check, id string
	best      []*tester.Break
	count     int
}

// Enter makes a session play engines, and returns its judge. No method is called but those of every
// engine, whose bugs would spoil the keys by moves.
func (s *source) Enter(ev *check.Evidence, session *tester.Session) (judge func(*tester.Break)) {
	m := &methods{
		Session: session, ev: ev, src: s, laws: maps.Clone(runnerRules), count: make(map[string]int), found: make(map[string][]check.Finding),
		nulls: make(map[string]zobrist.Key), wrong: make(map[string]*tester.Break), aside: make(map[string]bool),
		boards: boards{plain: true, refused: make(map[string]bool)},
	}
	s.methods = m
	m.New = func() tester.Game { return m.newBoard() }
	start := check.Query{FEN: chess.StartFEN}
	m.same = s.Sequential || ev.Ask(start).Key != ev.Ask(start, true).Key
	return m.misplayed
}

// misplayed keeps wrong keys by moves, to show these calls if the line alone does not. An engine
// that fails is reported with its line.
func (m *methods) misplayed(b *tester.Break) {
	const most, logs = 500, 20
	q, _ := m.line(slices.Concat(b.Base, b.Got))
	switch id := q.String(); {
	case ended(b) && b.Err != errRefused:
		m.refused[m.trying] = true
		_, says, _ := strings.Cut(b.Says, ") ") // after the name of the call
		m.ev.Died(q, fmt.Errorf("%s: the engine %s", q.Command(), says), b.Law == "stuck")
	case b.Law == "recompute" && m.wrong[id] == nil && len(m.wrong) < most && b.Was()[0]^b.Was()[1] != b.A.Key^b.B.Key:
		if m.wrong[id] = b; len(m.wrong) <= logs {
			b.Keep()
		}
	}
}

// judge plays the lines and then random games with every method that the engine has at every place,
// and groups the laws that it breaks. It comes when the numbers are known.
func (m *methods) judge() {
	m.plain, m.Verbs, m.Sequential, m.Plain, m.Both = false, verbs(), m.src.Sequential, false, false
	m.Cloning = func(g tester.Game) func() tester.Game { return g.(*board).clone }
	if m.src.has["SubKeys"] {
		r := m.ev.SubKeys(func(fen string) map[string]zobrist.Key {
			if m.reads(fen) != nil {
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
	m.Lines = m.ev.Lines()
	if !m.Sequential { // what follows from a board that is shared is no bug of its own
		m.run(twoEngines, m.src.Within/8)
		m.groups = slices.DeleteFunc(m.groups, func(g *group) bool {
			b, how := m.shortest(g, proofTime/4)
			return g.check != twoEngines || how != tester.Alone && !ended(b)
		})
		m.Sequential = len(m.groups) > 0
	}
	m.run("", m.src.Within*5/8)
	m.run("Perft", m.src.Within/8) // they may take long, so they have some time for themselves
	m.run("deep", m.src.Within/8)
	m.prove()
	m.src.last = nil // other engines may have used its board
}

// partOf says which checks, or calls of theirs, have a part of the time for themselves.
var partOf = map[string]string{twoEngines: twoEngines, "Perft": "Perft", "Search": "Perft", "Perft2": "deep", "Search3": "deep"}

// run checks the laws of a part within a time, if it is not zero. On a busy machine, the lines may
// take longer.
func (m *methods) run(part string, within time.Duration) {
	m.Laws = nil
	for i, p := range promises() {
		if i == 0 || part == cmp.Or(partOf[p.Got], partOf[p.check]) {
			m.Laws, m.laws[p.Name] = append(m.Laws, p.Law), p
		}
	}
	for name, n := range m.Check(5*within, within, m.broken) {
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

// another ends the Cause of a finding whose key is that of another position.
const another = "+another"

// alike reports whether the keys of two findings differ in the same kinds of features. If no features
// explain them, they differ by the same number, or both are the key of another position.
func alike(f, g *check.Finding) bool {
	same := len(f.Features) > 0 || f.Got^f.Want == g.Got^g.Want || strings.HasSuffix(f.Cause, another) && strings.HasSuffix(g.Cause, another)
	return same && slices.Equal(keycheck.KindsOf(f.Features), keycheck.KindsOf(g.Features))
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
	case name == fromFEN && m.ev.Misread():
		return
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
	q, _ := m.line(b.Base)
	if m.single() || m.kindsOf(b) == "[]" || m.ev.Lacking(b.A.Key, b.B.Key) {
		return false
	}
	a, err := m.src.Ask([]check.Query{q, {FEN: check.Played(q)}})
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
	q, _ := m.line(b.Base)
	_, features := m.ev.Explain(got, want, m.ev.Features(check.Played(q))...)
	if b.Another && !simple(features) {
		return another
	}
	return fmt.Sprint(keycheck.KindsOf(features))
}

// simple reports whether one or two features explain a difference.
func simple(features []string) bool { return len(features) == 1 || len(features) == 2 }

// whose returns the position with a wrong key: one that the line of a place goes through, or that
// one move from there leads to.
func (m *methods) whose(at check.Query, got, want zobrist.Key) (q check.Query, ok bool) {
	all := []check.Query{at}
	p, _ := chess.ParseFEN(check.Played(at))
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
		if b, how := m.shortest(g, each); how == tester.Alone || ended(b) {
			m.add(g.check, m.finding(b, g.count, how))
			shown = true
		}
	}
	if !shown && len(m.groups) > 0 {
		g := m.groups[0]
		b, how := m.shortest(g, proofTime)
		m.add(g.check, m.finding(b, g.count, how))
	}
}

// shortest looks for the shortest line that shows a group, and finds whose bug a failure is: that
// follows from the calls that are needed.
func (m *methods) shortest(g *group, within time.Duration) (best *tester.Break, how tester.How) {
	began := time.Now()
	m.proving = true
	defer func() { m.proving = false }()
	best = g.best[0]
	for i, of := range g.best {
		if i > 0 && time.Since(began) > 5*within { // the machine may be busy
			break
		}
		q, _ := m.line(of.Base)
		b, is := m.Prove(of, cmp.Or(check.Played(q), q.FEN), within/time.Duration(min(len(g.best), i+2)))
		if ended(b) {
			g.check = cmp.Or(m.methodOf(slices.Concat(b.Base, b.Got)), g.check)
		}
		if is == tester.Alone {
			return b, is
		}
		if is > how {
			best, how = b, is
		}
	}
	return best, how
}

// Prove returns the calls that show a wrong key by moves on a new engine.
func (s *source) Prove(n *check.Node) (calls string, how tester.How) {
	m := s.methods
	b := m.wrong[n.Query.String()]
	if b == nil {
		return "", tester.Never
	}
	short, how := m.shortest(&group{best: []*tester.Break{b}}, proofTime)
	return m.calls(slices.Concat(short.Base, short.Got)), how
}

// finding says in words what is wrong, and how it shows.
func (m *methods) finding(b *tester.Break, count int, how tester.How) (f check.Finding) {
	if how != tester.Alone {
		defer func() { f.What += " (" + how.String() + ")" }()
	}
	at, rest := m.line(b.Base)
	f = check.Finding{At: at, Then: m.calls(slices.Concat(rest, b.Got)), Count: count}
	if ended(b) {
		f.What = m.says(b)
		return f
	}
	f.FEN, f.Of, f.OfWant, f.WantAt = check.Played(f.At), "afterwards", "before", f.At
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
			f.Why, f.Features, f.Cause = "it is the key of "+q.Command(), nil, another
		}
	}
	return f
}

// says says how a call fails.
func (m *methods) says(b *tester.Break) string {
	if b.Err != nil {
		return b.Err.Error()
	}
	_, says, _ := strings.Cut(b.Says, ") ") // after the name of the call
	return m.calls(b.Got) + " " + says
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
func (m *methods) line(s tester.Script) (q check.Query, rest tester.Script) {
	for i, st := range s {
		switch {
		case st.On == 0 && st.Call == tester.Load:
			q, rest = m.ev.Start(st.Text), nil
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
