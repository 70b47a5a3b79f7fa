package engine

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/check"
	"github.com/zobrist-go/zobrist/internal/keycheck"
	"github.com/zobrist-go/zobrist/internal/tester"
)

// A methods is the outcome of all laws.
type methods struct {
	*tester.Session
	ev      *check.Evidence
	src     *source
	count   map[string]int       // comparisons, by check
	broken  map[string][]*broken // by check, the shortest first
	found   map[string][]check.Finding
	follows map[string]string // why a check has no findings, though laws are broken
	ends    map[string]bool   // where the engine ends, as was reported

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
		broken: make(map[string][]*broken), ends: make(map[string]bool), refused: make(map[string]bool), follows: make(map[string]string),
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
		m.prove(true)
		m.Sequential = len(m.found[twoEngines]) > 0
	}
	m.run(5, asking, "FEN", "SubKeys", "Undo", "UndoNull", nullMove, "Try", "After", "Clone")
	m.run(2, "Perft", "Search") // they may take long
	m.prove(false)
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
		return ended(b) == "" && o.Of == b.Of && o.Law == b.Law && o.A.Key^o.B.Key == b.A.Key^b.B.Key && o.A.Text == b.A.Text
	})
	if i < 0 {
		i, all = len(all), append(all, &broken{b, name, 0})
	} else if size(b) < size(all[i].Break) {
		all[i].Break = b
	}
	all[i].count++
	slices.SortStableFunc(all, func(a, b *broken) int { return size(a.Break) - size(b.Break) })
	m.broken[name] = all[:min(len(all), most)]
}

// size orders broken laws by their lines.
func size(b *tester.Break) int { return 100*len(b.Base) + len(b.Got) + len(b.Want) }

// last names the last call of a script.
func (m *methods) last(s tester.Script) string { return s[len(s)-1].Call.Name(m.Verbs) }

// ended says why the game ended there, or is "".
func ended(b *tester.Break) string {
	if b.Err != nil {
		return b.Err.Error()
	} else if b.Law == "panic" || b.Law == "stuck" {
		_, says, _ := strings.Cut(b.Says, ") ") // after the name of the call
		return says
	}
	return ""
}

// where returns the line of the file in what is said of a panic.
func where(says string) string {
	lines := strings.Split(says, "\n")
	return lines[min(2, len(lines)-1)]
}

// result is the outcome of one check.
func (m *methods) result(name string) check.Result {
	r := check.Result{Count: m.count[name], Unit: "comparison", Findings: m.found[name], Why: m.follows[name]}
	for _, f := range r.Findings {
		r.Bad += f.Count
	}
	if r.Count == 0 && r.Why == "" {
		r.Why = "nothing could be compared"
	}
	return r
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
	list := strings.Split(b.B.Text, "\n")
	for i, line := range strings.Split(b.A.Text, "\n") {
		is, name, _ := strings.Cut(line, " ")
		due, same, _ := strings.Cut(list[min(i, len(list)-1)], " ")
		if name != same {
			break
		} else if is != due {
			_, _ = got.UnmarshalText([]byte(is)), want.UnmarshalText([]byte(due))
			return "the " + name + " key", got, want
		}
	}
	return "the list of further keys", 0, 0
}

// another reports whether a key is that of another position, rather than wrong by some features.
func (b *broken) another(features []string) bool {
	return (b.Another || b.check == twoEngines) && len(features) != 1 && len(features) != 2
}

// grouped returns the broken laws of each bug, the shortest first: those of one check whose keys differ in
// the same kinds of features, and all calls that end the engine in one way.
func (m *methods) grouped() (groups [][]*broken) {
	at := make(map[string]int)
	for _, l := range laws() {
		for _, b := range m.broken[l.Name] {
			id := where(ended(b.Break))
			if id == "" {
				q, _ := m.line(b.Base)
				what, got, want := m.differ(b.Break)
				_, features := m.ev.Explain(got, want, m.ev.Features(check.Played(q))...)
				kinds := keycheck.KindsOf(features)
				if m.foreign(b, q, what, got, want, kinds) {
					continue
				} else if b.another(features) {
					kinds = nil
				}
				id = fmt.Sprint(b.check, kinds)
			}
			if _, ok := at[id]; !ok {
				at[id], groups = len(groups), append(groups, nil)
			}
			groups[at[id]] = append(groups[at[id]], b)
		}
		delete(m.broken, l.Name)
	}
	return groups
}

// foreign reports whether a broken law is no bug of its check.
func (m *methods) foreign(b *broken, q check.Query, what string, got, want zobrist.Key, kinds []string) bool {
	null := passes(b.Break)
	switch {
	case lawOf(b.Break).Want == "null Passed":
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
	return slices.ContainsFunc(slices.Concat(b.Base, b.Got), func(st tester.Step) bool { return st.Call == tester.Null })
}

// proofTime is for the shortest lines of all bugs.
const proofTime = 1500 * time.Millisecond

// prove looks for the shortest line of each bug on a new engine. What is only wrong after something
// else is a consequence of what is wrong alone; if nothing is, it counts, unless alone is set.
func (m *methods) prove(alone bool) {
	type proof struct {
		*tester.Break
		check.Finding
		check string
		rank  int
	}
	var all []proof
	groups := m.grouped()
	for _, g := range groups {
		p := proof{}
		var how tester.How
		p.Break, how = m.shortest(g, max(proofTime/time.Duration(len(groups)), proofTime/20))
		p.check, p.Finding = cmp.Or(m.checkOf(p.Break), g[0].check), m.finding(p.Break, g, how)
		if p.Features == nil { // what has a name comes first
			p.rank = 1
		}
		if alone = alone || how == tester.Alone; how != tester.Alone {
			p.rank += 2
		}
		all = append(all, p)
	}
	slices.SortStableFunc(all, func(a, b proof) int { return a.rank - b.rank })
	for _, p := range all {
		why := where(ended(p.Break))
		if p.rank > 1 && alone && why == "" || m.ends[why] {
			continue
		}
		m.ends[why] = why != ""
		m.add(p.check, p.Finding, passes(p.Break))
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
		} else if how == tester.Never {
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
	if f.What = ended(b); f.What != "" {
		if b.Err == nil {
			f.What = m.text(b.Got) + " " + f.What
		}
		return f
	}
	var object string
	object, f.Got, f.Want = m.differ(b)
	f.FEN = check.Played(at)
	f.What = strings.ReplaceAll(lawOf(b).Says, "%s", object)
	f.Why, f.Features = m.ev.Explain(f.Got, f.Want, m.ev.Features(f.FEN)...)
	if all[0].another(f.Features) {
		f.Why, f.Features, f.Cause = "", nil, another
	}
	if object == "the position" || f.Got == f.Want {
		f.Why = methodOf(m.last(b.Got)) + " returns " + cmp.Or(b.A.Text, "nothing")
		if b.B.Text != "" {
			f.Why += ", want " + b.B.Text
		}
	} else if f.Of, f.OfWant = "from these calls", "without them"; m.text(slices.Concat(rest, b.Want)) != "" {
		f.OfWant = "from " + m.text(slices.Concat(rest, b.Want))
	}
	if how != tester.Alone && lawOf(b).Name != asking {
		f.What += " (" + how.String() + ")"
	}
	return f
}

// hidden lists the checks whose bugs explain those of another one.
var hidden = map[string][]string{
	"Perft": {"Undo", "Try"}, "Search": {"Undo", "Perft", "UndoNull", "Try"}, "Try": {"Undo"}, "UndoNull": {"Undo", nullMove}, "Clone": {"Undo", twoEngines},
}

// another ends the Cause of a finding whose key is that of another position.
const another = "+another"

// add adds a bug. One of the same kind is the same, and a search takes back many moves at once. What a bug
// of another method explains is not one of its own.
func (m *methods) add(name string, f check.Finding, null bool) {
	kinds := keycheck.KindsOf(f.Features)
	for _, other := range hidden[name] {
		for _, g := range m.found[other] {
			same := kinds != nil || f.Got^f.Want == g.Got^g.Want || f.Cause != "" && strings.HasSuffix(g.Cause, another)
			if same && slices.Equal(kinds, keycheck.KindsOf(g.Features)) || name == "UndoNull" && other == "Undo" && !null {
				m.follows[name] = "this follows from a bug of another method: see " + other
				return
			}
		}
	}
	for i := range m.found[name] {
		old := &m.found[name][i]
		if slices.Equal(keycheck.KindsOf(old.Features), kinds) || name == "Search" || kinds == nil && f.What == old.What {
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
