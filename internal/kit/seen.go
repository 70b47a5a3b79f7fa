package kit

import (
	"cmp"
	"fmt"
	"hash/maphash"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist"
)

// mostSeen and mostText limit the number of stored positions and the bytes of their
// texts. At either limit, all positions are forgotten.
const (
	mostSeen = 1 << 18
	mostText = 1 << 25

	// The words of a text count up to this place, and in each place up to this number.
	wordPlaces = 16
	manyWords  = 64

	mostTexts = 1 << 12 // a sample of the texts
)

// seen remembers the positions of a run, their keys, and a line to each.
type seen struct {
	positions map[string]met
	keys      map[zobrist.Key]string // the position of each key
	nodes     []node                 // trees of lines; the roots are the starting positions
	starts    []string               // the starting positions
	shorter   bool                   // keep the shortest line to each position, not the first
	text      int
	words     wordCounts
	rareTexts []string // the texts in which each word was first seen
	texts     []string // a random sample of all texts
	added     uint64   // how many there were
	again     int      // how often a position was met again

	moves map[string]listed // the moves of each position
	other string            // says that a position has other moves after another line; or ""
}

// listed records the moves of a position when they were first listed.
type listed struct {
	count int
	names uint64 // a hash that does not depend on the order
	node  int32  // the end of the line to it
}

// met records the first visit of a position.
type met struct {
	key  zobrist.Key
	node int32 // the end of the line to it
}

type node struct {
	parent int32
	depth  int32
	move   move
}

// newSeen returns an empty seen for lines from the given starting positions. "" is
// the position of a new game, and the default.
func newSeen(starts ...string) *seen {
	if starts == nil {
		starts = []string{""}
	}
	s := &seen{
		positions: make(map[string]met),
		keys:      make(map[zobrist.Key]string),
		moves:     make(map[string]listed),
		nodes:     make([]node, len(starts)),
		starts:    starts,
	}
	return s
}

// contradicts returns the kind of bug and the earlier position, if an earlier position
// contradicts that this position has this key. If the position was met before, it also
// returns that.
func (s *seen) contradicts(position string, key zobrist.Key) (wrong kind, before string, m met, ok bool) {
	if m, ok = s.positions[position]; ok {
		if m.key != key {
			return route, position, m, ok
		}
	} else if before, ok := s.keys[key]; ok {
		return collision, before, m, false
	}
	return none, "", m, ok
}

// visit records that a line from a start leads to a position with this key, unless an
// earlier position contradicts that. It reports whether the position is new.
func (s *seen) visit(position string, key zobrist.Key, start int, line []move) (wrong kind, before string, isNew bool) {
	wrong, before, m, ok := s.contradicts(position, key)
	switch {
	case wrong != none:
		return wrong, before, false
	case ok:
		if s.nodes[m.node].move.line != lineHash(line) {
			s.again++
		}
		if s.shorter && len(line) < int(s.nodes[m.node].depth) {
			m.node = s.remember(start, line)
			s.positions[position] = m
		}
		return none, "", false
	}
	if len(s.positions) == mostSeen || s.text+len(position) > mostText {
		s.forget(line)
	}
	s.sample(position)
	s.text += len(position)
	s.positions[position] = met{key, s.remember(start, line)}
	s.keys[key] = position
	return none, "", true
}

// sample keeps each text with the same probability.
func (s *seen) sample(position string) {
	s.added++
	if len(s.texts) < mostTexts {
		s.texts = append(s.texts, position)
	} else if at := zobrist.NewSplitMix64(0).At(s.added) % s.added; at < mostTexts {
		s.texts[at] = position
	}
}

// wordCounts says how often each word was met, by its place in a text.
type wordCounts [wordPlaces]map[string]*int

// add counts the words of a text. It returns how often the rarest of them was met before
// in its place. Words of places with many different words, such as a board, do not count.
func (c *wordCounts) add(text string) (rarest int) {
	rarest = math.MaxInt
	for place, more := 0, true; place < len(c) && more; place++ {
		var word string
		word, text, more = strings.Cut(text, " ")
		words := c[place]
		switch n := words[word]; {
		case len(words) >= manyWords:
		case n == nil:
			if words == nil {
				c[place] = make(map[string]*int)
			}
			one := 1
			c[place][word], rarest = &one, 0
		default:
			rarest = min(rarest, *n)
			*n++
		}
	}
	return rarest
}

// rarest names the words that were met least, by place.
func (c *wordCounts) rarest() string {
	const most = 3
	var places []string
	for place, words := range c {
		if len(words) < 2 || len(words) >= manyWords {
			continue
		}
		all := slices.SortedFunc(maps.Keys(words), func(a, b string) int { return cmp.Or(cmp.Compare(*words[a], *words[b]), cmp.Compare(a, b)) })
		for i, word := range all {
			all[i] = fmt.Sprintf("%q %d", word, *words[word])
		}
		places = append(places, fmt.Sprintf("word %d: %s (of %d words)", place+1, strings.Join(all[:min(most, len(all))], ", "), len(all)))
	}
	if places == nil {
		return ""
	}
	return "\nthe words of Position that were met least (add starting positions for more of them): " + strings.Join(places, "; ")
}

// list records the moves of a position that was added. Equal positions with other
// moves are no mistake if the rules forbid repetitions, so list only says so, once.
func (s *seen) list(position string, names []string, start int, line []move) {
	if s.other != "" || len(names) == 0 { // a repetition may end the game
		return
	}
	now := listed{count: len(names)}
	for _, name := range names {
		now.names += maphash.String(hashSeed, name)
	}
	was, ok := s.moves[position]
	switch {
	case !ok:
		if _, ok := s.positions[position]; ok {
			now.node = s.remember(start, line)
			s.moves[position] = now
		}
		return
	case was.count == now.count && was.names == now.names:
		return
	}
	from, before := s.line(was.node)
	s.other = fmt.Sprintf("Position may lack something (or the rules forbid repetitions): the same position has %d moves %s and %d %s",
		now.count, where(s.starts[start], line), was.count, where(from, before))
	if was.count == now.count {
		s.other += ", with other names"
	}
}

// note returns what list says, on a line of its own.
func (s *seen) note() string {
	if s.other == "" {
		return ""
	}
	return "\n" + s.other
}

// forget removes all positions, in the middle of a line.
func (s *seen) forget(line []move) {
	clear(s.positions)
	clear(s.keys)
	clear(s.moves)
	s.nodes, s.text = s.nodes[:len(s.starts)], 0
	for i := range line {
		line[i].node = 0
	}
}

// remember adds a line to the tree and returns its last node.
func (s *seen) remember(start int, line []move) int32 {
	known := len(line)
	for known > 0 && line[known-1].node == 0 {
		known--
	}
	at := int32(start)
	if known > 0 {
		at = line[known-1].node
	}
	for i := known; i < len(line); i++ {
		s.nodes = append(s.nodes, node{at, int32(i + 1), line[i]})
		at = int32(len(s.nodes) - 1)
		line[i].node = at
	}
	return at
}

// line returns the moves to a node, and their starting position.
func (s *seen) line(at int32) (from string, line []move) {
	for ; int(at) >= len(s.starts); at = s.nodes[at].parent {
		line = append(line, s.nodes[at].move)
	}
	slices.Reverse(line)
	return s.starts[at], line
}
