package board

import (
	"errors"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/keycheck"
	"github.com/zobrist-go/zobrist/internal/notation"
)

// Edit returns the step that changes one thing in the position of s: a switch
// (see [Switch]), or what stands on a square, "e4 N", "e4 ." for nothing.
func (s State) Edit(edit string) (step string, err error) {
	line, err := s.play()
	if err != nil {
		return "", err
	}
	if p, ok := line[s.At].(notation.Othello); ok {
		return editOthello(p.Position, edit)
	}
	p := line[s.At].(notation.Chess)
	return editChess(&p.Position, edit)
}

// Paste reads a position, a position and moves, or moves alone, and returns them as steps to
// append to those of s. If any is wrong, it returns only an error. See [notation.Parse] for
// the syntax.
func (s State) Paste(text string) (steps []string, err error) {
	line, err := s.play()
	if err != nil {
		return nil, err
	}
	if strings.TrimSpace(text) == "" {
		return nil, errors.New("nothing to read: want a position or moves")
	}
	g, err := notation.Parse(s.Game, text, line[s.At])
	if err != nil {
		return nil, err
	}
	if !g.Follows {
		steps = append(steps, g.Start.String())
	}
	_, moves, err := g.Play()
	if err != nil {
		return nil, err
	}
	return append(steps, moves...), nil
}

// A Verdict says what is wrong with an engine's key for the position.
type Verdict struct {
	Key    zobrist.Key
	Right  bool
	Text   string    // a few sentences
	Differ []Feature // the features that it lacks or wrongly has
}

// Explain judges text, an engine's key for the position of s. The key is right if it
// is right under any en passant rule.
func (s State) Explain(text string) (Verdict, error) {
	k, err := s.numbers()
	if err != nil {
		return Verdict{}, err
	}
	line, err := s.play()
	if err != nil {
		return Verdict{}, err
	}
	key, err := keycheck.ParseKey(strings.TrimSpace(text))
	if err != nil {
		return Verdict{}, err
	}
	judged := k.Judge(key, line, s.At)
	v := Verdict{Key: key, Right: key == judged.Want || judged.Rules != ""}
	lines := judged.Lines()
	switch {
	case judged.Rules != "":
		lines = []string{"it is right under " + judged.Rules + ", and under no other"}
	case v.Right:
		lines = []string{"it is right"}
	default:
		for _, name := range judged.Differ {
			v.Differ = append(v.Differ, k.named[name])
		}
	}
	for i, line := range lines {
		lines[i] = strings.ToUpper(line[:1]) + line[1:] + "."
	}
	v.Text = strings.Join(lines, " ")
	return v, nil
}
