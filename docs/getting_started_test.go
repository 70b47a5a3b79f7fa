package docs_test

import (
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist/internal/gotool"
	"github.com/zobrist-go/zobrist/internal/sample"
)

// A program is a file of Go as a reader has it after some steps of getting-started.md: a
// declaration that a later step shows again replaces the earlier one.
type program struct {
	names []string          // in the order in which the page shows them first
	code  map[string]string // with the comment above each
}

// add adds the declarations of a block of code.
func (p *program) add(t *testing.T, code string) {
	if !strings.Contains(code, "package main") {
		code = "package main\n\n" + code
	}
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, "", code, parser.ParseComments)
	require.NoError(t, err, code)
	end := file.Name.End()
	for _, d := range file.Decls {
		name := nameOf(d)
		if p.code[name] == "" {
			p.names = append(p.names, name)
		}
		// A comment apart from all declarations belongs to the one that follows it.
		text := code[set.Position(end).Offset:set.Position(d.End()).Offset]
		p.code[name] = strings.TrimSpace(text)
		end = d.End()
	}
}

// nameOf returns what makes a declaration different from others: "func main", "var src".
func nameOf(d ast.Decl) string {
	if f, ok := d.(*ast.FuncDecl); ok {
		if f.Recv == nil {
			return "func " + f.Name.Name
		}
		return "method " + f.Name.Name
	}
	g := d.(*ast.GenDecl)
	switch first := g.Specs[0].(type) {
	case *ast.TypeSpec:
		return "type " + first.Name.Name
	case *ast.ValueSpec:
		return g.Tok.String() + " " + first.Names[0].Name
	}
	return "import"
}

// text returns the program with main at its end.
func (p *program) text(t *testing.T) string {
	parts := []string{"package main"}
	for _, name := range p.names {
		if name != "func main" {
			parts = append(parts, p.code[name])
		}
	}
	if main := p.code["func main"]; main != "" {
		parts = append(parts, main)
	}
	text, err := format.Source([]byte(strings.Join(parts, "\n\n") + "\n"))
	require.NoError(t, err)
	return string(text)
}

// TestGettingStarted follows getting-started.md step by step. Each program prints what the page
// shows below it, the test passes, and it fails with the planted bug as the page says. The complete
// program is examples/go5. With -update, the test writes what is printed, and examples/go5.
func TestGettingStarted(t *testing.T) {
	sample.Slow(t)
	gotool.Run(t, "version") // or skip
	t.Parallel()
	page := read(t, "getting-started.md")
	steps := regexp.MustCompile(`(?m)^## \d+\. `).Split(page, -1)[1:]
	require.Len(t, steps, 10)
	here, err := filepath.Abs("..")
	require.NoError(t, err)
	dir := t.TempDir()
	run := func(args ...string) (string, error) {
		cmd := exec.Command("go", args...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GOWORK=", "GOFLAGS=-buildvcs=false")
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	must := func(args ...string) string {
		out, err := run(args...)
		require.NoError(t, err, out)
		return out
	}
	assert.Contains(t, page, "\ngo mod init go5\ngo get github.com/zobrist-go/zobrist\n```")
	must("mod", "init", "go5")
	must("work", "init", ".", here) // as the page says for a clone

	// Each step is a package with a function Main, so that one program runs all.
	main, tests := program{code: map[string]string{}}, program{code: map[string]string{}}
	calls, imports := "", ""
	for i, step := range steps {
		for _, code := range blocks(step, "go") {
			if strings.Contains(code, "\n\t\"testing\"\n") {
				tests.add(t, code)
			} else {
				main.add(t, code)
			}
		}
		name := fmt.Sprintf("step%d", i+1)
		text := strings.Replace(main.text(t), "package main", "package "+name, 1)
		text = strings.Replace(text, "\nfunc main()", "\nfunc Main()", 1)
		write(t, filepath.Join(dir, name, "main.go"), text)
		imports += fmt.Sprintf("import %q\n", "go5/"+name)
		calls += fmt.Sprintf("\t%s.Main()\n\tprintln(\"----\")\n", name)
	}
	all := "package main\n\n" + imports + "\nfunc main() {\n" + calls + "}\n"
	write(t, filepath.Join(dir, "main.go"), all)
	printed := strings.Split(must("run", "."), "----\n")
	require.Len(t, printed, len(steps)+1)

	write(t, filepath.Join(dir, "go5", "main.go"), main.text(t))
	write(t, filepath.Join(dir, "go5", "keys_test.go"), tests.text(t))
	// Which sequence of moves Run reports depends on time. Walk always reports the first.
	write(t, filepath.Join(dir, "go5", "walk_test.go"), walkTest)
	must("test", "-short", "-vet=all", "./go5")
	loop := "\tfor _, captured := range g.captures(point) {\n" +
		"\t\th = stones.Toggle(h, captured, opponent(g.toMove))\n" +
		"\t}\n"
	require.Equal(t, 1, strings.Count(main.text(t), loop))
	write(t, filepath.Join(dir, "go5", "main.go"), strings.Replace(main.text(t), loop, "", 1))
	failed, err := run("test", "-short", "-vet=off", "./go5")
	require.Error(t, err)
	form := `After\(..\) after .*: got \w{16}, want \w{16}; wrong by: ".. (black|white)"`
	assert.Regexp(t, form, failed)
	_, walk, _ := strings.Cut(failed, "--- FAIL: TestWalk ")
	message := regexp.MustCompile(`After.*: got .*`).FindString(walk)
	require.NotEmpty(t, message, failed)
	printed[9] = message + "\n"

	for i, step := range steps {
		shown := blocks(step, "text")
		require.NotEmpty(t, shown, i+1)
		last := shown[len(shown)-1]
		if *update {
			fence := "```text\n"
			updated := strings.Replace(step, fence+last+"```", fence+printed[i]+"```", 1)
			page = strings.Replace(page, step, updated, 1)
		} else {
			assert.Equal(t, last, printed[i], "step %d", i+1)
		}
	}
	example := filepath.Join("..", "examples", "go5")
	if *update {
		require.NoError(t, os.WriteFile("getting-started.md", []byte(page), 0o600))
		write(t, filepath.Join(example, "main.go"), main.text(t))
		write(t, filepath.Join(example, "keys_test.go"), tests.text(t))
	}
	assert.Equal(t, main.text(t), read(t, filepath.Join(example, "main.go")))
	assert.Equal(t, tests.text(t), read(t, filepath.Join(example, "keys_test.go")))
}

const walkTest = `package main

import (
	"testing"

	"github.com/zobrist-go/zobrist/zobristtest"
)

func TestWalk(t *testing.T) {
	err := zobristtest.Walk(newGame(), 3)
	if err != nil {
		t.Fatal(err)
	}
}
`

func write(t *testing.T, name, text string) {
	require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o755))
	require.NoError(t, os.WriteFile(name, []byte(text), 0o644))
}
