package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"math/bits"
	"os"

	"github.com/zobrist-go/zobrist/internal/keycheck"
)

const auditHelp = `usage: zobrist audit [flags]
       zobrist audit [-svg FILE] [FILE]

Judges a set of Zobrist keys and prints what it finds: the keys in FILE; without
FILE those on standard input, as for -; and where that is a terminal, or -game or
-keys is given, those of this library.

Keys may stand alone, one or several a line, have names before or after them, as
in a table of comma-separated values, or be a C, Rust or Go array. They are
hexadecimal with 0x, or of 9 to 16 digits; decimal with a suffix such as ULL, or
of 17 to 20 digits, or where of many digits none is a letter; shorter where a line
has nothing else that could be the key. Negative numbers are taken as of 64 bits,
in two's complement. A square's name is no key. Arrays of small numbers, beside
those of keys, are passed over, which the report says; so are, without a word,
blank lines, lines that start with #, and comments of C. What is ambiguous is
refused and its line named; the rest is judged. The exit status is 1 when
something is wrong with a key or a line.

flags:
`

func audit(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("audit", flag.ContinueOnError)
	game := flags.String("game", "chess", gameFlag)
	keys := flags.String("keys", "", keysFlag)
	svg := flags.String("svg", "", "draw the bit bias and the odds of a collision in this `file`, new or an SVG, or for - on standard output instead of the report")
	if status, ok := parseFlags(flags, auditHelp, args, stdout, stderr); !ok {
		return status
	}
	own := false
	flags.Visit(func(f *flag.Flag) { own = own || f.Name == "game" || f.Name == "keys" })
	if flags.NArg() > 1 {
		return misuse(flags, auditHelp, stderr, fmt.Errorf("%d files, want one at most", flags.NArg()))
	}
	if own && flags.NArg() > 0 {
		return misuse(flags, auditHelp, stderr, errors.New("-game and -keys choose keys of this library, a FILE others: give one of them"))
	}
	if *svg != "" && *svg != "-" && !replaceable(*svg, isSVG) {
		return misuse(flags, auditHelp, stderr, fmt.Errorf("-svg %s: the file to draw in is there, and no SVG: it is left as it is", *svg))
	}
	fail := func(err error) int {
		fmt.Fprintf(stderr, "zobrist audit: %s\n", plain(err))
		return 1
	}
	var set []keycheck.Named
	var notes []string
	var title string
	status := 0
	if file := flags.Arg(0); file == "" && (own || !piped(stdin)) {
		named, err := gameKeys(*game, *keys)
		if err != nil {
			return misuse(flags, auditHelp, stderr, err)
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
	} else {
		in := stdin
		if title = file; title == "" || title == "-" {
			title = "standard input"
		} else {
			f, err := os.Open(file)
			if err != nil {
				return fail(err)
			}
			defer f.Close()
			in = f
		}
		var wrong []error
		set, notes, wrong = readKeys(in)
		for _, err := range wrong {
			status = fail(fmt.Errorf("%s: %w", title, err))
		}
		if len(set) == 0 {
			hint := ""
			if file == "" {
				hint = ", for those of this library give -keys"
			}
			return fail(fmt.Errorf("%s: no keys%s", title, hint))
		}
	}

	report := keycheck.Analyse(set)
	widths := widthsOf(report)
	var err error
	switch *svg {
	case "-":
		_, err = stdout.Write(drawAudit(title, report, widths))
	case "":
		err = printReport(stdout, title, notes, report, widths)
	default:
		err = errors.Join(printReport(stdout, title, notes, report, widths), os.WriteFile(*svg, drawAudit(title, report, widths), 0o644))
	}
	if err != nil {
		status = fail(err)
	}
	if len(report.Problems()) > 0 {
		status = 1
	}
	return status
}

// A width is a number of low bits by which keys are compared.
type width struct {
	name string
	bits int
	rank int // how many bits they are worth
}

// widthsOf returns the widths for which to tell the odds, and what they are worth:
// less than their bits where the rank falls short of what the number of keys
// allows, for then some bits can be told from others.
func widthsOf(r *keycheck.Report) []width {
	widths := []width{{name: "64 bits", bits: 64}, {name: "low 48", bits: 48}, {name: "low 32", bits: 32}}
	for i := range widths {
		w := &widths[i]
		if w.rank = rankOf(r.Keys, w.bits); w.rank == min(r.Distinct, w.bits) {
			w.rank = w.bits
		}
	}
	return widths
}

// rankOf returns the rank over GF(2) of the low bits of keys.
func rankOf(keys []keycheck.Named, width int) int {
	var basis [64]uint64 // basis[b]: its lowest set bit is b
	rank := 0
	for _, named := range keys {
		k := uint64(named.Key) << (64 - width) >> (64 - width)
		for k != 0 {
			b := bits.TrailingZeros64(k)
			if basis[b] == 0 {
				basis[b] = k
				rank++
				break
			}
			k ^= basis[b]
		}
	}
	return rank
}

// printReport prints the report as tables, after notes on what was read, then what
// is wrong, and how far the numbers go.
func printReport(w io.Writer, title string, notes []string, r *keycheck.Report, widths []width) error {
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
	fmt.Fprintf(&out, "  the first %34v  %s\n", r.Keys[0].Key, r.Keys[0].Name)
	for _, note := range notes {
		fmt.Fprintf(&out, "  %s\n", note)
	}
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
	line := func(label string, column func(w width) any) {
		columns := make([]any, len(widths))
		for i, w := range widths {
			columns[i] = column(w)
		}
		row(label, columns...)
	}
	line("odds of a collision among", func(w width) any { return w.name })
	line("  by rank, bits worth", func(w width) any { return w.rank })
	for exp := 6; exp <= 12; exp++ {
		line(fmt.Sprintf("  10^%d positions", exp), func(w width) any { return keycheck.Collision(math.Pow10(exp), w.rank) })
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
of random numbers of so many bits, 1 - exp(-N(N-1)/2^(bits+1)), and hold as far
as the keys are as good as random; collisions come in clumps, so that one run says
little. Nothing here tells whether a program combines its keys correctly (package
zobristtest does), and no set of keys withstands somebody who knows them and wants
two positions to collide.
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
