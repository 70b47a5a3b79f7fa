package main

import (
	"bytes"
	"compress/gzip"
	"embed"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing/fstest"
)

// page has all files of the site except the two that depend on the version of Go.
//
//go:embed page
var page embed.FS

// build returns the files of the site: the files in page, the library as WebAssembly,
// and Go's script that runs it. It needs the go command.
func build() (fstest.MapFS, error) {
	site := fstest.MapFS{}
	files, err := fs.Sub(page, "page")
	if err != nil {
		return nil, err
	}
	err = fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(files, name)
		site[name] = &fstest.MapFile{Data: data, Mode: 0o644}
		return err
	})
	if err != nil {
		return nil, err
	}
	if site["zobrist.wasm"], err = buildWasm(); err != nil {
		return nil, err
	}
	root, err := command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, fmt.Errorf("go env GOROOT: %w", err)
	}
	script, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js"))
	if err != nil {
		return nil, fmt.Errorf("the script of Go that runs WebAssembly: %w", err)
	}
	site["wasm_exec.js"] = &fstest.MapFile{Data: script, Mode: 0o644}
	return site, nil
}

func buildWasm() (*fstest.MapFile, error) {
	dir, err := os.MkdirTemp("", "zobrist-playground-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	out := filepath.Join(dir, "zobrist.wasm")
	cmd := command("go", "build", "-trimpath", "-ldflags=-s -w", "-o", out, "github.com/zobrist-go/zobrist/playground/wasm")
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if text, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("go build: %w\n%s", err, text)
	}
	data, err := os.ReadFile(out)
	return &fstest.MapFile{Data: data, Mode: 0o644}, err
}

func command(name string, args ...string) *exec.Cmd { return exec.Command(name, args...) }

// write puts the files of the site into a directory, and reports their sizes.
func write(site fstest.MapFS, dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	return fs.WalkDir(site, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data := site[name].Data
		fmt.Printf("%-16s %8d bytes %8d by gzip\n", name, len(data), gzipped(data))
		return os.WriteFile(filepath.Join(dir, name), data, 0o644)
	})
}

func gzipped(data []byte) int {
	var b bytes.Buffer
	w, _ := gzip.NewWriterLevel(&b, gzip.BestCompression) // the level is valid
	w.Write(data)
	w.Close()
	return b.Len()
}
