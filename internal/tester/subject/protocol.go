package subject

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/zobrist-go/zobrist/internal/state"
)

// A protocol is what differs between UCI and its dialects. To add one, write a function, and name
// it in protocols. All have the commands isready, go, stop and quit of UCI, and set up a position
// by commands that need no answer. (Programs without these need an adapter: see package adapter.)
//
// An engine that greets with uciok speaks uci, whatever else it does otherwise. Which command
// prints the key is found out for each engine: add others to [KeyCommands]. The line of its answer
// that has the key is found in key.go. What every new process needs before it is asked is sent by
// hello, and how an engine answers is its manner.
type protocol struct {
	hello, ok string // the first command, and the line that ends its answer, unlike in any other
	option    string // begins a line that names an option
	set       string // the command that sets an option, with its name and value
	newGame   string
	variant   string // the game; "" is chess
	usual     string // first moves, to see how an engine prints keys
	search    string // a short search, if the engine searches to no depth
	// position returns the command that sets up a position, or several, each on a line of its own.
	// Reports show it, too.
	position func(q Query) string
	fenIn    func(line string) []value // the position in a line, as a FEN
}

func protocols() []protocol { return []protocol{uci(), usi(), ucci()} }

// KeyCommands returns the commands that are tried, until one prints a key: first that of most
// engines.
func KeyCommands() []string {
	return []string{"d", "print", "display", "board", "eval", "key", "hash", "zobrist"}
}

func uci() protocol {
	return protocol{
		hello:   "uci",
		ok:      "uciok",
		option:  "option name ",
		set:     "setoption name %s value %s",
		newGame: "ucinewgame",
		usual:   "e2e4 d2d4 g1f3 b1c3 a2a3", search: "go movetime 80",
		position: Query.Command, fenIn: fenIn,
	}
}

// ucci is the protocol of xiangqi engines.
func ucci() protocol {
	p := uci()
	p.hello, p.ok, p.newGame = "ucci", "ucciok", "setoption newgame"
	p.option, p.set = "option ", "setoption %s %s"
	p.variant, p.usual, p.search = "xiangqi", "h2e2 b2e2 h0g2 b0c2 a3a4", "go time 80"
	return p
}

// usi is the protocol of shogi engines. Its positions are SFENs: in these, the first player
// is b, but has capital letters, as White in a FEN. Pieces in hand are a field of their own.
func usi() protocol {
	p := uci()
	p.hello, p.ok, p.newGame = "usi", "usiok", "usinewgame"
	p.variant, p.usual = "shogi", "7g7f 2g2f 6i7h 3i4h 9g9f"
	p.search = "go btime 0 wtime 0 byoyomi 80"
	p.fenIn = sfenIn
	p.position = func(q Query) string {
		q.FEN = sfen(q.FEN)
		return q.Command()
	}
	return p
}

var sfenOf = regexp.MustCompile(`((?:[A-Za-z]+[^0-9A-Za-z/+]+)?)` +
	`((?:[0-9A-Za-z+]+/){2,}[0-9A-Za-z+]+)` +
	` ([bw]) (-|[0-9A-Za-z]+) ([0-9]+)(?:[^0-9A-Za-z/]|$)`)

// sfenIn returns the SFEN in a line as a FEN, such as 9/.../9[Pb] w - - 0 1.
func sfenIn(line string) []value {
	m := sfenOf.FindStringSubmatch(line)
	if m == nil {
		return nil
	}
	p, err := state.Parse(fmt.Sprintf("%s[%s] %s", m[2], strings.Trim(m[4], "-"), turned(m[3])))
	if err != nil {
		return nil
	}
	var hands strings.Builder
	for _, c := range p.Pocket {
		hands.WriteString(strings.Repeat(c.Piece, c.N))
	}
	fen := fmt.Sprintf("%s[%s] %s - - 0 %s", m[2], hands.String(), turned(m[3]), m[5])
	return []value{{label: m[1], text: fen}}
}

// turned exchanges the sides to move.
var turned = strings.NewReplacer("w", "b", "b", "w").Replace

// sfen returns a FEN as an SFEN with its keyword, or as it is if it is none of shogi.
func sfen(fen string) string {
	fields := strings.Fields(fen)
	p, err := state.Parse(fen)
	if err != nil || len(fields) < 2 || strings.HasPrefix(fen, "sfen ") {
		return fen
	}
	board, _, _ := strings.Cut(fields[0], "[")
	hands := ""
	for _, letter := range strings.Split("RBGSNLPrbgsnlp", "") {
		for _, c := range p.Pocket {
			if c.Piece == letter && c.N > 1 {
				hands += fmt.Sprint(c.N)
			}
			if c.Piece == letter {
				hands += letter
			}
		}
	}
	if hands == "" {
		hands = "-"
	}
	return fmt.Sprintf("sfen %s %s %s %s", board, turned(fields[1]), hands, fields[len(fields)-1])
}
