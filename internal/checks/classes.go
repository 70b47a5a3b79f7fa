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
	name string
	is   func(m moved) bool
}

// classes returns the classes of moves whose wrong ones are counted, the simplest first. Of two
// that tell as much, the first is shown.
func classes() []class {
	all := []class{
		{"promotions", moved.promotes},
		{"captures en passant", moved.enPassant},
		{"castling moves", moved.castles},
		{"double pushes", moved.doublePush},
		{
			"captures that are not en passant",
			func(m moved) bool { return m.captures() && !m.enPassant() },
		},
		{"captures", moved.captures},
		{"promotions that capture", func(m moved) bool { return m.promotes() && m.captures() }},
		{"moves after which castling rights are lost", moved.losesRights},
		{"captures after which castling rights are lost", func(m moved) bool {
			return m.captures() && m.losesRights()
		}},
		{"moves right after a double push", func(m moved) bool { return m.before.EnPassant != 0 }},
		{"moves right after a double push past an enemy pawn", func(m moved) bool {
			return passesPawn(m.before)
		}},
		{"double pushes past an enemy pawn", func(m moved) bool { return passesPawn(m.after) }},
		{"moves that give check", func(m moved) bool { return movegen.InCheck(m.after) }},
		{"moves out of check", func(m moved) bool { return movegen.InCheck(m.before) }},
	}
	for i, name := range []string{"pawns", "knights", "bishops", "rooks", "queens", "kings"} {
		kind := zobrist.WhitePawn + zobrist.ChessPiece(i)
		isKind := func(m moved) bool { return m.kind() == kind }
		all = append(all, class{"moves of " + name, isKind})
		all = append(all, class{
			"moves of " + name + " after which castling rights are lost",
			func(m moved) bool { return isKind(m) && m.losesRights() && !m.castles() },
		})
		all = append(
			all,
			class{"captures by " + name, func(m moved) bool { return isKind(m) && m.captures() }},
		)
		for _, black := range []bool{false, true} {
			all = append(all, class{"moves of " + colour(black) + " " + name, func(m moved) bool {
				return isKind(m) && m.before.BlackToMove == black
			}})
		}
	}
	for _, black := range []bool{false, true} {
		ofSide := func(m moved) bool { return m.before.BlackToMove == black }
		all = append(all, class{"moves of " + colourName(black), ofSide})
		for _, c := range all[:7] {
			all = append(all, class{c.name + " by " + colourName(black), func(m moved) bool {
				return ofSide(m) && c.is(m)
			}})
		}
	}
	return all
}

// colour is the colour of pieces.
func colour(black bool) string {
	if black {
		return "black"
	}
	return "white"
}

// colourName is the name of a player.
func colourName(black bool) string {
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

// where counts the wrong moves by class: first the class with the greatest part of wrong moves
// among those that have all wrong moves, if there is one, then those with the greatest part. Last
// it counts all other moves.
func where(wrong map[*observe.Place]bool, compared []*observe.Place) (facts []report.Fact) {
	var tallies []tally
	total, all := 0, 0
	for _, p := range compared {
		if p.Before == nil {
			continue
		}
		all++
		if wrong[p] {
			total++
		}
	}
	for _, c := range classes() {
		t := tally{class: c}
		for _, p := range compared {
			if p.Before == nil || !c.is(movedTo(p)) {
				continue
			}
			t.all++
			if wrong[p] {
				t.wrong++
			}
		}
		if t.wrong > 0 && t.all < all {
			tallies = append(tallies, t)
		}
	}
	slices.SortStableFunc(tallies, func(a, b tally) int {
		return cmp.Or(cmp.Compare(b.rank(total), a.rank(total)), b.wrong-a.wrong)
	})
	shown := tallies[:min(len(tallies), mostClasses)]
	if len(shown) > 0 && shown[0].wrong == total {
		// The others would say less about the same moves.
		shown = shown[:1]
	}
	others, othersWrong := 0, 0
	for _, p := range compared {
		inOne := slices.ContainsFunc(
			shown,
			func(t tally) bool { return p.Before != nil && t.is(movedTo(p)) },
		)
		if p.Before == nil || inOne {
			continue
		}
		others++
		if wrong[p] {
			othersWrong++
		}
	}
	for _, t := range shown {
		facts = append(
			facts,
			report.Fact{Topic: report.Class, Text: t.name, Wrong: t.wrong, All: t.all},
		)
	}
	if len(shown) > 0 && others > 0 {
		facts = append(
			facts,
			report.Fact{Topic: report.OtherMoves, Wrong: othersWrong, All: others},
		)
	}
	return facts
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
	name string
	of   func(p *observe.Place) int
}

// quantities returns what may tell wrong places from right ones by its size.
func quantities() []quantity {
	return []quantity{
		{"the halfmove clock", func(p *observe.Place) int { return p.State.Clock }},
		{
			"the number of moves since the FEN or the start",
			func(p *observe.Place) int { return len(p.Query.Moves) },
		},
		{"earlier occurrences of the position", occurrences},
		{"men on the board", func(p *observe.Place) int { return len(p.State.Men) }},
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
			Text:      q.name,
			From:      math.MaxInt,
			To:        -1,
			OtherFrom: math.MaxInt,
			OtherTo:   -1,
		}
		for _, p := range compared {
			if p.Before == nil {
				continue
			}
			n := q.of(p)
			if wrong[p] {
				f.From, f.To = min(f.From, n), max(f.To, n)
			} else {
				f.OtherFrom, f.OtherTo = min(f.OtherFrom, n), max(f.OtherTo, n)
			}
		}
		if f.From > f.OtherTo && f.OtherTo >= 0 {
			facts = append(facts, f)
		}
	}
	return facts
}

// describe adds what was measured about the wrong moves of a group.
func describe(item *report.Item, g *group, compared []*observe.Place) {
	wrong := make(map[*observe.Place]bool)
	unchanged, stay := 0, 0
	same := true
	for _, m := range g.all {
		wrong[m.Place] = true
		if m.Place.Before != nil && m.Got.Key == m.Place.Before.ByMoves.Key {
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
		item.Name = nameOf("moves", "unchanged")
		item.Facts = append(item.Facts, report.Fact{Topic: report.Unchanged, N: n})
	case same && n > 1 && g.name == unknown:
		item.Facts = append(
			item.Facts,
			report.Fact{Topic: report.SameDifference, N: n, Key: g.all[0].Difference()},
		)
	}
	if stay > 0 {
		item.Facts = append(item.Facts, report.Fact{Topic: report.Stay, N: stay})
	}
	item.Facts = append(item.Facts, roles(g.all)...)
	if g.name == rules {
		return // no move is wrong
	}
	item.Facts = append(item.Facts, where(wrong, compared)...)
	clocks := ranges(wrong, compared)
	item.Facts = append(item.Facts, clocks...)
	for _, f := range clocks {
		if g.name == unknown && f.Text == quantities()[0].name {
			item.Name = nameOf("moves", state.Clock.String())
			item.Kinds = []string{state.Clock.String()}
		}
	}
}
