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

var publicPackages = []string{".", "chess", "othello", "tt", "book", "zobristtest"}

// What the packages export changes only on purpose: with -update.
func TestAPI(t *testing.T) {
	var api []string
	for _, dir := range publicPackages {
		lines := exported(t, dir)
		require.NotEmpty(t, lines, dir)
		slices.Sort(lines)
		api = append(api, lines...)
	}
	const file = "testdata/api.txt"
	got := strings.Join(api, "\n") + "\n"
	if *update {
		require.NoError(t, os.WriteFile(file, []byte(got), 0o600))
	}
	want := string(sample.Must(os.ReadFile(file)))
	const hint = "go test -run TestAPI -update . accepts a change"
	for _, line := range strings.SplitAfter(got, "\n") {
		assert.True(t, strings.Contains(want, line), "new: %s%s", line, hint)
	}
	for _, line := range strings.SplitAfter(want, "\n") {
		assert.True(t, strings.Contains(got, line), "gone: %s%s", line, hint)
	}
	assert.True(t, got == want, hint)
}

// exported returns the declarations that a package exports, in any order.
func exported(t *testing.T, dir string) (lines []string) {
	set := token.NewFileSet()
	var files []*ast.File
	for _, path := range sample.Must(filepath.Glob(filepath.Join(dir, "*.go"))) {
		files = append(files, sample.Must(parser.ParseFile(set, path, nil, 0)))
	}
	pkg := sample.Must(doc.NewFromFiles(set, files, "github.com/zobrist-go/zobrist/"+dir))
	add := func(node ast.Node) {
		var text strings.Builder
		require.NoError(t, printer.Fprint(&text, set, node))
		line := strings.ReplaceAll(text.String(), "\n\n", "\n")
		if _, ok := node.(*ast.FuncDecl); ok { // however its signature is wrapped
			line = strings.ReplaceAll(line, "(\n\t", "(")
			line = strings.ReplaceAll(line, ",\n)", ")")
			line = strings.ReplaceAll(line, "\n\t", " ")
		}
		lines = append(lines, pkg.Name+": "+line)
	}
	for _, value := range slices.Concat(pkg.Consts, pkg.Vars) {
		add(value.Decl)
	}
	for _, f := range pkg.Funcs {
		add(f.Decl)
	}
	for _, typ := range pkg.Types {
		add(typ.Decl)
		for _, value := range slices.Concat(typ.Consts, typ.Vars) {
			add(value.Decl)
		}
		for _, f := range slices.Concat(typ.Funcs, typ.Methods) {
			add(f.Decl)
		}
	}
	return lines
}

// Every Example has an output, so that it runs, and drops no error, because readers copy it.
// Those of zobristtest stand for tests that a user writes: they have no output.
func TestExamples(t *testing.T) {
	for _, dir := range publicPackages {
		if dir == "zobristtest" {
			continue
		}
		set := token.NewFileSet()
		for _, path := range sample.Must(filepath.Glob(filepath.Join(dir, "*example*_test.go"))) {
			file := sample.Must(parser.ParseFile(set, path, nil, parser.ParseComments))
			for _, e := range doc.Examples(file) {
				hasOutput := e.Output != "" || e.EmptyOutput
				assert.True(t, hasOutput, "%s: Example%s has no output", path, e.Name)
			}
			ast.Inspect(file, func(n ast.Node) bool {
				if assign, ok := n.(*ast.AssignStmt); ok {
					place := set.Position(n.Pos())
					assert.False(t, dropsError(assign), "%v: an error is dropped", place)
				}
				return true
			})
		}
	}
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
	if !ok {
		return false
	}
	name := fun.Sel.Name
	return strings.HasPrefix(name, "Parse") || strings.HasPrefix(name, "New") || name == "Marshal"
}
