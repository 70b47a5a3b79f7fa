package board

import (
	"errors"
	"fmt"
	"strings"

	"github.com/zobrist-go/zobrist"
)

// Edit returns the step that changes one thing in the position of s: a switch
// (see [Switch]), or what stands on a square, "e4 N", "e4 ." for nothing.
func (b *Board) Edit(s State, edit string) (step string, err error) {
	if err := b.play(&s); err != nil {
		return "", err
	}
	switch p := b.line[s.At].(type) {
	case chess:
		q, err := editChess(p.position(), edit)
		if err != nil {
			return "", errors.New(plain(err))
		}
		return q.FEN(), nil
	default:
		q, err := editOthello(p.(othello).position(), edit)
		if err != nil {
			return "", errors.New(plain(err))
		}
		return q.String(), nil
	}
}

// Paste reads a position, a position and moves, or moves alone, and returns the
// steps that they are after those of s, all of them or an error. In chess it
// reads a FEN, "startpos" or what an engine is told ("position fen ... moves
// ..."), and moves in UCI notation; in Othello a problem line and a transcript
// such as f5d6c3, in which passes may be left out.
func (b *Board) Paste(s State, text string) (steps []string, err error) {
	if err := b.play(&s); err != nil {
		return nil, err
	}
	p := b.line[s.At]
	words := strings.Fields(text)
	if len(words) > 0 && words[0] == "position" {
		words = words[1:]
	}
	if len(words) > 0 && words[0] == "fen" {
		words = words[1:]
	}
	if len(words) == 0 {
		return nil, errors.New("nothing to read: want a position or moves")
	}
	play := func(step string) error {
		q, err := p.next(step)
		if err == nil {
			p, steps = q, append(steps, step)
		}
		return err
	}
	// The position, if there is one: up to the word moves.
	var place []string
	moves := words
	for i, word := range words {
		if word == "moves" {
			place, moves = words[:i], words[i+1:]
		}
	}
	isMoves := place == nil
	switch {
	case words[0] == "startpos":
		if isMoves {
			moves = words[1:]
		}
		place = []string{start(s.Game).text()}
	case isMoves && isPosition(s.Game, words):
		place, moves = words, nil
	}
	if len(place) > 0 {
		q, err := readPosition(s.Game, strings.Join(place, " "))
		if err != nil {
			return nil, errors.New(plain(err))
		}
		if err := play(q.text()); err != nil {
			return nil, errors.New(plain(err))
		}
	}
	if s.Game == "othello" {
		moves = discs(moves)
	}
	for i, move := range moves {
		err := play(move)
		if err != nil && s.Game == "othello" && play(pass) == nil {
			err = play(move)
		}
		if err != nil {
			return nil, fmt.Errorf("move %d: %s", i+1, plain(err))
		}
	}
	return steps, nil
}

// isPosition tells a position, right or wrong, from moves.
func isPosition(game string, words []string) bool {
	if game == "othello" {
		return strings.Trim(strings.ToLower(words[0]), "abcdefgh12345678ps-") != "" || strings.Count(words[0], "-") > 2
	}
	return strings.Contains(words[0], "/") || len(words[0]) > 5
}

// discs splits a transcript into steps.
func discs(words []string) []string {
	var moves []string
	for _, word := range words {
		for word = strings.ToLower(word); word != ""; {
			move := word[:min(2, len(word))]
			word = word[len(move):]
			if move == "ps" || move == "--" {
				move = pass
			}
			moves = append(moves, move)
		}
	}
	return moves
}

func readPosition(game, text string) (position, error) {
	if game == "othello" {
		p, err := zobrist.ParseOthello(text)
		return othello(p), err
	}
	p, err := zobrist.ParseFEN(text)
	return chess(p), err
}
