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
	"github.com/zobrist-go/zobrist/internal/tester"
	"github.com/zobrist-go/zobrist/internal/tester/rare"
	"github.com/zobrist-go/zobrist/internal/tester/solve"
)

// A promise is what an optional method of an engine promises, as a law, and what its bugs are
// called. %s is the key, the position, or the further keys.
type promise struct {
	check string
	says  string
	tester.Law
}

// promises lists what the optional methods of an engine promise. The calls are those of the
// tester and of verbs.
func promises() []promise {
	law := func(got, want string, share int) tester.Law { return tester.Law{Got: got, Want: want, Share: share} }
	same := func(act string, share int) tester.Law { // an act that should change nothing
		return law(strings.ReplaceAll("A Key|A FEN|A Sub|A x Key|x A unmake Key", "A", act), "Key|FEN|Sub|x Key|Key", share)
	}
	all := []promise{
		{"Key", "%s changes when it is asked for again", law("Names Key", "Key", 0)}, // the tester needs Names
		{"FEN", "FEN changes %s", law("FEN Key|FEN Sub", "Key|Sub", 4)},
		{"FEN", "FEN returns another position, which has another key", law("Reread", "Reset", 4)},
		{"SubKeys", "SubKeys changes %s", law("Sub Key|Sub FEN", "Key|FEN", 4)},
		{"SubKeys", "%s by moves differs from that of the FEN", law("m Sub", "m 3.new 3.load 3.Sub", 2)},
		{"SubKeys", "after Null, %s differs from that of the FEN", law("null Sub|null x Sub", "null 3.new 3.load 3.Sub|null 3.new 3.load 3.x 3.Sub", 0)},
		{"Undo", "Undo does not restore %s", law("m unmake Key|m unmake FEN|m unmake Sub|m unmake x Key|x unmake x unmake y Key", "Key|FEN|Sub|x Key|y Key", 0)},
		{"Undo", "Undo does not restore %s", law("m x unmake Key|m x unmake FEN|m x unmake Sub", "m Key|m FEN|m Sub", 2)},
		{"Undo", "two moves undone do not restore %s", law("m x unmake unmake Key|m x unmake unmake FEN", "Key|FEN", 2)},
		{"UndoNull", "UndoNull does not restore %s", law("null undonull Key|null undonull FEN|null undonull Sub|null undonull x Key", "Key|FEN|Sub|x Key", 0)},
		{"UndoNull", "UndoNull does not restore %s", law("null x unmake undonull Key|null x unmake undonull FEN|x null undonull unmake Key|x null undonull Key", "Key|FEN|Key|x Key", 0)},
		{fromFEN, "", law("null Key", "null 3.new 3.load 3.Key", 0)},
		{"UndoNull", "Null and a move give another result than the FEN and the move: %s", law("null x Key|null x FEN", "null 3.new 3.load 3.x 3.Key|null 3.new 3.load 3.x 3.FEN", 0)},
		{"Try", "Try and Move do not agree on %s", law("try:m Key|try:m FEN|try:m Sub|try:m y Key", "m Key|m FEN|m Sub|m y Key", 0)},
		{"Try", "Undo after Try does not restore %s", law("try:m unmake Key|try:m unmake FEN|try:m unmake x Key", "Key|FEN|x Key", 0)},
		{"Try", "after Undo, Try and Move do not agree on %s", law("x unmake try:y Key", "y Key", 2)},
		{"Try", "Try of an illegal move changes %s", same("Refuse", 0)},
		{"After", "After and the same Move do not agree on %s", law("After:m", "m Key", 0)},
		{"After", "After changes %s", law("After:m Key|After:m FEN|After:m x Key", "Key|FEN|x Key", 2)},
		{"Clone", "a clone differs in %s", law("clone 1.Key|clone 1.FEN|clone 1.Sub", "Key|FEN|Sub", 0)},
		{"Clone", "after the same move a clone differs in %s", law("clone 1.x 1.Key|clone 1.x 1.FEN|clone 1.x 1.Sub|clone 1.x 1.unmake 1.Key", "x Key|x FEN|x Sub|Key", 0)},
		{"Clone", "a move on a clone changes %s", law("clone 1.x Key|clone 1.x FEN|clone 1.x Sub|clone 1.x y Key", "Key|FEN|Sub|y Key", 0)},
		{"Clone", "a move on the engine changes its clone: %s", law("clone x 1.Key|clone x 1.FEN|clone x 1.Sub|clone x 1.y 1.Key", "Key|FEN|Sub|y Key", 0)},
		{"Clone", "a move on a clone changes what Undo restores: %s", law("clone x 1.y x 1.y 1.unmake unmake Key|clone x 1.y x 1.y 1.unmake 1.Key", "clone x Key|clone x 1.y 1.Key", 0)},
		{"Perft", "Perft changes %s", same("Perft", 0)},
		{"Perft", "Perft changes %s", same("Perft2", 4)},
		{"Search", "Search changes %s", same("Search", 0)},
		{"Search", "Search changes %s", same("Search3", 4)},
		{"two engines", "two engines differ in %s of one position", law("3.new 3.load 3.Key", "Other", 2)},
		{"two engines", "a move on one engine changes another: %s", law("3.new 3.load 3.x Key|3.new 3.load 3.x FEN|3.new 3.load 3.x y Key", "Key|FEN|y Key", 2)},
		{"two engines", "a move on one engine changes another: %s", law("3.new 3.load x 3.Key|3.new 3.load x 3.FEN|3.new 3.load x 3.y 3.Key", "3.new 3.load 3.Key|3.new 3.load 3.FEN|3.new 3.load 3.y 3.Key", 2)},
	}
	for i := range all { // the tester tells them apart by their names
		all[i].Name = fmt.Sprint(all[i].check, " ", i)
	}
	return all
}

// runnerRules are what the tester requires of every game.
var runnerRules = map[string]promise{
	"refused": {check: "UndoNull", says: "Null returns false, but changes %s"},
	"undo":    {check: "Undo", says: "a line undone does not restore %s"},
	"again":   {check: "Undo", says: "the same line, made again, gives another result: %s"},
	"Try":     {check: "Try", says: "Try refuses a legal move"},
	"apart":   {check: "two engines", says: "moves on one engine change another: %s"},
}

// fromFEN is the check of a law that is only for comparison.
const fromFEN = "from FEN"

// hidden lists the checks whose bugs explain those of another one.
var hidden = map[string][]string{"Perft": {"Undo"}, "Search": {"Undo", "Perft", "UndoNull"}, "Try": {"Undo"}, "UndoNull": {"Undo"}, "Clone": {"Undo", "two engines"}}

// A methods is the outcome of all checks of methods.
type methods struct {
	count  map[string]int // comparisons, by check
	found  map[string][]check.Finding
	places int
}

// tryMethods plays the rare lines and then random games within a time, if it is not zero, with every method that
// the engine has at every place, and groups the laws that it breaks.
func tryMethods(ev *check.Evidence, s *source, within time.Duration) (*methods, error) {
	if err := ev.Err(); err != nil {
		return nil, err
	}
	all := promises()
	var starts []string
	var lines []tester.Line
	shared := &rules{Options: s.Options, text: ev.MoveText, refused: make(map[string]bool)}
	for _, l := range slices.Concat(ev.RareLines(), rare.Searches()) {
		fen := cmp.Or(l.FEN, zobrist.StartFEN)
		lines = append(lines, tester.Line{Start: fen, Moves: l.Moves})
		starts = append(starts, fen)
	}
	games := ev.Starts()
	starts = append(slices.Clone(games), starts...)
	slices.Sort(starts)
	session := &tester.Session{
		Options: tester.Options{Starts: slices.Compact(starts), Sequential: s.Sequential, Seed: ev.Seed()},
		New:     func() tester.Game { return shared.newBoard() },
		Cloning: func(g tester.Game) func() tester.Game { return g.(*board).clone },
		Verbs:   verbs(), Lines: lines, Reuse: true,
	}
	m := &methods{count: make(map[string]int), found: make(map[string][]check.Finding)}
	if !s.Sequential && m.boardsShared(s) {
		session.Sequential = true // what follows from it
	}
	shared.wrong = func(fen, move, says string) {
		name, what, _ := strings.Cut(says, ": ")
		m.add(name, check.Finding{What: what, At: check.Query{FEN: fen}, FEN: fen, Then: move, Count: 1})
	}
	broken := &collector{ev: ev, kinds: make(map[zobrist.Key]string), nulls: make(map[string]zobrist.Key)}
	// Perft and Search may take long: they have the last part of the time for themselves.
	began := time.Now()
	for _, slow := range []bool{false, true} {
		session.Laws = nil
		for i, p := range all {
			if i == 0 || slow == (p.check == "Perft" || p.check == "Search") {
				session.Laws = append(session.Laws, p.Law)
			}
		}
		deadline := time.Time{}
		switch {
		case within > 0 && !slow:
			deadline = began.Add(within * 3 / 4)
		case within > 0:
			deadline = time.Now().Add(within / 4)
		}
		c := session.Check(deadline, broken.add)
		m.places += c.Places
		for name, n := range c.Laws {
			m.count[checkOf(name)] += n
		}
	}
	session.Laws = nil
	for _, p := range all {
		session.Laws = append(session.Laws, p.Law)
	}
	m.prove(session, broken, all)
	if is[subKeyer](s) && shared.reads(zobrist.StartFEN) == nil {
		m.subKeyFeatures(ev, shared.reader)
	}
	s.last = nil // other engines may have used its board
	return m, nil
}

// result is the outcome of one check. What a bug of another method explains is not one of its own.
func (m *methods) result(name string) check.Result {
	r := check.Result{Count: m.count[name], Unit: "comparison"}
	why := fmt.Sprintf("nothing was compared in the time for it: %d positions were visited", m.places)
	for _, f := range m.found[name] {
		if other := m.explains(name, &f); other != "" {
			why = "this follows from a bug of another method: see " + other
			continue
		}
		r.Findings = append(r.Findings, f)
		r.Bad += f.Count
	}
	if len(r.Findings) == 0 && (r.Count == 0 || len(m.found[name]) > 0) {
		r.Why = why
	}
	return r
}

// explains returns the check whose bug explains that of another one, or "".
func (m *methods) explains(name string, f *check.Finding) string {
	for _, other := range hidden[name] {
		for _, g := range m.found[other] {
			if slices.Equal(solve.Kinds(g.Features), solve.Kinds(f.Features)) {
				return other
			}
		}
	}
	return ""
}

// checkOf returns the check of a law, from its name.
func checkOf(law string) string { return law[:strings.LastIndexByte(law, ' ')] }

// A group is the broken laws of one check with differences of the same kind. best is the shortest.
type group struct {
	check, id string
	best      map[string]*tester.Break // of each law, the shortest
	count     int
}

// A collector groups broken laws.
type collector struct {
	ev     *check.Evidence
	groups []*group
	kinds  map[zobrist.Key]string // of differences
	nulls  map[string]zobrist.Key // by place: the key after a null move XOR that of its FEN
}

func (c *collector) add(b *tester.Break) {
	name := ""
	switch rule, ok := runnerRules[b.Law]; {
	case ok:
		name = rule.check
	case b.Law == "panic" || b.Law == "stuck" || b.Err == errSpoiled:
		name = methodOf(slices.Concat(b.Base, b.Got))
	case strings.Contains(b.Law, " "):
		name = checkOf(b.Law)
	default: // a rule about moves or texts, which come from the rules of chess
		return
	}
	if name == "" {
		return // moves alone did it, which other checks judge
	}
	place := fmt.Sprint(b.Base)
	switch diff := b.A.Key ^ b.B.Key; {
	case name == fromFEN:
		c.nulls[place] = diff
		return
	case len(b.Got) > 2 && b.Got[0].Call == tester.Null && len(b.Want) > 3 && c.nulls[place] == diff && diff != 0:
		return // the FEN after the null move has another key, as "null move" says
	}
	id := name + c.kindsOf(b)
	i := slices.IndexFunc(c.groups, func(g *group) bool { return g.id == id })
	if i < 0 {
		i = len(c.groups)
		c.groups = append(c.groups, &group{name, id, make(map[string]*tester.Break), 0})
	}
	g := c.groups[i]
	if old := g.best[b.Law]; old == nil || sizeOf(b) < sizeOf(old) {
		g.best[b.Law] = b
	}
	g.count++
}

func sizeOf(b *tester.Break) int { return 100*len(b.Base) + len(b.Got) + len(b.Want) }

// kindsOf tells differences of different kinds apart.
func (c *collector) kindsOf(b *tester.Break) string {
	_, got, want := keysOf(b)
	diff := got ^ want
	id, ok := c.kinds[diff]
	if !ok && diff != 0 {
		fen, moves := line(b.Base)
		at, _ := placeOf(fen, moves)
		_, features := c.ev.Explain(got, want, c.ev.Features(at)...)
		id = fmt.Sprint(solve.Kinds(features))
		c.kinds[diff] = id
	}
	return id
}

// keysOf returns the keys in which the two sides of a broken law differ, or zeros.
func keysOf(b *tester.Break) (what string, got, want zobrist.Key) {
	if b.A.Text != b.B.Text && strings.Contains(b.A.Text, "; ") {
		return otherKey(b.A.Text, b.B.Text)
	}
	return "the key", b.A.Key, b.B.Key
}

// prove looks for the shortest line of each group on a new engine, and adds its bug. What is only
// wrong after something else is a consequence of what is wrong alone.
func (m *methods) prove(session *tester.Session, c *collector, all []promise) {
	each := max(proofTime/time.Duration(max(1, len(c.groups))), proofTime/20)
	var alone []check.Finding
	var checks []string
	for _, g := range c.groups {
		order := slices.SortedFunc(maps.Values(g.best), func(a, b *tester.Break) int { return sizeOf(a) - sizeOf(b) })
		for i, b := range order {
			if b.Law == "panic" || b.Law == "stuck" || b.Err != nil {
				fen, moves := line(b.Base)
				f := check.Finding{What: cmp.Or(b.Says, fmt.Sprint(b.Err)), At: check.Query{FEN: fen, Moves: moves}, Then: calls(b.Got), Count: g.count}
				alone, checks = append(alone, f), append(checks, g.check)
				break
			}
			fen, moves := line(b.Base)
			place, ok := placeOf(fen, moves)
			if !ok {
				place = fen
			}
			short, ok := session.Prove(b, place, each/time.Duration(min(len(order), i+2)))
			if ok {
				alone, checks = append(alone, m.finding(short, g.count, all, c.ev)), append(checks, g.check)
				break
			}
		}
	}
	if len(alone) == 0 && len(c.groups) > 0 {
		g := c.groups[0]
		b := slices.MinFunc(slices.Collect(maps.Values(g.best)), func(a, b *tester.Break) int { return sizeOf(a) - sizeOf(b) })
		f := m.finding(b, g.count, all, c.ev)
		f.What += " (the line alone does not show it on a new engine)"
		alone, checks = append(alone, f), append(checks, g.check)
	}
	for i, f := range alone {
		m.add(checks[i], f)
	}
}

// finding says in words what is wrong.
func (m *methods) finding(b *tester.Break, count int, all []promise, ev *check.Evidence) check.Finding {
	fen, moves := line(b.Base)
	at, _ := placeOf(fen, moves)
	p := runnerRules[b.Law]
	if i := slices.IndexFunc(all, func(p promise) bool { return p.Name == b.Law }); i >= 0 {
		p = all[i]
	}
	f := check.Finding{At: check.Query{FEN: fen, Moves: moves}, FEN: at, Then: calls(b.Got), Count: count}
	f.Of, f.OfWant, f.WantAt = "afterwards", "before", f.At
	if before := calls(b.Want); before != "" {
		f.OfWant = "after " + before
	}
	var object string
	switch object, f.Got, f.Want = keysOf(b); {
	case len(b.Want) == 0:
		f.Of, f.OfWant = "", ""
	case f.Got == f.Want:
		object, f.Of, f.OfWant = "the position", "", ""
		f.Why = "FEN returns " + b.A.Text + ", want " + b.B.Text
	case len(b.Got) > 0 && last(b.Got) == tester.After:
		f.Of = "from After"
	}
	if n := len(b.Want); n > 1 && b.Want[n-2].Call == tester.Make && len(b.Got) > n {
		object = "the board, so the next move spoils " + object
	}
	f.What = p.says
	if strings.Contains(p.says, "%s") {
		f.What = fmt.Sprintf(p.says, object)
	}
	if f.Of != "" {
		f.Why, f.Features = ev.Explain(f.Got, f.Want, ev.Features(at)...)
	}
	return f
}

// proofTime is for the shortest lines of all bugs.
const proofTime = 1500 * time.Millisecond

func (m *methods) add(name string, f check.Finding) {
	for i := range m.found[name] {
		if old := &m.found[name][i]; old.What == f.What && slices.Equal(solve.Kinds(old.Features), solve.Kinds(f.Features)) {
			old.Count += f.Count
			return
		}
	}
	f.Cause = name + f.What
	m.found[name] = append(m.found[name], f)
}

// methodOf returns the check of the last call that is not a read.
func methodOf(s tester.Script) string {
	for _, st := range slices.Backward(s) {
		switch name := callName(st); name {
		case "Perft2", "Search3":
			return name[:len(name)-1]
		case "Refuse":
			return "Try"
		case "Undo", "UndoNull", "Try", "After", "Clone", "Perft", "Search", "FEN":
			return name
		case "Null":
			return "UndoNull"
		case "Sub":
			return "SubKeys"
		}
	}
	return ""
}

// boardsShared reports, as a bug, that a move on one engine changes another.
func (m *methods) boardsShared(s *source) bool {
	one, other := s.New(), s.New()
	if one.SetFEN(rare.Starts()[1]) != nil {
		return false
	}
	before := one.Key()
	if other.SetFEN(zobrist.StartFEN) != nil || other.Move("e2e4") != nil || one.Key() == before {
		return false
	}
	at := check.Query{FEN: rare.Starts()[1]}
	m.add("two engines", check.Finding{What: "a move on one engine changes another: the key",
		Keys: check.Keys{Got: one.Key(), Of: "afterwards", Want: before, OfWant: "before", WantAt: at}, At: at, FEN: at.FEN, Then: "another.SetFEN(the usual start), another.Move(e2e4)", Count: 1,
		Look: "set ChessConfig.Sequential if only one engine can exist at a time"})
	return true
}

func last(s tester.Script) tester.Call { return s[len(s)-1].Call }

// otherKey returns the first further key in which two lists of subKeys differ.
func otherKey(a, b string) (what string, got, want zobrist.Key) {
	other := strings.Split(b, "; ")
	for i, part := range strings.Split(a, "; ") {
		if i >= len(other) || part == other[i] {
			continue
		}
		at := strings.LastIndexByte(part, ' ')
		_ = got.UnmarshalText([]byte(part[at+1:])) // as subKeys wrote them
		_ = want.UnmarshalText([]byte(other[i][strings.LastIndexByte(other[i], ' ')+1:]))
		return "the " + part[:at] + " key", got, want
	}
	return "the list of SubKeys", 0, 0
}

// line returns the position and the moves of a script.
func line(s tester.Script) (fen string, moves []string) {
	for _, st := range s {
		switch {
		case st.On > 0:
		case st.Call == tester.Load:
			fen, moves = st.Text, nil
		case st.Call == tester.Make:
			moves = append(moves, st.Text)
		case st.Call == tester.Null:
			moves = append(moves, check.NullMove)
		case st.Call == tester.Unmake || st.Call == tester.UndoNull:
			moves = moves[:max(0, len(moves)-1)]
		}
	}
	return fen, moves
}

// placeOf returns the position after moves.
func placeOf(fen string, moves []string) (string, bool) {
	p, err := zobrist.ParseFEN(cmp.Or(fen, zobrist.StartFEN))
	for _, move := range moves {
		m, failed := zobrist.ParseMove(move)
		if move == check.NullMove {
			m, failed = zobrist.ChessMove{}, nil
		}
		if err != nil || failed != nil {
			return "", false
		}
		p.Play(m)
	}
	return p.FEN(), err == nil
}

// calls writes the calls of a script as those of an engine's methods, but for a read at its end.
func calls(s tester.Script) string {
	var all []string
	for i, st := range s {
		name := callName(st)
		if i == len(s)-1 && (name == "Key" || name == "FEN" || name == "Sub") {
			break
		}
		switch arg := st.Text; {
		case st.Call == tester.New:
			continue
		case name == "Perft" || name == "Search":
			name += "(1)"
		case name == "Perft2" || name == "Search3":
			name = name[:len(name)-1] + "(" + name[len(name)-1:] + ")"
		case name == "Refuse":
			name = "Try(each illegal move)"
		case st.Call == tester.Load:
			name += "(the FEN)"
		default:
			name += "(" + arg + ")"
		}
		all = append(all, [...]string{"", "clone.", "another.", "another."}[st.On]+name)
	}
	return strings.Join(all, ", ")
}

// callName returns the method that a step calls.
func callName(st tester.Step) string {
	switch st.Call {
	case tester.Make:
		return "Move"
	case tester.Unmake:
		return "Undo"
	case tester.UndoNull:
		return "UndoNull"
	case tester.Null:
		return "Null"
	case tester.Try:
		return "Try"
	case tester.After:
		return "After"
	case tester.Clone:
		return "Clone"
	case tester.Load:
		return "SetFEN"
	case tester.Key:
		return "Key"
	}
	return st.Call.Name(verbs())
}
