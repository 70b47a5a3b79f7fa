package results

import (
	"crypto/sha256"
	"fmt"
	"go/scanner"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

// Describe returns a file without rows: the machine, Go, and the code of the module in
// the folder root.
func Describe(root string) (*File, error) {
	commit, err := exec.Command("git", "-C", root, "describe", "--always", "--abbrev=12", "--exclude=*", "--dirty=, changed").Output()
	if err != nil {
		commit = []byte("unknown")
	}
	code, err := Code(root)
	return &File{
		Processor: processor(), Caches: caches(), Cores: runtime.GOMAXPROCS(0),
		System: runtime.GOOS + "/" + runtime.GOARCH, Go: strings.TrimPrefix(runtime.Version(), "go"),
		Commit: strings.TrimSpace(string(commit)), Load: [2]float64{SystemLoad()},
		Code: code, Rows: map[string]Figures{},
	}, err
}

// SystemLoad returns the number of processes that ran in the last minute, or 0.
func SystemLoad() (load float64) {
	text, _ := os.ReadFile("/proc/loadavg")
	_, _ = fmt.Sscan(string(text), &load)
	return load
}

// processor returns the name of the processor. Virtual machines hide the model, so the
// name includes the family and the model number.
func processor() string {
	text, _ := os.ReadFile("/proc/cpuinfo")
	fields := map[string]string{}
	for l := range strings.Lines(string(text)) {
		name, value, _ := strings.Cut(l, ":")
		fields[strings.TrimSpace(name)] = strings.TrimSpace(value)
	}
	name, _, _ := strings.Cut(fields["model name"], " @")
	if name == "" {
		return runtime.GOOS + " " + runtime.GOARCH
	}
	name = strings.NewReplacer("(R)", "", "(TM)", "", " Processor", "", " CPU", "").Replace(name)
	return fmt.Sprintf("%s %s-%s", name, fields["cpu family"], fields["model"])
}

// caches returns the sizes of the data caches, if the system reports them.
func caches() string {
	read := func(dir, name string) string {
		b, _ := os.ReadFile(filepath.Join(dir, name))
		return strings.TrimSpace(string(b))
	}
	dirs, _ := filepath.Glob("/sys/devices/system/cpu/cpu0/cache/index*")
	var sizes []string
	for _, d := range dirs {
		if read(d, "type") != "Instruction" {
			sizes = append(sizes, "L"+read(d, "level")+" "+read(d, "size"))
		}
	}
	return strings.Join(sizes, ", ")
}

// Code returns a checksum of the code in each folder that a row names, without its
// subfolders. Tests, comments and layout do not count.
func Code(root string) (map[string]string, error) {
	sums := map[string]string{}
	for _, r := range Rows {
		for _, dir := range r.Code {
			h := sha256.New()
			files, _ := filepath.Glob(filepath.Join(root, dir, "*.*"))
			for _, file := range files {
				if ext := filepath.Ext(file); ext != ".go" && ext != ".s" || strings.HasSuffix(file, "_test.go") {
					continue
				}
				text, err := os.ReadFile(file)
				if err != nil {
					return nil, err
				}
				var s scanner.Scanner // of assembly too: it needs only tokens
				s.Init(token.NewFileSet().AddFile("", -1, len(text)), text, nil, 0)
				for _, t, literal := s.Scan(); t != token.EOF; _, t, literal = s.Scan() {
					fmt.Fprintln(h, t, strings.TrimSpace(literal))
				}
			}
			sums[dir] = fmt.Sprintf("%x", h.Sum(nil)[:6])
		}
	}
	return sums, nil
}
