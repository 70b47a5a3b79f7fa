package notation

import (
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/lines"
	"github.com/zobrist-go/zobrist/othello"
)

// Othello is a position of Othello.
type Othello struct{ othello.Position }

// Pass is the pass of Othello.
const Pass = "pa"

// ToMove names the side to move, then the other side.
func (p Othello) ToMove() (mover, other string) {
	return p.Position.ToMove.String(), p.Position.ToMove.Opponent().String()
}

// Next plays on a square from a1 to h8, or passes: pa, ps or --, in either case. A pass needs
// a side without moves.
func (p Othello) Next(move string) (Position, error) {
	mover, _ := p.ToMove()
	if isPass(move) {
		if moves := p.Moves(); moves != 0 {
			return nil, fmt.Errorf("%v may not pass, it can play %v",
				mover, zobrist.Square(bits.TrailingZeros64(moves)))
		}
		p.Pass()
		if p.Moves() == 0 {
			return nil, errors.New("the game is over, neither side has a move")
		}
		return p, nil
	}
	at, err := zobrist.ParseSquare(strings.ToLower(move))
	switch {
	case err != nil:
		return nil, fmt.Errorf("%q is neither a square from a1 to h8 nor a pass (pa, ps or --)",
			move)
	case (p.Black|p.White)>>at&1 != 0:
		return nil, fmt.Errorf("%v on %v is illegal, there is a disc", mover, at)
	case !p.Play(at):
		return nil, fmt.Errorf("%v on %v is illegal, it flips nothing", mover, at)
	}
	return p, nil
}

// nextAfterPass plays the pass that a move implies, then the move. If no pass is
// possible, it returns err, the error of the move alone.
func (p Othello) nextAfterPass(move string, err error) (after Position, passed Othello, _ error) {
	_, notSquare := zobrist.ParseSquare(strings.ToLower(move))
	if isPass(move) || notSquare != nil || p.Moves() != 0 {
		return nil, p, err
	}
	mover, _ := p.ToMove()
	q, err := p.Next(Pass)
	if err != nil {
		return nil, p, fmt.Errorf("%s: %w", strings.ToLower(move), err)
	}
	if after, err = q.Next(move); err != nil {
		return nil, p, fmt.Errorf("%v has no move, and %w", mover, err)
	}
	return after, q.(Othello), nil
}

func isPass(move string) bool {
	move = strings.ToLower(move)
	return move == Pass || move == "ps" || move == "--"
}

// read reads a position and the transcript after it.
func (start Othello) read(text string, from Position) (Game, error) {
	if i := strings.IndexAny(text, ";%"); i >= 0 {
		text = text[:i]
	}
	words := strings.Fields(text)
	if cut(&words, "startpos") {
		cut(&words, "moves")
		return Game{Start: start, Moves: transcript(words)}, nil
	}
	if from != nil && len(words) > 0 && isTranscript(words[0]) {
		return Game{from, transcript(words), true}, nil
	}
	var moves []string
	if i := slices.Index(words, "moves"); i >= 0 {
		text, moves = strings.Join(words[:i], " "), transcript(words[i+1:])
	}
	p, err := othello.Parse(text)
	if err != nil {
		if len(words) > 0 && isTranscript(words[0]) {
			err = fmt.Errorf("%w (from the start: startpos moves %s)",
				err, lines.Excerpt(strings.Join(words, " ")))
		}
		return Game{}, err
	}
	return Game{Start: Othello{p}, Moves: moves}, nil
}

// isTranscript reports whether a word looks like moves, legal or not, rather than a position.
func isTranscript(word string) bool {
	return strings.Trim(strings.ToLower(word), "abcdefgh12345678ps-") == "" &&
		strings.Count(word, "-") <= 2
}

// transcript splits words into moves of two characters.
func transcript(words []string) []string {
	var moves []string
	for _, word := range words {
		for move := range slices.Chunk([]byte(word), 2) {
			moves = append(moves, strings.ToLower(string(move)))
		}
	}
	return moves
}
