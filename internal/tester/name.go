package tester

import (
	"slices"

	"github.com/zobrist-go/zobrist/internal/keycheck"
	"github.com/zobrist-go/zobrist/internal/tester/solve"
)

// asError turns a broken law into an error, which says why it is broken, as far as that is known.
func (b *Break) asError(why, note string) error {
	if b.Law == "gone" {
		return b.Err
	}
	b.message = b.sentence(why) + note
	return b
}

// explain says by which features a key is wrong. The verdict stays with the law.
func (r *Session) explain(b *Break) (why string) {
	s := r.subject() // its games have the names of keys
	if !b.isKey() || s == nil {
		return ""
	}
	c := solve.Case{Got: b.A.Key, Want: b.B.Key}
	var keys []keycheck.Named
	broken := s.contain(func() { keys = b.ask(s, &c) })
	// which is right, then
	if b.Law == "recompute" && c.After != nil && solve.Listed(keys).Sum(c.After) == b.A.Key {
		b.swap()
		c.Got = b.A.Key
		c.Want = b.B.Key
	}
	v := solve.Listed(keys).Judge(c)
	if broken == nil {
		b.Verdict = &v
	}
	if keys == nil {
		return " (list the keys with their names to see which are wrong)"
	}
	if clause := v.Clause(); clause != "" {
		return "; " + clause
	}
	return ""
}

// swap exchanges the sides of a law about two reads of one place.
func (b *Break) swap() {
	b.A, b.B = b.B, b.A
	got := b.Got
	b.Got = got[:len(got)-1].then(b.Want.ending())
	b.Want = got
}

// ask asks a game for its keys with their names, and for the features of the last two positions. It
// adds to the case what the last move is, if the key was right before it.
func (b *Break) ask(s *subject, c *solve.Case) (keys []keycheck.Named) {
	line := b.Base.then(b.Got...)
	if b.Law == "After" {
		line = b.Base.then(Step{Call: Make, Arg: b.Got[0].Arg, Text: b.Got[0].Text})
	}
	for line.ending().Call.reads() {
		line = line[:len(line)-1]
	}
	move := line.ending()
	keys = slices.Clip(s.numbers(&s.games[0], "Keys"))
	for _, end := range []int{max(0, len(line)-1), len(line)} {
		if _, ok := s.play(slices.Clone(line[:end])); !ok || s.games[move.On].Game == nil {
			break
		}
		c.Before = c.After
		c.After = nil
		for _, k := range s.numbers(&s.games[move.On], "Features") {
			keys = append(keys, k)
			c.After = append(c.After, k.Name)
		}
		byMove := (b.Law == "recompute" || b.Law == "After") && move.forward()
		if end < len(line) && byMove {
			c.Move = move.name()
			c.GotBefore = s.do(move.On, Key, 0, "").Key
			c.WantBefore = c.GotBefore
		}
	}
	if b.twoLines() || b.Law == "load" { // either of the two may be wrong
		c.Before = nil
		c.After = nil
	}
	return keys
}
