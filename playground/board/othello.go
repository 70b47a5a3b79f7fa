package board

import (
	"errors"
	"fmt"
	"math/bits"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/keycheck"
)

type (
	othello     zobrist.OthelloPosition
	othelloKeys struct{ *zobrist.Othello }
)

// pass is the step of a side that has no move.
const pass = "pa"

func (p othello) position() zobrist.OthelloPosition { return zobrist.OthelloPosition(p) }
func (p othello) text() string                      { return p.position().String() }

func (p othello) next(step string) (position, error) {
	q := p.position()
	switch {
	case len(step) > 2:
		q, err := zobrist.ParseOthello(step)
		return othello(q), err
	case step == pass:
		if moves := q.Moves(); moves != 0 {
			return nil, fmt.Errorf("%v may not pass, it can play %v", q.ToMove, zobrist.Square(bits.TrailingZeros64(moves)))
		}
		q.Pass()
		if q.Moves() == 0 {
			return nil, errors.New("the game is over, neither side has a move")
		}
		return othello(q), nil
	}
	at, err := zobrist.ParseSquare(step)
	if err != nil {
		return nil, err
	}
	if !q.Play(at) {
		return nil, fmt.Errorf("%v on %v is not a legal move here", q.ToMove, at)
	}
	return othello(q), nil
}

func (k othelloKeys) hash(p position) zobrist.Key { return k.Hash(p.(othello).position()) }

func (k othelloKeys) after(h zobrist.Key, pos position, step string) (zobrist.Key, bool) {
	if step == pass {
		return h ^ k.Side(), true
	}
	p := pos.(othello).position()
	at, err := zobrist.ParseSquare(step)
	if err != nil {
		return 0, false
	}
	return k.After(h, p.ToMove, at, p.Flips(at)), true
}

func (k othelloKeys) all() []named { return keycheck.Collect(k.Keys()) }

func (k othelloKeys) features(pos position) []Feature {
	p := pos.(othello).position()
	var all []Feature
	for s := range zobrist.Square(64) {
		for disc, set := range [...]uint64{zobrist.BlackDisc: p.Black, zobrist.WhiteDisc: p.White} {
			if set>>s&1 != 0 {
				disc := zobrist.Disc(disc)
				// A flipped disc is two keys of one square: side by side.
				all = append(all, Feature{Name: fmt.Sprint(s, " ", disc), Key: k.Discs().Key(s, disc), order: int(s)})
			}
		}
	}
	if p.ToMove == zobrist.WhiteDisc {
		all = append(all, Feature{Name: "side", Key: k.Side(), order: 64})
	}
	return all
}

func (k othelloKeys) show(v *View, pos position) {
	p := pos.(othello).position()
	copy(v.Cells[:], strings.ReplaceAll(p.String(), "-", "."))
	v.Black = p.ToMove == zobrist.BlackDisc
	moves := p.Moves()
	for set := moves; set != 0; set &= set - 1 {
		at := bits.TrailingZeros64(set)
		v.Moves = append(v.Moves, Move{-1, at, zobrist.Square(at).String()})
	}
	turned := p
	turned.Pass()
	v.Pass = moves == 0 && turned.Moves() != 0
	black, white := bits.OnesCount64(p.Black), bits.OnesCount64(p.White)
	v.Status = fmt.Sprintf("%v to move. Black %d, White %d", p.ToMove, black, white)
	switch {
	case v.Pass:
		v.Status = fmt.Sprintf("%v has no move and must pass. Black %d, White %d", p.ToMove, black, white)
	case moves == 0:
		v.Status = fmt.Sprintf("The game is over. Black %d, White %d", black, white)
	}
	v.Switches = []Switch{{Name: "side", Edit: "side", Key: k.Side(), On: !v.Black, Possible: true, Note: p.ToMove.String() + " to move"}}
}

// editOthello returns p with one thing changed: "side", or a disc on a square,
// "e4 X", "e4 O" or "e4 ." for none.
func editOthello(p zobrist.OthelloPosition, edit string) (zobrist.OthelloPosition, error) {
	if edit == "side" {
		p.Pass()
		return p, nil
	}
	what, disc, _ := strings.Cut(edit, " ")
	at, err := zobrist.ParseSquare(what)
	if err != nil {
		return p, err
	}
	p.Black &^= 1 << at
	p.White &^= 1 << at
	switch disc {
	case "X":
		p.Black |= 1 << at
	case "O":
		p.White |= 1 << at
	case ".":
	default:
		return p, fmt.Errorf("disc %q, want X, O or . for none", disc)
	}
	return p, nil
}
