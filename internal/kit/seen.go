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
)

// seen remembers the positions of a run, their keys, and a line to each.
type seen struct {
	met       []met
	byText    map[uint64]int32 // the index in met, by a hash of the text
	byKey     map[zobrist.Key]int32
	nodes     []node   // trees of lines; the roots are the starting positions
	starts    []string // the starting positions
	shorter   bool     // keep the shortest line to each position, not the first
	text      int
	words     wordCounts
	rareTexts []string // the texts in which each word was first seen
	again     int      // how often a position was met again
	other     string   // says that a position has other moves after another line; or ""
}

// met records the first visit of a position, and its moves when they were first listed.
type met struct {
	text  string
	key   zobrist.Key
	node  int32 // the end of the line to it
	moves int32
	names uint64 // a hash of the moves that does not depend on their order
	at    int32  // the end of the line after which they were listed
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
	s := &seen{nodes: make([]node, len(starts)), starts: starts}
	s.forget(nil)
	return s
}

// find returns the record of a position, or nil.
func (s *seen) find(text string) *met {
	if i, ok := s.byText[maphash.String(hashSeed, text)]; ok && s.met[i].text == text {
		return &s.met[i]
	}
	return nil
}

// contradicts returns the kind of bug and the earlier position, if an earlier position
// contradicts that this position has this key. Else it returns the record of this
// position, or nil.
func (s *seen) contradicts(position string, key zobrist.Key) (wrong kind, before *met) {
	if m := s.find(position); m != nil {
		if m.key != key {
			return route, m
		}
		return none, m
	}
	if i, ok := s.byKey[key]; ok {
		return collision, &s.met[i]
	}
	return none, nil
}

// visit records that a line from a start leads to a position with this key, unless an
// earlier position contradicts that. It reports whether the position is new.
func (s *seen) visit(position string, key zobrist.Key, start int, line []move) (wrong kind, before *met, isNew bool) {
	wrong, before = s.contradicts(position, key)
	switch {
	case wrong != none:
		return wrong, before, false
	case before != nil:
		if s.nodes[before.node].move.line != lineHash(line) {
			s.again++
		}
		if s.shorter && len(line) < int(s.nodes[before.node].depth) {
			before.node = s.remember(start, line)
		}
		return none, before, false
	}
	if len(s.met) == mostSeen || s.text+len(position) > mostText {
		s.forget(line)
	}
	s.text += len(position)
	i := int32(len(s.met))
	s.met = append(doubled(s.met), met{text: position, key: key, node: s.remember(start, line)})
	s.byText[maphash.String(hashSeed, position)], s.byKey[key] = i, i
	return none, nil, true
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
	m := s.find(position)
	if s.other != "" || len(names) == 0 || m == nil { // a repetition may end the game
		return
	}
	hash := uint64(0)
	for _, name := range names {
		hash += maphash.String(hashSeed, name)
	}
	if m.moves == 0 {
		m.moves, m.names, m.at = int32(len(names)), hash, s.remember(start, line)
	}
	if int(m.moves) == len(names) && m.names == hash {
		return
	}
	from, before := s.line(m.at)
	s.other = fmt.Sprintf("\nPosition may lack something (or the rules forbid repetitions): the same position has %d moves %s and %d %s",
		len(names), where(s.starts[start], line), m.moves, where(from, before))
	if int(m.moves) == len(names) {
		s.other += ", with other names"
	}
}

// forget removes all positions, in the middle of a line.
func (s *seen) forget(line []move) {
	s.met, s.byText, s.byKey = s.met[:0], make(map[uint64]int32), make(map[zobrist.Key]int32)
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
		s.nodes = append(doubled(s.nodes), node{at, int32(i + 1), line[i]})
		at = int32(len(s.nodes) - 1)
		line[i].node = at
	}
	return at
}

// doubled doubles the capacity of a full slice, which append does only for short ones.
func doubled[T any](all []T) []T {
	if len(all) == cap(all) {
		return slices.Grow(all, len(all))
	}
	return all
}

// line returns the moves to a node, and their starting position.
func (s *seen) line(at int32) (from string, line []move) {
	for ; int(at) >= len(s.starts); at = s.nodes[at].parent {
		line = append(line, s.nodes[at].move)
	}
	slices.Reverse(line)
	return s.starts[at], line
}
