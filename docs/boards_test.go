package docs_test

import (
	"fmt"
	"math/bits"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/chess"
	"github.com/zobrist-go/zobrist/othello"
)

// This is the code of boards.md.

// keysOfGame returns the key of each position of a game, from a FEN and moves such as e2e4.
func keysOfGame(fen string, moves ...string) (all []zobrist.Key, err error) {
	p, err := chess.ParseFEN(fen) // or chess.Start()
	if err != nil {
		return nil, err
	}
	h := p.Hash(keys)
	for _, uci := range moves {
		m, err := chess.ParseMove(uci)
		if err != nil {
			return nil, err
		}
		h = p.After(keys, h, m) // the key after the move
		if !p.Play(m) {
			return nil, fmt.Errorf("%s cannot be played in %s", uci, p.FEN())
		}
		all = append(all, h)
	}
	return all, nil
}

// discs plays squares from the start, with passes, and returns the key and the discs of each side.
func discs(squares ...zobrist.Square) (h zobrist.Key, black, white int) {
	numbers, p := zobrist.NewOthello(1), othello.Start()
	h = p.Hash(numbers)
	for _, at := range squares {
		if p.Moves() == 0 { // the side to move must pass
			h ^= numbers.Side()
			p.Pass()
		}
		h = p.After(numbers, h, at) // h itself if the move is illegal
		p.Play(at)
	}
	return h, bits.OnesCount64(p.Black), bits.OnesCount64(p.White)
}

func TestBoards(t *testing.T) {
	all, err := keysOfGame(chess.StartFEN, "e2e4", "d7d5", "e4d5")
	require.NoError(t, err)
	assert.Equal(t, []zobrist.Key{0x823c9b50fd114196, 0x0756b94461c50fb0, 0x2089b309bbaa4db6}, all)
	_, err = keysOfGame(chess.StartFEN, "e3e4")
	assert.EqualError(t, err, "e3e4 cannot be played in "+chess.StartFEN)
	_, err = keysOfGame("x")
	assert.Error(t, err)

	f5, d6 := zobrist.Square(37), zobrist.Square(43)
	h, black, white := discs(f5, d6)
	assert.Equal(t, []int{3, 3}, []int{black, white})
	p := othello.Start()
	require.True(t, p.Play(f5))
	require.True(t, p.Play(d6))
	assert.Equal(t, p.Hash(zobrist.NewOthello(1)), h)
}
