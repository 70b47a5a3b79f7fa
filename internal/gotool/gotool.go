// Package gotool runs the go command in tests of what the compiler makes.
package gotool

import (
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// Run runs the go command and returns what it prints. It skips the test in short mode, and
// without a go command.
func Run(t testing.TB, args ...string) string {
	t.Helper()
	if testing.Short() {
		t.Skip("builds programs")
	}
	_, err := exec.LookPath("go")
	cannotRun := slices.Contains([]string{"js", "wasip1", "android", "ios"}, runtime.GOOS)
	if err != nil || cannotRun {
		t.Skip("no go command here")
	}
	out, err := exec.Command("go", args...).CombinedOutput()
	if err != nil && strings.Contains(err.Error(), "exec format error") {
		t.Skip(err)
	}
	if err != nil {
		t.Fatalf("go %v: %v\n%s", args, err, out)
	}
	return string(out)
}
