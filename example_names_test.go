package zobrist_test

import (
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestExamples requires an Example with its output for every exported function,
// type and method, the use of every group of constants in some example, and that
// examples drop no errors, because readers copy them.
func TestExamples(t *testing.T) {
	var files []*ast.File
	set := token.NewFileSet()
	used := map[string]bool{}
	paths, err := filepath.Glob("*.go")
	require.NoError(t, err)
	for _, path := range paths {
		file, err := parser.ParseFile(set, path, nil, parser.ParseComments)
		require.NoError(t, err)
		files = append(files, file)
		if !strings.HasPrefix(path, "example_") {
			continue
		}
		for _, e := range doc.Examples(file) {
			assert.True(t, e.Output != "" || e.EmptyOutput, "Example%s has no output, so it does not run", e.Name)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.SelectorExpr:
				used[n.Sel.Name] = true
			case *ast.AssignStmt:
				assert.False(t, dropsError(n), "%v: an error is dropped", set.Position(n.Pos()))
			}
			return true
		})
	}
	pkg, err := doc.NewFromFiles(set, files, "github.com/zobrist-go/zobrist")
	require.NoError(t, err)

	names := 0
	has := func(name string, examples []*doc.Example) {
		names++
		ok := slices.ContainsFunc(examples, func(e *doc.Example) bool { return e.Suffix == "" })
		assert.True(t, ok, "%s has no example", name)
	}
	constants := func(groups []*doc.Value) {
		for _, g := range groups {
			assert.True(t, slices.ContainsFunc(g.Names, func(name string) bool { return used[name] }), "no example uses any of %v", g.Names)
		}
	}
	constants(pkg.Consts)
	for _, f := range pkg.Funcs {
		has(f.Name, f.Examples)
	}
	for _, typ := range pkg.Types {
		constants(typ.Consts)
		has(typ.Name, typ.Examples)
		for _, f := range typ.Funcs {
			has(f.Name, f.Examples)
		}
		for _, f := range typ.Methods {
			has(typ.Name+"."+f.Name, f.Examples)
		}
	}
	assert.Greater(t, names, 80)
}

// dropsError reports whether the second result of a function that parses, makes
// or marshals something goes to the blank identifier.
func dropsError(n *ast.AssignStmt) bool {
	call, ok := n.Rhs[0].(*ast.CallExpr)
	if !ok || len(n.Lhs) != 2 {
		return false
	}
	second, ok := n.Lhs[1].(*ast.Ident)
	if !ok || second.Name != "_" {
		return false
	}
	fun, ok := call.Fun.(*ast.SelectorExpr)
	return ok && (strings.HasPrefix(fun.Sel.Name, "Parse") || strings.HasPrefix(fun.Sel.Name, "New") || fun.Sel.Name == "Marshal")
}
