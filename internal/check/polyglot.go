package check

import (
	"fmt"
	"slices"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/keycheck"
	"github.com/zobrist-go/zobrist/internal/words"
)

// Polyglot is the check that keys are those of Polyglot's opening books. It is not one of All.
var Polyglot = Check{Name: "polyglot", Main: true, Few: 60, Inside: true, Run: judgePolyglot}

func judgePolyglot(ev *Evidence) Result {
	if !ev.known {
		return Result{Why: "Polyglot's numbers are for chess"}
	}
	keys := zobrist.Polyglot()
	wrong := filter(ev.nodes, func(n *Node) bool { return n.p.Hash(keys) != n.From })
	r := Result{Count: len(ev.nodes), Unit: "key", Bad: len(wrong)}
	if r.Bad == 0 {
		r.Says = " from FENs are those of Polyglot's books"
		return r
	}
	first := slices.MinFunc(wrong, func(a, b *Node) int {
		return len(a.position().Board) - len(b.position().Board)
	})
	f := compared(
		"the key from a FEN is not that of Polyglot's books", first.from(),
		side{Query{FEN: first.FEN}, first.p.Hash(keys), "in Polyglot's books"},
	)
	f.Name, f.FEN, f.Count = "polyglot", first.FEN, r.Bad
	f.Why, f.Features = ev.Explain(f.Got, f.Want, ev.features(&Node{FEN: f.FEN})...)
	if ev.fromFEN.XOR() {
		list := keycheck.Collect(keys.Keys())
		_, others := ev.fromFEN.Compare(list)
		// it is lacking
		others = slices.DeleteFunc(others, func(name string) bool {
			return ev.numbers.Sum([]string{name}) == 0
		})
		if len(others) > 0 {
			f.Why, f.Features = fmt.Sprintf(
				"other numbers than Polyglot's: %s", words.Quoted(others, 6),
			), others
			for _, n := range ev.fromFEN.Numbers {
				same := func(k keycheck.Named) bool {
					return n.Key == k.Key && n.Free == 0 && n.Name != k.Name
				}
				if i := slices.IndexFunc(list, same); i >= 0 {
					f.Look = fmt.Sprintf("%q has Polyglot's number of %q", n.Name, list[i].Name)
					break
				}
			}
		}
	}
	r.Findings = []Finding{f}
	return r
}
