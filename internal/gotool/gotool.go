// Package gotool runs the go command in tests of what the compiler makes.
package gotool

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// Run runs the go command and returns what it prints. It skips the test in short
// mode, and where there is no go command.
func Run(t testing.TB, args ...string) string {
	t.Helper()
	if testing.Short() {
		t.Skip("builds programs")
	}
	if _, err := exec.LookPath("go"); err != nil || slices.Contains([]string{"js", "wasip1", "android", "ios"}, runtime.GOOS) {
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

// Outside copies files into a new module in a workspace with this one, whose folder is
// root, and returns the new folder. The keys of files are paths here, the values names
// there.
func Outside(t testing.TB, root string, files map[string]string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	root, err := filepath.Abs(root)
	written := map[string]string{
		"go.mod":  "module example.com/user\n\ngo 1.23.0\n",
		"go.work": "go 1.23.0\n\nuse (\n\t.\n\t" + root + "\n)\n",
	}
	for from, to := range files {
		text, readErr := os.ReadFile(from)
		err, written[to] = errors.Join(err, readErr), string(text)
	}
	for name, text := range written {
		err = errors.Join(err, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	if err != nil {
		t.Fatal(err)
	}
	return dir
}
