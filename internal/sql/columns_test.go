package sql

import (
	"fmt"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
)

// A column says how a driver returns keys from a column of a type.
type column struct {
	kind string
	put  func(k zobrist.Key) any // what is stored
	read string                  // the expression in SELECT
	as   string                  // the Go type that the driver returns
	fits bool                    // Key.Scan reads each key again
}

// How keys are stored.
func asKey(k zobrist.Key) any     { return k }
func asInt64(k zobrist.Key) any   { return int64(k) }
func asHex(k zobrist.Key) any     { return k.String() }
func asDecimal(k zobrist.Key) any { return fmt.Sprint(uint64(k)) } // unsigned
func asSigned(k zobrist.Key) any  { return fmt.Sprint(int64(k)) }

// Decimals of 16 digits cannot be told from hexadecimal text.
var sixteenDigits = regexp.MustCompile(`^\d{16}$`)

// testColumns stores keys in columns of each type and reads them: what fits comes
// back, and anything else is an error and not another key.
func testColumns(t *testing.T, db database, columns []column) {
	keys := append(someKeys()[:500], 0, 1<<63-1, 1<<63, ^zobrist.Key(0), 1234567890123456)
	for i, c := range columns {
		t.Run(fmt.Sprint(c.kind, " as ", c.read), func(t *testing.T) {
			table := fmt.Sprint("columns", i)
			_, err := db.Exec(fmt.Sprintf("CREATE TABLE %s (i BIGINT, k %s)", table, c.kind))
			require.NoError(t, err)
			query := fmt.Sprintf("SELECT %s FROM %s WHERE i = $1", c.read, table)
			for i, k := range keys {
				_, err := db.Exec(fmt.Sprintf("INSERT INTO %s VALUES ($1, $2)", table), i, c.put(k))
				require.NoError(t, err, k)
				var raw any
				require.NoError(t, db.QueryRow(query, i).Scan(&raw))
				require.Equal(t, c.as, fmt.Sprintf("%T", raw), k)
				var n int64
				if err := db.QueryRow(query, i).Scan(&n); err == nil && c.kind != "TEXT" && c.kind != "CHAR(16)" {
					require.Equal(t, k, zobrist.Key(n))
				}
				got := ^k
				err = db.QueryRow(query, i).Scan(&got)
				switch {
				case c.fits:
					require.NoError(t, err, k)
					require.Equal(t, k, got)
				case sixteenDigits.MatchString(fmt.Sprint(raw)): // the page warns of these
					require.NoError(t, err, k)
					require.NotEqual(t, k, got, "decimal digits are read as hexadecimal ones")
				default:
					require.ErrorContains(t, err, "zobrist: Scan: ", k)
					require.Equal(t, ^k, got, "left as it was")
				}
			}
		})
	}
}
