package check

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/keycheck"
	"github.com/zobrist-go/zobrist/internal/verdict"
)

// whole looks for one cause of all wrong keys by moves. It returns nil if there is none.
func (ev *Evidence) whole() *Finding {
	const least = 6 // positions that show it
	differ, lags := 0, 0
	fens := make(map[zobrist.Key]bool)
	var diffs [2][4]map[zobrist.Key]int // by the side that begins the line, and the ply
	for _, n := range ev.nodes {
		fens[n.From] = true
		if n.differs() {
			differ++
			if n.Parent != nil && n.By.Key == n.Parent.From {
				lags++
			}
		}
		side := 0
		if strings.Contains(n.Query.FEN, " b ") {
			side = 1
		}
		of := &diffs[side][len(n.Moves)%4]
		if *of == nil {
			*of = make(map[zobrist.Key]int)
		}
		(*of)[n.By.Key^n.From]++
	}
	if differ < least {
		return nil
	}
	period := true
	for side, diffs := range diffs {
		of := [4]zobrist.Key{} // what most keys are wrong by
		for ply := range of {
			all, most := 0, 0
			for diff, n := range diffs[ply] {
				if all += n; n > most {
					of[ply], most = diff, n
				}
			}
			period = period && 10*most >= 7*all // there may be another bug
		}
		period = period && of[0] == 0 && of[1]^of[2] == of[3] && (side == 1 || of[2] != 0)
	}
	var what, name string
	switch {
	case len(fens) == 1:
		what, name = "each FEN has the same key", "fen-constant"
		ev.blind = what + ": see moves"
	case period:
		what, name = "the key by moves has the wrong numbers for the side to move, with a period of 4 plies", "side-new-only"
	case 20*lags > 19*differ:
		what, name = "the key by moves is that of the position before the last move", "lags"
	default:
		return nil
	}
	for _, n := range ev.onsets() {
		if n.Parent == nil && len(fens) > 1 {
			continue
		}
		if ev.confirm(n.by(), n.from()) {
			f := compared(what, n.by(), n.from())
			f.Name, f.Cause, f.FEN, f.Count = name, name, n.FEN, differ
			return &f
		}
	}
	return nil
}

// knownPattern sets the name of a wrong key by moves that has a known pattern, and its cause.
func (ev *Evidence) knownPattern(f *Finding, n *Node, v *verdict.Verdict, named []keycheck.Named) {
	name := func(name, cause, why string) { f.Name, f.Cause, f.Why = name, cause, why }
	switch kinds := kindsOf(v.Differ); {
	case n.Parent == nil:
	case v.Differ == nil && ev.appeared(n):
		f.What = "the key by moves depends on how often the position appeared before"
		name("repetition-number", "repetition", "all other keys are as from a FEN")
	case len(n.Moves) > plies:
		f.What = fmt.Sprintf("the key by moves is wrong after %d moves", len(n.Moves))
		name("long-line", "long", "a shorter line with the same last moves has the right key")
	case v.Differ == nil && f.Cause != "promotion":
		for _, k := range named {
			if strings.HasPrefix(k.Name, "en passant ") && slices.Contains(ev.features(n.Parent.FEN), k.Name) {
				rest := n.By.Key ^ n.From ^ k.Key
				name("en-passant-none", fmt.Sprint("constant for en passant ", rest),
					fmt.Sprintf("it still has %q, and the constant %v, which no position has: the number of \"none\"?", k.Name, rest))
			}
		}
	case slices.Equal(kinds, []string{"en passant"}) && len(v.Extra) > 0 && len(v.Lacks) == 0 && wraps(n.FEN):
		name("en-passant-wraps", "wraps", fmt.Sprintf("it has %q, although no pawn can capture: only one on the other edge of the board seems to stand beside", v.Extra[0]))
	}
}

// appeared reports whether the position was reached before, with the right key.
func (ev *Evidence) appeared(n *Node) bool {
	for p := n.Parent; p != nil; p = p.Parent {
		if clockless(p.FEN) == clockless(n.FEN) && !p.differs() {
			return true
		}
	}
	return false
}

// wraps reports whether a pawn that has just moved two squares has no enemy pawn beside
// it, but one on the square whose index is next, on the other edge of the board.
func wraps(fen string) bool {
	p, err := zobrist.ParseFEN(fen)
	if err != nil || p.EnPassant == 0 {
		return false
	}
	pawn, enemy := p.EnPassant+8, zobrist.BlackPawn // White has pushed
	if !p.BlackToMove {
		pawn, enemy = p.EnPassant-8, zobrist.WhitePawn
	}
	is := func(s zobrist.Square) bool { return p.Board[s] == enemy }
	beside := func(s zobrist.Square) bool { return is(s) && s>>3 == pawn>>3 }
	return (is(pawn-1) || is(pawn+1)) && !beside(pawn-1) && !beside(pawn+1)
}

// castlingNever reports whether no right that is lost by a move leaves the key.
func (ev *Evidence) castlingNever() bool {
	const least = 6
	lost := 0
	for _, n := range ev.nodes {
		if n.Parent == nil || n.Parent.differs() {
			continue
		}
		if kinds, _ := apartIn(n.Parent.FEN, n.FEN); !slices.Contains(kinds, "castling") {
			continue
		}
		if lost++; !n.differs() {
			return false
		}
	}
	return lost >= least
}

// recause completes the groups of wrong keys: some patterns need several keys.
func (ev *Evidence) recause(groups []*Finding) {
	never := ev.castlingNever()
	for _, f := range groups {
		switch {
		case f.Name == "en-passant-none" && f.Count < 2:
			f.Name, f.Why = "", "no set of a few numbers explains the difference"
		case never && f.Name == "" && strings.Contains(f.Cause, "[castling]") && strings.HasSuffix(f.Cause, "false true"):
			f.Name = "castling-assigned-first"
			f.What = "a castling right that is lost by a move stays in the key"
		}
	}
}

// strayed looks for an engine that refuses a legal move, ignores it, or makes a different
// one: its FENs are not those of the moves. It returns nil for one that doesn't, or that
// prints no FENs.
func (ev *Evidence) strayed() *Finding {
	if !ev.known {
		return nil
	}
	refused := slices.DeleteFunc(slices.Clone(ev.refused), func(n *Node) bool { // the cause is earlier
		for n.Parent != nil && !n.Parent.differs() {
			n = n.Parent
		}
		return n.Parent != nil
	})
	if len(refused) > 0 {
		n := shortest(refused)
		return &Finding{What: "the engine refuses the legal move " + n.move(), Cause: "refuses moves", At: n.Query, FEN: n.FEN, Why: n.By.Refused, Count: len(refused)}
	}
	var wrong []*Node
	seen := false
	for _, n := range ev.nodes {
		same, ok := samePosition(n.By.FEN, n.FEN)
		if seen = seen || ok; !ok || same {
			continue
		}
		if n.Parent == nil {
			if _, err := zobrist.ParseFEN(n.By.FEN); err == nil {
				return &Finding{What: "the engine sets up another position than the FEN", Cause: "strayed", At: n.Query, FEN: n.FEN, Why: "it prints " + n.By.FEN, Count: 1}
			}
			ev.note("the engine prints FENs in a format of its own, such as %s, so it is unknown whether it makes each move", n.By.FEN)
			return nil
		}
		wrong = append(wrong, n)
	}
	if !seen {
		ev.note("%s makes each move", ev.noFEN())
	}
	if len(wrong) == 0 {
		return nil
	}
	n := shortest(wrong)
	for slices.Contains(wrong, n.Parent) {
		n = n.Parent
	}
	f := &Finding{What: "the engine has a different position after the legal move " + n.move(), Cause: "strayed", At: n.Query, FEN: n.FEN, Count: len(wrong)}
	if same, ok := samePosition(n.By.FEN, n.Parent.FEN); ok && same {
		f.What = "the engine ignores the legal move " + n.move()
	}
	f.Why = "it prints " + n.By.FEN
	short := Query{FEN: n.Parent.FEN}.then(n.move())
	if same, ok := samePosition(ev.src.Ask(short)[0].FEN, n.FEN); ok && !same && len(n.Moves) > 1 {
		f.At = short
	}
	if p, err := zobrist.ParseFEN(n.Parent.FEN); err == nil && p.Castling != 0 && p.CheckStandard() != nil && ev.about.Hint != "" {
		f.Why += "; " + ev.about.Hint
	}
	return f
}

// noFEN begins a sentence about what is unknown without the engine's FENs.
func (ev *Evidence) noFEN() string {
	if ev.about.Ask == "" { // it is in this process
		return "the engine has no method FEN, so it is unknown whether it"
	}
	return "the engine prints no FEN, so it is unknown whether it"
}

// shortest returns the node with the fewest moves.
func shortest(nodes []*Node) *Node {
	return slices.MinFunc(nodes, func(a, b *Node) int { return cmp.Compare(len(a.Moves), len(b.Moves)) })
}

// samePosition compares the boards and the sides to move of two FENs. ok is
// false if one has no board or side.
func samePosition(a, b string) (same, ok bool) {
	x, y := strings.Fields(a), strings.Fields(b)
	if len(x) < 2 || len(y) < 2 {
		return false, false
	}
	return slices.Equal(x[:2], y[:2]), true
}
