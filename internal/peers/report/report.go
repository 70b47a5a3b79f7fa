package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"
)

// A table of the report. Cells may be empty.
type table struct {
	title, intro, outro string
	head                []string
	rows                [][]string
}

func (t *table) add(row ...string) { t.rows = append(t.rows, row) }

// A report is what one run found.
type report struct {
	facts  [][2]string // of the machine and the run
	tables []table
	chart  string // file name, beside the report, or none
}

func resultTable(results []result) table {
	t := table{
		title: "Against peers",
		intro: "Times of one operation, and their ratio: below 1 this library is faster. A limit is what it claims. " +
			"Chess positions are from the first 150 plies of random games, moves from random games of up to 400 plies; Othello's are from whole random games.",
		head: []string{"job", "over", "this library", "ns", "peer", "ns", "ratio", "quartiles", "limit"},
	}
	for _, r := range results {
		limit := ""
		if r.target > 0 {
			limit = shortNumber(r.target)
			if r.ratio.median > r.target {
				limit += " (missed)"
			}
		}
		t.add(r.job, r.over, r.ours.name, number(r.oursT.median), r.peer.name, number(r.hisT.median), number(r.ratio.median), quartiles(r.ratio), limit)
	}
	return t
}

// text writes the report for a terminal.
func (r *report) text(w io.Writer) error {
	for _, f := range r.facts {
		fmt.Fprintf(w, "%-9s %s\n", f[0]+":", f[1])
	}
	for _, t := range r.tables {
		fmt.Fprintf(w, "\n%s\n%s\n", t.title, t.intro)
		tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
		for _, row := range append([][]string{t.head}, t.rows...) {
			fmt.Fprintf(tw, "  %s\n", strings.Join(row, "\t"))
		}
		if err := tw.Flush(); err != nil {
			return err
		}
		if t.outro != "" {
			fmt.Fprintln(w, t.outro)
		}
	}
	return nil
}

// markdown writes the report for BENCHMARKS.md.
func (r *report) markdown() []byte {
	var b bytes.Buffer
	for _, f := range r.facts {
		fmt.Fprintf(&b, "- %s: %s\n", f[0], f[1])
	}
	if r.chart != "" {
		fmt.Fprintf(&b, "\n![Times in ratio to those of peers](%s)\n", r.chart)
	}
	for _, t := range r.tables {
		fmt.Fprintf(&b, "\n### %s\n\n%s\n\n", t.title, t.intro)
		line(&b, t.head)
		rule := make([]string, len(t.head))
		for i := range rule {
			rule[i] = "---:"
			if len(t.rows) > 0 && !isNumber(t.rows[0][i]) {
				rule[i] = "---"
			}
		}
		line(&b, rule)
		for _, row := range t.rows {
			line(&b, row)
		}
		if t.outro != "" {
			fmt.Fprintf(&b, "\n%s\n", t.outro)
		}
	}
	return b.Bytes()
}

func line(b *bytes.Buffer, cells []string) {
	fmt.Fprintf(b, "| %s |\n", strings.Join(cells, " | "))
}

// isNumber reports whether a cell is a number, or two with "to" between them.
func isNumber(s string) bool { return s != "" && strings.Trim(s, "0123456789,. to") == "" }

const (
	begin = "<!-- begin: written by internal/peers/cmd/compare -->\n"
	end   = "<!-- end -->\n"
)

// write replaces what stands between the markers of a file, which it makes
// when there is none.
func (r *report) write(name string) error {
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
		return fmt.Errorf("%s: want the lines %q and %q around what is to be replaced", name, strings.TrimSpace(begin), strings.TrimSpace(end))
	}
	return os.WriteFile(name, bytes.Join([][]byte{before, []byte(begin), r.markdown(), []byte(end), after}, nil), 0o644)
}

// number writes a positive number with some three digits.
func number(x float64) string {
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
	return thousands(int(x + 0.5))
}

// shortNumber writes a number with no more digits than it has.
func shortNumber(x float64) string { return strconv.FormatFloat(x, 'g', 3, 64) }

func quartiles(s spread) string { return number(s.low) + " to " + number(s.high) }

// thousands writes 64056 as 64,056.
func thousands(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

func duration(ns float64) string {
	switch {
	case ns < float64(time.Microsecond):
		return number(ns) + " ns"
	case ns < float64(time.Millisecond):
		return number(ns/1e3) + " µs"
	}
	return number(ns/1e6) + " ms"
}

func memory(bytes uint64) string {
	switch {
	case bytes < 1<<10:
		return fmt.Sprint(bytes, " B")
	case bytes < 1<<20:
		return number(float64(bytes)/(1<<10)) + " KiB"
	}
	return number(float64(bytes)/(1<<20)) + " MiB"
}
