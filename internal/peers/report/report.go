// Package report writes measurements to a terminal, and between two markers in a
// Markdown file.
package report

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strconv"
	"strings"

	"github.com/zobrist-go/zobrist/internal/peers/timing"
)

// A Table is a table of a report. Cells may be empty.
type Table struct {
	Title, Intro, Outro string
	Head                []string
	Rows                [][]string
}

// Add adds a row.
func (t *Table) Add(row ...string) { t.Rows = append(t.Rows, row) }

// A Report has the results of one run.
type Report struct {
	Program string      // the program that writes it
	Facts   [][2]string // about the machine and the run
	Tables  []Table
}

// Text writes the report for a terminal or a file.
func (r *Report) Text(w io.Writer) error {
	_, err := w.Write(r.markdown())
	return err
}

// markdown returns the report in Markdown, for BENCHMARKS.md.
func (r *Report) markdown() []byte {
	var b bytes.Buffer
	for _, f := range r.Facts {
		fmt.Fprintf(&b, "- %s: %s\n", f[0], f[1])
	}
	for _, t := range r.Tables {
		fmt.Fprintf(&b, "\n### %s\n\n%s\n\n", t.Title, t.Intro)
		line(&b, t.Head)
		rule := make([]string, len(t.Head))
		for i := range rule {
			rule[i] = "---:"
			if len(t.Rows) > 0 && !isNumber(t.Rows[0][i]) {
				rule[i] = "---"
			}
		}
		line(&b, rule)
		for _, row := range t.Rows {
			line(&b, row)
		}
		if t.Outro != "" {
			fmt.Fprintf(&b, "\n%s\n", t.Outro)
		}
	}
	return b.Bytes()
}

func line(b *bytes.Buffer, cells []string) {
	fmt.Fprintf(b, "| %s |\n", strings.Join(cells, " | "))
}

// isNumber reports whether a cell is a number, or two numbers with "to" between them.
func isNumber(s string) bool { return s != "" && strings.Trim(s, "0123456789,. to") == "" }

// marks returns the marker lines around the program's part of a file.
func (r *Report) marks() (begin, end string) {
	return "<!-- begin: written by " + r.Program + " -->\n", "<!-- end: " + r.Program + " -->\n"
}

// Write replaces the text between the markers of a file. If there is no file, Write makes
// one.
func (r *Report) Write(name string) error {
	begin, end := r.marks()
	old, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		old, err = []byte("# Benchmarks\n\n"+begin+end), nil
	}
	if err != nil {
		return err
	}
	before, rest, found := bytes.Cut(old, []byte(begin))
	_, after, closed := bytes.Cut(rest, []byte(end))
	if !found || !closed {
		return fmt.Errorf("%s: want the lines %q and %q around the text to replace", name, strings.TrimSpace(begin), strings.TrimSpace(end))
	}
	return os.WriteFile(name, bytes.Join([][]byte{before, []byte(begin), r.markdown(), []byte(end), after}, nil), 0o644)
}

// Number formats a positive number with about three digits.
func Number(x float64) string {
	switch {
	case x < 0.01:
		return strconv.FormatFloat(x, 'f', 4, 64)
	case x < 1:
		return strconv.FormatFloat(x, 'f', 3, 64)
	case x < 10:
		return strconv.FormatFloat(x, 'f', 2, 64)
	case x < 100:
		return strconv.FormatFloat(x, 'f', 1, 64)
	}
	return Thousands(int(x + 0.5))
}

// ShortNumber formats a number without trailing zeros.
func ShortNumber(x float64) string { return strconv.FormatFloat(x, 'g', 3, 64) }

// Quartiles formats the quartiles as "low to high".
func Quartiles(s timing.Spread) string { return Number(s.Low) + " to " + Number(s.High) }

// Thousands writes 64056 as 64,056.
func Thousands(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
