package main

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/examples/beam/internal/block"
	"github.com/zobrist-go/zobrist/internal/openings"
)

// An outcome counts the wins, draws and losses of the side that moves.
type outcome [3]uint64

func (o outcome) games() uint64 { return o[0] + o[1] + o[2] }

// count returns the outcome as a number of games and of points, for books.
func (o outcome) count() (openings.Count, error) {
	if o.games() > math.MaxUint32/2 {
		return openings.Count{}, fmt.Errorf("%d games with one move, want at most %d", o.games(), math.MaxUint32/2)
	}
	return openings.Count{Games: uint32(o.games()), Points: uint32(2*o[0] + o[1])}, nil
}

// A record is a key, a move in three bytes, and the wins, draws and losses in eight
// bytes each.
const recordSize = block.KeySize + 3 + 3*8

func sendRecord(out *block.Sender, p openings.Played, o outcome) {
	rest := []byte{byte(p.Move.From), byte(p.Move.To), byte(p.Move.Promotion)}
	for _, n := range o {
		rest = binary.BigEndian.AppendUint64(rest, n)
	}
	out.Send(p.Key, rest)
}

func readRecord(k zobrist.Key, rest []byte) (openings.Played, outcome) {
	m := zobrist.ChessMove{From: zobrist.Square(rest[0]), To: zobrist.Square(rest[1]), Promotion: zobrist.ChessPiece(rest[2])}
	var o outcome
	for i := range o {
		o[i] = binary.BigEndian.Uint64(rest[3+8*i:])
	}
	return openings.Played{Key: k, Move: m}, o
}

// readBlocks adds up the records of blocks.
func readBlocks(blocks func(*[]byte) bool) (map[openings.Played]outcome, error) {
	sums := map[openings.Played]outcome{}
	var data []byte
	for blocks(&data) {
		records, err := block.Records(data, recordSize)
		if err != nil {
			return nil, err
		}
		for k, rest := range records {
			p, o := readRecord(k, rest)
			sum := sums[p]
			for i := range o {
				sum[i] += o[i]
			}
			sums[p] = sum
		}
	}
	return sums, nil
}

// commonest returns the games of the n positions with the most games, by key.
func commonest(sums map[openings.Played]outcome, n int) map[zobrist.Key]uint64 {
	games := map[zobrist.Key]uint64{}
	for p, o := range sums {
		games[p.Key] += o.games()
	}
	keys := make([]zobrist.Key, 0, len(games))
	for k := range games {
		keys = append(keys, k)
	}
	slices.SortFunc(keys, func(a, b zobrist.Key) int {
		return cmp.Or(cmp.Compare(games[b], games[a]), cmp.Compare(a, b))
	})
	for _, k := range keys[min(n, len(keys)):] {
		delete(games, k)
	}
	return games
}

// A badGame has the place of a bad game and its error.
type badGame struct {
	file string
	line int
	what string
}

func (b badGame) String() string { return fmt.Sprintf("%s:%d: %s", b.file, b.line, b.what) }

// encode returns b as text, for the name of a metric.
func (b badGame) encode() string {
	return strings.ToValidUTF8(strings.Join([]string{b.file, strconv.Itoa(b.line), b.what}, "\t"), "\ufffd")
}

func decodeBad(s string) badGame {
	file, rest, _ := strings.Cut(s, "\t")
	line, what, _ := strings.Cut(rest, "\t")
	n, _ := strconv.Atoi(line)
	return badGame{file, n, what}
}

// first sorts bad games by file and line and returns the first n.
func first(bad []badGame, n int) []badGame {
	slices.SortFunc(bad, func(a, b badGame) int {
		return cmp.Or(cmp.Compare(a.file, b.file), cmp.Compare(a.line, b.line))
	})
	return bad[:min(n, len(bad))]
}

func sortedBad(names map[string]int64) []badGame {
	var bad []badGame
	for s := range names {
		bad = append(bad, decodeBad(s))
	}
	return first(bad, len(bad))
}
