// Package results has what cmd/bench measured, in a file for each processor. Its tests
// make BENCHMARKS.md and the figures of README.md from all files.
package results

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
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

// deep matches the line breaks within a row.
var deep = regexp.MustCompile(`\n\t\t(\t+|(}))`)

// Write writes the file into the folder, a line for each row.
func (f *File) Write(dir string) error {
	text, err := json.MarshalIndent(f, "", "\t")
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, f.Name()), append(deep.ReplaceAll(text, []byte("$2")), '\n'), 0o644)
}
