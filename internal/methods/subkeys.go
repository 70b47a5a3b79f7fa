package methods

import (
	"maps"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/checks"
	"github.com/zobrist-go/zobrist/internal/model"
	"github.com/zobrist-go/zobrist/internal/observe"
	"github.com/zobrist-go/zobrist/internal/report"
	"github.com/zobrist-go/zobrist/internal/state"
	"github.com/zobrist-go/zobrist/internal/tester/source"
)

// subKeys asks for the further keys, by name, of positions with each man on each square, and judges
// the numbers of which each consists.
func (j *judge) subKeys() (compared int, items []report.Item) {
	samples := make(map[string][]model.Sample)
	fens := append(observe.FixedFENs(),
		"7k/8/8/8/8/8/8/K7 w - - 0 1", "7k/8/8/8/8/8/8/K7 b - - 0 1")
	for _, fen := range fens {
		s, err := state.Parse(fen)
		if err != nil {
			continue
		}
		for name, key := range j.subKeysOf(fen) {
			samples[name] = append(samples[name], model.Sample{State: s, Key: key})
		}
	}
	// Keys that are outside a model from exactly the same FENs have one item.
	type outsideItem struct{ names, fens []string }
	var outside []outsideItem
	for _, name := range slices.Sorted(maps.Keys(samples)) {
		n, all, fens := j.subKey(name, samples[name])
		compared += n
		items = append(items, all...)
		if fens == nil {
			continue
		}
		at := slices.IndexFunc(outside, func(o outsideItem) bool {
			return slices.Equal(o.fens, fens)
		})
		if at >= 0 {
			outside[at].names = append(outside[at].names, name)
			continue
		}
		outside = append(outside, outsideItem{[]string{name}, fens})
	}
	for _, o := range outside {
		items = append(items, j.noXOR(o.names, o.fens, samples))
	}
	return compared, items
}

// noXOR is the item of sub-keys that are not the XOR of numbers from some FENs.
func (j *judge) noXOR(
	names, fens []string, samples map[string][]model.Sample,
) report.Item {
	all := samples[names[0]]
	at := slices.IndexFunc(all, func(s model.Sample) bool { return s.State.FEN == fens[0] })
	are := " key is"
	if len(names) > 1 {
		are = " key are"
	}
	return report.Item{
		Check: "SubKeys", Name: checks.NameOf("SubKeys"), Unit: report.Keys,
		Count: len(names) * len(fens), Compared: len(names) * len(all),
		Law: "the " + strings.Join(names, " key and the ") + are +
			" not the XOR of one number for each feature",
		Got: &report.Key{
			Query: source.Query{FEN: fens[0]}, Then: "SubKeys()", Route: report.FromFEN,
			Key: all[at].Key,
		},
	}
}

// withNumbers adds the items of numbers that sub-keys lack. What moves show of the same numbers is
// shown together with these.
func withNumbers(items, numbers []report.Item) []report.Item {
	for i := range numbers {
		lacks := numbers[i].Lacks
		items = slices.DeleteFunc(items, func(item report.Item) bool {
			features := slices.Concat(item.Lacks, item.WronglyHas)
			other := func(f state.Feature) bool { return !slices.Contains(lacks, f) }
			isSame := item.Check == "SubKeys" && len(item.Also) == 0 && len(features) > 0 &&
				!slices.ContainsFunc(features, other)
			if isSame {
				showWith(&numbers[i], item)
			}
			return isSame
		})
	}
	return append(items, numbers...)
}

// subKeysOf returns the further keys of a FEN, or nil if the engine refuses it.
func (j *judge) subKeysOf(fen string) (keys map[string]zobrist.Key) {
	q := source.Query{FEN: fen}
	_ = j.src.call(q.Command, func(func()) {
		if j.p.setUpOther(q) == "" {
			keys = maps.Collect(j.src.e.(subKeyer).SubKeys())
		}
	})
	return keys
}

// subKey judges the keys of one name from FENs. outside are the FENs from which the key is not the
// XOR of the numbers of the others.
func (j *judge) subKey(
	name string, all []model.Sample,
) (compared int, items []report.Item, outside []string) {
	first := all[0]
	item := report.Item{
		Check: "SubKeys", Name: checks.NameOf("SubKeys"), Count: len(all), Compared: len(all),
		Unit: report.Keys,
		Got: &report.Key{
			Query: source.Query{FEN: first.State.FEN},
			Then:  "SubKeys()",
			Route: report.FromFEN,
			Key:   first.Key,
		},
	}
	again := j.subKeysOf(first.State.FEN)[name]
	if again != first.Key {
		item.Law = "the " + name + " key of one FEN has two values"
		item.Want = &report.Key{
			Query: item.Got.Query, Then: "SubKeys()", Route: report.AskedAgain, Key: again,
		}
		return len(all), []report.Item{item}, nil
	}
	if j.sameEverywhere(name, all) {
		item.Name = "fen-constant"
		item.Law = "the " + name + " key is the same from each FEN"
		return len(all), []report.Item{item}, nil
	}
	m := model.Fit(all, j.opt.Seed)
	for _, s := range m.Outside() {
		outside = append(outside, s.State.FEN)
	}
	if outside != nil {
		return len(all), nil, outside
	}
	told := make(map[state.Feature]bool) // what other checks say of the key
	for _, d := range j.e.Models.Differ {
		for _, f := range d.Features {
			told[f] = true
		}
	}
	for _, k := range j.e.Models.FromFEN.Determined() {
		if k.Key == 0 && k.Against == nil && !k.Feature.Optional() && !k.Feature.Idle() {
			told[k.Feature] = true
		}
	}
	compared, lacks, has := checks.Parts(m, told)
	for _, features := range [][]state.Feature{lacks, has} {
		if len(features) == 0 {
			continue
		}
		item := item
		item.Kinds = state.KindsOf(features)
		item.Name = checks.NameOf("SubKeys", item.Kinds...)
		item.Features, item.Count, item.Compared = features, len(features), compared
		item.Unit = report.Numbers
		shown := slices.IndexFunc(all, func(s model.Sample) bool {
			return slices.Contains(s.State.Features(), features[0])
		})
		if shown >= 0 {
			got := *item.Got
			got.Query.FEN, got.Key = all[shown].State.FEN, all[shown].Key
			item.Got = &got
		}
		if len(lacks) > 0 && features[0] == lacks[0] {
			item.Law = "the " + name + " key lacks numbers, but has others like these"
			item.Lacks = features
		} else {
			item.Law = "the " + name + " key has numbers, but no others like these"
			item.WronglyHas = features
		}
		items = append(items, item)
	}
	return compared, items, nil
}

// mostCompared is how many places of games must have one sub-key before it is called constant: one
// that consists of castling rights is the same from all FENs with few men.
const mostCompared = 200

// sameEverywhere reports whether a sub-key is the same from every FEN.
func (j *judge) sameEverywhere(name string, all []model.Sample) bool {
	key := all[0].Key
	if slices.ContainsFunc(all, func(s model.Sample) bool { return s.Key != key }) {
		return false
	}
	places := j.e.Log.Places
	step := max(1, len(places)/mostCompared)
	for i := 0; i < len(places); i += step {
		other, ok := j.subKeysOf(places[i].FEN)[name]
		if ok && other != key {
			return false
		}
	}
	return true
}
