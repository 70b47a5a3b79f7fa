package kit

import "slices"

const (
	excursions = 40 // of an exploring game
	excursion  = 60 // plies after the line to a find

	rareBits  = 16
	shortWord = 4 // characters; a longer word describes many features
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
	line []move
	text string
}

// course chooses excursion number i: most begin at the rarest find so far.
func (e *explorer) course(i int, how course) (course, []move) {
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
func (e *explorer) visit(line []move, states []state, from int) {
	if len(line) < from {
		return // it could not be repeated
	}
	states = states[from:]
	best, rarest := 0, -1
	for i, s := range states {
		if r := e.rarity(s.position); r >= rarest {
			best, rarest = i, r
		}
	}
	e.finds = append(e.finds, find{line[:from+best], states[best].position})
	for _, s := range states {
		e.rarity(s.position)
		for _, t := range e.traits {
			e.counts[t] = max(e.counts[t], e.counts[t]+1)
		}
	}
}

// rarity is greater if fewer of the positions visited had the rarest trait of this one.
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
		for _, y := range e.words {
			t := uint16((x ^ y) * hashFactor >> (64 - rareBits))
			e.traits = append(e.traits, t)
			// The rarest trait counts, and the others decide between equals.
			n := 1 + int(e.counts[t])
			rarity = max(rarity, 1<<24/n) + 1<<8/n
		}
	}
	return rarity
}
