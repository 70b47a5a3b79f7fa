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
