package report

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/zobrist-go/zobrist/internal/words"
)

// Text returns what the report says about the result, without the findings.
func (r *Result) Text() string {
	switch {
	case r.Status() == Skipped:
		return cmp.Or(r.Why, "nothing was compared")
	case r.Status() == Wrong && r.Says == "":
		return words.Plural(len(r.Findings), "bug")
	}
	return words.Plural(r.Count, r.Unit) + r.Says
}

// WriteText writes a summary that fits on a screen, and then the bugs.
func (r *Report) WriteText(w io.Writer) error {
	var b strings.Builder
	b.WriteString(indented(r.Engine+": ", r.Verdict()))
	fmt.Fprintf(&b, "%s in %.1f s, seed %d\n\n", words.Plural(r.Moves, "move"), r.Seconds, r.Seed)
	mark := map[Status]string{OK: "ok", Wrong: "WRONG", Skipped: "-"}
	for _, x := range r.Results {
		b.WriteString(indented(fmt.Sprintf("  %-5s  %-10s ", mark[x.Status()], x.Name), x.Text()))
	}
	for i, f := range r.Bugs() {
		b.WriteString("\n" + indented(fmt.Sprintf("%d. ", i+1), f.head()) + f.body("   "))
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

// body returns what is known of the bug besides what it is.
func (f *Finding) body(indent string) string {
	var b strings.Builder
	if f.Look != "" {
		b.WriteString(indented(indent+"look: ", strings.TrimPrefix(f.Look, "look for ")+"."))
	}
	if f.Accepted {
		b.WriteString(indent + "(accepted)\n")
	}
	if f.Count > 1 {
		fmt.Fprintf(&b, "%s(found %s times)\n", indent, words.Thousands(f.Count))
	}
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
