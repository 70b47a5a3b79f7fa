package zobrist

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/zobrist-go/zobrist/internal/text"
)

// A Key is the Zobrist key (or hash) of a position: the XOR of one random number for each of its
// features. The numbers have the type Key too, because the XOR of numbers is a key. XOR (^) a
// feature's number into a key to add the feature, and again to remove it.
//
// You may truncate a key, as in uint32(k), because every bit is equally good, except for the low
// bits of a [Multiset]'s key and the high bits of a [Canonical]'s, which are weak.
//
// To store a key in a database, write int64(k) to a BIGINT column and read it back as Key(n), or
// write [Key.String] to a text column and read it back with [ParseKey].
//
// A key prints as 16 hexadecimal digits, which [ParseKey] reads. Scan a string and parse it,
// because package fmt sees an integer in a Key: fmt.Sscan("823c9b50fd114196", &k) sets k to
// 823.
type Key uint64

// ParseKey reads a key of 1 to 16 hexadecimal digits of either case, with or without the prefix
// 0x. The error names the first wrong character, counted from 1, or the number of digits.
func ParseKey(s string) (Key, error) {
	digits := withoutPrefix(s)
	for i, c := range digits {
		if !strings.ContainsRune("0123456789abcdefABCDEF", c) {
			place := len(s) - len(digits) + i + 1
			return 0, fmt.Errorf("zobrist: key %q: character %d is %q, want a hexadecimal digit",
				text.Excerpt(s), place, c)
		}
	}
	if digits == "" {
		return 0, fmt.Errorf("zobrist: key %q: no digits, want 1 to 16 hexadecimal digits",
			text.Excerpt(s))
	}
	k, err := strconv.ParseUint(digits, 16, 64)
	if err != nil || len(digits) > 16 { // ParseUint takes more than 16 if they begin with zeros
		return 0, fmt.Errorf("zobrist: key %q: %d digits, want 1 to 16",
			text.Excerpt(s), len(digits))
	}
	return Key(k), nil
}

// withoutPrefix returns s without 0x or 0X.
func withoutPrefix(s string) string {
	if len(s) >= 2 && s[0] == '0' && s[1]|0x20 == 'x' {
		return s[2:]
	}
	return s
}

// String returns k as 16 lower-case hexadecimal digits, the most significant first.
func (k Key) String() string {
	b, _ := k.AppendText(make([]byte, 0, 16))
	return string(b)
}

// Format implements [fmt.Formatter]. The verbs %v, %s and %q print the text of [Key.String].
// All other verbs, and %#v, print a uint64.
//
// Without this method, %x would print the hexadecimal digits of the text.
func (k Key) Format(f fmt.State, verb rune) {
	var v any = uint64(k)
	switch {
	case verb == 's', verb == 'q', verb == 'v' && !f.Flag('#'):
		v = k.String()
	}
	fmt.Fprintf(f, fmt.FormatString(f, verb), v)
}

// MarshalText implements [encoding.TextMarshaler] with the text of [Key.String]: in JSON a key
// is a string, so no bits are lost. The error is always nil.
func (k Key) MarshalText() ([]byte, error) { return k.AppendText(make([]byte, 0, 16)) }

// UnmarshalText implements [encoding.TextUnmarshaler]: see [ParseKey]. On an error it leaves k
// unchanged.
func (k *Key) UnmarshalText(text []byte) error {
	v, err := ParseKey(string(text))
	if err != nil {
		return err
	}
	*k = v
	return nil
}

// AppendText implements encoding.TextAppender of Go 1.24 with the text of [Key.String]. The error
// is always nil.
func (k Key) AppendText(b []byte) ([]byte, error) {
	const digits = "0123456789abcdef"
	for shift := 60; shift >= 0; shift -= 4 {
		b = append(b, digits[k>>shift&15])
	}
	return b, nil
}
