// Package gotool runs the go command in tests of what the compiler makes.
package gotool

import (
	"fmt"
	"maps"
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
	cmd := exec.Command("go", args...)
	cmd.Env = append(os.Environ(), "GOWORK=off") // with a workspace, -mod=mod is an error
	out, err := cmd.CombinedOutput()
	if err != nil && strings.Contains(err.Error(), "exec format error") {
		t.Skip(err)
	}
	if err != nil {
		t.Fatalf("go %v: %v\n%s", args, err, out)
	}
	return string(out)
}

// Outside copies files into a new module that requires this one, whose folder is
// root, and returns the new folder. The keys of files are paths here, the values
// names there.
func Outside(t testing.TB, root string, files map[string]string) (dir string) {
	t.Helper()
	root, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	mod, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	_, requires, _ := strings.Cut(string(mod), "\nrequire")
	dir = t.TempDir()
	text := fmt.Sprintf("module example.com/user\n\ngo 1.23.0\n\nrequire%s\nrequire github.com/zobrist-go/zobrist v0.0.0\n\nreplace github.com/zobrist-go/zobrist => %s\n", requires, root)
	if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	copied := map[string]string{filepath.Join(root, "go.sum"): "go.sum"}
	maps.Copy(copied, files)
	for from, to := range copied {
		text, err := os.ReadFile(from)
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, to), text, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return dir
}
