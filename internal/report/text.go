package report

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/zobrist-go/zobrist/internal/state"
	"github.com/zobrist-go/zobrist/internal/tester/source"
	"github.com/zobrist-go/zobrist/internal/words"
)

// Text returns the report as the command prints it. It is made of nothing but the report's own
// fields, so that the JSON has the numbers behind each sentence.
func (r *Report) Text() string {
	var b strings.Builder
	title := r.Engine
	if r.Variant != "" {
		title += ", " + r.Variant
	}
	b.WriteString(indented(title+": ", r.Verdict()))
	played := words.Plural(r.Positions, "position") + ", " + words.Plural(r.Asked, "key")
	if r.Moves > 0 {
		played = words.Plural(r.Moves, "move")
	}
	fmt.Fprintf(&b, "%s in %.1f s, seed %d\n", played, r.Seconds, r.Seed)
	if r.Read != "" {
		b.WriteString(indented("key read from ", r.Read))
	}
	b.WriteByte('\n')
	width := r.widestCheck()
	for _, row := range r.Rows {
		head := fmt.Sprintf("  %-8s  %-*s ", row.mark(), width, row.Check)
		b.WriteString(indented(head, row.sentence()))
	}
	for _, note := range r.Notes {
		b.WriteString(indented("  note      ", note.Sentence()))
	}
	for i := range r.Items {
		b.WriteString("\n" + r.Items[i].text(fmt.Sprintf("%d. ", i+1)))
	}
	b.WriteString(numbersText(r.Numbers))
	return b.String()
}

// widestCheck returns how many letters the column of checks has.
func (r *Report) widestCheck() int {
	const usual = 10
	widest := usual
	for _, row := range r.Rows {
		widest = max(widest, len(row.Check))
	}
	return widest
}

// numbersHead explains the list. It says why the row numbers has another count.
const numbersHead = "" +
	"numbers (?: known except for a constant that the squares of one king share. Only their\n" +
	"differences are tested, so the row numbers counts one fewer for each king)\n"

// numbersText lists the numbers, for the flag -v.
func numbersText(numbers []Number) string {
	if len(numbers) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("\n" + numbersHead)
	for _, n := range numbers {
		open := ""
		if n.Unknown {
			open = " ?"
		}
		fmt.Fprintf(&b, "%v\t%s%s\n", n.Key, n.Name, open)
	}
	return b.String()
}

// WriteText writes the text.
func (r *Report) WriteText(w io.Writer) error {
	_, err := io.WriteString(w, r.Text())
	return err
}

// WriteJSON writes the report as JSON, with the verdict and the exit status.
func (r *Report) WriteJSON(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(struct {
		*Report
		Verdict string `json:"verdict"`
		Exit    int    `json:"exit"`
	}{r, r.Verdict(), r.Exit()})
}

// Verdict returns the outcome of all checks in words.
func (r *Report) Verdict() string {
	of := make(map[Severity]int)
	var accepted, parts []string
	for _, item := range r.Items {
		if item.Accepted {
			accepted = append(accepted, item.Name)
		} else {
			of[item.Severity]++
		}
	}
	for _, s := range []struct {
		severity Severity
		noun     string
	}{{WrongKey, "bug"}, {Weak, "weak-number bug"}, {Harmless, "harmless bug"}} {
		if n := of[s.severity]; n > 0 {
			parts = append(parts, words.Plural(n, s.noun))
		}
	}
	switch r.Exit() {
	case 130:
		parts = append([]string{"interrupted"}, parts...)
	case 3:
		parts = append(
			parts,
			"no bug found, but not all was checked: "+strings.Join(r.Missed(), ", "),
		)
	case 0:
		parts = append(parts, "no bug found in "+words.Plural(r.Positions, "position"))
	}
	if len(accepted) > 0 {
		slices.Sort(accepted)
		parts = append(parts, "accepted: "+strings.Join(slices.Compact(accepted), ", "))
	}
	return strings.Join(parts, "; ")
}

// mark returns the first word of a row.
func (row Row) mark() string {
	switch row.Status {
	case IsWrong:
		return "WRONG"
	case Skipped:
		return "-"
	}
	return string(row.Status)
}

// Text says what a check compared, or why it did not run.
func (row Row) Text() string { return row.sentence() }

// sentence says what a check compared.
func (row Row) sentence() string {
	compared := words.Plural(row.Compared, string(row.Unit))
	if row.Later > 0 {
		compared += fmt.Sprintf(
			", %s of them as wrong as before the last move", words.Thousands(row.Later),
		)
	}
	ofCheck := wordsOf(row.Check)
	what := ofCheck.compares
	if row.Unit == Numbers && ofCheck.ofNumbers != "" {
		what = ofCheck.ofNumbers
	}
	if what != "" {
		compared += ": " + what
	}
	switch {
	case row.Status == Skipped:
		return row.skipped()
	case row.Game:
		return row.gameSentence()
	case row.Wrong > 0 && row.Wrong <= row.Compared:
		return words.Thousands(row.Wrong) + " of " + compared
	}
	return compared
}

// skipped says why a check did not run.
func (row Row) skipped() string {
	why := skipSentences[row.Skip]
	switch {
	case row.Game && row.gameSkipped() != "":
		return row.gameSkipped()
	case row.Why != "":
		return why + " " + row.Why
	case row.Skip == SkipFew && row.Needed > 0:
		return fmt.Sprintf(
			"only %s compared, and %d are needed",
			words.Plural(row.Compared, string(row.Unit)),
			row.Needed,
		)
	case why == "":
		return "nothing was compared"
	}
	return why
}

// text returns the item behind a head, such as its number.
func (i *Item) text(head string) string {
	var b strings.Builder
	// The title of a panic has more lines: where it was.
	title, stack, panics := strings.Cut(i.Title(), "\n")
	b.WriteString(indented(head, title+i.brackets()))
	if panics {
		b.WriteString(indented("   ", stack))
	}
	line := func(text string) { b.WriteString(indented("   ", text)) }
	i.commands(line)
	if i.Old != 0 {
		line(fmt.Sprintf("before the last move the two keys differed by %v", i.Old))
	}
	if i.Told != 0 {
		line(fmt.Sprintf(
			"other bugs of this report explain a difference of %v in the last move", i.Told,
		))
	}
	if text := i.differences(); text != "" {
		line(text)
	}
	for _, f := range i.Facts {
		if text := f.Sentence(); text != "" {
			line(text)
		}
	}
	for _, also := range i.Also {
		line(also.sentence())
	}
	if look := i.look(); look != "" {
		line("look: " + look + ".")
	}
	if i.Accepted {
		line("(accepted)")
	}
	if i.Count > 1 {
		line("(" + words.Plural(i.Count, string(i.unit())) + ")")
	}
	return b.String()
}

// look returns the hint of the item's name, or that for FENs if a key from one is the wrong key.
func (i *Item) look() string {
	known, _ := NameOf(i.Name)
	isMoves := strings.HasPrefix(i.Name, "moves-")
	if isMoves && i.Got != nil && i.Got.Route == FromFEN {
		known, _ = NameOf("from-fen")
	}
	return known.Look
}

// sentence says how many comparisons of the other check are wrong, or what fails there.
func (a Also) sentence() string {
	switch {
	case a.Name == "crash":
		return fmt.Sprintf("the engine ends in the check %q, or gives no answer", a.Check)
	case a.Fails != "":
		return fmt.Sprintf("also in the check %q, after other calls: %s", a.Check, a.Fails)
	}
	text := fmt.Sprintf("also in the check %q: %s of %s", a.Check, words.Thousands(a.Count),
		words.Plural(a.Compared, string(a.Unit)))
	if a.Title != "" {
		text += ": " + a.Title
	}
	return text
}

// See says at the row of the other check which check has the item.
func (a Also) See(check string) string {
	switch {
	case a.Name == "crash":
		return "the engine ends, or gives no answer: see " + check
	case a.Fails != "":
		return a.Fails + ": see " + check
	}
	return "see " + check + ", which counts these, too"
}

// brackets has the names by which the item can be accepted. A test in Go accepts none.
func (i *Item) brackets() string {
	if i.Name == "" {
		return ""
	}
	names := []string{i.Name}
	for _, also := range i.Also {
		names = append(names, also.Name)
	}
	return fmt.Sprintf(" [%s]", strings.Join(slices.Compact(names), ", "))
}

// Text returns the item without a number, as a test prints it.
func (i *Item) Text() string { return i.text("") }

// commands prints the commands and the keys that they gave.
func (i *Item) commands(line func(text string)) {
	got, want := i.Got, i.Want
	if got == nil {
		return
	}
	got.commands(line)
	if got.FEN != "" && want != nil {
		line("FEN  " + got.FEN + " " + string(got.Route))
		line("FEN  " + want.FEN + " " + string(want.Route))
		return
	}
	if got.Unasked {
		return
	}
	line(fmt.Sprintf("got  %v %s", got.Key, got.Route))
	if want == nil {
		return
	}
	if !want.Query.Equal(got.Query) {
		line(want.Query.Command())
	}
	if want.Then != "" && want.Then != got.Then {
		line(want.Then)
	}
	label := "want"
	if i.Differ || i.Unsure {
		label = "and "
	}
	line(fmt.Sprintf("%s %v %s", label, want.Key, want.Route))
}

// commands prints the commands after which the key was asked for.
func (k *Key) commands(line func(text string)) {
	line(k.Query.Command())
	if k.Then != "" {
		line(k.Then)
	}
	if k.Stop {
		line("stop")
	}
	if k.Last != nil {
		line(k.Last.Command())
	}
}

// unit is what the item counts.
func (i *Item) unit() Unit {
	if i.CountOf != "" {
		return i.CountOf
	}
	return i.Unit
}

// differences names the features by which the keys differ.
func (i *Item) differences() string {
	parts := i.differingFeatures()
	if i.Unexplained != 0 {
		besides := ""
		if len(parts) > 0 {
			besides = "besides, "
		}
		why := "which is the XOR of no few known numbers"
		if i.OtherNumbers {
			why = "and the numbers of this process are not known"
		}
		text := fmt.Sprintf("%sthe keys differ by %v, %s", besides, i.Unexplained, why)
		parts = append(parts, text)
	}
	return strings.Join(parts, "; ")
}

// differingFeatures says which features the key lacks, and which it wrongly has, or in which the
// two keys differ if nothing tells which is wrong.
func (i *Item) differingFeatures() (parts []string) {
	if i.Unsure {
		all := slices.Concat(i.Lacks, i.WronglyHas)
		return listed(parts, "the keys differ in", all)
	}
	// The number of the side may be part of the key for White, or for Black. So a key that differs
	// by it neither lacks the side nor wrongly has it.
	isSide := func(f state.Feature) bool { return f.Kind == state.Side }
	lacks := slices.DeleteFunc(slices.Clone(i.Lacks), isSide)
	has := slices.DeleteFunc(slices.Clone(i.WronglyHas), isSide)
	parts = listed(parts, "lacks", lacks)
	parts = listed(parts, "wrongly has", has)
	if len(lacks) < len(i.Lacks) || len(has) < len(i.WronglyHas) {
		parts = append(parts, `is wrong by "side"`)
	}
	return parts
}

// listed adds the names of features behind a verb, if there are any.
func listed(parts []string, verb string, features []state.Feature) []string {
	if len(features) == 0 {
		return parts
	}
	names := state.Names(state.Whole(features))
	return append(parts, verb+" "+words.Quoted(names, mostNames))
}

// mostNames is how many features a sentence names.
const mostNames = 6

// indented returns head and text, whose lines are indented to the start of the text.
func indented(head, text string) string {
	indent := "\n" + strings.Repeat(" ", utf8.RuneCountInString(head))
	return head + strings.ReplaceAll(text, "\n", indent) + "\n"
}

// Rewrite makes the report show the commands of the engine's protocol, which may set up positions
// otherwise than UCI does.
func (r *Report) Rewrite(commandFor func(q source.Query) string) {
	rewrite := func(q *source.Query) {
		command := commandFor(*q)
		if command != q.Command() {
			q.SetUp = command
		}
	}
	for i := range r.Items {
		for _, key := range []*Key{r.Items[i].Got, r.Items[i].Want} {
			if key == nil {
				continue
			}
			rewrite(&key.Query)
			if key.Last != nil {
				rewrite(key.Last)
			}
		}
	}
}
