package check

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/chess"
	"github.com/zobrist-go/zobrist/internal/movegen"
	"github.com/zobrist-go/zobrist/internal/notation"
	"github.com/zobrist-go/zobrist/internal/tester/rare"
)

// A mover makes lines of moves.
type mover interface {
	// walk returns short lines, parents before children.
	walk() []*Node
	// game returns a random game, from its start.
	game(i int) []*Node
}

// standard makes lines by the rules of chess.
type standard struct {
	starts [][]*Node // lines that lead to the starts of games
	given  bool      // by the user
	seed   uint64
	king   bool // castling is the king's move to its rook
}

// text returns a move as the engine expects it.
func (c *standard) text(p *chess.Position, m chess.Move) string {
	king := p.Board[m.From] == zobrist.WhiteKing || p.Board[m.From] == zobrist.BlackKing
	if d := int(m.To) - int(m.From); c.king && king && (d == 2 || d == -2) {
		right := zobrist.WhiteShort
		if d < 0 {
			right = zobrist.WhiteLong
		}
		if p.BlackToMove {
			right <<= 2
		}
		m.To = p.Rook(right)
	}
	return m.String()
}

// walk returns the starts and each move from there, the rare lines, and the lines of two moves
// from the usual start.
func (c *standard) walk() (all []*Node) {
	var first []*Node
	seen := make(map[string]bool)
	for _, line := range c.starts {
		root := line[len(line)-1]
		if seen[root.FEN] {
			continue
		}
		seen[root.FEN] = true
		children := c.children(root)
		all = slices.Concat(all, line, children)
		if text, ok := shredder(root.FEN); c.king && ok {
			all = append(all, &Node{Query: Query{FEN: text}, FEN: root.FEN, shredder: true})
		}
		if root.FEN == chess.StartFEN || len(c.starts) == 1 {
			first = children
		}
	}
	for _, l := range c.rare() {
		for _, n := range c.line(Query{l.FEN, l.Moves}) {
			n.rare = true
			all = append(all, n)
		}
	}
	for _, n := range first {
		all = append(all, c.children(n)...)
	}
	return all
}

// rare returns the fixed lines: unless the user gave starts, all of them, and else
// those of double pushes.
func (c *standard) rare() []rare.Line {
	switch {
	case c.given:
		return rare.EnPassant()
	case c.king:
		return slices.Concat(rare.Lines(), rare.Lines960(), rare.EnPassant())
	}
	return append(rare.Lines(), rare.EnPassant()...)
}

// linesOf returns the queries of lines.
func linesOf(lines []rare.Line) (all []Query) {
	for _, l := range lines {
		all = append(all, Query{l.FEN, l.Moves})
	}
	return all
}

// children returns the nodes after each legal move.
func (c *standard) children(n *Node) (all []*Node) {
	p, _ := chess.ParseFEN(n.FEN) // by Position.FEN
	for _, m := range movegen.Legal(&p) {
		q := p
		q.Play(m)
		all = append(all, n.child(n.then(c.text(&p, m)), q.FEN()))
	}
	return all
}

const (
	plies = 80 // of a random game

	// Every so many games there is one that is longer than the arrays of some engines. Few
	// of its positions are asked for.
	longEvery, longPlies = 12, 300
)

func (c *standard) game(i int) []*Node {
	rng := rand.New(zobrist.NewSplitMix64(c.seed).Split(fmt.Sprint("game ", i)))
	start, last := c.starts[i%len(c.starts)], plies
	long := i%longEvery == 3
	if long {
		start, last = c.starts[0], longPlies
	}
	n := start[len(start)-1]
	p, _ := chess.ParseFEN(n.FEN)
	all := append(make([]*Node, 0, last+1), n)
	line := append(make([]string, 0, last+len(n.Moves)), n.Moves...) // one for all nodes of the game
	for ply := range last {
		legal := movegen.Legal(&p)
		if len(legal) == 0 || p.HalfmoveClock >= 100 { // some engines refuse such a clock
			break
		}
		if rng.IntN(3) == 0 {
			legal = prefer(legal, func(m chess.Move) bool { return isRare(&p, m) })
		}
		if long { // a capture or a move of a pawn only now and then, so that enough are left
			legal = prefer(legal, func(m chess.Move) bool {
				pawn := p.Board[m.From] == zobrist.WhitePawn || p.Board[m.From] == zobrist.BlackPawn
				return (pawn || p.Board[m.To] != zobrist.NoPiece) != (p.HalfmoveClock < 20)
			})
		}
		m := legal[rng.IntN(len(legal))]
		line = append(line, c.text(&p, m))
		p.Play(m)
		n = n.child(Query{n.Query.FEN, line[:len(line):len(line)]}, p.FEN())
		n.skipped = long && (ply+1)%50 >= 6 && !n.queued
		all = append(all, n)
	}
	return all
}

// prefer returns the moves for which f holds, or all if it holds for none.
func prefer(moves []chess.Move, f func(chess.Move) bool) []chess.Move {
	some := slices.DeleteFunc(slices.Clone(moves), func(m chess.Move) bool { return !f(m) })
	if len(some) == 0 {
		return moves
	}
	return some
}

// isRare reports whether a move does more than move a piece or capture.
func isRare(p *chess.Position, m chess.Move) bool {
	q := *p
	q.Play(m)
	return q.Castling != p.Castling || m.Promotion != zobrist.NoPiece || q.EnPassant != 0 || p.EnPassant != 0 && m.To == p.EnPassant
}

// line returns the nodes of a line, from its start to its end, or nil if a move is illegal.
// It takes castling in both forms.
func (c *standard) line(q Query) []*Node {
	n := &Node{Query: Query{FEN: q.FEN}, FEN: cmp.Or(q.FEN, chess.StartFEN)}
	p, err := chess.ParseFEN(n.FEN)
	if err != nil {
		return nil
	}
	all := []*Node{n}
	for _, move := range q.Moves {
		legal := movegen.Legal(&p)
		i := slices.IndexFunc(legal, func(m chess.Move) bool { return c.text(&p, m) == move || m.String() == move })
		if i < 0 {
			return nil
		}
		move = c.text(&p, legal[i]) // as the engine expects it
		p.Play(legal[i])
		n = n.child(n.then(move), p.FEN())
		all = append(all, n)
	}
	return all
}

// parseStart reads a start of lines: a FEN or startpos, and perhaps moves.
func (c *standard) parseStart(text string) ([]*Node, error) {
	line, moves, err := notation.Played("chess", text)
	if err != nil {
		return nil, err
	}
	q := Query{line[0].String(), moves}
	if q.FEN == chess.StartFEN {
		q.FEN = ""
	}
	all := c.line(q)
	if all == nil {
		err = fmt.Errorf("%q has an illegal move", text)
	}
	return all, err
}

// fenAfter returns the FEN after the moves of a query, or "" if the rules are not known.
func (ev *Evidence) fenAfter(q Query) string {
	if rules, ok := ev.mover.(*standard); ok {
		if line := rules.line(q); line != nil {
			return line[len(line)-1].FEN
		}
	}
	return ""
}

// listed makes lines from the moves that the engine lists, and positions from the FENs
// that it prints. It knows no rules.
type listed struct {
	*Evidence
	roots []*Node
}

// place sets the position of a node to the one that the engine prints. It reports whether
// there is one.
func (l *listed) place(n *Node, a Answer) bool {
	n.FEN = a.FEN
	board, _, _ := strings.Cut(n.Query.FEN, " ")
	switch {
	case a.Lost:
		return false
	case a.FEN == "":
		l.fail(fmt.Errorf("%s prints no FEN after %q, but this game needs it, because its rules are unknown", l.about.Name, n.Command()))
		return false
	case n.Parent == nil && board != "" && board != strings.Fields(a.FEN)[0]:
		l.fail(fmt.Errorf("%s does not accept the position %q: it prints %q", l.about.Name, n.Query.FEN, a.FEN))
		return false
	}
	return true
}

// step completes a node, and returns its legal moves.
func (l *listed) step(n *Node) ([]string, bool) {
	a, moves := l.src.List(n.Query)
	return moves, l.place(n, a)
}

func (l *listed) walk() (all []*Node) {
	for _, fen := range l.starts {
		root := &Node{Query: Query{FEN: fen}}
		l.roots = append(l.roots, root)
		moves, ok := l.step(root)
		if !ok {
			continue
		}
		all = append(all, root)
		var children []*Node
		for _, m := range moves {
			children = append(children, root.child(root.then(m), ""))
		}
		for i, a := range l.src.Ask(queriesOf(children)...) {
			if l.place(children[i], a) {
				all = append(all, children[i])
			}
		}
	}
	return all
}

func (l *listed) game(i int) (all []*Node) {
	rng := rand.New(zobrist.NewSplitMix64(l.opt.Seed).Split(fmt.Sprint("game ", i)))
	n := l.roots[i%len(l.roots)]
	for range plies + 1 {
		moves, ok := l.step(n)
		if ok {
			all = append(all, n)
		}
		if len(moves) == 0 || !ok {
			break
		}
		n = n.child(n.then(moves[rng.IntN(len(moves))]), "")
	}
	return all
}
