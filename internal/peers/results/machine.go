package results

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"go/scanner"
	"go/token"
	"hash"
	"io/fs"
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
	field := func(name string) string {
		for l := range strings.Lines(string(text)) {
			if key, value, ok := strings.Cut(l, ":"); ok && strings.TrimSpace(key) == name {
				return strings.TrimSpace(value)
			}
		}
		return ""
	}
	name := field("model name")
	if name == "" {
		return runtime.GOOS + " " + runtime.GOARCH
	}
	for _, noise := range []string{"(R)", "(TM)", " Processor", " CPU"} {
		name = strings.ReplaceAll(name, noise, "")
	}
	name, _, _ = strings.Cut(name, " @")
	return fmt.Sprintf("%s %s-%s", name, field("cpu family"), field("model"))
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
		if read(d, "type") != "Instruction" && read(d, "size") != "" {
			sizes = append(sizes, fmt.Sprintf("L%s %s", read(d, "level"), read(d, "size")))
		}
	}
	return strings.Join(sizes, ", ")
}

// Code returns a checksum of the code in each folder that a row names. Of "." and other
// packages the files of the folder count, of "cmd" and "internal" also those below, save
// nested modules. Tests, comments and layout do not count.
func Code(root string) (map[string]string, error) {
	sums := map[string]string{}
	for _, r := range Rows {
		for _, dir := range r.Code {
			if _, ok := sums[dir]; ok {
				continue
			}
			h := sha256.New()
			if err := addCode(h, filepath.Join(root, dir), dir == "cmd" || dir == "internal"); err != nil {
				return nil, err
			}
			sums[dir] = hex.EncodeToString(h.Sum(nil)[:6])
		}
	}
	return sums, nil
}

func addCode(h hash.Hash, dir string, below bool) error {
	files := 0
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || path == dir {
			return err
		}
		if d.IsDir() {
			_, err := os.Stat(filepath.Join(path, "go.mod"))
			if !below || err == nil || d.Name() == "testdata" {
				return filepath.SkipDir
			}
			return nil
		}
		isGo := strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go")
		if !isGo && !strings.HasSuffix(path, ".s") {
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		files++
		fmt.Fprintf(h, "\n%s\n", filepath.Base(path))
		if isGo {
			text = tokens(text)
		}
		_, err = h.Write(text)
		return err
	})
	if err == nil && files == 0 {
		err = fmt.Errorf("%s: no code", dir)
	}
	return err
}

// tokens returns the tokens of a Go file, without comments, a line each.
func tokens(text []byte) (out []byte) {
	var s scanner.Scanner
	fset := token.NewFileSet()
	s.Init(fset.AddFile("", -1, len(text)), text, nil, 0)
	for {
		_, t, literal := s.Scan()
		if t == token.EOF {
			return out
		}
		if t == token.SEMICOLON {
			literal = ";" // also one that the scanner adds
		}
		out = append(out, t.String()...)
		out = append(append(out, literal...), '\n')
	}
}
