package docs_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/chess"
	"github.com/zobrist-go/zobrist/othello"
)

// This is the code of boards.md.

// keysOfGame returns the key after each move of a game, from a FEN and moves such as e2e4.
func keysOfGame(fen string, moves ...string) (all []zobrist.Key, err error) {
	p, err := chess.ParseFEN(fen) // or chess.Start()
	if err != nil {
		return nil, err
	}
	h := p.Hash(z)
	for _, uci := range moves {
		m, err := chess.ParseMove(uci)
		if err != nil {
			return nil, err
		}
		if !p.Legal(m) {
			return nil, fmt.Errorf("%s is not legal in %s", uci, p.FEN())
		}
		h = p.After(z, h, m) // the key after the move
		p.Play(m)
		all = append(all, h)
	}
	return all, nil
}

// keyOfOthello returns the key after a game of Othello.
func keyOfOthello(squares ...zobrist.Square) (h zobrist.Key, err error) {
	o, p := zobrist.NewOthello(1), othello.Start()
	h = p.Hash(o)
	for _, at := range squares {
		if p.Moves() == 0 { // the side to move must pass
			h ^= o.Side()
			p.Pass()
		}
		if p.Moves()>>at&1 == 0 {
			return 0, fmt.Errorf("%v is not a legal move", at)
		}
		h = p.After(o, h, at) // the key after the move
		p.Play(at)
	}
	return h, nil
}

func TestBoards(t *testing.T) {
	all, err := keysOfGame(chess.StartFEN, "e2e4", "d7d5", "e4d5")
	require.NoError(t, err)
	assert.Equal(t, []zobrist.Key{0x823c9b50fd114196, 0x0756b94461c50fb0, 0x2089b309bbaa4db6}, all)
	_, err = keysOfGame(chess.StartFEN, "e3e4")
	assert.EqualError(t, err, "e3e4 is not legal in "+chess.StartFEN)
	_, err = keysOfGame("fnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
	assert.Error(t, err)
	assert.Contains(t, read(t, "boards.md"), "\n  "+err.Error()+"\n")

	f5, d6 := zobrist.Square(37), zobrist.Square(43)
	h, err := keyOfOthello(f5, d6)
	require.NoError(t, err)
	p := othello.Start()
	require.True(t, p.Play(f5))
	require.True(t, p.Play(d6))
	assert.Equal(t, p.Hash(zobrist.NewOthello(1)), h)
	_, err = keyOfOthello(f5, f5)
	assert.EqualError(t, err, "f5 is not a legal move")
}

// TestThreefold requires that the third occurrence of a position is told, and no earlier one.
func TestThreefold(t *testing.T) {
	var game zobrist.History
	for i, key := range []zobrist.Key{1, 2, 3, 1, 4, 1, 5} {
		third := i == 5
		assert.Equal(t, third, threefold(&game, key), "key %d", i)
	}
}
