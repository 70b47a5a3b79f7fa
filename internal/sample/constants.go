package sample

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
	"testing"
)

// Constants returns the values of the string constants of a type that a file of Go source declares,
// so that a test can require something of each, also of one that is declared later. In a const
// block with such a constant, all must have the type: one without it would not be found.
func Constants(t testing.TB, file, typeName string) (values []string) {
	t.Helper()
	files := token.NewFileSet()
	source, err := parser.ParseFile(files, file, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, declaration := range source.Decls {
		block, ok := declaration.(*ast.GenDecl)
		if !ok || block.Tok != token.CONST {
			continue
		}
		typed := 0
		for _, spec := range block.Specs {
			constant := spec.(*ast.ValueSpec)
			name, ok := constant.Type.(*ast.Ident)
			if !ok || name.Name != typeName {
				continue
			}
			typed++
			for _, value := range constant.Values {
				text, err := strconv.Unquote(value.(*ast.BasicLit).Value)
				if err != nil {
					t.Fatal(err)
				}
				values = append(values, text)
			}
		}
		if typed > 0 && typed < len(block.Specs) {
			t.Errorf("%s: some constants of this block lack the type %s",
				files.Position(block.Pos()), typeName)
		}
	}
	return values
}
