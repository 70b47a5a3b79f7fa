package check

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/chess"
	"github.com/zobrist-go/zobrist/internal/movegen"
	"github.com/zobrist-go/zobrist/internal/notation"
)

// A Board is a position on which an engine stands, with the moves that the rules of chess
// give, or an engine that lists them. With keys, it is a game of the tester.
type Board struct {
	*Evidence
	node *Node
	plan []*Node // the positions of the random game; nil until needed
}

// Load goes to a start, which Begin has tried, or to the FEN of a position.
func (b *Board) Load(text string) error {
	for ; b.node != nil; b.node = b.node.Parent {
		b.node.names, b.node.legal = nil, nil
	}
	b.node, b.plan = b.begin(text), nil
	b.stale++
	return nil
}

// Names returns the names of the moves.
func (b *Board) Names() []string {
	if n := b.node; n.names == nil && b.known && n.p.HalfmoveClock >= lastClock {
		n.names = []string{}
	}
	return b.moves(b.node)
}

func (b *Board) Moves() int              { return len(b.Names()) }
func (b *Board) MoveString(i int) string { return b.Names()[i] }
func (b *Board) Make(i int)              { b.node = b.after(b.node, i) }

func (b *Board) Unmake() {
	b.node.names, b.node.legal = nil, nil // of all nodes they would be too many
	b.node = b.node.Parent
}

// Pass makes a null move.
func (b *Board) Pass() {
	p := b.node.p
	p.Play(chess.Move{})
	b.node = b.node.child(NullMove, &p)
}

// Position is the FEN.
func (b *Board) Position() string { return b.node.FEN }

// A game is an engine in another process as a game of the tester: Key is by moves,
// Recompute from the FEN, each once.
type game struct{ *Board }

func (g game) Key() zobrist.Key {
	n := g.node
	if !n.queued && !n.skipped {
		g.both(n)
	}
	return n.By.Key
}

func (g game) Recompute() zobrist.Key { return g.node.From }

// Foresee asks for the keys after some moves at once.
func (g game) Foresee(first, n int) {
	var all []*Node
	for i := range n {
		all = append(all, g.after(g.node, (first+i)%g.Moves()))
	}
	g.both(all...)
}

// Choose asks for the keys of the whole game at its beginning.
func (g game) Choose(draw func(n int) int) int {
	planned := g.plan != nil
	move := g.Board.Choose(draw)
	if !planned {
		g.both(g.plan...)
	}
	return move
}

// start returns the position of a start, which is the same one each time.
func (ev *Evidence) start(text string) (*Node, error) {
	n := ev.begins[text]
	if n == nil {
		n = &Node{Query: Query{FEN: strings.TrimPrefix(text, "startpos")}}
		if ev.known {
			line, moves, err := notation.Played("chess", text)
			if err != nil {
				return nil, err
			}
			fen := line[0].String()
			n.FEN, n.Query.FEN = fen, fen
			if fen == chess.StartFEN {
				n.Query.FEN = ""
			}
			n.p, _ = chess.ParseFEN(fen) // that Played has parsed
			if n = ev.play(n, moves); n == nil {
				return nil, fmt.Errorf("%q has an illegal move", text)
			}
		}
		ev.begins[text] = n
	}
	return n, nil
}

// begin returns the position of a start that was tried before.
func (ev *Evidence) begin(text string) *Node {
	n, _ := ev.start(text)
	return n
}

const lastClock = 105 // some engines refuse such a clock

// moves returns the names of the moves of a position. There are none behind a move that the
// engine refuses.
func (ev *Evidence) moves(n *Node) []string {
	switch {
	case n.names != nil:
	case n.By.Refused != "":
		n.names = []string{}
	case ev.known:
		n.legal = slices.DeleteFunc(movegen.Legal(&n.p), func(m chess.Move) bool {
			return len(ev.barred) > 0 && ev.barred[n.FEN+" "+ev.MoveText(&n.p, m)]
		})
		n.names = make([]string, len(n.legal))
		for i, m := range n.legal {
			n.names[i] = ev.MoveText(&n.p, m)
		}
	default:
		a, moves := ev.src.List(n.Query)
		if n.names = []string{}; ev.placed(n, a) {
			n.names = append(n.names, moves...)
		}
	}
	return n.names
}

// after returns the position after a move.
func (ev *Evidence) after(n *Node, i int) *Node {
	name := ev.moves(n)[i]
	if at := slices.IndexFunc(n.next, func(c *Node) bool { return c.move() == name }); at >= 0 {
		return n.next[at]
	} else if !ev.known {
		return n.child(name, nil)
	}
	p := n.p
	p.Play(n.legal[i])
	return n.child(name, &p)
}

// child adds the node after one more move, with the position if the rules are known.
func (n *Node) child(move string, p *chess.Position) *Node {
	c := &Node{Query: n.Query, Parent: n}
	if len(n.next) > 0 {
		c.Moves = slices.Clip(c.Moves)
	}
	// the first child shares the array, so a long game does not copy all moves again
	c.Moves = append(c.Moves, move)
	if p != nil {
		c.p, c.FEN = *p, p.FEN()
	}
	n.next = append(n.next, c)
	return c
}

// children returns the nodes after each legal move.
func (ev *Evidence) children(n *Node) (all []*Node) {
	for i := range ev.moves(n) {
		all = append(all, ev.after(n, i))
	}
	return all
}

// play returns the node after some moves, or nil if one is illegal. It takes castling in
// both forms.
func (ev *Evidence) play(n *Node, moves []string) *Node {
	for _, move := range moves {
		i := slices.Index(ev.moves(n), move)
		if i < 0 {
			i = slices.IndexFunc(n.legal, func(m chess.Move) bool { return m.String() == move })
		}
		if i < 0 {
			return nil
		}
		n = ev.after(n, i)
	}
	return n
}

// MoveText returns a move as the engine expects it: castling may be the king's move to its rook.
func (ev *Evidence) MoveText(p *chess.Position, m chess.Move) string {
	switch castles := ev.about.Chess960 && p.Board[m.From].Kind() == zobrist.WhiteKing &&
		p.Board[m.To] == zobrist.NoPiece; {
	case castles && m.To == m.From+2: // king and rook stand as in standard chess
		m.To++
	case castles && m.To == m.From-2:
		m.To -= 2
	}
	return m.String()
}

// placed sets the position of a node to the one that the engine prints, if there are no
// rules. It reports success.
func (ev *Evidence) placed(n *Node, a Answer) bool {
	board, _, _ := strings.Cut(n.Query.FEN, " ")
	switch {
	case ev.known || n.FEN != "":
	case a.Lost || a.Refused != "":
		return false
	case a.FEN == "":
		ev.fail(
			fmt.Errorf(
				"%s prints no FEN after %q, but this game needs it, because its rules are unknown",
				ev.about.Name, n.Command(),
			),
		)
		return false
	case n.Parent == nil && board != "" && board != strings.Fields(a.FEN)[0]:
		ev.fail(
			fmt.Errorf(
				"%s does not accept the position %q: it prints %q", ev.about.Name, n.Query.FEN,
				a.FEN,
			),
		)
		return false
	default:
		n.FEN = a.FEN
	}
	return true
}

// shredder returns a FEN with the files of rooks instead of KQkq. ok is false if there is
// nothing to replace.
func shredder(fen string) (text string, ok bool) {
	p, err := chess.ParseFEN(fen)
	if err != nil || p.Castling == 0 {
		return "", false
	}
	f := strings.Fields(fen)
	f[2] = ""
	for i, first := range "AAaa" {
		if right := zobrist.WhiteShort << i; p.Castling&right != 0 {
			f[2] += string(first + rune(p.Rook(right)&7))
		}
	}
	return strings.Join(f, " "), true
}

// apart reports whether castling in a position is not that of standard chess. Engines
// differ in what they have a number for: the right, or the rook's square.
func apart(fen string) bool {
	p, err := chess.ParseFEN(fen)
	return err == nil && p.CheckStandard() != nil
}

// Played returns the position after a query's moves, null moves too, or "".
func Played(q Query) string {
	p, err := chess.ParseFEN(cmp.Or(q.FEN, chess.StartFEN))
	for i := 0; i < len(q.Moves) && err == nil; i++ {
		var m chess.Move
		m, err = chess.ParseMove(q.Moves[i])
		p.Play(m)
	}
	if err != nil {
		return ""
	}
	return p.FEN()
}

const (
	plies = 80 // of a random game

	// Every so many games one is longer than the arrays of some engines. Few of its
	// positions are asked for.
	longEvery, longPlies = 12, 300
)

// Choose returns the next move of a random game, whose moves are all drawn at its beginning.
func (b *Board) Choose(draw func(n int) int) int {
	if b.plan == nil {
		b.games++
		if b.plan = []*Node{b.node}; b.known {
			b.draw(draw)
		}
	}
	if !b.known && len(b.node.Moves) < len(b.plan[0].Moves)+plies {
		return draw(b.Moves())
	}
	if next := slices.Index(b.plan, b.node) + 1; 0 < next && next < len(b.plan) {
		return slices.Index(b.Names(), b.plan[next].move())
	}
	return -1
}

// draw plays a random game, which prefers rare moves.
func (b *Board) draw(draw func(n int) int) {
	last, long := plies, b.games%longEvery == 3
	if long {
		last = longPlies
	}
	n := b.node
	for ply := 1; ply <= last && len(b.moves(n)) > 0 && n.p.HalfmoveClock < 100; ply++ {
		p, prefer, some := &n.p, draw(3) == 0, []int(nil)
		for i, m := range n.legal {
			q := *p
			wanted := prefer && q.Play(m) &&
				(q.Castling != p.Castling || m.Promotion != zobrist.NoPiece || q.EnPassant != 0 ||
					p.EnPassant != 0 && m.To == p.EnPassant)
			if long { // a capture or a move of a pawn only now and then, so that enough are left
				wanted = (p.Board[m.From].Kind() == zobrist.WhitePawn ||
					p.Board[m.To] != zobrist.NoPiece) != (p.HalfmoveClock < 20)
			}
			if wanted {
				some = append(some, i)
			}
		}
		chosen := draw(len(n.legal))
		if len(some) > 0 {
			chosen = some[chosen%len(some)]
		}
		n = b.after(n, chosen)
		b.plan = append(b.plan, n)
		n.skipped = long && ply%50 >= 6 && !n.queued
	}
}
