package kit

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/zobrist-go/zobrist"
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
	Ended, firstText string
	Wrong            []string // the texts of a failure
}

func (f *Crossing) String() string {
	s := fmt.Sprintf("%d texts put together from those of %d positions: Load accepted %d, and each has a key of its own", f.Tried, f.From, f.Accepted)
	if f.Panics > 0 {
		s += fmt.Sprintf("\n%d texts made the game panic, such as %q: return an error for them", f.Panics, f.firstText)
	}
	return s + f.Ended
}

// A crosser puts texts together and loads them.
type crosser struct {
	*player
	limits
	*Crossing
	seen  *seen
	given []string // texts to load instead
	draw  func(n int) int
	texts map[string]bool        // that were tried
	keys  map[zobrist.Key]string // of the texts that were accepted
}

// Texts checks positions that random games never reach both, such as two counts that
// cancel each other in the key. It replaces a word, or a character of it, in the text of
// a position that occurred by that of another. If Load accepts the text, and Position
// returns exactly it, then the key must be the recomputed one and differ from the keys
// of all other texts. No moves are made there, because it may be no legal position.
// The texts are those of Play, which Texts calls if nobody has.
func (r *Session) Texts() (*Crossing, error) {
	var given []string
	if text := os.Getenv(textsVariable); text != "" {
		if err := json.Unmarshal([]byte(text), &given); err != nil {
			return nil, fmt.Errorf("zobristtest: %s=%q: %w", textsVariable, text, err)
		}
		r.played = newSeen()
	} else if r.played == nil {
		if _, _, err := r.Play(); err != nil {
			return nil, err
		}
	}
	x := &crosser{
		Crossing: &Crossing{From: len(r.played.met)}, limits: r.within(r.limits(0), r.Playing/4, textsTime), seen: r.played, given: given,
		draw: drawFrom(zobrist.NewSplitMix64(r.Seed)), texts: make(map[string]bool), keys: make(map[zobrist.Key]string),
	}
	most := mostCrossed
	if given != nil {
		most = len(given)
	} else if r.Games > 0 {
		most = min(most, textsPerGame*r.Games)
	} else if !x.deadline.IsZero() {
		most *= mostCrossed
	}
	for x.player = r.fresh(""); ; x.player = r.fresh("") {
		text := ""
		fail := x.contain(func() {
			for idle := 0; x.Tried < most && idle < mostIdle && !x.ended(); idle++ {
				if text = x.cross(); text != "" && !x.texts[text] {
					x.texts[text] = true
					x.Tried++
					x.load(text)
					idle = 0
				}
			}
		})
		switch {
		case fail == nil:
			return x.Crossing, nil
		case fail.kind == panics:
			if x.Panics++; x.Panics == 1 {
				x.firstText = text
			}
		case fail.kind == stuck, fail.kind == own:
			x.Ended = "\nended by " + fail.detail
			return x.Crossing, nil
		default:
			fail.note = "\n(no game reached the first position: its text is put together. If a word follows from the others, let Load refuse such texts)"
			if !r.crossedAgain(fail) {
				fail.note += elsewhere
			}
			x.Wrong = []string{fail.from}
			if fail.kind == collision {
				x.Wrong = []string{fail.otherFrom, fail.from}
			}
			return x.Crossing, report(fail, r.fresh(""))
		}
	}
}

// crossedAgain reports whether the failure shows in a new game.
func (r *Session) crossedAgain(f *failure) bool {
	keys := [2]zobrist.Key{f.has, f.want}
	for i, from := range []string{f.from, f.otherFrom} {
		if p := r.fresh(""); i == 0 || f.kind == collision {
			if p.contain(func() { _ = p.Load(from); keys[i] = p.Key() }) != nil {
				return false
			}
		}
	}
	return keys[0] == f.has && keys[1] == f.want
}

// cross puts a text together, or returns "".
func (x *crosser) cross() (text string) {
	if len(x.given) > 0 {
		text, x.given = x.given[0], x.given[1:]
		return text
	}
	if x.From == 0 {
		return ""
	}
	words, others := strings.Split(x.text(), " "), strings.Split(x.text(), " ")
	i := x.draw(min(len(words), len(others)))
	if len(words) > 1 && x.draw(2) == 0 {
		words[i] = others[i]
	} else if word, other := []rune(words[i]), []rune(others[i]); len(word) > 0 && len(other) > 0 {
		at := x.draw(len(word))
		if from := other[min(at, len(other)-1)]; from != word[at] {
			word[at] = from
		} else {
			word[at] = other[x.draw(len(other))]
		}
		words[i] = string(word)
	}
	text = strings.Join(words, " ")
	if x.seen.find(text) != nil {
		return ""
	}
	return text
}

// text returns the text of a position that occurred, often one with a rare word.
func (x *crosser) text() string {
	if n := len(x.seen.rareTexts); n > 0 && x.draw(2) == 0 {
		return x.seen.rareTexts[x.draw(n)]
	}
	return x.seen.met[x.draw(x.From)].text
}

// load loads a text and checks its key.
func (x *crosser) load(text string) {
	if x.Load(text) != nil || x.Position() != text {
		return
	}
	x.Accepted++
	key := x.Key()
	fail := failure{kind: recomputed, from: text}
	if want := x.Recompute(); key != want {
		panic(fail.keys(key, want))
	}
	other, ok := x.keys[key]
	if i, seen := x.seen.byKey[key]; seen {
		other, ok = x.seen.met[i].text, true
	}
	if ok {
		fail.kind, fail.otherFrom, fail.detail = collision, other, differingWords(text, other)
		panic(fail.keys(key, key))
	}
	x.keys[key] = text
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
