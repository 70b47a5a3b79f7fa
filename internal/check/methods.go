package check

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/keycheck"
	"github.com/zobrist-go/zobrist/internal/tester"
)

// A methods is the outcome of all laws.
type methods struct {
	*tester.Session
	ev      *Evidence
	src     *inside
	count   map[string]int // comparisons, by check
	bugs    map[string]*bug
	found   map[string][]Finding
	follows map[string]string // why a check has no findings, though laws are broken
	ends    bool              // somewhere the engine ends

	// All boards share these.
	proving bool // each key is asked for
	accepts bool // Try accepts illegal moves, as was reported
}

// A bug is what breaks laws of one check in the same kinds of features, or ends the engine
// in one way.
type bug struct {
	*tester.Break // with the shortest line
	check         string
	count         int
	tried         map[string]int // by law
	// 2 if the line alone shows it, 1 if it does after calls that were made before
	shows int
	rank  int // the number of features, or more if none tell it
}

// judge plays the lines and then random games with every method that the engine has at every place,
// and groups the laws that it breaks. It comes when the numbers are known.
func (s *inside) judge(ev *Evidence) {
	m := &methods{
		Session: ev.Session(), ev: ev, src: s, count: make(
			map[string]int,
		), found: make(map[string][]Finding),
		bugs: make(map[string]*bug), follows: make(map[string]string),
	}
	s.methods, ev.barred = m, make(map[string]bool)
	m.New, m.Verbs, m.Sequential, m.Plain, m.Both, m.Limited = func() tester.Game {
		return m.newBoard()
	}, verbs(), s.Sequential, false, false, false
	m.Cloning = func(g tester.Game) func() tester.Game { return g.(*board).clone }
	for _, d := range ev.deaths {
		m.bugs[where(strings.TrimPrefix(d.failure.Err.Error(), "the engine "))] = &bug{shows: 2}
		m.ends = true
	}
	if m.src.has["SubKeys"] {
		r := m.ev.SubKeys(func(fen string) map[string]zobrist.Key {
			if m.reads(Query{FEN: fen}) != "" {
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
	slices.SortStableFunc(m.Lines, func(a, b tester.Line) int {
		return len(b.Moves) - len(a.Moves)
	})
	if !m.Sequential {
		m.run(1, twoEngines)
		maps.DeleteFunc(m.bugs, func(_ string, b *bug) bool {
			return b.Break != nil && (b.check != twoEngines || b.shows < 2)
		})
		m.report()
		if m.found[twoEngines] != nil { // all else may follow from it
			return
		}
	}
	// than the stacks of some engines
	long := slices.MaxFunc(ev.nodes, func(a, b *Node) int { return len(a.Moves) - len(b.Moves) })
	m.Lines = append(
		m.Lines,
		tester.Line{Start: cmp.Or(long.Query.FEN, "startpos"), Moves: long.Moves, Only: true},
	)
	m.run(4, "FEN", "SubKeys", "Undo", "UndoNull", nullMove, "Try", "After", "Clone")
	m.Lines = m.Lines[:len(m.Lines)-1]
	m.run(1, "Perft") // it may take long
	m.run(1, "Search")
	m.report()
	m.src.last = nil // other engines may have used its board
}

// run checks laws within some eighths of the time. On a busy machine, the lines may take longer.
func (m *methods) run(eighths time.Duration, checks ...string) {
	m.Laws = slices.DeleteFunc(laws(), func(l tester.Law) bool {
		return !slices.Contains(checks, l.Name) || m.Sequential && strings.Contains(l.Want, "3.new")
	})
	within := m.src.Within * eighths / 8
	for name, n := range m.Check(5*within, within, m.breaks, m.prove) {
		m.count[name] += n
	}
}

// breaks counts a broken law. It returns false if the law shows a new bug.
func (m *methods) breaks(b *tester.Break) bool {
	bug := m.bugOf(b)
	if bug != nil {
		bug.count++
	}
	// times is enough
	return bug == nil || bug.shows == 2 && !simpler(b, bug.Break) || bug.tried[lawOf(b).Got] == 2
}

// simpler reports whether a law is broken by fewer calls than another one: it may say more.
func simpler(a, b *tester.Break) bool { return b != nil && len(a.Got) < len(b.Got) }

// bugOf returns the bug behind a broken law, or nil if another check judges it.
func (m *methods) bugOf(b *tester.Break) *bug {
	name := m.checkOf(b)
	if name == "" || b.Err == errRefused {
		return nil
	}
	// FENs are wrong, or tell nothing
	misread := name == nullMove && (m.ev.fromFEN.Given || m.ev.blind != "")
	wrongMove := len(m.ev.wrong) > 0 && !m.Sequential && ended(b) == ""
	if misread || wrongMove && m.moved(&bug{Break: b, check: name}) {
		m.follows[name] = cmp.Or(m.ev.blind, follows+"moves")
		return nil
	}
	// which may follow from others
	id := where(ended(b))
	rank := 0
	if b.Err != nil {
		rank = 10
	}
	if id == "" {
		what, got, want := m.differ(b)
		_, features := m.explain(b, got, want)
		passes := slices.ContainsFunc(slices.Concat(b.Base, b.Got), func(st tester.Step) bool {
			return st.Call == tester.Null
		})
		// What a null move does to the clock is the engine's choice.
		sameKeys := got == want && b.A.Key == b.B.Key
		clock := sameKeys && what == "the position" ||
			slices.Equal(keycheck.KindsOf(features), []string{"clock"})
		// or the sub-key of each FEN is wrong
		told := slices.ContainsFunc(m.found[name], func(f Finding) bool { return f.Cause == what })
		if passes && clock || told {
			return nil
		}
		id, rank = name+fmt.Sprint(keycheck.KindsOf(features)), len(features)
		if features == nil || name == "Search" {
			rank = 9
		}
		if passes { // it may be wrong without the null move, too
			rank += 10
		}
	}
	if m.bugs[id] == nil {
		m.bugs[id] = &bug{check: name, tried: make(map[string]int), rank: rank}
	}
	return m.bugs[id]
}

// explain names the features by which keys differ after a broken law.
func (m *methods) explain(b *tester.Break, got, want zobrist.Key) (why string, features []string) {
	q, _ := m.line(b.Base)
	why, features = m.ev.Explain(got, want, m.ev.features(&Node{FEN: Played(q)})...)
	if kinds := len(keycheck.KindsOf(features)); len(features) > 2 &&
		(kinds > 2 || kinds > 1 && lawOf(b).Name != "Search") {
		return "the key may be that of another position", nil
	}
	return why, features
}

// prove looks for the shortest line of a bug on a new engine.
func (m *methods) prove(b *tester.Break) {
	bug := m.bugOf(b)
	if bug == nil || bug.shows == 2 && !simpler(b, bug.Break) {
		return
	}
	m.proving, m.Reuse = true, false // what an engine has played may be left in it
	defer func() { m.proving, m.Reuse = false, true }()
	q, _ := m.line(b.Base)
	short, shows := m.Prove(b, cmp.Or(Played(q), q.FEN), tester.ShrinkCalls)
	if bug.tried[lawOf(b).Got]++; bug.Break == nil ||
		shows == 2 && (bug.shows < 2 || size(short) <= size(bug.Break)) {
		bug.Break, bug.shows = short, shows
	}
}

// report adds what was found, by the order of laws, because a method may use those before
// it. What is only wrong after something else is a consequence of what is wrong alone,
// unless nothing is.
func (m *methods) report() {
	all := slices.Collect(maps.Values(m.bugs))
	all = slices.DeleteFunc(all, func(b *bug) bool { return b.Break == nil })
	for _, b := range all {
		b.check = cmp.Or(m.checkOf(b.Break), b.check)
	}
	order := func(b *bug) int {
		return slices.IndexFunc(laws(), func(l tester.Law) bool { return l.Name == b.check })
	}
	slices.SortFunc(all, func(a, b *bug) int {
		if a.shows == b.shows && a.shows > 0 {
			return cmp.Or(order(a)-order(b), a.rank-b.rank, size(a.Break)-size(b.Break))
		}
		more := 0
		if a.shows == 0 {
			more = b.count - a.count
		}
		longer := len(a.Base) + len(a.Got) - len(b.Base) - len(b.Got)
		return cmp.Or(b.shows-a.shows, more, longer)
	})
	for _, b := range all {
		switch cause := m.cause(b, b.check); {
		case cause != "":
			m.follows[b.check] = follows + cause
		case b == all[0] || b.shows == all[0].shows && b.shows > 0 || crashes(b.Break):
			m.add(b, b.check)
		default:
			m.follows[b.check] = "no short line was found that shows what is wrong here: " +
				"another bug may explain it"
		}
		b.Break = nil
	}
}

const follows = "another bug may explain what is wrong here: see "

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

// crashes reports whether the engine panics or hangs.
func crashes(b *tester.Break) bool { return b.Err == nil && ended(b) != "" }

// where returns the line of the file in what is said of a panic.
func where(says string) string {
	lines := strings.Split(strings.TrimSpace(says), "\n")
	return lines[min(2, len(lines)-1)]
}

// result is the outcome of one check.
func (m *methods) result(name string) Result {
	r := Result{
		Count: m.count[name], Unit: "comparison", Findings: m.found[name], Why: m.follows[name],
	}
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
	case methodOf(m.last(b.Got)) != "SubKeys":
		if !m.proving && m.Sequential { // an engine may not read the other, or end this one
			return "the position", 0, 0
		}
		if m.reads(Query{FEN: b.A.Text}) != "" {
			return "the position", 0, 0
		}
		got = m.src.e.Key()
		if m.reads(Query{FEN: b.B.Text}) != "" {
			return "the position", 0, 0
		}
		want = m.src.e.Key()
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

// moved reports whether the moves of a bug do it, as the check of moves says.
func (m *methods) moved(b *bug) bool {
	_, got, want := m.differ(b.Break)
	// it has only the FEN, which may be read wrongly
	if len(b.Got) > 0 && b.Got[0].Call == tester.New {
		_, features := m.explain(b.Break, got, want)
		rules := slices.ContainsFunc(m.ev.wrong, func(f Finding) bool {
			return f.Name == "en-passant-rules"
		})
		return b.check == nullMove &&
			(len(features) != 1 || m.ev.Lacking(got, want) ||
				rules && keycheck.KindOf(features[0]) == "en-passant")
	}
	q, _ := m.line(slices.Concat(b.Base, b.Want))
	if n := len(q.Moves); n > 0 && q.Moves[n-1] == NullMove {
		q.Moves = q.Moves[:n-1]
	}
	m.src.last = nil // other engines may have used its board
	a, err := m.src.Ask([]Query{q, {FEN: Played(q)}}, true)
	return err != nil || a[0].Refused+a[1].Refused != "" || a[0].Key != a[1].Key ||
		b.check == nullMove && m.ev.Lacking(got, want) ||
		(b.Err != nil || b.A.No || m.last(b.Got) == "Reread") &&
			slices.ContainsFunc(m.ev.wrong, func(f Finding) bool {
				return f.Cause == "strayed"
			})
}

// finding says in words what is wrong, and how it shows.
func (m *methods) finding(b *bug) (f Finding) {
	at, rest := m.line(b.Base)
	n := min(taken(slices.Concat(rest, b.Got)), len(at.Moves)) // they are shown as calls
	at.Moves, rest = at.Moves[:len(at.Moves)-n], b.Base[len(b.Base)-len(rest)-n:]
	note := ""
	if b.shows == 0 {
		note = " (this line alone does not show it)"
	}
	f = Finding{
		At: at, Then: m.text(slices.Concat(rest, b.Got)), Count: b.count, What: ended(b.Break),
	}
	m.ends = m.ends || f.What != ""
	if f.What != "" {
		if b.Err == nil {
			if b.Law == "stuck" {
				f.Name = "crash"
			}
			f.What = m.text(b.Got) + " " + f.What
		}
		f.What += note
		return f
	}
	var object string
	want := m.text(slices.Concat(rest, b.Want))
	object, f.Got, f.Want = m.differ(b.Break)
	if m.nextMove(b.Break) {
		object = "the position: the next move gives another key"
	}
	f.What = strings.ReplaceAll(lawOf(b.Break).Says, "%s", object)
	f.Why, f.Features = m.explain(b.Break, f.Got, f.Want)
	if object == "the position" || f.Got == f.Want {
		no := ""
		if b.A.No {
			no = "false"
		}
		f.Why = methodOf(m.last(b.Got)) + " returns " +
			cmp.Or(b.A.Text, no, "nothing")
		if b.B.Text != "" {
			f.Why += ", want " + b.B.Text
		}
	} else {
		f.Of = "from these calls"
		f.OfWant = "without them"
		if want != "" && b.Other == nil {
			f.OfWant = "from " + want
		}
	}
	f.What += note
	if note != "" && b.check != "Clone" { // whose hint says more
		f.Look = "what earlier calls leave in the engine, or in variables that all engines share"
	}
	return f
}

// nextMove reports whether a law that compares positions is broken by the key after one more
// move: the position differs in what only a move shows.
func (m *methods) nextMove(b *tester.Break) bool {
	last := len(b.Got) - 1
	if last < 1 || m.last(b.Got) != "Key" {
		return false
	}
	move := b.Got[last-1]
	if move.Call != tester.Make || move.On != b.Got[last].On {
		return false
	}
	l := lawOf(b)
	return strings.Contains(l.Reads, "+Key") && l.Got != "null"
}

// taken returns how many moves before some calls these take back.
func taken(calls tester.Script) (most int) {
	takes, n := map[tester.Call]int{
		tester.Make: -1, tester.Null: -1, tester.Try: -1, tester.Unmake: 1, tester.UndoNull: 1,
	}, 0
	for _, st := range calls {
		if st.On == 0 {
			n += takes[st.Call]
			most = max(most, n)
		}
	}
	return most
}

// uses lists the checks of what methods use.
var uses = map[string][]string{
	"Null": {
		nullMove,
	}, "Try": {
		"Undo",
	}, "Perft": {"Undo", "Try"}, "Search": {"Undo", nullMove, "UndoNull", "Try", "Perft"},
}

// cause returns moves, or another check that has found a bug of a method that the line
// calls, or "".
func (m *methods) cause(b *bug, name string) string {
	if len(m.ev.wrong) > 0 && !crashes(b.Break) && m.moved(b) {
		return "moves"
	} else if b.shows == 0 && len(m.ev.fading) > 0 {
		return "again"
	}
	for _, st := range slices.Concat(b.Base, b.Got, b.Want) {
		method := methodOf(st.Call.Name(m.Verbs))
		for _, used := range append(uses[method], method) {
			if used != name && m.found[used] != nil {
				return used
			}
		}
	}
	return ""
}

// add adds a bug of a check. One of the same kind is the same, and a search takes back many
// moves at once.
func (m *methods) add(b *bug, name string) {
	f := m.finding(b)
	kinds := keycheck.KindsOf(f.Features)
	for i := range m.found[name] {
		old := &m.found[name][i]
		// it may be part of it
		same := kinds == nil || within(keycheck.KindsOf(old.Features), kinds)
		if crashes(b.Break) || old.Of+old.Why == "" {
			same = f.What == old.What
		}
		if same || name == "Search" {
			old.Count += f.Count
			return
		}
	}
	f.Cause = name + f.What
	m.found[name] = append(m.found[name], f)
}

// line returns the position that a script loads last, the moves up to the first other call,
// and the steps from that on.
func (m *methods) line(s tester.Script) (q Query, rest tester.Script) {
	for i, st := range s {
		switch {
		case st.On == 0 && st.Call == tester.Load:
			q, rest = m.ev.begin(st.Text).Query, nil
		case rest != nil || st.On == 0 && st.Call == tester.New:
		case st.On == 0 && st.Call == tester.Make:
			q.Moves = append(q.Moves, st.Text)
		case st.On == 0 && st.Call == tester.Null:
			q.Moves = append(q.Moves, NullMove)
		default:
			rest = s[i:]
		}
	}
	return q, rest
}
