package subject

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
)

// A NoKeyError says that an engine printed no key.
type NoKeyError struct {
	Program string
	Asked   []string // the position, then the commands that were tried
	Came    []string
	Regexp  *regexp.Regexp // the regexp for the key
	Short   string         // what is wrong with it
	Before  bool           // it printed keys before
}

// noKey returns the error of an answer without a key to the first of commands, a position,
// and the others. before says that the engine printed keys before.
func (s *Session) noKey(before bool, came []string, commands ...string) error {
	return &NoKeyError{Program: s.opt.Program, Asked: commands, Came: came, Regexp: s.opt.Key, Short: s.read.short, Before: before}
}

func (e *NoKeyError) Error() string {
	var b strings.Builder
	if e.Short != "" {
		fmt.Fprintf(&b, "-key %s does not match a whole number: %s", e.Regexp, e.Short)
	} else {
		fmt.Fprintf(&b, "%s prints no key", e.Program)
		if e.Regexp != nil {
			fmt.Fprintf(&b, " that matches %s", e.Regexp)
		}
		if e.Before {
			b.WriteString(" here, although it did before")
		}
	}
	fmt.Fprintf(&b, ".\nAsked:\n\t%s\n\t%s\nIt printed", cut(e.Asked[0]), strings.Join(e.Asked[1:], ", "))
	if len(e.Came) == 0 {
		b.WriteString(" nothing.")
	} else {
		b.WriteString(":")
	}
	for i, line := range e.Came {
		if i == 30 {
			fmt.Fprintf(&b, "\n\t... (%d more lines)", len(e.Came)-i)
			break
		}
		b.WriteString("\n\t" + cut(line))
	}
	b.WriteString("\n" + Format)
	if !e.Before && e.Short == "" {
		help := Help
		if line, ok := printers()[language(e.Program)]; ok {
			before, _, _ := strings.Cut(help, " In C, ")
			help = before + "\n\t" + line + "\nThe line with Fen is optional."
		}
		b.WriteString("\n" + help)
	}
	return b.String()
}

// Format says what a key must look like.
const Format = `A key can be read as a number of at most 64 bits in hexadecimal, decimal or binary, in one or several groups of digits. Best print it as "Key: " and 16 hexadecimal digits.`

const (
	inC    = `if (strcmp(line, "d") == 0) { printf("Fen: %s\nKey: %016" PRIX64 "\n", fen(pos), pos->key); fflush(stdout); }`
	inCPP  = `if (line == "d") std::cout << "Fen: " << pos.fen() << "\nKey: " << std::hex << pos.key() << std::dec << std::endl;`
	inRust = `if line == "d" { println!("Fen: {}\nKey: {:016X}", pos.fen(), pos.key()); }`
)

// Help says how to make an engine print its key.
const Help = `If another command prints the key, name it with -ask. If need be, -key REGEXP finds the key in its output.
If no command does, add one to the loop that reads UCI commands. In C, C++ and Rust:
	` + inC + `
	` + inCPP + `
	` + inRust + `
The line with Fen is optional.`

// printers returns the line to add to an engine, by its language.
func printers() map[string]string {
	return map[string]string{
		"C++":        inCPP,
		"Rust":       inRust,
		"Go":         `if line == "d" { fmt.Printf("Fen: %s\nKey: %016X\n", pos.FEN(), pos.Key()) }`,
		"Java":       `if (line.equals("d")) System.out.println("Fen: " + pos.fen() + "\nKey: " + Long.toHexString(pos.key()));`,
		"C#":         `if (line == "d") Console.WriteLine($"Fen: {pos.Fen()}\nKey: {pos.Key():X16}");`,
		"Python":     `if line == "d": print(f"Fen: {pos.fen()}\nKey: {pos.key():016X}", flush=True)`,
		"JavaScript": `if (line === "d") console.log("Fen: " + pos.fen() + "\nKey: " + pos.key().toString(16));`,
	}
}

// A mark is a text that shows the language of a program.
type mark struct{ text, language string }

// language tells the language of a program by the name of its interpreter, or by marks
// that compilers leave in stripped programs, too. It returns "" if it cannot tell.
func language(program string) string {
	interpreters := []mark{{"python", "Python"}, {"pypy", "Python"}, {"py", "Python"}, {"node", "JavaScript"}, {"deno", "JavaScript"},
		{"bun", "JavaScript"}, {"java", "Java"}, {"dotnet", "C#"}, {"mono", "C#"}}
	interpreted := func(text string) string {
		for _, word := range strings.Fields(text) {
			word = strings.TrimRight(strings.TrimSuffix(strings.ToLower(filepath.Base(word)), ".exe"), "0123456789.")
			for _, by := range interpreters {
				if word == by.text {
					return by.language
				}
			}
		}
		return ""
	}
	if by := interpreted(program); by != "" {
		return by
	}
	path, _ := exec.LookPath(program)
	f, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer f.Close()
	text, _ := io.ReadAll(io.LimitReader(f, 64<<20)) // what can be read of it
	if bytes.HasPrefix(text, []byte("#!")) {
		return interpreted(string(text[:min(len(text), 4096)])) // its first line, or a shell's "exec java"
	}
	for _, in := range []mark{
		{"\xff Go buildinf:", "Go"}, {"/rustc/", "Rust"}, {"rust_begin_unwind", "Rust"},
		{"System.Private.CoreLib", "C#"}, {"_CorExeMain", "C#"},
		{"GLIBCXX_", "C++"}, {"St9bad_alloc", "C++"}, {"libc++", "C++"}, {".?AVbad_alloc@std@@", "C++"},
		{"META-INF/", "Java"},
	} {
		if bytes.Contains(text, []byte(in.text)) {
			return in.language
		}
	}
	return ""
}
