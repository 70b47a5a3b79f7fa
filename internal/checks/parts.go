package checks

import (
	"slices"

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

// Parts returns how many numbers a model determines, which of them are zero though most of their
// part are not, and which are not zero though most of their part are. It leaves out features that
// another check tells.
func Parts(
	m *model.Model, told map[state.Feature]bool,
) (determined int, lacks, has []state.Feature) {
	numbers := slices.DeleteFunc(
		m.Determined(),
		func(k model.Known) bool { return told[k.Feature] },
	)
	// A part is left out on purpose if most of its numbers are zero.
	balance := make(map[part]int)
	for _, k := range numbers {
		if k.Key == 0 {
			balance[partOf(k.Feature)]--
		} else {
			balance[partOf(k.Feature)]++
		}
	}
	for _, k := range numbers {
		leftOut := balance[partOf(k.Feature)] < 0
		switch {
		case k.Key == 0 && !leftOut:
			lacks = append(lacks, k.Feature)
		case k.Key != 0 && leftOut:
			has = append(has, k.Feature)
		}
	}
	return len(numbers), lacks, has
}

// partItem returns an item about features of a part.
func partItem(features []state.Feature, compared int) report.Item {
	kinds := state.KindsOf(features)
	return report.Item{
		Check: "fields", Name: nameOf("fields", kinds...), Kinds: kinds, Features: features,
		Count: len(features), Compared: compared, Unit: report.Numbers,
	}
}
