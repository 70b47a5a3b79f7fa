package check

import (
	"cmp"
	"fmt"
	"maps"
	"math/bits"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/keycheck"
	"github.com/zobrist-go/zobrist/internal/tester/solve"
	"github.com/zobrist-go/zobrist/internal/words"
)

// gatherSchemes recovers what keys from FENs are made of, and then keys by moves.
func (ev *Evidence) gatherSchemes() {
	ev.progress("%d positions; solving for the numbers", len(ev.nodes))
	var from []solve.Sample
	add := func(to []solve.Sample, n *Node, key zobrist.Key) []solve.Sample {
		p := n.position()
		clocked := ev.clock > 0 && p.Clock >= ev.clock
		if p.Text == "" || clocked || ev.about.Chess960 && apart(n.FEN) {
			return to
		}
		if len(n.Moves) > 0 {
			p = p.In(n.Query.FEN)
		}
		return append(to, solve.Sample{Position: p, Key: key})
	}
	for _, fen := range slices.Sorted(maps.Keys(ev.keyOf)) {
		from = add(from, &Node{FEN: fen}, ev.keyOf[fen])
	}
	for _, n := range spread(ev.nodes, 20_000) { // solving for the numbers takes long with more
		from = add(from, &Node{FEN: n.FEN, pos: n.position()}, n.From)
	}
	ev.fromFEN = solve.Find(from, ev.opt.Seed)
	weak := func(s *solve.Scheme) int { return len(keycheck.Analyse(s.Judged()).Problems()) }
	var list []keycheck.Named
	if s, ok := ev.src.src.(*inside); ok && len(ev.wrongs()) > 0 {
		list, _ = s.listed()
	}
	_, unlisted := ev.fromFEN.Compare(list)
	if len(list)*len(unlisted)+len(ev.fromFEN.Outside)+weak(ev.fromFEN)+len(ev.same) > 0 &&
		ev.blind == "" &&
		len(ev.wrongs()) > 0 &&
		len(ev.fading) == 0 {
		var by []solve.Sample
		for _, n := range filter(spread(ev.nodes, 20_000), func(n *Node) bool {
			return n.Parent != nil
		}) {
			by = add(by, n, n.By.Key)
		}
		own, moves, bad := ev.fromFEN, solve.Find(by, ev.opt.Seed), len(ev.fromFEN.Outside)
		told, wrong := moves.Against(from), ev.reread()
		same, others := moves.Compare(list)
		n, better := len(told.Outside), ev.lacking() == nil && weak(moves) < weak(own)+len(ev.same)
		// of these alone
		listed := len(unlisted) > 0 && len(others) == 0 && 2*same > len(list)
		// those from FENs are wrong
		near := 6*n >= bad && n < 10*bad && 10*len(moves.Outside) < 3*bad
		if listed || better && 100*len(moves.Outside) < n || near {
			ev.fromFEN = told
		} else if bad > 0 {
			both := solve.Find(append(slices.Clip(from), by...), ev.opt.Seed)
			ev.fromFEN = both.Against(from)
			if ev.reread() >= wrong {
				ev.fromFEN = own
			}
		}
	}
	ev.reread()
	ev.numbers = solve.Listed(nil)
	if ev.fromFEN.XOR() {
		ev.numbers = ev.fromFEN.Known()
	}
	for clock, key := range ev.clockKeys {
		if key != 0 {
			ev.numbers.Add(fmt.Sprint("halfmove clock ", clock), key)
		}
	}
}

// reread finds out by how much each key from a FEN is wrong. It returns how many moves are
// wrong then.
func (ev *Evidence) reread() int {
	for _, n := range ev.nodes {
		n.misread, n.unread = ev.misread(n.FEN, n.From)
		if root := n.root(); root.trivial() || root.By.Key == root.From {
			n.rootMisread = root.misread
		}
	}
	return len(filter(ev.nodes, func(n *Node) bool {
		return !n.unread && n.diff() != n.Parent.diff()
	}))
}

// misread returns by how much the key from a FEN is wrong, if keys by moves tell, and
// whether they should, but do not.
func (ev *Evidence) misread(fen string, key zobrist.Key) (by zobrist.Key, unread bool) {
	if !ev.fromFEN.Given {
		return 0, false
	}
	n := &Node{FEN: fen}
	want, ok := ev.fromFEN.Predict(n.position())
	clocked := ev.clock > 0 && n.position().Clock >= ev.clock
	if !ok || clocked || ev.about.Chess960 && apart(fen) {
		return 0, true
	}
	return key ^ want, false
}

// judgeXOR requires that each key is the XOR of its features' numbers. It counts the keys
// that could contradict.
func judgeXOR(ev *Evidence) Result {
	if ev.blind != "" {
		return Result{Why: ev.blind}
	}
	s, other := ev.fromFEN, func(at solve.Sample) bool { return !at.Position.Capturable() }
	r := Result{Count: s.Checked(), Unit: "key", Bad: len(s.Outside)}
	switch {
	case r.Bad > 0 && len(ev.fading) > 0:
		r = Result{Why: "some answers changed: see again"}
	// in Seirawan chess, castling rights are gates, too
	case r.Bad > 0 && !ev.known && !slices.ContainsFunc(ev.nodes, (*Node).differs):
		r = Result{Why: fmt.Sprintf(
			"what FENs of this game mean is not known: %s of %s are not the XOR of one number "+
				"for each word or letter",
			words.Thousands(r.Bad), words.Plural(r.Count, "key"),
		)}
	case !s.XOR() && r.Count >= 30: // keys, to be sure that they are no XOR
		f := Finding{
			Name: "no-xor",
			What: "the key is not the XOR of one number for each feature, " +
				"or too many keys are wrong",
			Count: r.Bad,
		}
		low := filter(ev.nodes, func(n *Node) bool {
			return n.From&0xff == 0 && n.From&0xffff != 0
		})
		if 2*len(low) > len(ev.nodes) {
			f.Name = "53-bits"
			f.Count = len(low)
			f.What = "most keys end in 8 zero bits or more, " +
				"as if they were rounded to a floating-point number of 53 bits"
		}
		r.Findings = []Finding{f}
		r.Says = " are no XOR of the numbers that fit the others"
	case !s.XOR():
		r.Why = "the numbers are not known: too many keys contradict each other"
	case s.Given &&
		(len(ev.same) > 0 || ev.apart != nil || slices.ContainsFunc(ev.wrong, func(f Finding) bool {
			return strings.HasPrefix(f.Name, fromFEN)
		})):
		r.Why = "keys from FENs are wrong: see moves, or fields"
	case r.Bad > 1 && len(ev.wrongs()) == 0 && !slices.ContainsFunc(s.Outside, other):
		r.Says = fmt.Sprintf(
			" from FENs: what en passant changes in %s is not one number for each square",
			words.Thousands(r.Bad),
		)
		r.Bad = 0
	case r.Bad > 0:
		men := func(a, b solve.Sample) int { return len(a.Position.Board) - len(b.Position.Board) }
		sample := slices.MinFunc(s.Outside, men)
		at := Query{FEN: sample.Position.Text}
		f := Finding{
			What: "the key from a FEN is not the XOR of its features' numbers", At: at,
			FEN: at.FEN, Keys: Keys{WantAt: at, Got: sample.Key}, Count: r.Bad,
		}
		if want, ok := s.Predict(sample.Position); ok {
			f.Want, f.Of, f.OfWant = want, "from the FEN", "by the numbers of all other keys"
			// if no pawn can capture, too
			own := append(ev.features(&Node{FEN: at.FEN}), "en passant "+
				sample.Position.EP[:min(len(sample.Position.EP), 1)])
			if f.Why, f.Features = ev.Explain(f.Got, f.Want, own...); !within(f.Features, own) {
				f.Why, f.Features = "", nil
			}
			if r.Bad >= 10 && !slices.ContainsFunc(s.Outside, func(at solve.Sample) bool {
				return at.Key>>60 != 0
			}) {
				f.Why = "each of these keys has fewer than 16 digits, " +
					"as if a zero in them were not printed"
			}
		}
		r.Findings = []Finding{f}
	default:
		r.Says = fmt.Sprintf(
			" are the XOR of %s that the other keys determine",
			words.Plural(len(ev.Numbers()), "number"),
		)
	}
	return r
}

// judgeNumbers looks for weaknesses in the recovered numbers.
func judgeNumbers(ev *Evidence) Result {
	if ev.blind != "" || !ev.fromFEN.XOR() {
		return Result{Why: cmp.Or(ev.blind, "the numbers are not known: see XOR")}
	}
	keys := ev.judgedKeys()
	r := Result{Count: len(keys), Unit: "number"}
	side := ev.numbers.Sum([]string{"side"})
	shared := func(k keycheck.Named) bool { return k.Name != "side" && k.Key&side != 0 }
	// of the side only, so it is meant
	bit := bits.OnesCount64(uint64(side)) == 1 && !slices.ContainsFunc(keys, shared)
	keys = slices.DeleteFunc(keys, func(k keycheck.Named) bool { return bit && k.Name == "side" })
	for _, p := range keycheck.Analyse(keys).Problems() {
		if !bit || p.Name != "63-bits" {
			r.Findings = append(
				r.Findings, Finding{Name: p.Name, What: p.What, Why: p.Means, Count: 1},
			)
		}
	}
	ev.weak = len(r.Findings) > 0
	r.Says = ": " + words.Plural(len(r.Findings), "problem")
	if !ev.weak {
		r.Says = ": none shared; no uneven or dependent bits"
		if len(ev.same) == 0 {
			r.Says = ": none zero or shared; no uneven or dependent bits"
		}
	}
	return r
}

// judgedKeys returns the recovered numbers, without the parts that are missing from all
// keys. Sets of castling letters may be XORs of others by design, if their meaning is not known.
func (ev *Evidence) judgedKeys() []keycheck.Named {
	castling := ev.fromFEN.Sets() && (!ev.known || len(ev.sameOf("castling")) > 0)
	all, squares := ev.fromFEN.Judged(), make(map[string]int)
	// a material key has it on each square
	number := func(k keycheck.Named) string { return keycheck.PartOf(k.Name) + k.Key.String() }
	for _, k := range all {
		squares[number(k)]++
	}
	return slices.DeleteFunc(all, func(k keycheck.Named) bool {
		return ev.opt.Sub && (k.Key == 0 || squares[number(k)] > 40) ||
			castling && strings.HasPrefix(k.Name, "castling ") ||
			ev.fromFEN.Lacks(keycheck.KindOf(k.Name)) ||
			ev.same[k.Name] != nil || ev.unread(k.Name, k.Key) ||
			// promoted pieces, which may share the numbers of others
			strings.HasPrefix(k.Name, "number for the side") || strings.ContainsAny(k.Name, "+~")
	})
}
