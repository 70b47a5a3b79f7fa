package checks

import (
	"cmp"
	"maps"
	"math/bits"
	"slices"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/keycheck"
	"github.com/zobrist-go/zobrist/internal/model"
	"github.com/zobrist-go/zobrist/internal/observe"
	"github.com/zobrist-go/zobrist/internal/report"
	"github.com/zobrist-go/zobrist/internal/state"
)

// xor requires that each key from a FEN is the XOR of the numbers that the others agree on.
//
// It is for keys that depend on more than the features of the position: on the side that a
// piece sees, on the order in which pieces are placed, or on a cache. Both routes may have the
// same wrong key, so that no comparison of two keys shows it. A key that is the XOR of numbers
// which other keys gave is so by chance in one of 2^64 cases, and numbers that too many keys
// contradict do not hold: see [model.Model.Holds].
func xor(e *Evidence) Outcome {
	o := Outcome{Unit: report.Keys, Skip: e.untrusted()}
	if o.Skip != report.Ran {
		return o
	}
	m := e.Models.FromFEN
	outside := m.Outside()
	o.Compared, o.Wrong = m.Checked(), len(outside)
	if len(outside) == 0 {
		return o
	}
	if !e.Log.Known && !anyWrong(e.Log) {
		// In Seirawan chess, castling rights are gates, too. Who knows what other games' FENs mean?
		o.Skip = report.SkipFormat
		return o
	}
	if !m.Holds() && !e.Models.Moved {
		o.Items = []report.Item{noXOR(e)}
		return o
	}
	if passantOnly(e, outside) {
		o.Wrong = 0
		o.Notes = []report.Note{{Topic: report.NoteEPRule, N: len(outside)}}
		return o
	}
	o.Items = foldRest("xor", itemsOf("xor", outsiders(e)), onlyFENs(e.Models))
	for i := range o.Items {
		item := &o.Items[i]
		if item.Name == nameOf("xor", unknown) {
			item.Name = "xor"
			// The numbers may be wrong here, since the other keys may be.
			item.Unsure = true
			item.Facts = append(item.Facts, shortKeys(e.Log, outside)...)
		}
		item.Facts = append(item.Facts, report.Fact{
			Topic: report.Outside, N: len(outside), All: m.Checked(), Text: string(report.FromFEN),
		})
	}
	return o
}

// outsiders returns a mismatch for each key that is not the XOR of the numbers of the others.
func outsiders(e *Evidence) (all []*Mismatch) {
	for _, s := range e.Models.FromFEN.Outside() {
		want, ok := e.Models.Names.Predict(s.State)
		if !ok || want == s.Key {
			continue
		}
		mis := &Mismatch{
			State: s.State,
			Got:   report.Key{Query: fen(s.State.FEN), Route: report.FromFEN, Key: s.Key},
			Want:  report.Key{Query: fen(s.State.FEN), Route: report.ByNumbers, Key: want},
		}
		explainOutside(e, mis)
		all = append(all, mis)
	}
	return all
}

// explainOutside explains a key by features of its own state. Many others would be a matter of
// chance, and so would be what the square of an en passant file adds to the file's number, unless
// it is that number: few engines have such numbers, and those of others may be fitted to a few
// wrong keys.
func explainOutside(e *Evidence, m *Mismatch) {
	e.Models.explain(m, nil)
	e.Models.nameFiles(m.Lacks)
	e.Models.nameFiles(m.WronglyHas)
	own := append(e.Models.Of(m.State), passed(m.State)...)
	others := slices.DeleteFunc(m.Features(), func(f state.Feature) bool {
		return slices.Contains(own, f)
	})
	// Of a state with an en passant square, the numbers of squares may be others by a rule.
	isNoPassant := func(f state.Feature) bool {
		return f.Kind != state.EnPassant && f.Kind != state.EnPassantSquare
	}
	areOther := len(others) > 0 && m.State.EP == "" || slices.ContainsFunc(others, isNoPassant)
	tooMany := areOther && len(m.Features()) > 2
	isSquareAlone := func(f state.Feature) bool {
		file := state.Feature{Kind: state.EnPassant, Square: f.Square[:min(len(f.Square), 1)]}
		isAlone := f.Kind == state.EnPassantSquare && !slices.Contains(m.Features(), file)
		return isAlone && (f.Capture != state.LegalCapture || slices.Contains(others, f))
	}
	// A number for squares where no capture is legal is no part of a state without such a square.
	isElsewhere := func(f state.Feature) bool { return f.Capture != state.LegalCapture }
	if tooMany || slices.ContainsFunc(m.Features(), isSquareAlone) ||
		slices.ContainsFunc(others, isElsewhere) {
		m.Lacks, m.WronglyHas, m.Explained = nil, nil, false
	}
}

// nameFiles names the file of an en passant square in place of the square, if the square adds just
// the number of the file: then the file is in the keys of some states with that square, and not of
// others.
func (m *Models) nameFiles(features []state.Feature) {
	for i, f := range features {
		if f.Kind != state.EnPassantSquare {
			continue
		}
		file := state.Feature{Kind: state.EnPassant, Square: f.Square[:1]}
		ofSquare, _ := m.Names.Number(f)
		ofFile, _ := m.Names.Number(file)
		if ofSquare.Free == 0 && ofFile.Free == 0 && ofSquare.Key == ofFile.Key {
			features[i] = file
		}
	}
}

// anyWrong reports whether a key by moves differs from the key from its FEN.
func anyWrong(log *observe.Log) bool {
	return slices.ContainsFunc(log.Places, func(p *observe.Place) bool { return p.Error() != 0 })
}

// passantOnly reports whether only states in which a pawn can capture en passant are outside,
// while keys by moves are the same: what en passant changes is not one number for each square, by
// design.
func passantOnly(e *Evidence, outside []model.Sample) bool {
	if len(outside) < 2 || anyWrong(e.Log) {
		return false
	}
	return !slices.ContainsFunc(outside, func(s model.Sample) bool { return !s.State.CanCapture() })
}

// shortKeys reports keys with fewer than 16 digits, as if a zero in them were not printed, if other
// keys have 16.
func shortKeys(log *observe.Log, outside []model.Sample) []report.Fact {
	const few = 10 // keys that all begin with a zero digit: by chance in one of 2^40 cases
	isLong := func(key zobrist.Key) bool { return key>>60 != 0 }
	others := slices.ContainsFunc(slices.Collect(maps.Values(log.FENs)), isLong)
	areShort := !slices.ContainsFunc(outside, func(s model.Sample) bool { return isLong(s.Key) })
	if len(outside) < few || !areShort || !others {
		return nil
	}
	return []report.Fact{{Topic: report.ShortKeys, N: len(outside)}}
}

// noXOR says that keys are no XOR of numbers.
func noXOR(e *Evidence) report.Item {
	m := e.Models.FromFEN
	item := report.Item{
		Name:     "no-xor",
		Count:    len(m.Outside()),
		Compared: m.Checked(),
		Unit:     report.Keys,
	}
	item.Facts = []report.Fact{
		{
			Topic: report.Outside,
			N:     len(m.Outside()),
			All:   m.Checked(),
			Text:  string(report.FromFEN),
		},
	}
	zeros := 0
	for _, p := range e.Log.Places {
		if p.FromFEN.Key&0xff == 0 && p.FromFEN.Key&0xffff != 0 {
			zeros++
		}
	}
	// A random key ends in eight zero bits in one of 256 cases. A floating-point number has 53
	// bits, so that of keys printed as such more than half do.
	if 2*zeros > len(e.Log.Places) {
		item.Name, item.Count, item.Compared = "53-bits", zeros, len(e.Log.Places)
		item.Facts = []report.Fact{{Topic: report.Zeros, N: zeros, All: len(e.Log.Places), From: 8}}
	}
	return item
}

// numbers looks for weaknesses of the numbers: zeros, equal ones, fewer bits than the key has, and
// bits that depend on others.
//
// Such keys are right in every comparison, as both routes use the same numbers, but more positions
// share a key than with random numbers. What counts as weak is said in package keycheck, with how
// likely random numbers are to look so.
func numbers(e *Evidence) Outcome {
	o := Outcome{Unit: report.Numbers, Skip: e.untrusted()}
	if o.Skip != report.Ran {
		return o
	}
	if !e.Models.FromFEN.Holds() {
		o.Skip = report.SkipNoNumbers
		return o
	}
	judged := judgedNumbers(e)
	problems := problemsOf(judged)
	o.Compared = len(judged)
	wrong := make(map[string]bool)
	for _, p := range problems {
		name := cmp.Or(p.Name, "numbers")
		names := p.Keys
		if names == nil {
			for _, k := range model.Named(judged) {
				names = append(names, k.Name)
			}
		}
		for _, n := range names {
			wrong[n] = true
		}
		o.Items = append(o.Items, report.Item{
			Name:     name,
			Count:    len(names),
			Compared: len(judged),
			Unit:     report.Numbers,
			Facts: []report.Fact{
				{Topic: report.Weakness, Text: p.What},
				{Topic: report.Effect, Text: p.Means},
			},
		})
	}
	o.Wrong = len(wrong)
	return o
}

// judgedNumbers returns the numbers that must be good, without those that other checks tell of.
func judgedNumbers(e *Evidence) []model.Known {
	isTold := toldNumbers(e)
	judged := slices.DeleteFunc(e.Models.FromFEN.Judged(), isTold)
	if e.Sub {
		return slices.DeleteFunc(judged, leftOut(e))
	}
	return append(judged, onlyByMoves(e, judged)...)
}

// toldNumbers returns which numbers say nothing new, or are so by design.
func toldNumbers(e *Evidence) func(k model.Known) bool {
	silent, silentKinds := make(featureSet), make(map[string]bool)
	for _, p := range sameProbes(e.Log) {
		silent[p.Feature] = true
		silentKinds[p.Feature.Kind.String()] = true
	}
	m := e.Models.FromFEN
	covered := coveredBy(e.Models)
	setsOpen := m.Sets() && (!e.Log.Known || silentKinds[state.Right.String()])
	noPassant := passantOnly(e, m.Outside())
	return func(k model.Known) bool {
		kind := k.Feature.Kind
		isCastling := kind == state.Right || kind == state.Rights
		isPassant := kind == state.EnPassant || kind == state.EnPassantSquare
		switch {
		case silent[k.Feature], covered(k.Feature):
			return true
		case k.Key == 0 && silentKinds[kind.String()]:
			return true
		case kind == state.SideRights, m.Lacks(kind.String()) && !onlyHere(kind):
			return true
		case setsOpen && isCastling:
			// If a set has the number of another one, what is left of the rights has no meaning.
			return true
		case isPassant && noPassant:
			return true // what en passant changes is not one number for each square
		}
		return promoted(k.Feature)
	}
}

// onlyHere reports whether only the check of numbers tells that keys lack a kind of feature: no two
// FENs differ in it alone.
func onlyHere(kind state.Kind) bool {
	return kind == state.Hand || kind == state.Checks || kind == state.Piece
}

// leftOut returns which numbers of a key with only some features may be so on purpose: those that
// are zero, and those of material, in which squares don't matter.
func leftOut(e *Evidence) func(k model.Known) bool {
	material := materialNumbers(e)
	return func(k model.Known) bool {
		return k.Key == 0 || material[numberOf(k)] || mixesParts(k)
	}
}

// onlyByMoves returns the numbers that FENs lack and keys by moves have, besides those judged.
func onlyByMoves(e *Evidence, judged []model.Known) (all []model.Known) {
	if !e.Models.ByMoves.Holds() {
		return nil
	}
	// The number of a file en passant may be that of White's square in FENs.
	type kindKey struct {
		kind string
		key  zobrist.Key
	}
	seen := make(map[kindKey]bool)
	for _, k := range judged {
		seen[kindKey{k.Feature.Kind.String(), k.Key}] = true
	}
	covered := coveredBy(e.Models)
	for _, k := range e.Models.ByMoves.Judged() {
		isNew := !seen[kindKey{k.Feature.Kind.String(), k.Key}]
		isNumber := k.Against == nil && k.Key != 0 && !promoted(k.Feature)
		if isNew && isNumber && covered(k.Feature) {
			all = append(all, k)
		}
	}
	return all
}

// mixesParts reports whether only the XOR of two numbers is known, which are of different parts. In
// a key that leaves out some pieces, all those that are left out have the same such XOR.
func mixesParts(k model.Known) bool {
	return k.Against != nil && partOf(*k.Against) != partOf(k.Feature)
}

// coveredBy returns whether a feature is one of those that have other numbers by moves, or would
// be: if most of the numbers of its piece differ, or most of those of its square. Not each number
// is known for both routes.
func coveredBy(m *Models) func(f state.Feature) bool {
	differ := m.differ()
	type share struct{ differ, all int }
	shares := make(map[string]share) // by piece, and by square
	for _, n := range m.FromFEN.Numbers() {
		f := n.Feature
		if _, both := m.ByMoves.Number(f); !both || f.Kind != state.Piece {
			continue
		}
		for _, of := range []string{f.Piece, f.Square} {
			s := shares[of]
			s.all++
			if differ[f] {
				s.differ++
			}
			shares[of] = s
		}
	}
	most := func(of string) bool { return 2*shares[of].differ > shares[of].all }
	return func(f state.Feature) bool {
		return differ[f] || f.Kind == state.Piece && (most(f.Piece) || most(f.Square))
	}
}

// promoted reports whether a feature is a promoted piece of a variant, which may share the number
// of another piece.
func promoted(f state.Feature) bool {
	return f.Kind == state.Piece && len(f.Piece) > 1
}

// A sharedNumber is a number that a piece has on some square.
type sharedNumber struct {
	piece string
	key   zobrist.Key
}

// numberOf returns the number of a piece, wherever it stands.
func numberOf(k model.Known) sharedNumber { return sharedNumber{k.Feature.Piece, k.Key} }

// materialNumbers returns the numbers that a piece has on more than 40 squares: those of a
// material key, in which squares don't matter. A pawn has 48 squares, and keys may not determine
// the numbers of all of them.
func materialNumbers(e *Evidence) map[sharedNumber]bool {
	const many = 40
	squares := make(map[sharedNumber]int)
	for _, k := range e.Models.FromFEN.Judged() {
		if k.Feature.Kind == state.Piece {
			squares[numberOf(k)]++
		}
	}
	material := make(map[sharedNumber]bool)
	for n, on := range squares {
		material[n] = on > many
	}
	return material
}

// problemsOf returns what is wrong with numbers. The side may have a bit of its own, which no other
// number has: that is meant, and as good as a random number.
func problemsOf(all []model.Known) []keycheck.Problem {
	named := model.Named(all)
	isSide := func(k model.Known) bool { return k.Feature.Kind == state.Side && k.Against == nil }
	at := slices.IndexFunc(all, isSide)
	if at < 0 || bits.OnesCount64(uint64(all[at].Key)) != 1 {
		return keycheck.Analyse(named).Problems()
	}
	side := all[at].Key
	named = slices.Delete(named, at, at+1)
	if slices.ContainsFunc(named, func(k keycheck.Named) bool { return k.Key&side != 0 }) {
		return keycheck.Analyse(model.Named(all)).Problems()
	}
	fill := zobrist.NewSplitMix64(1)
	for i := range named {
		named[i].Key |= side & fill.Key()
	}
	return keycheck.Analyse(named).Problems()
}
