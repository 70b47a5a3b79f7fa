package checks

import (
	"slices"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/model"
	"github.com/zobrist-go/zobrist/internal/report"
	"github.com/zobrist-go/zobrist/internal/state"
)

// A part is what a key with only some features has, or leaves out, as a whole: the numbers of one
// piece, or those of one kind of feature.
type part struct {
	kind  string
	piece string
}

// partOf returns the part that a feature belongs to.
func partOf(f state.Feature) part { return part{f.Kind.String(), f.Piece} }

// parts requires of a key with only some features that it has all numbers of a part, or none.
//
// It is for a sub-key, such as that of the pawns, which misses one square or has a piece too many.
// What it leaves out on purpose is not known. But nobody leaves out half of a piece's squares, so
// that most of a part says what the rest should be.
func parts(e *Evidence) Outcome {
	o := Outcome{Unit: report.Numbers}
	if !e.Models.FromFEN.Holds() {
		o.Skip = report.SkipNoNumbers
		return o
	}
	n, lacks, has := Parts(e.Models.FromFEN, e.Models.differ())
	o.Compared = n
	o.Wrong = len(lacks) + len(has)
	if len(lacks) > 0 {
		item := partItem(lacks, o.Compared)
		item.Lacks = lacks
		o.Items = append(o.Items, item)
	}
	if len(has) > 0 {
		item := partItem(has, o.Compared)
		item.WronglyHas = has
		o.Items = append(o.Items, item)
	}
	return o
}

// Parts returns how many numbers a model determines, which of them are zero though half of
// their part or more are not, and which are not zero though most of their part are. It leaves
// out features that another check tells.
//
// Both claims need a number by itself. If the samples determine only the XOR of two numbers, that
// XOR says nothing about either of them, above all if the two are of different parts: a bishop
// that stands only where one rook does would have the rook's number.
func Parts(
	m *model.Model, told map[state.Feature]bool,
) (determined int, lacks, has []state.Feature) {
	numbers := slices.DeleteFunc(
		m.Determined(),
		func(k model.Known) bool { return told[k.Feature] },
	)
	alone := slices.DeleteFunc(slices.Clone(numbers), func(k model.Known) bool {
		return k.Against != nil
	})
	usual, odd := unlikeMost(numbers)
	// A part is left out on purpose if most of its numbers are zero.
	balance := make(map[part]int)
	for _, k := range alone {
		if k.Key == 0 {
			balance[partOf(k.Feature)]--
		} else {
			balance[partOf(k.Feature)]++
		}
	}
	for _, f := range usual {
		balance[partOf(f)]--
	}
	for _, f := range odd {
		balance[partOf(f)]++
	}
	for _, k := range alone {
		leftOut := balance[partOf(k.Feature)] < 0
		switch {
		case k.Key == 0 && !leftOut:
			lacks = append(lacks, k.Feature)
		case k.Key != 0 && leftOut:
			has = append(has, k.Feature)
		}
	}
	for _, f := range odd {
		if balance[partOf(f)] < 0 {
			has = append(has, f)
		}
	}
	slices.SortFunc(has, byName)
	return len(numbers), lacks, has
}

// unlikeMost returns, of the numbers that are known except for a constant, those that are the same
// as most of their class, and those that are not. A king that is left out on purpose has the same
// number, zero or not, on each square. Of a class in which there is no such number, or that has
// features of several parts, it returns none: nothing is known about these.
func unlikeMost(numbers []model.Known) (usual, odd []state.Feature) {
	classes := make(map[state.Feature][]model.Known)
	var bases []state.Feature // in the order of the numbers, so that each run says the same
	for _, k := range numbers {
		if k.Against == nil {
			continue
		}
		base := *k.Against
		if classes[base] == nil {
			bases = append(bases, base)
			classes[base] = []model.Known{{Feature: base}}
		}
		classes[base] = append(classes[base], k)
	}
	for _, base := range bases {
		class := classes[base]
		isOther := func(k model.Known) bool { return partOf(k.Feature) != partOf(base) }
		most, ok := ofMost(class)
		if !ok || slices.ContainsFunc(class, isOther) {
			continue
		}
		for _, k := range class {
			if k.Key == most {
				usual = append(usual, k.Feature)
			} else {
				odd = append(odd, k.Feature)
			}
		}
	}
	return usual, odd
}

// ofMost returns the number that more than half of a class have.
func ofMost(class []model.Known) (number zobrist.Key, ok bool) {
	count := make(map[zobrist.Key]int)
	for _, k := range class {
		count[k.Key]++
		if 2*count[k.Key] > len(class) {
			return k.Key, true
		}
	}
	return 0, false
}

// partItem returns an item about features of a part.
func partItem(features []state.Feature, compared int) report.Item {
	kinds := state.KindsOf(features)
	return report.Item{
		Name: nameOf("fields", kinds...), Kinds: kinds, Features: features,
		Count: len(features), Compared: compared, Unit: report.Numbers,
	}
}
