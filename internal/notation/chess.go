package notation

import (
	"fmt"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist/chess"
	"github.com/zobrist-go/zobrist/internal/lines"
)

// Chess is a position of chess.
type Chess struct{ chess.Position }

func (p Chess) String() string { return p.FEN() }

// ToMove names the side to move, then the other side.
func (p Chess) ToMove() (mover, other string) {
	if p.BlackToMove {
		return "Black", "White"
	}
	return "White", "Black"
}

// Next plays a move in UCI notation. 0000 is the null move, which is illegal in check.
func (p Chess) Next(move string) (Position, error) {
	var m chess.Move
	var err error
	if move != "0000" {
		m, err = ParseMove(&p.Position, move)
	} else if p.InCheck() {
		err = fmt.Errorf("%s is not legal in %s: the king is in check", move, p.FEN())
	}
	if err != nil {
		return nil, err
	}
	p.Play(m)
	return p, nil
}

// ParseMove reads a legal move in UCI notation.
func ParseMove(p *chess.Position, move string) (chess.Move, error) {
	m, err := chess.ParseMove(move)
	if err != nil && isSAN(move) {
		err = pgnError{err}
	}
	if err == nil && !p.Legal(m) {
		err = fmt.Errorf("%s is not legal in %s", move, p.FEN())
	}
	return m, err
}

// isSAN reports whether a word looks like a move in PGN: Nf3, exd5, O-O, e8=Q.
func isSAN(word string) bool {
	return strings.Trim(word, "KQRBNOabcdefgh12345678x=-+#!?") == "" &&
		strings.ContainsAny(word, "KQRBNOx=")
}

// read reads a position and the moves after it.
func (start Chess) read(text string, from Position) (Game, error) {
	if !strings.Contains(text, "moves") { // most texts have none
		if p, err := chess.ParseFEN(text); err == nil {
			return Game{Start: Chess{p}}, nil
		}
	}
	words := strings.Fields(text)
	cut(&words, "position")
	if cut(&words, "startpos") {
		if !cut(&words, "moves") && len(words) > 0 && !areMoves(words[:1]) {
			return Game{}, fmt.Errorf("%q after startpos, want moves", lines.Excerpt(words[0]))
		}
		return Game{Start: start, Moves: words}, nil
	}
	named := cut(&words, "fen")
	if from != nil && !named && len(words) > 0 && mayBeMove(words[0]) {
		cut(&words, "moves")
		return Game{from, words, true}, nil
	}
	all := words
	var moves []string
	if i := slices.Index(words, "moves"); i >= 0 && (named || i >= 4 && i <= 6) {
		words, moves = words[:i], words[i+1:]
	}
	p, err := chess.ParseFEN(strings.Join(words, " "))
	if err != nil {
		if len(all) == 1 && !strings.Contains(all[0], "/") {
			err = fmt.Errorf("%w, or startpos", err)
		}
		if areMoves(all) {
			err = fmt.Errorf("%w (from the start: startpos moves %s)",
				err, lines.Excerpt(strings.Join(all, " ")))
		}
		return Game{}, err
	}
	return Game{Start: Chess{p}, Moves: moves}, nil
}

// mayBeMove reports whether a word is short enough for a move or for "moves", and not a board.
func mayBeMove(word string) bool {
	return len(word) <= len("moves") && !strings.Contains(word, "/")
}

// cut removes a word from the front.
func cut(words *[]string, word string) bool {
	if len(*words) == 0 || (*words)[0] != word {
		return false
	}
	*words = (*words)[1:]
	return true
}

func areMoves(words []string) bool {
	return len(words) > 0 && !slices.ContainsFunc(words, func(word string) bool {
		_, err := chess.ParseMove(word)
		return err != nil
	})
}
