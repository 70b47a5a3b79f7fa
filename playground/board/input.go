package board

import (
	"errors"
	"strings"

	"github.com/zobrist-go/zobrist/internal/notation"
)

// Edit returns the step that changes one thing in the position of s: a switch
// (see [Switch]), or what stands on a square, "e4 N", "e4 ." for nothing.
func (s State) Edit(edit string) (step string, err error) {
	line, err := s.play()
	if err != nil {
		return "", err
	}
	text := ""
	switch p := line[s.At].(type) {
	case notation.Chess:
		q, wrong := editChess(&p.ChessPosition, edit)
		if err = wrong; err == nil {
			text = q.FEN()
		}
	case notation.Othello:
		q, wrong := editOthello(p.OthelloPosition, edit)
		text, err = q.String(), wrong
	}
	if err != nil {
		return "", errors.New(notation.Plain(err))
	}
	return text, nil
}

// Paste reads a position, a position and moves, or moves alone, and returns them as
// steps to append to those of s. If any is wrong, it returns only an error. See
// [notation.Parse] for the syntax.
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
		return nil, errors.New(notation.Plain(err))
	}
	if !g.Follows {
		steps = append(steps, g.Start.String())
	}
	for step, err := range g.Steps() {
		if err != nil {
			return nil, errors.New(notation.Plain(err))
		}
		steps = append(steps, step.Move)
	}
	return steps, nil
}
