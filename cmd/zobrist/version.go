package main

import (
	"cmp"
	"fmt"
	"runtime"
	"runtime/debug"
)

// release is "VERSION COMMIT DATE" in a binary of a release, where .goreleaser.yaml
// sets it. Otherwise it is empty.
var release string

// version returns the version, the version of Go, and the system. Without release, it says
// what the go command recorded, which in a clone has the commit and its date.
func version() string {
	recorded := "(unknown)"
	if info, ok := debug.ReadBuildInfo(); ok {
		recorded = info.Main.Version
	}
	return fmt.Sprintf("zobrist %s %s %s/%s", cmp.Or(release, recorded), runtime.Version(), runtime.GOOS, runtime.GOARCH)
}
