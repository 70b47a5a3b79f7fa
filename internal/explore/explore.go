// Package explore chooses the sequences of moves that are worth asking an engine for: rare moves,
// each first move, and random games.
//
// Random games seldom have a promotion that captures a rook on its corner, or a legal capture en
// passant. So package rare has a sequence for each rare move, and games prefer such moves. Every
// few games one is longer than the arrays in which some engines keep their history.
package explore

import (
	"fmt"
	"slices"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/tester/rare"
)

// Options say what to explore.
type Options struct {
	Rules    Rules
	Known    bool // the rules are those of chess, so that there are rare moves
	Chess960 bool // castling is the king's move to its rook
	// Starts are FENs, in chess also sequences of moves; nil for those that make rare moves likely.
	Starts []string
	Seed   uint64 // of the random games
}

// An Explorer returns nodes, each once, and each after the one before it.
type Explorer struct {
	opt    Options
	rng    *zobrist.SplitMix64
	roots  []*Node
	starts map[string]*Node // by text and by query, so that lines from one start share nodes
	seen   map[*Node]bool
	games  int
}

// New returns an explorer. Its error says which start is invalid.
func New(opt Options) (*Explorer, error) {
	e := &Explorer{
		opt:    opt,
		rng:    zobrist.NewSplitMix64(opt.Seed),
		starts: make(map[string]*Node),
		seen:   make(map[*Node]bool),
	}
	starts := opt.Starts
	switch {
	case len(starts) > 0:
	case !opt.Known:
		starts = []string{"startpos"}
	case opt.Chess960:
		starts = rare.Starts960()
	default:
		starts = rare.Starts()
	}
	for i, text := range starts {
		root, err := e.start(text)
		if err != nil {
			return nil, fmt.Errorf("start %d: %w", i+1, err)
		}
		e.roots = append(e.roots, root)
	}
	return e, nil
}

// start returns the node of a start, which is the same one each time.
func (e *Explorer) start(text string) (*Node, error) {
	if n := e.starts[text]; n != nil {
		return n, nil
	}
	n, err := e.opt.Rules.Start(text)
	if err != nil {
		return nil, err
	}
	query := n.Query.String()
	if same := e.starts[query]; same != nil {
		n = same
	}
	e.starts[text], e.starts[query] = n, n
	return n, nil
}

// Short returns up to most nodes of short sequences: the starts, each move from them, the rare
// moves, and what follows each first move.
func (e *Explorer) Short(most int) (all []*Node) {
	take := func(nodes ...*Node) {
		for _, n := range nodes {
			if !e.seen[n] && len(all) < most {
				e.seen[n] = true
				all = append(all, n)
			}
		}
	}
	take(line(e.roots[0])...)
	if !e.opt.Known {
		for _, root := range e.roots {
			take(root)
			take(e.after(root)...)
		}
		return all
	}
	chosen := len(e.opt.Starts) > 0
	if chosen {
		for _, root := range e.roots {
			take(line(root)...)
			take(e.after(root)...)
		}
	}
	for _, nodes := range e.rareLines() {
		take(nodes...)
	}
	for _, root := range e.roots {
		take(line(root)...)
	}
	if e.opt.Chess960 {
		take(e.shredders()...)
	}
	for _, root := range e.roots {
		take(e.after(root)...)
	}
	if !chosen || len(e.roots) == 1 {
		for _, n := range e.after(e.roots[0]) {
			if len(all) == most {
				break
			}
			take(e.after(n)...)
		}
	}
	return all
}

// line returns the nodes from the start of a sequence to its end.
func line(end *Node) (nodes []*Node) {
	for n := end; n != nil; n = n.Before {
		nodes = append(nodes, n)
	}
	slices.Reverse(nodes)
	return nodes
}

// lastClock is the highest halfmove clock of a position that is played on. Some engines refuse a
// higher one, and games end at 100.
const lastClock = 105

// after returns the nodes after each legal move.
func (e *Explorer) after(n *Node) (all []*Node) {
	if n.Board.HalfmoveClock >= lastClock {
		return nil
	}
	for i := range e.opt.Rules.Names(n) {
		all = append(all, e.opt.Rules.After(n, i))
	}
	return all
}

// rareLines returns the nodes of the fixed sequences, from the start of each to its end. If the
// user chose the starts, only those of double pushes are left: each engine needs them, to know its
// rule of en passant.
func (e *Explorer) rareLines() (all [][]*Node) {
	lines := rare.EnPassant()
	if len(e.opt.Starts) == 0 {
		lines = append(rare.Lines(), lines...)
		if e.opt.Chess960 {
			lines = append(lines, rare.Lines960()...)
		}
	}
	rules := chessRules{e.opt.Chess960}
	for _, rareLine := range lines {
		text := rareLine.FEN
		if text == "" {
			text = "startpos"
		}
		root, err := e.start(text)
		if err != nil {
			continue // a fixed FEN that these rules do not have
		}
		end, _ := rules.play(root, rareLine.Moves)
		nodes := line(end)
		for _, n := range nodes {
			n.Rare = true
		}
		all = append(all, nodes)
	}
	return all
}

// shredders returns the starts with FENs that name the files of rooks.
func (e *Explorer) shredders() (all []*Node) {
	for _, root := range e.roots {
		fen, ok := shredder(&root.Board)
		if !ok {
			continue
		}
		n := &Node{Board: root.Board, FEN: root.FEN, Shredder: true}
		n.Query.FEN = fen
		all = append(all, n)
	}
	return all
}

const (
	// usualPlies is the length of a random game. After 80 plies most have few men left.
	usualPlies = 80

	// Every longEvery games, one has longPlies plies: more than the 128 or 256 entries of the
	// arrays in which some engines keep what they must restore.
	longEvery = 12
	longFirst = 2
	longPlies = 300

	// In a long game the keys of askedOf of partOf plies are asked for. That shows whether keys go
	// wrong after so many plies, and the text of so many moves takes time to send.
	askedOf = 6
	partOf  = 50

	// drawClock is the halfmove clock at which a game ends. A long game keeps it below calmClock
	// by a capture or a pawn's move, so that it does not end before.
	drawClock = 100
	calmClock = 20
)

// Game plays a random game, and returns its nodes that no earlier call returned. There may be none.
func (e *Explorer) Game() (all []*Node) {
	n := e.roots[e.games%len(e.roots)] // the third is the usual start again
	long := e.opt.Known && e.games%longEvery == longFirst
	e.games++
	plies := usualPlies
	if long {
		plies = longPlies
		// The game must not end early, whatever the user's seed is.
		drawn := e.rng
		e.rng = zobrist.NewSplitMix64(uint64(e.games))
		defer func() { e.rng = drawn }()
	}
	for ply := 1; ply <= plies; ply++ {
		names := e.opt.Rules.Names(n)
		if len(names) == 0 || n.Board.HalfmoveClock >= drawClock {
			break
		}
		n = e.opt.Rules.After(n, e.choose(n, long))
		if e.seen[n] {
			continue
		}
		e.seen[n] = true
		n.Passed = long && ply%partOf >= askedOf
		all = append(all, n)
	}
	n.Forget()
	return all
}

// choose draws a move. In one of three cases it prefers a rare one, and in long games one that
// keeps the game going.
func (e *Explorer) choose(n *Node, long bool) int {
	prefer := e.draw(3) == 0
	var preferred []int
	for i, m := range n.moves {
		wanted := prefer && isRare(n, m)
		if long {
			wanted = isIrreversible(n, m) == (n.Board.HalfmoveClock >= calmClock)
		}
		if wanted {
			preferred = append(preferred, i)
		}
	}
	if len(preferred) > 0 {
		return preferred[e.draw(len(preferred))]
	}
	return e.draw(len(n.names))
}

// draw returns a random number below n.
func (e *Explorer) draw(n int) int { return int(e.rng.Uint64() % uint64(n)) }
