// Bench measures package zobrist and its packages against the code or library that a user
// would choose instead. Run it on Linux, in internal/peers:
//
//	go run ./cmd/bench                  # all rows, some minutes and 3 GiB
//	go run ./cmd/bench -only chess/     # prints the rows with this in their names
//
// Without -only it writes the table of this processor into BENCHMARKS.md. The name of a
// row is what comes before its job in the output.
package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"time"
)

func main() {
	b := &bench{rounds: 21, slices: 5, slice: 4 * time.Millisecond}
	flag.StringVar(&b.only, "only", "", "measure and print only the rows with this `text` in their names, such as tt/ or chess/fen")
	flag.StringVar(&b.library, "library", "", "compare with this `program` of chess-library, built with g++ -O3; library.go specifies it")
	flag.Parse()
	if flag.NArg() > 0 {
		check(fmt.Errorf("unexpected argument %q", flag.Arg(0)))
	}
	b.all()
	if b.rows == nil {
		check(fmt.Errorf("no row has %q in its name", b.only))
	}
	if b.only == "" {
		page := filepath.Join(root(), "BENCHMARKS.md")
		text := insert(string(must(os.ReadFile(page))), processor(), run()+"\n\n"+b.table())
		check(os.WriteFile(page, []byte(text), 0o644))
	}
}

// all measures all rows.
func (b *bench) all() {
	measureTable(b)
	measureHistory(b)
	measureChess(b)
	measureLibrary(b)
	measureTT(b) // the last: its memory is not given back
}

// root returns the folder of the library's module.
func root() string {
	return strings.TrimSpace(string(must(exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/zobrist-go/zobrist").Output())))
}

// table returns the rows in Markdown.
func (b *bench) table() string {
	var text strings.Builder
	text.WriteString("|job|compared with|time|\n|---|---|---:|\n")
	for _, r := range b.rows {
		fmt.Fprintf(&text, "|%s|%s|%s|\n", r.job, r.peer, r.result())
	}
	return text.String()
}

// insert replaces the text below the heading of a processor, or adds both before the
// heading "Measure".
func insert(page, processor, text string) string {
	section := regexp.MustCompile(`(?s)\n## ` + regexp.QuoteMeta(processor) + `\n.*?\n## `)
	if !section.MatchString(page) {
		page = strings.Replace(page, "\n## Measure\n", "\n## "+processor+"\n\n## Measure\n", 1)
	}
	return section.ReplaceAllLiteralString(page, "\n## "+processor+"\n\n"+text+"\n## ")
}

// run describes this run: the system, Go, the commit and the load of the machine.
func run() string {
	commit, err := exec.Command("git", "describe", "--always", "--abbrev=12", "--exclude=*", "--dirty=, changed").Output()
	if err != nil {
		commit = []byte("unknown")
	}
	load, _ := os.ReadFile("/proc/loadavg")
	load = append(load, "unknown"...)
	return fmt.Sprintf("%d cores, %s/%s, Go %s, commit %s, load %.4s", runtime.GOMAXPROCS(0), runtime.GOOS, runtime.GOARCH,
		strings.TrimPrefix(runtime.Version(), "go"), strings.TrimSpace(string(commit)), load)
}

// processor returns the name of the processor. Virtual machines hide the model, so the
// name includes the family and the model number.
func processor() string {
	text, _ := os.ReadFile("/proc/cpuinfo")
	field := func(name string) string {
		found := regexp.MustCompile(`(?m)^` + name + `\s*: (.*)$`).FindSubmatch(text)
		return string(append(found, nil, []byte("unknown"))[1])
	}
	name, _, _ := strings.Cut(field("model name"), " @")
	name = strings.NewReplacer("(R)", "", "(TM)", "", " Processor", "", " CPU", "").Replace(name)
	return fmt.Sprintf("%s %s-%s", name, field("cpu family"), field("model"))
}

// check ends the program, unless err is nil.
func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func must[T any](x T, err error) T {
	check(err)
	return x
}
