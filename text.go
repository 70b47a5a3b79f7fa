package zobrist

// What the readers of notations have in common.

// isBlank reports whether c separates fields: a space, \t, \n, \v, \f or \r.
func isBlank(c byte) bool { return c == ' ' || '\t' <= c && c <= '\r' }

// skipBlanks returns the index of the first byte of s from i on that isn't
// blank, or len(s).
func skipBlanks(s string, i int) int {
	for i < len(s) && isBlank(s[i]) {
		i++
	}
	return i
}

// excerpt shortens what an error message quotes.
func excerpt(s string) string {
	const most = 100
	if len(s) > most {
		return s[:most] + "..."
	}
	return s
}
