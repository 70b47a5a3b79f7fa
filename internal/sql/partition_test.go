//go:build unix

package sql

import (
	"context"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/movegen"
)

// TestPartitions runs the statements of docs/outgrowing-one-machine.md on the
// keys of all lines of three plies, after which there are 5362 positions (OEIS
// A083276).
func TestPartitions(t *testing.T) {
	page, err := os.ReadFile("../../docs/outgrowing-one-machine.md")
	require.NoError(t, err)
	blocks := regexp.MustCompile("(?s)```sql\n(.*?)```").FindAllSubmatch(page, -1)
	require.Len(t, blocks, 1)
	url := startPostgreSQL(t)
	ctx := context.Background()
	conn, err := pgx.Connect(ctx, url)
	require.NoError(t, err)
	defer conn.Close(ctx)
	var counted []int64
	for _, s := range strings.SplitAfter(strings.TrimSpace(string(blocks[0][1])), ";") {
		switch s = strings.TrimSpace(s); {
		case strings.HasPrefix(s, "COPY"):
			_, err = conn.PgConn().CopyFrom(ctx, strings.NewReader(keysOfThreePlies(t)), s)
		case strings.HasPrefix(s, "SELECT"):
			err = conn.QueryRow(ctx, s).Scan(&counted)
		default:
			_, err = conn.Exec(ctx, s)
		}
		require.NoError(t, err, s)
	}
	require.Len(t, counted, 4)
	sum := int64(0)
	for _, n := range counted {
		sum += n
		assert.InEpsilon(t, 5362/4, n, 0.1)
	}
	assert.EqualValues(t, 5362, sum)
}

func keysOfThreePlies(t *testing.T) string {
	chess := zobrist.Polyglot().WithEnPassant(zobrist.EnPassantLegal)
	var b strings.Builder
	var walk func(p zobrist.ChessPosition, plies int)
	walk = func(p zobrist.ChessPosition, plies int) {
		if plies == 0 {
			b.WriteString(chess.Hash(&p).String() + "\n")
			return
		}
		for _, m := range movegen.Legal(&p) {
			after := p
			after.Play(m)
			walk(after, plies-1)
		}
	}
	start, err := zobrist.ParseFEN(zobrist.StartFEN)
	require.NoError(t, err)
	walk(start, 3)
	return b.String()
}
