package main

import (
	"bufio"
	"errors"
	"fmt"
	"math"

	"github.com/zobrist-go/zobrist/internal/keycheck"
	"github.com/zobrist-go/zobrist/internal/words"
)

const auditHelp = `usage: zobrist audit [FILE]

Looks for weaknesses in the random numbers in FILE: numbers that are zero or equal, bits
that are uneven or depend on others, and small sets of numbers whose XOR is zero. Without
FILE, or with -, it reads standard input.

FILE has one number per line, as KEY or KEY<TAB>NAME, in hexadecimal. Numbers may be
shorter than 64 bits. In any other text, such as source code, audit takes only what must
be the number of a feature: 16 digits, 0x and 9 digits or more, or 17 to 20 decimal
digits, each with or without a suffix such as ULL. If some numbers have more than 16
digits, and none has a letter or 0x, all are decimal. Lines that begin with # are skipped.

  $ zobrist keys | zobrist audit | grep wrong
  nothing wrong
  $ zobrist keys -keys 7 | zobrist audit | grep "10^8 positions"
    10^8 positions                     2.7e-04

The exit status is 1 if a number or a line is wrong, and 2 if FILE has no numbers, or only
one, because there is nothing to compare it with.
`

func audit(c *cli, args []string) error {
	if err := c.parse(args); err != nil {
		return err
	}
	if c.NArg() > 1 {
		return misuse{fmt.Errorf("got %d files, want at most one", c.NArg())}
	}
	in, title := c.stdin, "standard input"
	if file := c.Arg(0); file != "" && file != "-" {
		f, err := openFile(file)
		if err != nil {
			return err
		}
		defer f.Close()
		in, title = f, file
	} else if file == "" && isTerminal(in) {
		fmt.Fprintln(c.stderr, "zobrist audit: reading keys from the terminal, one per line")
	}
	text, err := keycheck.Read(in)
	for _, err := range text.Wrong {
		c.warn(fmt.Errorf("%s: %w", title, err))
	}
	unread := ""
	if text.Unread > 0 {
		unread = fmt.Sprintf(" (%s of more than 10 digits not read as keys)",
			words.Plural(text.Unread, "number"))
	}
	switch {
	case err != nil:
	case len(text.Keys) == 0:
		err = errors.New("no keys: want lines of KEY or KEY<TAB>NAME" + unread)
	case len(text.Keys) == 1:
		err = fmt.Errorf("only one key, %v: want at least two, to compare them%s",
			text.Keys[0].Key, unread)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", title, err)
	}
	wrong := printReport(c.out, title, text.Unread, keycheck.Analyse(text.Keys))
	if wrong || len(text.Wrong) > 0 {
		return exit(1)
	}
	return nil
}

// row prints a row of a table: what it is, numbers, and whether they are right.
func row(out *bufio.Writer, label string, columns ...any) {
	fmt.Fprintf(out, "%-30s", label)
	for _, column := range columns {
		switch c := column.(type) {
		case bool:
			verdict := "WRONG"
			if c {
				verdict = "ok"
			}
			fmt.Fprintf(out, "  %s", verdict)
		case float64:
			fmt.Fprintf(out, "%14s", number(c))
		default:
			fmt.Fprintf(out, "%14v", c)
		}
	}
	out.WriteString("\n")
}

// printReport prints the report as tables, then the problems, then the limits of
// the report. unread is how many numbers of the text are not in it. It reports whether there
// is a problem.
func printReport(out *bufio.Writer, title string, unread int, r *keycheck.Report) (wrong bool) {
	copies := len(r.Keys) - len(r.Zero) - r.Distinct
	section := func(head string, columns ...any) {
		out.WriteByte('\n')
		row(out, head, columns...)
	}
	fmt.Fprintf(out, "%s\n\n", title)
	row(out, "keys", len(r.Keys))
	fmt.Fprintf(out, "  the first %34v  %s\n", r.Keys[0].Key, r.Keys[0].Name)
	if unread > 0 {
		row(out, "  long numbers not read", unread)
	}
	row(out, "  that are zero", len(r.Zero), len(r.Zero) == 0)
	row(out, "  that repeat another", copies, copies == 0)

	section("rank over GF(2)", "rank", "at most")
	row(out, "  all 64 bits", r.Rank, min(r.Distinct, 64), r.RankOK())

	worst := r.WorstBit()
	section("bit bias", "set in", "of")
	label := fmt.Sprintf("  bit %d, the most uneven", worst)
	row(out, label, r.Ones[worst], r.Distinct, r.BiasOK(worst))

	section("sets of keys with XOR zero", "found", "by chance", "among keys")
	row(out, "  2", copies, keycheck.Expected(len(r.Keys), 2), len(r.Keys), copies == 0)
	for _, sets := range r.Sets {
		expected := keycheck.Expected(sets.Keys, sets.Size)
		row(out, fmt.Sprint("  ", sets.Size), sets.Count, expected, sets.Keys, sets.Count == 0)
	}
	for size := 5; size <= 7; size++ {
		row(out, fmt.Sprint("  ", size), "not searched", keycheck.Expected(r.Distinct, size))
	}

	section("odds of a collision among", fmt.Sprint(r.Bits(), " bits"))
	for exp := 6; exp <= 12; exp++ {
		odds := keycheck.Collision(math.Pow10(exp), r.Bits())
		row(out, fmt.Sprintf("  10^%d positions", exp), odds)
	}
	return printProblems(out, r)
}

// printProblems prints what is wrong, and reports whether anything is.
func printProblems(out *bufio.Writer, r *keycheck.Report) (wrong bool) {
	out.WriteByte('\n')
	for _, problem := range r.Problems() {
		wrong = true
		fmt.Fprintf(out, "wrong: %s\n", problem.What)
	}
	if !wrong {
		out.WriteString("nothing wrong\n")
	}
	// See the documentation of zobristtest.CheckKeys.
	if r.Distinct < 37 {
		out.WriteString("note: too few keys to detect uneven bits (37 needed) " +
			"or low ranks (99 needed)\n")
	} else if r.Distinct < 99 {
		out.WriteString("note: too few keys to detect low ranks (99 needed)\n")
	}
	out.WriteString(auditLimits)
	return wrong
}

const auditLimits = `
Limits: zero and shared keys, ranks and small sets are counted, not estimated. Sets
of five or more keys were not searched. The odds are for random numbers of n bits,
1 - exp(-N(N-1)/2^(n+1)), and hold if the keys are as good as random. Collisions
come in clumps, so one run says little. Anyone who knows the keys can make two
positions collide. To test how a program combines its keys, use package zobristtest.
`

func number(x float64) string {
	switch {
	case x == 0 || x == 1:
		return fmt.Sprint(x)
	case x < 0.001 || x >= 1e6:
		return fmt.Sprintf("%.1e", x)
	case x < 1:
		return fmt.Sprintf("%.4f", x)
	}
	return fmt.Sprintf("%.1f", x)
}
