// Package board answers what the page asks. A [State] is all that the page
// knows, and all that a link holds: a game, its keys, and the steps played. A
// [View] is all that it shows.
package board

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/zobrist-go/zobrist"
)

// A State says what to show.
type State struct {
	Game  string   // "chess" or "othello"
	Keys  string   // "polyglot", in chess, or the seed of the keys
	Rule  string   // of en passant, as [zobrist.EnPassantRule] prints it
	Steps []string // see [Board.View]
	At    int      // how many of the steps have been played
	From  int      // how many had been before: what changed is the way from there
}

// A View is what there is to show of a State.
type View struct {
	Steps    []string // those of the State, up to the first that is wrong
	At, From int      // as in the State, within Steps
	Position string   // the FEN or the problem line
	Cells    [64]byte // the letter of what stands on each square, or '.'
	Black    bool     // to move
	Moves    []Move   // the legal ones
	Pass     bool     // whether the side to move may pass
	Status   string   // who is to move, or how the game ended
	Last     []int    // the squares of the last move

	Key      zobrist.Key
	Features []Feature // what the key is the XOR of
	Before   zobrist.Key
	Changed  []Feature // what Before was XORed with
	After    bool      // whether Key was also got from Before by the library's After
	Seen     int       // how many steps ago the key was there before, or 0
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
	Gone  bool // it was part of the key before, and is no longer
	order int
}

// A Rule is a rule of en passant and what it makes of the position.
type Rule struct {
	Name   string
	Key    zobrist.Key
	Counts bool   // whether en passant is part of the key
	Why    string // or why not
}

// A Switch is a feature that can be turned on and off: side to move, castling
// right, en passant file.
type Switch struct {
	Name     string
	Edit     string // for [Board.Edit]
	Key      zobrist.Key
	On       bool
	Possible bool   // whether it can be switched
	Note     string // "not counted under this rule"
}

// A position is one of chess or of Othello.
type position interface {
	next(step string) (position, error) // or an error that says what is wrong
	text() string
}

// keys are those of one game.
type keys interface {
	hash(p position) zobrist.Key
	features(p position) []Feature
	after(h zobrist.Key, p position, step string) (zobrist.Key, bool)
	show(v *View, p position)
	all() []named
}

// A Board answers questions. It remembers the positions of the last State, so
// that the next, which has a step more or less, is answered without playing
// them again.
type Board struct {
	game  string
	steps []string
	line  []position // line[i] is the position after i steps

	chess   *zobrist.Chess // the keys last asked for
	othello *zobrist.Othello
	made    string
}

// View returns what to show of s. A step is a move in UCI notation, a square in
// Othello, a pass (0000, or pa in Othello), or the text of another position,
// which is how edits are kept. If a step is wrong the view is that of the steps
// before it, and the error says which it is.
func (b *Board) View(s State) (*View, error) {
	k, err := b.keys(s)
	if err != nil {
		return nil, err
	}
	err = b.play(&s)
	p := b.line[s.At]
	v := &View{Steps: append([]string{}, b.steps...), At: s.At, From: s.From, Position: p.text()}
	v.Key, v.Features = k.hash(p), k.features(p)
	if s.From != s.At {
		v.Before = k.hash(b.line[s.From])
		v.Changed = changes(k.features(b.line[s.From]), v.Features)
	}
	if s.At > 0 {
		v.Last = squares(b.steps[s.At-1])
	}
	if s.From == s.At-1 {
		after, ok := k.after(v.Before, b.line[s.From], b.steps[s.From])
		v.After = ok && after == v.Key
	}
	for i := s.At - 1; i >= 0 && v.Seen == 0; i-- {
		if k.hash(b.line[i]) == v.Key {
			v.Seen = s.At - i
		}
	}
	k.show(v, p)
	return v, err
}

// play brings b.line up to date and s.At and s.From into it.
func (b *Board) play(s *State) (err error) {
	if b.game != s.Game {
		b.game, b.steps, b.line = s.Game, nil, []position{start(s.Game)}
	}
	same := 0
	for same < min(len(b.steps), len(s.Steps)) && b.steps[same] == s.Steps[same] {
		same++
	}
	b.steps, b.line = b.steps[:same:same], b.line[:same+1:same+1]
	for i, step := range s.Steps[same:] {
		p, wrong := b.line[same+i].next(step)
		if wrong != nil {
			err = fmt.Errorf("step %d: %s", same+i+1, plain(wrong))
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

// keys returns the keys that s names.
func (b *Board) keys(s State) (keys, error) {
	rule := slices.IndexFunc(rules[:], func(r zobrist.EnPassantRule) bool { return r.String() == s.Rule })
	switch {
	case s.Game != "chess" && s.Game != "othello":
		return nil, fmt.Errorf("game %q, want chess or othello", s.Game)
	case s.Game == "chess" && rule < 0:
		return nil, fmt.Errorf("rule %q, want pseudo-legal, legal or always", s.Rule)
	}
	if made := s.Game + " " + s.Keys; made != b.made {
		seed, err := uint64(0), error(nil)
		published := s.Game == "chess" && s.Keys == "polyglot"
		if !published {
			seed, err = parseSeed(s.Keys)
		}
		switch {
		case err != nil:
			return nil, err
		case published:
			b.chess = zobrist.Polyglot()
		case s.Game == "chess":
			b.chess = zobrist.NewChess(seed)
		default:
			b.othello = zobrist.NewOthello(seed)
		}
		b.made = made
	}
	if s.Game == "othello" {
		return othelloKeys{b.othello}, nil
	}
	return chessKeys{b.chess.WithEnPassant(rules[rule])}, nil
}

func parseSeed(text string) (uint64, error) {
	seed, err := strconv.ParseUint(strings.TrimSpace(text), 0, 64)
	if err != nil {
		return 0, fmt.Errorf("seed %q, want a whole number from 0 to %d, or 0x and hexadecimal digits", text, uint64(1<<64-1))
	}
	return seed, nil
}

func start(game string) position {
	if game == "othello" {
		return othello(zobrist.OthelloStart())
	}
	p, err := zobrist.ParseFEN(zobrist.StartFEN)
	if err != nil {
		panic(err)
	}
	return chess(p)
}

// changes lists what is in one list and not in the other: the pieces that go,
// those that come, and what is no piece.
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

// squares returns the squares that a step names, none if it is a position or a
// pass.
func squares(step string) []int {
	var at []int
	if len(step) > 5 || step == "0000" || step == pass {
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

// plain returns an error's text as a person reads it.
func plain(err error) string { return strings.TrimPrefix(err.Error(), "zobrist: ") }
