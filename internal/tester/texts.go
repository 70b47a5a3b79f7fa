package tester

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/keycheck"
)

const (
	textsTime    = time.Second
	textsPerGame = 500 // with Config.Games, and at most mostCrossed in all
	mostCrossed  = 20_000
	mostIdle     = 1000 // give up after this number of texts in a row that are not new

	// textsVariable has the texts to load instead, in JSON: those of a failure.
	textsVariable = "ZOBRISTTEST_TEXTS"
)

// A Crossing says what came of texts that were put together.
type Crossing struct {
	From             int // texts of positions that occurred
	Tried, Accepted  int // texts put together, and those of them that Load accepted
	Panics           int // texts at which a method panicked
	Alike            int // texts with the key of another, where that may be right
	Ended, firstText string
	firstAlike       string
	Wrong            []string // the texts of a failure
}

func (f *Crossing) String() string {
	s := fmt.Sprintf("%d texts put together from those of %d positions: Load accepted %d, and ", f.Tried, f.From, f.Accepted)
	if s += "each has a key of its own"; f.Alike > 0 {
		s += fmt.Sprintf(", except %d, such as %s. This is no mistake if no game has such positions:"+
			" best let Load refuse them", f.Alike, f.firstAlike)
	}
	if f.Panics > 0 {
		s += fmt.Sprintf("\n%d texts made the game panic, such as %q: return an error for them", f.Panics, f.firstText)
	}
	return s + f.Ended
}

// A crosser puts texts together and loads them.
type crosser struct {
	*subject
	limits
	*Crossing
	seen   *record
	given  []string // texts to load instead
	draw   func(n int) int
	loaded map[string]bool        // that were tried
	keys   map[zobrist.Key]string // of the texts that were accepted
	lore   *lore                  // nil until it is needed
	place  int                    // of the word that was exchanged, or -1
	was    zobrist.Key            // before it was
	spans  map[int]*keycheck.Span // what exchanges change, by place
}

// Texts checks positions that random games never reach both, such as two counts that
// cancel each other in the key. It replaces a word, or a character of it, in the text of
// a position that occurred by that of another. If Load accepts the text, and Position
// returns exactly it, then the key must be the recomputed one and differ from the keys
// of all other texts that a game may have: see lore. No moves are made there, because it may
// be no legal position. The texts are those of Play, which Texts calls if nobody has.
func (r *Session) Texts() (*Crossing, error) {
	var given []string
	if text := os.Getenv(textsVariable); text != "" {
		if err := json.Unmarshal([]byte(text), &given); err != nil {
			return nil, fmt.Errorf("zobristtest: %s=%q: %w", textsVariable, text, err)
		}
		r.played = newRecord()
	} else if r.played == nil {
		if _, _, err := r.Play(); err != nil {
			return nil, err
		}
	}
	s := r.subject()
	if s == nil {
		return nil, errNoGame
	}
	x := &crosser{
		subject: s, seen: r.played, given: given, limits: r.within(r.limits(0), r.Playing/4, textsTime),
		Crossing: &Crossing{From: len(r.played.all)}, draw: drawFrom(zobrist.NewSplitMix64(r.Seed)),
		loaded: make(map[string]bool), keys: make(map[zobrist.Key]string), spans: make(map[int]*keycheck.Span),
	}
	most := mostCrossed
	if given != nil {
		most = len(given)
	} else if r.Games > 0 {
		most = min(most, textsPerGame*r.Games)
	} else if !x.deadline.IsZero() {
		most *= mostCrossed
	}
	for ; x.subject != nil; x.subject = r.subject() {
		text, b := x.try(most)
		switch {
		case b == nil:
			if err := x.cut(); err != nil {
				return nil, err
			}
			return x.Crossing, nil
		case b.Law == "panic":
			if x.Panics++; x.Panics == 1 {
				x.firstText = text
			}
		case b.Law == "stuck" || b.Law == "own":
			x.Ended = fmt.Sprintf("\nended by %s (at %q)", b.Says, text)
			return x.Crossing, nil
		default:
			return x.Crossing, r.crossed(x, b)
		}
	}
	return x.Crossing, nil
}

// try loads texts until one breaks a law, and returns the last.
func (x *crosser) try(most int) (text string, b *Break) {
	b = x.contain(func() {
		for idle := 0; x.Tried < most && idle < mostIdle && !x.ended(); idle++ {
			if text = x.cross(); text != "" && !x.loaded[text] {
				x.loaded[text] = true
				x.Tried++
				x.load(text)
				idle = 0
			}
		}
	})
	return text, b
}

// crossed reports a law that a text breaks.
func (r *Session) crossed(x *crosser, b *Break) error {
	note := "\n(no game reached the first position: its text is put together. If a word follows from the others, let Load refuse such texts)"
	if p := (&prover{subject: r.subject(), of: b}); p.subject != nil && !p.keepAny(b.Claim) {
		note += notAlone
	}
	if x.Wrong = []string{b.A.Text}; b.Law == "collision" {
		x.Wrong = []string{b.B.Text, b.A.Text}
	}
	return b.asError(r.subject(), note)
}

// cut returns an error if no exchange of a word changes some bits of the key.
func (x *crosser) cut() error {
	for place, s := range x.spans {
		if same := sameBits(s); same != "" {
			return fmt.Errorf("%d exchanges of word %d of Position never change %s: its part of the key is cut,"+
				" and collisions are more likely", s.Keys, place+1, same)
		}
	}
	return nil
}

// cross puts a text together, or returns "".
func (x *crosser) cross() (text string) {
	if x.place = -1; len(x.given) > 0 {
		text, x.given = x.given[0], x.given[1:]
		return text
	}
	if x.From == 0 {
		return ""
	}
	text = x.text()
	words, others := strings.Split(text, " "), strings.Split(x.text(), " ")
	i := x.draw(min(len(words), len(others)))
	if m := x.seen.has(text); m != nil {
		x.place, x.was = i, m.key
	}
	if len(words) > 1 && x.draw(2) == 0 {
		words[i] = others[i]
	} else {
		words[i] = crossWord(words[i], others[i], x.draw)
	}
	text = strings.Join(words, " ")
	if x.seen.has(text) != nil {
		return ""
	}
	return text
}

// crossWord replaces a character of a word by one of another.
func crossWord(one, two string, draw func(n int) int) string {
	word, other := []rune(one), []rune(two)
	if len(word) == 0 || len(other) == 0 {
		return one
	}
	at := draw(len(word))
	if from := other[min(at, len(other)-1)]; from != word[at] {
		word[at] = from
	} else {
		word[at] = other[draw(len(other))]
	}
	return string(word)
}

// text returns the text of a position that occurred, often one with a rare word.
func (x *crosser) text() string {
	if n := len(x.seen.fresh); n > 0 && x.draw(2) == 0 {
		return x.seen.fresh[x.draw(n)]
	}
	return x.seen.all[x.draw(x.From)].text
}

// accepts loads a text, and reports whether the game has exactly this position then. Each Load
// begins anew, without a log.
func (x *crosser) accepts(text string) bool {
	x.log, x.texts = x.log[:0], x.texts[:0]
	return !x.do(0, Load, 0, text).No && x.ask(Text).Text == text
}

// load loads a text and checks its key.
func (x *crosser) load(text string) {
	if !x.accepts(text) {
		return
	}
	x.Accepted++
	key := x.ask(Key).Key
	b := unlike("recompute", begin(text), nil, Step{Call: Recompute}, Value{Key: key, Text: text}, x.ask(Recompute), -1)
	if b.Got[0].Call = Key; key != b.B.Key {
		panic(b)
	}
	if x.place >= 0 {
		if x.spans[x.place] == nil {
			x.spans[x.place] = &keycheck.Span{}
		}
		x.spans[x.place].Add(key ^ x.was)
	}
	other, ok := x.keys[key]
	if i, seen := x.seen.byKey[key]; seen {
		other, ok = x.seen.all[i].text, true
	}
	if !ok {
		x.keys[key] = text
		return
	}
	if x.given == nil && len(x.seen.all) > 0 {
		if x.lore == nil {
			x.lore = x.learn()
		}
		if !x.lore.mistaken(text, other) {
			if x.Alike++; x.Alike == 1 {
				x.firstAlike = fmt.Sprintf("%q (%s)", text, differingWords(text, other))
			}
			return
		}
	}
	b.Law, b.Other, b.Want, b.B = "collision", begin(other).then(Step{Call: Key}), nil, Value{Key: key, Text: other}
	b.Says = differingWords(text, other)
	panic(b)
}

// differingWords names the words in which two texts differ.
func differingWords(a, b string) string {
	x, y := strings.Split(a, " "), strings.Split(b, " ")
	if len(x) != len(y) {
		return fmt.Sprintf("%d and %d words", len(x), len(y))
	}
	var all []string
	for i := range x {
		if x[i] != y[i] {
			all = append(all, fmt.Sprintf("word %d is %q and %q", i+1, x[i], y[i]))
		}
	}
	return strings.Join(all, ", ")
}
