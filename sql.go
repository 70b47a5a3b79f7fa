package zobrist

import (
	"database/sql/driver"
	"fmt"

	"github.com/zobrist-go/zobrist/internal/text"
)

// Value implements [driver.Valuer]: it returns the bits of the key as an int64, for a BIGINT or INTEGER column,
// because database/sql refuses a uint64 with the high bit set. The error is always nil.
//
// The database orders keys as signed numbers: keys from 1<<63 on come before 0. To sort keys as unsigned numbers,
// write ORDER BY key < 0, key. For a range from a to b that crosses 1<<63, write WHERE key >= a OR key <= b.
func (k Key) Value() (driver.Value, error) { return int64(k), nil }

// Scan implements the Scanner of database/sql. It accepts the bits of the key as an int64 or a
// uint64, and exactly 16 hexadecimal digits as a string or []byte, with or without the prefix
// 0x. Anything else, such as NULL, is an error and leaves k unchanged.
//
// Use a BIGINT column, or cast in the query: SELECT key::bigint. A driver may return a NUMERIC
// column as decimal text, which Scan refuses, unless it has exactly 16 digits: then Scan reads
// it as hexadecimal, which gives the wrong key.
func (k *Key) Scan(src any) error {
	var digits string
	switch v := src.(type) {
	case int64:
		*k = Key(v)
		return nil
	case uint64:
		*k = Key(v)
		return nil
	case string:
		digits = v
	case []byte:
		digits = string(v)
	default:
		return fmt.Errorf("zobrist: Scan: cannot read a key from %T, want int64, uint64 or 16 hexadecimal digits", src)
	}
	if n := len(withoutPrefix(digits)); n != 16 {
		return fmt.Errorf("zobrist: Scan: text %q has %d digits, want exactly 16 hexadecimal digits", text.Excerpt(digits), n)
	}
	return k.UnmarshalText([]byte(digits))
}
