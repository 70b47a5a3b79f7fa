package zobrist_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist/internal/gotool"
	"github.com/zobrist-go/zobrist/internal/sample"
)

// TestUser compiles a program in a module of its own, which uses the signatures that must not
// change.
// It requires only what the library requires.
func TestUser(t *testing.T) {
	sample.Slow(t)
	t.Parallel()
	here := sample.Must(os.Getwd())
	dir := t.TempDir()
	write := func(name, text string) {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	mod := string(sample.Must(os.ReadFile("go.mod")))
	mod = strings.Replace(mod, "module github.com/zobrist-go/zobrist", "module example.com/user", 1)
	mod += "\nrequire github.com/zobrist-go/zobrist v0.0.0\n" +
		"replace github.com/zobrist-go/zobrist => " + here + "\n"
	write("go.mod", mod)
	write("go.sum", string(sample.Must(os.ReadFile("go.sum"))))
	write("main.go", string(sample.Must(os.ReadFile("testdata/user/main.go"))))
	t.Log(gotool.Run(t, "build", "-C", dir, "-mod=mod", "-o", os.DevNull, "."))
}
