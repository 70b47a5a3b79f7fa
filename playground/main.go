// Command playground is a page that shows how Zobrist keys change: the library
// itself, compiled to WebAssembly, with boards of chess and Othello.
//
//	go run .           # builds the page and serves it to this machine
//	go run . -o DIR    # writes its files, for any static host
package main

import (
	"flag"
	"fmt"
	"net"
	"net/http"
	"os"
	"testing/fstest"

	"github.com/klauspost/compress/gzhttp"
)

func main() {
	addr := flag.String("addr", "127.0.0.1:0", "serve on `HOST:PORT`; port 0 chooses a free port")
	dir := flag.String("o", "", "write the files to `DIR` and do not serve them")
	flag.Parse()
	if flag.NArg() > 0 {
		fmt.Fprintf(flag.CommandLine.Output(), "playground: %q: no arguments are expected, only flags\n", flag.Args())
		os.Exit(2)
	}
	if err := run(*addr, *dir); err != nil {
		fmt.Fprintln(os.Stderr, "playground:", err)
		os.Exit(1)
	}
}

func run(addr, dir string) error {
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
	return http.Serve(l, handler(site))
}

// handler serves the site, compressed if the client accepts it.
func handler(site fstest.MapFS) http.Handler {
	return gzhttp.GzipHandler(http.FileServerFS(site))
}
