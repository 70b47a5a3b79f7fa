package check

import (
	"fmt"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/movegen"
)

// rareLines are positions before moves that random games hardly ever have.
var rareLines = [...]Query{
	// A king takes a rook on its corner.
	{"4k2r/6K1/8/8/8/8/8/8 w k - 0 1", []string{"g7h8"}},
	{"r3k3/1K6/8/8/8/8/8/8 w q - 0 1", []string{"b7a8"}},
	{"8/8/8/8/8/8/6k1/4K2R b K - 0 1", []string{"g2h1"}},
	{"8/8/8/8/8/8/1k6/R3K3 b Q - 0 1", []string{"b2a1"}},
	// A fourth queen.
	{"8/P7/4k3/8/8/8/8/QQQ4K w - - 0 1", []string{"a7a8q"}},
	{"qqq4k/8/8/8/8/4K3/p7/8 b - - 0 1", []string{"a2a1q"}},
	// A double push gives check, and is captured; or it stops a check.
	{"8/8/8/2k5/4p3/8/3P4/4K3 w - - 0 1", []string{"d2d4", "e4d3"}},
	{"4k3/3p4/8/4P3/2K5/8/8/8 b - - 0 1", []string{"d7d5", "e5d6"}},
	{doublePushes[0].FEN, []string{"e2e4", "b7b5", "c5b6"}},
	{doublePushes[1].FEN, []string{"e7e5", "b2b4", "c4b3"}},
	{"2N5/1p6/k7/2P5/8/8/4P3/5B1K w - - 0 1", []string{"e2e3", "b7b5"}},
	// The capturing pawn is pinned on its rank, once the other pawn is gone, or on a
	// diagonal.
	{"8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1", []string{"e2e4"}},
	{"4k3/4p3/8/K2P3r/8/8/8/8 b - - 0 1", []string{"e7e5"}},
	{"8/8/5k2/8/3p4/8/4P3/B3K3 w - - 0 1", []string{"e2e4"}},
	{"b3k3/4p3/8/3P4/8/5K2/8/8 b - - 0 1", []string{"e7e5"}},
	// No pawn stands beside, but one on the other edge of the board.
	{"4k3/8/8/8/8/7p/P7/4K3 w - - 0 1", []string{"a2a4"}},
	{"4k3/8/8/p7/8/8/7P/4K3 w - - 0 1", []string{"h2h4"}},
	{"4k3/p7/8/8/7P/8/8/4K3 b - - 0 1", []string{"a7a5"}},
	{"4k3/7p/P7/8/8/8/8/4K3 b - - 0 1", []string{"h7h5"}},
	// A position appears twice, and a third time.
	{"", []string{"g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1", "f6g8"}},
}

// along returns the nodes of a line, from its start to its end. It returns nil if a move
// is illegal.
func (c *chess) along(q Query) (all []*Node) {
	n := &Node{Query: Query{FEN: q.FEN}, FEN: q.FEN}
	if q.FEN == "" {
		n.FEN = zobrist.StartFEN
	}
	p, err := zobrist.ParseFEN(n.FEN)
	if err != nil {
		return nil
	}
	all = append(all, n)
	for _, move := range q.Moves {
		m, ok := c.find(&p, move)
		if !ok {
			return nil
		}
		p.Play(m)
		n = n.child(move, p.FEN())
		all = append(all, n)
	}
	return all
}

// unasked reports whether there is a node whose keys were not asked for.
func (n *Node) unasked() bool { return n != nil && n.By == Answer{} && n.From == 0 }

// accepted reports whether the engine took the last position of the line that was asked for.
func (n *Node) accepted() bool {
	for n.unasked() {
		n = n.Parent
	}
	return n != nil && n.By.Refused == ""
}

// firstWrong returns the first node of a line with a wrong key, if some before n were not
// asked for. It returns nil if the key was wrong already at the last one that was.
func (ev *Evidence) firstWrong(n *Node) (*Node, error) {
	if !n.Parent.unasked() {
		return n, nil
	}
	var between []*Node
	p := n.Parent
	for ; p.unasked(); p = p.Parent {
		between = append(between, p)
	}
	if p != nil && p.differs() {
		return nil, nil
	}
	slices.Reverse(between)
	var queries []Query
	for _, b := range between {
		queries = append(queries, b.Query, Query{FEN: b.FEN})
	}
	answers, err := ev.Ask(queries...)
	if err != nil {
		return nil, err
	}
	for i, b := range between {
		b.By, b.From = answers[2*i], answers[2*i+1].Key
	}
	for _, b := range between {
		if b.differs() {
			return b, nil
		}
	}
	return n, nil
}

// find returns the legal move that the engine writes so. It takes castling in both forms.
func (c *chess) find(p *zobrist.ChessPosition, move string) (zobrist.ChessMove, bool) {
	for _, m := range movegen.Legal(p) {
		if c.text(p, m) == move || m.String() == move {
			return m, true
		}
	}
	return zobrist.ChessMove{}, false
}

// parseStart reads a start of lines: a FEN or startpos, and perhaps moves.
func (c *chess) parseStart(text string) ([]*Node, error) {
	position, moves, _ := strings.Cut(text, " moves")
	position = strings.TrimSpace(strings.TrimPrefix(strings.TrimPrefix(position, "position "), "fen "))
	q := Query{Moves: strings.Fields(moves)}
	if position != "startpos" {
		p, err := zobrist.ParseFEN(position)
		if err != nil {
			return nil, err
		}
		if q.FEN = p.FEN(); q.FEN == zobrist.StartFEN {
			q.FEN = ""
		}
	}
	all := c.along(q)
	if all == nil {
		return nil, fmt.Errorf("%q has an illegal move", text)
	}
	return all, nil
}
