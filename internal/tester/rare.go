package tester

import (
	"math"
	"slices"

	"github.com/zobrist-go/zobrist/internal/words"
)

const (
	excursions = 40 // of an exploring game
	excursion  = 60 // plies after the line to a find

	rareBits  = 16
	shortWord = 4 // characters; a longer word describes many features
	mostWords = 8 // short words of a text, at its end, that are looked at

	steerAfter = 8  // plies before a game turns back
	steerFor   = 32 // plies before it chooses another target
	wrongTurn  = 8  // one move in this many is random
	mostCells  = 160
)

// An explorer leads a random game to positions with rare texts. It counts the positions with
// each trait: a letter in a place, a short word, or both. In a FEN these are a piece on a
// rank, and the side, castling rights or en passant square. Blanks and slashes separate the
// places. Only one game counts, so that its seed repeats it.
type explorer struct {
	counts [1 << rareBits]uint16
	finds  []find
	traits []uint16 // these three belong to rarity
	places []uint64
	words  []uint64
}

// A find is the rarest position of an excursion.
type find struct {
	line []placed
	text string
}

// course chooses excursion number i: most begin at the rarest find so far.
func (e *explorer) course(i int, how course) (course, []placed) {
	var from find
	if i%4 > 0 && e.finds != nil {
		from = slices.MaxFunc(e.finds, func(a, b find) int { return e.rarity(a.text) - e.rarity(b.text) })
	}
	how.plies = min(how.plies, len(from.line)+excursion)
	how.apart = 1 + i%mostApart
	how.mostlyNull = i%4 == 3 // lets one side move, while the other stands
	return how, from.line
}

// visit counts the positions of an excursion, and keeps the rarest.
func (e *explorer) visit(line []placed, states []state, from int) {
	if len(line) < from {
		return // it could not be repeated
	}
	states = states[from:]
	best, rarest := 0, -1
	for i, s := range states {
		if r := e.rarity(s.Text); r >= rarest {
			best, rarest = i, r
		}
	}
	e.finds = append(e.finds, find{line[:from+best], states[best].Text})
	for _, s := range states {
		e.rarity(s.Text) // for its traits
		for _, t := range e.traits {
			e.counts[t] = max(e.counts[t], e.counts[t]+1)
		}
	}
}

// rarity is greater if fewer of the positions visited had the rarest trait of this one. It
// takes time in proportion to the text.
func (e *explorer) rarity(text string) (rarity int) {
	e.traits, e.places, e.words = e.traits[:0], append(e.places[:0], 0), append(e.words[:0], 0)
	place, letters, word, length := uint64(1), uint64(0), uint64(0), 0
	for i := range len(text) {
		c := text[i]
		if c != ' ' && c != '/' {
			word, length = (word^uint64(c))*hashFactor, length+1
			if bit := uint64(1) << (c & 63); letters&bit == 0 && (c < '0' || c > '9') {
				letters |= bit
				e.places = append(e.places, (place<<8|uint64(c))*hashFactor)
			}
			if i < len(text)-1 {
				continue
			}
		}
		if length <= shortWord && c != '/' {
			e.words = append(e.words, word)
		}
		place++
		letters, word, length = 0, place, 0
	}
	for _, x := range e.places {
		for _, y := range e.words[max(0, len(e.words)-mostWords):] {
			t := uint16((x ^ y) * hashFactor >> (64 - rareBits))
			e.traits = append(e.traits, t)
			// The rarest trait counts, and the others decide between equals.
			n := 1 + int(e.counts[t])
			rarity = max(rarity, 1<<24/n) + 1<<8/n
		}
	}
	return rarity
}

// A steering leads a random game: back to positions that are almost equal to an earlier one,
// which show counts that cancel each other in the key, or to rare ones.
type steering struct {
	target string
	left   int                 // plies until the next target
	met    map[string]struct{} // by this game only, so that its seed repeats it
	rare   *explorer           // prefers rare positions to near ones, unless nil
}

// aim returns how far a text is from where the next move should lead, or nil. It avoids positions
// that this game met before.
func (s *steering) aim(how course, states []state) (far func(text string) int) {
	if s.rare != nil && how.draw(wrongTurn) > 0 {
		return func(text string) int { return -s.rare.rarity(text) }
	}
	if !how.steer || len(states) <= steerAfter || how.draw(wrongTurn) == 0 {
		return nil
	}
	if s.met == nil {
		s.met = make(map[string]struct{})
	}
	if s.left--; s.left < 0 {
		s.left = steerFor
		s.target = states[max(0, how.draw(len(states)-steerAfter/2))].Text
	}
	return func(text string) int {
		if _, ok := s.met[text]; ok {
			return math.MaxInt
		}
		s.met[text] = struct{}{}
		return distance(text, s.target)
	}
}

// distance returns the edit distance of two texts: how many characters to change,
// insert or delete. For long texts, and texts of the same length, it returns an upper
// bound.
func distance(a, b string) int {
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	if len(a) == 0 || len(b) == 0 {
		return len(a) + len(b)
	}
	if len(a) != len(b) && max(len(a), len(b)) <= mostCells {
		return words.Distance(a, b)
	}
	n := max(len(a), len(b)) - min(len(a), len(b))
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			n++
		}
	}
	return n
}
