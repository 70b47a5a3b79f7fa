package engine

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/check"
	"github.com/zobrist-go/zobrist/internal/movegen"
)

// A subKey is what a further key is made of: on how many squares it has each kind of man, of
// how many that were tried.
type subKey struct {
	has, tried map[zobrist.ChessPiece]int
	without    map[zobrist.ChessPiece]string // a position whose man is not in the key
	side       bool
}

// subKeyFeatures puts each man but the kings on each square of an empty board, and asks for the
// further keys. A key that has a man on some squares only is a bug; the notes say what the keys
// consist of.
func (m *methods) subKeyFeatures(ev *check.Evidence, e Engine) {
	const base = "4k3/8/8/8/8/8/8/4K3 w - - 0 1"
	keys := func(p *zobrist.ChessPosition) (all map[string]zobrist.Key) {
		if e.SetFEN(p.FEN()) != nil {
			return nil
		}
		all = maps.Collect(e.(subKeyer).SubKeys())
		return all
	}
	var empty [2]map[string]zobrist.Key // by the side to move
	p, _ := zobrist.ParseFEN(base)
	for side := range empty {
		p.BlackToMove = side == 1
		empty[side] = keys(&p)
	}
	found := make(map[string]*subKey)
	for name, k := range empty[0] {
		found[name] = &subKey{make(map[zobrist.ChessPiece]int), make(map[zobrist.ChessPiece]int), make(map[zobrist.ChessPiece]string), k != empty[1][name]}
	}
	for man := zobrist.WhitePawn; man <= zobrist.BlackKing; man++ {
		for s := range zobrist.Square(64) {
			pawn := man == zobrist.WhitePawn || man == zobrist.BlackPawn
			if man == zobrist.WhiteKing || man == zobrist.BlackKing || p.Board[s] != zobrist.NoPiece || pawn && (s < 8 || s >= 56) {
				continue
			}
			with := p
			with.Board[s], with.BlackToMove = man, man < zobrist.BlackPawn
			if turned := with; movegen.KingHangs(&turned) {
				continue
			}
			for name, k := range keys(&with) {
				f := found[name]
				if f == nil {
					continue
				}
				f.tried[man]++
				m.count["SubKeys"]++
				if k != empty[bit(with.BlackToMove)][name] {
					f.has[man]++
				} else if f.without[man] == "" {
					f.without[man] = with.FEN()
				}
			}
		}
	}
	for name, f := range found {
		var men []string
		for man, n := range f.has {
			men = append(men, man.String())
			if n < f.tried[man] {
				what := fmt.Sprintf("the %s key has %s on %d of %d squares only", name, man, n, f.tried[man])
				m.add("SubKeys", check.Finding{What: what, At: check.Query{FEN: f.without[man]}, FEN: f.without[man], Count: f.tried[man] - n})
			}
		}
		slices.Sort(men)
		if f.side {
			men = append(men, "the side to move")
		}
		ev.Note(fmt.Sprintf("the %s key has %s", name, strings.Join(men, " ")))
	}
}

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}
