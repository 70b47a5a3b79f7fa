package zobrist_test

import (
	"flag"
	"go/ast"
	"go/doc"
	"go/parser"
	"go/printer"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist/internal/sample"
)

var update = flag.Bool("update", false, "write testdata/api.txt")

// What the packages export changes only on purpose: with -update. Every exported
// function, type and method has an Example with its output, and every group of constants
// is used in one. Examples drop no errors, because readers copy them.
func TestAPI(t *testing.T) {
	var api []string
	for _, dir := range []string{".", "chess", "othello", "tt", "book", "zobristtest"} {
		set, used := token.NewFileSet(), map[string]bool{}
		pkg := documentation(t, set, used, dir)
		var lines []string
		add := func(node ast.Node, name string, shown bool) {
			var text strings.Builder
			require.NoError(t, printer.Fprint(&text, set, node))
			lines = append(lines, pkg.Name+": "+strings.ReplaceAll(text.String(), "\n\n", "\n"))
			assert.True(t, shown || dir == "zobristtest", "%s.%s has no example", pkg.Name, name)
		}
		values := func(groups []*doc.Value) {
			for _, g := range groups {
				add(g.Decl, g.Names[0], slices.ContainsFunc(g.Names, func(name string) bool { return used[name] }))
			}
		}
		shown := func(e *doc.Example) bool { return e.Suffix == "" }
		funcs := func(funcs []*doc.Func) {
			for _, f := range funcs {
				add(f.Decl, f.Name, slices.ContainsFunc(f.Examples, shown))
			}
		}
		values(slices.Concat(pkg.Consts, pkg.Vars))
		funcs(pkg.Funcs)
		for _, typ := range pkg.Types {
			add(typ.Decl, typ.Name, slices.ContainsFunc(typ.Examples, shown))
			values(slices.Concat(typ.Consts, typ.Vars))
			funcs(slices.Concat(typ.Funcs, typ.Methods))
		}
		require.NotEmpty(t, lines, dir)
		slices.Sort(lines)
		api = append(api, lines...)
	}
	const file = "testdata/api.txt"
	got := strings.Join(api, "\n") + "\n"
	if *update {
		require.NoError(t, os.WriteFile(file, []byte(got), 0o600))
	}
	want := sample.Must(os.ReadFile(file))
	assert.Equal(t, string(want), got, "go test -run TestAPI -update . accepts a change")
}

// documentation parses a package with its examples, and checks these. It notes the
// constants and variables that they use.
func documentation(t *testing.T, set *token.FileSet, used map[string]bool, dir string) *doc.Package {
	paths := sample.Must(filepath.Glob(filepath.Join(dir, "*.go")))
	var files []*ast.File
	for _, path := range paths {
		mode := parser.Mode(0)
		if strings.HasSuffix(path, "_test.go") {
			mode = parser.ParseComments
		}
		file := sample.Must(parser.ParseFile(set, path, nil, mode))
		files = append(files, file)
		if !strings.Contains(path, "example") || dir == "zobristtest" { // whose examples have no output
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
	pkg := sample.Must(doc.NewFromFiles(set, files, "github.com/zobrist-go/zobrist/"+dir))
	return pkg
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
