package zobrist

import (
	"database/sql/driver"
	"fmt"
)

// Value implements [driver.Valuer]: a key goes into a database as the int64 of
// the same bits, for a BIGINT or INTEGER column, because database/sql refuses
// a uint64 with the high bit set, and half of all keys have it. The error is
// always nil.
//
// The database therefore orders keys as signed numbers: those from 1<<63 on come
// before 0. ORDER BY key < 0, key is the order of the keys, and a range of keys
// from a to b that passes 1<<63 is WHERE key >= a OR key <= b.
func (k Key) Value() (driver.Value, error) {
	return int64(k), nil
}

// Scan implements the Scanner of database/sql. It accepts an int64 or a uint64
// of the key's bits, and text of exactly 16 hexadecimal digits, with or without
// the prefix 0x, as a string or []byte. Anything else is an error and leaves k as
// it was: NULL, shorter text, a decimal number.
//
// A driver may return a NUMERIC column as decimal text. Scan refuses it, unless it
// has 16 digits, as one key in two thousand has: those are read as hexadecimal. Use
// BIGINT, or cast in the query: SELECT key::bigint.
//
// It is not the Scan of [fmt.Scanner]; see [Key] for reading text.
func (k *Key) Scan(src any) error {
	switch v := src.(type) {
	case int64:
		*k = Key(v)
	case uint64:
		*k = Key(v)
	case string:
		return k.scanText(v)
	case []byte:
		return k.scanText(string(v))
	default:
		return fmt.Errorf("zobrist: Scan: cannot read a key from %T, want int64, uint64 or 16 hexadecimal digits", src)
	}
	return nil
}

// scanText is Scan for text.
func (k *Key) scanText(s string) error {
	digits := s
	if hasHexPrefix(s) {
		digits = s[2:]
	}
	if len(digits) != 16 {
		return fmt.Errorf("zobrist: Scan: text %q has %d digits, want exactly 16 hexadecimal digits", excerpt(s), len(digits))
	}
	return k.UnmarshalText([]byte(s))
}
