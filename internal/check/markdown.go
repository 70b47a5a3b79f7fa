package check

import (
	"fmt"
	"io"
	"strings"

	"github.com/zobrist-go/zobrist"
)

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
