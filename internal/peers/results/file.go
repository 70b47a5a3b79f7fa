// Package results has what cmd/bench measured, in a file for each processor. Its tests
// make BENCHMARKS.md and the figures of README.md from all files.
package results

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
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
	LeftOut   []string          // why rows are missing
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
	var rows []string
	for _, r := range Rows {
		if figures, ok := f.Rows[r.ID]; ok {
			line, err := json.Marshal(figures)
			if err != nil {
				return err
			}
			rows = append(rows, fmt.Sprintf("\n\t\t%q: %s", r.ID, line))
		}
	}
	text = bytes.Replace(text, []byte(`"Rows": {}`), []byte(`"Rows": {`+strings.Join(rows, ",")+"\n\t}"), 1)
	return os.WriteFile(filepath.Join(dir, f.Name()), append(text, '\n'), 0o644)
}
