package sql

import (
	"cmp"
	"database/sql"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
)

// someKeys returns keys in random order, each once: those at the bounds of the
// signed and the unsigned integers, and thousands of random ones.
func someKeys() []zobrist.Key {
	keys := []zobrist.Key{0, 1, 2, 1<<63 - 2, 1<<63 - 1, 1 << 63, 1<<63 + 1, ^zobrist.Key(1), ^zobrist.Key(0)}
	for bit := range 63 {
		keys = append(keys, 5<<bit)
	}
	rng := zobrist.NewSplitMix64(1)
	for range 4000 {
		keys = append(keys, zobrist.Key(rng.Uint64()))
	}
	slices.Sort(keys)
	keys = slices.Compact(keys)
	order := rng.Split("order")
	slices.SortFunc(keys, func(a, b zobrist.Key) int { return cmp.Compare(order.At(uint64(a)), order.At(uint64(b))) })
	return keys
}

// signed and unsigned are the orders of keys in an integer column: the one the
// database has, and that of the Keys.
func signed(a, b zobrist.Key) int   { return cmp.Compare(int64(a), int64(b)) }
func unsigned(a, b zobrist.Key) int { return cmp.Compare(a, b) }

// A database is one to test.
type database struct {
	*sql.DB
	column  string // the type of an integer column
	explain string // the statement that tells the plan of a query
	byIndex string // what the plan of a look-up by the index says
}

// testKeys requires that no bit is lost: keys go in, are found one by one by the
// index and come out in ranges and in order.
func testKeys(t *testing.T, db database) {
	exec := func(query string, args ...any) {
		t.Helper()
		_, err := db.Exec(query, args...)
		require.NoError(t, err, query)
	}
	exec("CREATE TABLE positions (key " + db.column + " NOT NULL, plain " + db.column + " NOT NULL, hex TEXT NOT NULL)")
	exec("CREATE UNIQUE INDEX by_key ON positions (key)")

	keys := someKeys()
	tx, err := db.Begin()
	require.NoError(t, err)
	insert, err := tx.Prepare("INSERT INTO positions (key, plain, hex) VALUES ($1, $2, $3)")
	require.NoError(t, err)
	for _, k := range keys {
		_, err := insert.Exec(k, int64(k), k.String())
		require.NoError(t, err, k)
	}
	require.NoError(t, tx.Commit())
	exec("ANALYZE")

	t.Run("every row as it was put in", func(t *testing.T) {
		var n int
		require.NoError(t, db.QueryRow("SELECT count(*) FROM positions WHERE key = plain").Scan(&n))
		assert.Equal(t, len(keys), n, "keys that are the int64 of the same bits")
	})
	t.Run("look-up by the index", func(t *testing.T) {
		look, err := db.Prepare("SELECT key, hex, plain FROM positions WHERE key = $1")
		require.NoError(t, err)
		defer look.Close()
		for _, k := range keys {
			var key, text zobrist.Key
			var plain int64
			require.NoError(t, look.QueryRow(k).Scan(&key, &text, &plain), k)
			require.Equal(t, k, key)
			require.Equal(t, k, text, "from hexadecimal text")
			require.Equal(t, int64(k), plain)
		}
		var key zobrist.Key
		assert.ErrorIs(t, look.QueryRow(zobrist.Key(3)).Scan(&key), sql.ErrNoRows, "a key that is not there")
		assert.Contains(t, plan(t, db, "SELECT hex FROM positions WHERE key = -1"), db.byIndex)
	})
	t.Run("order", func(t *testing.T) {
		assert.Equal(t, slices.SortedFunc(slices.Values(keys), signed), query(t, db, "ORDER BY key"), "as signed numbers")
		assert.Equal(t, slices.SortedFunc(slices.Values(keys), unsigned), query(t, db, "ORDER BY key < 0, key"), "as keys")
	})
	t.Run("range", func(t *testing.T) {
		bounds := append([]zobrist.Key{0, 1<<63 - 1, 1 << 63, ^zobrist.Key(0)}, keys[:8]...)
		within := func(a, b zobrist.Key, order func(a, b zobrist.Key) int) []zobrist.Key {
			var some []zobrist.Key
			for _, k := range slices.SortedFunc(slices.Values(keys), order) {
				if order(a, k) <= 0 && order(k, b) <= 0 {
					some = append(some, k)
				}
			}
			return some
		}
		for _, a := range bounds {
			for _, b := range bounds {
				between := query(t, db, "WHERE key BETWEEN $1 AND $2 ORDER BY key", a, b)
				require.Equal(t, within(a, b, signed), between, "%v to %v as signed numbers", a, b)

				// In the order of keys, what passes 1<<63 is two ranges.
				if a < 1<<63 && b >= 1<<63 {
					both := query(t, db, "WHERE key >= $1 OR key <= $2 ORDER BY key < 0, key", a, b)
					require.Equal(t, within(a, b, unsigned), both, "%v to %v as keys", a, b)
				}
			}
		}
	})
	t.Run("null", func(t *testing.T) {
		k := zobrist.Key(7)
		assert.ErrorContains(t, db.QueryRow("SELECT NULL").Scan(&k), "cannot read a key from <nil>")
		assert.Equal(t, zobrist.Key(7), k)
		var null sql.Null[zobrist.Key]
		require.NoError(t, db.QueryRow("SELECT NULL").Scan(&null))
		assert.False(t, null.Valid)
		require.NoError(t, db.QueryRow("SELECT key FROM positions WHERE key = $1", ^zobrist.Key(0)).Scan(&null))
		assert.Equal(t, sql.Null[zobrist.Key]{V: ^zobrist.Key(0), Valid: true}, null)
		assert.Error(t, db.QueryRow("SELECT 'no key'").Scan(&k))
		assert.Error(t, db.QueryRow("SELECT 0.5").Scan(&k))
	})
	t.Run("taken twice", func(t *testing.T) {
		_, err := db.Exec("INSERT INTO positions (key, plain, hex) VALUES ($1, 0, '')", ^zobrist.Key(0))
		assert.Error(t, err, "the index finds the key that is there")
	})
}

// query returns the keys of the rows.
func query(t *testing.T, db database, rest string, args ...any) []zobrist.Key {
	t.Helper()
	rows, err := db.Query("SELECT key FROM positions "+rest, args...)
	require.NoError(t, err, rest)
	defer rows.Close()
	var keys []zobrist.Key
	for rows.Next() {
		var k zobrist.Key
		require.NoError(t, rows.Scan(&k))
		keys = append(keys, k)
	}
	require.NoError(t, rows.Err())
	return keys
}

// plan returns what the database says of how it would find the rows.
func plan(t *testing.T, db database, query string) string {
	t.Helper()
	rows, err := db.Query(db.explain + " " + query)
	require.NoError(t, err)
	defer rows.Close()
	columns, err := rows.Columns()
	require.NoError(t, err)
	var text strings.Builder
	for rows.Next() {
		cells := make([]any, len(columns))
		for i := range cells {
			cells[i] = new(any)
		}
		require.NoError(t, rows.Scan(cells...))
		fmt.Fprintln(&text, *cells[len(cells)-1].(*any))
	}
	require.NoError(t, rows.Err())
	return text.String()
}
