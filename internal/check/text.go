package check

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/zobrist-go/zobrist"
)

// Text returns what the report says about the result, without the findings.
func (r *Result) Text() string {
	text := plural(r.Count, r.Unit) + r.Says
	switch status := r.Status(); {
	case status == Skipped:
		return cmp.Or(r.Why, "nothing was compared")
	case status == Wrong && r.Bad > 0:
		return thousands(r.Bad) + " of " + text
	}
	return text
}

// line writes a result: its status, and what was compared.
func (r *Result) line(b *strings.Builder) {
	mark := map[Status]string{OK: "ok", Wrong: "WRONG", Skipped: "-"}[r.Status()]
	wrap(b, fmt.Sprintf("  %-5s  %-10s ", mark, r.Name), r.Text())
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
	wrap(&b, r.title()+": ", r.Verdict())
	what := plural(r.Positions, "position") + ", " + plural(r.Keys, "key")
	if r.Moves > 0 {
		what = plural(r.Moves, "move")
	}
	fmt.Fprintf(&b, "%s in %.1f s, seed %d\n", what, r.Seconds, r.Seed)
	if r.Read != "" {
		wrap(&b, "key read from ", r.Read)
	}
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
		f.write(&b, fmt.Sprintf("%d. ", i+1))
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
	var b strings.Builder
	f.write(&b, "")
	return strings.TrimRight(b.String(), "\n")
}

// hasLine reports whether the finding has something to paste into the engine. hasOther
// reports whether it has another line for the key that is right.
func (f *Finding) hasLine() bool { return f.Then != "" || !equal(f.At, Query{}) }
func (f *Finding) hasOther() bool {
	return !equal(f.WantAt, Query{}) && !equal(f.WantAt, f.At)
}

func (f *Finding) write(b *strings.Builder, head string) {
	what := f.What
	if f.Name != "" {
		what += " [" + f.Name + "]"
	}
	wrap(b, head, what)
	line := func(format string, args ...any) { fmt.Fprintf(b, "   "+format+"\n", args...) }
	if f.hasLine() {
		line("%s", f.At.Command())
	}
	switch {
	case strings.HasPrefix(f.Then, "go "):
		line("%s", f.Then)
	case f.Then != "":
		line("then %s", f.Then)
	}
	other := f.hasOther()
	if f.FEN != "" && f.FEN != f.At.FEN && !(other && f.FEN == f.WantAt.FEN) {
		line("FEN %s", f.FEN)
	}
	if f.Of != "" {
		line("got  %v %s", f.Got, f.Of)
		if other {
			line("%s", f.WantAt.Command())
		}
		line("want %v %s", f.Want, f.OfWant)
	}
	notes := f.Why
	if f.Look != "" {
		notes += "\nlook: " + f.Look
	}
	if f.Severity == Harmless {
		notes += "\ncost: " + f.Cost
	}
	if notes != "" {
		wrap(b, "   ", strings.TrimPrefix(notes, "\n"))
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
	indent := utf8.RuneCountInString(head)
	for i, line := range strings.Split(text, "\n") {
		if i > 0 {
			b.WriteString(strings.Repeat(" ", indent))
		}
		column := indent
		for j, word := range strings.Fields(line) {
			n := utf8.RuneCountInString(word)
			switch {
			case j == 0:
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

// WriteMarkdown writes what the author of an engine needs to see each bug: commands to
// paste into it, and what they print. For sound keys it writes what was compared.
func (r *Report) WriteMarkdown(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "**Zobrist keys of %s**: %s\n", plain(r.title()), plain(r.Verdict()))
	bugs := r.Bugs()
	for i, f := range bugs {
		number := ""
		if len(bugs) > 1 {
			number = fmt.Sprintf("%d. ", i+1)
		}
		fmt.Fprintf(&b, "\n### %s%s\n\n", number, plain(f.What))
		f.markdown(&b, r)
	}
	if len(bugs) == 0 {
		b.WriteString("\n")
		for _, result := range r.Results {
			var line strings.Builder
			result.line(&line)
			b.WriteString("    " + strings.ReplaceAll(strings.TrimSuffix(line.String(), "\n"), "\n", "\n    ") + "\n")
		}
	}
	if r.Command != "" {
		fmt.Fprintf(&b, "\nTo repeat this:\n\n    %s\n", r.Command)
	}
	b.WriteString("\nFound by [zobrist check](https://github.com/zobrist-go/zobrist).\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// markdown writes a bug.
func (f *Finding) markdown(b *strings.Builder, r *Report) {
	key := func(k zobrist.Key) string { // as the engine prints it
		if r.Decimal {
			return fmt.Sprintf("%d (hexadecimal %v)", uint64(k), k)
		}
		return k.String()
	}
	paste := func(commands ...string) {
		for _, c := range commands {
			if c != "" {
				fmt.Fprintf(b, "    %s\n", strings.ReplaceAll(c, "\n", " "))
			}
		}
	}
	sentence := func(format string, args ...any) { fmt.Fprintf(b, "\n%s\n", plain(fmt.Sprintf(format, args...))) }
	other := f.hasOther()
	switch {
	case f.hasLine() && f.Then != "" && !other:
		paste(f.At.Command(), r.Ask, f.Then, r.Ask)
	case f.hasLine():
		paste(f.At.Command(), f.Then, r.Ask)
	}
	if f.hasLine() && other {
		paste(f.WantAt.Command(), r.Ask)
	}
	switch {
	case f.Of == "" && other && f.Got == 0:
		sentence("The two keys should be equal.")
	case f.Of == "" && other:
		sentence("Both keys are %s, and should differ.", key(f.Got))
	case f.Of != "" && f.Then != "" && !other:
		sentence("The keys are %s and then %s, and should be equal.", key(f.Want), key(f.Got))
	case f.Of != "" && other:
		sentence("The keys are %s %s and %s %s, and should be equal.", key(f.Got), f.Of, key(f.Want), f.OfWant)
	case f.Of != "":
		sentence("The key is %s %s, and should be %s %s.", key(f.Got), f.Of, key(f.Want), f.OfWant)
	}
	if f.Why != "" {
		b.WriteByte('\n')
		for _, line := range strings.Split(f.Why, "\n") {
			fmt.Fprintf(b, "- %s\n", plain(line))
		}
	}
	if f.Cost != "" {
		sentence("In play: %s.", f.Cost)
	}
	if f.Look != "" {
		sentence("What to look for: %s.", strings.TrimPrefix(f.Look, "look for "))
	}
}

// plain escapes what Markdown and HTML would take as more than text.
func plain(s string) string {
	return strings.NewReplacer("\n", " ", "\r", " ", "&", "&amp;", "<", "&lt;", ">", "&gt;", "`", "\\`", "*", "\\*", "_", "\\_", "[", "\\[", "]", "\\]", "|", "\\|").Replace(s)
}
