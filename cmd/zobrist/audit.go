package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"iter"
	"math"
	"os"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/keycheck"
)

const auditHelp = `usage: zobrist audit [flags]
       zobrist audit [flags] FILE

Judges a set of Zobrist keys, this library's or those in FILE, and prints what
it finds. FILE, or standard input for -, has one key a line, up to 16
hexadecimal digits, and perhaps a name before or after it, separated by a tab
or blanks (where both could be keys, the longer one is, or the first); blank lines and lines that start with # are passed over. The exit
status is 1 when something is wrong with a key or a line.

flags:
`

func audit(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("audit", flag.ContinueOnError)
	game := flags.String("game", "chess", "the `game` whose keys to judge: chess or othello")
	keys := flags.String("keys", "", "the `keys`: polyglot, for chess, or a seed from 0 to 2^64-1 (default polyglot; for othello 1)")
	svg := flags.String("svg", "", "draw the bit bias and the odds of a collision in this `file`")
	if status, ok := parseFlags(flags, auditHelp, args, stdout, stderr); !ok {
		return status
	}
	fail := func(status int, err error) int {
		fmt.Fprintf(stderr, "zobrist audit: %s\n", strings.ReplaceAll(err.Error(), "zobrist: ", ""))
		return status
	}
	var set []keycheck.Named
	var title string
	status := 0
	switch flags.NArg() {
	case 0:
		named, err := gameKeys(*game, *keys)
		if err != nil {
			return fail(2, err)
		}
		set = keycheck.Collect(named)
		switch {
		case *keys == "polyglot" || *keys == "" && *game == "chess":
			title = *game + ", polyglot"
		case *keys == "":
			title = *game + ", seed 1"
		default:
			title = *game + ", seed " + *keys
		}
	case 1:
		own := false
		flags.Visit(func(f *flag.Flag) { own = own || f.Name == "game" || f.Name == "keys" })
		if own {
			return fail(2, errors.New("-game and -keys choose keys of this library, a FILE others: give one of them"))
		}
		title = flags.Arg(0)
		in := stdin
		if title != "-" {
			file, err := os.Open(title)
			if err != nil {
				return fail(1, err)
			}
			defer file.Close()
			in = file
		} else {
			title = "standard input"
		}
		var wrong []error
		set, wrong = readKeys(in)
		for _, err := range wrong {
			status = fail(1, fmt.Errorf("%s: %w", title, err))
		}
		if len(set) == 0 {
			return fail(1, fmt.Errorf("%s: no keys", title))
		}
	default:
		return fail(2, fmt.Errorf("%d files, want one at most", flags.NArg()))
	}

	report := keycheck.Analyse(set)
	if err := printReport(stdout, title, report); err != nil {
		status = fail(1, err)
	}
	if *svg != "" {
		if err := os.WriteFile(*svg, drawAudit(title, report), 0o644); err != nil {
			status = fail(1, err)
		}
	}
	if len(report.Problems()) > 0 {
		status = 1
	}
	return status
}

// gameKeys returns the keys of this library that the flags ask for.
func gameKeys(game, keys string) (iter.Seq2[string, zobrist.Key], error) {
	switch game {
	case "chess":
		c, err := chessKeys(keys, "")
		if err != nil {
			return nil, err
		}
		return c.Keys(), nil
	case "othello":
		o, err := othelloKeys(keys)
		if err != nil {
			return nil, err
		}
		return o.Keys(), nil
	}
	return nil, fmt.Errorf("unknown game %q, want chess or othello", game)
}

// readKeys reads keys and their names, and returns an error for each line that
// is none.
func readKeys(r io.Reader) ([]keycheck.Named, []error) {
	var set []keycheck.Named
	var wrong []error
	err := readLines(r, func() error { return nil }, func(number int, line string, err error) {
		line = strings.TrimSpace(line)
		if err == nil && (line == "" || line[0] == '#') {
			return
		}
		var key keycheck.Named
		if err == nil {
			key, err = parseNamed(line)
		}
		if err != nil {
			wrong = append(wrong, fmt.Errorf("line %d: %w", number, err))
			return
		}
		if key.Name == "" {
			key.Name = fmt.Sprint("line ", number)
		}
		set = append(set, key)
	})
	if err != nil {
		wrong = append(wrong, err)
	}
	return set, wrong
}

// parseNamed reads a key and what stands before or after it. When both the
// first and the last field look like a key (a name such as e4 does), the longer
// one is, or else the first.
func parseNamed(line string) (keycheck.Named, error) {
	cut, cutLast := strings.IndexAny(line, " \t"), strings.LastIndexAny(line, " \t")
	if strings.Contains(line, "\t") {
		cut, cutLast = strings.Index(line, "\t"), strings.LastIndex(line, "\t")
	}
	if cut < 0 {
		key, err := zobrist.ParseKey(line)
		return keycheck.Named{Key: key}, err
	}
	first, last := strings.TrimSpace(line[:cut]), strings.TrimSpace(line[cutLast+1:])
	key, err := zobrist.ParseKey(first)
	lastKey, lastErr := zobrist.ParseKey(last)
	switch {
	case err != nil && lastErr != nil:
		if len(last) > len(first) {
			err = lastErr
		}
		return keycheck.Named{}, err
	case err != nil || lastErr == nil && len(last) > len(first):
		return keycheck.Named{Name: strings.TrimSpace(line[:cutLast]), Key: lastKey}, nil
	}
	return keycheck.Named{Name: strings.TrimSpace(line[cut+1:]), Key: key}, nil
}

// printReport prints the report as tables, then what is wrong, and how far the
// numbers go.
func printReport(w io.Writer, title string, r *keycheck.Report) error {
	var out bytes.Buffer
	row := func(label string, columns ...any) {
		fmt.Fprintf(&out, "%-30s", label)
		for _, column := range columns {
			switch c := column.(type) {
			case bool:
				if c {
					out.WriteString("  ok")
				} else {
					out.WriteString("  WRONG")
				}
			case float64:
				fmt.Fprintf(&out, "%14s", number(c))
			default:
				fmt.Fprintf(&out, "%14v", c)
			}
		}
		out.WriteString("\n")
	}
	copies := 0
	for _, names := range r.Shared {
		copies += len(names) - 1
	}
	blank := func() { out.WriteByte('\n') }
	fmt.Fprintf(&out, "%s\n\n", title)
	row("keys", len(r.Keys))
	row("  that are zero", len(r.Zero), len(r.Zero) == 0)
	row("  that repeat another", copies, copies == 0)

	blank()
	row("rank over GF(2)", "rank", "at most")
	for _, rank := range r.Ranks {
		row("  "+rank.Bits, rank.Rank, rank.Most(), rank.OK())
	}

	worst, even := r.WorstBit(), true
	for b := range r.Ones {
		even = even && r.BiasOK(b)
	}
	blank()
	row("bit bias", "set in", "of", "z", "|z| allowed")
	row(fmt.Sprintf("  bit %d, the least even", worst), r.Ones[worst], r.Distinct,
		fmt.Sprintf("%+.2f", r.Z(worst)), fmt.Sprintf("%.2f", r.BiasLimit()), even)

	blank()
	row("sets of keys that make zero", "found", "by chance", "of the first")
	row("  2", copies, keycheck.Expected(len(r.Keys), 2), len(r.Keys), copies == 0)
	for _, sets := range []keycheck.Sets{r.Triples, r.Quads} {
		row(fmt.Sprint("  ", sets.Size), sets.Count, keycheck.Expected(sets.Keys, sets.Size), sets.Keys, sets.Count == 0)
	}
	for size := 5; size <= 7; size++ {
		row(fmt.Sprint("  ", size), "not sought", keycheck.Expected(r.Distinct, size))
	}

	blank()
	row("odds of a collision among", "64 bits", "low 48", "low 32")
	for exp := 6; exp <= 12; exp++ {
		n := math.Pow10(exp)
		row(fmt.Sprintf("  10^%d positions", exp), keycheck.Collision(n, 64), keycheck.Collision(n, 48), keycheck.Collision(n, 32))
	}

	blank()
	problems := r.Problems()
	for _, problem := range problems {
		fmt.Fprintf(&out, "wrong: %v\n", problem)
	}
	if len(problems) == 0 {
		out.WriteString("nothing wrong\n")
	}
	// See the documentation of zobristtest.CheckKeys.
	switch {
	case r.Distinct < 37:
		fmt.Fprintf(&out, "note: too few keys to judge bits, which takes 37, or ranks, which takes 99\n")
	case r.Distinct < 99:
		fmt.Fprintf(&out, "note: too few keys to judge ranks, which takes 99\n")
	}
	out.WriteString(auditLimits)
	_, err := out.WriteTo(w)
	return err
}

const auditLimits = `
How far this goes: zero and shared keys, ranks and small sets are counted, not
estimated; sets of five keys and more were not looked for. The odds are those
of random numbers, 1 - exp(-N(N-1)/2^65) for 64 bits, and hold as far as the
keys are as good as random. Nothing here tells whether a program combines its
keys rightly (package zobristtest does), and no set of keys withstands somebody
who knows them and wants two positions to collide.
`

// number writes a number so that a column of them can be read.
func number(x float64) string {
	switch {
	case x == 0:
		return "0"
	case x < 0.001 || x >= 1e6:
		return fmt.Sprintf("%.1e", x)
	case x > 0.9999 && x < 1:
		return "1.0000"
	case x < 1:
		return fmt.Sprintf("%.4f", x)
	case x == 1:
		return "1"
	}
	return fmt.Sprintf("%.1f", x)
}
