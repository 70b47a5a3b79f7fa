package report

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/zobrist-go/zobrist/internal/tester/source"
	"github.com/zobrist-go/zobrist/internal/words"
)

// Text returns what the report says about the result, without the findings.
func (r *Result) Text() string {
	text := words.Plural(r.Count, r.Unit) + r.Says
	switch status := r.Status(); {
	case status == Skipped:
		return cmp.Or(r.Why, "nothing was compared")
	case status == Wrong && (r.Bad > r.Count || r.Bad == 0 && r.Says == ""):
		return words.Plural(len(r.Findings), "bug")
	case status == Wrong && r.Bad > 0 && r.Says == "":
		return words.Thousands(r.Bad) + " of " + text + " are wrong"
	case status == Wrong && r.Bad > 0:
		return words.Thousands(r.Bad) + " of " + text
	}
	return text
}

// WriteText writes a summary that fits on a screen, then the bugs, then the numbers.
func (r *Report) WriteText(w io.Writer) error {
	var b strings.Builder
	title, what := r.Engine, words.Plural(r.Positions, "position")+", "+words.Plural(r.Keys, "key")
	if r.Variant != "" {
		title += ", " + r.Variant
	}
	if r.Moves > 0 {
		what = words.Plural(r.Moves, "move")
	}
	fmt.Fprintf(&b, "%s%s in %.1f s, seed %d\n", indented(title+": ", r.Verdict()), what, r.Seconds,
		r.Seed)
	if r.Read != "" {
		b.WriteString(indented("key read from ", r.Read))
	}
	b.WriteByte('\n')
	mark := map[Status]string{OK: "ok", Wrong: "WRONG", Skipped: "-"}
	for _, x := range r.Results {
		b.WriteString(indented(fmt.Sprintf("  %-5s  %-10s ", mark[x.Status()], x.Name), x.Text()))
	}
	for _, note := range r.Notes {
		b.WriteString(indented("  note   ", note))
	}
	for i, f := range r.Bugs() {
		b.WriteString("\n" + indented(fmt.Sprintf("%d. ", i+1), f.head()) + f.body("   "))
	}
	if len(r.Numbers) > 0 {
		b.WriteString("\nnumbers (?: known except for a constant that the squares of one king " +
			"share)\n")
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
	return strings.TrimRight(indented("", f.head())+f.body(""), "\n")
}

func (f *Finding) head() string {
	return strings.TrimSuffix(strings.Replace(f.What+"\n", "\n", " ["+f.Name+"]\n", 1), "\n")
}

// body returns what shows the bug, and what is known of it.
func (f *Finding) body(indent string) string {
	var b strings.Builder
	line := func(is bool, text ...string) {
		if is {
			b.WriteString(indent + strings.Join(text, " ") + "\n")
		}
	}
	// the key that is right has a line of its own
	other := !f.WantAt.Equal(source.Query{}) && !f.WantAt.Equal(f.At)
	line(f.Then+f.Of != "" || !f.At.Equal(source.Query{}), f.At.Command())
	if strings.HasPrefix(f.Then, "go ") {
		line(true, f.Then)
	} else {
		line(f.Then != "", "then", f.Then)
	}
	line(f.Stop, "stop")
	line(f.FEN != "" && f.FEN != f.At.FEN && !(other && f.FEN == f.WantAt.FEN), "FEN", f.FEN)
	line(f.Of != "", "got ", f.Got.String(), f.Of)
	line(other && f.Of != "", f.WantAt.Command())
	line(f.Of != "", "want", f.Want.String(), f.OfWant)
	if f.Why != "" {
		b.WriteString(indented(indent, f.Why))
	}
	if f.Look != "" {
		b.WriteString(indented(indent+"look: ", strings.TrimPrefix(f.Look, "look for ")+"."))
	}
	line(f.Accepted, "(accepted)")
	line(f.Count > 1, "(found", words.Thousands(f.Count), "times)")
	return b.String()
}

// indented returns head and text, whose lines are indented to the start of the text.
func indented(head, text string) string {
	return head + strings.ReplaceAll(text, "\n",
		"\n"+strings.Repeat(" ", utf8.RuneCountInString(head))) + "\n"
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
