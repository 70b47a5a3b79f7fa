package peers

import (
	"math/rand/v2"

	"github.com/corentings/chess/v2"

	"github.com/zobrist-go/zobrist"
)

// Move translates a move of corentings/chess, by its notation as in UCI.
func Move(m *chess.Move) zobrist.ChessMove {
	to, err := zobrist.ParseMove(m.String())
	if err != nil {
		panic(err)
	}
	return to
}

// RandomGames plays legal games from the start position with random moves of
// corentings/chess, each to its end or for so many plies, the same ones for the
// same seed. It calls visit with every position, its legal moves and the index
// of the one that is played next, which is -1 at the end of a game.
func RandomGames(seed uint64, games, plies int, visit func(p *chess.Position, legal []chess.Move, next int)) {
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
