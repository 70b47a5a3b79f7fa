package engine

import (
	"fmt"
	"maps"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/check"
	"github.com/zobrist-go/zobrist/internal/movegen"
)

// subKeyFeatures puts each man but the kings on each square of an empty board, and asks for the
// further keys. A key that has a man on some squares only is a bug; the notes say what the keys
// consist of.
func (m *methods) subKeyFeatures(e Engine) {
	keys := func(p *zobrist.ChessPosition) map[string]zobrist.Key {
		if e.SetFEN(p.FEN()) != nil {
			return nil
		}
		return maps.Collect(e.(subKeyer).SubKeys())
	}
	p, _ := zobrist.ParseFEN("4k3/8/8/8/8/8/8/4K3 w - - 0 1")
	empty, has := make(map[bool]map[string]zobrist.Key), make(map[string][]string) // by who moves; by key
	for _, p.BlackToMove = range []bool{true, false} {
		empty[p.BlackToMove] = keys(&p)
	}
	for man := zobrist.WhitePawn; man < zobrist.BlackKing; man++ {
		tried, without := 0, make(map[string][]string) // FENs, by key
		for s := range zobrist.Square(64) {
			with := p
			with.Board[s], with.BlackToMove = man, man < zobrist.BlackPawn
			pawn := man == zobrist.WhitePawn || man == zobrist.BlackPawn
			if man == zobrist.WhiteKing || p.Board[s] != zobrist.NoPiece || pawn && (s < 8 || s >= 56) || movegen.KingHangs(&with) {
				continue
			}
			now := keys(&with)
			for name, k := range empty[with.BlackToMove] {
				if m.count["SubKeys"]++; now != nil && now[name] == k {
					without[name] = append(without[name], with.FEN())
				}
			}
			tried++
		}
		for name := range empty[false] {
			n := len(without[name])
			if n < tried {
				has[name] = append(has[name], man.String())
			}
			if n > 0 && n < tried {
				what := fmt.Sprintf("the %s key has %s on %d of %d squares only", name, man, tried-n, tried)
				m.add("SubKeys", check.Finding{What: what, At: check.Query{FEN: without[name][0]}, FEN: without[name][0], Count: n})
			}
		}
	}
	for name, k := range empty[false] {
		if k != empty[true][name] {
			has[name] = append(has[name], "the side to move")
		}
		m.ev.Note(fmt.Sprintf("the %s key has %s", name, strings.Join(has[name], " ")))
	}
}
