package zobrist_test

import (
	"database/sql"
	"database/sql/driver"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
)

var (
	_ driver.Valuer = zobrist.Key(0)
	_ sql.Scanner   = (*zobrist.Key)(nil)
)

func TestKeyValueAndScan(t *testing.T) {
	for _, k := range []zobrist.Key{0, 1, 1<<63 - 1, 1 << 63, ^zobrist.Key(0), 0x463b96181691fc9c} {
		v, err := k.Value()
		require.NoError(t, err)
		require.True(t, driver.IsValue(v), "%T", v)
		for _, src := range []any{v, uint64(k), k.String(), []byte(k.String()), "0x" + k.String()} {
			var got zobrist.Key
			require.NoError(t, got.Scan(src), "%T", src)
			require.Equal(t, k, got, "%T", src)
		}
	}
}

func TestKeyScanErrors(t *testing.T) {
	for _, c := range []struct {
		src  any
		want string
	}{
		{nil, "zobrist: Scan: cannot read a key from <nil>, want int64, uint64 or hexadecimal text"},
		{1.5, "zobrist: Scan: cannot read a key from float64, want int64, uint64 or hexadecimal text"},
		{true, "cannot read a key from bool"},
		{"", `zobrist: key "": no digits`},
		{"-1", `zobrist: key "-1": character 1 is '-'`},
		{[]byte("12345678901234567"), "17 digits, want 1 to 16"},
	} {
		k := zobrist.Key(7)
		assert.ErrorContains(t, k.Scan(c.src), c.want)
		assert.Equal(t, zobrist.Key(7), k, "an error leaves the key as it was")
	}
}
