package main

import (
	"bufio"
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/examples/beam/internal/block"
	"github.com/zobrist-go/zobrist/internal/openings"
)

func init() {
	register.DoFn4x1[context.Context, int64, func(*[]byte) bool, func(string, int64), error](&writeBook{})
	register.DoFn4x1[context.Context, int64, func(*[]byte) bool, func(string, int64), error](&writeTable{})
}

// A record is a key, a move in three bytes, and the games and points in four bytes each.
const recordSize = block.KeySize + 3 + 2*4

func sendRecord(out *block.Sender, p openings.Played, c openings.Count) {
	rest := []byte{byte(p.Move.From), byte(p.Move.To), byte(p.Move.Promotion)}
	rest = binary.BigEndian.AppendUint32(rest, c.Games)
	out.Send(p.Key, binary.BigEndian.AppendUint32(rest, c.Points))
}

// readBlocks adds up the records of blocks.
func readBlocks(blocks func(*[]byte) bool) (map[openings.Played]openings.Count, error) {
	sums := map[openings.Played]openings.Count{}
	var data []byte
	for blocks(&data) {
		records, err := block.Records(data, recordSize)
		if err != nil {
			return nil, err
		}
		for k, rest := range records {
			m := zobrist.ChessMove{From: zobrist.Square(rest[0]), To: zobrist.Square(rest[1]), Promotion: zobrist.ChessPiece(rest[2])}
			p := openings.Played{Key: k, Move: m}
			c := openings.Count{Games: binary.BigEndian.Uint32(rest[3:]), Points: binary.BigEndian.Uint32(rest[7:])}
			if sums[p] = sums[p].Add(c); sums[p].Games > math.MaxInt32 { // so that points fit too
				return nil, fmt.Errorf("%d games with one move, want at most %d", sums[p].Games, math.MaxInt32)
			}
		}
	}
	return sums, nil
}

// commonest returns the games of the n positions with the most games, by key.
func commonest(sums map[openings.Played]openings.Count, n int) map[zobrist.Key]uint64 {
	games := map[zobrist.Key]uint64{}
	for p, c := range sums {
		games[p.Key] += uint64(c.Games)
	}
	keys := slices.SortedFunc(maps.Keys(games), func(a, b zobrist.Key) int {
		return cmp.Or(cmp.Compare(games[b], games[a]), cmp.Compare(a, b))
	})
	for _, k := range keys[min(n, len(keys)):] {
		delete(games, k)
	}
	return games
}

// writeBook writes the book.
type writeBook struct{ Options options }

func (f *writeBook) ProcessElement(ctx context.Context, _ int64, blocks func(*[]byte) bool, total func(string, int64)) error {
	sums, err := readBlocks(blocks)
	if err != nil {
		return err
	}
	var moves int64
	for _, c := range sums {
		if c.Points > 0 {
			moves++
		}
	}
	total(bookMoves, moves)
	if moves == 0 {
		return nil
	}
	return replaceFile(ctx, f.Options.Book, func(w io.Writer) error {
		return openings.Write(w, maps.All(sums), f.Options.MinGames)
	})
}

// writeTable writes the most common positions, most games first. It keeps the moves of
// a position together.
type writeTable struct{ Options options }

func (f *writeTable) ProcessElement(ctx context.Context, _ int64, blocks func(*[]byte) bool, total func(string, int64)) error {
	sums, err := readBlocks(blocks)
	if err != nil {
		return err
	}
	games := commonest(sums, f.Options.Top)
	maps.DeleteFunc(sums, func(p openings.Played, _ openings.Count) bool { return games[p.Key] == 0 })
	rows := slices.SortedFunc(maps.Keys(sums), func(a, b openings.Played) int {
		return cmp.Or(cmp.Compare(games[b.Key], games[a.Key]), cmp.Compare(a.Key, b.Key),
			cmp.Compare(sums[b].Games, sums[a].Games), cmp.Compare(a.Move.String(), b.Move.String()))
	})
	total(tablePositions, int64(len(games)))
	return replaceFile(ctx, f.Options.Table, func(w io.Writer) error {
		fmt.Fprintln(w, "key\tmove\tgames\tpoints")
		for _, p := range rows {
			fmt.Fprintf(w, "%v\t%v\t%d\t%d\n", p.Key, p.Move, sums[p].Games, sums[p].Points)
		}
		return nil
	})
}

// replaceFile writes a file. It replaces an old file only when the new one is complete.
func replaceFile(ctx context.Context, path string, write func(io.Writer) error) error {
	fs, err := filesystem.New(ctx, path)
	if err != nil {
		return err
	}
	defer fs.Close()
	part := path + ".part"
	file, err := fs.OpenWrite(ctx, part)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(file)
	if err := errors.Join(write(w), w.Flush(), file.Close()); err != nil {
		return fmt.Errorf("%s: %w", part, err)
	}
	return filesystem.Rename(ctx, fs, part, path)
}
