// Package lines reads text of any length, line by line.
package lines

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Max is the longest allowed line, in bytes. Every game is shorter.
const Max = 1 << 20

// ErrLong is the error of a longer line.
var ErrLong = fmt.Errorf("longer than %d bytes", Max)

// Each calls line for each line of r, as [Chunk.Each] does. It calls idle, if not nil, before it
// waits for more input.
func Each(r io.Reader, idle func() error, line func(number int, text string, err error)) error {
	return Chunks(r, func(c Chunk) error {
		c.Each(line)
		if idle == nil {
			return nil
		}
		return idle()
	})
}

// A Chunk is some whole lines of a text.
type Chunk struct {
	first int // the number of its first line
	text  string
}

// chunkBytes is how much text a chunk has at most, unless a single line is longer.
const chunkBytes = 64 << 10

// Chunks divides r into chunks of whole lines and calls use with each of them. A chunk has what r
// gives at once, so a program can answer each line of a terminal or of a pipe. Chunks stops at the
// first error of use.
func Chunks(r io.Reader, use func(Chunk) error) error {
	number := 1
	unused := make([]byte, 0, chunkBytes) // the beginning of a line
	for {
		if len(unused) == cap(unused) {
			unused = slices.Grow(unused, len(unused))
		}
		n, err := r.Read(unused[len(unused):cap(unused)])
		read := unused[:len(unused)+n]
		end := bytes.LastIndexByte(read, '\n') + 1
		if err == io.EOF {
			end = len(read)
		}
		if end > 0 {
			stop := use(Chunk{number, string(read[:end])})
			if stop != nil {
				return stop
			}
			number += bytes.Count(read[:end], []byte("\n"))
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return fmt.Errorf("line %d: %w", number, err)
		}
		unused = unused[:copy(unused[:cap(unused)], read[end:])]
		if len(unused) > Max+len("\r\n") {
			// The line is too long, and stays so without the rest of it.
			unused = unused[:Max+len("\r\n")]
		}
	}
}

// Each calls line for each line of the chunk, with its number in the whole text, from 1, and
// without blanks around it. It skips blank lines and lines that begin with #. For a line longer
// than Max bytes, it calls line with ErrLong.
func (c Chunk) Each(line func(number int, text string, err error)) {
	rest := c.text
	for number := c.first; rest != ""; number++ {
		whole, after, _ := strings.Cut(rest, "\n")
		rest = after
		text := strings.TrimSpace(strings.TrimPrefix(whole, "\ufeff"))
		switch {
		case text == "" || text[0] == '#':
		case len(strings.TrimSuffix(whole, "\r")) > Max:
			line(number, "", ErrLong)
		default:
			line(number, text, nil)
		}
	}
}

// Excerpt returns the start of a text that may be very long.
func Excerpt(s string) string {
	if len(s) > 40 {
		return strings.ToValidUTF8(s[:40], "") + "..."
	}
	return s
}

// Printable returns a line of another program as a terminal may show it. It escapes control
// characters and bytes that are not UTF-8, and cuts a long line after so many characters.
func Printable(line string, most int) string {
	var b strings.Builder
	shown := 0
	for len(line) > 0 {
		if shown == most {
			b.WriteString("...")
			break
		}
		r, size := utf8.DecodeRuneInString(line)
		switch {
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(&b, `\x%02x`, line[0])
		case unicode.IsPrint(r) || r == '\t':
			b.WriteRune(r)
		default:
			b.WriteString(strings.Trim(strconv.QuoteRune(r), "'"))
		}
		line = line[size:]
		shown++
	}
	return b.String()
}
