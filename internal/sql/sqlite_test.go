package sql

import (
	"database/sql"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	_ "modernc.org/sqlite"
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
