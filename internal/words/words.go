// Package words puts names and counts into sentences.
package words

import (
	"fmt"
	"strconv"
	"strings"
)

// IsLetter reports whether c is an ASCII letter.
func IsLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// AllLetters reports whether s has only ASCII letters.
func AllLetters(s string) bool {
	return strings.IndexFunc(s, func(c rune) bool { return c >= 0x80 || !IsLetter(byte(c)) }) < 0
}

// Commands shows commands in a sentence: "position startpos; d". Each may be several lines.
func Commands(all ...string) string {
	return strings.ReplaceAll(strings.Join(all, "\n"), "\n", "; ")
}

// Plural returns a count and its noun: "1 move", "2,000 moves".
func Plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	if stem, ok := strings.CutSuffix(noun, "ply"); ok {
		return Thousands(n) + " " + stem + "plies"
	}
	return Thousands(n) + " " + noun + "s"
}

// Thousands writes 12345 as 12,345.
func Thousands(n int) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// Quoted returns up to most names in quotes, with commas, and counts the
// others: "a", "b" and 3 more.
func Quoted(names []string, most int) string {
	var quoted []string
	for _, name := range names[:min(len(names), most)] {
		quoted = append(quoted, strconv.Quote(name))
	}
	s := strings.Join(quoted, ", ")
	if more := len(names) - most; more > 0 {
		s += fmt.Sprintf(" and %d more", more)
	}
	return s
}

// List is like [Quoted] with "and" before the last of the names.
func List(names []string, most int) string {
	if n := len(names) - 1; 0 < n && n < most {
		return fmt.Sprintf("%s and %q", Quoted(names[:n], most), names[n])
	}
	return Quoted(names, most)
}

// Or returns names with "or" before the last: "a, b or c".
func Or(names []string) string {
	last := len(names) - 1
	if last < 1 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:last], ", ") + " or " + names[last]
}

// Distance returns how many bytes must be inserted, removed or replaced to make b of a.
// It takes time in proportion to the product of the lengths.
func Distance(a, b string) int {
	row := make([]int, len(b)+1) // distances of a prefix of a to each prefix of b
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			d := diagonal
			if a[i] != b[j] {
				d = 1 + min(d, row[j], row[j+1])
			}
			diagonal, row[j+1] = row[j+1], d
		}
	}
	return row[len(b)]
}
