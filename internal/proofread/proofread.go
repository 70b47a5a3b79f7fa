// Package proofread reads what the tester says, for tests: it finds the sentences that cannot
// be true.
package proofread

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/zobrist-go/zobrist/chess"
	"github.com/zobrist-go/zobrist/internal/movegen"
	"github.com/zobrist-go/zobrist/internal/report"
	"github.com/zobrist-go/zobrist/internal/tester/source"
)

var (
	fens = regexp.MustCompile(
		`([1-8pnbrqkPNBRQK]+/){7}[1-8pnbrqkPNBRQK]+ [wb] \S+ [a-h1-8-]+( \d+ \d+)?`,
	)
	// by the engine
	printed = regexp.MustCompile(`(it prints|it shows|FEN returns) \S+ [wb] \S+ \S+` +
		`|returns \S+ [wb] \S+ \S+ \d+ \d+, which SetFEN refuses`)
	parts = regexp.MustCompile(`\b(\d[\d,]*) of (?:the |its )?(\d[\d,]*)\b`)
	// names of bugs, which end a line
	brackets = regexp.MustCompile(`(?m) \[((?:[a-z]|\d+-bits)[a-z0-9-]*)\]$`)
	slips    = regexp.MustCompile(
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

// Report returns what cannot be true in a report on an engine. Its text can be made from its JSON
// alone, and nothing is called right that was not compared.
func Report(r *report.Report) (wrong []string) {
	text, _, _ := strings.Cut(r.Text(), "\nnumbers (")
	wrong = Text(text)
	var out bytes.Buffer
	var back report.Report
	err := errors.Join(r.WriteJSON(&out), json.Unmarshal(out.Bytes(), &back))
	if err != nil || back.Text() != r.Text() {
		wrong = append(wrong, fmt.Sprint("the JSON has another text: ", err))
	}
	for _, row := range r.Rows {
		if row.Status == report.OK && row.Compared == 0 {
			wrong = append(wrong, row.Check+" is ok, but nothing was compared")
		}
	}
	bad := func(i report.Item, format string, args ...any) {
		wrong = append(wrong, fmt.Sprintf("[%s]: ", i.Name)+fmt.Sprintf(format, args...))
	}
	for _, item := range r.Items {
		if item.Count > item.Compared {
			bad(item, "found %d times among %d", item.Count, item.Compared)
		}
		if item.Title() == "" {
			bad(item, "it has no title")
		}
		for _, fact := range item.Facts {
			if fact.Sentence() == "" {
				bad(item, "nothing is said about %s", fact.Topic)
			}
		}
		if item.Got != nil && item.Got.Route == report.FromCalls && item.Got.Then == "" {
			bad(item, "it has a key from calls, and no calls")
		}
		asked := item.Got != nil && item.Want != nil && item.Got.FEN == ""
		if asked && item.Differ != (item.Got.Key == item.Want.Key) {
			bad(item, "two keys are said to differ that are equal, or the other way round")
		}
		for _, problem := range Name(item.Name, item.Kinds) {
			bad(item, "%s", problem)
		}
		for _, key := range []*report.Key{item.Got, item.Want} {
			if key == nil || r.Variant != "" {
				continue
			}
			move := illegal(key.Query)
			if move != "" {
				bad(item, "the move %s is illegal in %s", move, key.Query.Command())
			}
		}
	}
	return wrong
}

// Name returns what is wrong with the name of a bug whose keys differ in features of some kinds.
func Name(name string, kinds []string) (wrong []string) {
	if _, ok := report.NameOf(name); !ok {
		wrong = append(wrong, "no such name")
	}
	ofLaw := slices.ContainsFunc(report.Laws(), func(n report.Name) bool {
		return strings.HasPrefix(name, n.Name+"-")
	})
	if !ofLaw || strings.HasSuffix(name, "-unchanged") || name == "search-make" {
		return wrong
	}
	for _, kind := range kinds {
		if !strings.Contains(name, kind) {
			wrong = append(wrong, "the name lacks "+kind)
		}
	}
	return wrong
}

// illegal returns the first illegal move of a query, or "".
func illegal(q source.Query) string {
	p, err := chess.ParseFEN(cmp.Or(q.FEN, chess.StartFEN))
	if err != nil {
		return ""
	}
	for _, uci := range q.Moves {
		m, err := chess.ParseMove(uci)
		if uci != source.NullMove && (err != nil || !movegen.IsLegal(&p, m)) {
			return uci
		}
		p.Play(m)
	}
	return ""
}
