package check

import (
	"fmt"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist/internal/recover"
)

// byMoves reports whether what keys by moves are made of has a meaning: they are not wrong,
// or only by another en passant rule or by what FENs lack.
func (ev *Evidence) byMoves() bool {
	return !slices.ContainsFunc(ev.wrong, func(f Finding) bool { return f.Name != "en-passant-rules" && f.Name != "missing-from-fen" })
}

// Scheme returns what keys are made of, in words.
func (ev *Evidence) Scheme() (parts []Part) {
	s := ev.fromFEN
	if s == nil || ev.byMove == nil {
		return nil
	}
	if !ev.isXOR() {
		return []Part{{"keys", "not the XOR of a number for each feature"}}
	}
	add := func(name, value string) {
		if value != "" {
			parts = append(parts, Part{name, value})
		}
	}
	words := map[string]string{
		recover.FourNumbers: "4 numbers",
		recover.SetNumbers:  "16 numbers, one for each set of rights",
		recover.Missing:     "missing",
		recover.Cancelling:  "two of a kind cancel",
		recover.ByCount:     "a number for each count",
		recover.Counted:     "counted",
	}
	castling, by := words[s.Castling], words[ev.byMove.Castling]
	if by != "" && by != castling && ev.byMoves() {
		castling += " from a FEN, " + by + " by moves"
	}
	add("castling", castling)
	ep := ruleWords(s.Rule)
	if by := ev.byMove.Rule; by != s.Rule && by != "" && by != recover.RuleOther && ev.byMoves() {
		ep = "from a FEN " + ep + ", by moves " + ruleWords(by)
	}
	if s.EnPassant != "" {
		ep = s.EnPassant + "; " + ep
	}
	if s.Rule != "" {
		add("en passant", ep)
	}
	add("hands", words[s.Hands])
	add("check counters", words[s.Checks])
	var promoted []string
	for letter, as := range s.Promoted {
		promoted = append(promoted, letter+" as "+as)
	}
	slices.Sort(promoted)
	switch {
	case s.PromotedOwn && len(promoted) > 0:
		promoted = append(promoted, "others with numbers of their own")
	case s.PromotedOwn:
		promoted = []string{"numbers of their own"}
	}
	add("promoted", strings.Join(promoted, ", "))
	clock := "not in the key"
	if ev.clock > 0 {
		clock = fmt.Sprintf("from %d on", ev.clock)
	}
	add("halfmove clock", clock)
	return parts
}

func ruleWords(r recover.Rule) string {
	switch r {
	case recover.RuleAlways:
		return "always (after each double push)"
	case recover.RulePseudo:
		return "pseudo-legal (if a pawn can capture)"
	case recover.RuleLegal:
		return "legal (if the capture is legal)"
	case recover.RuleNever:
		return "never"
	case recover.RuleOther:
		return "a rule of its own"
	}
	return "unknown"
}
