package tester

import (
	"math"
	"slices"
	"time"

	"github.com/zobrist-go/zobrist"
)

const (
	nullEvery = 5 // in a random game, one ply in this many is a null move

	// A random game is played again once for each distance up to mostApart, with one move in
	// exchangeEvery exchanged for one that many plies later.
	mostApart     = 4
	exchangeEvery = 4
)

// playout checks a random game. At the end the game is back at its start.
func (l *live) playout(how course) {
	l.sample.salt = mix(how.seed + 1)
	if !how.explore {
		l.excursion(how, &steering{}, nil)
		return
	}
	e := &explorer{}
	for i := 0; i < excursions && !l.late; i++ {
		how, from := e.course(i, how)
		line, states := l.excursion(how, &steering{rare: e}, from)
		e.visit(line, states, len(from))
	}
}

// excursion plays a random game that begins with a line. Then it takes all back, and plays the
// game again without asking after each move, and with moves exchanged.
func (l *live) excursion(how course, s *steering, from []placed) (line []placed, states []state) {
	states = l.roam(how, s, from)
	line = slices.Clone(l.line)
	if how.apart > mostApart { // a plain game ends here
		return line, states
	}
	for i := len(states) - 2; i >= 0; i-- {
		l.back(line, i, states[i])
	}
	if !l.ended() && len(states) == len(line)+1 { // else the line did not begin here
		l.again(line, states)
	}
	for apart := 1; apart <= mostApart; apart++ {
		if how.apart == 0 || how.apart == apart {
			l.transpose(line, apart, how.seed)
		}
	}
	return line, states
}

// roam makes the moves of a line, then random moves. It also tries the other moves of
// each position after the line.
func (l *live) roam(how course, s *steering, line []placed) (states []state) {
	chooser, _ := l.games[0].Game.(Chooser)
	if how.steer || how.explore {
		chooser = nil
	}
	f := l.frame(0)
	states = append(make([]state, 0, len(line)+16), l.arrive(f))
	for _, p := range line {
		if l.repeat(p.Step) {
			states = append(states, l.arrive(f))
		}
	}
	for len(l.line) < how.plies && !l.over() && !l.wrong(f, 0) {
		if l.look(f); f.count == 0 {
			l.asides(f, asides)
			break
		}
		now := &states[len(states)-1]
		now.list, now.names = slices.Clone(f.names), f.vals[l.names]
		l.asides(f, passing)
		if chooser == nil && l.mayPass() && how.draw(nullEvery) == 0 != how.mostlyNull {
			if null := (Step{Call: Null}); l.step(null) {
				states = append(states, l.arrive(f))
				continue
			} else {
				l.unchanged(f, 0, null)
			}
		}
		chosen, near := 0, math.MaxInt
		if chooser != nil {
			chosen = chooser.Choose(how.draw)
		} else {
			chosen = how.draw(f.count)
		}
		if chosen < 0 {
			break
		}
		var see func(int32)
		if far := s.aim(how, states); far != nil {
			see = func(i int32) {
				if d := far(f.vals[l.nodes[l.made].ask[2]].Text); d < near {
					chosen, near = int(i), d
				}
			}
		}
		if chooser == nil {
			l.tries(f, chosen+1, l.most(), see) // the chosen move last
		}
		l.asides(f, asides)
		l.step(Step{Call: Make, Arg: int32(chosen), Text: f.nameOf(chosen)})
		states = append(states, l.arrive(f))
	}
	if l.Roamed++; !l.late {
		l.Ended++
	}
	return states
}

// mayPass reports whether a null move may be tried here.
func (l *live) mayPass() bool { return l.has(Null) && l.allowed(Step{Call: Null}) }

// most returns the number of moves to try in a position. In a slow game, one position
// takes at most an eighth of the time.
func (l *live) most() int {
	if l.few > 0 {
		return l.few
	}
	if l.deadline.IsZero() || l.Positions == 0 {
		return mostTried
	}
	each := time.Since(l.sample.began) / time.Duration(l.Positions)
	return int(min(mostTried, max(1, l.deadline.Sub(l.sample.began)/8/max(1, each))))
}

// repeat makes a move of an earlier line, if it can be made.
func (l *live) repeat(st Step) bool {
	if st.Call == Null {
		return l.mayPass() && l.step(st)
	}
	l.cursor.node = 0
	if len(l.line) < l.plies {
		st.Arg = l.find(&l.games[0], st)
	}
	return len(l.line) < l.plies && st.Arg >= 0 && l.step(st)
}

// again plays a line once more, as far as its moves can be made, and takes it back. If it must lead
// through the same states, it asks for the key only after every one to four moves.
func (l *live) again(line []placed, was []state) {
	const asked = 1<<0 | 1<<2 | 1<<5 | 1<<9 // of ten moves
	f, left := l.frame(0), 0
	states, places := []state{l.arrive(f)}, []int{0}
	for i, p := range line {
		if left == mostApart || len(l.line) >= l.plies || l.over() {
			break
		}
		if !l.repeat(p.Step) {
			if was != nil {
				return // other checks report this
			} else if p.Call != Null {
				left++
			}
			continue
		}
		if left = 0; was != nil && asked>>(i%10)&1 == 0 && i < len(line)-1 {
			continue
		}
		now := l.arrive(f)
		if states, places = append(states, now), append(places, len(l.line)); was != nil && now.Value != was[i+1].Value {
			read := Step{Call: Key}
			if now.Key == was[i+1].Key {
				read.Call = Text
			}
			b := unlike("again", l.base(len(l.line)), nil, read, now.Value, was[i+1].Value, -1)
			b.Says = "playing the same line again"
			l.fail(b)
		}
	}
	line = slices.Clone(l.line)
	for i := len(states) - 2; i >= 0; i-- {
		l.back(line, places[i], states[i])
	}
}

// transpose plays a line again with some moves exchanged for the moves this number of plies
// later, such as the next of the same player. This often leads to positions seen before,
// which random games hardly do if a board fills.
func (l *live) transpose(line []placed, apart int, seed uint64) {
	if !is[MoveStringer](&l.games[0]) || !l.has(Text) || len(line) == 0 {
		return
	}
	line = slices.Clone(line)
	draw := drawFrom(zobrist.NewSplitMix64(seed + uint64(apart)))
	for i := 0; i+apart < len(line); i++ {
		if draw(exchangeEvery) == 0 {
			line[i], line[i+apart] = line[i+apart], line[i]
			i += apart
		}
	}
	l.again(line, nil)
}

const (
	excursions = 40 // of an exploring game
	excursion  = 60 // plies after the line to a find

	rareBits  = 16
	shortWord = 4 // characters; a longer word describes many features
	mostWords = 8 // short words of a text, at its end, that are looked at

	steerAfter = 8  // plies before a game turns back
	steerFor   = 32 // plies before it chooses another target
	wrongTurn  = 8  // one move in this many is random
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
	e.places, e.words = append(e.places[:0], 0), append(e.words[:0], 0)
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
	traits, words := e.traits[:0], e.words[max(0, len(e.words)-mostWords):]
	for _, x := range e.places {
		for _, y := range words {
			t := uint16((x ^ y) * hashFactor >> (64 - rareBits))
			traits = append(traits, t)
			// The rarest trait counts, and the others decide between equals.
			rare := 1 << 24 / (1 + uint32(e.counts[t]))
			rarity = max(rarity, int(rare)) + int(rare>>16)
		}
	}
	e.traits = traits
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

// distance returns about how many characters of two texts differ.
func distance(a, b string) int {
	n := max(len(a), len(b)) - min(len(a), len(b))
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			n++
		}
	}
	return n
}
