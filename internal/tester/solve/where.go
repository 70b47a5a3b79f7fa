package solve

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist/internal/keycheck"
)

// Where says what wrong places have in common and right ones do not, or returns "".
func Where(wrong, right []Place) string {
	text, _ := common(wrong, right)
	return text
}

// common is as Where, and also returns whether a place is like the wrong ones; nil if nothing
// tells them from the right ones.
func common(wrong, right []Place) (text string, like func(p *Place) bool) {
	if len(wrong) < 2 || len(right) == 0 {
		return "", nil
	}
	lack, have := 0.05, 0.1
	if wrong[0].In != "" { // what two moves leave may cancel, and some lie deeper than the next move
		lack, have = 0.15, 0.3
	}
	if traits := shared(wrong, right, lack, have); traits != nil {
		order := []string{"", "that", "of", "by"} // who moves comes first, then what the move does, and where
		at := func(t trait) int { return slices.Index(order, strings.Fields(t.text)[0]) }
		slices.SortStableFunc(traits, func(a, b trait) int { return at(b) - at(a) })
		for i, t := range traits {
			if i > 0 && strings.HasPrefix(t.text, "that ") && strings.HasPrefix(traits[i-1].text, "that ") {
				text += " and"
			}
			text += " " + t.text
		}
		keycheck.Fired("where")
		return cmp.Or(wrong[0].In, "in moves") + text, func(p *Place) bool {
			return !slices.ContainsFunc(traits, func(t trait) bool { return !t.has(p) })
		}
	}
	return "", nil
}

// A trait is something that some places have.
type trait struct {
	text string
	has  func(p *Place) bool
	in   []int // the right places with it
}

// shared returns the fewest traits that nearly all wrong places have, and hardly any right
// place has all of them; nil if there are none. A part of the wrong ones may lack one, and as many
// right ones as a part of the wrong ones may have all.
func shared(wrong, right []Place, lack, have float64) (traits []trait) {
	var all []trait
	add := func(text string, has func(p *Place) bool) {
		t := trait{text: text, has: has}
		for i := range right {
			if has(&right[i]) {
				t.in = append(t.in, i)
			}
		}
		all = append(all, t)
	}
	times := make(map[string]int)
	for _, p := range wrong {
		for _, t := range p.Traits {
			times[t]++
		}
	}
	ply, clock, men := wrong[0].Ply, wrong[0].Clock, 0
	for i, p := range wrong {
		ply, clock, men = min(ply, p.Ply), min(clock, p.Clock), max(men, p.Men)
		for _, t := range p.Traits {
			if i < 200 && float64(times[t]) >= (1-lack)*float64(len(wrong)) { // the first may be exceptions
				add(t, func(p *Place) bool { return slices.Contains(p.Traits, t) })
				delete(times, t)
			}
		}
	}
	most := min(len(wrong), 4) // of few cases, many traits would tell too much
	if ply > 1 {
		add(fmt.Sprintf("from ply %d on", ply), func(p *Place) bool { return p.Ply >= ply })
	}
	if clock > 1 {
		add(fmt.Sprintf("from a halfmove clock of %d on", clock), func(p *Place) bool { return p.Clock >= clock })
	}
	if men > 0 && len(wrong) > most {
		add(fmt.Sprintf("with at most %d men on the board", men), func(p *Place) bool { return p.Men <= men })
	}
	out := make([]bool, len(right)) // of the places that have all traits so far
	for n := len(out); float64(n) > have*float64(len(wrong)); {
		best := trait{}
		for _, t := range all {
			has := 0
			for _, i := range t.in {
				if !out[i] {
					has++
				}
			}
			if 10*has < 9*n {
				best, n = t, has
			}
		}
		if best.has == nil || len(traits) == most {
			return nil
		}
		traits = append(traits, best)
		for i := range out {
			out[i] = out[i] || !best.has(&right[i])
		}
	}
	return traits
}
