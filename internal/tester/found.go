package tester

import (
	"cmp"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/keycheck"
	"github.com/zobrist-go/zobrist/internal/report"
)

// facts are the broken laws of a session, grouped by law and by the kinds of features in which the
// keys differ. What a group has in common is counted. Nothing is guessed about its cause.
type facts struct {
	groups  []*group
	said    int // how many groups were returned as errors
	numbers *featureNumbers
	moves   map[moveClass]*tally
	items   []*Break // that were returned
	// late are groups that no line shows alone, if the item that would name them was returned by an
	// earlier look.
	late  []*group
	other bool // something else was wrong than a law, as was reported
	// spoilt says that a call that should only read changes the game, or that games share
	// data, as was reported. Then no other comparison holds.
	spoilt bool
	seed   func(b *Break) uint64 // of the random game that broke a law; may be nil
}

// A group is the broken laws of one kind in the same kinds of features.
type group struct {
	law   string   // see Break.Kind
	kinds []string // of features: see kindsOf
	count int
	first *Break // with the log of all calls
	best  *Break // with the shortest scripts

	folded []*group // that it shows as well
}

const (
	// callsAfterBug is how many calls may follow the first broken law if the session has no
	// limit of time. They find other bugs, and count how many moves are wrong: about a
	// second of a fast game.
	callsAfterBug = 300_000

	// mostItems is how many groups are reported, those that were broken first. More do not help.
	mostItems = 8
)

// proofCalls is how many calls look for a shorter line.
func (r *Session) proofCalls() int {
	most := shrinkInGo
	if r.Anew != nil {
		most = ShrinkCalls
	}
	return min(most, max(fewShrink, playedTimes*r.played))
}

// collectFrom makes a runner collect the laws that its game breaks, and go on.
func (r *Session) collectFrom(l *live) {
	if r.facts.numbers == nil {
		r.facts.numbers = newFeatureNumbers()
		r.facts.moves = make(map[moveClass]*tally)
	}
	if !r.facts.numbers.listed {
		r.facts.numbers.listed = true
		_ = l.contain(func() { r.facts.numbers.add(l.numbers(&l.games[0], "Keys")) })
	}
	l.collects = true
	l.onBreak = func(b *Break) bool {
		r.collect(l, b)
		return true
	}
	if len(r.facts.groups) > 0 {
		r.limit(l)
	}
}

// limit counts the moves of a runner from here on, and limits its calls if nothing else does.
func (r *Session) limit(l *live) {
	l.counts = r.facts.count
	if (r.Games > 0 || r.onlyGame != nil) && l.mostCalls == 0 {
		l.mostCalls = l.cut + len(l.log) + callsAfterBug
	}
}

// collect puts a broken law into its group.
func (r *Session) collect(l *live, b *Break) *group {
	b.own = l.subject.own
	b.seed = r.Seed
	if r.facts.seed != nil {
		b.seed = r.facts.seed(b)
	}
	b.reached = l.Positions
	law, kinds := b.Kind(), r.facts.kindsOf(l.subject, b)
	g := r.facts.find(law, kinds)
	if g == nil {
		g = &group{law: law, kinds: kinds, first: l.filled(b), best: b}
		r.facts.groups = append(r.facts.groups, g)
		r.limit(l)
	}
	g.count++
	if b.size() < g.best.size() {
		g.best = b
	}
	return g
}

// size orders broken laws: the simplest is shown. One whose key was right before the last
// move comes first.
func (b *Break) size() int {
	const wrongBefore = 1 << 20 // more than the steps of the longest line cost
	size := b.cost()
	if b.Old != 0 {
		size += wrongBefore
	}
	return size
}

func (f *facts) find(law string, kinds []string) *group {
	for _, g := range f.groups {
		if g.law == law && slices.Equal(g.kinds, kinds) {
			return g
		}
	}
	return nil
}

// Kinds that are no kinds of features.
const (
	unknownKind   = "unknown"   // no few known numbers explain the difference
	unchangedKind = "unchanged" // the key is the one before the move
)

// kindsOf returns the kinds of features in which the keys differ of a law that a game breaks. It
// returns nil if keys do not show it, or if the game lists no numbers.
func (f *facts) kindsOf(s *subject, b *Break) []string {
	if !b.isKey() || f.numbers == nil {
		return nil
	}
	features, ok := f.numbers.explain(s, b.ending().On, b.difference(), b.lastMove())
	return f.named(b, features, ok)
}

// kindsOfMove is kindsOf without a game.
func (f *facts) kindsOfMove(b *Break) []string {
	features, ok := f.numbers.explainMove(b.difference(), b.lastMove())
	return f.named(b, features, ok)
}

// named names the kinds of features that explain a difference, or says that none do.
func (f *facts) named(b *Break, features []string, ok bool) []string {
	switch {
	case f.numbers.none():
		return nil
	case ok:
		return keycheck.KindsOf(features)
	case b.unchanged():
		return []string{unchangedKind}
	}
	return []string{unknownKind}
}

// lastMove is the name of the last move that the got side makes.
func (b *Break) lastMove() string {
	for _, script := range []Script{b.Got, b.Base} {
		for _, st := range slices.Backward(script) {
			if st.forward() || st.Call == After {
				return st.Text
			}
		}
	}
	return ""
}

// ending is the last call of the got side.
func (b *Break) ending() Step {
	if len(b.Got) > 0 {
		return b.Got.ending()
	}
	return b.Base.ending()
}

// unchanged reports whether the key after the last move is the one before it, and should differ.
func (b *Break) unchanged() bool {
	return b.Law == "recompute" && b.was[1] != 0 && b.A.Key == b.was[0] && b.B.Key != b.was[1]
}

// newItems proves each group that was not reported yet, and returns an error for each bug.
func (r *Session) newItems() (all []error) {
	groups := r.facts.groups[r.facts.said:]
	r.facts.said = len(r.facts.groups)
	if r.facts.spoilt {
		return nil
	}
	groups = r.facts.folded(groups)
	slices.SortStableFunc(groups, func(a, b *group) int { return rank(a) - rank(b) })
	var more []*group
	if len(groups) > mostItems {
		more = groups[mostItems:]
		groups = groups[:mostItems]
	}
	var items []*Break
	for _, g := range groups {
		bug := r.proved(g)
		isShared := bug.Law == "reads" || bug.Law == "two games"
		if isShared && bug.alone {
			r.facts.spoil(g, bug)
			return []error{bug}
		}
		at := slices.IndexFunc(items, bug.shownBy)
		switch {
		case at < 0 && !slices.ContainsFunc(r.facts.items, bug.shownBy):
			items = append(items, bug)
		case at >= 0 && !slices.Equal(bug.item.Kinds, items[at].item.Kinds):
			items[at].say(g.also(g.law))
		}
	}
	items = r.facts.onlyProven(items)
	r.facts.items = append(r.facts.items, items...)
	for _, bug := range items {
		all = append(all, bug)
	}
	if more != nil {
		all = append(all, report.MoreLaws(lawsOf(more)))
	}
	return all
}

// spoil notes that a method which should only read changes the game, or that games share data. No
// other comparison holds then, so that the other laws are only named.
func (f *facts) spoil(g *group, bug *Break) {
	f.spoilt = true
	others := slices.DeleteFunc(slices.Clone(f.groups), func(other *group) bool {
		return other == g
	})
	if len(others) > 0 {
		bug.say(report.Fact{Topic: report.OtherLaws, Text: lawsOf(others)})
	}
}

// onlyProven leaves out items that no line of moves shows alone on a new game, if there is another
// item, which then names their laws: where one call leaves something in the game, any later law
// may be broken. The first stays if no line shows any of them alone.
func (f *facts) onlyProven(items []*Break) (left []*Break) {
	var with *Break
	for _, bug := range append(slices.Clone(items), f.items...) {
		if with == nil || !with.alone && bug.alone {
			with = bug
		}
	}
	var hidden []*group
	for _, bug := range items {
		if bug.alone || bug == with {
			left = append(left, bug)
			continue
		}
		hidden = append(hidden, &group{law: bug.Kind(), count: bug.item.Count})
	}
	if hidden != nil {
		if slices.Contains(f.items, with) {
			f.late = hidden
			return left
		}
		with.say(report.Fact{Topic: report.OtherLaws, Text: lawsOf(hidden)})
	}
	return left
}

// rank puts the laws first without which no other comparison holds.
func rank(g *group) int {
	if g.law == "reads" || g.law == "two games" {
		return 0
	}
	return 1
}

// shownBy reports whether another item shows the same: its shortest scripts break the same
// law in the same kinds of features, although those that were broken first did not. If what is
// taken back leaves an earlier key, the kinds only tell what was done since.
func (b *Break) shownBy(other *Break) bool {
	sameKinds := slices.Equal(b.item.Kinds, other.item.Kinds) || b.stale && other.stale
	return b.Kind() == other.Kind() && sameKinds && b.fails() == other.fails()
}

// lawsOf names the laws of groups, with how often each was broken.
func lawsOf(groups []*group) string {
	count := make(map[string]int)
	var laws []string
	for _, g := range groups {
		if count[g.law] == 0 {
			laws = append(laws, g.law)
		}
		count[g.law] += g.count
	}
	return report.CountedLaws(laws, count)
}

// folded leaves out groups that another group shows together with what is its own. That
// group counts them.
func (f *facts) folded(groups []*group) (left []*group) {
	for _, g := range groups {
		shown := slices.IndexFunc(f.groups, func(other *group) bool {
			return other != g && g.isFoldedInto(other)
		})
		if shown < 0 {
			left = append(left, g)
		} else {
			f.groups[shown].folded = append(f.groups[shown].folded, g)
		}
	}
	return left
}

// isFoldedInto reports whether another group shows a group as well, so that it has no item.
func (g *group) isFoldedInto(other *group) bool {
	if g.law == other.law {
		return g.isLessOf(other)
	}
	switch g.law {
	case "replay":
		// A line that is played again gives another result, as it does after any other bug.
		return true
	case "moves":
		// The list is compared at the next visit of a place, and also when a move is taken back.
		return other.isUndo() && other.first.Says == g.first.Says
	case "clone", "load":
		// What another game takes back is wrong if taking back is wrong in the first game, and the
		// position of another game has two keys if it has the same two in the first game.
		undoes := other.isUndo() && slices.ContainsFunc(g.best.Got, Step.back)
		sameRoutes := g.first.twoLines() && other.law == g.first.Law &&
			slices.Equal(g.kinds, other.kinds)
		return undoes || sameRoutes
	}
	return false
}

// isLessOf reports whether another group of the same law says more: it has keys where this one only
// has a text or a list of moves, or features where this one has none, or it is more frequent, and
// the features of one are among those of the other.
func (g *group) isLessOf(other *group) bool {
	switch {
	case !g.first.isKey() && !g.first.fails():
		return other.first.isKey()
	case !g.explained():
		return other.explained() || g.kinds != nil && g.kinds[0] == unchangedKind
	}
	isRarer := g.count < other.count || g.count == other.count && len(g.kinds) > len(other.kinds)
	return isRarer && other.explained() &&
		(includes(g.kinds, other.kinds) || includes(other.kinds, g.kinds))
}

// includes reports whether all of some kinds are among others.
func includes(all, some []string) bool {
	for _, kind := range some {
		if !slices.Contains(all, kind) {
			return false
		}
	}
	return true
}

func (g *group) isUndo() bool { return strings.HasPrefix(g.law, "undo") }

// explained reports whether features explain by what the keys of a group differ.
func (g *group) explained() bool {
	return len(g.kinds) > 0 && g.kinds[0] != unknownKind && g.kinds[0] != unchangedKind
}

// mayShow reports whether keys that differ in some kinds of features may show a group: these are
// fewer than its own, or those of a group that is folded into it, and no other item has them.
func (f *facts) mayShow(g *group, kinds []string) bool {
	other := group{law: g.law, kinds: kinds}
	if !g.explained() || !other.explained() {
		return false
	}
	known := f.find(g.law, kinds)
	if known == nil {
		return includes(g.kinds, kinds)
	}
	return slices.Contains(g.folded, known)
}

// also is the fact that a group was found which another one, of a law, shows as well.
func (g *group) also(law string) report.Fact {
	switch {
	case g.law != law:
		return report.Fact{Topic: report.OtherLaws, Text: lawsOf([]*group{g})}
	case g.explained():
		return report.Fact{
			Topic: report.OtherKinds, Text: strings.Join(g.kinds, ", "), N: g.count,
		}
	case g.first.isKey():
		return report.Fact{Topic: report.Unexplained, N: g.count}
	}
	return report.Fact{Topic: report.NoKey, N: g.count}
}

// proved looks for the shortest scripts that show a group, and puts it into words.
//
// The simplest broken law of the group is tried first. If nothing shows it, the first one is tried,
// because only this one has the log of all calls. If a line alone still does not show the group, a
// line may do that breaks the same law in other kinds of features: it shows more than a line that
// needs the log, or a note that no line was found.
func (r *Session) proved(g *group) *Break {
	b := g.best
	if b.keepsLine() {
		return r.worded(g, b, nil)
	}
	short, shows, notes := r.prove(b, r.proofCalls(), r.sameGroup(g, b))
	if shows == 0 && g.first != b {
		b = g.first
		short, shows, notes = r.prove(b, r.proofCalls(), r.sameGroup(g, b))
	}
	if shows < 2 {
		other, otherShows, otherNotes := r.prove(b, r.proofCalls(), nil)
		if otherShows > shows || otherNotes == nil && notes != nil {
			short = other
			notes = otherNotes
		}
	}
	// If a method that should only read changes the game on the way, its law is shown instead: this
	// one would blame another method.
	if notes == nil && !b.fails() && b.Law != "two games" {
		short = cmp.Or(r.asking(short.Base.then(short.Got...).on(0)), short)
	}
	return r.worded(g, short, notes)
}

// say adds a fact to the item.
func (b *Break) say(facts ...report.Fact) { b.item.Facts = append(b.item.Facts, facts...) }

// worded makes the item of a group: what its shortest scripts show, and what was counted.
func (r *Session) worded(g *group, short *Break, notes []report.Fact) *Break {
	short.item.Count = g.count
	short.item.Unit = report.Comparisons
	short.alone = true
	if short.Law == "gone" {
		short.item.Law = short.Err.Error()
		return short
	}
	short.own, short.seed, short.reached = g.first.own, g.first.seed, g.first.reached
	r.describe(short)
	short.item.Old = short.Old
	short.say(notes...)
	short.alone = notes == nil
	if short.alone && g.isUndo() && short.isKey() {
		r.findEarlier(short)
	}
	if short.Kind() == g.law {
		short.say(r.facts.counted(g)...)
	}
	return short
}

// findEarlier looks whether the wrong key after what was taken back is that of an earlier position
// of the calls that show it.
func (r *Session) findEarlier(b *Break) {
	s := r.subject()
	if s == nil {
		return
	}
	p := &prover{subject: s, limits: limits{ctx: r.Context}, of: b}
	calls := b.Base.then(b.Got...)
	for i := len(b.Base); i < len(calls); i++ {
		if calls[i].On != 0 || !calls[i].forward() {
			continue
		}
		before := calls[:i+1]
		v, _, ok := p.value(before.then(Step{Call: Key}))
		if ok && v.Key == b.A.Key {
			b.stale = true
			b.say(report.Fact{Topic: report.EarlierKey, Text: before.standing().where()})
			return
		}
	}
}

// ended reports whether a law was broken that ends a game, such as by a panic.
func (f *facts) ended() bool {
	return slices.ContainsFunc(f.groups, func(g *group) bool { return g.first.fails() })
}

// broken returns how often the laws of each group were broken.
func (f *facts) broken() (counts []int) {
	for _, g := range f.groups {
		counts = append(counts, g.count)
	}
	return counts
}

// since names the laws of groups that were broken again since broken returned their counts.
func (f *facts) since(before []int) string {
	var broken []*group
	for i, count := range before {
		if n := f.groups[i].count - count; n > 0 {
			broken = append(broken, &group{law: f.groups[i].law, count: n})
		}
	}
	return lawsOf(broken)
}

// A moveClass is what moves have in common.
type moveClass struct {
	null     bool
	replaces bool   // two features of one cell change: a piece replaces another, for example
	kinds    string // of the features that change, with commas
}

// A tally counts the moves of a class, and the wrong ones by the kinds of features that are wrong.
type tally struct {
	all   int
	wrong map[string]int
}

// count counts a move that was compared: by how much the key should change, and the kinds of
// features in which it is wrong, or "".
func (f *facts) count(step Step, change zobrist.Key, wrong *Break) {
	c := moveClass{null: step.Call == Null}
	if features, ok := f.numbers.explainMove(change, step.Text); ok {
		c.kinds = strings.Join(keycheck.KindsOf(features), ", ")
		c.replaces = replaces(features)
	}
	t := f.moves[c]
	if t == nil {
		t = &tally{wrong: make(map[string]int)}
		f.moves[c] = t
	}
	t.all++
	if wrong != nil {
		g := group{law: wrong.Kind(), kinds: f.kindsOfMove(wrong)}
		t.wrong[g.tallied()]++
	}
}

// replaces reports whether two of some features that change are pieces on one cell. Of a name with
// two numbers, such as "cell 12 is 1", it is not known which is the cell.
func replaces(features []string) bool {
	cells := make(map[string]bool)
	for _, name := range features {
		cell, piece, ok := keycheck.Cell(name)
		ok = ok && !strings.ContainsAny(piece, "0123456789")
		if ok && cells[cell] {
			return true
		}
		cells[cell] = ok
	}
	return false
}

// fact says how many moves of a class are wrong. named: the game lists numbers.
func (c moveClass) fact(wrong, all int, named bool) report.Fact {
	f := report.Fact{
		Topic: report.GameClass, Text: report.SomeMove, OtherText: c.kinds, Wrong: wrong, All: all,
	}
	switch {
	case c.null:
		f.Text = report.ANullMove
	case c.replaces:
		f.Text = report.TwoOnCell
	}
	if c.kinds == "" && named {
		f.OtherText = report.UnknownChange
	}
	return f
}

// tallied is under which name the wrong moves of a group are counted.
func (g *group) tallied() string { return g.law + " " + strings.Join(g.kinds, " ") }

// counted has how many moves of each class are wrong, and the groups that one shows as well.
func (f *facts) counted(g *group) []report.Fact {
	all := f.countedMoves(g)
	for _, other := range g.folded {
		all = append(all, other.also(g.law))
	}
	return all
}

// mostClasses is how many classes of moves an item lists: more fill a screen and help less.
const mostClasses = 4

// countedMoves has how many moves of each class are wrong as those of a group are.
func (f *facts) countedMoves(g *group) (counted []report.Fact) {
	named := !f.numbers.none()
	others := 0
	for c, t := range f.moves {
		wrong := t.wrong[g.tallied()]
		if wrong == 0 {
			others += t.all
			continue
		}
		counted = append(counted, c.fact(wrong, t.all, named))
	}
	if counted == nil {
		return nil
	}
	slices.SortFunc(counted, func(a, b report.Fact) int {
		return cmp.Or(
			b.Wrong-a.Wrong,
			strings.Compare(a.Text, b.Text),
			strings.Compare(a.OtherText, b.OtherText),
		)
	})
	if more := len(counted) - mostClasses; more > 0 {
		counted = append(counted[:mostClasses], report.Fact{Topic: report.MoreClasses, N: more})
	}
	if others > 0 {
		counted = append(counted, report.Fact{Topic: report.OtherMoves, All: others})
	}
	return append(counted, report.Fact{Topic: report.SinceFirst})
}
