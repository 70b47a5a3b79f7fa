package main

import (
	"embed"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
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
	names, err := fs.Glob(page, "page/*")
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		if site[path.Base(name)], err = file(page.ReadFile(name)); err != nil {
			return nil, err
		}
	}
	if site["zobrist.wasm"], err = buildWasm(); err != nil {
		return nil, err
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, fmt.Errorf("go env GOROOT: %w", err)
	}
	site["wasm_exec.js"], err = file(os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js")))
	return site, err
}

func file(data []byte, err error) (*fstest.MapFile, error) {
	return &fstest.MapFile{Data: data, Mode: 0o644}, err
}

func buildWasm() (*fstest.MapFile, error) {
	dir, err := os.MkdirTemp("", "zobrist-playground-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	out := filepath.Join(dir, "zobrist.wasm")
	cmd := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-o", out, "github.com/zobrist-go/zobrist/playground/wasm")
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if text, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("go build: %w\n%s", err, text)
	}
	return file(os.ReadFile(out))
}

// write puts the files of the site into a directory, and prints their sizes.
func write(site fstest.MapFS, dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(site)) {
		data := site[name].Data
		fmt.Printf("%-16s %8d bytes\n", name, len(data))
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			return err
		}
	}
	return nil
}
