package zobrist_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestCopyable requires that what a reader may copy into a module of their own compiles there: the
// programs under examples, and each file with an Example. Go lets no other module import an
// internal package.
func TestCopyable(t *testing.T) {
	programs, examples := 0, 0
	err := filepath.WalkDir(".", func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && (entry.Name() == "testdata" || entry.Name() == ".git"):
			return filepath.SkipDir
		case filepath.Ext(path) != ".go":
			return nil
		}
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		file, err := parser.ParseFile(token.NewFileSet(), path, text, 0)
		require.NoError(t, err)
		isTest := strings.HasSuffix(path, "_test.go")
		isProgram := strings.HasPrefix(filepath.ToSlash(path), "examples/") && !isTest
		switch {
		case isProgram:
			programs++
		case isTest && hasExample(file):
			examples++
		default:
			return nil
		}
		assert.Empty(t, internals(file), "%s: nobody can copy it into another module", path)
		return nil
	})
	require.NoError(t, err)
	assert.Greater(t, programs, 8)
	assert.Greater(t, examples, 15)
}

// hasExample reports whether a file has an Example.
func hasExample(file *ast.File) bool {
	for _, d := range file.Decls {
		f, ok := d.(*ast.FuncDecl)
		if ok && f.Recv == nil && strings.HasPrefix(f.Name.Name, "Example") {
			return true
		}
	}
	return false
}

// internals returns the internal packages that a file imports.
func internals(file *ast.File) (all []string) {
	for _, spec := range file.Imports {
		path, err := strconv.Unquote(spec.Path.Value)
		if err == nil && strings.Contains("/"+path+"/", "/internal/") {
			all = append(all, path)
		}
	}
	return all
}

// TestInternals plants an import of an internal package in a file with an Example.
func TestInternals(t *testing.T) {
	const module = "github.com/zobrist-go/zobrist"
	for imported, want := range map[string][]string{
		module:                     nil,
		module + "/chess":          nil,
		"example.com/internals":    nil,
		module + "/internal/lines": {module + "/internal/lines"},
	} {
		text := "package zobrist_test\n\nimport x \"" + imported + "\"\n\n" +
			"func ExampleTable() { x.F() }\n"
		file, err := parser.ParseFile(token.NewFileSet(), "", text, 0)
		require.NoError(t, err)
		assert.True(t, hasExample(file))
		assert.Equal(t, want, internals(file))
	}
}
