package main

import (
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist"
)

// othelloKeys makes the keys that the flag -keys asks for.
func othelloKeys(keys string) (*zobrist.Othello, error) {
	if keys == "" {
		return zobrist.NewOthello(1), nil
	}
	seed, err := parseSeed(keys)
	if err != nil {
		return nil, err
	}
	return zobrist.NewOthello(seed), nil
}

// hashOthello hashes a position of Othello: a problem line (see
// [zobrist.ParseOthello]) or startpos, then, if there are moves, moves and a
// transcript such as f5d6c3, of either case, with or without blanks. Passes are
// implied, or written pa, ps or --. After startpos the word moves may be left
// out. A semicolon or a per cent sign, and what follows it, is skipped.
//
// It calls emit once with the key of the last position and the argument
// position, or, when each is set and there are moves, with the key after every
// move and every written pass and a position that says the same. After a move
// that is wrong it emits no more.
func hashOthello(keys *zobrist.Othello, position string, each bool, emit emitFunc) error {
	visit, visited := emit.each(each)
	_, h, err := walkOthello(keys, position, visit)
	if err == nil && !*visited {
		emit(h, position)
	}
	return err
}

// walkOthello plays the moves of a position and returns where they lead, and its
// key. It calls visit after each of them, and after each pass that is written,
// with a position that says the same.
func walkOthello(keys *zobrist.Othello, position string, visit emitFunc) (p zobrist.OthelloPosition, h zobrist.Key, err error) {
	so, p, words, err := splitOthello(position)
	if err != nil {
		return p, 0, err
	}
	so += " moves "
	h, number := keys.Hash(p), 1
	for _, word := range words {
		for word != "" {
			move := strings.ToLower(word[:min(2, len(word))])
			word = word[min(2, len(word)):]
			if isOthelloPass(move) {
				if err := passOthello(&p); err != nil {
					return p, 0, fmt.Errorf("pass before move number %d: %s", number, plain(err))
				}
				h ^= keys.Side()
			} else {
				if h, err = playOthello(keys, h, &p, move); err != nil {
					return p, 0, fmt.Errorf("move number %d: %s", number, plain(err))
				}
				number++
			}
			if visit != nil {
				so += move
				visit(h, so)
			}
		}
	}
	return p, h, nil
}

// splitOthello splits a POSITION into the text of its start, the position that
// it stands for, and the words of the transcript.
func splitOthello(position string) (so string, p zobrist.OthelloPosition, moves []string, err error) {
	text := position
	if i := strings.IndexAny(text, ";%"); i >= 0 {
		text = text[:i]
	}
	words := strings.Fields(text)
	if len(words) > 0 && words[0] == "startpos" {
		moves = words[1:]
		if len(moves) > 0 && moves[0] == "moves" {
			moves = moves[1:]
		}
		return "startpos", zobrist.OthelloStart(), moves, nil
	}
	if i := slices.Index(words, "moves"); i >= 0 {
		moves = words[i+1:]
		text = strings.Join(words[:i], " ")
	}
	if p, err = zobrist.ParseOthello(text); err != nil {
		return "", p, nil, err
	}
	return p.String(), p, moves, nil
}

func isOthelloPass(move string) bool {
	return move == "pa" || move == "ps" || move == "--"
}

// passOthello gives the move to the other side, if the side to move has none
// and the game is not over.
func passOthello(p *zobrist.OthelloPosition) error {
	if moves := p.Moves(); moves != 0 {
		return fmt.Errorf("%v can play %v", p.ToMove, zobrist.Square(bits.TrailingZeros64(moves)))
	}
	p.Pass()
	if p.Moves() == 0 {
		return errOthelloOver
	}
	return nil
}

var errOthelloOver = errors.New("the game is over, neither side has a move")

// playOthello plays on a square, after the pass that may be implied, and
// returns the key.
func playOthello(keys *zobrist.Othello, h zobrist.Key, p *zobrist.OthelloPosition, move string) (zobrist.Key, error) {
	at, err := zobrist.ParseSquare(move)
	if err != nil {
		return 0, fmt.Errorf("%q is neither a square from a1 to h8 nor a pass (pa, ps or --)", move)
	}
	flipped := p.Flips(at)
	if flipped == 0 {
		mover := p.ToMove
		if err := passOthello(p); err == errOthelloOver {
			return 0, fmt.Errorf("%v: %w", at, err)
		} else if err != nil {
			return 0, fmt.Errorf("%v on %v %s", mover, at, whyIllegal(*p, at))
		}
		h ^= keys.Side()
		if flipped = p.Flips(at); flipped == 0 {
			return 0, fmt.Errorf("%v has no move, and %v on %v %s", mover, p.ToMove, at, whyIllegal(*p, at))
		}
	}
	h = keys.After(h, p.ToMove, at, flipped)
	p.Play(at)
	return h, nil
}

// whyIllegal says why a disc on that square is not a legal move.
func whyIllegal(p zobrist.OthelloPosition, at zobrist.Square) string {
	if (p.Black|p.White)>>at&1 != 0 {
		return "is illegal, there is a disc"
	}
	return "is illegal, it flips nothing"
}

var errOthelloEP = errors.New("-ep goes with chess, there is no en passant in Othello")
