package tester

import (
	"hash/crc32"
	"math"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist"
)

const (
	nullEvery = 5 // in a random game, one ply in this many is a null move

	// A random game is played again for each distance up to mostApart, with one move in exchangeEvery exchanged so far.
	mostApart     = 4
	exchangeEvery = 4
)

// playout checks a random game, or many short ones that explore.
func (l *live) playout(how course) {
	l.sample.salt = mix(how.seed + 1)
	if how.explorer == nil {
		l.excursion(how)
		return
	}
	how.plies = min(how.plies, excursion)
	for i := 0; i < excursions && !(l.alone && i >= fewer) && !l.late; i++ {
		how.apart, how.mostlyNull = 1+i%mostApart, i%4 == 3 // one side mostly stands still
		l.excursion(how)
	}
}

// excursion plays a random game. Unless it is a plain one, all is taken back, and the game is played
// again without asking after each move, and with moves exchanged.
func (l *live) excursion(how course) {
	states := l.roam(how)
	if how.apart > mostApart { // a plain game ends here
		return
	}
	line := l.steps(len(l.line))
	for i := len(states) - 2; i >= 0; i-- {
		l.back(line, i, states[i])
	}
	if !l.ended() {
		l.follow(line, func(*frame) {}, states)
	}
	for apart := 1; apart <= mostApart; apart++ {
		if how.apart == 0 || how.apart == apart {
			l.transpose(line, apart, how.seed)
		}
	}
}

// roam makes random moves, and tries the other moves of each position.
func (l *live) roam(how course) (states []state) {
	chooser, _ := l.games[0].Game.(Chooser)
	if how.steer || how.explorer != nil {
		chooser = nil
	}
	s := steering{met: make(map[string]bool)}
	f := l.frame(0)
	states = []state{l.arrive(f)}
	l.Roamed++
	for len(l.line) < how.plies && !l.over() && !l.wrong(f, 0) {
		if l.look(f); f.count == 0 {
			l.asides(f)
			break
		}
		if chooser == nil && l.mayPass() && how.draw(nullEvery) == 0 != how.mostlyNull {
			if l.step(Step{Call: Null}) {
				states = append(states, l.arrive(f))
				continue
			}
			l.unchanged(f, 0)
		}
		chosen, near := 0, math.MaxInt
		if chooser != nil {
			chosen = chooser.Choose(how.draw)
		} else {
			chosen = how.draw(f.count)
		}
		if chosen < 0 { // the game ends
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
			l.tries(f, chosen+1, l.few, see) // the chosen move last
		}
		l.asides(f)
		l.step(Step{Call: Make, Arg: int32(chosen), Text: f.nameOf(chosen)})
		states = append(states, l.arrive(f))
	}
	if !l.late {
		l.Ended++
	}
	return states
}

// mayPass reports whether a null move may be tried here.
func (l *live) mayPass() bool { return l.has(Null) && l.allowed(Step{Call: Null}) }

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

// follow plays a line, as far as its moves can be made, and takes it back. It calls stay at each place. If the
// line must lead through the same states as before, it asks for the key only after every one to four moves.
func (l *live) follow(line Script, stay func(f *frame), was []state) {
	const asked = 1<<0 | 1<<2 | 1<<5 | 1<<9 // of ten moves
	f, left := l.frame(0), 0
	start := l.arrive(f)
	stay(f)
	for i := 0; i < len(line) && left < mostApart && !l.over() && !l.wrong(f, 0); i++ {
		if !l.repeat(line[i]) {
			left++
			continue
		}
		if left = 0; was != nil && asked>>(i%10)&1 == 0 && i < len(line)-1 {
			continue
		}
		if now := l.arrive(f); was != nil && len(l.line) == i+1 && now.Value != was[i+1].Value {
			b := unlike("again", l.base(i+1), nil, Step{Call: Key}, now.Value, was[i+1].Value, -1)
			if b.Says = "playing the same line again"; now.Key == was[i+1].Key {
				b.Got[0].Call, b.Want[0].Call = Text, Text
			}
			l.fail(b)
		}
		stay(f)
	}
	l.back(l.steps(len(l.line)), 0, start)
}

// transpose plays a line again with some moves exchanged for the moves this number of plies later, such as the next of
// the same player. This often leads to positions seen before, which random games hardly do if a board fills.
func (l *live) transpose(line Script, apart int, seed uint64) {
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
	l.follow(line, func(*frame) {}, nil)
}

const (
	excursions = 40 // short games in one that explores
	fewer      = 12 // of a program that has one game at a time: it may be slow
	excursion  = 60 // plies of each

	shortWord = 4  // characters; a longer word describes many features
	mostWords = 8  // words of a text, at its end, that are looked at
	rareBits  = 16 // of the hash of a trait

	steerAfter = 8  // plies before a game turns back
	steerFor   = 32 // plies before it chooses another target
	wrongTurn  = 8  // one move in this many is random
)

// An explorer leads random games to positions with rare texts. It counts the positions with each trait: a letter
// in a place and a short word. In a FEN these are a piece on a rank, and the side, castling rights or en passant
// square. Blanks and slashes separate the places. Only one seed counts, so that it repeats the game.
type explorer []uint16

// traits calls see with a short hash of each trait of a text.
func traits(text string, see func(trait uint64)) {
	words, letters := make([]uint64, 1, 1+mostWords), make([]uint64, 1, 128)
	var seen [4]uint64
	place := uint64(0)
	for i := range len(text) {
		switch c := text[i]; {
		case c == ' ' || c == '/':
			place, seen = place+1, [4]uint64{}
		case (c < '0' || c > '9') && seen[c>>6]>>(c&63)&1 == 0:
			seen[c>>6] |= 1 << (c & 63)
			letters = append(letters, mix(place<<8+uint64(c)))
		}
	}
	for n := 0; n < mostWords && text != ""; n++ {
		at := strings.LastIndexByte(text, ' ')
		if word := text[at+1:]; word != "" && len(word) <= shortWord {
			words = append(words, mix(uint64(crc32.ChecksumIEEE([]byte(word))))) // in each process the same
		}
		text = text[:max(at, 0)]
	}
	for _, x := range letters {
		for _, y := range words {
			see((x ^ y) >> (64 - rareBits))
		}
	}
}

// rarity is greater if fewer of the positions visited had the rarest trait of this one.
func (e explorer) rarity(text string) (rarity int) {
	traits(text, func(t uint64) {
		// The rarest trait counts, and the others decide between equals.
		rare := 1 << 24 / (1 + int(e[t]))
		rarity = max(rarity, rare) + rare>>16
	})
	return rarity
}

// A steering leads a random game back to positions that are almost those met: counts may cancel each other in the key.
type steering struct {
	target string
	left   int             // plies until the next target
	met    map[string]bool // by this game only, so that its seed repeats it
}

// aim returns how far a text is from where the next move should lead, or nil: to rare texts, or near an earlier one.
func (s *steering) aim(how course, states []state) (far func(text string) int) {
	if how.explorer != nil {
		traits(last(states).Text, func(t uint64) { how.explorer[t]++ })
	}
	switch {
	case how.explorer == nil && (!how.steer || len(states) <= steerAfter) || how.draw(wrongTurn) == 0:
		return nil
	case how.explorer != nil:
		return func(text string) int { return -how.explorer.rarity(text) }
	}
	if s.left--; s.left < 0 {
		s.left = steerFor
		s.target = states[max(0, how.draw(len(states)-steerAfter/2))].Text
	}
	return func(text string) int {
		if s.met[text] {
			return math.MaxInt
		}
		s.met[text] = true
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
