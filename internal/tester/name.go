package tester

import (
	"errors"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/keycheck"
	"github.com/zobrist-go/zobrist/internal/tester/solve"
)

// An ownError is the error of a [Failer], with the line of moves.
type ownError struct {
	message string
	err     error
}

func (e *ownError) Error() string { return e.message }
func (e *ownError) Unwrap() error { return e.err }

// asError turns a broken law into an error. s, if not nil, makes games whose keys have names.
func (b *Break) asError(s *subject, note string) error {
	why := ""
	switch {
	case b.Law == "own":
		return &ownError{b.message("") + note, b.Err}
	case b.Law == "gone":
		return b.Err
	case b.named() && s != nil:
		why = b.why(s)
	}
	return errors.New(b.message(why) + note)
}

// named reports whether keys can name what is wrong.
func (b *Break) named() bool {
	switch b.Law {
	case "recompute", "undo", "After", "routes", "clone", "load":
		return b.isKey()
	}
	return false
}

// why names the features in which two keys differ.
func (b *Break) why(s *subject) string {
	n := naming{}
	if broken := s.contain(func() { n.ask(b, s) }); broken != nil && broken.Law != "gone" {
		return "\n" + broken.Says
	}
	const add = " (add a Keys method to see which keys are wrong)"
	unknown := n.keys == nil && n.features[1] == nil
	if unknown {
		if n.keys = b.fit(s); n.keys == nil {
			return add
		}
	}
	v := n.judge(b)
	clause := v.Clause()
	switch {
	case unknown && (v.Differ == nil || strings.Count(clause, `"castling `) > 2): // a position has one set of rights
		return add
	case clause == "":
		return ""
	}
	return "; " + clause
}

// naming is what is known about a game's numbers and features.
type naming struct {
	keys     []keycheck.Named
	features [2][]keycheck.Named // of the position before the last move and of this one
	before   zobrist.Key         // the right key before the last move
	move     Step                // that move, or undo
}

// ask asks a game for its keys, and for the features of the last two positions.
func (n *naming) ask(b *Break, s *subject) {
	line := b.Base.then(b.Got...)
	if b.Law == "After" {
		line = b.Base.then(Step{Call: Make, Arg: b.Got[0].Arg, Text: b.Got[0].Text})
	}
	for line.ending().Call.reads() {
		line = line[:len(line)-1]
	}
	n.move = line.ending()
	on := n.move.On
	n.keys = s.keys(&s.games[0])
	for i, end := range []int{max(0, len(line)-1), len(line)} {
		if _, err := s.play(slices.Clone(line[:end])); err != nil || s.games[on].Game == nil {
			return
		}
		if n.features[i] = s.features(&s.games[on]); i == 0 {
			n.before = s.do(on, Key, 0, "").Key
		}
	}
}

// judge finds the features in which two keys differ.
func (n *naming) judge(b *Break) solve.Verdict {
	c := solve.Case{Got: b.A.Key, Want: b.B.Key}
	// The cause is in the last move only if the key was right before it.
	if (b.Law == "recompute" || b.Law == "After") && n.move.forward() {
		c.Move, c.GotBefore, c.WantBefore = n.move.name(), n.before, n.before
	}
	keys := n.keys
	var sum zobrist.Key // of the features here
	var names [2][]string
	for i, features := range n.features {
		names[i] = make([]string, 0, len(features))
		for _, f := range features {
			names[i] = append(names[i], f.Name)
			sum ^= f.Key * zobrist.Key(i)
			if !slices.ContainsFunc(keys, func(k keycheck.Named) bool { return f.Key == k.Key || f.Name == k.Name }) {
				keys = append(keys, f)
			}
		}
	}
	if n.features[1] != nil && b.Law != "After" && sum == b.B.Key {
		if c.After = names[1]; c.Move != "" {
			c.Before = names[0]
		}
	}
	return solve.Listed(keys).Judge(c)
}
