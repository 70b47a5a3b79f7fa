package solve

import (
	"fmt"
	"slices"
	"strings"
)

// few is the part of the wrong places that may lack what the others have in common. As for
// the right ones, a tenth of the number of wrong ones may have it.
const few = 0.05

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
	if traits := shared(wrong, right, few); traits != nil {
		order := []string{"", "that", "of", "by"} // who moves comes first, then what the move does, and where
		at := func(t trait) int { return slices.Index(order, strings.Fields(t.text)[0]) }
		slices.SortStableFunc(traits, func(a, b trait) int { return at(b) - at(a) })
		for i, t := range traits {
			if i > 0 && strings.HasPrefix(t.text, "that ") && strings.HasPrefix(traits[i-1].text, "that ") {
				text += " and"
			}
			text += " " + t.text
		}
		return "in moves" + text, func(p *Place) bool {
			return !slices.ContainsFunc(traits, func(t trait) bool { return !t.has(p) })
		}
	}
	return "", nil
}

func count(places []Place) map[string]int {
	times := make(map[string]int)
	for _, p := range places {
		for _, t := range p.Traits {
			times[t]++
		}
	}
	return times
}

// A trait is something that some places have.
type trait struct {
	text string
	has  func(p *Place) bool
}

// shared returns the fewest traits that nearly all wrong places have, and hardly any right
// place has all of them; nil if there are none. few is the part of the wrong ones that may
// lack one.
func shared(wrong, right []Place, few float64) (traits []trait) {
	var all []trait
	times := count(wrong)
	ply, clock, men := wrong[0].Ply, wrong[0].Clock, 0
	for i, p := range wrong {
		ply, clock, men = min(ply, p.Ply), min(clock, p.Clock), max(men, p.Men)
		for _, t := range p.Traits {
			if i < 200 && float64(times[t]) >= (1-few)*float64(len(wrong)) { // the first may be exceptions
				all = append(all, trait{t, func(p *Place) bool { return slices.Contains(p.Traits, t) }})
				delete(times, t)
			}
		}
	}
	if ply > 1 {
		all = append(all, trait{fmt.Sprintf("from ply %d on", ply), func(p *Place) bool { return p.Ply >= ply }})
	}
	if clock > 1 {
		all = append(all, trait{fmt.Sprintf("from a halfmove clock of %d on", clock), func(p *Place) bool { return p.Clock >= clock }})
	}
	if men > 0 && len(wrong) > 4 {
		all = append(all, trait{fmt.Sprintf("with at most %d men on the board", men), func(p *Place) bool { return p.Men <= men }})
	}
	most := min(len(wrong), 4) // of few cases, many traits would tell too much
	for 10*len(right) > len(wrong) {
		best, left := trait{}, right
		for _, t := range all {
			has := slices.DeleteFunc(slices.Clone(right), func(p Place) bool { return !t.has(&p) })
			if 10*len(has) < 9*len(left) {
				best, left = t, has
			}
		}
		if best.has == nil || len(traits) == most {
			return nil
		}
		traits, right = append(traits, best), left
	}
	return traits
}
