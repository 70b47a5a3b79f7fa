package check

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/keycheck"
	"github.com/zobrist-go/zobrist/internal/recover"
	"github.com/zobrist-go/zobrist/internal/verdict"
	"github.com/zobrist-go/zobrist/internal/words"
)

const (
	mostJudged = 60 // wrong keys to explain
	mostGroups = 8  // mistakes to report for one check
)

// judgeKeys requires that the key changes at all.
func judgeKeys(ev *Evidence) Result {
	r := Result{Count: len(ev.nodes), Unit: "position"}
	if ev.constant() {
		key := ev.nodes[0].By.Key
		r.Bad = r.Count
		r.Findings = []Finding{{What: fmt.Sprintf("the key is %v in every position", key), Count: r.Count, Cause: "constant", Name: "constant",
			Why: "is it the key of the current position? The other checks did not run"}}
		return r
	}
	if r.Count < 2 {
		r.Count, r.Why = 0, "too few positions"+ev.about.More
		return r
	}
	keys := make(map[zobrist.Key]bool)
	for _, n := range ev.nodes {
		keys[n.From] = true
	}
	r.Says = " have " + plural(len(keys), "key")
	return r
}

// judgeMoves requires that the key by moves is the key from the FEN.
func judgeMoves(ev *Evidence) Result {
	r := Result{Unit: "position", Findings: ev.wrong}
	for _, n := range ev.nodes {
		if !n.trivial() {
			r.Count++
		}
	}
	switch {
	case r.Count == 0:
		r.Why = "no start has a legal move" + ev.about.More
	case len(ev.wrong) > 0: // as many as its findings say
		for _, f := range ev.wrong {
			r.Bad += f.Count
		}
		if more := len(ev.wrongs()) - r.Bad; more > 0 {
			r.Says = fmt.Sprintf(", and %s more after these", thousands(more))
		}
	case len(ev.wrongs()) > 0:
		r.Says = ", when asked one at a time"
	}
	return r
}

// explain groups the wrong keys by moves by their cause, and keeps the shortest line of
// each group.
func (ev *Evidence) explain() {
	if f := ev.strayed(); f != nil {
		ev.wrong = []Finding{*f}
	}
	if len(ev.wrong) > 0 { // one cause of all
		return
	}
	onsets := ev.onsets()
	slices.SortStableFunc(onsets, func(a, b *Node) int { return cmp.Compare(len(a.Moves), len(b.Moves)) })
	var groups []*Finding
	byCause, byKind := make(map[string]*Finding), make(map[string]*Finding)
	of := make(map[*Node]*Finding)
	total, judged := 0, make(map[string]int) // by kind
	for _, onset := range onsets {
		n := ev.firstWrong(onset)
		if n == nil {
			continue
		}
		kind := kindOf(n)
		if judged[kind]++; judged[kind] > 3 || total >= mostJudged {
			of[onset] = byKind[kind]
			continue
		}
		total++
		if !ev.confirm(n.by(), n.from()) {
			continue
		}
		f := ev.judge(n)
		old := byCause[f.Cause]
		switch {
		case old == nil:
			old, byCause[f.Cause] = f, f
			groups = append(groups, f)
		case f.plies() < old.plies():
			f.Count = old.Count + 1
			*old = *f
		default:
			old.Count++
		}
		if of[onset] = old; byKind[kind] == nil {
			byKind[kind] = old
		}
	}
	ev.recause(groups)
	for _, f := range groups {
		f.Count = 0
	}
	for _, n := range ev.wrongs() { // parents before children: what is wrong stays wrong
		if _, ok := of[n]; !ok {
			of[n] = of[n.Parent.asked()]
		}
		if f := of[n]; f != nil {
			f.Count++
		}
	}
	if len(groups) > mostGroups {
		ev.note("%d more kinds of wrong keys by moves are not shown", len(groups)-mostGroups)
		groups = groups[:mostGroups]
	}
	for _, f := range groups {
		ev.wrong = append(ev.wrong, *f)
	}
}

// plies returns the length of the lines that show a bug.
func (f *Finding) plies() int { return len(f.At.Moves) + len(f.WantAt.Moves) }

// kindOf returns a string that is equal for moves with similar effects: the features that
// come and go, without squares and colours.
func kindOf(n *Node) string {
	if n.Parent == nil {
		return "start"
	}
	a, errA := recover.Parse(n.Parent.FEN)
	b, errB := recover.Parse(n.FEN)
	if errA != nil || errB != nil {
		return ""
	}
	effects := []string{fmt.Sprint(a.EP != "", b.EP != "", b.Capturable(), a.Castling != b.Castling)}
	men := func(sign string, in, out *recover.Position) {
		for _, m := range in.Board {
			if !slices.Contains(out.Board, m) {
				effects = append(effects, sign+strings.ToUpper(m.Letter))
			}
		}
	}
	men("-", a, b)
	men("+", b, a)
	slices.Sort(effects)
	return strings.Join(effects, " ")
}

// judge explains a wrong key by moves, with a short line that leads to it.
func (ev *Evidence) judge(n *Node) *Finding {
	if n.shredder {
		return ev.judgeShredder(n)
	}
	n = ev.shorten(n)
	p, err := recover.Parse(n.FEN)
	if err != nil {
		p = &recover.Position{}
	}
	features := ev.features(n.FEN)
	named := ev.named
	if p.Clock < len(ev.clockKeys) && ev.clockKeys[p.Clock] != 0 {
		name := fmt.Sprint("halfmove clock ", p.Clock)
		named = append(slices.Clone(named), keycheck.Named{Name: name, Key: ev.clockKeys[p.Clock]})
		features = append(features, name)
	}
	what, got, want := "the key by moves is wrong", n.by(), n.from()
	if n.Parent == nil {
		what, got.of = "the key of the start position is not the key of its FEN", "of startpos"
	}
	var move *verdict.Move
	if k, ok := ev.fromFEN.Predict(p); ok && k == got.key && (ev.clock == 0 || p.Clock < ev.clock) {
		// The key by moves fits the scheme.
		what, got, want = "the key from the FEN is wrong", want, got
	} else if n.Parent != nil {
		move = &verdict.Move{Name: n.move(), Before: n.Parent.By.Key, Features: ev.features(n.Parent.FEN)}
	}
	f := compared(what, got, want)
	f.FEN = n.FEN
	v := verdict.Judge(verdict.Case{Has: got.key, Want: want.key, Keys: named, Features: features, Move: move})
	if v.Differ == nil && n.Parent != nil {
		v.Differ = ev.zeroMoved(n, features)
	}
	f.Why, f.Features = v.Clause(), v.Differ
	kinds := kindsOf(v.Differ)
	f.Cause = fmt.Sprint(f.Of, kinds, v.Cause)
	if !slices.Equal(kinds, []string{"side"}) { // which is lacking for one side if it is too much for the other
		f.Cause += fmt.Sprint(" ", len(v.Lacks) > 0, len(v.Extra) > 0)
	}
	if v.Differ == nil {
		f.Cause = "moves: " + v.Clue + v.Cause + strings.Join(v.Facts, ";")
		if why := ev.promotes(n, p); why != "" {
			f.Why, f.Cause = why, "promotion"
		}
	}
	ev.knownPattern(&f, n, v, named)
	if why := castles960(n); why != "" {
		f.Why += "; " + why
	}
	from, by := ev.fromFEN.Rule, ev.byMove.Rule
	switch {
	case ev.onlyByMoves(v.Differ):
		for _, name := range v.Differ {
			ev.told[name] = true
		}
		f.What = fmt.Sprintf("keys by moves have %s, but keys from a FEN do not", words.Quoted(v.Differ, 6))
		f.Name, f.Why, f.Cause = "missing-from-fen", "", fmt.Sprint("only by moves", kinds)
	case f.Name != "":
	case slices.Equal(kinds, []string{"en passant"}) && p.EP != "" && by != from && by != "" && by != recover.RuleOther:
		f.What = fmt.Sprintf("the en passant rules differ: from a FEN %s, by moves %s", ruleWords(from), ruleWords(by))
		f.Why = "they differ by " + words.Quoted(v.Differ, 6) // without a guess which key is right
		f.Cause = f.What
		if by != recover.RuleNever && from != recover.RuleNever && from != recover.RuleOther {
			f.Name = "en-passant-rules" // they agree where a capture is legal
		}
	}
	return &f
}

// features returns the features of a position, without the constant.
func (ev *Evidence) features(fen string) []string {
	p, err := recover.Parse(fen)
	if err != nil {
		return nil
	}
	return ev.model.Features(p)[1:]
}

// onlyByMoves reports whether keys from FENs lack all of some features.
func (ev *Evidence) onlyByMoves(names []string) bool {
	return len(names) > 0 && !slices.ContainsFunc(names, func(name string) bool { return !ev.onlyMoves[name] })
}

// zeroMoved returns the features that the last move changes and that are in no key from
// a FEN, if their numbers in keys by moves are unknown.
func (ev *Evidence) zeroMoved(n *Node, features []string) (names []string) {
	before := ev.features(n.Parent.FEN)
	for _, name := range slices.Concat(before, features) {
		known := slices.ContainsFunc(ev.named, func(k keycheck.Named) bool { return k.Name == name && k.Key != 0 })
		if ev.zero[name] && !known && slices.Contains(before, name) != slices.Contains(features, name) {
			names = append(names, name)
			ev.onlyMoves[name] = true
		}
	}
	return names
}

// promotes returns an explanation if the key is the same for every piece that a pawn
// can promote to, and otherwise "". Then the key may have the pawn on its last rank. No
// position shows that pawn's number.
func (ev *Evidence) promotes(n *Node, p *recover.Position) string {
	if !ev.known || n.Parent == nil || len(n.move()) != 5 {
		return ""
	}
	move := n.move()
	var queries []Query
	for _, letter := range "qrbn" {
		queries = append(queries, Query{n.Query.FEN, n.Moves[:len(n.Moves)-1]}.then(move[:4]+string(letter)))
	}
	if slices.ContainsFunc(ev.src.Ask(queries...), func(a Answer) bool { return a.Key != n.By.Key }) {
		return ""
	}
	piece, pawn := move[4:], "p"
	if p.Black { // White has moved
		piece, pawn = strings.ToUpper(piece), "P"
	}
	return fmt.Sprintf("the key is the same for each piece that the pawn promotes to: "+
		"it lacks \"%s %s\", and may have \"%[1]s %[3]s\" (promotion forgotten?)", move[2:4], piece, pawn)
}

// kindsOf returns the kinds of features.
func kindsOf(names []string) (kinds []string) {
	for _, name := range names {
		kinds = append(kinds, kindOfName(name))
	}
	slices.Sort(kinds)
	return slices.Compact(kinds)
}

// kindOfName returns the kind of a feature. All pieces are one kind.
func kindOfName(name string) string {
	switch {
	case strings.HasPrefix(name, "castling "):
		return "castling"
	case strings.HasPrefix(name, "en passant "):
		return "en passant"
	case strings.Contains(name, " in hand"):
		return "hand"
	case strings.Contains(name, " checks"):
		return "checks"
	case name == "side":
		return name
	}
	return "piece"
}

// shorten looks for the shortest line whose last move makes the key wrong. That is the
// line itself if it is short, or its last moves from the FEN before them.
func (ev *Evidence) shorten(n *Node) *Node {
	const short = 4
	if n.Query.FEN == "" && len(n.Moves) <= short {
		return n
	}
	// The last moves, from the FENs before them.
	var lines []*Node
	for p := n.Parent; p != nil && len(lines) < 12; p = p.Parent {
		lines = append(lines, &Node{Query: Query{p.FEN, n.Moves[len(n.Moves)-1-len(lines):]}, FEN: p.FEN, From: p.From})
	}
	answers := ev.both(lines)
	for i, line := range lines {
		a, before := answers[i][0], answers[i][1]
		// It has the same difference, so it is the same bug.
		if a.Key^n.From == n.By.Key^n.From && a.Key != n.From && before.Key == line.From {
			return &Node{Query: line.Query, FEN: n.FEN, Parent: n.Parent, By: a, From: n.From}
		}
	}
	return n
}

// firstWrong returns the first node of a line with a wrong key, if some before n were not
// asked for. It returns nil if the key was wrong already at the last one that was.
func (ev *Evidence) firstWrong(n *Node) *Node {
	line := []*Node{n}
	asked := n.Parent.asked()
	for p := n.Parent; p != asked; p = p.Parent {
		line = append(line, p)
	}
	if len(line) == 1 {
		return n
	}
	if asked != nil && asked.differs() {
		return nil
	}
	slices.Reverse(line)
	answers := ev.both(line[:len(line)-1])
	for i, a := range answers {
		line[i].By, line[i].From = a[0], a[1].Key
	}
	return line[slices.IndexFunc(line, (*Node).differs)]
}
