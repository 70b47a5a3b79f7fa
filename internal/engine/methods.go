package engine

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/check"
	"github.com/zobrist-go/zobrist/internal/keycheck"
	"github.com/zobrist-go/zobrist/internal/tester"
	"github.com/zobrist-go/zobrist/internal/tester/solve"
)

// A methods is the outcome of all laws.
type methods struct {
	*tester.Session
	ev     *check.Evidence
	src    *source
	count  map[string]int       // comparisons, by check
	broken map[string][]*broken // by check, the shortest first
	found  map[string][]check.Finding
	ends   map[string]bool // reasons why games ended that were reported

	// All boards share these.
	proving bool            // each key is asked for
	refused map[string]bool // moves in positions, which are judged elsewhere
	accepts bool            // Try accepts illegal moves, as was reported
}

// A broken is a law of a check that is broken, and how often by the same difference.
type broken struct {
	*tester.Break
	check string
	count int
}

// judge plays the lines and then random games with every method that the engine has at every place,
// and groups the laws that it breaks. It comes when the numbers are known.
func (s *source) judge(ev *check.Evidence) {
	m := &methods{
		Session: ev.Session(), ev: ev, src: s, count: make(map[string]int), found: make(map[string][]check.Finding),
		broken: make(map[string][]*broken), ends: make(map[string]bool), refused: make(map[string]bool),
	}
	s.methods = m
	m.New, m.Verbs, m.Sequential, m.Plain, m.Both = func() tester.Game { return m.newBoard() }, verbs(), s.Sequential, false, false
	m.Cloning = func(g tester.Game) func() tester.Game { return g.(*board).clone }
	for _, err := range ev.Deaths() {
		m.ends[where(strings.TrimPrefix(err.Error(), "the engine "))] = true
	}
	if m.src.has["SubKeys"] {
		r := m.ev.SubKeys(func(fen string) map[string]zobrist.Key {
			if m.reads(check.Query{FEN: fen}) != "" {
				return nil
			}
			return maps.Collect(m.src.e.(subKeyer).SubKeys())
		})
		m.count["SubKeys"] += r.Count
		m.found["SubKeys"] = r.Findings
	}
	m.Lines = slices.DeleteFunc(m.Lines, func(l tester.Line) bool {
		return len(l.Moves) > 0 && (!l.Only || strings.HasPrefix(l.Start, "startpos"))
	})
	for i := range m.Lines {
		m.Lines[i].Only = false // with other moves along them
	}
	// Lines with many men take long.
	slices.SortStableFunc(m.Lines, func(a, b tester.Line) int { return len(b.Moves) - len(a.Moves) })
	if !m.Sequential { // what follows from a board that is shared is no bug of its own
		m.run(1, twoEngines)
		maps.DeleteFunc(m.broken, func(name string, _ []*broken) bool { return name != twoEngines })
		m.prove(tester.Alone)
		m.Sequential = len(m.found[twoEngines]) > 0
	}
	m.run(5, asking, "FEN", "SubKeys", "Undo", "UndoNull", nullMove, "Try", "After", "Clone")
	m.run(2, "Perft", "Search") // they may take long
	m.prove(tester.Never)
	m.src.last = nil // other engines may have used its board
}

// run checks laws within some eighths of the time. On a busy machine, the lines may take longer.
func (m *methods) run(eighths time.Duration, checks ...string) {
	m.Laws = slices.DeleteFunc(laws(), func(l tester.Law) bool {
		return !slices.Contains(checks, l.Name) || m.Sequential && strings.Contains(l.Want, "3.new")
	})
	within := m.src.Within * eighths / 8
	for name, n := range m.Check(5*within, within, m.breaks) {
		m.count[name] += n
	}
}

// breaks keeps a broken law, if no other check judges it.
func (m *methods) breaks(b *tester.Break) {
	const most = 300 // of a check
	name := m.checkOf(b)
	if name == "" || b.Err == errRefused || name == nullMove && m.ev.Misread() {
		return
	}
	all := m.broken[name]
	i := slices.IndexFunc(all, func(o *broken) bool {
		return !ended(b) && o.Of == b.Of && o.Law == b.Law && o.A.Key^o.B.Key == b.A.Key^b.B.Key && o.A.Text == b.A.Text
	})
	if i < 0 {
		i, all = len(all), append(all, &broken{b, name, 0})
	} else if size(b) < size(all[i].Break) {
		all[i].Break = b
	}
	all[i].count++
	slices.SortStableFunc(all, shorter)
	m.broken[name] = all[:min(len(all), most)]
}

// size orders broken laws by their lines.
func size(b *tester.Break) int { return 100*len(b.Base) + len(b.Got) + len(b.Want) }

func shorter(a, b *broken) int { return size(a.Break) - size(b.Break) }

// steps returns the line of a broken law, and its calls.
func steps(b *tester.Break) tester.Script { return slices.Concat(b.Base, b.Got) }

// last names the last call of a script.
func (m *methods) last(s tester.Script) string { return s[len(s)-1].Call.Name(m.Verbs) }

// ended reports whether the game ended there.
func ended(b *tester.Break) bool { return b.Law == "panic" || b.Law == "stuck" || b.Err != nil }

// reason says where and why a game ended, or is "".
func reason(b *tester.Break) string {
	switch {
	case !ended(b):
		return ""
	case b.Err != nil:
		return b.Err.Error()
	}
	return where(fails(b))
}

// where returns the line of the file in what is said of a panic.
func where(says string) string {
	lines := strings.Split(says, "\n")
	return lines[min(2, len(lines)-1)]
}

// fails says how.
func fails(b *tester.Break) string {
	_, says, _ := strings.Cut(b.Says, ") ") // after the name of the call
	return says
}

// result is the outcome of one check. What a bug of another method explains is not one of its own.
func (m *methods) result(name string) check.Result {
	r := check.Result{Count: m.count[name], Unit: "comparison"}
	why := "nothing was compared in the time for it"
	if name == nullMove {
		why = "no null move could be compared"
	}
	for _, f := range m.found[name] {
		explains := func(other string) bool {
			return slices.ContainsFunc(m.found[other], func(g check.Finding) bool { return alike(&f, &g) })
		}
		if i := slices.IndexFunc(hidden[name], explains); i >= 0 {
			why = "this follows from a bug of another method: see " + hidden[name][i]
			continue
		}
		r.Bad += f.Count
		r.Findings = append(r.Findings, f)
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

// differ returns what differs on the two sides of a broken law, and the keys that do: of two FENs
// those that the engine has after SetFEN. They are equal if no key tells.
func (m *methods) differ(b *tester.Break) (what string, got, want zobrist.Key) {
	switch {
	case b.A.Text == b.B.Text:
		return "the key", b.A.Key, b.B.Key
	case lawOf(b).Want == "null Passed": // an engine may not read the other
		return "the position", 0, 0
	case methodOf(m.last(b.Got)) != "SubKeys":
		for i, fen := range []string{b.A.Text, b.B.Text} {
			if m.reads(check.Query{FEN: fen}) != "" {
				return "the position", 0, 0
			}
			*[]*zobrist.Key{&got, &want}[i] = m.src.e.Key()
		}
		return "the position", got, want
	}
	const digits = 16 // as subKeys writes a key
	other := strings.Split(b.B.Text, "\n")
	for i, line := range strings.Split(b.A.Text, "\n") {
		if i == len(other) || len(line) < digits || len(other[i]) < digits || line[digits:] != other[i][digits:] {
			break
		} else if line != other[i] {
			_, _ = got.UnmarshalText([]byte(line[:digits])), want.UnmarshalText([]byte(other[i][:digits]))
			return "the" + line[digits:] + " key", got, want
		}
	}
	return "the list of further keys", 0, 0
}

// grouped returns the broken laws of each bug, the shortest first: package solve tells bugs apart whose
// keys differ. What no features explain is one bug of each check.
func (m *methods) grouped() (groups [][]*broken) {
	for _, name := range slices.Sorted(maps.Keys(m.broken)) {
		var cases []solve.Case
		var of, open []*broken
		for _, b := range m.broken[name] {
			q, _ := m.line(b.Base)
			what, got, want := m.differ(b.Break)
			near := m.ev.Features(check.Played(q))
			_, features := m.ev.Explain(got, want, near...)
			switch {
			case m.foreign(b, q, what, got, want, keycheck.KindsOf(features)):
			case got == want || b.another(features):
				open = append(open, b)
			default:
				cases, of = append(cases, solve.Case{Got: got, Want: want, After: near, Size: size(b.Break)}), append(of, b)
			}
		}
		for _, bug := range m.ev.Solve(cases) {
			var all []*broken
			for _, c := range bug.Cases {
				all = append(all, of[c])
			}
			if slices.SortFunc(all, shorter); bug.Features() != nil {
				groups = append(groups, all)
			} else {
				open = append(open, all...)
			}
		}
		if slices.SortStableFunc(open, shorter); open != nil {
			groups = append(groups, open)
		}
	}
	return groups
}

// foreign reports whether a broken law is no bug of its check.
func (m *methods) foreign(b *broken, q check.Query, what string, got, want zobrist.Key, kinds []string) bool {
	null := passes(b.Break)
	switch {
	case ended(b.Break), lawOf(b.Break).Want == "null Passed":
		return false
	case slices.ContainsFunc(m.found["SubKeys"], func(f check.Finding) bool { return f.Cause == what }): // FENs tell nothing of it
		return true
	case m.last(b.Got) == "Reread" && len(kinds) > 0 && m.ev.Strays(): // moves says so
		return true
	case null && (got == want && b.A.Key == b.B.Key && what == "the position" || slices.Equal(kinds, []string{"clock"})):
		return true // what a null move does to the clock is the engine's choice
	case b.check == "SubKeys" && m.ev.Lacking(got, want): // likewise
		return true
	case b.check != nullMove:
		return false
	}
	a, err := m.src.Ask([]check.Query{q, {FEN: check.Played(q)}}) // else moves did it
	return err != nil || a[0].Refused+a[1].Refused != "" || a[0].Key != a[1].Key || m.ev.Lacking(got, want)
}

// passes reports whether what shows a broken law has a null move.
func passes(b *tester.Break) bool {
	return slices.ContainsFunc(steps(b), func(st tester.Step) bool { return st.Call == tester.Null })
}

// another reports whether a key is that of another position, rather than wrong by some features.
func (b *broken) another(features []string) bool {
	return (b.Another || b.check == twoEngines) && len(features) != 1 && len(features) != 2
}

// proofTime is for the shortest lines of all bugs.
const proofTime = 1500 * time.Millisecond

// prove looks for the shortest line of each bug on a new engine. What is only wrong after something
// else is a consequence of what is wrong alone, unless nothing is and least allows it. Where an engine
// ends in one way, it is one bug, whatever was called.
func (m *methods) prove(least tester.How) {
	type proof struct {
		*tester.Break
		of  []*broken
		how tester.How
	}
	var alone, others []proof
	groups := m.grouped()
	clear(m.broken)
	each := max(proofTime/time.Duration(max(1, len(groups))), proofTime/20)
	for _, g := range groups {
		if b, how := m.shortest(g, each); how == tester.Alone {
			alone = append(alone, proof{b, g, how})
		} else {
			others = append(others, proof{b, g, how})
		}
	}
	shown := least == tester.Alone
	for _, p := range append(alone, others...) {
		why := reason(p.Break)
		if p.how != tester.Alone && shown && !ended(p.Break) || m.ends[why] {
			continue
		}
		if p.of[0].check == "UndoNull" && !passes(p.Break) && m.found["Undo"] != nil { // which the shortest line needs alone
			continue
		}
		shown, m.ends[why] = true, why != ""
		m.add(cmp.Or(m.checkOf(p.Break), p.of[0].check), m.finding(p.Break, p.of, p.how))
	}
}

// shortest looks for the shortest line that shows one of some broken laws.
func (m *methods) shortest(all []*broken, within time.Duration) (best *tester.Break, how tester.How) {
	began := time.Now()
	m.proving, m.Reuse = true, false // what an engine has played may be left in it
	defer func() { m.proving, m.Reuse = false, true }()
	best = all[0].Break
	for i, of := range all {
		if i > 0 && time.Since(began) > 5*within { // the machine may be busy
			break
		}
		q, _ := m.line(of.Base)
		b, is := m.Prove(of.Break, cmp.Or(check.Played(q), q.FEN), within/time.Duration(min(len(all), i+2)))
		if is == tester.Alone {
			return b, is
		}
		if is > how {
			best, how = b, is
		}
	}
	return best, how
}

// finding says in words what is wrong, and how it shows.
func (m *methods) finding(b *tester.Break, all []*broken, how tester.How) (f check.Finding) {
	at, rest := m.line(b.Base)
	f = check.Finding{At: at, Then: m.text(slices.Concat(rest, b.Got))}
	for _, b := range all {
		f.Count += b.count
	}
	var object string
	switch object, f.Got, f.Want = m.differ(b); {
	case b.Err != nil:
		f.What = b.Err.Error()
	case ended(b):
		f.What = m.text(b.Got) + " " + fails(b)
	default:
		f.FEN = check.Played(at)
		if n := len(b.Want); n > 1 && b.Want[n-2].Call == tester.Make && len(b.Got) > n {
			object = "the board, so the next move spoils " + object
		}
		f.What = strings.ReplaceAll(lawOf(b).Says, "%s", object)
		f.Why, f.Features = m.ev.Explain(f.Got, f.Want, m.ev.Features(f.FEN)...)
		if all[0].another(f.Features) {
			f.Why, f.Features, f.Cause = "", nil, another
		}
	}
	switch before := m.text(b.Want); {
	case ended(b) || len(b.Want) == 0:
	case object == "the position" || f.Got == f.Want:
		f.Why = methodOf(m.last(b.Got)) + " returns " + cmp.Or(b.A.Text, "nothing")
		if b.B.Text != "" {
			f.Why += ", want " + b.B.Text
		}
	case m.last(b.Want) == "OfLine":
		f.Of, f.OfWant = "with these calls of Key", "if Key is called once"
	case strings.HasSuffix(m.last(b.Want), "OfFEN"):
		f.Of, f.OfWant, f.WantAt = "by moves", "from the FEN", check.Query{FEN: f.FEN}
	default:
		f.Of, f.OfWant, f.WantAt = "afterwards", "before", at
		if before != "" {
			f.OfWant = "after " + before
		}
		switch m.last(b.Got) {
		case "After":
			f.Of = "from After"
		case "Reread": // the keys are those of another engine
			f.Of, f.OfWant = "from the FEN that it returns", "from the FEN of the position"
		}
	}
	if how != tester.Alone && lawOf(b).Name != asking {
		f.What += " (" + how.String() + ")"
	}
	return f
}

// add adds a bug. One of the same kind is the same, and a search takes back many moves at once.
func (m *methods) add(name string, f check.Finding) {
	for i := range m.found[name] {
		old := &m.found[name][i]
		if slices.Equal(keycheck.KindsOf(old.Features), keycheck.KindsOf(f.Features)) || name == "Search" || f.Features == nil && f.What == old.What {
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
