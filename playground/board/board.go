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
	Steps []string // see [Board.View]
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

// A Switch is a feature that can be turned on and off: side to move, castling
// right, en passant file.
type Switch struct {
	Name     string // for [Board.Edit], too
	Key      zobrist.Key
	On       bool
	Possible bool   // whether it can be switched
	Note     string // "not counted under this rule"
}

// A Board makes Views. It remembers the positions of the last State. The next State
// often has one step more or less, and needs no replay.
type Board struct {
	game  string
	steps []string
	line  []notation.Position // line[i] is the position after i steps

	keys keys // last asked for
	made string
}

// View returns the view of s. A step is a move in UCI notation, a square in Othello, a
// pass (0000, or pa in Othello), or the text of another position, as for an edit. If a
// step is wrong, the error has its number, and the view is of the steps before.
func (b *Board) View(s State) (*View, error) {
	k, err := b.keysOf(s)
	if err != nil {
		return nil, err
	}
	err = b.play(&s)
	p := b.line[s.At]
	v := &View{Steps: append([]string{}, b.steps...), At: s.At, From: s.From, Position: p.String()}
	v.Key, v.Features = k.Hash(p), k.features(p)
	if s.From != s.At {
		v.Before = k.Hash(b.line[s.From])
		v.Changed = changes(k.features(b.line[s.From]), v.Features)
	}
	if s.At > 0 {
		v.Last = squares(b.steps[s.At-1])
	}
	for i := s.At - 1; i >= 0 && v.Seen == 0; i-- {
		if k.Hash(b.line[i]) == v.Key {
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

// play updates b.steps and b.line, and limits s.At and s.From to them.
func (b *Board) play(s *State) (err error) {
	if b.game != s.Game {
		b.game, b.steps, b.line = s.Game, nil, []notation.Position{start(s.Game)}
	}
	same := 0
	for same < min(len(b.steps), len(s.Steps)) && b.steps[same] == s.Steps[same] {
		same++
	}
	b.steps, b.line = b.steps[:same:same], b.line[:same+1:same+1]
	for i, step := range s.Steps[same:] {
		p, wrong := next(b.line[same+i], s.Game, step)
		if wrong != nil {
			err = fmt.Errorf("step %d: %s", same+i+1, notation.Plain(wrong))
			break
		}
		b.steps, b.line = append(b.steps, step), append(b.line, p)
	}
	if err != nil {
		s.At = min(s.At, len(b.steps))
		s.From = s.At - 1
	}
	s.At = max(0, min(s.At, len(b.steps)))
	s.From = max(0, min(s.From, len(b.steps)))
	return err
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

// keysOf returns the keys that s names.
func (b *Board) keysOf(s State) (keys, error) {
	rule := s.Rule
	if s.Game == "othello" {
		rule = "" // it has none
	}
	made := s.Game + " " + s.Keys + " " + rule
	if made == b.made {
		return b.keys, nil
	}
	set, err := gamekeys.New(s.Game, s.Keys, rule)
	if err != nil {
		return keys{}, err
	}
	k := keys{set, map[string]Feature{}}
	for i, named := range set.Keys() {
		f := Feature{Name: named.Name, Key: named.Key, order: i / 2} // keep the two keys of a flipped disc together
		if s.Game == "chess" {
			f.order = max(0, i-767) // pieces, and then the rest
		}
		k.named[named.Name] = f
	}
	b.keys, b.made = k, made
	return k, nil
}

// features returns the features whose keys XOR to a position's key.
func (k keys) features(p notation.Position) []Feature {
	names := k.Features(p)
	all := make([]Feature, len(names))
	for i, name := range names {
		all[i] = k.named[name]
	}
	return all
}

func start(game string) notation.Position {
	p, err := notation.Start(game)
	if err != nil {
		panic(err)
	}
	return p
}

// changes returns the features that are in only one of the lists: pieces before other
// features, and those that go before those that come.
func changes(before, after []Feature) []Feature {
	var changed []Feature
	missing := func(of []Feature, in []Feature, gone bool) {
		for _, f := range of {
			if !slices.ContainsFunc(in, func(g Feature) bool { return g.Name == f.Name }) {
				f.Gone = gone
				changed = append(changed, f)
			}
		}
	}
	missing(before, after, true)
	missing(after, before, false)
	slices.SortStableFunc(changed, func(a, b Feature) int { return a.order - b.order })
	return changed
}

// squares returns the squares in a step. A position or a pass has none.
func squares(step string) []int {
	var at []int
	if len(step) > 5 || step == "0000" || step == notation.Pass {
		return nil
	}
	for i := 0; i+2 <= len(step) && i < 4; i += 2 {
		s, err := zobrist.ParseSquare(step[i : i+2])
		if err != nil {
			return nil
		}
		at = append(at, int(s))
	}
	return at
}
