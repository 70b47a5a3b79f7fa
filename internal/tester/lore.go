package tester

import (
	"fmt"
	"slices"
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
	ids   map[token]int32
	times []int           // how often each token was met
	with  [][]int32       // some of the positions that had it, if it is a short word
	pairs []tokens        // and the tokens that were met in one text with it
	alive map[int]bool    // by place: see matters
	other map[string]bool // exchanges of words: see same
}

// A token is a short word in its place, or a character of a long one.
type token struct {
	place, at int // at is -1 for a word
	text      string
}

// tokens is a set of these.
type tokens []uint64

func (t *tokens) add(id int32) {
	for len(*t) <= int(id/64) {
		*t = append(*t, 0)
	}
	(*t)[id/64] |= 1 << (id % 64)
}

func (t tokens) has(id int32) bool { return id >= 0 && int(id/64) < len(t) && t[id/64]>>(id%64)&1 == 1 }

func isShort(words []string, i int) bool {
	return len(words[i]) <= mostLittle && i >= len(words)-mostLast
}

func (x *crosser) learn() *lore {
	l := &lore{crosser: x, ids: map[token]int32{}, alive: map[int]bool{}, other: map[string]bool{}}
	for n, m := range x.seen.all {
		l.read(strings.Split(m.text, " "), int32(n))
	}
	return l
}

// tokens returns the short words of a text and the characters of the others. Unknown ones are -1.
func (l *lore) tokens(words []string, learn bool) (short, long []int32) {
	number := func(t token) int32 {
		id, ok := l.ids[t]
		if !ok {
			if id = -1; learn && (t.at >= 0 || len(l.ids) < mostLore) {
				id = int32(len(l.ids))
				l.ids[t] = id
				l.times, l.with, l.pairs = append(l.times, 0), append(l.with, nil), append(l.pairs, nil)
			}
		}
		return id
	}
	for i, w := range words {
		if isShort(words, i) {
			short = append(short, number(token{i, -1, w}))
			continue
		}
		for at := range len(w) {
			long = append(long, number(token{i, at, w[at : at+1]}))
		}
	}
	return short, long
}

// read learns from one text.
func (l *lore) read(words []string, text int32) {
	short, long := l.tokens(words, true)
	all := slices.Concat(short, long)
	for i, id := range all {
		if id < 0 {
			continue
		}
		if l.times[id]++; i >= len(short) {
			continue
		}
		if len(l.with[id]) < mostWith {
			l.with[id] = append(l.with[id], text)
		} else if text%7 == 0 { // not only those of the first games
			l.with[id][text/7%mostWith] = text
		}
		for _, other := range all[i+1:] {
			if other >= 0 {
				l.pairs[id].add(other)
			}
		}
	}
}

// fits reports whether every short word of a text occurred, together with every other, and
// with every character of the long words in its place if chance made that likely.
func (l *lore) fits(words []string) bool {
	short, long := l.tokens(words, false)
	if !l.paired(short) {
		return false
	}
	for _, id := range short {
		for _, c := range long {
			if c >= 0 && !l.pairs[id].has(c) && l.times[id]*l.times[c] > fewExpected*l.From {
				return false
			}
		}
	}
	return true
}

// paired reports whether each short word of a text occurred with every other.
func (l *lore) paired(short []int32) bool {
	for i, id := range short {
		for _, other := range short[i+1:] {
			if id < 0 || !l.pairs[id].has(other) {
				return false
			}
		}
	}
	return !slices.Contains(short, -1)
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
		fmt.Fprintf(&id, "%d %q %q ", i, x[i], y[i])
		if with := l.with[l.ids[token{i, -1, x[i]}]]; from == nil || len(with) < len(from) {
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
		changed := slices.Clone(words)
		fits := len(words) == len(x)
		for i := 0; i < len(x) && fits; i++ {
			if x[i] != y[i] {
				fits, changed[i] = words[i] == x[i], y[i]
			}
		}
		if short, _ := l.tokens(changed, false); !fits || !l.paired(short) {
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
		changed := slices.Clone(words)
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
	return l.ask(Key).Key, true
}
