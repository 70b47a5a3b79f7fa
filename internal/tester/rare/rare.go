// Package rare has the positions and lines of chess that random games hardly ever meet,
// each with the bug that needs it. The tester asks for all of them: for the key by moves
// and from the FEN, and for the key after undo, a search and a null move.
package rare

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/chess"
)

// A Line is a position and moves from there. Their last, if not more, is rare.
type Line struct {
	FEN   string // "" is the usual start
	Moves []string
	Bug   string // that only this line shows, or lines like it
}

// Mirror returns a FEN with the colours swapped.
func Mirror(fen string) string {
	fields := strings.Fields(fen)
	ranks := strings.Split(fields[0], "/")
	slices.Reverse(ranks)
	fields[0] = strings.Map(swapCase, strings.Join(ranks, "/"))
	if fields[1] == "w" {
		fields[1] = "b"
	} else {
		fields[1] = "w"
	}
	fields[2] = strings.Map(swapCase, fields[2])
	fields[3] = otherSide.Replace(fields[3])
	p, _ := chess.ParseFEN(strings.Join(fields, " ")) // which puts castling rights in order
	return p.FEN()
}

// swapCase makes a small letter of a capital one, and the other way round.
func swapCase(c rune) rune {
	if unicode.IsUpper(c) {
		return unicode.ToLower(c)
	}
	return unicode.ToUpper(c)
}

// otherSide replaces each rank of squares and moves by that of the other player.
var otherSide = strings.NewReplacer(
	"1", "8", "2", "7", "3", "6", "4", "5", "5", "4", "6", "3", "7", "2", "8", "1",
)

// both returns each line, and then the same with the colours swapped.
func both(lines ...Line) (all []Line) {
	for _, l := range lines {
		other := Line{FEN: Mirror(l.FEN), Bug: l.Bug}
		for _, m := range l.Moves {
			other.Moves = append(other.Moves, otherSide.Replace(m))
		}
		all = append(all, l, other)
	}
	return all
}

// Starts returns positions a few moves from rare moves: castling, promotion that captures a
// rook on its corner, en passant. The usual start is every second of them.
func Starts() (all []string) {
	for _, fen := range []string{
		"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
		"r3k2r/1P4P1/8/8/8/8/1p4p1/R3K2R w KQkq - 0 1",
		"4k3/1p1p1p1p/8/P1P1P1P1/p1p1p1p1/8/1P1P1P1P/4K3 w - - 0 1",
		"4k3/p1p1p1p1/8/1P1P1P1P/1p1p1p1p/8/P1P1P1P1/4K3 b - - 0 1",
		"r3k2r/8/2b1n3/3q4/4Q3/3N1B2/8/R3K2R b KQkq - 0 1",
	} {
		all = append(all, "startpos", fen)
	}
	return all
}

// Starts960 returns positions before each kind of castling of Chess960.
func Starts960() []string {
	return []string{
		"startpos",
		"nrbkqbrn/pppppppp/8/8/8/8/PPPPPPPP/NRBKQBRN w KQkq - 0 1",
		// castling short swaps king and rook
		"1r3kr1/p1pp1ppp/8/8/8/8/P1PP1PPP/1R3KR1 w KQkq - 0 1",
		"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
		"2rk2r1/pppp1ppp/8/8/8/8/PPPP1PPP/2RK2R1 w KQkq - 0 1", // castling long does
		"3rkr2/pppp1ppp/8/8/8/8/PPPP1PPP/3RKR2 w KQkq - 0 1",   // the rooks stay
		"r5kr/1ppppp1p/8/8/8/8/1PPPPP1P/R5KR w KQkq - 0 1",     // castling short, the king stays
		"r1k4r/1ppppp1p/8/8/8/8/1PPPPP1P/R1K4R w KQkq - 0 1",   // castling long, the king stays
		"bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1",
		"4k3/1p1p1p1p/8/P1P1P1P1/p1p1p1p1/8/1P1P1P1P/4K3 w - - 0 1",
	}
}

// Lines returns the fixed lines.
func Lines() []Line {
	return slices.Concat(Searches()[2:], both(mirrored()...), oneSided())
}

// mirrored returns lines that are asked for with either colour.
func mirrored() []Line {
	return []Line{
		{"4k2r/6K1/8/8/8/8/8/8 w k - 0 1", []string{"g7h8"},
			"a king that takes a rook on its corner leaves its right"},
		{"r3k3/1K6/8/8/8/8/8/8 w q - 0 1", []string{"b7a8"},
			"a king that takes a rook on its corner leaves its right"},
		{"r3k3/8/1N6/8/8/8/8/4K3 w q - 0 1", []string{"b6a8"},
			"a piece that takes a rook on its corner leaves its right"},
		{"r3k3/8/8/8/8/8/8/Q3K3 w q - 0 1", []string{"a1a8"},
			"a piece that takes a rook on its corner leaves its right"},
		{"4k2r/8/6N1/8/8/8/8/4K3 w k - 0 1", []string{"g6h8"},
			"a piece that takes a rook on its corner leaves its right"},
		{"4k2r/8/8/8/3B4/8/8/4K3 w k - 0 1", []string{"d4h8"},
			"a piece that takes a rook on its corner leaves its right"},
		{"r3k2r/8/8/8/R6R/8/8/R3K2R w KQkq - 0 1", []string{"a4b4", "h8h4"},
			"a rook on the file of the corner, but not there, takes a right when it leaves or " +
				"is captured"},
		{"r3k2r/8/8/8/R6R/8/8/R3K2R w KQkq - 0 1", []string{"h4g4", "a8a4"},
			"a rook on the file of the corner, but not there, takes a right when it leaves or " +
				"is captured"},
		{"4k3/8/8/8/8/8/4K3/R3R2R w - - 0 1", []string{"e1g1"},
			"a rook or a queen that moves as a king castles brings a rook along"},
		{"4k3/8/8/8/8/8/4K3/R3Q2R w - - 0 1", []string{"e1c1"},
			"a rook or a queen that moves as a king castles brings a rook along"},
		{"4k3/8/8/npbprpqp/NPBPRPQP/8/8/4K3 w - - 0 1", []string{"b4a5"},
			"a pawn that captures a piece of some kind leaves it in one of the keys"},
		{"8/P7/4k3/8/8/8/8/QQQ4K w - - 0 1", []string{"a7a8q"}, "a fourth queen is not in the key"},
		{"8/P7/8/7k/8/NNN5/NNN5/NNN1K3 w - - 0 1", []string{"a7a8n"},
			"an array of men of a kind ends before the tenth"},
		{"8/P7/8/7k/8/QQQ5/QQQ5/QQ2K3 w - - 0 1", []string{"a7a8q"},
			"an array of men of a kind ends before the ninth queen"},
		{"8/8/8/2k5/4p3/8/3P4/4K3 w - - 0 1", []string{"d2d4", "e4d3"},
			"no en passant number where the double push gives check"},
		{"2N5/1p6/k7/2P5/1P3p2/8/4P3/5B1K w - - 0 1", []string{"e2e4", "b7b5", "c5b6"},
			"no en passant number where the double push stops a check"},
		{"r3k2r/8/8/8/3p4/8/4P3/R3K2R w KQkq - 0 1", []string{"e2e4", "e8g8", "e1c1"},
			"castling leaves the old en passant number in the key"},
		{"r3k2r/8/8/8/3p4/8/4P3/R3K2R w KQkq - 0 1", []string{"e2e4", "e8c8", "e1g1"},
			"castling leaves the old en passant number in the key"},
		{"8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1", []string{"e2e4"},
			"a legal en passant rule that does not see the pin on the rank, once both pawns are " +
				"gone"},
		{"8/8/5k2/8/3p4/8/4P3/B3K3 w - - 0 1", []string{"e2e4"},
			"a legal en passant rule that does not see the pin on the diagonal"},
		{"3k4/8/8/8/3p1p2/8/4P3/3RK3 w - - 0 1", []string{"e2e4", "f4e3"},
			"a legal en passant rule that looks at one of two capturing pawns"},
		{"5k2/8/8/8/3p1p2/8/4P3/4KR2 w - - 0 1", []string{"e2e4", "d4e3"},
			"a legal en passant rule that looks at one of two capturing pawns"},
		{"4k3/8/8/5b2/8/8/8/R3K3 w Q - 0 1", []string{"e1c1"},
			"castling long is refused where the square beside the rook is attacked"},
		{"q3k3/8/8/8/3p4/8/4P3/N3K3 w - - 0 1", []string{"e2e4", "a8a1"},
			"a capture by a queen leaves the old en passant number in the key"},
		{"r3k3/8/8/8/3p4/8/4P3/N3K3 w - - 0 1", []string{"e2e4", "a8a1"},
			"a capture by a rook leaves the old en passant number in the key"},
	}
}

// oneSided returns lines that are asked for as they are, because the other colour adds nothing.
func oneSided() []Line {
	return []Line{
		{"r3k2r/8/8/8/8/8/8/R3K2R w Kkq - 0 1", []string{"e1g1"},
			"castling takes both rights out of the key, also one that was lost before"},
		{"r3k2r/8/8/8/8/8/8/R3K2R b KQq - 0 1", []string{"e8c8"},
			"castling takes both rights out of the key, also one that was lost before"},
		// Each promotion happens once for each piece, so that errors do not cancel.
		{"8/1P5k/8/8/8/8/8/K7 w - - 0 1", []string{"b7b8n"},
			"undo of a promotion leaves the promoted piece on the pawn's square"},
		{"k7/8/8/8/8/8/6p1/K7 b - - 0 1", []string{"g2g1r"},
			"undo of a promotion leaves the promoted piece on the pawn's square"},
		{"4k1nr/6P1/8/8/8/8/8/4K3 w k - 0 1", []string{"g7h8r"},
			"undo of a promotion that takes a rook loses the rook or its right"},
		{"4k3/8/8/8/8/8/1p6/RN2K3 b Q - 0 1", []string{"b2a1b"},
			"undo of a promotion that takes a rook loses the rook or its right"},
		{"2N5/1p6/k7/2P5/8/8/4P3/5B1K w - - 0 1", []string{"e2e3", "b7b5"},
			"no en passant number where the double push stops a check"},
		{"8/8/8/8/k2p1p1R/8/4P3/4K3 w - - 0 1", []string{"e2e4", "d4e3"},
			"a legal en passant rule that sees a pin on the rank where another pawn still " +
				"stands between"},
		{"4k3/4p3/8/K2P1P1r/8/8/8/8 b - - 0 1", []string{"e7e5", "f5e6"},
			"a legal en passant rule that sees a pin on the rank where another pawn still " +
				"stands between"},
		{"6k1/8/8/8/3p4/8/4P3/B3K3 w - - 0 1", []string{"e2e4", "d4e3"},
			"a legal en passant rule that sees a pin on the diagonal where no king stands behind"},
		{"4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", []string{"e2e4"},
			"position startpos keeps the en passant square of the position before"},
		{"", []string{"e2e3"},
			"position startpos keeps the en passant square of the position before"},
		{"4k3/8/8/8/8/7p/P7/4K3 w - - 0 1", []string{"a2a4"},
			"the squares beside a pawn on the edge are on the other edge"},
		{"4k3/8/8/p7/8/8/7P/4K3 w - - 0 1", []string{"h2h4"},
			"the squares beside a pawn on the edge are on the other edge"},
		{"4k3/p7/8/8/7P/8/8/4K3 b - - 0 1", []string{"a7a5"},
			"the squares beside a pawn on the edge are on the other edge"},
		{"4k3/7p/P7/8/8/8/8/4K3 b - - 0 1", []string{"h7h5"},
			"the squares beside a pawn on the edge are on the other edge"},
		{"rr2k1rr/8/8/8/8/8/8/RR2K1RR w KQkq - 0 1", []string{"b1b2", "g8g7", "g1g2", "b8b7"},
			"a rook on the rank of the corner, but not there, takes a right when it leaves"},
		{"", []string{"g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1", "f6g8"},
			"a number for the second time of a position, and the third"},
		{"r3k3/4p3/8/8/8/8/4P3/R3K3 w Qq - 97 80",
			[]string{"a1b1", "a8b8", "b1c1", "b8c8", "c1d1", "e7e6", "e2e4"},
			"no move is made after halfmove 100, or an array of clocks ends there"},
		{"k7/P7/8/8/8/3K4/8/8 w - - 0 1", []string{"d3c4", "a8b7", "c4b5", "b7a8", "b5b6"},
			"a search dies or does not end where no move can be made"},
		{"7k/5Q2/6K1/8/8/8/8/8 w - - 0 1", []string{"f7g7"},
			"a search dies or does not end where no move can be made now"},
		{"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", []string{"e1e2"},
			"a move leaves the en passant number of the FEN in the key"},
		{"4k3/8/8/8/1pP5/8/8/4K3 b - c3 0 1", []string{"e8e7"},
			"a move leaves the en passant number of the FEN in the key"},
		{"7k/8/8/8/7P/8/8/7K b - h3 0 1", []string{"h8g8"},
			"a move leaves the en passant number of the FEN in the key"},
		{"4k3/4p3/8/8/8/8/4P3/4K3 w - - 47 80", []string{"e1d1", "e8d8", "d1e1", "d8e8", "e2e4"},
			"a number for halfmove 50 is in one of the keys"},
	}
}

// Lines960 returns fixed lines of Chess960, in which castling is the king's move to its rook.
func Lines960() []Line {
	return append(both([]Line{
		{"4k3/8/8/8/8/8/8/4K1RR w K - 0 1", []string{"g1g2", "e8d8", "e1h1"},
			"a FEN reader takes KQkq for the rook nearest to the king"},
		{"4k3/8/8/8/8/8/8/RR2K3 w Q - 0 1", []string{"b1b2", "e8d8", "e1a1"},
			"a FEN reader takes KQkq for the rook nearest to the king"},
		{"1rk1r3/1p2p3/8/8/8/8/1P2P3/1RK1R3 w KQkq - 0 1", []string{"c1e1", "c8b8"},
			"a king between rooks that are not on the corners"},
	}...),
		Line{"4k3/8/8/8/8/8/8/4K1RR w K - 0 1", []string{"h1h2"},
			"a move of the rook that may castle keeps the right"},
		Line{"1rk3r1/1p4p1/8/8/3p4/8/1P2P1P1/1RK3R1 w KQkq - 0 1", []string{"e2e4", "c8b8"},
			"castling leaves the old en passant number in the key"},
	)
}

// Searches returns positions for a search. After the first two the only legal move is a double
// push, and the last move was one. In each other the side that moves is behind, and has many double
// pushes, to which a pass is the best reply.
func Searches() []Line {
	const bug = "a search's null move keeps the en passant square, or its undo loses it"
	return both(
		Line{"2N5/1p6/k7/2P5/1P3p2/8/4P3/5B1K w - - 0 1", []string{"e2e4"},
			"a search that plays its move has a function of its own to make it"},
		Line{"1nbqk1n1/8/8/8/p1p1p1p1/8/1P1P1P1P/R3K3 w - - 0 1", []string{"b2b4"}, bug},
		Line{"r2qk2r/3n1n2/8/8/1p1p1p1p/8/P1P1P1P1/1N2K1N1 w - - 0 1", []string{"g2g4"}, bug},
	)
}

// doublePushes has boards for a double push on each of the files a to h. In some the
// capture is legal, in some it would expose the king, and in some no pawn can capture. Two
// have two pawns beside, of which one is pinned: the left one, and the right one.
func doublePushes() [8]string {
	return [8]string{
		`4k3/8/8/8/8/8/P7/2K5 4k3/8/8/8/1p6/8/P7/2K5 1k6/8/8/8/1p6/8/P7/1RK5`,
		`5k2/8/8/8/p7/8/1P6/3K4 k7/8/8/8/p7/8/1P6/R2K4 8/8/8/4k3/p7/8/1P6/B2K4 ` +
			`5k2/8/8/8/8/8/1P6/3K4 5k2/8/8/8/2p5/8/1P6/3K4 2k5/8/8/8/2p5/8/1P6/2RK4 ` +
			`8/8/8/4k3/2p5/8/1P6/B2K4`,
		`6k1/8/8/8/1p6/8/2P5/4K3 1k6/8/8/8/1p6/8/2P5/1R2K3 8/8/8/5k2/1p6/8/2P5/1B2K3 ` +
			`6k1/8/8/8/8/8/2P5/4K3 6k1/8/8/8/3p4/8/2P5/4K3 3k4/8/8/8/3p4/8/2P5/3RK3 ` +
			`8/8/8/5k2/3p4/8/2P5/1B2K3`,
		`7k/8/8/8/2p5/8/3P4/5K2 2k5/8/8/8/2p5/8/3P4/2R2K2 8/8/8/6k1/2p5/8/3P4/2B2K2 ` +
			`7k/8/8/8/8/8/3P4/5K2 7k/8/8/8/4p3/8/3P4/5K2 4k3/8/8/8/4p3/8/3P4/4RK2 ` +
			`8/8/8/6k1/4p3/8/3P4/2B2K2 2k5/8/8/8/2p1p3/8/3P4/2R2K2 4k3/8/8/8/2p1p3/8/3P4/4RK2`,
		`k7/8/8/8/3p4/8/4P3/6K1 3k4/8/8/8/3p4/8/4P3/3R2K1 8/8/8/1k6/3p4/8/4P3/5BK1 ` +
			`k7/8/8/8/8/8/4P3/6K1 k7/8/8/8/5p2/8/4P3/6K1 5k2/8/8/8/5p2/8/4P3/5RK1 ` +
			`8/8/8/1k6/5p2/8/4P3/5BK1`,
		`1k6/8/8/8/4p3/8/5P2/7K 4k3/8/8/8/4p3/8/5P2/4R2K 8/8/8/2k5/4p3/8/5P2/6BK ` +
			`1k6/8/8/8/8/8/5P2/7K 1k6/8/8/8/6p1/8/5P2/7K 6k1/8/8/8/6p1/8/5P2/6RK ` +
			`8/8/8/2k5/6p1/8/5P2/6BK`,
		`2k5/8/8/8/5p2/8/6P1/K7 5k2/8/8/8/5p2/8/6P1/K4R2 8/8/8/3k4/5p2/8/6P1/K6B ` +
			`2k5/8/8/8/8/8/6P1/K7 2k5/8/8/8/7p/8/6P1/K7 7k/8/8/8/7p/8/6P1/K6R ` +
			`8/8/8/3k4/7p/8/6P1/K6B`,
		`3k4/8/8/8/6p1/8/7P/1K6 6k1/8/8/8/6p1/8/7P/1K4R1 3k4/8/8/8/8/8/7P/1K6`,
	}
}

// EnPassant returns a double push on each file, for each side, and the capture if it is legal.
func EnPassant() (all []Line) {
	const bug = "the en passant number of one file, or one rule by moves and another from a FEN"
	for file, boards := range doublePushes() {
		for _, board := range strings.Fields(boards) {
			fen := board + " w - - 0 1"
			moves := []string{fmt.Sprintf("%c2%[1]c4", 'a'+file)}
			push, _ := chess.ParseMove(moves[0])
			p, _ := chess.ParseFEN(fen)
			p.Play(push)
			for m := range p.Moves() {
				if m.To == p.EnPassant && p.Board[m.From] == zobrist.BlackPawn {
					moves = append(moves, m.String())
					break
				}
			}
			all = append(all, both(Line{fen, moves, bug})...)
		}
	}
	return all
}
