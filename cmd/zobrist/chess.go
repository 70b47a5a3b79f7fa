package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/movegen"
)

// chessKeys makes the keys that the flags -keys and -ep ask for.
func chessKeys(keys, ep string) (*zobrist.Chess, error) {
	var c *zobrist.Chess
	switch keys {
	case "", "polyglot":
		c = zobrist.Polyglot()
	default:
		seed, err := parseSeed(keys)
		if err != nil {
			return nil, err
		}
		c = zobrist.NewChess(seed)
	}
	for rule := zobrist.EnPassantPseudoLegal; rule <= zobrist.EnPassantAlways; rule++ {
		if ep == rule.String() || ep == "" {
			return c.WithEnPassant(rule), nil
		}
	}
	return nil, fmt.Errorf("unknown en passant rule %q, want pseudo-legal, legal or always", ep)
}

// hashChess hashes a FEN, an EPD, or a position in the manner of UCI.
func hashChess(c *zobrist.Chess, position string, each bool, emit emitFunc) error {
	visit, visited := emit.each(each)
	_, h, err := walkChess(c, position, visit)
	if err == nil && !*visited {
		emit(h, position)
	}
	return err
}

// walkChess plays the moves of a position and returns where they lead, and its
// key. It calls visit after each of them, with a position that says the same.
func walkChess(c *zobrist.Chess, position string, visit emitFunc) (p zobrist.ChessPosition, h zobrist.Key, err error) {
	so, start, moves, err := splitChess(position)
	if err != nil {
		return p, 0, err
	}
	if p, err = zobrist.ParseFEN(start); err != nil {
		if areMoves(start) {
			err = fmt.Errorf("%w (from the start: startpos moves %s)", err, shortened(strings.Join(strings.Fields(start), " ")))
		}
		return p, 0, err
	}
	h = c.Hash(&p)
	so += " moves"
	for i, uci := range moves {
		if h, err = playChess(c, h, &p, uci); err != nil {
			return p, 0, fmt.Errorf("move number %d: %s", i+1, plain(err))
		}
		if visit != nil {
			so += " " + uci
			visit(h, so)
		}
	}
	return p, h, nil
}

// splitChess splits a POSITION into its words before the moves, the FEN they
// stand for, and the moves. The fen before a FEN may be left out.
func splitChess(position string) (so, start string, moves []string, err error) {
	words := strings.Fields(position)
	first := 0
	if len(words) > 0 && words[0] == "position" {
		first = 1
	}
	if len(words) == first || words[first] != "startpos" && words[first] != "fen" {
		if i := slices.Index(words, "moves"); i >= 4 && i <= 6 {
			start = strings.Join(words[:i], " ")
			return "fen " + start, start, words[i+1:], nil
		}
		return position, position, nil, nil
	}
	until := len(words)
	if i := slices.Index(words, "moves"); i >= 0 {
		until, moves = i, words[i+1:]
	}
	so = strings.Join(words[:until], " ")
	if words[first] == "fen" {
		return so, strings.Join(words[first+1:until], " "), moves, nil
	}
	if until > first+1 {
		return "", "", nil, fmt.Errorf("%q after startpos, want moves", words[first+1])
	}
	return so, zobrist.StartFEN, moves, nil
}

// areMoves reports whether a text is moves alone.
func areMoves(text string) bool {
	words := strings.Fields(text)
	return len(words) > 0 && !slices.ContainsFunc(words, func(word string) bool {
		_, err := zobrist.ParseMove(word)
		return err != nil
	})
}

// playChess plays a move, if it is legal or the null move, and returns the key
// after it.
func playChess(c *zobrist.Chess, h zobrist.Key, p *zobrist.ChessPosition, uci string) (zobrist.Key, error) {
	m, err := zobrist.ParseMove(uci)
	if err != nil {
		return 0, err
	}
	if m != (zobrist.ChessMove{}) && !movegen.IsLegal(p, m) {
		return 0, fmt.Errorf("%s is not legal in %s", uci, p.FEN())
	}
	h = c.After(h, p, m)
	p.Play(m)
	return h, nil
}
