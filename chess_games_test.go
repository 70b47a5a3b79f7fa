package zobrist_test

import (
	"math/rand/v2"
	"strings"
	"sync"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/movegen"
)

const startFEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

// A playedMove is a legal move in a position of a game.
type playedMove struct {
	position *zobrist.ChessPosition
	move     zobrist.ChessMove
}

// chessGames plays random legal games from a position, each to its end or for a
// number of plies. It calls visit with every position and its legal moves.
func chessGames(seed uint64, games, plies int, start func(i int) zobrist.ChessPosition, visit func(p *zobrist.ChessPosition, legal []zobrist.ChessMove)) {
	rng := rand.New(rand.NewPCG(seed, 0))
	for i := range games {
		p := start(i)
		for range plies {
			legal := movegen.Legal(&p)
			visit(&p, legal)
			if len(legal) == 0 {
				break
			}
			p.Play(legal[rng.IntN(len(legal))])
		}
	}
}

func startPosition(int) zobrist.ChessPosition {
	p, err := zobrist.ParseFEN(startFEN)
	if err != nil {
		panic(err)
	}
	return p
}

// benchmarkMoves returns the legal moves of 3,000 positions of random games.
var benchmarkMoves = sync.OnceValue(func() []playedMove {
	var moves []playedMove
	positions := 0
	chessGames(1, 1000, 150, startPosition, func(p *zobrist.ChessPosition, legal []zobrist.ChessMove) {
		if positions++; positions%12 != 0 || positions > 36000 {
			return
		}
		at := *p
		for _, m := range legal {
			moves = append(moves, playedMove{&at, m})
		}
	})
	return moves
})

// benchmarkPositions returns the positions of benchmarkMoves.
var benchmarkPositions = sync.OnceValue(func() []*zobrist.ChessPosition {
	var positions []*zobrist.ChessPosition
	for _, m := range benchmarkMoves() {
		if n := len(positions); n == 0 || positions[n-1] != m.position {
			positions = append(positions, m.position)
		}
	}
	return positions
})

// chess960Start returns one of the start positions of Chess960, from random
// arrangements with the bishops on two colours and the king between the rooks.
func chess960Start(i int) zobrist.ChessPosition {
	rng := rand.New(rand.NewPCG(960, uint64(i)))
	for {
		back := []byte("RNBQKBNR")
		rng.Shuffle(8, func(i, j int) { back[i], back[j] = back[j], back[i] })
		s := string(back)
		king, bishops := strings.IndexByte(s, 'K'), strings.IndexByte(s, 'B')+strings.LastIndexByte(s, 'B')
		if bishops%2 == 1 && strings.IndexByte(s, 'R') < king && king < strings.LastIndexByte(s, 'R') {
			p, err := zobrist.ParseFEN(strings.ToLower(s) + "/pppppppp/8/8/8/8/PPPPPPPP/" + s + " w KQkq - 0 1")
			if err != nil {
				panic(err)
			}
			return p
		}
	}
}
