package check

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// line writes a result: its status, and what was compared.
func (r *Result) line(b *strings.Builder) {
	mark, text := "ok", plural(r.Count, r.Unit)+r.Says
	switch r.Status() {
	case Wrong:
		if mark = "WRONG"; r.Bad > 0 {
			text = thousands(r.Bad) + " of " + text
		}
	case Skipped:
		if mark, text = "-", r.Why; text == "" {
			text = "nothing was compared"
		}
	}
	wrap(b, fmt.Sprintf("  %-5s  %-10s ", mark, r.Name), text)
}

// WriteText writes a summary that fits on a screen, then the bugs, then the numbers.
func (r *Report) WriteText(w io.Writer) error {
	var b strings.Builder
	name := r.Engine
	if r.Variant != "" {
		name += ", " + r.Variant
	}
	wrap(&b, name+": ", r.Verdict())
	what := plural(r.Positions, "position") + ", " + plural(r.Keys, "key")
	if r.Moves > 0 {
		what = plural(r.Moves, "move")
	}
	fmt.Fprintf(&b, "%s in %.1f s, seed %d\n", what, r.Seconds, r.Seed)
	if len(r.Scheme) > 0 {
		b.WriteByte('\n')
	}
	for _, p := range r.Scheme {
		wrap(&b, fmt.Sprintf("  %-14s ", p.Name), p.Value)
	}
	b.WriteByte('\n')
	for _, result := range r.Results {
		result.line(&b)
	}
	for _, note := range r.Notes {
		wrap(&b, "  note   ", note)
	}
	for i, f := range r.Bugs() {
		b.WriteByte('\n')
		what := f.What
		if f.Name != "" {
			what += " [" + f.Name + "]"
		}
		wrap(&b, fmt.Sprintf("%d. ", i+1), what)
		f.write(&b)
	}
	if len(r.Numbers) > 0 {
		b.WriteString("\nnumbers (?: known except for a constant that the squares of one king share)\n")
	}
	for _, n := range r.Numbers {
		open := ""
		if n.Unknown {
			open = " ?"
		}
		fmt.Fprintf(&b, "%v\t%s%s\n", n.Key, n.Name, open)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (f *Finding) write(b *strings.Builder) {
	line := func(format string, args ...any) { fmt.Fprintf(b, "   "+format+"\n", args...) }
	some := func(q Query) bool { return q.FEN != "" || len(q.Moves) > 0 }
	if some(f.At) || f.Then != "" {
		line("%s", f.At.Command())
	}
	switch {
	case strings.HasPrefix(f.Then, "go "):
		line("%s", f.Then)
	case f.Then != "":
		line("then %s", f.Then)
	}
	want := some(f.WantAt) && f.WantAt.String() != f.At.String()
	if f.FEN != "" && f.FEN != f.At.FEN && !(want && f.FEN == f.WantAt.FEN) {
		line("FEN %s", f.FEN)
	}
	if f.Of != "" {
		line("got  %v %s", f.Got, f.Of)
		if want {
			line("%s", f.WantAt.Command())
		}
		line("want %v %s", f.Want, f.OfWant)
	}
	if f.Why != "" {
		wrap(b, "   ", f.Why)
	}
	if f.Look != "" {
		wrap(b, "   ", "look: "+f.Look)
	}
	if f.Severity == Harmless {
		wrap(b, "   ", "cost: "+f.Cost)
	}
	if f.Accepted {
		line("(accepted)")
	}
	if f.Count > 1 {
		line("(found %s times)", thousands(f.Count))
	}
}

// wrap writes head and text, in lines of at most 100 columns unless a word is longer. It
// indents all lines but the first to the start of the text.
func wrap(b *strings.Builder, head, text string) {
	const columns = 100
	b.WriteString(head)
	first, rest, _ := strings.Cut(text, "\n")
	if rest != "" {
		defer wrap(b, strings.Repeat(" ", utf8.RuneCountInString(head)), rest)
	}
	indent := utf8.RuneCountInString(head)
	column := indent
	for i, word := range strings.Fields(first) {
		n := utf8.RuneCountInString(word)
		switch {
		case i == 0:
		case column+1+n > columns:
			b.WriteString("\n" + strings.Repeat(" ", indent))
			column = indent
		default:
			b.WriteByte(' ')
			column++
		}
		b.WriteString(word)
		column += n
	}
	b.WriteByte('\n')
}

// WriteJSON writes the report as JSON, with the verdict, the statuses and the bugs.
func (r *Report) WriteJSON(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(struct {
		*Report
		Verdict string    `json:"verdict"`
		Exit    int       `json:"exit"`
		Bugs    []Finding `json:"bugs"`
	}{r, r.Verdict(), r.Exit(), r.Bugs()})
}

// MarshalJSON adds the status.
func (r Result) MarshalJSON() ([]byte, error) {
	type plain Result // without this method
	return json.Marshal(struct {
		plain
		Status Status `json:"status"`
	}{plain(r), r.Status()})
}
