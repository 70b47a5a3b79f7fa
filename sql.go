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

// Scan implements the Scanner of database/sql: it accepts an int64 or a uint64
// of the key's bits, and a string or []byte that [ParseKey] accepts, which is
// hexadecimal. Anything else, NULL too, is an error, which leaves k as it was.
//
// It is not the Scan of [fmt.Scanner]; see [Key] for reading text.
func (k *Key) Scan(src any) error {
	switch v := src.(type) {
	case int64:
		*k = Key(v)
	case uint64:
		*k = Key(v)
	case string:
		return k.UnmarshalText([]byte(v))
	case []byte:
		return k.UnmarshalText(v)
	default:
		return fmt.Errorf("zobrist: Scan: cannot read a key from %T, want int64, uint64 or hexadecimal text", src)
	}
	return nil
}
