package check

import (
	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/movegen"
	"github.com/zobrist-go/zobrist/internal/tester/rare"
)

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
				if p.Board[s] = man; movegen.KingHangs(&p) {
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

// linesOf returns the queries of lines.
func linesOf(lines []rare.Line) (all []Query) {
	for _, l := range lines {
		all = append(all, Query{l.FEN, l.Moves})
	}
	return all
}

// epFENs returns the FENs of the positions after the lines of [rare.EnPassant].
func epFENs() (fens []string) {
	for _, q := range linesOf(rare.EnPassant()) {
		line := new(chess).line(q)
		fens = append(fens, line[len(line)-1].FEN)
	}
	return fens
}
