package checks

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/model"
	"github.com/zobrist-go/zobrist/internal/observe"
	"github.com/zobrist-go/zobrist/internal/state"
)

// learn finds numbers that FENs don't show, from mismatches that are not explained.
func learn(m *Models, all []*Mismatch) (learnt []model.Number) {
	if !m.Names.Holds() {
		return nil
	}
	var open []*Mismatch
	for _, mis := range all {
		if !mis.Explained && mis.Place.Before != nil {
			open = append(open, mis)
		}
	}
	learnt = learnConstants(m, open)
	return append(learnt, learnPawns(m, open)...)
}

// fewShared is how many wrong moves must share a number of no feature before it is one. Among a
// thousand wrong moves, two share a number by chance less than once in 10^11 sessions. More are
// needed because another bug may be the same in a few moves.
const fewShared = 5

// shareRest explains mismatches that differ by the number of one feature that the move changes, and
// by a number of no feature that is the same in most of them: a move takes out another number, as
// an index of none may have one.
func shareRest(m *Models, all []*Mismatch) {
	type guess struct {
		kind string
		rest zobrist.Key
	}
	by := make(map[guess]map[*Mismatch]state.Feature)
	open := 0
	for _, mis := range all {
		if mis.Explained || mis.Place.Before == nil {
			continue
		}
		open++
		for _, f := range m.near(mis.Place.Before.State, mis.State)[0] {
			n, ok := m.Names.Number(f)
			if !ok || n.Free != 0 || n.Key == 0 || f.Kind == state.Side {
				continue // each move changes the side, so that any number would be a rest
			}
			g := guess{f.Kind.String(), mis.Difference() ^ n.Key}
			if by[g] == nil {
				by[g] = make(map[*Mismatch]state.Feature)
			}
			by[g][mis] = f
		}
	}
	guesses := slices.SortedFunc(maps.Keys(by), func(a, b guess) int {
		return cmp.Or(
			len(by[b])-len(by[a]), strings.Compare(a.kind, b.kind), cmp.Compare(a.rest, b.rest),
		)
	})
	for _, g := range guesses {
		these := by[g]
		features := make(featureSet)
		for _, f := range these {
			features[f] = true
		}
		if len(these) < fewShared || 2*len(these) <= open || len(features) < 2 {
			continue
		}
		for mis, f := range these {
			mis.Explained, mis.Rest = true, g.rest
			if slices.Contains(m.Of(mis.State), f) {
				mis.Lacks = []state.Feature{f}
			} else {
				mis.WronglyHas = []state.Feature{f}
			}
		}
		return // a second guess for the same moves would be chance
	}
}

// learnConstants finds the constant of numbers that are known except for it, such as those of a
// king's squares: where two moves that are wrong by a number of two squares give the same
// constant.
func learnConstants(m *Models, open []*Mismatch) (learnt []model.Number) {
	type guess struct {
		free     uint64
		constant zobrist.Key
	}
	done := make(map[uint64]bool)
	for besides := range 2 { // the number alone, or together with one other
		first := make(map[guess]state.Feature)
		for _, mis := range open {
			changed := m.near(mis.Place.Before.State, mis.State)[0]
			for _, f := range changed {
				n, _ := m.Names.Number(f)
				if n.Free == 0 || done[n.Free] {
					continue
				}
				for _, other := range otherNumbers(m.Names, changed, besides) {
					g := guess{n.Free, mis.Difference() ^ n.Key ^ other}
					seen, again := first[g]
					if again && seen != f && !done[n.Free] {
						done[n.Free] = true
						learnt = append(learnt, shifted(m.Names, n.Free, g.constant)...)
					}
					first[g] = f
				}
			}
		}
	}
	return learnt
}

// otherNumbers returns 0, or the numbers of features besides which a king's number may be in a
// difference. The side is none of them: each move changes it, so that it would pass for a constant.
func otherNumbers(m *model.Model, features []state.Feature, besides int) (keys []zobrist.Key) {
	if besides == 0 {
		return []zobrist.Key{0}
	}
	for _, f := range features {
		n, ok := m.Number(f)
		if ok && n.Free == 0 && n.Key != 0 && f.Kind != state.Side {
			keys = append(keys, n.Key)
		}
	}
	return keys
}

// shifted returns the numbers of a class with its constant.
func shifted(m *model.Model, free uint64, constant zobrist.Key) (all []model.Number) {
	for _, n := range m.Numbers() {
		if n.Free == free {
			all = append(all, model.Number{Feature: n.Feature, Key: n.Key ^ constant})
		}
	}
	return all
}

// A promotion is what a promotion changes on the board.
type promotion struct{ promoted, pawn, captured state.Feature }

// promotionOf returns what the last move to a place promotes and captures.
func promotionOf(p *observe.Place) promotion {
	return promotion{
		promoted: pieceOn(&p.Board, p.Move.To),
		pawn:     pieceOn(&p.Before.Board, p.Move.From),
		captured: pieceOn(&p.Before.Board, p.Move.To),
	}
}

// A pawnGuess is the number that a pawn on its last rank may have.
type pawnGuess struct {
	pawn state.Feature
	key  zobrist.Key
}

// guesses returns what the pawn's number may be if it makes a promotion wrong: the pawn may be in
// the key in place of the promoted piece, whose number is then missing, or together with it.
func (p promotion) guesses(names *model.Model, difference zobrist.Key) []pawnGuess {
	pawn := p.promoted
	pawn.Piece = p.pawn.Piece
	missing := names.Sum([]state.Feature{p.promoted})
	return []pawnGuess{{pawn, difference ^ missing}, {pawn, difference}}
}

// learnPawns finds the numbers of pawns on their last rank, which no FEN has: a promotion may leave
// the pawn in the key there. A number is learnt if promotions to two different pieces give the same
// one, which is then the number of neither. None is learnt if all of them may be the numbers of
// what is captured.
func learnPawns(m *Models, open []*Mismatch) (learnt []model.Number) {
	// What other moves are wrong by, too, is no pawn's number.
	elsewhere := make(map[zobrist.Key]bool)
	for _, mis := range open {
		if mis.Place.Move.Promotion == zobrist.NoPiece {
			elsewhere[mis.Difference()] = true
		}
	}
	shownBy := make(map[pawnGuess][]promotion)
	done := make(map[state.Feature]bool)
	for _, mis := range open {
		if mis.Place.Move.Promotion == zobrist.NoPiece {
			continue
		}
		now := promotionOf(mis.Place)
		for _, guess := range now.guesses(m.Names, mis.Difference()) {
			shownBy[guess] = append(shownBy[guess], now)
			isShown := now.promoted != shownBy[guess][0].promoted
			if isShown && !done[guess.pawn] && !elsewhere[guess.key] {
				done[guess.pawn] = true
				learnt = append(learnt, model.Number{Feature: guess.pawn, Key: guess.key})
			}
		}
	}
	isSure := func(n model.Number) bool {
		return withoutCapture(shownBy[pawnGuess{n.Feature, n.Key}])
	}
	if !slices.ContainsFunc(learnt, isSure) {
		return nil
	}
	return learnt
}

// withoutCapture reports whether what promotions have in common is not what they capture: one of
// them captures nothing, or they capture different pieces.
func withoutCapture(all []promotion) bool {
	return slices.ContainsFunc(all, func(p promotion) bool {
		return p.captured.Piece == "" || p.captured != all[0].captured
	})
}
