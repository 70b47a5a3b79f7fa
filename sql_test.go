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
		{nil, "zobrist: Scan: cannot read a key from <nil>, want int64, uint64 or 16 hexadecimal digits"},
		{1.5, "zobrist: Scan: cannot read a key from float64, want int64, uint64 or 16 hexadecimal digits"},
		{true, "cannot read a key from bool"},
		{"", `zobrist: Scan: text "" has 0 digits, want exactly 16 hexadecimal digits`},
		{"-1", `zobrist: Scan: text "-1" has 2 digits, want exactly 16 hexadecimal digits`},
		{"463b96181691fc9", `has 15 digits, want exactly 16`},
		{"0x463b96181691fc", `text "0x463b96181691fc" has 14 digits, want exactly 16`},
		{[]byte("12345678901234567"), "has 17 digits, want exactly 16"},
		{"-123456789012345", `zobrist: key "-123456789012345": character 1 is '-', want a hexadecimal digit`},
		{"-9223372036854775808", "has 20 digits, want exactly 16"},
		{" 63b96181691fc9c", "character 1 is ' '"},
		{"0x0x6181691fc9c0", "has 14 digits"},
		{"0x463b96181691fc9g", "character 18 is 'g'"},
	} {
		k := zobrist.Key(7)
		assert.ErrorContains(t, k.Scan(c.src), c.want)
		assert.Equal(t, zobrist.Key(7), k, "an error leaves the key as it was")
	}
}
