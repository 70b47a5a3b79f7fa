package methods

import (
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/chess"
	"github.com/zobrist-go/zobrist/internal/checks"
	"github.com/zobrist-go/zobrist/internal/keycheck"
	"github.com/zobrist-go/zobrist/internal/movegen"
	"github.com/zobrist-go/zobrist/internal/observe"
	"github.com/zobrist-go/zobrist/internal/report"
	"github.com/zobrist-go/zobrist/internal/state"
	"github.com/zobrist-go/zobrist/internal/tester"
	"github.com/zobrist-go/zobrist/internal/tester/source"
)

// A difference is what the two sides of a law give.
type difference struct {
	*checks.Mismatch
	object string // what differs: "the key", "the pawn key", "the position"
	// parts are the names of all sub-keys that differ, if it is of sub-keys, and roles is what the
	// features are to the last move, or nil.
	sub   bool
	parts []string
	roles []report.Role
	// wrongMove says that a move among the calls makes the key by moves wrong, and wrongBoard that
	// the engine shows another position than the rules after the calls' moves: both are reported
	// already, and may be why the law is broken.
	wrongMove, wrongBoard bool
	// late says that the moves after a null move are wrong without it, too: see wrongWithoutNull.
	late    bool
	fromFEN bool // the other side sets up a FEN
	// wrongFEN says that the key of this FEN is the wrong one of the two, by the numbers that other
	// keys agree on. The check of XOR tells of it.
	wrongFEN bool
	// got and want are the texts, where the keys don't show it.
	got, want string
}

// id joins the kinds of features that differ. Of one sub-key it is another one than of the key.
// So it is if the moves of the calls are wrong.
func (d *difference) id() string {
	id := strings.Join(state.KindsOf(d.Features()), "-")
	if d.sub {
		id = d.object + " " + id
	}
	if d.wrongMove || d.wrongBoard {
		id += " after a wrong move"
	}
	return id
}

// mismatch compares the two sides of a broken law. It is nil if the moves before the law have made
// the key wrong by the same number, or if only a clock differs after a null move, which is the
// engine's choice.
func (p *player) mismatch(b *tester.Break) *difference {
	q, _ := p.line(b.Base)
	before, err := state.Parse(fenAfter(q))
	if err != nil {
		return nil
	}
	after := before
	want := slices.Concat(b.Base, b.Want)
	s, err := state.Parse(fenAfter(p.standsAt(want))) // where both sides should stand
	if err == nil {
		after = s
	}
	d := &difference{Mismatch: &checks.Mismatch{State: after}, object: "the key"}
	switch {
	case b.A.Text == b.B.Text: // neither FENs nor sub-keys, which are texts
		d.Got.Key, d.Want.Key = b.A.Key, b.B.Key
		if b.A.No != b.B.No {
			d.object = "what the method returns"
		}
	case methodOf(last(b.Got)) == "SubKeys":
		d.subKeys(b)
	default:
		d.positions(b)
	}
	passes := slices.ContainsFunc(slices.Concat(b.Base, b.Got), func(st tester.Step) bool {
		return st.Call == tester.Null
	})
	if passes && d.onlyClock() {
		return nil
	}
	if d.Got.Key != d.Want.Key {
		if comparesFEN(b) {
			end, _ := p.line(want)
			d.Old, _ = p.after(withoutNull(end))
			if len(afterNull(b)) > 0 {
				// A null move may remove what is wrong before it.
				d.Old, _ = p.after(end)
			}
		}
		if d.Difference() == 0 {
			return nil
		}
		d.Mismatch.ExplainBy(p.evidence.Models, before)
	}
	if passes && slices.Equal(state.KindsOf(d.Features()), []string{state.Clock.String()}) {
		return nil
	}
	if d.sub {
		d.findRoles(p.standsAt(slices.Concat(b.Base, b.Got)))
	}
	d.fromFEN = comparesFEN(b)
	differ := d.Got.Key != d.Want.Key
	if d.fromFEN && !d.sub && differ {
		d.wrongFEN = d.WantIsWrong(p.evidence.Models)
	}
	p.judgeMoves(d, b, q)
	return d
}

// judgeMoves finds out what is wrong with the moves that the two sides of a law make from a
// position, if a move is known to be wrong.
func (p *player) judgeMoves(d *difference, b *tester.Break, from source.Query) {
	if !p.wrongMoves && !p.wrongBoards {
		return
	}
	moves := afterNull(b)
	if len(moves) > 0 && comparesFEN(b) {
		passed, _ := p.line(slices.Concat(b.Base, b.Want))
		alone, shows := p.after(source.Query{FEN: fenAfter(passed), Moves: moves})
		isWrong := alone != 0 || d.Old != 0
		d.late = p.wrongMoves && !isWrong && p.wrongWithoutNull(b.Base)
		d.wrongMove = p.wrongMoves && isWrong || d.late
		d.wrongBoard = p.wrongBoards && !shows
		return
	}
	before, _ := p.after(withoutNull(from))
	for _, calls := range []tester.Script{b.Got, b.Want} {
		q, _ := p.line(slices.Concat(b.Base, calls))
		after, shows := p.after(withoutNull(q))
		made := after != before
		switch {
		case slices.Contains(q.Moves, source.NullMove):
			// A null move may change what an earlier move has left wrong.
			made = after != 0 || before != 0
		case lawOf(b).Name == "FEN":
			// FEN shows what the moves before have left wrong, in the key and in the position.
			made = after != 0
		}
		d.wrongMove = d.wrongMove || p.wrongMoves && made
		d.wrongBoard = d.wrongBoard || p.wrongBoards && !shows
	}
}

// replacements is how many legal moves are made in place of a null move, each with one reply. If a
// bug of moves is wrong in half of all moves, one pair of two right moves is among eight with a
// probability of 90 %.
const replacements = 8

// wrongWithoutNull reports whether each of some legal moves in the position of a script, with a
// reply, leads to a wrong key, although both are right if the position is set up from its FEN. Then
// the key is wrong because of how many moves came before, with a null move or without.
func (p *player) wrongWithoutNull(base tester.Script) bool {
	q, rest := p.line(base)
	if rest != nil {
		return false
	}
	board, err := chess.ParseFEN(fenAfter(q))
	if err != nil {
		return false
	}
	tried := 0
	for i, m := range movegen.Legal(&board) {
		if i == replacements {
			break
		}
		next := board
		next.Play(m)
		replies := movegen.Legal(&next)
		if len(replies) == 0 {
			continue
		}
		// The replies differ, too.
		moves := []string{m.String(), replies[i%len(replies)].String()}
		late, _ := p.after(source.Query{FEN: q.FEN, Moves: slices.Concat(q.Moves, moves)})
		alone, _ := p.after(source.Query{FEN: board.FEN(), Moves: moves})
		if late == 0 || alone != 0 {
			return false
		}
		tried++
	}
	return tried > 0
}

// comparesFEN reports whether the other side of a law sets up the position from its FEN.
func comparesFEN(b *tester.Break) bool {
	if len(b.Want) == 0 {
		return false
	}
	switch last(b.Want) {
	case "OfFEN", "SubOfFEN":
		return true
	}
	return slices.ContainsFunc(b.Want, func(st tester.Step) bool { return st.Call == tester.Load })
}

// afterNull returns the moves that the got side of a law makes after a null move, if it takes
// nothing back.
func afterNull(b *tester.Break) (moves []string) {
	passed := false
	for _, st := range b.Got {
		switch {
		case st.On != 0:
		case st.Call == tester.Null:
			passed, moves = true, nil
		case st.Call == tester.Unmake || st.Call == tester.UndoNull:
			return nil
		case st.Call == tester.Make && passed:
			moves = append(moves, st.Text)
		}
	}
	return moves
}

// withoutNull returns a query without the null moves at its end.
func withoutNull(q source.Query) source.Query {
	for len(q.Moves) > 0 && q.Moves[len(q.Moves)-1] == source.NullMove {
		q.Moves = q.Moves[:len(q.Moves)-1]
	}
	return q
}

// after asks for the key after a query. It returns by how much this differs from the key of the
// FEN, and whether the engine shows the position of the rules.
func (p *player) after(q source.Query) (differs zobrist.Key, shows bool) {
	fen := fenAfter(q)
	p.src.last = nil // other engines may have used its board
	answers, err := p.src.Ask([]source.Query{q, {FEN: fen}}, true)
	if err != nil || !observe.Answered(answers[0]) || !observe.Answered(answers[1]) {
		return 0, false
	}
	shows = observe.Clockless(answers[0].FEN) == observe.Clockless(fen)
	return answers[0].Key ^ answers[1].Key, shows
}

// subKeys finds the sub-keys that differ, and compares the first of them.
func (d *difference) subKeys(b *tester.Break) {
	d.sub = true
	d.object = "the list of sub-keys"
	due := strings.Split(b.B.Text, "\n")
	for i, line := range strings.Split(b.A.Text, "\n") {
		got, name, _ := strings.Cut(line, " ")
		want, same, _ := strings.Cut(due[min(i, len(due)-1)], " ")
		if name != same {
			return
		}
		if got == want {
			continue
		}
		if len(d.parts) == 0 {
			d.object = "the " + name + " key"
			_ = d.Got.Key.UnmarshalText([]byte(got))
			_ = d.Want.Key.UnmarshalText([]byte(want))
		}
		d.parts = append(d.parts, name)
	}
}

// findRoles finds what the features of a sub-key are to the last move of a query.
func (d *difference) findRoles(q source.Query) {
	n := len(q.Moves)
	if n == 0 || !d.Explained {
		return
	}
	move, err := chess.ParseMove(q.Moves[n-1])
	if err != nil {
		return
	}
	after, err := chess.ParseFEN(fenAfter(q))
	if err != nil {
		return
	}
	q.Moves = q.Moves[:n-1]
	before, err := chess.ParseFEN(fenAfter(q))
	if err != nil {
		return
	}
	d.roles, _ = checks.Roles(move, &before, &after, d.Features())
}

// isOtherPart reports whether two differences are of other sub-keys, in features that are something
// else to a move, such as the captured piece and the promoted one.
func (d *difference) isOtherPart(of *difference) bool {
	if d == nil || of == nil {
		return false
	}
	if d.roles == nil || of.roles == nil { // not known, or not of sub-keys
		return false
	}
	shares := slices.ContainsFunc(d.parts, func(name string) bool {
		return slices.Contains(of.parts, name)
	})
	return !shares && !slices.Equal(d.roles, of.roles)
}

// positions finds the features by which two FENs differ.
func (d *difference) positions(b *tester.Break) {
	d.object = "the position"
	d.got, d.want = b.A.Text, b.B.Text
	got, err := state.Parse(d.got)
	if err != nil {
		return
	}
	want, err := state.Parse(d.want)
	if err != nil {
		return
	}
	d.Explained = true
	for _, f := range keycheck.Changed(got.Features(), want.Features()) {
		if f.Optional() { // of keys: the position differs in another feature, too
			continue
		}
		if slices.Contains(got.Features(), f) {
			d.WronglyHas = append(d.WronglyHas, f)
		} else {
			d.Lacks = append(d.Lacks, f)
		}
	}
}

// onlyClock reports whether two FENs differ in nothing but their clocks.
func (d *difference) onlyClock() bool {
	return d.got != "" && observe.Clockless(d.got) == observe.Clockless(d.want)
}

// fenAfter returns the FEN after a query's moves, null moves too, or "".
func fenAfter(q source.Query) string {
	text := q.FEN
	if text == "" {
		text = chess.StartFEN
	}
	board, err := chess.ParseFEN(text)
	if err != nil {
		return ""
	}
	for _, move := range q.Moves {
		var m chess.Move // a null move
		if move != source.NullMove {
			m, err = chess.ParseMove(move)
			if err != nil {
				return ""
			}
		}
		board.Play(m)
	}
	return board.FEN()
}

// item returns what the report says about a group: the position and the calls of its shortest law,
// what differs, and the two keys or, if these don't show it, what the last calls return.
func (p *player) item(g *shown) report.Item {
	b := g.best
	q, rest := p.line(b.Base)
	// Moves that the law takes back are shown as calls.
	n := min(taken(slices.Concat(rest, b.Got)), len(q.Moves))
	q.Moves = q.Moves[:len(q.Moves)-n]
	rest = b.Base[len(b.Base)-len(rest)-n:]
	item := report.Item{
		Check:    g.check,
		Count:    g.count,
		Compared: max(p.compared[g.check], g.count),
		Unit:     comparisons,
		Got: &report.Key{
			Query: q,
			Then:  text(slices.Concat(rest, b.Got)),
			Route: report.FromCalls,
		},
	}
	if item.Got.Then == "" { // it shows right after the position is set up
		read := b.Got[len(b.Got)-1]
		item.Got.Then = objects[read.On] + calls[read.Call.Name(verbs())]
	}
	if g.shows == 0 && b.Law != "stuck" { // calls that hang are not made again
		item.Facts = append(item.Facts, report.Fact{Topic: report.NotAlone})
	}
	if fails(b) {
		item.Name = checks.NameOf(g.check)
		if b.Err == nil {
			item.Name = "crash"
		}
		item.Law = text(b.Got) + ": " + ended(b)
		item.Got.Unasked = true
		return item
	}
	d := g.difference
	item.Kinds = g.kinds
	item.Name = checks.NameOf(g.check, item.Kinds...)
	item.Law = strings.ReplaceAll(lawOf(b).Says, "%s", d.object)
	item.Lacks, item.WronglyHas, item.Old = d.Lacks, d.WronglyHas, d.Old
	if d.Got.Key == d.Want.Key {
		item.Facts = append(item.Facts, p.returned(b))
		item.Got.Unasked = true
		return item
	}
	if !d.Explained {
		item.Unexplained = d.Difference()
	}
	item.Got.Key = d.Got.Key
	item.Want = &report.Key{
		Query: q,
		Then:  text(slices.Concat(rest, b.Want)),
		Route: report.FromCalls,
		Key:   d.Want.Key,
	}
	if b.Other != nil || item.Want.Then == "" {
		item.Want.Then = ""
		item.Want.Route = report.WithoutCalls
	}
	return item
}

// returned says what the last calls of both sides return, where no keys differ.
func (p *player) returned(b *tester.Break) report.Fact {
	say := func(v tester.Value) string {
		switch {
		case v.Text != "":
			return v.Text
		case v.No:
			return "false"
		}
		return "nothing"
	}
	return report.Fact{
		Topic:     report.Returns,
		Text:      say(b.A),
		OtherText: say(b.B),
		Features:  nil,
	}
}

// taken returns how many moves before some calls these take back.
func taken(calls tester.Script) (most int) {
	n := 0
	for _, st := range calls {
		if st.On != 0 {
			continue
		}
		switch st.Call {
		case tester.Make, tester.Null, tester.Try:
			n--
		case tester.Unmake, tester.UndoNull:
			n++
		}
		most = max(most, n)
	}
	return most
}
