// Mutants changes the library in one place at a time, runs the tests, and lists the changes that
// no test notices.
//
//	go run ./.ci/mutants                 # 40 changes of each package
//	go run ./.ci/mutants -n 0 tt book    # all changes of two packages
//
// A change swaps an operator for a similar one, makes a condition false, or adds 1 to a number.
// Those that do not compile are not counted, and a test that does not end has noticed. A
// survivor is a test that is missing, or a change that makes no difference: read it, and write a
// test, or name it in equivalent.txt with the reason.
//
// 40 changes of each package take 15 to 30 minutes on two cores, so .ci/run full takes 40. There
// are some 2,500 changes in all.
package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"go/ast"
	"go/build"
	"go/format"
	"go/parser"
	"go/token"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"time"
)

// tests has the packages whose tests are asked about a package: its own, and those that use most
// of it.
var tests = map[string][]string{
	".":       {".", "./chess", "./othello"},
	"chess":   {"./chess"},
	"othello": {"./othello"},
	"tt":      {"./tt"},
	"book":    {"./book"},
}

// commands has the tests that run the go command, which does not see a mutant.
const commands = "^Test(README|Clone|User|Style|API|Inlining|ImportCostsNothing|" +
	"VetReportsCopies|MethodsAreInlined|ExampleIsOneFile)$"

var swaps = map[token.Token]token.Token{
	token.LSS: token.LEQ, token.LEQ: token.LSS, token.GTR: token.GEQ, token.GEQ: token.GTR,
	token.EQL: token.NEQ, token.NEQ: token.EQL, token.LAND: token.LOR, token.LOR: token.LAND,
	token.ADD: token.SUB, token.SUB: token.ADD, token.MUL: token.ADD, token.REM: token.MUL,
	token.SHL: token.SHR, token.SHR: token.SHL, token.AND: token.OR, token.OR: token.XOR,
	token.XOR: token.OR, token.AND_NOT: token.AND, token.QUO: token.MUL,
	token.XOR_ASSIGN: token.OR_ASSIGN, token.ADD_ASSIGN: token.SUB_ASSIGN,
	token.SUB_ASSIGN: token.ADD_ASSIGN, token.AND_NOT_ASSIGN: token.AND_ASSIGN,
	token.OR_ASSIGN: token.AND_ASSIGN, token.INC: token.DEC, token.DEC: token.INC,
}

// A mutant is one changed file.
type mutant struct {
	dir, file string
	line      int
	function  string // where the change is
	change    string
	text      []byte
	verdict   string // noticed, survived, invalid or equivalent
}

func main() {
	n := flag.Int("n", 40, "make `N` changes of each package; 0 makes all")
	seed := flag.Uint64("seed", 1, "chooses which")
	limit := flag.Duration("limit", 3*time.Minute, "a test that takes longer has noticed")
	flag.Parse()
	packages := flag.Args()
	if len(packages) == 0 {
		packages = []string{".", "chess", "othello", "tt", "book"}
	}
	var all []*mutant
	for _, dir := range packages {
		if tests[dir] == nil {
			fail(fmt.Errorf("no tests are known for package %q", dir))
		}
		mutants, err := mutate(dir)
		if err != nil {
			fail(err)
		}
		rng := rand.New(rand.NewPCG(*seed, 0))
		rng.Shuffle(len(mutants), func(i, j int) {
			mutants[i], mutants[j] = mutants[j], mutants[i]
		})
		if *n > 0 {
			mutants = mutants[:min(*n, len(mutants))]
		}
		all = append(all, mutants...)
	}
	equivalent, err := readEquivalent(".ci/mutants/equivalent.txt")
	if err != nil {
		fail(err)
	}
	for _, m := range all {
		if equivalent[m.file+": "+m.function+": "+m.change] {
			m.verdict = "equivalent"
		}
	}
	judge(all, *limit)
	for _, dir := range packages {
		counts := make(map[string]int)
		for _, m := range all {
			if m.dir == dir {
				counts[m.verdict]++
			}
		}
		fmt.Printf("%s: %d mutants made, %d noticed, %d survived "+
			"(%d more do not compile, %d are equivalent)\n", dir,
			counts["noticed"]+counts["survived"], counts["noticed"], counts["survived"],
			counts["invalid"], counts["equivalent"])
	}
}

// readEquivalent reads the changes that make no difference: file, function, change, a tab and the
// reason. They have no line numbers, so they stay when the lines move.
func readEquivalent(name string) (map[string]bool, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	known := make(map[string]bool)
	for _, line := range strings.Split(string(text), "\n") {
		change, _, _ := strings.Cut(line, "\t")
		known[change] = true
	}
	return known, nil
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "mutants:", err)
	os.Exit(2)
}

// judge runs the tests of all mutants, one for each core at a time. It prints the survivors.
func judge(all []*mutant, limit time.Duration) {
	next := make(chan *mutant)
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Add(1)
		go func() {
			defer workers.Done()
			for m := range next {
				m.verdict = m.judge(limit)
				if m.verdict == "survived" {
					fmt.Printf("%s:%d: %s: %s\n", m.file, m.line, m.function, m.change)
				}
			}
		}()
	}
	for _, m := range all {
		if m.verdict == "" {
			next <- m
		}
	}
	close(next)
	workers.Wait()
}

// judge compiles and tests a mutant. The file on disk stays as it is.
func (m *mutant) judge(limit time.Duration) string {
	dir, err := os.MkdirTemp("", "mutant")
	if err != nil {
		fail(err)
	}
	defer os.RemoveAll(dir)
	changed := filepath.Join(dir, "changed.go")
	overlay := filepath.Join(dir, "overlay.json")
	original, err := filepath.Abs(m.file)
	if err != nil {
		fail(err)
	}
	replace := map[string]map[string]string{"Replace": {original: changed}}
	text, err := json.Marshal(replace)
	if err != nil {
		fail(err)
	}
	for name, text := range map[string][]byte{changed: m.text, overlay: text} {
		if err := os.WriteFile(name, text, 0o600); err != nil {
			fail(err)
		}
	}
	compile := exec.Command("go", "build", "-overlay", overlay, "./"+m.dir)
	if compile.Run() != nil {
		return "invalid"
	}
	args := []string{"test", "-short", "-failfast", "-vet=off", "-skip", commands,
		"-overlay", overlay, "-timeout", limit.String()}
	if exec.Command("go", append(args, tests[m.dir]...)...).Run() != nil {
		return "noticed"
	}
	return "survived"
}

// mutate returns all changes of a package.
func mutate(dir string) ([]*mutant, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return nil, err
	}
	var all []*mutant
	for _, file := range files {
		built, err := build.Default.MatchFile(dir, filepath.Base(file))
		if err != nil {
			return nil, err
		}
		if !built || strings.HasSuffix(file, "_test.go") {
			continue // another system's, or a test
		}
		set := token.NewFileSet()
		parsed, err := parser.ParseFile(set, file, nil, parser.ParseComments)
		if err != nil {
			return nil, err
		}
		m := maker{set: set, parsed: parsed, dir: dir, file: file}
		for _, d := range parsed.Decls {
			// Constants are golden values, which a test of their own has.
			if f, ok := d.(*ast.FuncDecl); ok {
				m.function = f.Name.Name
				ast.Inspect(f, m.visit)
			}
		}
		all = append(all, m.all...)
	}
	return all, nil
}

// A maker makes the changes of a file.
type maker struct {
	set       *token.FileSet
	parsed    *ast.File
	dir, file string
	function  string
	all       []*mutant
}

func (m *maker) visit(node ast.Node) bool {
	switch n := node.(type) {
	case *ast.CallExpr:
		if f, ok := n.Fun.(*ast.Ident); ok && f.Name == "panic" {
			return false // the words of a message
		}
	case *ast.BinaryExpr:
		m.swap(n, &n.Op)
	case *ast.AssignStmt:
		m.swap(n, &n.Tok)
	case *ast.IncDecStmt:
		m.swap(n, &n.Tok)
	case *ast.IfStmt:
		cond := n.Cond
		m.add(n.Cond, func() {
			n.Cond = &ast.BinaryExpr{X: &ast.ParenExpr{X: cond}, Op: token.LAND,
				Y: ast.NewIdent("false")}
		}, func() { n.Cond = cond })
	case *ast.BasicLit:
		if n.Kind == token.INT {
			value := n.Value
			m.add(n, func() { n.Value = "(" + value + "+1)" }, func() { n.Value = value })
		}
	}
	return true
}

// swap makes the change of an operator that has a similar one.
func (m *maker) swap(node ast.Node, op *token.Token) {
	was := *op
	other, ok := swaps[was]
	if ok {
		m.add(node, func() { *op = other }, func() { *op = was })
	}
}

// add makes a change, keeps the text of the file, and takes the change back.
func (m *maker) add(node ast.Node, change, undo func()) {
	place := m.set.Position(node.Pos())
	before := m.text(node)
	change()
	after := m.text(node)
	var file bytes.Buffer
	err := format.Node(&file, m.set, m.parsed)
	undo()
	if err != nil {
		fail(err)
	}
	if before == after { // the node is a condition, which has been replaced
		after = "false"
	}
	m.all = append(m.all, &mutant{
		dir:      m.dir,
		file:     m.file,
		line:     place.Line,
		function: m.function,
		change:   before + " -> " + after,
		text:     file.Bytes(),
	})
}

// text returns the first line of a node.
func (m *maker) text(node ast.Node) string {
	var text bytes.Buffer
	if err := format.Node(&text, m.set, node); err != nil {
		fail(err)
	}
	first, _, _ := strings.Cut(text.String(), "\n")
	return first
}
