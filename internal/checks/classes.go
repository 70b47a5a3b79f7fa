package checks

import (
	"cmp"
	"math"
	"slices"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/chess"
	"github.com/zobrist-go/zobrist/internal/explore"
	"github.com/zobrist-go/zobrist/internal/movegen"
	"github.com/zobrist-go/zobrist/internal/observe"
	"github.com/zobrist-go/zobrist/internal/report"
	"github.com/zobrist-go/zobrist/internal/state"
)

type node = *explore.Node

// pieceOn returns the feature of the piece on a square of a board, of which Piece is "" if it is
// empty.
func pieceOn(p *chess.Position, s zobrist.Square) state.Feature {
	f := state.Feature{Kind: state.Piece, Square: s.String()}
	if p.Board[s] != zobrist.NoPiece {
		f.Piece = p.Board[s].String()
	}
	return f
}

// A moved is a move, and the boards before and after it.
type moved struct {
	chess.Move
	before, after *chess.Position
}

// movedTo returns the last move to a place. It must have a place before it.
func movedTo(p *observe.Place) moved { return moved{p.Move, &p.Before.Board, &p.Board} }

// kind returns the piece that moves, as if it were White's.
func (m moved) kind() zobrist.ChessPiece { return m.before.Board[m.From].Kind() }

// castles reports whether a king moves together with a rook, which more than two squares show, or
// its move to its own rook.
func (m moved) castles() bool {
	if m.kind() != zobrist.WhiteKing {
		return false
	}
	target := m.before.Board[m.To]
	if target != zobrist.NoPiece && target.Black() == m.before.BlackToMove {
		return true
	}
	changed := 0
	for s := range m.after.Board {
		if m.after.Board[s] != m.before.Board[s] {
			changed++
		}
	}
	return changed > 2
}

// captures reports whether an enemy piece is captured, en passant too.
func (m moved) captures() bool {
	return m.before.Board[m.To] != zobrist.NoPiece && !m.castles() || m.enPassant()
}

// capturesPawn reports whether an enemy pawn is captured where it stands, not en passant.
func (m moved) capturesPawn() bool {
	return m.captures() && m.before.Board[m.To].Kind() == zobrist.WhitePawn
}

// enPassant reports whether a pawn captures on an empty square.
func (m moved) enPassant() bool {
	isPawn := m.kind() == zobrist.WhitePawn
	return isPawn && m.From.File() != m.To.File() && m.before.Board[m.To] == zobrist.NoPiece
}

// promotes reports whether a pawn becomes another piece.
func (m moved) promotes() bool { return m.Promotion != zobrist.NoPiece }

// doublePush reports whether a pawn moves by two squares.
func (m moved) doublePush() bool {
	ranks := m.From.Rank() - m.To.Rank()
	return m.kind() == zobrist.WhitePawn && (ranks == 2 || ranks == -2)
}

// losesRights reports whether a castling right of either side is lost.
func (m moved) losesRights() bool { return m.after.Castling != m.before.Castling }

// passesPawn reports whether the last move was a double push past an enemy pawn, which can capture
// en passant, legally or not.
func passesPawn(p *chess.Position) bool {
	return p.EnPassantCounts(zobrist.EnPassantPseudoLegal)
}

// A class is a class of moves.
type class struct {
	report.MoveClass
	is     func(m moved) bool
	bySide bool // White's and Black's moves of the class are counted, too
}

// kinds returns the kinds of moves, and which moves they have, the simplest first.
func kinds() []class {
	named := func(kind report.MoveKind, is func(m moved) bool) class {
		return class{MoveClass: report.MoveClass{Kind: kind}, is: is}
	}
	bySide := func(kind report.MoveKind, is func(m moved) bool) class {
		c := named(kind, is)
		c.bySide = true
		return c
	}
	isPlain := func(m moved) bool { return m.captures() && !m.enPassant() }
	return []class{
		bySide(report.Promotion, moved.promotes),
		bySide(report.PassantCapture, moved.enPassant),
		bySide(report.Castling, moved.castles),
		bySide(report.DoublePush, moved.doublePush),
		bySide(report.PlainCapture, isPlain),
		bySide(report.Capture, moved.captures),
		bySide(report.PromotionCapture, func(m moved) bool {
			return m.promotes() && m.captures()
		}),
		named(report.PawnCaptured, moved.capturesPawn),
		named(report.LosesRights, moved.losesRights),
		named(report.CaptureOfRights, func(m moved) bool {
			return m.captures() && m.losesRights()
		}),
		named(report.AfterPush, func(m moved) bool { return m.before.EnPassant != 0 }),
		named(report.AfterPushPast, func(m moved) bool { return passesPawn(m.before) }),
		named(report.PushPast, func(m moved) bool { return passesPawn(m.after) }),
		named(report.GivesCheck, func(m moved) bool { return movegen.InCheck(m.after) }),
		named(report.OutOfCheck, func(m moved) bool { return movegen.InCheck(m.before) }),
	}
}

// classes returns the classes of moves whose wrong ones are counted, the simplest first. Of two
// that tell as much, the first is shown.
func classes() []class {
	kinds := kinds()
	all := slices.Clone(kinds)
	for i, name := range []string{"pawn", "knight", "bishop", "rook", "queen", "king"} {
		all = append(all, pieceClasses(name, zobrist.WhitePawn+zobrist.ChessPiece(i))...)
	}
	for _, black := range []bool{false, true} {
		ofSide := func(m moved) bool { return m.before.BlackToMove == black }
		named := report.MoveClass{Kind: report.AnyMove, Side: side(black)}
		all = append(all, class{MoveClass: named, is: ofSide})
		for _, c := range kinds {
			if !c.bySide {
				continue
			}
			named := report.MoveClass{Kind: c.Kind, Side: side(black)}
			all = append(all, class{MoveClass: named, is: func(m moved) bool {
				return ofSide(m) && c.is(m)
			}})
		}
	}
	return all
}

// pieceClasses returns the classes of moves of one sort of piece.
func pieceClasses(name string, kind zobrist.ChessPiece) []class {
	isKind := func(m moved) bool { return m.kind() == kind }
	named := func(of report.MoveKind, side string, is func(m moved) bool) class {
		return class{MoveClass: report.MoveClass{Kind: of, Piece: name, Side: side}, is: is}
	}
	all := []class{
		named(report.AnyMove, "", isKind),
		named(report.LosesRights, "", func(m moved) bool {
			return isKind(m) && m.losesRights() && !m.castles()
		}),
		named(report.Capture, "", func(m moved) bool { return isKind(m) && m.captures() }),
	}
	for _, black := range []bool{false, true} {
		all = append(all, named(report.AnyMove, side(black), func(m moved) bool {
			return isKind(m) && m.before.BlackToMove == black
		}))
	}
	return all
}

// side is the name of a player.
func side(black bool) string {
	if black {
		return "Black"
	}
	return "White"
}

// A tally is how many moves of a class are wrong.
type tally struct {
	class
	wrong, all int
}

// share is the part of the class that is wrong.
func (t tally) share() float64 { return float64(t.wrong) / float64(t.all) }

// mostClasses is how many classes are shown: more are no help.
const mostClasses = 3

// byChance is how many classes with as many of the wrong moves there may be by chance, as expected,
// for one that is shown: of a hundred items, less than one shows a class that means nothing.
const byChance = 1e-2

// isChance reports whether some class may have as many of the wrong moves by chance. wrong and all
// are the counts of all moves that were compared.
func (t tally) isChance(wrong, all, classes int) bool {
	// In how many ways k things can be chosen from n, as a logarithm.
	choose := func(n, k int) float64 {
		a, _ := math.Lgamma(float64(n + 1))
		b, _ := math.Lgamma(float64(k + 1))
		c, _ := math.Lgamma(float64(n - k + 1))
		return a - b - c
	}
	chance := 0.0
	for k := t.wrong; k <= min(t.all, wrong); k++ {
		if wrong-k > all-t.all {
			continue // the other moves are fewer
		}
		chance += math.Exp(choose(t.all, k) + choose(all-t.all, wrong-k) - choose(all, wrong))
	}
	return chance*float64(classes) >= byChance
}

// countByClass counts the wrong moves by class: first the class with the greatest part of wrong
// moves among those that have all wrong moves, if there is one, then those with the greatest part.
// Last it counts all other moves. A class that may be so by chance is none of them: of two wrong
// moves, both are in some class of little meaning. within has the classes that have all wrong
// moves, by chance or not.
//
// This is what tells a reader most: a bug is in the code for captures if captures are wrong and
// other moves are right, whatever its features are.
func countByClass(
	wrong map[*observe.Place]bool, compared []*observe.Place,
) (facts []report.Fact, within []report.MoveClass) {
	compared = slices.DeleteFunc(slices.Clone(compared), func(p *observe.Place) bool {
		return p.Before == nil
	})
	isAny := class{is: func(moved) bool { return true }}
	total := tallyOf(isAny, wrong, compared).wrong
	var tallies []tally
	all := classes()
	for _, c := range all {
		t := tallyOf(c, wrong, compared)
		if t.wrong == 0 {
			continue
		}
		if t.wrong == total {
			within = append(within, c.MoveClass)
		}
		isAll := t.all == len(compared)
		if !isAll && !t.isChance(total, len(compared), len(all)) {
			tallies = append(tallies, t)
		}
	}
	slices.SortStableFunc(tallies, func(a, b tally) int {
		return cmp.Or(cmp.Compare(b.rank(total), a.rank(total)), b.wrong-a.wrong)
	})
	shown := apartFrom(tallies, compared)
	if len(shown) > 0 && shown[0].wrong == total {
		// The others would say less about the same moves.
		shown = shown[:1]
	}
	switch {
	case total == 0:
		return nil, within // it is not known what is the last move to the wrong places
	case len(shown) == 0:
		anyMove := report.MoveClass{Kind: report.AnyMove}
		fact := report.Fact{
			Topic: report.Class, Class: &anyMove, Wrong: total, All: len(compared),
		}
		return []report.Fact{fact}, within
	}
	for _, t := range shown {
		facts = append(
			facts,
			report.Fact{Topic: report.Class, Class: &t.MoveClass, Wrong: t.wrong, All: t.all},
		)
	}
	rest := tallyOf(otherThan(shown), wrong, compared)
	if rest.all > 0 {
		facts = append(
			facts,
			report.Fact{Topic: report.OtherMoves, Wrong: rest.wrong, All: rest.all},
		)
	}
	return facts, within
}

// tallyOf counts the moves of a class.
func tallyOf(c class, wrong map[*observe.Place]bool, compared []*observe.Place) tally {
	t := tally{class: c}
	for _, p := range compared {
		if !c.is(movedTo(p)) {
			continue
		}
		t.all++
		if wrong[p] {
			t.wrong++
		}
	}
	return t
}

// otherThan returns the class of the moves that are in none of some classes.
func otherThan(shown []tally) class {
	return class{is: func(m moved) bool {
		return !slices.ContainsFunc(shown, func(t tally) bool { return t.is(m) })
	}}
}

// apartFrom returns the first classes that share no move with each other, so that their counts and
// that of the other moves have each move once. Each place must have one before it.
func apartFrom(tallies []tally, compared []*observe.Place) (shown []tally) {
	for _, t := range tallies {
		overlaps := slices.ContainsFunc(compared, func(p *observe.Place) bool {
			if !t.is(movedTo(p)) {
				return false
			}
			return slices.ContainsFunc(shown, func(s tally) bool { return s.is(movedTo(p)) })
		})
		if !overlaps && len(shown) < mostClasses {
			shown = append(shown, t)
		}
	}
	return shown
}

// rank puts classes with all wrong moves first: such a class says where the keys are wrong, and the
// greater the part of it that is wrong, the better.
func (t tally) rank(total int) float64 {
	rank := t.share()
	if t.wrong == total {
		rank++
	}
	return rank
}

// A quantity is a number that a place has.
type quantity struct {
	name report.Quantity
	of   func(p *observe.Place) int
}

// quantities returns what may tell wrong places from right ones by its size.
func quantities() []quantity {
	return []quantity{
		{report.HalfmoveClock, func(p *observe.Place) int { return p.State.Clock }},
		{report.MovesSince, func(p *observe.Place) int { return len(p.Query.Moves) }},
		{report.Occurrences, occurrences},
		{report.Men, func(p *observe.Place) int { return len(p.State.Men) }},
	}
}

// occurrences counts how often the sequence was in the position before.
func occurrences(p *observe.Place) (n int) {
	for q := p.Before; q != nil; q = q.Before {
		if q.Board.Board == p.Board.Board && q.Board.BlackToMove == p.Board.BlackToMove {
			n++
		}
	}
	return n
}

// ranges returns the quantities that are greater in all wrong places than in all others.
func ranges(wrong map[*observe.Place]bool, compared []*observe.Place) (facts []report.Fact) {
	if len(wrong) < 2 {
		return nil // of one place, each quantity that is high would be one
	}
	for _, q := range quantities() {
		f := report.Fact{
			Topic:     report.Range,
			Quantity:  q.name,
			From:      math.MaxInt,
			To:        -1,
			OtherFrom: math.MaxInt,
			OtherTo:   -1,
		}
		for _, p := range compared {
			if p.Before == nil && !wrong[p] {
				continue // its key may be wrong by a move that was not asked about
			}
			n := q.of(p)
			if wrong[p] {
				f.From, f.To = min(f.From, n), max(f.To, n)
			} else {
				f.OtherFrom, f.OtherTo = min(f.OtherFrom, n), max(f.OtherTo, n)
			}
		}
		if f.To >= 0 && f.From > f.OtherTo && f.OtherTo >= 0 {
			facts = append(facts, f)
		}
	}
	return facts
}

// sharesRest reports whether all mismatches have the same rest.
func sharesRest(all []*Mismatch) bool {
	isOther := func(m *Mismatch) bool { return m.Rest != all[0].Rest }
	return len(all) > 1 && all[0].Rest != 0 && !slices.ContainsFunc(all, isOther)
}

// differingBy returns the places whose two keys differ by the same number, and with these the
// places whose keys are the same.
func differingBy(
	by zobrist.Key, compared []*observe.Place,
) (wrong map[*observe.Place]bool, among []*observe.Place) {
	wrong = make(map[*observe.Place]bool)
	for _, p := range compared {
		switch p.Error() {
		case by:
			wrong[p] = true
		case 0:
		default:
			continue
		}
		among = append(among, p)
	}
	return wrong, among
}

// describe adds what was measured about the wrong moves of a group. That a move does not change the
// key is a bug of its own in a whole key, but no news of a sub-key.
//
// The moves of compared are those of the group, and those that are right: moves that are wrong in
// another way are in neither. Of some places the move is not known: their Before is nil. What wrong
// and right moves may share by chance is not said: see tally.isChance.
func describe(item *report.Item, g *group, compared []*observe.Place, sub bool) {
	wrong := make(map[*observe.Place]bool)
	unchanged, stay := 0, 0
	same := true
	for _, m := range g.all {
		wrong[m.Place] = true
		if m.unchanged() {
			unchanged++
		}
		if m.Stays {
			stay++
		}
		same = same && m.Difference() == g.all[0].Difference()
	}
	n := len(g.all)
	switch {
	case unchanged == n:
		if !sub {
			item.Name = nameOf("moves", "unchanged")
		}
		item.Facts = append(item.Facts, report.Fact{Topic: report.Unchanged, N: n})
	case same && n > 1 && g.name == unknown:
		item.Facts = append(
			item.Facts,
			report.Fact{Topic: report.SameDifference, N: n, Key: g.all[0].Difference()},
		)
	}
	if sharesRest(g.all) {
		item.Facts = append(
			item.Facts, report.Fact{Topic: report.SameRest, N: n, Key: g.all[0].Rest},
		)
	}
	if stay > 0 {
		item.Facts = append(item.Facts, report.Fact{Topic: report.Stay, N: stay})
	}
	item.Facts = append(item.Facts, roles(g.all, item.Unsure)...)
	if g.name == rules || g.name == shredder {
		return // no move is wrong
	}
	classes, within := countByClass(wrong, compared)
	item.Within = within
	sizes := ranges(wrong, compared)
	if len(sizes) == 0 && same && g.name == unknown {
		sizes = ranges(differingBy(g.all[0].Difference(), compared))
	}
	// Where a quantity tells all wrong moves from the others, classes that have only some of them
	// tell less.
	hasAll := slices.ContainsFunc(classes, func(f report.Fact) bool {
		return f.Topic == report.Class && slices.Contains(within, *f.Class)
	})
	if len(sizes) == 0 || hasAll {
		item.Facts = append(item.Facts, classes...)
	}
	item.Facts = append(item.Facts, sizes...)
	for _, f := range sizes {
		if g.name == unknown && f.Quantity == report.HalfmoveClock {
			item.Name = nameOf("moves", state.Clock.String())
			item.Kinds = []string{state.Clock.String()}
		}
	}
}
