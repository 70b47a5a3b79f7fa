package words

import "strings"

// Wrapped returns a text in lines of at most width bytes, unless a word is longer. Every line
// but the first begins with the indent.
func Wrapped(text, indent string, width int) string {
	var b strings.Builder
	column := 0
	for i, word := range strings.Fields(text) {
		switch {
		case i == 0:
		case column+1+len(word) > width:
			b.WriteString("\n" + indent)
			column = len(indent)
		default:
			b.WriteByte(' ')
			column++
		}
		b.WriteString(word)
		column += len(word)
	}
	return b.String()
}
