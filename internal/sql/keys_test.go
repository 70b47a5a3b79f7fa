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
	keys := []zobrist.Key{0, 1, 2, 1<<63 - 2, 1<<63 - 1, 1 << 63, 1<<63 + 1, ^zobrist.Key(1),
		^zobrist.Key(0)}
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
	slices.SortFunc(keys, func(a, b zobrist.Key) int {
		return cmp.Compare(order.At(uint64(a)), order.At(uint64(b)))
	})
	return keys
}

// signed and unsigned are the orders of keys in an integer column: the one the
// database has, and that of the Keys.
func signed(a, b zobrist.Key) int   { return cmp.Compare(int64(a), int64(b)) }
func unsigned(a, b zobrist.Key) int { return cmp.Compare(a, b) }

// testKeys requires that no bit is lost: keys go into a column of that type as int64 and into a
// column of text, are found one by one in both, and come out in order.
func testKeys(t *testing.T, db *sql.DB, column string) {
	_, err := db.Exec("CREATE TABLE positions (key " + column +
		" PRIMARY KEY, hex TEXT NOT NULL UNIQUE)")
	require.NoError(t, err)
	keys := someKeys()
	tx, err := db.Begin()
	require.NoError(t, err)
	insert, err := tx.Prepare("INSERT INTO positions (key, hex) VALUES ($1, $2)")
	require.NoError(t, err)
	for _, k := range keys {
		_, err := insert.Exec(int64(k), k.String())
		require.NoError(t, err, k)
	}
	require.NoError(t, tx.Commit())

	t.Run("look-up", func(t *testing.T) {
		byNumber, err := db.Prepare("SELECT hex FROM positions WHERE key = $1")
		require.NoError(t, err)
		defer byNumber.Close()
		byText, err := db.Prepare("SELECT key FROM positions WHERE hex = $1")
		require.NoError(t, err)
		defer byText.Close()
		for _, k := range keys {
			var hex string
			require.NoError(t, byNumber.QueryRow(int64(k)).Scan(&hex), k)
			parsed, err := zobrist.ParseKey(hex)
			require.NoError(t, err)
			require.Equal(t, k, parsed, "from hexadecimal text")
			var number int64
			require.NoError(t, byText.QueryRow(k.String()).Scan(&number), k)
			require.Equal(t, k, zobrist.Key(number), "from a number")
		}
		var hex string
		assert.ErrorIs(t, byNumber.QueryRow(int64(3)).Scan(&hex), sql.ErrNoRows,
			"a key that is not there")
	})
	t.Run("order", func(t *testing.T) {
		assert.Equal(t, slices.SortedFunc(slices.Values(keys), signed),
			query(t, db, "ORDER BY key"), "as signed numbers")
		assert.Equal(t, slices.SortedFunc(slices.Values(keys), unsigned),
			query(t, db, "ORDER BY key < 0, key"), "as keys")
	})
	// What a Key without a conversion does, as examples/distinct/README.md says.
	t.Run("no conversion", func(t *testing.T) {
		const high = 1 << 63
		_, err := db.Exec("INSERT INTO positions (key, hex) VALUES ($1, 'high')",
			zobrist.Key(high+12345))
		assert.Error(t, err, "a key whose high bit is set does not go into the column")
		k := zobrist.Key(7)
		assert.Error(t, db.QueryRow("SELECT key FROM positions WHERE key < 0").Scan(&k),
			"or out of it")
		assert.Error(t, db.QueryRow("SELECT '823c9b50fd114196'").Scan(&k))
		assert.Equal(t, zobrist.Key(7), k)
		require.NoError(t, db.QueryRow("SELECT '0000000000000010'").Scan(&k))
		assert.Equal(t, zobrist.Key(10), k, "digits are decimal to database/sql")
	})
	t.Run("null", func(t *testing.T) {
		var null sql.Null[int64]
		require.NoError(t, db.QueryRow("SELECT NULL").Scan(&null))
		assert.False(t, null.Valid)
		require.NoError(t,
			db.QueryRow("SELECT key FROM positions WHERE key = $1", int64(-1)).Scan(&null))
		assert.Equal(t, sql.Null[int64]{V: -1, Valid: true}, null)
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
		var number int64
		require.NoError(t, rows.Scan(&number))
		keys = append(keys, zobrist.Key(number))
	}
	require.NoError(t, rows.Err())
	return keys
}
