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
		slices.SortStableFunc(traits, func(a, b trait) int { return order(a.text) - order(b.text) })
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
	// No trait has all of them. Perhaps two or three have, each without a right place.
	const most = 3
	var clauses []string
	bad := count(right)
	for len(wrong) > 0 {
		trait, n := "", 0
		for t, times := range count(wrong) {
			if bad[t] == 0 && (times > n || times == n && t < trait) {
				trait, n = t, times
			}
		}
		if n < 2 || len(clauses) == most {
			return "", nil
		}
		clauses = append(clauses, trait)
		wrong = slices.DeleteFunc(slices.Clone(wrong), func(p Place) bool { return slices.Contains(p.Traits, trait) })
	}
	return "in moves " + strings.Join(clauses, ", or "), func(p *Place) bool {
		return slices.ContainsFunc(clauses, func(t string) bool { return slices.Contains(p.Traits, t) })
	}
}

// order puts who moves before what the move does, and that before its place.
func order(text string) int {
	return slices.Index([]string{"", "that", "of", "by"}, strings.Fields(text)[0]) * -1
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
	seen, times := make(map[string]bool), count(wrong)
	for _, p := range wrong[:min(len(wrong), 200)] { // the first may be exceptions
		for _, t := range p.Traits {
			if !seen[t] && float64(times[t]) >= (1-few)*float64(len(wrong)) {
				all = append(all, trait{t, func(p *Place) bool { return slices.Contains(p.Traits, t) }})
			}
			seen[t] = true
		}
	}
	ply, clock := wrong[0].Ply, wrong[0].Clock
	for _, p := range wrong {
		ply, clock = min(ply, p.Ply), min(clock, p.Clock)
	}
	if ply > 1 {
		all = append(all, trait{fmt.Sprintf("from ply %d on", ply), func(p *Place) bool { return p.Ply >= ply }})
	}
	if clock > 1 {
		all = append(all, trait{fmt.Sprintf("from a halfmove clock of %d on", clock), func(p *Place) bool { return p.Clock >= clock }})
	}
	most := min(len(wrong), 4) // of few cases, many traits would tell too much
	for 10*len(right) > len(wrong) {
		best, left := -1, len(right)
		for i, t := range all {
			n := 0
			for j := range right {
				if t.has(&right[j]) {
					n++
				}
			}
			if 10*n < 9*left {
				best, left = i, n
			}
		}
		if best < 0 || len(traits) == most {
			return nil
		}
		t := all[best]
		traits = append(traits, t)
		right = slices.DeleteFunc(slices.Clone(right), func(p Place) bool { return !t.has(&p) })
	}
	return traits
}
