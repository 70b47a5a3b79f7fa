package tester

import (
	"fmt"
	"strings"
	"time"

	"github.com/zobrist-go/zobrist"
)

const (
	textsTime = time.Second
	mostTexts = 20_000 // with Config.Games: 500 for each game, at most this
	mostIdle  = 1000   // give up after this number of texts in a row that are not new
)

// A Crossing says what came of texts with a word of another text.
type Crossing struct {
	From, Tried, Accepted int // texts of positions that occurred, texts put together, and those that Load accepted
	Alike, Panics         int // texts with the key of another, and texts at which a method panicked
	alike, panics         string
	Ended                 string
}

func (f *Crossing) String() string {
	s := fmt.Sprintf("%d texts put together from those of %d positions: Load accepted %d, and each has its recomputed key", f.Tried, f.From, f.Accepted)
	if f.Alike > 0 {
		s += fmt.Sprintf("\n%d of them have the key of another text, such as %s: if a game can have both positions, the key lacks what differs", f.Alike, f.alike)
	}
	if f.Panics > 0 {
		s += fmt.Sprintf("\n%d texts made the game panic, such as %q: return an error for them", f.Panics, f.panics)
	}
	return s + f.Ended
}

// Texts checks positions that random games may never reach. It replaces a word, or a character of it,
// in the text of a position that occurred by that of another. If Load accepts the text, and Position
// returns exactly it, then the key must be the recomputed one. Two texts with one key are only
// counted: perhaps no game has such a position. No moves are made there, because it may be no legal
// position. The texts are those of Play, which Texts calls if nobody has.
func (r *Session) Texts() (*Crossing, error) {
	if r.played == nil {
		if _, _, err := r.Play(); err != nil {
			return nil, err
		}
	}
	s, seen, draw := r.subject(), r.played, drawFrom(zobrist.NewSplitMix64(r.Seed))
	x, until := &Crossing{From: len(seen.all)}, r.within(r.limits(0), r.Playing/4, textsTime)
	loaded, keys, text := make(map[string]bool), make(map[zobrist.Key]string), ""
	pick := func() string { // often one with a rare word
		if n := len(seen.fresh); n > 0 && draw(2) == 0 {
			return seen.fresh[draw(n)]
		}
		return seen.all[draw(x.From)].text
	}
	for ; s != nil && x.From > 0; s = r.subject() {
		b := s.contain(func() {
			for idle := 0; (r.Games == 0 || x.Tried < min(mostTexts, 500*r.Games)) && idle < mostIdle && !until.ended(); idle++ {
				if text = crossed(pick(), pick(), draw); !loaded[text] && seen.has(text) == nil {
					loaded[text], idle = true, 0
					x.Tried++
					x.load(s, seen, keys, text)
				}
			}
		})
		switch {
		case b == nil:
			return x, nil
		case b.Law == "panic":
			x.Panics, x.panics = x.Panics+1, text
		case b.Law == "stuck" || b.Law == "own":
			x.Ended = fmt.Sprintf("\nended by %s (at %q)", b.Says, text)
			return x, nil
		default:
			return x, b.asError(r.subject(), "\n(no game reached this position: its text is put together. If a word follows from the others, let Load refuse such texts)")
		}
	}
	return x, nil
}

// load loads a text and checks its key, if the game has exactly this position then. Each Load begins
// anew, without a log.
func (x *Crossing) load(s *subject, seen *record, keys map[zobrist.Key]string, text string) {
	if s.log, s.texts = s.log[:0], s.texts[:0]; s.do(0, Load, 0, text).No || s.ask(Text).Text != text {
		return
	}
	x.Accepted++
	key := s.ask(Key).Key
	b := unlike("recompute", begin(text), nil, Step{Call: Recompute}, Value{Key: key, Text: text}, s.ask(Recompute), -1)
	if b.Got[0].Call = Key; key != b.B.Key {
		panic(b)
	}
	other, ok := keys[key]
	if i, is := seen.byKey[key]; is {
		other, ok = seen.all[i].text, true
	}
	if keys[key] = text; ok {
		x.Alike, x.alike = x.Alike+1, fmt.Sprintf("%q and %q", text, other)
	}
}

// crossed returns a text with a word of another one, or with a character of it.
func crossed(text, other string, draw func(n int) int) string {
	words, others := strings.Split(text, " "), strings.Split(other, " ")
	i := draw(min(len(words), len(others)))
	if word, from := []rune(words[i]), []rune(others[i]); len(word) > 0 && len(from) > 0 && (len(words) == 1 || draw(2) == 0) {
		at := draw(len(word))
		if from[min(at, len(from)-1)] == word[at] {
			from[min(at, len(from)-1)] = from[draw(len(from))]
		}
		word[at] = from[min(at, len(from)-1)]
		words[i] = string(word)
	} else {
		words[i] = others[i]
	}
	return strings.Join(words, " ")
}
