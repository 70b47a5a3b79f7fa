package peers_test

import (
	"math/rand/v2"

	"github.com/corentings/chess/v2"

	"github.com/zobrist-go/zobrist"
)

// uciMove translates a move of corentings/chess, by its UCI notation.
func uciMove(m *chess.Move) zobrist.ChessMove {
	to, err := zobrist.ParseMove(m.String())
	if err != nil {
		panic(err)
	}
	return to
}

// randomGames plays random legal games from the start position with corentings/chess.
// Each game ends by the rules or after the given number of plies. The same seed gives
// the same games. randomGames calls visit with every position, its legal moves, and the
// index of the next move, which is -1 at the end of a game.
func randomGames(seed uint64, games, plies int, visit func(p *chess.Position, legal []chess.Move, next int)) {
	rng := rand.New(rand.NewPCG(seed, 0))
	for range games {
		p := chess.StartingPosition()
		for ply := 0; ; ply++ {
			legal := p.ValidMoves()
			if len(legal) == 0 || ply == plies {
				visit(p, legal, -1)
				break
			}
			next := rng.IntN(len(legal))
			visit(p, legal, next)
			p = p.Update(&legal[next])
		}
	}
}
