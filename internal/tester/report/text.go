package report

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/zobrist-go/zobrist"
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
	case status == Wrong && r.Bad > 0:
		return words.Thousands(r.Bad) + " of " + text
	}
	return text
}

// line writes a result: its status, and what was compared.
func (r *Result) line() string {
	mark := map[Status]string{OK: "ok", Wrong: "WRONG", Skipped: "-"}[r.Status()]
	return wrapped(fmt.Sprintf("  %-5s  %-10s ", mark, r.Name), r.Text())
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
	if len(r.Scheme) > 0 {
		b.WriteByte('\n')
	}
	for _, p := range r.Scheme {
		b.WriteString(wrapped(fmt.Sprintf("  %-14s ", p.Name), p.Value))
	}
	b.WriteByte('\n')
	for _, result := range r.Results {
		b.WriteString(result.line())
	}
	for _, note := range r.Notes {
		b.WriteString(wrapped("  note   ", note))
	}
	for i, f := range r.Bugs() {
		b.WriteString("\n" + f.text(fmt.Sprintf("%d. ", i+1)))
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
func (f *Finding) String() string { return strings.TrimRight(f.text(""), "\n") }

// hasLine reports whether the finding has something to paste into the engine. hasOther
// reports whether it has another line for the key that is right.
func (f *Finding) hasLine() bool { return f.Then != "" || !f.At.Equal(source.Query{}) }
func (f *Finding) hasOther() bool {
	return !f.WantAt.Equal(source.Query{}) && !f.WantAt.Equal(f.At)
}

// text returns the finding as the report shows it, after the head of the first line.
func (f *Finding) text(head string) string {
	var b strings.Builder
	other, notes, then := f.hasOther(), f.Why, f.Then
	if f.Look != "" {
		notes += "\nlook: " + f.Look
	}
	if f.Severity == Harmless {
		notes += "\ncost: " + f.Cost
	}
	if !strings.HasPrefix(then, "go ") {
		then = "then " + then
	}
	line := func(is bool, format string, args ...any) {
		if is {
			fmt.Fprintf(&b, "   "+format+"\n", args...)
		}
	}
	name := ""
	if f.Name != "" {
		name = " [" + f.Name + "]"
	}
	b.WriteString(wrapped(head, f.What+name))
	line(f.hasLine(), "%s", f.At.Command())
	line(f.Then != "", "%s", then)
	line(f.FEN != "" && f.FEN != f.At.FEN && !(other && f.FEN == f.WantAt.FEN), "FEN %s", f.FEN)
	line(f.Of != "", "got  %v %s", f.Got, f.Of)
	line(f.Of != "" && other, "%s", f.WantAt.Command())
	line(f.Of != "", "want %v %s", f.Want, f.OfWant)
	if notes != "" {
		b.WriteString(wrapped("   ", strings.TrimPrefix(notes, "\n")))
	}
	line(f.Accepted, "(accepted)")
	line(f.Count > 1, "(found %s times)", words.Thousands(f.Count))
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
			b.WriteString("    " + strings.ReplaceAll(strings.TrimSuffix(result.line(), "\n"), "\n", "\n    ") + "\n")
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
	line, other, keys := f.hasLine(), f.hasOther(), f.Of != ""
	ask := r.Ask
	if f.Then == "" || other { // the key before the act is not asked for
		ask = ""
	}
	commands := []string{f.At.Command(), ask, f.Then, r.Ask}
	if other {
		commands = append(commands, f.WantAt.Command(), r.Ask)
	}
	for _, c := range commands {
		if line && c != "" {
			fmt.Fprintf(b, "    %s\n", strings.ReplaceAll(c, "\n", " "))
		}
	}
	key := func(k zobrist.Key) string { // as the engine prints it
		if r.Decimal {
			return fmt.Sprintf("%d (hexadecimal %v)", uint64(k), k)
		}
		return k.String()
	}
	sentence := func(format string, args ...any) { fmt.Fprintf(b, "\n%s\n", plain(fmt.Sprintf(format, args...))) }
	switch {
	case !keys && other && f.Got == 0:
		sentence("The two keys should be equal.")
	case !keys && other:
		sentence("Both keys are %s, and should differ.", key(f.Got))
	case keys && f.Then != "" && !other:
		sentence("The keys are %s and then %s, and should be equal.", key(f.Want), key(f.Got))
	case keys && other:
		sentence("The keys are %s %s and %s %s, and should be equal.", key(f.Got), f.Of, key(f.Want), f.OfWant)
	case keys:
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
	return strings.NewReplacer("\n", " ", "\r", " ", "&", "&amp;", "<", "&lt;", ">", "&gt;",
		"`", "\\`", "*", "\\*", "_", "\\_", "[", "\\[", "]", "\\]", "|", "\\|").Replace(s)
}
