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

// A Board is the line of moves on which an engine stands, with the moves and the positions that the
// rules of chess give, or an engine that lists them. With keys, it is a game of the tester.
type Board struct {
	*Evidence
	spots []spot  // the last is the position
	from  int     // where the random game begins, whose moves are planned
	plan  []int   // the numbers of its moves; nil until needed
	ahead []*Node // after each of them
}

// A spot is a position of the line.
type spot struct {
	*Node
	p     chess.Position
	legal []chess.Move
	names []string // of the moves; nil until needed
}

func (b *Board) here() *spot { return &b.spots[len(b.spots)-1] }

// Node is the position.
func (b *Board) Node() *Node { return b.here().Node }

// Chess is the position by the rules.
func (b *Board) Chess() *chess.Position { return &b.here().p }

// Without leaves out some moves of the position.
func (b *Board) Without(f func(move string) bool) {
	s := b.here()
	for i := len(s.names) - 1; i >= 0; i-- {
		if f(s.names[i]) {
			s.names, s.legal = slices.Delete(s.names, i, i+1), slices.Delete(s.legal, i, i+1)
		}
	}
}

// Clone returns a board that stands there, too.
func (b *Board) Clone() Board {
	c := *b
	c.spots = slices.Clone(b.spots)
	return c
}

// Load goes to a start: a FEN or startpos, and perhaps moves.
func (b *Board) Load(text string) error {
	line, err := b.lineTo(text)
	if err != nil {
		return err
	}
	b.spots, b.plan = b.spots[:0], nil
	for _, n := range line {
		s := spot{Node: n}
		if b.known {
			s.p, _ = chess.ParseFEN(n.FEN) // by ChessPosition.FEN
		}
		b.spots = append(b.spots, s)
	}
	b.stale++
	return nil
}

// lineTo returns the nodes from a start to its end.
func (ev *Evidence) lineTo(text string) (all []*Node, err error) {
	switch all = ev.begins[text]; {
	case all != nil:
	case ev.known:
		all, err = ev.parseStart(text)
	default:
		all = []*Node{{Query: Query{FEN: strings.TrimPrefix(text, "startpos")}}}
	}
	return all, err
}

// begin returns the end of the line of a start, whose nodes are the same from now on.
func (ev *Evidence) begin(text string) *Node {
	line, _ := ev.lineTo(text) // Begin has tried all of them
	ev.begins[text] = line
	return last(line)
}

func last[T any](all []T) T { return all[len(all)-1] }

// parseStart reads a start of lines: a FEN or startpos, and perhaps moves.
func (ev *Evidence) parseStart(text string) ([]*Node, error) {
	line, moves, err := notation.Played("chess", text)
	if err != nil {
		return nil, err
	}
	q := Query{FEN: line[0].String(), Moves: moves}
	if q.FEN == chess.StartFEN {
		q.FEN = ""
	}
	all := ev.line(q)
	if all == nil {
		err = fmt.Errorf("%q has an illegal move", text)
	}
	return all, err
}

// line returns the nodes of a line, from its start to its end, or nil if a move is illegal.
// It takes castling in both forms.
func (ev *Evidence) line(q Query) []*Node {
	n := &Node{Query: Query{FEN: q.FEN}, FEN: cmp.Or(q.FEN, chess.StartFEN)}
	p, err := chess.ParseFEN(n.FEN)
	if err != nil {
		return nil
	}
	all := []*Node{n}
	for _, move := range q.Moves {
		legal := movegen.Legal(&p)
		i := slices.IndexFunc(legal, func(m chess.Move) bool { return ev.MoveText(&p, m) == move || m.String() == move })
		if i < 0 {
			return nil
		}
		move = ev.MoveText(&p, legal[i]) // as the engine expects it
		p.Play(legal[i])
		n = n.child(move, p.FEN())
		all = append(all, n)
	}
	return all
}

// children returns the nodes after each legal move.
func (ev *Evidence) children(n *Node) (all []*Node) {
	p, _ := chess.ParseFEN(n.FEN) // by ChessPosition.FEN
	for _, m := range movegen.Legal(&p) {
		q := p
		q.Play(m)
		all = append(all, n.child(ev.MoveText(&p, m), q.FEN()))
	}
	return all
}

// fenAfter returns the FEN after the moves of a query, or "" if the rules are not known.
func (ev *Evidence) fenAfter(q Query) string {
	if ev.known {
		return Played(q)
	}
	return ""
}

// MoveText returns a move as the engine expects it: castling may be the king's move to its rook.
func (ev *Evidence) MoveText(p *chess.Position, m chess.Move) string {
	king := p.Board[m.From] == zobrist.WhiteKing || p.Board[m.From] == zobrist.BlackKing
	if d := int(m.To) - int(m.From); ev.about.Chess960 && king && (d == 2 || d == -2) {
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

const lastClock = 105 // some engines refuse such a clock

// Names returns the names of the moves. There are none behind a move that the engine refuses.
func (b *Board) Names() []string {
	s := b.here()
	switch {
	case s.names != nil:
	case s.By.Refused != "" || b.known && s.p.HalfmoveClock >= lastClock:
		s.names = []string{}
	case b.known:
		s.legal = movegen.Legal(&s.p)
		s.names = make([]string, 0, len(s.legal))
		for _, m := range s.legal {
			s.names = append(s.names, b.MoveText(&s.p, m))
		}
		if len(b.deaths) > 0 {
			b.Without(func(move string) bool { return b.kills(s.Then(move)) })
		}
	default:
		a, moves := b.src.List(s.Query)
		if s.names = []string{}; b.placed(s.Node, a) {
			s.names = append(s.names, moves...)
		}
	}
	return s.names
}

// placed sets the position of a node to the one that the engine prints, if the rules are not known.
// It reports whether there is one.
func (ev *Evidence) placed(n *Node, a Answer) bool {
	board, _, _ := strings.Cut(n.Query.FEN, " ")
	switch {
	case ev.known || n.FEN != "":
	case a.Lost || a.Refused != "":
		return false
	case a.FEN == "":
		ev.fail(fmt.Errorf("%s prints no FEN after %q, but this game needs it, because its rules are unknown", ev.about.Name, n.Command()))
		return false
	case n.Parent == nil && board != "" && board != strings.Fields(a.FEN)[0]:
		ev.fail(fmt.Errorf("%s does not accept the position %q: it prints %q", ev.about.Name, n.Query.FEN, a.FEN))
		return false
	default:
		n.FEN = a.FEN
	}
	return true
}

func (b *Board) Moves() int              { return len(b.Names()) }
func (b *Board) MoveString(i int) string { return b.Names()[i] }
func (b *Board) Make(i int)              { b.spots = append(b.spots, b.after(i)) }
func (b *Board) Unmake()                 { b.spots = b.spots[:len(b.spots)-1] }

// after returns the position after a move.
func (b *Board) after(i int) (next spot) {
	name, s, fen := b.Names()[i], b.here(), ""
	if n := len(b.spots); n < cap(b.spots) {
		if next = b.spots[:n+1][n]; next.Node != nil && next.Parent == s.Node && next.move() == name {
			return next // the line was there before, with its moves
		}
		next = spot{}
	}
	if b.known {
		next.p = s.p
		next.p.Play(s.legal[i])
		fen = next.p.FEN()
	}
	next.Node = s.child(name, fen)
	return next
}

// Pass makes a null move.
func (b *Board) Pass() {
	next := spot{p: *b.Chess()}
	next.p.Play(chess.Move{})
	next.Node = b.Node().child(NullMove, next.p.FEN())
	b.spots = append(b.spots, next)
}

// Position is the FEN.
func (b *Board) Position() string { return b.Node().FEN }

// Played returns the position after a query's moves, null moves too, or "".
func Played(q Query) string {
	p, err := chess.ParseFEN(cmp.Or(q.FEN, chess.StartFEN))
	for i := 0; i < len(q.Moves) && err == nil; i++ {
		m := chess.Move{} // it passes
		if q.Moves[i] != NullMove {
			m, err = chess.ParseMove(q.Moves[i])
		}
		p.Play(m)
	}
	if err != nil {
		return ""
	}
	return p.FEN()
}

const (
	plies = 80 // of a random game

	// Every so many games there is one that is longer than the arrays of some engines. Few
	// of its positions are asked for.
	longEvery, longPlies = 12, 300
)

// Choose returns the next move of a random game, whose moves are all drawn at its beginning.
func (b *Board) Choose(draw func(n int) int) int {
	if b.plan == nil {
		b.from, b.plan = len(b.spots), []int{}
		if b.games++; b.known {
			b.draw(draw)
			b.ahead = b.ahead[:0]
			for _, s := range b.spots[b.from:] {
				b.ahead = append(b.ahead, s.Node)
			}
			b.spots = b.spots[:b.from]
		}
	}
	switch ply := len(b.spots) - b.from; {
	case !b.known && ply < plies:
		return draw(b.Moves())
	case ply < len(b.plan):
		return b.plan[ply]
	}
	return -1
}

// draw plays a random game, which prefers rare moves.
func (b *Board) draw(draw func(n int) int) {
	last, long := plies, b.games%longEvery == 3
	if long {
		last = longPlies
	}
	for ply := 0; ply < last && b.Moves() > 0 && b.Chess().HalfmoveClock < 100; ply++ {
		p, legal := b.Chess(), b.here().legal
		var some []int
		prefer := func(f func(chess.Move) bool) {
			for i, m := range legal {
				if f(m) {
					some = append(some, i)
				}
			}
		}
		if draw(3) == 0 {
			prefer(func(m chess.Move) bool { return isRare(p, m) })
		}
		if long { // a capture or a move of a pawn only now and then, so that enough are left
			some = nil
			prefer(func(m chess.Move) bool {
				pawn := p.Board[m.From] == zobrist.WhitePawn || p.Board[m.From] == zobrist.BlackPawn
				return (pawn || p.Board[m.To] != zobrist.NoPiece) != (p.HalfmoveClock < 20)
			})
		}
		chosen := draw(len(legal))
		if len(some) > 0 {
			chosen = some[chosen%len(some)]
		}
		b.Make(chosen)
		b.plan = append(b.plan, chosen)
		b.Node().skipped = long && (ply+1)%50 >= 6 && !b.Node().queued
	}
}

// isRare reports whether a move does more than move a piece or capture.
func isRare(p *chess.Position, m chess.Move) bool {
	q := *p
	q.Play(m)
	return q.Castling != p.Castling || m.Promotion != zobrist.NoPiece || q.EnPassant != 0 || p.EnPassant != 0 && m.To == p.EnPassant
}
