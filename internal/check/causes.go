package check

import (
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
	case v.Differ == nil:
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
