package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
)

// release is "VERSION COMMIT DATE" in a binary of a release, where .goreleaser.yaml
// sets it. Otherwise it is empty.
var release string

// version returns the version, the commit with its date, the version of Go, and the
// system. Without release, it says what the go command recorded: for go install
// ...@VERSION the version, and for go build in a clone also the commit.
func version() string {
	v := release
	if info, ok := debug.ReadBuildInfo(); ok && v == "" {
		v = recorded(info)
	}
	return fmt.Sprintf("zobrist %s %s %s/%s", v, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

// recorded returns version, commit and date, as far as the go command recorded them.
func recorded(info *debug.BuildInfo) string {
	known := []string{info.Main.Version}
	for _, key := range []string{"vcs.revision", "vcs.time"} {
		for _, s := range info.Settings {
			if s.Key == key {
				known = append(known, s.Value)
			}
		}
	}
	return strings.Join(known, " ")
}
