package check

import (
	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/movegen"
)

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
		for s := range zobrist.Square(64) {
			if (man == zobrist.WhitePawn || man == zobrist.BlackPawn) && (s < 8 || s >= 56) {
				continue
			}
			for _, k := range kings {
				p := zobrist.ChessPosition{BlackToMove: man <= zobrist.WhiteKing, FullmoveNumber: 1}
				p.Board[k[0]], p.Board[k[1]] = zobrist.WhiteKing, zobrist.BlackKing
				switch man {
				case zobrist.WhiteKing:
					p.Board[k[0]] = zobrist.NoPiece
				case zobrist.BlackKing:
					p.Board[k[1]] = zobrist.NoPiece
				}
				if p.Board[s] != zobrist.NoPiece {
					continue
				}
				if p.Board[s] = man; hangs(&p) {
					continue
				}
				if fens = append(fens, p.FEN()); man != zobrist.WhiteKing && man != zobrist.BlackKing {
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
	if kind != epFree && side == 0 || file+side < 0 || file+side > 7 {
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

// chessStarts are positions a few moves from rare moves: castling, promotion that
// captures a rook on its corner, en passant.
var chessStarts = [...]string{
	zobrist.StartFEN,
	"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
	zobrist.StartFEN,
	"r3k2r/1P4P1/8/8/8/8/1p4p1/R3K2R w KQkq - 0 1",
	zobrist.StartFEN,
	"4k3/1p1p1p1p/8/P1P1P1P1/p1p1p1p1/8/1P1P1P1P/4K3 w - - 0 1",
	zobrist.StartFEN,
	"4k3/p1p1p1p1/8/1P1P1P1P/1p1p1p1p/8/P1P1P1P1/4K3 b - - 0 1",
	zobrist.StartFEN,
	"r3k2r/8/2b1n3/3q4/4Q3/3N1B2/8/R3K2R b KQkq - 0 1",
}

// chess960Starts are positions before each kind of castling of Chess960.
var chess960Starts = [...]string{
	zobrist.StartFEN,
	"nrbkqbrn/pppppppp/8/8/8/8/PPPPPPPP/NRBKQBRN w KQkq - 0 1",
	"1r3kr1/p1pp1ppp/8/8/8/8/P1PP1PPP/1R3KR1 w KQkq - 0 1", // castling short swaps king and rook
	"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
	"2rk2r1/pppp1ppp/8/8/8/8/PPPP1PPP/2RK2R1 w KQkq - 0 1", // castling long does
	"3rkr2/pppp1ppp/8/8/8/8/PPPP1PPP/3RKR2 w KQkq - 0 1",   // the rooks stay
	"r5kr/1ppppp1p/8/8/8/8/1PPPPP1P/R5KR w KQkq - 0 1",     // castling short, the king stays
	"r1k4r/1ppppp1p/8/8/8/8/1PPPPP1P/R1K4R w KQkq - 0 1",   // castling long, the king stays
	"bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1",
	"4k3/1p1p1p1p/8/P1P1P1P1/p1p1p1p1/8/1P1P1P1P/4K3 w - - 0 1",
}

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

// doublePushes are lines after which the only legal move is a double push, and the last
// move was one. An en passant capture seems possible after each of them.
var doublePushes = [...]Query{
	{"2N5/1p6/k7/2P5/1P3p2/8/4P3/5B1K w - - 0 1", []string{"e2e4"}},
	{"5b1k/4p3/8/1p3P2/2p5/K7/1P6/2n5 b - - 0 1", []string{"e7e5"}},
}
