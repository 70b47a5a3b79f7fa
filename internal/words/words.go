// Package words puts names into sentences.
package words

import (
	"fmt"
	"strings"
)

// IsLetter reports whether c is an ASCII letter.
func IsLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// AllLetters reports whether s has only ASCII letters.
func AllLetters(s string) bool {
	for i := range len(s) {
		if !IsLetter(s[i]) {
			return false
		}
	}
	return true
}

// Quoted returns up to most names in quotes, with commas, and counts the others: "a", "b"
// and 3 more.
func Quoted(names []string, most int) string {
	var b strings.Builder
	for i, name := range names {
		if i == most {
			fmt.Fprintf(&b, " and %d more", len(names)-most)
			break
		}
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "%q", name)
	}
	return b.String()
}

// List is like [Quoted] with "and" before the last of the names.
func List(names []string, most int) string {
	if n := len(names) - 1; 0 < n && n < most {
		return fmt.Sprintf("%s and %q", Quoted(names[:n], most), names[n])
	}
	return Quoted(names, most)
}
