package solve

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/zobrist-go/zobrist/chess"
	"github.com/zobrist-go/zobrist/internal/movegen"
)

// Constant names a feature of every position. Its number is the key of an empty board.
const Constant = "constant"

// A Rule says which en passant squares count. Three of the rules are this library's.
type Rule string

const (
	RuleUnknown Rule = "" // the positions do not show it
	RuleNever   Rule = "never"
	RuleLegal   Rule = "legal (if the capture is legal)"
	RulePseudo  Rule = "pseudo-legal (if a pawn can capture)"
	RuleCapture Rule = "if a pawn can capture; too few positions tell whether the capture must be legal"
	RuleAlways  Rule = "always (after each double push)"
	RuleOther   Rule = "a rule of its own" // the numbers fit none of these
)

// A Model says which features a position has. The zero Model has so many that every known
// scheme is linear in it: what is not known is not assumed.
type Model struct {
	Castling  string // FourNumbers, ColourNumbers, Missing, or else a number for each set of rights
	EnPassant string // ByFile, or else a number for each square
	Rule      Rule   // which en passant squares count; with RuleUnknown and RuleOther, each of the three classes has its own features
	Extra     string // what else has a number: one of Extras, or ""
}

// Extras returns what the keys of some engines have a number for, besides the position.
func Extras() [3]string {
	return [...]string{"check", "the pair of bishops", "the count of each piece"}
}

// extras returns the names of the numbers that a position has besides.
func (m Model) extras(p *Position) (names []string) {
	extras, count := Extras(), make(map[string]int)
	for _, man := range p.Board {
		if count[man.Letter]++; m.Extra == extras[2] || m.Extra == extras[1] && strings.EqualFold(man.Letter, "b") && count[man.Letter] == 2 {
			names = append(names, fmt.Sprint("number for ", count[man.Letter], " ", man.Letter))
		}
	}
	if board, err := chess.ParseFEN(p.Text); m.Extra == extras[0] && err == nil && movegen.InCheck(&board) {
		names = append(names, "number for check")
	}
	return names
}

// The classes of en passant squares, as suffixes of their names.
const (
	legalEP   = ""
	pinnedEP  = " (no legal capture)"
	nobodysEP = " (no pawn can capture)"
)

// Features returns the names of the features of a position.
func (m Model) Features(p *Position) []string {
	names := make([]string, 1, len(p.Board)+12)
	names[0] = Constant
	for _, man := range p.Board {
		names = append(names, man.Square+" "+man.Letter)
	}
	if p.Black {
		names = append(names, "side")
	}
	switch rights := p.Castling; m.Castling {
	case FourNumbers, Missing:
		for i := range len(rights) {
			names = append(names, "castling "+rights[i:i+1])
		}
	case ColourNumbers:
		white, black := byColour(rights)
		for _, set := range []string{white, black} {
			if set != "" {
				names = append(names, "castling "+set)
			}
		}
	default:
		if rights != "" {
			names = append(names, "castling "+rights)
		}
	}
	names = append(names, m.enPassant(p)...)
	for _, c := range p.Pocket {
		names = append(names, c.Letter+" in hand "+strconv.Itoa(c.N))
	}
	if p.Checks != "" {
		white, black, _ := strings.Cut(strings.TrimPrefix(p.Checks, "+"), "+")
		names = append(names, "white checks "+white, "black checks "+black)
	}
	if m.Extra != "" {
		names = append(names, m.extras(p)...)
	}
	for i, f := range p.Other {
		if f != "" {
			names = append(names, "field "+strconv.Itoa(i+1)+" "+f)
		}
	}
	return names
}

// enPassant returns the name of the number that a position has for its en passant square, if any.
func (m Model) enPassant(p *Position) []string {
	if p.EP == "" {
		return nil
	}
	square, class := p.EP, p.epClass()
	if m.EnPassant == ByFile {
		square = square[:1]
	}
	switch rule := m.Rule; {
	case rule == RuleUnknown, rule == RuleOther, rule == RuleCapture && class == pinnedEP:
		return []string{"en passant " + square + class}
	case rule == RuleAlways, rule == RulePseudo && class != nobodysEP, (rule == RuleLegal || rule == RuleCapture) && class == legalEP:
		return []string{"en passant " + square}
	}
	return nil
}

// byColour divides castling rights, which are sorted: capitals come first.
func byColour(set string) (white, black string) {
	i := strings.IndexFunc(set, func(c rune) bool { return c >= 'a' })
	if i < 0 {
		i = len(set)
	}
	return set[:i], set[i:]
}

// epClass returns the class of the en passant square. Only in chess is it known which
// captures are legal. In other games every capture counts as legal.
func (p *Position) epClass() string {
	if !p.Capturable() {
		return nobodysEP
	}
	if p.illegalEP {
		return pinnedEP
	}
	return legalEP
}
