package subject

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/zobrist-go/zobrist/internal/tester/solve"
)

// usi is the protocol of shogi engines. Its positions are SFENs: in these, the first player
// is b, but has capital letters, as White in a FEN. Pieces in hand are a field of their own.
func usi() protocol {
	p := uci()
	p.hello, p.ok, p.newGame = "usi", "usiok", "usinewgame"
	p.variant, p.usual, p.search = "shogi", "7g7f 2g2f 6i7h 3i4h 9g9f", "go btime 0 wtime 0 byoyomi 80"
	p.fenIn, p.written = sfenIn, sfen
	p.position = func(q Query) string { q.FEN = sfen(q.FEN); return q.Command() }
	return p
}

var sfenOf = regexp.MustCompile(`((?:[A-Za-z]+[^0-9A-Za-z/]+)?)((?:[0-9A-Za-z+]+/){2,}[0-9A-Za-z+]+) ([bw]) (-|[0-9A-Za-z]+) ([0-9]+)(?:[^0-9A-Za-z/]|$)`)

// sfenIn returns the SFEN in a line as a FEN, such as 9/.../9[Pb] w - - 0 1.
func sfenIn(line string) (label, fen string) {
	m := sfenOf.FindStringSubmatch(line)
	if m == nil {
		return "", ""
	}
	p, err := solve.Parse(fmt.Sprintf("%s[%s] %s", m[2], strings.Trim(m[4], "-"), turned(m[3])))
	if err != nil {
		return "", ""
	}
	return m[1], fmt.Sprintf("%s %s - - 0 %s", p.BoardText(), turned(m[3]), m[5])
}

func turned(side string) string {
	if side == "b" {
		return "w"
	}
	return "b"
}

// sfen returns a FEN as an SFEN with its keyword, or as it is if it is none of shogi.
func sfen(fen string) string {
	fields := strings.Fields(fen)
	p, err := solve.Parse(fen)
	if err != nil || len(fields) < 2 || strings.HasPrefix(fen, "sfen ") {
		return fen
	}
	board, _, _ := strings.Cut(fields[0], "[")
	var hands strings.Builder
	for _, letter := range strings.Split("RBGSNLPrbgsnlp", "") {
		for _, c := range p.Pocket {
			if c.Letter == letter && c.N > 1 {
				fmt.Fprint(&hands, c.N)
			}
			if c.Letter == letter {
				hands.WriteString(letter)
			}
		}
	}
	if hands.Len() == 0 {
		hands.WriteString("-")
	}
	return fmt.Sprintf("sfen %s %s %s %s", board, turned(fields[1]), hands.String(), fields[len(fields)-1])
}
