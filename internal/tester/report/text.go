package report

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/tester/names"
	"github.com/zobrist-go/zobrist/internal/tester/source"
	"github.com/zobrist-go/zobrist/internal/words"
)

// Text returns what the report says about the result, without the findings.
func (r *Result) Text() string {
	text := words.Plural(r.Count, r.Unit) + r.Says
	switch status := r.Status(); {
	case status == Skipped:
		return cmp.Or(r.Why, "nothing was compared")
	case status == Wrong && r.Bad > r.Count:
		return words.Plural(len(r.Findings), "bug")
	case status == Wrong && r.Bad > 0 && r.Says == "":
		return words.Thousands(r.Bad) + " of " + text + " are wrong"
	case status == Wrong && r.Bad > 0:
		return words.Thousands(r.Bad) + " of " + text
	}
	return text
}

// compared writes what was compared, with the status of each check, and the notes.
func (r *Report) compared(b *strings.Builder, indent string) {
	mark := map[Status]string{OK: "ok", Wrong: "WRONG", Skipped: "-"}
	for _, x := range r.Results {
		b.WriteString(wrapped(fmt.Sprintf("%s  %-5s  %-10s ", indent, mark[x.Status()], x.Name), x.Text()))
	}
	for _, note := range r.Notes {
		b.WriteString(wrapped(indent+"  note   ", note))
	}
}

// title returns the name of the engine, and that of the variant.
func (r *Report) title() string {
	if r.Variant != "" {
		return r.Engine + ", " + r.Variant
	}
	return r.Engine
}

// WriteText writes a summary that fits on a screen, then the bugs, then the numbers.
func (r *Report) WriteText(w io.Writer) error {
	var b strings.Builder
	what := words.Plural(r.Positions, "position") + ", " + words.Plural(r.Keys, "key")
	if r.Moves > 0 {
		what = words.Plural(r.Moves, "move")
	}
	fmt.Fprintf(&b, "%s%s in %.1f s, seed %d\n", wrapped(r.title()+": ", r.Verdict()), what, r.Seconds, r.Seed)
	if r.Read != "" {
		b.WriteString(wrapped("key read from ", r.Read))
	}
	b.WriteByte('\n')
	r.compared(&b, "")
	for i, f := range r.Bugs() {
		b.WriteString("\n" + wrapped(fmt.Sprintf("%d. ", i+1), f.head()) + f.body("   ", nil))
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

// String returns the finding as the report shows it.
func (f *Finding) String() string {
	return strings.TrimRight(wrapped("", f.head())+f.body("", nil), "\n")
}

func (f *Finding) head() string {
	if f.Name == "" {
		return f.What
	}
	return f.What + " [" + f.Name + "]"
}

// body returns what shows the bug, and what is known of it. For an engine's author, r has the command that
// prints the key; else it is nil.
func (f *Finding) body(indent string, r *Report) string {
	var b strings.Builder
	ask, author := "", r != nil
	if author {
		ask = r.Ask
	}
	has, then := f.Then != "" || !f.At.Equal(source.Query{}), f.Then
	other := !f.WantAt.Equal(source.Query{}) && !f.WantAt.Equal(f.At) // the key that is right has a line of its own
	if !strings.HasPrefix(then, "go ") {
		then = "then " + then
	}
	key := func(k zobrist.Key) string { // as the engine prints it
		if author && r.Decimal {
			return fmt.Sprintf("%d (hexadecimal %v)", uint64(k), k)
		}
		return k.String()
	}
	line := func(is bool, text ...string) {
		if is {
			b.WriteString(indent + strings.Join(text, " ") + "\n")
		}
	}
	line(has, f.At.Command())
	line(ask != "" && f.Then != "" && !other, ask)
	line(f.Then != "", then)
	line(f.Stop, "stop")
	line(ask != "" && has, ask)
	line(f.FEN != "" && f.FEN != f.At.FEN && !(other && f.FEN == f.WantAt.FEN), "FEN", f.FEN)
	line(f.Of != "", "got ", key(f.Got), f.Of)
	line(other && (f.Of != "" || author), f.WantAt.Command())
	line(ask != "" && other, ask)
	line(f.Of != "", "want", key(f.Want), f.OfWant)
	notes := f.Why
	if f.Look != "" {
		notes += "\nlook: " + strings.TrimPrefix(f.Look, "look for ")
	}
	if f.Cost != "" && (f.Severity == names.Harmless || author) {
		notes += "\ncost: " + f.Cost
	}
	if notes = strings.TrimPrefix(notes, "\n"); notes != "" {
		b.WriteString(wrapped(indent, notes))
	}
	line(f.Accepted, "(accepted)")
	line(f.Count > 1, "(found", words.Thousands(f.Count), "times)")
	return b.String()
}

// wrapped returns head and text, in lines of at most 100 columns unless a word is longer. All
// lines but the first are indented to the start of the text.
func wrapped(head, text string) string {
	const columns = 100
	indent := utf8.RuneCountInString(head)
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		column := indent
		for j, word := range strings.Fields(line) {
			n := utf8.RuneCountInString(word)
			switch {
			case j == 0:
				lines[i] = ""
			case column+1+n > columns:
				lines[i] += "\n" + strings.Repeat(" ", indent)
				column = indent
			default:
				lines[i] += " "
				column++
			}
			lines[i] += word
			column += n
		}
	}
	return head + strings.Join(lines, "\n"+strings.Repeat(" ", indent)) + "\n"
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

// WriteMarkdown writes the report for the author of an engine, with commands to paste into it.
func (r *Report) WriteMarkdown(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "**Zobrist keys of %s**: %s\n\n", plain(r.title()), plain(r.Verdict()))
	r.compared(&b, "    ")
	for i, f := range r.Bugs() {
		fmt.Fprintf(&b, "\n### %d. %s\n\n%s", i+1, plain(f.head()), f.body("    ", r))
	}
	if r.Command != "" {
		fmt.Fprintf(&b, "\nTo repeat this:\n\n    %s\n", r.Command)
	}
	b.WriteString("\nFound by [zobrist check](https://github.com/zobrist-go/zobrist).\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// plain escapes what Markdown and HTML would take as more than text.
func plain(s string) string {
	return strings.NewReplacer("\n", " ", "\r", " ", "&", "&amp;", "<", "&lt;", ">", "&gt;",
		"`", "\\`", "*", "\\*", "_", "\\_", "[", "\\[", "]", "\\]", "|", "\\|").Replace(s)
}
