package tester

import (
	"hash/crc32"
	"math"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist"
)

// The constants of this file say where to look. None can make a right key wrong: another value only
// finds some bugs later and others sooner.
const (
	// One ply in nullEvery of a random game is a null move: a game of twenty plies has four, and
	// most moves still follow another move.
	nullEvery = 5

	// A random game is played again for each distance up to mostGap, with one move in
	// exchangeEvery exchanged so far. Two plies are the next move of the same player, and four the
	// one after it. If more moves were exchanged, fewer of the rest could be made.
	mostGap       = 4
	exchangeEvery = 4

	// In one short game of standsStillEvery, one side mostly passes, so that the other makes many
	// moves in a row, and gets far.
	standsStillEvery = 4
)

// playout checks a random game, or many short ones that explore.
func (l *live) playout(how course) {
	l.sample.salt = mix(how.seed + 1)
	if how.explorer == nil {
		l.excursion(how)
		return
	}
	how.plies = min(how.plies, excursion)
	games := excursions
	if l.alone {
		games = fewAlone
	}
	for i := 0; i < games && !l.late; i++ {
		how.gap = 1 + i%mostGap
		how.mostlyNull = i%standsStillEvery == standsStillEvery-1
		l.excursion(how)
	}
}

// excursion plays a random game. Unless it is a plain one, all is taken back, and the game is
// played again without asking after each move, and with moves exchanged.
func (l *live) excursion(how course) {
	states := l.randomLine(how)
	if how.gap > mostGap { // a plain game ends here
		return
	}
	line := l.steps(len(l.line))
	for i := len(states) - 2; i >= 0; i-- {
		l.back(line, i, states[i])
	}
	if !l.ended() {
		l.follow(line, func(*frame) {}, states)
	}
	for gap := 1; gap <= mostGap; gap++ {
		if how.gap == 0 || how.gap == gap {
			l.transpose(line, gap, how.seed)
		}
	}
}

// randomLine makes random moves, and tries the other moves of each position.
func (l *live) randomLine(how course) (states []state) {
	chooser, _ := l.games[0].Game.(Chooser)
	if how.steer || how.explorer != nil {
		chooser = nil
	}
	s := steering{seen: make(map[string]bool)}
	f := l.frame(0)
	states = []state{l.arrive(f)}
	l.RandomLines++
	for len(l.line) < how.plies && !l.over() && !l.stops(f) {
		l.look(f)
		if f.count == 0 {
			l.asides(f)
			break
		}
		if chooser == nil && l.mayPass() {
			isRare := how.draw(nullEvery) == 0
			if isRare != how.mostlyNull {
				if l.step(Step{Call: Null}) {
					states = append(states, l.arrive(f))
					continue
				}
				l.unchanged(f, 0)
				l.restore()
			}
		}
		chosen := 0
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
			nearest := math.MaxInt
			see = func(i int32) {
				text := f.vals[l.nodes[l.made].ask[2]].Text
				if d := far(text); d < nearest {
					nearest = d
					chosen = int(i)
				}
			}
		}
		if chooser == nil {
			l.tries(f, chosen+1, l.mostTries, see) // the chosen move last
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
		if !l.mayPass() {
			return false
		}
		passes := l.step(st)
		if !passes {
			l.setUp() // a law says whether a null move that is refused changes the game
		}
		return passes
	}
	l.cursor.node = 0
	if len(l.line) < l.plies {
		st.Arg = l.find(&l.games[0], st)
	}
	return len(l.line) < l.plies && st.Arg >= 0 && l.step(st)
}

// follow plays a line, as far as its moves can be made, and takes it back. It calls stay at
// each place. If the line must lead through the same states as before, it asks for the key only
// after every one to four moves.
func (l *live) follow(line Script, stay func(f *frame), was []state) {
	// After 1, 2, 3 and 4 moves of ten, so that what several moves leave undone together shows.
	asked := [10]bool{0: true, 2: true, 5: true, 9: true}
	f := l.frame(0)
	start := l.arrive(f)
	stay(f)
	skipped := 0 // moves in a row that cannot be made
	for i := 0; i < len(line) && skipped < mostGap && !l.over() && !l.stops(f); i++ {
		if !l.repeat(line[i]) {
			skipped++
			continue
		}
		skipped = 0
		isLast := i == len(line)-1
		if was != nil && !asked[i%len(asked)] && !isLast {
			l.unsure = true
			continue
		}
		now := l.arrive(f)
		l.unsure = false
		if was != nil && len(l.line) == i+1 {
			l.sameAgain(now.Value, was[i+1].Value)
		}
		stay(f)
	}
	l.back(l.steps(len(l.line)), 0, start)
}

// sameAgain requires that the present place is what it was when the same line was played before.
func (l *live) sameAgain(now, was Value) {
	if now == was {
		return
	}
	b := unlike("replay", l.base(len(l.line)), nil, Step{Call: Key}, now, was, -1)
	b.Says = "playing the same line again"
	if now.Key == was.Key {
		b.Got[0].Call = Text
		b.Want[0].Call = Text
	}
	l.fail(b)
}

// transpose plays a line again with some moves exchanged for the moves this number of plies later,
// such as the next of the same player. This often leads to positions seen before, which random
// games hardly do if a board fills.
func (l *live) transpose(line Script, gap int, seed uint64) {
	if !is[MoveStringer](&l.games[0]) || !l.has(Text) || len(line) == 0 {
		return
	}
	line = slices.Clone(line)
	draw := drawFrom(zobrist.NewSplitMix64(seed + uint64(gap)))
	for i := 0; i+gap < len(line); i++ {
		if draw(exchangeEvery) == 0 {
			line[i], line[i+gap] = line[i+gap], line[i]
			i += gap
		}
	}
	l.follow(line, func(*frame) {}, nil)
}

const (
	// A game that explores is this many short ones, each of excursion plies, because what is rare
	// is reached in many ways. They make about as many moves as six games of 400 plies. A program
	// that has one game at a time may be another process, which is slow: it gets fewer.
	excursions = 40
	fewAlone   = 12
	excursion  = 60

	// A short word of a text is a side, castling rights or an en passant square. A longer one, such
	// as a board, describes many features at once, and is nearly always rare. A FEN has six words.
	shortWord = 4 // characters
	mostWords = 8 // at the end of a text
	// The counts of traits take 2^rareBits numbers of two bytes. Two traits that share one only
	// make a rare text look common.
	rareBits = 16

	// A game turns back once it has gone as far as steerAfter plies, so that there is something to
	// turn back to. If it has not come near in steerFor plies, it takes another target. One move in
	// wrongTurn is random, because the move that comes nearest may go round in circles.
	steerAfter = 8
	steerFor   = 32
	wrongTurn  = 8
)

// An explorer leads random games to positions with rare texts. It counts the positions with each
// trait: a letter in a place and a short word. In a FEN these are a piece on a rank, and the side,
// castling rights or en passant square. Blanks and slashes separate the places. Only one seed
// counts, so that it repeats the game.
type explorer []uint16

// traits calls see with a short hash of each trait of a text.
func traits(text string, see func(trait uint64)) {
	// Each has a zero first, so that a letter or a word alone is a trait, too.
	words := make([]uint64, 1, 1+mostWords)
	letters := make([]uint64, 1, 128)
	var seen [256]bool // the bytes of the present place
	place := uint64(0)
	for i := range len(text) {
		c := text[i]
		isDigit := '0' <= c && c <= '9'
		switch {
		case c == ' ' || c == '/':
			place++
			seen = [256]bool{}
		case !isDigit && !seen[c]:
			seen[c] = true
			letters = append(letters, mix((place<<8)+uint64(c)))
		}
	}
	for n := 0; n < mostWords && text != ""; n++ {
		at := strings.LastIndexByte(text, ' ')
		if word := text[at+1:]; word != "" && len(word) <= shortWord {
			// Not maphash: in each process a seed must lead to the same game.
			words = append(words, mix(uint64(crc32.ChecksumIEEE([]byte(word)))))
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
		// The rarest trait counts most: 2^24 if it is new, and 2^8 if it was counted 65,535 times,
		// which is the most. Each other adds at most 2^8, to decide between equals.
		rare := (1 << 24) / (1 + int(e[t]))
		rarity = max(rarity, rare) + (rare >> 16)
	})
	return rarity
}

// A steering leads a random game back to positions that are almost those visited: counts may
// cancel each other in the key.
type steering struct {
	target    string
	pliesLeft int             // plies until the next target
	seen      map[string]bool // by this game only, so that its seed repeats it
}

// aim returns how far a text is from where the next move should lead, or nil: to rare
// texts, or near an earlier one.
func (s *steering) aim(how course, states []state) (far func(text string) int) {
	if how.explorer != nil {
		traits(last(states).Text, func(t uint64) { how.explorer[t]++ })
	}
	explores := how.explorer != nil
	mayTurn := how.steer && len(states) > steerAfter
	switch {
	case !explores && !mayTurn:
		return nil
	case how.draw(wrongTurn) == 0:
		return nil
	case explores:
		return func(text string) int { return -how.explorer.rarity(text) }
	}
	s.pliesLeft--
	if s.pliesLeft < 0 {
		s.pliesLeft = steerFor
		// Of the last few positions none is the target: they are near anyway.
		s.target = states[max(0, how.draw(len(states)-steerAfter/2))].Text
	}
	return s.distance
}

// distance returns how far a text is from the target, and from then on avoids it.
func (s *steering) distance(text string) int {
	if s.seen[text] {
		return math.MaxInt
	}
	s.seen[text] = true
	return distance(text, s.target)
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
