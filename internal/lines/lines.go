// Package lines reads text of any length, line by line.
package lines

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Max is the longest allowed line, in bytes. Every game is shorter.
const Max = 1 << 20

// ErrLong is the error of a longer line.
var ErrLong = fmt.Errorf("longer than %d bytes", Max)

// Each calls line for each line of r, numbered from 1 and without blanks around it. It skips
// blank lines and lines that begin with #. For a line longer than Max bytes, it calls line
// with ErrLong. It calls idle, if not nil, before it waits for more input.
func Each(r io.Reader, idle func() error, line func(number int, text string, err error)) error {
	in := bufio.NewReaderSize(r, Max+len("\r\n"))
	for number := 1; ; number++ {
		text, err := in.ReadSlice('\n')
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			comment := text[0] == '#'
			for errors.Is(err, bufio.ErrBufferFull) {
				_, err = in.ReadSlice('\n')
			}
			if !comment {
				line(number, "", ErrLong)
			}
		case err != nil && err != io.EOF:
			return fmt.Errorf("line %d: %w", number, err)
		case len(text) > 0:
			text := strings.TrimSpace(strings.TrimPrefix(string(text), "\ufeff"))
			if text != "" && text[0] != '#' {
				line(number, text, nil)
			}
		}
		if err == io.EOF {
			return nil
		}
		if in.Buffered() == 0 && idle != nil {
			if err := idle(); err != nil {
				return err
			}
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
