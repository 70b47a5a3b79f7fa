package check

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// mark returns a status as the report shows it.
func (s Status) mark() string {
	switch s {
	case OK:
		return "ok"
	case Wrong:
		return "WRONG"
	case Skipped:
		return "-"
	}
	return ""
}

// WriteText writes a summary that fits on a screen, then the mistakes, then the numbers.
func (r *Report) WriteText(w io.Writer) error {
	var b strings.Builder
	name := r.Engine
	if r.Variant != "" {
		name += ", " + r.Variant
	}
	verdict := "sound"
	if n := len(r.Mistakes); n > 0 {
		verdict = plural(n, "mistake")
	}
	fmt.Fprintf(&b, "%s: %s\n", name, verdict)
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
	for _, c := range r.Checks {
		wrap(&b, fmt.Sprintf("  %-5s  %-10s ", c.Status.mark(), c.Name), c.Text)
	}
	for _, note := range r.Notes {
		wrap(&b, "  note   ", note)
	}
	for i, m := range r.Mistakes {
		b.WriteByte('\n')
		wrap(&b, fmt.Sprintf("%d. ", i+1), m.What)
		m.write(&b)
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

func (m *Mistake) write(b *strings.Builder) {
	line := func(format string, args ...any) { fmt.Fprintf(b, "   "+format+"\n", args...) }
	if m.Start != "" || len(m.Moves) > 0 || m.Then != "" {
		start := "startpos"
		if m.Start != "" {
			start = "fen " + m.Start
		}
		if len(m.Moves) > 0 {
			start += " moves " + strings.Join(m.Moves, " ")
		}
		line("position %s", start)
	}
	if m.Then != "" {
		line("then %s", m.Then)
	}
	if m.FEN != "" && m.FEN != m.Start {
		line("FEN %s", m.FEN)
	}
	if m.HasKeys {
		width := max(utf8.RuneCountInString(m.Of), utf8.RuneCountInString(m.OfWant))
		if width > 30 {
			line("%s key %v", m.Of, m.Key)
			line("%s key %v", m.OfWant, m.Want)
		} else {
			line("key %-*s %v", width, m.Of, m.Key)
			line("key %-*s %v", width, m.OfWant, m.Want)
		}
	}
	if m.Why != "" {
		wrap(b, "   ", m.Why)
	}
	if m.Count > 1 {
		line("(found %d times)", m.Count)
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

// WriteJSON writes the report as JSON.
func (r *Report) WriteJSON(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(r)
}
