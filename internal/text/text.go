// Package text has what the readers of notations have in common.
package text

// IsBlank reports whether c separates fields: a space, \t, \n, \v, \f or \r.
func IsBlank(c byte) bool { return c == ' ' || '\t' <= c && c <= '\r' }

// SkipBlanks returns the index of the first byte of s from i on that isn't blank, or len(s).
func SkipBlanks(s string, i int) int {
	for i < len(s) && IsBlank(s[i]) {
		i++
	}
	return i
}

// Excerpt shortens what an error message quotes.
func Excerpt(s string) string {
	const most = 100
	if len(s) > most {
		return s[:most] + "..."
	}
	return s
}
