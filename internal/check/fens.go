package check

import (
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/chess"
	"github.com/zobrist-go/zobrist/internal/movegen"
	"github.com/zobrist-go/zobrist/internal/tester/rare"
)

// menFENs has each man on each square, and each king on each square.
func menFENs() (fens []string) {
	kings := [...][2]zobrist.Square{{0, 63}, {7, 56}, {4, 60}, {63, 0}}
	for man := zobrist.WhitePawn; man <= zobrist.BlackKing; man++ {
		king := man == zobrist.WhiteKing || man == zobrist.BlackKing
		for s := range zobrist.Square(64) {
			for _, k := range kings {
				p := chess.Position{BlackToMove: man <= zobrist.WhiteKing, FullmoveNumber: 1}
				p.Board[k[0]], p.Board[k[1]] = zobrist.WhiteKing, zobrist.BlackKing
				if king {
					p.Board[k[(man-zobrist.WhiteKing)/6]] = zobrist.NoPiece
				}
				pawn := man == zobrist.WhitePawn || man == zobrist.BlackPawn
				if p.Board[s] != zobrist.NoPiece || pawn && (s < 8 || s >= 56) {
					continue
				}
				if p.Board[s] = man; !movegen.KingHangs(&p) {
					if fens = append(fens, p.FEN()); !king {
						break
					}
				}
			}
		}
	}
	return fens
}

// linesOf returns the queries of lines.
func linesOf(lines []rare.Line) (all []Query) {
	for _, l := range lines {
		all = append(all, Query{FEN: l.FEN, Moves: l.Moves})
	}
	return all
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

// differing returns the indices of the fields of an engine's FEN, up to the fourth, that say
// something else than those of another. It is nil if the engine's has no board or no side,
// and empty if none differ. Castling rights may have any order; files instead of KQkq say
// nothing. Engines show an en passant square by different rules, but not a wrong one.
func differing(got, want string) []int {
	x, y := strings.Fields(got), strings.Fields(want)
	if len(x) < 2 || len(y) < 2 {
		return nil
	}
	fields := []int{}
	for i := range min(len(x), len(y), 4) {
		same := x[i] == y[i]
		switch i {
		case 2:
			a, b := []byte(x[2]), []byte(y[2])
			slices.Sort(a)
			slices.Sort(b)
			same = string(a) == string(b) || strings.Trim(x[2], "KQkq-") != "" || strings.Trim(y[2], "KQkq-") != ""
		case 3:
			same = same || x[3] == "-" || y[3] == "-" && strings.Trim(x[3], "abcdefgh36") != ""
		}
		if !same {
			fields = append(fields, i)
		}
	}
	return fields
}
