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
	for _, column := range []string{"INTEGER", "BIGINT"} { // INTEGER is then SQLite's row number
		t.Run(column, func(t *testing.T) { testKeys(t, openSQLite(t), column) })
	}
}

func TestSQLiteColumns(t *testing.T) {
	db := openSQLite(t)
	_, err := db.Exec("PRAGMA synchronous = OFF") // one row a transaction
	require.NoError(t, err)
	testColumns(t, db, []column{
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
