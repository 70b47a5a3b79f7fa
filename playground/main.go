// Command playground is a page that shows how Zobrist keys change: the library
// itself, compiled to WebAssembly, with boards of chess and Othello.
//
//	go run .           # builds the page and serves it to this machine
//	go run . -o DIR    # writes its files, for any static host
package main

import (
	"embed"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing/fstest"
)

func main() {
	addr := flag.String("addr", "127.0.0.1:0", "serve on `HOST:PORT`; port 0 chooses a free port")
	dir := flag.String("o", "", "write the files to `DIR` and do not serve them")
	flag.Parse()
	if flag.NArg() > 0 {
		fmt.Fprintf(flag.CommandLine.Output(),
			"playground: %q: no arguments are expected, only flags\n", flag.Args())
		os.Exit(2)
	}
	if err := run(*addr, *dir); err != nil {
		fmt.Fprintln(os.Stderr, "playground:", err)
		os.Exit(1)
	}
}

func run(addr, dir string) error {
	fmt.Fprintln(os.Stderr, "Building the page: go build compiles the library to WebAssembly. "+
		"The first time, this takes a minute or two.")
	site, err := build()
	if err != nil {
		return err
	}
	if dir != "" {
		return write(site, dir)
	}
	l, err := net.Listen("tcp", addr)
	if err != nil {
		return err
	}
	fmt.Printf("http://%s/\n", l.Addr())
	return http.Serve(l, http.FileServerFS(site))
}

// page has all files of the site except the two that depend on the version of Go.
//
//go:embed page
var page embed.FS

// build returns the files of the site: the files in page, the library as WebAssembly,
// and Go's script that runs it. It needs the go command.
func build() (fstest.MapFS, error) {
	site := fstest.MapFS{}
	names, _ := fs.Glob(page, "page/*") // of embedded files, so that nothing can fail
	for _, name := range names {
		site[path.Base(name)], _ = file(page.ReadFile(name))
	}
	wasm, err := buildWasm()
	if err != nil {
		return nil, err
	}
	site["zobrist.wasm"] = wasm
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, fmt.Errorf("go env GOROOT: %w", err)
	}
	site["wasm_exec.js"], err = file(os.ReadFile(filepath.Join(strings.TrimSpace(string(root)),
		"lib", "wasm", "wasm_exec.js")))
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
	cmd := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-o",
		out, "github.com/zobrist-go/zobrist/playground/wasm")
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
