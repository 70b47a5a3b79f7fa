package check

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/keycheck"
	"github.com/zobrist-go/zobrist/internal/tester/solve"
)

// leftOut returns a positive number for each part that a sub-key leaves out on purpose:
// most of its features have no number.
func leftOut(numbers []solve.Number) map[string]int {
	without := make(map[string]int)
	for _, n := range numbers {
		part := keycheck.PartOf(n.Name)
		without[part]--
		if n.Key == 0 {
			without[part] += 2
		}
	}
	return without
}

// judgeParts requires of a key with only some features that it has all numbers of a piece, and
// of each other kind of feature, or none. It leaves out numbers of which another check tells.
func judgeParts(found []solve.Number, told func(solve.Number) bool) (r Result) {
	numbers := solve.Determined(found)
	left := leftOut(numbers)
	odd := make(map[bool][]string) // by whether the key lacks them
	for _, n := range numbers {
		if lacks := n.Key == 0; left[keycheck.PartOf(n.Name)] > 0 != lacks && !told(n) {
			odd[lacks] = append(odd[lacks], n.Name)
		}
	}
	r.Count, r.Unit, r.Bad = len(numbers), "number", len(odd[true])+len(odd[false])
	for i, what := range []string{
		"the key lacks %s, but has others like these", "the key has %s, but no others like these",
	} {
		if names := odd[i == 0]; names != nil {
			r.Findings = append(
				r.Findings,
				Finding{
					What: fmt.Sprintf(what, keycheck.Listed(names)), Features: names,
					Count: len(names),
				},
			)
		}
	}
	return r
}

// SubKeys asks for further keys, by name, of positions with each man on each square, and
// judges the numbers of which each consists. One that is the same from each FEN, or changes
// when asked for again, is the Cause of a finding.
func (ev *Evidence) SubKeys(ask func(fen string) map[string]zobrist.Key) (r Result) {
	samples := make(map[string][]solve.Sample)
	for _, fen := range append(
		menFENs(), "7k/8/8/8/8/8/8/K7 w - - 0 1", "7k/8/8/8/8/8/8/K7 b - - 0 1",
	) {
		p, _ := solve.Parse(fen)
		for name, key := range ask(fen) {
			samples[name] = append(samples[name], solve.Sample{Position: p, Key: key})
		}
	}
	// the engine's key: the check of numbers tells which are equal
	whole := make(map[string]zobrist.Key)
	for _, n := range ev.fromFEN.Numbers {
		whole[n.Name] = n.Key
	}
	told := func(n solve.Number) bool {
		key, has := whole[n.Name]
		return ev.unread(n.Name, n.Key) ||
			n.Key == 0 && has && ev.fromFEN.XOR() && key == whole[n.Against]
	}
	for _, name := range slices.Sorted(maps.Keys(samples)) {
		all := samples[name]
		key, fen := all[0].Key, all[0].Position.Text
		again := ask(fen)[name]
		varies := func(at solve.Sample) bool { return at.Key != key }
		// perhaps it has only castling rights
		others := func(n *Node) bool { return ask(n.FEN)[name] != key }
		f := Finding{Cause: "the " + name +
			" key", At: Query{FEN: fen}, FEN: fen, Then: "SubKeys()", Count: len(all)}
		switch {
		case again != key:
			f.What = fmt.Sprintf(
				"the %s key of one FEN is %v, and later %v: it depends on the position before",
				name, key, again,
			)
		case !slices.ContainsFunc(all, varies) &&
			!slices.ContainsFunc(spread(ev.nodes, 200), others):
			f.Name, f.What = "fen-constant", fmt.Sprintf(
				"the %s key is %v from each FEN", name, key,
			)
		default:
			scheme := solve.Find(all, 1)
			if n := len(scheme.Outside); n > 0 {
				f.At.FEN, f.What, f.Cause, f.Count = scheme.Outside[0].Position.Text, "the "+name+
					" key is not the XOR of one number for each feature", "no XOR", n
				f.FEN = f.At.FEN
				break
			}
			one := judgeParts(scheme.Numbers, told)
			r.Count += one.Count
			for _, f := range one.Findings {
				shows := slices.IndexFunc(all, func(at solve.Sample) bool {
					return slices.Contains(solve.Features(at.Position), f.Features[0])
				})
				f.FEN = all[shows].Position.Text
				f.At, f.What = Query{FEN: f.FEN}, "the "+name+strings.TrimPrefix(f.What, "the")
				r.Findings = append(r.Findings, f)
			}
			continue
		}
		r.Findings = append(r.Findings, f)
	}
	return r
}
