// Package results reads and writes what cmd/bench measures: a file for each processor, and
// from all files BENCHMARKS.md and the figures of README.md.
package results

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist/internal/peers/timing"
)

// A File has what one run measured.
type File struct {
	Processor string
	Caches    string
	Cores     int
	System    string
	Go        string
	Commit    string
	Load      [2]float64 // of the machine, before and after the run
	Rounds    int
	Seconds   int               // that the run took
	Notes     []string          // what was left out, and why
	Code      map[string]string // the checksum of the code in each folder that a row names
	Rows      map[string]Figures
}

// Figures are nanoseconds of one operation, and their ratio. Each has a lower quartile,
// a median and an upper quartile.
type Figures struct {
	Ours  timing.Spread `json:"ours"`
	Peer  timing.Spread `json:"peer,omitzero"`
	Ratio timing.Spread `json:"ratio,omitzero"` // ours divided by the peer's
}

// Name returns the name of the file, made of the processor's name.
func (f *File) Name() string {
	words := strings.FieldsFunc(strings.ToLower(f.Processor), func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9')
	})
	return strings.Join(words, "-") + ".json"
}

// Write writes the file into the folder, a line for each row.
func (f *File) Write(dir string) error {
	head := *f
	head.Rows = map[string]Figures{}
	text, err := json.MarshalIndent(head, "", "\t")
	if err != nil {
		return err
	}
	before, after, found := bytes.Cut(text, []byte(`"Rows": {}`))
	if !found {
		panic("no rows in " + string(text))
	}
	var b bytes.Buffer
	b.Write(before)
	b.WriteString(`"Rows": {`)
	separator := "\n"
	for _, r := range Rows {
		if figures, ok := f.Rows[r.ID]; ok {
			line, err := json.Marshal(figures)
			if err != nil {
				return err
			}
			fmt.Fprintf(&b, "%s\t\t%q: %s", separator, r.ID, line)
			separator = ",\n"
		}
	}
	b.WriteString("\n\t}")
	b.Write(after)
	b.WriteString("\n")
	return os.WriteFile(filepath.Join(dir, f.Name()), b.Bytes(), 0o644)
}

// Load reads all files of the folder, in the order of the processors' names.
func Load(dir string) ([]*File, error) {
	names, err := filepath.Glob(filepath.Join(dir, "*.json"))
	if err != nil {
		return nil, err
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("%s: no files of results", dir)
	}
	var files []*File
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		f := new(File)
		in := json.NewDecoder(bytes.NewReader(text))
		in.DisallowUnknownFields()
		if err := in.Decode(f); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		if filepath.Base(name) != f.Name() {
			return nil, fmt.Errorf("%s: its processor %q belongs into %s", name, f.Processor, f.Name())
		}
		if err := f.validate(); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		files = append(files, f)
	}
	slices.SortFunc(files, func(a, b *File) int { return cmp.Compare(a.Processor, b.Processor) })
	return files, nil
}

// validate checks that all figures are positive and in order, that each row is known, and
// that no row is missing without a note.
func (f *File) validate() (err error) {
	known := map[string]bool{}
	for _, r := range Rows {
		known[r.ID] = true
		figures, ok := f.Rows[r.ID]
		if !ok {
			continue
		}
		spreads := []timing.Spread{figures.Ours, figures.Peer, figures.Ratio}
		if r.Peer == "" {
			spreads = spreads[:1]
		}
		for _, s := range spreads {
			if s[0] <= 0 || !slices.IsSorted(s[:]) {
				err = errors.Join(err, fmt.Errorf("row %q: figures %v, want positive ones in order", r.ID, s))
			}
		}
	}
	for id := range f.Rows {
		if !known[id] {
			err = errors.Join(err, fmt.Errorf("row %q is not in results.Rows", id))
		}
	}
	return err
}

// Old reports whether the code that the row measures has changed since. Comments do not
// count. code is what Code returns for the present code.
func (f *File) Old(r Row, code map[string]string) bool {
	return slices.ContainsFunc(r.Code, func(dir string) bool { return f.Code[dir] != code[dir] })
}

// Missing returns the rows that the file must have, but does not.
func (f *File) Missing() (ids []string) {
	for _, r := range Rows {
		if _, ok := f.Rows[r.ID]; !ok && !r.Optional {
			ids = append(ids, r.ID)
		}
	}
	return ids
}
