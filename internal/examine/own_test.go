package examine_test

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/chess"
	"github.com/zobrist-go/zobrist/internal/observe"
	"github.com/zobrist-go/zobrist/internal/report"
	"github.com/zobrist-go/zobrist/internal/tester/source"
)

// An ownNumbers draws its numbers anew in each process, as engines do that store no key. It prints
// the key of the pawns, which is 0 without pawns in every process.
type ownNumbers struct {
	source.Source // whose keys are replaced
	seed          *uint64
	numbers       *zobrist.Chess
	key           pawnKey
}

// A pawnKey returns the key of a position that is reached from start by moves, the last of which is
// last.
type pawnKey func(numbers *zobrist.Chess, p *chess.Position, moves int, last chess.Move) zobrist.Key

func newOwnNumbers(seed *uint64, src source.Source, key pawnKey) ownNumbers {
	*seed++
	return ownNumbers{src, seed, zobrist.NewChess(*seed), key}
}

func (s ownNumbers) Fresh() (source.Source, error) {
	fresh, err := s.Source.Fresh()
	if err != nil {
		return nil, err
	}
	return newOwnNumbers(s.seed, fresh, s.key), nil
}

func (s ownNumbers) Ask(queries []source.Query, _ bool) ([]source.Answer, error) {
	return alone(s, queries)
}

func (s ownNumbers) Do(q source.Query, act string) (source.Answer, error) {
	answer, err := s.Source.Do(q, act)
	if err != nil || answer.Refused != "" {
		return answer, err
	}
	fen := q.FEN
	if fen == "" {
		fen = chess.StartFEN
	}
	p, err := chess.ParseFEN(fen)
	if err != nil {
		return answer, err
	}
	var last chess.Move
	for _, text := range q.Moves {
		last, err = chess.ParseMove(text)
		if err != nil {
			return answer, err
		}
		if !p.Play(last) {
			return answer, errors.New("cannot play " + text)
		}
	}
	answer.Key = s.key(s.numbers, &p, len(q.Moves), last)
	return answer, nil
}

// keyOfPawns is the key of the pawns, without a bug.
func keyOfPawns(numbers *zobrist.Chess, p *chess.Position) zobrist.Key {
	table := numbers.Table()
	return table.Only(zobrist.WhitePawn, zobrist.BlackPawn).Hash(p.Board[:])
}

// TestOwnNumbers requires that keys of two processes are not compared if these have different
// numbers, though the keys of positions without a number are equal.
func TestOwnNumbers(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		key  pawnKey
		item string // its name
	}{
		"sound": {func(n *zobrist.Chess, p *chess.Position, _ int, _ chess.Move) zobrist.Key {
			return keyOfPawns(n, p)
		}, ""},
		"the promoted piece is in it": {
			func(n *zobrist.Chess, p *chess.Position, _ int, last chess.Move) zobrist.Key {
				h := keyOfPawns(n, p)
				if last.Promotion != zobrist.NoPiece {
					h ^= n.Piece(last.To, p.Board[last.To])
				}
				return h
			}, "moves-unknown"},
		"each FEN has the key 0": {
			func(n *zobrist.Chess, p *chess.Position, moves int, _ chess.Move) zobrist.Key {
				if moves == 0 {
					return 0
				}
				return keyOfPawns(n, p)
			}, "fen-constant"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			seed := uint64(0)
			src := newOwnNumbers(&seed, newInstance(context.Background(), ""), c.key)
			r := examined(t, src, observe.Options{Positions: 1500, Seed: 1, Sub: true})
			if c.item == "" {
				assert.Empty(t, r.Items, r.Text())
				return
			}
			require.Len(t, r.Items, 1, r.Text())
			assert.Equal(t, c.item, r.Items[0].Name, r.Text())
			assert.NotEqual(t, report.IsWrong, r.StatusOf("processes"))
		})
	}
}
