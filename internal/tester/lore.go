package tester

import (
	"fmt"
	"strings"

	"github.com/zobrist-go/zobrist"
)

const (
	mostLittle  = 6    // characters of a short word; a longer one, such as a board, has many features
	mostLast    = 8    // short words of a text, at its end
	mostLore    = 2048 // short words that are told apart
	mostWith    = 256  // texts kept of each
	mostLoads   = 40   // texts loaded to judge one exchange of words
	mostAlive   = 300  // texts loaded to find out whether a word matters at all
	fewExpected = 4    // texts: if chance gives a word and a character no more, none means nothing
)

// A lore is what the texts of positions that occurred tell about texts that did not: Load
// may accept the text of a position that no game has, and two of these may be one to the
// game. Then their equal keys are no mistake.
type lore struct {
	*crosser
	words map[wordAt]*word
	chars map[int][][256]int // how often each character was met, by the place of a long word
	alive map[int]bool       // by place: see matters
	other map[string]bool    // exchanges of words: see same
}

type wordAt struct {
	place int
	text  string
}

// A word is short, and some positions had it.
type word struct {
	times int
	with  []int32          // some of these positions
	words map[*word]bool   // the short words after it in one text
	chars map[[2]int]*bits // the characters in the long words, by place and index
}

type bits [4]uint64

func (b *bits) add(c byte)      { b[c/64] |= 1 << (c % 64) }
func (b *bits) has(c byte) bool { return b != nil && b[c/64]>>(c%64)&1 == 1 }

func isShort(words []string, i int) bool {
	return len(words[i]) <= mostLittle && i >= len(words)-mostLast
}

func (x *crosser) learn() *lore {
	l := &lore{crosser: x, words: map[wordAt]*word{}, chars: map[int][][256]int{}, alive: map[int]bool{}, other: map[string]bool{}}
	for n, m := range x.seen.all {
		l.read(strings.Split(m.text, " "), int32(n))
	}
	return l
}

// read learns from one text.
func (l *lore) read(words []string, text int32) {
	var here []*word
	for i, w := range words {
		if known := l.words[wordAt{i, w}]; !isShort(words, i) {
			for len(l.chars[i]) < len(w) {
				l.chars[i] = append(l.chars[i], [256]int{})
			}
			for at := range len(w) {
				l.chars[i][at][w[at]]++
			}
		} else if known == nil && len(l.words) < mostLore {
			known = &word{words: map[*word]bool{}, chars: map[[2]int]*bits{}}
			l.words[wordAt{i, w}] = known
			here = append(here, known)
		} else if known != nil {
			here = append(here, known)
		}
	}
	for i, w := range here {
		if w.times++; len(w.with) < mostWith {
			w.with = append(w.with, text)
		} else if text%7 == 0 { // not only those of the first games
			w.with[text/7%mostWith] = text
		}
		for _, other := range here[i+1:] {
			w.words[other] = true
		}
		for place, long := range words {
			for at := 0; at < len(long) && !isShort(words, place); at++ {
				if w.chars[[2]int{place, at}] == nil {
					w.chars[[2]int{place, at}] = &bits{}
				}
				w.chars[[2]int{place, at}].add(long[at])
			}
		}
	}
}

// fits reports whether every short word of a text occurred, together with every other, and
// with every character of the long words in its place if chance made that likely.
func (l *lore) fits(words []string) bool {
	here, ok := l.paired(words)
	for place, long := range words {
		for at := 0; at < len(long) && ok && !isShort(words, place); at++ {
			times := 0
			if at < len(l.chars[place]) {
				times = l.chars[place][at][long[at]]
			}
			for _, w := range here {
				ok = ok && (w.chars[[2]int{place, at}].has(long[at]) || w.times*times <= fewExpected*l.From)
			}
		}
	}
	return ok
}

// paired returns the short words of a text, and whether each occurred with every other.
func (l *lore) paired(words []string) (here []*word, ok bool) {
	for i, text := range words {
		if !isShort(words, i) {
			continue
		}
		w := l.words[wordAt{i, text}]
		for _, before := range here {
			if !before.words[w] {
				return nil, false
			}
		}
		if here = append(here, w); w == nil {
			return nil, false
		}
	}
	return here, true
}

// mistaken reports whether two texts with one key are a mistake: both could be those of
// positions that a game has, the words in which they differ matter elsewhere, and the
// exchange of short words shows in no key of a position that occurred with either.
func (l *lore) mistaken(text, other string) bool {
	x, y := strings.Split(text, " "), strings.Split(other, " ")
	if len(x) != len(y) || !l.fits(x) || !l.fits(y) {
		return false
	}
	long := false
	for i := range x {
		if x[i] == y[i] {
			continue
		}
		if !l.matters(i) {
			return false // it may follow from the others
		}
		long = long || !isShort(x, i) || !isShort(y, i)
	}
	return long || l.same(x, y) && l.same(y, x)
}

// same reports whether in a text that occurred with the short words of x, those of y in their
// places keep the key.
func (l *lore) same(x, y []string) bool {
	var id strings.Builder
	var from []int32
	for i := range x {
		if x[i] == y[i] {
			continue
		}
		id.WriteString(fmt.Sprintf("%d %q %q ", i, x[i], y[i]))
		if with := l.words[wordAt{i, x[i]}].with; from == nil || len(with) < len(from) {
			from = with
		}
	}
	if same, ok := l.other[id.String()]; ok {
		return same
	}
	first := l.draw(max(1, len(from)))
	same, loads := false, 0
	for n := range from {
		words := strings.Split(l.seen.all[from[(first+n)%len(from)]].text, " ")
		changed := append([]string(nil), words...)
		fits := len(words) == len(x)
		for i := 0; i < len(x) && fits; i++ {
			if x[i] != y[i] {
				fits, changed[i] = words[i] == x[i], y[i]
			}
		}
		if fits {
			_, fits = l.paired(changed)
		}
		if !fits {
			continue
		}
		if loads++; loads > mostLoads || same {
			break
		}
		k, ok := l.loaded(words)
		n, ok2 := l.loaded(changed)
		same = ok && ok2 && k == n
	}
	l.other[id.String()] = same
	return same
}

// matters reports whether an exchange of the word in a place, or of a character of it,
// changes the key of some text that occurred.
func (l *lore) matters(place int) (matters bool) {
	if alive, ok := l.alive[place]; ok {
		return alive
	}
	for i := 0; i < mostAlive && !matters; i++ {
		words, others := strings.Split(l.text(), " "), strings.Split(l.text(), " ")
		if place >= len(words) || place >= len(others) || words[place] == others[place] {
			continue
		}
		changed := append([]string(nil), words...)
		changed[place] = others[place]
		if i%2 == 0 && !isShort(words, place) {
			changed[place] = crossWord(words[place], others[place], l.draw)
		}
		k, ok := l.loaded(words)
		n, ok2 := l.loaded(changed)
		matters = ok && ok2 && k != n
	}
	l.alive[place] = matters
	return matters
}

// loaded returns the key of a text that Load accepts as it is.
func (l *lore) loaded(words []string) (key zobrist.Key, ok bool) {
	if !l.accepts(strings.Join(words, " ")) {
		return 0, false
	}
	return l.do(0, Key, 0, "").Key, true
}
