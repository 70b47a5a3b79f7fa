package board

import (
	"errors"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/keycheck"
	"github.com/zobrist-go/zobrist/internal/notation"
	"github.com/zobrist-go/zobrist/internal/verdict"
)

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
		return Verdict{}, errors.New(notation.Plain(err))
	}
	judged := verdict.Judge(verdict.OfGame(key, k.Set, line, s.Steps, s.At))
	v := Verdict{Key: key, Right: judged.Right || len(judged.Rules) > 0}
	lines := judged.Lines()[1:]
	if v.Right {
		lines = []string{judged.RightUnder()}
	} else {
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
