// Package reports reads what the tester says, for tests: it finds the sentences that cannot
// be true.
package reports

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/zobrist-go/zobrist/chess"
	"github.com/zobrist-go/zobrist/internal/keycheck"
	"github.com/zobrist-go/zobrist/internal/movegen"
	"github.com/zobrist-go/zobrist/internal/tester/report"
	"github.com/zobrist-go/zobrist/internal/tester/source"
)

var (
	fens = regexp.MustCompile(
		`([1-8pnbrqkPNBRQK]+/){7}[1-8pnbrqkPNBRQK]+ [wb] \S+ [a-h1-8-]+( \d+ \d+)?`,
	)
	// by the engine
	printed  = regexp.MustCompile(`(it prints|it shows|FEN returns) \S+ [wb] \S+ \S+`)
	parts    = regexp.MustCompile(`\b(\d[\d,]*) of (?:the |its )?(\d[\d,]*)\b`)
	brackets = regexp.MustCompile(
		`(?m)(?:^|[^"\w]) ?\[((?:[a-z]|\d+-bits)[a-z0-9-]*)\](?:$|[^"\w])`,
	)
	slips = regexp.MustCompile(
		`look: look|WRONG  [^\n]*the same key|%!|<nil>|\b1 ` +
			`(positions|keys|moves|numbers|games|bits|bugs|lines|plies) |\b(\d+[2-9]|[2-9]) ` +
			`(position|key|move|number|game|bit|bug|line) |\b(the the|a a|of of|is is|in in|to ` +
			`to) |;;|,,| ,| ;|\.\.\. ,`,
	)
)

// Text returns what cannot be true in a text, or is no English. Names are those that
// zobrist check -names lists.
func Text(text string) (wrong []string) {
	bad := func(format string, args ...any) { wrong = append(wrong, fmt.Sprintf(format, args...)) }
	for _, s := range slips.FindAllString(fens.ReplaceAllString(text, "FEN"), -1) {
		bad("slip: %q", s)
	}
	for _, m := range parts.FindAllStringSubmatch(text, -1) {
		if number(m[1]) > number(m[2]) {
			bad("more than all: %s", m[0])
		}
	}
	for _, fen := range fens.FindAllString(printed.ReplaceAllString(text, ""), -1) {
		if p, err := chess.ParseFEN(fen); err != nil {
			bad("FEN %s: %v", fen, err)
		} else if movegen.KingHangs(&p) {
			bad("FEN %s: the king can be captured", fen)
		}
	}
	for _, m := range brackets.FindAllStringSubmatch(text, -1) {
		if _, ok := report.NameOf(m[1]); !ok {
			bad("unknown name: %s", m[1])
		}
	}
	return wrong
}

func number(s string) (n int) {
	n, _ = strconv.Atoi(strings.ReplaceAll(s, ",", ""))
	return n
}

// Read returns what cannot be true in a report.
func Read(r *report.Report) (wrong []string) {
	var b strings.Builder
	_ = r.WriteText(&b)
	text, _, _ := strings.Cut(b.String(), "\nnumbers (")
	wrong = Text(text)
	for _, x := range r.Results {
		for _, f := range x.Findings {
			for _, w := range finding(&x, &f, r.Variant) {
				wrong = append(wrong, fmt.Sprintf("%s [%s]: %s", x.Name, f.Name, w))
			}
		}
	}
	return wrong
}

// finding returns what cannot be true in a bug.
func finding(x *report.Result, f *report.Finding, variant string) (wrong []string) {
	bad := func(format string, args ...any) { wrong = append(wrong, fmt.Sprintf(format, args...)) }
	if x.Bad > 0 && x.Bad <= x.Count && f.Count > x.Bad {
		bad("found %d times, but %d are wrong", f.Count, x.Bad)
	}
	if _, ok := report.NameOf(f.Name); !ok {
		bad("no such name")
	}
	for _, kind := range keycheck.KindsOf(f.Features) {
		law := slices.ContainsFunc(report.Laws(), func(n report.Name) bool {
			return strings.HasPrefix(f.Name, n.Name+"-")
		})
		if law && !strings.Contains(f.Name, keycheck.Join(kind)) &&
			!strings.HasSuffix(f.Name, "-unchanged") &&
			f.Name != "search-make" {
			bad("the name lacks %s of %q", kind, f.Features)
		}
	}
	if variant != "" {
		return wrong
	}
	for _, q := range []source.Query{f.At, f.WantAt} {
		p, err := chess.ParseFEN(cmp.Or(q.FEN, chess.StartFEN))
		for _, uci := range q.Moves {
			m, e := chess.ParseMove(uci)
			if uci != source.NullMove && (e != nil || !movegen.IsLegal(&p, m)) && err == nil {
				bad("the move %s is illegal in %s", uci, q.Command())
				break
			}
			p.Play(m)
		}
	}
	return wrong
}
