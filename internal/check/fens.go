package check

import (
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/movegen"
	"github.com/zobrist-go/zobrist/internal/recover"
)

// A probe is two FENs that differ in one field. Their keys must differ.
type probe struct {
	field    string // "side", "castling K", ...
	fen, and string
}

// chessProbes returns FENs that show each number of chess, and pairs of FENs
// whose keys must differ. An engine accepts all of them: the side to move cannot take
// the king.
func chessProbes(bases []string) (fens []string, pairs []probe) {
	fens = slices.Concat(menFENs(), epFENs())
	legal := zobrist.NewChess(1).WithEnPassant(zobrist.EnPassantLegal)
	for _, fen := range slices.Concat(bases, epFENs()) {
		p, err := zobrist.ParseFEN(fen)
		if err != nil {
			continue
		}
		p.HalfmoveClock, p.FullmoveNumber = 0, 1
		base := p.FEN()
		add := func(field string, q *zobrist.ChessPosition) {
			pairs = append(pairs, probe{field, base, q.FEN()})
		}
		q := p
		q.BlackToMove = !p.BlackToMove
		q.EnPassant = 0
		if r := q; p.EnPassant == 0 && !hangs(&r) {
			add("side", &q)
		}
		for rights := range p.Castling {
			if rights&^p.Castling == 0 {
				q := p
				q.Castling = rights
				add("castling "+(p.Castling&^rights).String(), &q)
			}
		}
		if p.EnPassant != 0 && legal.EnPassantKey(&p) != 0 {
			q := p
			q.EnPassant = 0
			add("en passant "+p.EnPassant.String()[:1], &q)
		}
	}
	return fens, pairs
}

// hangs reports whether the side to move can take a king. No game has such a position.
func hangs(p *zobrist.ChessPosition) bool {
	q := *p
	q.BlackToMove = !p.BlackToMove
	return movegen.InCheck(&q)
}

// menFENs has each man on each square, and each king on each square.
func menFENs() (fens []string) {
	kings := [...][2]zobrist.Square{{0, 63}, {7, 56}, {4, 60}, {63, 0}}
	for man := zobrist.WhitePawn; man <= zobrist.BlackKing; man++ {
		pawn, king := man == zobrist.WhitePawn || man == zobrist.BlackPawn, man == zobrist.WhiteKing || man == zobrist.BlackKing
		for s := range zobrist.Square(64) {
			for _, k := range kings {
				var p zobrist.ChessPosition
				p.Board[k[0]], p.Board[k[1]] = zobrist.WhiteKing, zobrist.BlackKing
				if man == zobrist.WhiteKing {
					p.Board[k[0]] = zobrist.NoPiece
				} else if man == zobrist.BlackKing {
					p.Board[k[1]] = zobrist.NoPiece
				}
				if p.Board[s] != zobrist.NoPiece || pawn && (s < 8 || s >= 56) {
					continue
				}
				p.Board[s], p.BlackToMove, p.FullmoveNumber = man, man <= zobrist.WhiteKing, 1
				if hangs(&p) {
					continue
				}
				if fens = append(fens, p.FEN()); !king {
					break
				}
			}
		}
	}
	return fens
}

// epFENs returns FENs with en passant on each file, for each side. In some the capture
// is legal, in some it would expose the king, and in some no pawn can capture.
func epFENs() (fens []string) {
	for _, n := range epLines() {
		fens = append(fens, n.FEN)
	}
	return fens
}

// epLines returns positions after a double push. Their parents are the starts of lines.
func epLines() (all []*Node) {
	for file := range 8 {
		for _, side := range []int{-1, 0, 1} { // where the capturing pawn stands; 0 for nowhere
			if file+side < 0 || file+side > 7 {
				continue
			}
			for _, kind := range []epKind{epFree, epPinned, epUncovers} {
				for _, black := range []bool{false, true} { // who pushes
					if n := epLineOf(file, side, kind, black); n != nil {
						all = append(all, n)
					}
				}
			}
		}
	}
	return all
}

// An epKind says why an en passant capture is illegal, if it is.
type epKind int

const (
	epFree     epKind = iota // it is legal
	epPinned                 // the capturing pawn must not leave its file
	epUncovers               // the push uncovers a check, which the capture does not stop
)

// epLineOf returns nil if there is no such position.
func epLineOf(file, side int, kind epKind, black bool) *Node {
	if kind != epFree && side == 0 {
		return nil
	}
	sq := func(file, rank int) zobrist.Square { // as the side that pushes sees it
		if black {
			rank = 7 - rank
		}
		return zobrist.Square(8*rank + file)
	}
	own, other := zobrist.WhitePawn, zobrist.BlackPawn
	if black {
		own, other = other, own
	}
	man := func(kind zobrist.ChessPiece) zobrist.ChessPiece { return own - zobrist.WhitePawn + kind }
	foe := func(kind zobrist.ChessPiece) zobrist.ChessPiece { return other - zobrist.WhitePawn + kind }
	p := zobrist.ChessPosition{BlackToMove: black, FullmoveNumber: 1}
	p.Board[sq(file, 1)] = own
	if side != 0 {
		p.Board[sq(file+side, 3)] = other
	}
	king := sq((file+4)%8, 7)
	switch kind {
	case epPinned:
		king = sq(file+side, 7)
		p.Board[sq(file+side, 0)] = man(zobrist.WhiteRook)
	case epUncovers: // a bishop, the pushed pawn and the king, on a diagonal
		to := 1
		if file > 3 {
			to = -1
		}
		if file-to < 0 || file-to > 7 {
			return nil
		}
		king = sq(file+3*to, 4)
		p.Board[sq(file-to, 0)] = man(zobrist.WhiteBishop)
	}
	p.Board[king] = foe(zobrist.WhiteKing)
	home := sq((file+2)%8, 0)
	if p.Board[home] != zobrist.NoPiece || home&7 == king&7 {
		home = sq((file+5)%8, 0)
	}
	p.Board[home] = man(zobrist.WhiteKing)
	if hangs(&p) {
		return nil
	}
	m := zobrist.ChessMove{From: sq(file, 1), To: sq(file, 3)}
	before := &Node{Query: Query{FEN: p.FEN()}, FEN: p.FEN()}
	if p.Play(m); hangs(&p) {
		return nil
	}
	return before.child(m.String(), p.FEN())
}

// variantProbes returns FENs that differ from a FEN in one field. It knows no rules: the
// FEN that the engine prints shows whether the engine accepts a probe.
func variantProbes(fen string, royal func(letter string) bool, pick func(n int) int) (pairs []probe) {
	p, err := recover.Parse(fen)
	if err != nil {
		return nil
	}
	f := strings.Fields(fen)
	with := func(name string, field int, text string) {
		g := slices.Clone(f)
		g[field] = text
		pairs = append(pairs, probe{name, fen, strings.Join(g, " ")})
	}
	var common []int
	for i, m := range p.Board {
		if !royal(m.Letter) && (p.Castling == "" || !strings.EqualFold(m.Letter, "r")) {
			common = append(common, i)
		}
	}
	if len(common) > 0 {
		pairs = append(pairs, without(p, common[pick(len(common))]))
	}
	if p.HasHand {
		for _, letter := range []string{"P", "p"} {
			q := *p
			q.Pocket = slices.Clone(p.Pocket)
			if i := slices.IndexFunc(q.Pocket, func(c recover.Count) bool { return c.Letter == letter }); i >= 0 {
				q.Pocket[i].N++
			} else {
				q.Pocket = append(q.Pocket, recover.Count{Letter: letter, N: 1})
			}
			with(letter+" in hand", 0, q.BoardText())
		}
	}
	if p.Castling != "" && len(f) > 2 {
		for i := range len(p.Castling) {
			rest := strings.Replace(f[2], p.Castling[i:i+1], "", 1)
			if rest == "" {
				rest = "-"
			}
			with("castling "+p.Castling[i:i+1], 2, rest)
		}
	}
	if other := map[string]string{"w": "b", "r": "b", "b": "w"}; p.EP == "" && len(f) > 1 && other[f[1]] != "" {
		with("side", 1, other[f[1]])
	}
	if i := slices.Index(f, p.Checks); p.Checks != "" && i > 0 {
		white, black, _ := strings.Cut(p.Checks, "+")
		for _, n := range []string{"1", "2"} {
			with("white checks", i, n+"+"+black)
			with("black checks", i, white+"+"+n)
		}
	}
	return slices.DeleteFunc(pairs, func(p probe) bool { return p.and == p.fen })
}

// without returns a position, and the same position without one man.
func without(p *recover.Position, i int) probe {
	q := *p
	q.Board = slices.Delete(slices.Clone(p.Board), i, i+1)
	board, rest, _ := strings.Cut(p.Text, " ")
	return probe{p.Board[i].Square + " " + p.Board[i].Letter, board + " " + rest, q.BoardText() + " " + rest}
}
