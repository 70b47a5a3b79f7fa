package tester

import (
	"fmt"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist"
)

const (
	mostLittle  = 6    // characters; a longer word, such as a board, describes many features
	mostLore    = 2048 // short words that are told apart
	mostWith    = 256  // texts kept of each short word
	mostLoads   = 40   // texts loaded to judge one exchange of words
	mostAliveAt = 300  // texts loaded to find out whether a word matters at all
	fewExpected = 4    // texts: if chance gives a word and a character no more, that there is none means nothing
)

// A lore is what the texts of positions that occurred tell about texts that did not: Load
// may accept the text of a position that no game has, and two of these may be one to the
// game. Then their equal keys are no mistake.
type lore struct {
	*crosser
	ids   map[wordAt]int
	pairs []uint64                  // for each two short words, a bit that says whether one text had both
	chars map[[2]int][]characterSet // for a short word and the place of a long one, the characters it had
	times []int                     // how often each short word was met
	all   map[int][][256]int32      // how often each character was met, by the place of a long word
	with  [][]int32                 // texts with each short word
	alive map[int]bool              // by place
	other map[string]bool           // exchanges of words, and whether some text that occurred has the same key after it
}

type (
	wordAt struct {
		place int
		word  string
	}
	characterSet [4]uint64 // bytes
	change       struct {
		place int
		a, b  string
	}
)

func isShort(word string) bool { return len(word) <= mostLittle }

func (x *crosser) learn() *lore {
	l := &lore{crosser: x, ids: make(map[wordAt]int), chars: make(map[[2]int][]characterSet), all: make(map[int][][256]int32), alive: make(map[int]bool), other: make(map[string]bool)}
	l.pairs = make([]uint64, mostLore*mostLore/64)
	var here []int
	for n, m := range x.seen.all {
		words := strings.Split(m.text, " ")
		here = here[:0]
		for i, w := range words {
			if !isShort(w) {
				continue
			}
			id, ok := l.ids[wordAt{i, w}]
			if !ok {
				if len(l.ids) == mostLore {
					continue
				}
				id = len(l.ids)
				l.ids[wordAt{i, w}] = id
				l.with, l.times = append(l.with, nil), append(l.times, 0)
			}
			l.times[id]++
			if len(l.with[id]) < mostWith {
				l.with[id] = append(l.with[id], int32(n))
			} else if n%7 == 0 { // not only those of the first games
				l.with[id][n/7%mostWith] = int32(n)
			}
			here = append(here, id)
		}
		for place, w := range words {
			if isShort(w) {
				continue
			}
			for len(l.all[place]) < len(w) {
				l.all[place] = append(l.all[place], [256]int32{})
			}
			times := l.all[place]
			for at := range len(w) {
				times[at][w[at]]++
			}
		}
		for i, a := range here {
			for _, b := range here[i+1:] {
				l.pairs[(a*mostLore+b)/64] |= 1 << (b % 64)
			}
			for place, w := range words {
				if isShort(w) {
					continue
				}
				sets := l.chars[[2]int{a, place}]
				if len(sets) < len(w) {
					sets = append(sets, make([]characterSet, len(w)-len(sets))...)
					l.chars[[2]int{a, place}] = sets
				}
				for at := range len(w) {
					sets[at][w[at]/64] |= 1 << (w[at] % 64)
				}
			}
		}
	}
	return l
}

// fits reports whether every short word of a text occurred, together with every other, and
// with every character of the long words in its place if chance made that likely.
func (l *lore) fits(words []string) bool {
	if !l.paired(words) {
		return false
	}
	for i, w := range words {
		if !isShort(w) {
			continue
		}
		id := l.ids[wordAt{i, w}]
		for place, long := range words {
			if isShort(long) {
				continue
			}
			sets, all := l.chars[[2]int{id, place}], l.all[place]
			for at := range len(long) {
				met := at < len(sets) && sets[at][long[at]/64]>>(long[at]%64)&1 == 1
				if !met && at < len(all) && l.times[id]*int(all[at][long[at]]) > fewExpected*l.From {
					return false
				}
			}
		}
	}
	return true
}

// paired reports whether every short word of a text occurred, together with every other.
func (l *lore) paired(words []string) bool {
	var here []int
	for i, w := range words {
		if !isShort(w) {
			continue
		}
		id, ok := l.ids[wordAt{i, w}]
		if !ok || slices.ContainsFunc(here, func(a int) bool { return l.pairs[(a*mostLore+id)/64]>>(id%64)&1 == 0 }) {
			return false
		}
		here = append(here, id)
	}
	return true
}

// mistaken reports whether two texts with one key are a mistake: both could be those of
// positions that a game has, the words in which they differ matter elsewhere, and the
// exchange of short words shows in no key of a position that occurred with either.
func (l *lore) mistaken(text, other string) bool {
	x, y := strings.Split(text, " "), strings.Split(other, " ")
	if len(x) != len(y) || !l.fits(x) || !l.fits(y) {
		return false
	}
	var changes, back []change
	long := false
	for i := range x {
		if x[i] == y[i] {
			continue
		}
		if !l.matters(i) {
			return false // it may follow from the others
		}
		long = long || !isShort(x[i]) || !isShort(y[i])
		changes, back = append(changes, change{i, x[i], y[i]}), append(back, change{i, y[i], x[i]})
	}
	return long || l.same(changes) && l.same(back)
}

// same reports whether in a text that occurred, an exchange of short words keeps the key.
func (l *lore) same(changes []change) bool {
	id := fmt.Sprint(changes)
	if same, ok := l.other[id]; ok {
		return same
	}
	var from []int32
	for i, c := range changes {
		if with := l.with[l.ids[wordAt{c.place, c.a}]]; i == 0 || len(with) < len(from) {
			from = with
		}
	}
	same, loads := false, 0
	for at := l.draw(len(from)); len(from) > 0 && loads < mostLoads && !same; from = slices.Delete(slices.Clone(from), at, at+1) {
		at = min(at, len(from)-1)
		words := strings.Split(l.seen.all[from[at]].text, " ")
		if slices.ContainsFunc(changes, func(c change) bool { return c.place >= len(words) || words[c.place] != c.a }) {
			continue
		}
		changed := slices.Clone(words)
		for _, c := range changes {
			changed[c.place] = c.b
		}
		if l.paired(changed) {
			loads++
			same = l.equal(words, changed)
		}
	}
	l.other[id] = same
	return same
}

// matters reports whether an exchange of the word in a place, or of a character of it,
// changes the key of some text that occurred.
func (l *lore) matters(place int) (matters bool) {
	if alive, ok := l.alive[place]; ok {
		return alive
	}
	for i := 0; i < mostAliveAt && !matters; i++ {
		words, others := strings.Split(l.text(), " "), strings.Split(l.text(), " ")
		if place >= len(words) || place >= len(others) || words[place] == others[place] {
			continue
		}
		changed := slices.Clone(words)
		changed[place] = others[place]
		if i%2 == 0 && !isShort(words[place]) && !isShort(others[place]) {
			changed[place] = crossWord(words[place], others[place], l.draw)
		}
		k, ok := l.loaded(words)
		n, ok2 := l.loaded(changed)
		matters = ok && ok2 && k != n
	}
	l.alive[place] = matters
	return matters
}

func (l *lore) equal(a, b []string) bool {
	x, ok := l.loaded(a)
	y, ok2 := l.loaded(b)
	return ok && ok2 && x == y
}

// loaded returns the key of a text that Load accepts as it is.
func (l *lore) loaded(words []string) (key zobrist.Key, ok bool) {
	text := strings.Join(words, " ")
	if !l.accepts(text) {
		return 0, false
	}
	return l.do(0, Key, 0, "").Key, true
}
