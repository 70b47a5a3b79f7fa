package docs_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestContributing requires that CONTRIBUTING.md leads to places that exist: each file and folder,
// and each name that it says to be "in" a file of Go.
func TestContributing(t *testing.T) {
	page := strings.Join(strings.Fields(read(t, "../CONTRIBUTING.md")), " ")

	path := regexp.MustCompile("`([a-z.][a-z./-]*/[A-Za-z./_-]*)`")
	paths := path.FindAllStringSubmatch(page, -1)
	require.Greater(t, len(paths), 20)
	for _, m := range paths {
		if strings.HasPrefix(m[1], "golang.org/") {
			continue
		}
		_, err := os.Stat(filepath.Join("..", m[1]))
		assert.NoError(t, err, "CONTRIBUTING.md names %s", m[1])
	}

	place := regexp.MustCompile("`(\\w+)`(?: or `\\w+`)? in `([a-z/_]+\\.go)`")
	places := place.FindAllStringSubmatch(page, -1)
	require.GreaterOrEqual(t, len(places), 8)
	for _, m := range places {
		assert.Contains(t, declaredIn(t, m[2]), m[1], "CONTRIBUTING.md says that it is in %s", m[2])
	}
}

// declaredIn returns the names of the functions, methods, types, variables and constants of a file.
func declaredIn(t *testing.T, path string) (names []string) {
	file, err := parser.ParseFile(token.NewFileSet(), filepath.Join("..", path), nil, 0)
	require.NoError(t, err)
	for _, decl := range file.Decls {
		switch decl := decl.(type) {
		case *ast.FuncDecl:
			names = append(names, decl.Name.Name)
		case *ast.GenDecl:
			for _, spec := range decl.Specs {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					names = append(names, spec.Name.Name)
				case *ast.ValueSpec:
					for _, name := range spec.Names {
						names = append(names, name.Name)
					}
				}
			}
		}
	}
	return names
}
