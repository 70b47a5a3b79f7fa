package sql

import (
	"database/sql"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	_ "modernc.org/sqlite"

	"github.com/zobrist-go/zobrist"
)

func openSQLite(t *testing.T) *sql.DB {
	db, err := sql.Open("sqlite", filepath.Join(t.TempDir(), "keys.db"))
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, db.Close()) })
	return db
}

func TestSQLite(t *testing.T) {
	for _, column := range []string{"INTEGER", "BIGINT"} {
		t.Run(column, func(t *testing.T) {
			testKeys(t, database{openSQLite(t), column, "EXPLAIN QUERY PLAN", "USING INDEX by_key"})
		})
	}
}

func TestSQLiteColumns(t *testing.T) {
	db := openSQLite(t)
	_, err := db.Exec("PRAGMA synchronous = OFF") // one row a transaction
	require.NoError(t, err)
	testColumns(t, database{DB: db}, []column{
		{"BIGINT", asKey, "k", "int64", true},
		{"INTEGER", asKey, "k", "int64", true},
		{"NUMERIC", asKey, "k", "int64", true},
		{"TEXT", asHex, "k", "string", true},
		{"TEXT", asSigned, "CAST(k AS INTEGER)", "int64", true},
	})
}

// As unsigned decimals, the greater half of all keys become floating point numbers,
// which lose bits. Scan refuses them.
func TestSQLiteUnsigned(t *testing.T) {
	db := openSQLite(t)
	_, err := db.Exec("CREATE TABLE positions (key NUMERIC)")
	require.NoError(t, err)
	_, err = db.Exec("INSERT INTO positions VALUES (?)", asDecimal(^zobrist.Key(0)))
	require.NoError(t, err)
	k := zobrist.Key(7)
	assert.ErrorContains(t, db.QueryRow("SELECT key FROM positions").Scan(&k), "cannot read a key from float64")
	assert.Equal(t, zobrist.Key(7), k)
}

// A key may be a table's INTEGER PRIMARY KEY, which is SQLite's row number.
func TestSQLiteRowID(t *testing.T) {
	db := openSQLite(t)
	_, err := db.Exec("CREATE TABLE positions (key INTEGER PRIMARY KEY, hex TEXT)")
	require.NoError(t, err)
	tx, err := db.Begin()
	require.NoError(t, err)
	keys := someKeys()
	for _, k := range keys {
		_, err := tx.Exec("INSERT INTO positions VALUES (?, ?)", k, k.String())
		require.NoError(t, err, k)
	}
	require.NoError(t, tx.Commit())
	for _, k := range keys {
		var key, text zobrist.Key
		require.NoError(t, db.QueryRow("SELECT key, hex FROM positions WHERE rowid = ?", k).Scan(&key, &text))
		require.Equal(t, k, key)
		require.Equal(t, k, text)
	}
}

// What Value is for: as the uint64 that it is, half of all keys are refused.
func TestPlainNumbersAreRefused(t *testing.T) {
	_, err := openSQLite(t).Exec("SELECT ?", uint64(1<<63))
	assert.ErrorContains(t, err, "high bit set")
}
