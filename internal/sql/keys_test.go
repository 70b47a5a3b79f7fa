package sql

import (
	"cmp"
	"database/sql"
	"slices"
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

// testKeys requires that no bit is lost: keys go into a column of that type, are found
// one by one, and come out in ranges and in order.
func testKeys(t *testing.T, db *sql.DB, column string) {
	_, err := db.Exec("CREATE TABLE positions (key " + column + " PRIMARY KEY, plain BIGINT NOT NULL, hex TEXT NOT NULL)")
	require.NoError(t, err)
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

	t.Run("look-up", func(t *testing.T) {
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
	})
	t.Run("order", func(t *testing.T) {
		assert.Equal(t, slices.SortedFunc(slices.Values(keys), signed), query(t, db, "ORDER BY key"), "as signed numbers")
		assert.Equal(t, slices.SortedFunc(slices.Values(keys), unsigned), query(t, db, "ORDER BY key < 0, key"), "as keys")
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
}

// query returns the keys of the rows.
func query(t *testing.T, db *sql.DB, rest string, args ...any) []zobrist.Key {
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
