package zobrist_test

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The limits of TestStyle.
const (
	maxColumns = 100 // of a line, where a tab counts as tabColumns
	tabColumns = 4
	maxTerms   = 4 // that && and || join in the condition of an if
)

// TestStyle fails for four signs that code was written to be short, in every Go file of the tree:
// tests, examples, testdata and nested modules too. CONTRIBUTING.md says why.
func TestStyle(t *testing.T) {
	t.Parallel()
	files := 0
	err := filepath.WalkDir(".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && path != "." && strings.HasPrefix(entry.Name(), ".") {
			return filepath.SkipDir
		}
		if entry.IsDir() || filepath.Ext(path) != ".go" {
			return nil
		}
		files++
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		signs, err := styleSigns(path, text)
		for _, sign := range signs {
			t.Error(sign)
		}
		return err
	})
	require.NoError(t, err)
	assert.Greater(t, files, 200, "the test must find the files of the tree")
}

// styleSigns returns the places of a file that are hard to read, with what to write instead.
func styleSigns(path string, text []byte) (signs []string, err error) {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, path, text, parser.ParseComments)
	if err != nil {
		return nil, err
	}
	if ast.IsGenerated(file) {
		return nil, nil
	}
	report := func(line int, format string, args ...any) {
		place := fmt.Sprintf("%s:%d: ", filepath.ToSlash(path), line)
		signs = append(signs, place+fmt.Sprintf(format, args...))
	}

	tab := []byte(strings.Repeat(" ", tabColumns))
	for i, line := range bytes.Split(text, []byte("\n")) {
		columns := utf8.RuneCount(bytes.ReplaceAll(line, []byte("\t"), tab))
		if columns > maxColumns {
			report(i+1, "the line has %d columns: break it, at most %d fit", columns, maxColumns)
		}
	}

	const smuggled = "%s first does work that its condition does not read: " +
		"write that work as a statement before it"
	ast.Inspect(file, func(n ast.Node) bool {
		if n == nil {
			return false
		}
		line := files.Position(n.Pos()).Line
		switch n := n.(type) {
		case *ast.IfStmt:
			if smuggles(n.Init, n.Cond) {
				report(line, smuggled, "the if")
			}
			if count := terms(n.Cond); count > maxTerms {
				report(line, "the condition has %d terms: name some, or write several ifs", count)
			}
		case *ast.SwitchStmt:
			if smuggles(n.Init, conditions(n)...) {
				report(line, smuggled, "the switch")
			}
		case *ast.ForStmt:
			if _, isCall := n.Init.(*ast.ExprStmt); isCall {
				report(line, smuggled, "the for")
			}
		case *ast.IndexExpr:
			if _, isLiteral := n.X.(*ast.CompositeLit); isLiteral {
				report(
					line,
					"a literal is indexed at once: write an if or a switch, or name the literal",
				)
			}
		}
		return true
	})
	return signs, nil
}

// conditions returns what a switch reads to choose a case.
func conditions(s *ast.SwitchStmt) (all []ast.Expr) {
	if s.Tag != nil {
		return []ast.Expr{s.Tag}
	}
	for _, clause := range s.Body.List {
		all = append(all, clause.(*ast.CaseClause).List...)
	}
	return all
}

// smuggles reports whether init changes something, and no condition reads any of it. A declaration
// such as err := f() is no smuggling: it limits the scope of its variables.
func smuggles(init ast.Stmt, conditions ...ast.Expr) bool {
	var changed []ast.Expr
	switch s := init.(type) {
	case *ast.AssignStmt:
		if s.Tok == token.DEFINE {
			return false
		}
		changed = s.Lhs
	case *ast.IncDecStmt:
		changed = []ast.Expr{s.X}
	case *ast.ExprStmt: // such as a call, whose result nobody reads
		return true
	default:
		return false
	}
	for _, read := range operands(conditions) {
		for _, expr := range changed {
			written := types.ExprString(expr)
			if isPart(written, read) || isPart(read, written) {
				return false
			}
		}
	}
	return true
}

// operands returns what expressions read, as it is written, such as c.piece: that does not read
// c.kind, nor all of c. A method may read a field of its receiver, but no reader of the condition
// sees that.
func operands(all []ast.Expr) (read []string) {
	for _, expr := range all {
		ast.Inspect(expr, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.IndexExpr:
				read = append(read, types.ExprString(n))
				read = append(read, operands([]ast.Expr{n.Index})...)
				return false
			case *ast.SelectorExpr, *ast.Ident:
				read = append(read, types.ExprString(n.(ast.Expr)))
				return false
			}
			return true
		})
	}
	return read
}

// isPart reports whether an operand is a field, an element or all of another one.
func isPart(part, whole string) bool {
	rest, ok := strings.CutPrefix(part, whole)
	return ok && (rest == "" || rest[0] == '.' || rest[0] == '[')
}

// terms counts what && and || join.
func terms(e ast.Expr) int {
	switch e := e.(type) {
	case *ast.ParenExpr:
		return terms(e.X)
	case *ast.UnaryExpr:
		return terms(e.X)
	case *ast.BinaryExpr:
		if e.Op == token.LAND || e.Op == token.LOR {
			return terms(e.X) + terms(e.Y)
		}
	}
	return 1
}

// TestStyleFinds plants a line of each sign, and lines that come close to one.
func TestStyleFinds(t *testing.T) {
	t.Parallel()
	const work = "first does work"
	wide := "// " + strings.Repeat("x", maxColumns-len("// "))
	for _, c := range []struct{ code, want string }{
		{"if x = f(); y > 0 {\n}", "the if " + work},
		{"if x = f(); x > 0 {\n}", ""},
		{"if x++; y > 0 {\n}", "the if " + work},
		{"if x++; x > 0 {\n}", ""},
		{"if f(); y > 0 {\n}", "the if " + work},
		{"if err := f(); y > 0 {\n_ = err\n}", ""},
		{"if all[i] = f(); i > 0 {\n}", "the if " + work},
		{"if all[i] = f(); all[i] > 0 {\n}", ""},
		{"if all[i] = f(); all[j] > 0 {\n}", "the if " + work},
		{"if all[i] = f(); len(all) > 0 {\n}", ""},
		{"if all[i]++; other[all[i]] > 0 {\n}", ""},
		{"if c.kind = f(); c.piece > 0 {\n}", "the if " + work},
		{"if c.kind = f(); c.kind > 0 {\n}", ""},
		{"if c.kind = f(); c.kinds > 0 {\n}", "the if " + work},
		{"if c.kind = f(); g(c) {\n}", ""},
		{"if c.kind = f(); g(c.piece) {\n}", "the if " + work},
		{"if c.kind = f(); c.isKing() {\n}", "the if " + work},
		{"if c = f(); c.isKing() {\n}", ""},
		{"if c.kind = f(); c.piece.isKing() {\n}", "the if " + work},
		{"if c.kind = f(); !c.kind.isKing() {\n}", ""},
		{"if c = f(); c.piece > 0 {\n}", ""},
		{"if c.kind, err = f(); err != nil {\n}", ""},
		{"switch c.plies++; {\ncase c.Is(x) && c.plies > 9:\n}", ""},
		{"switch c.plies++; c.kind {\n}", "the switch " + work},
		{"if y > 0 { } else if x = f(); y < 0 {\n}", "the if " + work},
		{"switch x = f(); y {\n}", "the switch " + work},
		{"switch x = f(); x {\n}", ""},
		{"switch x = f(); {\ncase y > 0:\n}", "the switch " + work},
		{"switch x = f(); {\ncase y > 0:\ncase x > 0:\n}", ""},
		{"for f(); y > 0; y-- {\n}", "the for " + work},
		{"for y = 3; y > 0; y-- {\n}", ""},
		{"y = map[bool]int{true: 1}[x > 0]", "indexed at once"},
		{"y = []int{1, 2}[x]", "indexed at once"},
		{"all := []int{1, 2}\ny = all[x]", ""},
		{"if a && b && c && d {\n}", ""},
		{"if a && (b || !(c && d) || e) {\n}", "5 terms"},
		{wide, ""},
		{wide + "x", "101 columns"},
		{"\t" + wide[tabColumns:] + "x", "101 columns"},
		{strings.ReplaceAll(wide, "x", "é"), ""},
	} {
		text := "package planted\n\nfunc _() {\n" + c.code + "\n}\n"
		signs, err := styleSigns("folder/planted.go", []byte(text))
		require.NoError(t, err, c.code)
		if c.want == "" {
			assert.Empty(t, signs, c.code)
			continue
		}
		require.Len(t, signs, 1, c.code)
		assert.Contains(t, signs[0], c.want)
		assert.Contains(t, signs[0], "folder/planted.go:4: ")
	}
	generated := "// Code generated by hand. DO NOT EDIT.\n\npackage x\n" + wide + "x\n"
	signs, err := styleSigns("x.go", []byte(generated))
	require.NoError(t, err)
	assert.Empty(t, signs, "generated files may look as they like")
}
