package zobrist_test

import (
	"bytes"
	"flag"
	"go/ast"
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

	"github.com/zobrist-go/zobrist/internal/gotool"
)

var update = flag.Bool("update", false, "write testdata/api.txt")

// What the packages export changes only on purpose: with -update.
func TestAPI(t *testing.T) {
	var got strings.Builder
	for _, dir := range []string{".", "tt", "book", "zobristtest"} {
		lines := exported(t, dir)
		require.NotEmpty(t, lines, dir)
		for _, line := range lines {
			got.WriteString(line + "\n")
		}
	}
	const file = "testdata/api.txt"
	if *update {
		require.NoError(t, os.WriteFile(file, []byte(got.String()), 0o600))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Equal(t, string(want), got.String(), "go test -run TestAPI -update . accepts a change")
}

// exported returns the exported declarations of a package, sorted.
func exported(t *testing.T, dir string) (lines []string) {
	files := token.NewFileSet()
	names, err := filepath.Glob(filepath.Join(dir, "*.go"))
	require.NoError(t, err)
	add := func(pkg string, node ast.Node) {
		var text bytes.Buffer
		require.NoError(t, printer.Fprint(&text, files, node))
		line := pkg + ": " + strings.ReplaceAll(text.String(), "\n\n", "\n")
		if !slices.Contains(lines, line) { // else of another system
			lines = append(lines, line)
		}
	}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(files, name, nil, parser.SkipObjectResolution)
		require.NoError(t, err)
		ast.FileExports(file)
		for _, d := range file.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if d.Recv == nil || ast.IsExported(receiver(d.Recv.List[0].Type)) {
					d.Body = nil
					add(file.Name.Name, d)
				}
			case *ast.GenDecl:
				if d.Tok == token.CONST && len(d.Specs) > 0 { // later names continue the first's iota
					add(file.Name.Name, d)
				} else if d.Tok != token.CONST && d.Tok != token.IMPORT {
					for _, spec := range d.Specs {
						add(file.Name.Name, &ast.GenDecl{Tok: d.Tok, Specs: []ast.Spec{spec}})
					}
				}
			}
		}
	}
	slices.Sort(lines)
	return lines
}

// receiver returns the name of a method's type.
func receiver(t ast.Expr) string {
	switch t := t.(type) {
	case *ast.StarExpr:
		return receiver(t.X)
	case *ast.IndexExpr:
		return receiver(t.X)
	case *ast.IndexListExpr:
		return receiver(t.X)
	case *ast.Ident:
		return t.Name
	}
	return ""
}

// A program outside the module can use the signatures that must not change. (kit.go
// compiles from the commit on that has RunChess.)
func TestUserOutsideTheModule(t *testing.T) {
	t.Parallel()
	files := map[string]string{"testdata/user/main.go": "main.go"}
	if slices.ContainsFunc(exported(t, "zobristtest"), func(s string) bool { return strings.Contains(s, "func RunChess(") }) {
		files["testdata/user/kit.go"] = "kit_test.go"
	}
	dir := gotool.Outside(t, ".", files)
	assert.Equal(t, "true true 0000000000000000\n0 true\n{1 2} true\n801\n", gotool.Run(t, "run", "-C", dir, "-mod=mod", "."))
	gotool.Run(t, "vet", "-C", dir, "-mod=mod", ".")
}
