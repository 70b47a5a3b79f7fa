package main

import (
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist/internal/gotool"
)

func TestVersion(t *testing.T) {
	for _, arg := range []string{"version", "-version", "--version"} {
		status, out, errs := call("", arg)
		assert.Zero(t, status)
		assert.Empty(t, errs)
		assert.Regexp(t, `^zobrist \S+( \w+ \S+Z)? go\S+ \w+/\w+\n$`, out)
	}

	info := &debug.BuildInfo{Main: debug.Module{Version: "v1.2.3"}}
	assert.Equal(t, "v1.2.3", recorded(info), "go install ...@v1.2.3")
	info.Settings = []debug.BuildSetting{{Key: "vcs", Value: "git"}, {Key: "vcs.revision", Value: "9f7cf75"}, {Key: "vcs.time", Value: "2026-11-22T00:10:00Z"}}
	assert.Equal(t, "v1.2.3 9f7cf75 2026-11-22T00:10:00Z", recorded(info), "go build in a clone")
}

// TestVersionOfRelease requires that the linker can set what .goreleaser.yaml sets.
func TestVersionOfRelease(t *testing.T) {
	exe := filepath.Join(t.TempDir(), "zobrist.exe")
	gotool.Run(t, "build", "-ldflags", "-X 'main.release=v1.2.3 9f7cf75 2026-11-22T00:10:00Z'", "-o", exe, ".")
	out, err := exec.Command(exe, "version").Output()
	require.NoError(t, err)
	assert.Regexp(t, `^zobrist v1\.2\.3 9f7cf75 2026-11-22T00:10:00Z go`, string(out))
}
