// Package board answers the page. A [State] is all that the page keeps and a link
// holds: a game, its keys, and the steps played. A [View] is all that the page shows.
package board

import (
	"fmt"
	"slices"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/gamekeys"
	"github.com/zobrist-go/zobrist/internal/notation"
)

// A State says what to show.
type State struct {
	Game  string   // "chess" or "othello"
	Keys  string   // "polyglot", in chess, or the seed of the keys
	Rule  string   // of en passant, as [zobrist.EnPassantRule] prints it
	Steps []string // see [State.View]
	At    int      // how many of the steps have been played
	From  int      // how many had been played before; the view shows what changed since
}

// A View is what the page shows of a State.
type View struct {
	Steps    []string // the steps of the State, up to the first wrong one
	At, From int      // as in the State, within Steps
	Position string   // the FEN or the problem line
	Cells    string   // the letter of what stands on each square, or '.'
	Moves    []Move   // the legal ones
	Pass     bool     // whether the side to move may pass
	Status   string   // who is to move, or how the game ended
	Last     []int    // the squares of the last move

	Key      zobrist.Key
	Features []Feature // the features whose keys XOR to Key
	Before   zobrist.Key
	Changed  []Feature // the features XORed into Before
	Seen     int       // how many steps ago the key was the same, or 0
	Rules    []Rule    // chess: the key under each rule
	Switches []Switch  // the features that are not pieces
}

// A Move is a legal move.
type Move struct {
	From, To int    // From is -1 where a disc is placed
	Step     string // what to append to the steps
}

// A Feature is a key that is part of the position's key.
type Feature struct {
	Name  string // as the library's Keys name it
	Key   zobrist.Key
	Gone  bool // it was in the key before, and is not now
	order int
}

// A Rule is an en passant rule and its effect on the position.
type Rule struct {
	Name   string
	Key    zobrist.Key
	Counts bool   // whether en passant is in the key
	Why    string // why it is or is not
}

// A Switch is a feature that can be turned on and off: side to move, castling right, en
// passant file.
type Switch struct {
	Name     string // for [State.Edit], too
	Key      zobrist.Key
	On       bool
	Possible bool   // whether it can be switched
	Note     string // "not counted under this rule"
}

// View returns the view of s. A step is a move in UCI notation, a square in Othello, a
// pass (0000, or pa in Othello), or the text of another position, as for an edit. If a
// step is wrong, the error has its number, and the view is of the steps before.
func (s State) View() (*View, error) {
	k, err := s.numbers()
	if err != nil {
		return nil, err
	}
	line, err := s.play()
	p := line[s.At]
	v := &View{Steps: s.Steps, At: s.At, From: s.From, Position: p.String()}
	v.Key, v.Features = k.Hash(p), k.features(p)
	if s.From != s.At {
		v.Before = k.Hash(line[s.From])
		v.Changed = changes(k.features(line[s.From]), v.Features)
	}
	if s.At > 0 {
		v.Last = squares(s.Steps[s.At-1])
	}
	for i := s.At - 1; i >= 0 && v.Seen == 0; i-- {
		if k.Hash(line[i]) == v.Key {
			v.Seen = s.At - i
		}
	}
	switch p := p.(type) {
	case notation.Chess:
		showChess(v, k, p)
	case notation.Othello:
		showOthello(v, k, p)
	}
	return v, err
}

// play returns the positions of the game: line[i] is the one after i steps. It drops a
// wrong step and those after it, and limits s.At and s.From to the rest.
func (s *State) play() (line []notation.Position, err error) {
	p, err := notation.Start(s.Game)
	if err != nil {
		return nil, err
	}
	line = append(line, p)
	for i, step := range s.Steps {
		if p, err = next(p, s.Game, step); err != nil {
			err = fmt.Errorf("step %d: %s", i+1, notation.Plain(err))
			s.Steps, s.At = s.Steps[:i], min(s.At, i)
			s.From = s.At - 1
			break
		}
		line = append(line, p)
	}
	s.At = max(0, min(s.At, len(s.Steps)))
	s.From = max(0, min(s.From, len(s.Steps)))
	return line, err
}

// next plays a step: a move, a pass, or the text of another position.
func next(p notation.Position, game, step string) (notation.Position, error) {
	if len(step) <= 5 {
		return p.Next(step)
	}
	g, err := notation.Parse(game, step, nil)
	return g.Start, err
}

// keys are the numbers of one game.
type keys struct {
	*gamekeys.Set
	named map[string]Feature
}

// numbers returns the keys that s names.
func (s State) numbers() (keys, error) {
	if s.Game == "othello" {
		s.Rule = "" // it has none
	}
	set, err := gamekeys.New(s.Game, s.Keys, s.Rule)
	if err != nil {
		return keys{}, err
	}
	k := keys{set, map[string]Feature{}}
	for i, named := range set.Keys() {
		// keep the two keys of a flipped disc together
		f := Feature{Name: named.Name, Key: named.Key, order: i / 2}
		if s.Game == "chess" {
			f.order = max(0, i-767) // pieces, and then the rest
		}
		k.named[named.Name] = f
	}
	return k, nil
}

func (k keys) features(p notation.Position) []Feature {
	names := k.Features(p)
	all := make([]Feature, len(names))
	for i, name := range names {
		all[i] = k.named[name]
	}
	return all
}

// changes returns the features that are in only one of the lists: pieces before other
// features, and those that go before those that come.
func changes(before, after []Feature) []Feature {
	without := func(all, others []Feature) []Feature {
		return slices.DeleteFunc(slices.Clone(all), func(f Feature) bool {
			return slices.Contains(others, f)
		})
	}
	changed := without(before, after)
	for i := range changed {
		changed[i].Gone = true
	}
	changed = append(changed, without(after, before)...)
	slices.SortStableFunc(changed, func(a, b Feature) int { return a.order - b.order })
	return changed
}

func sideSwitch(k keys, p notation.Position) Switch {
	mover, _ := p.ToMove()
	return Switch{Name: "side", Key: k.Side(), On: mover == "White",
		Possible: true, Note: mover + " to move"}
}

// squares returns the squares in a step. A position or a pass has none.
func squares(step string) []int {
	var at []int
	if len(step) > 5 {
		return nil
	}
	for ; len(step) >= 2; step = step[2:] {
		if s, err := zobrist.ParseSquare(step[:2]); err == nil {
			at = append(at, int(s))
		}
	}
	return at
}
