package check

import (
	"strings"

	"github.com/zobrist-go/zobrist"
)

// shredder returns a FEN with the files of rooks instead of KQkq. ok is false if there is
// nothing to replace.
func shredder(fen string) (text string, ok bool) {
	p, err := zobrist.ParseFEN(fen)
	if err != nil || p.Castling == 0 {
		return "", false
	}
	var rights strings.Builder
	for i, first := range []byte{'A', 'A', 'a', 'a'} {
		if right := zobrist.WhiteShort << i; p.Castling&right != 0 {
			rights.WriteByte(first + byte(p.Rook(right)&7))
		}
	}
	f := strings.Fields(fen)
	f[2] = rights.String()
	return strings.Join(f, " "), true
}

// apart reports whether castling in a position is not that of standard chess. Engines
// differ in what they have a number for: the right, or the rook's square.
func apart(fen string) bool {
	p, err := zobrist.ParseFEN(fen)
	if err != nil {
		return false
	}
	for i, home := range []zobrist.Square{7, 0, 63, 56} {
		right := zobrist.WhiteShort << i
		if king := home&^7 + 4; p.Castling&right != 0 && (p.Rook(right) != home || p.Board[king] != zobrist.WhiteKing && p.Board[king] != zobrist.BlackKing) {
			return true
		}
	}
	return false
}

// judgeShredder explains a FEN in Shredder form with another key than the same in X-FEN.
func (ev *Evidence) judgeShredder(n *Node) *Finding {
	got, want := side{n.Query, n.By.Key, "in Shredder form"}, side{Query{FEN: n.FEN}, n.From, "with KQkq"}
	what, name, why := "a FEN in Shredder form has another key than the same FEN with KQkq", "shredder-fen", ""
	fields := strings.Fields(n.FEN)
	fields[2] = "-"
	switch none := ev.src.Ask(Query{FEN: strings.Join(fields, " ")})[0]; {
	case none.Refused != "":
	case none.Key == n.By.Key:
		why = "it is the key without castling rights: the engine ignores the letters of files"
	case none.Key == n.From:
		got, want = want, got
		what, name = "a FEN with KQkq has another key than the same FEN in Shredder form", "x-fen"
		why = "it is the key without castling rights: the engine ignores KQkq for rooks that are not on the corners"
	}
	f := compared(what, got, want)
	f.Name, f.Cause, f.Why, f.FEN = name, name, why, n.FEN
	return &f
}
