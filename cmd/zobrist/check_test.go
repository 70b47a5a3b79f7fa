package main

import (
	"encoding/json"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist/internal/sample"
)

// TestCheck runs the command on the engine of internal/planted.
func TestCheck(t *testing.T) {
	t.Parallel()
	starts := file(t, "starts", "# one\n\n8/P6k/8/8/8/8/8/K7 w - - 0 1\n")
	line := file(t, "line", "startpos moves"+strings.Repeat(" g1f3 g8f6 f3g1 f6g8", 30)+" e2e4\n")
	exe := planted(t)
	for _, c := range []struct {
		flags, bug string
		status     int
		want       []string // regular expressions
	}{
		{"-v", "", 0, []string{
			`^Test engine: no bug found in 300 positions\n`, `seed 1\n`, `\te4 P\n`}},
		{"-n 3", "", 3, []string{
			`no bug found, but not all was checked: keys, moves, routes\n`,
			`\n  -         moves      only 2 positions compared, and 60 are needed`}},
		{"", "promotion-captured", 1, []string{
			`\n1\. the key by moves is not the key from the FEN \[moves-piece\]\n` +
				`   position fen .* moves ([a-h]7[a-h]8|[a-h]2[a-h]1)[qrbn]\n`,
			`wrongly has "[a-h][18] .*"`}},
		{"-from " + starts, "promotion", 1, []string{
			`position fen 8/P6k/8/8/8/8/8/K7 w - - 0 1 moves a7a8[qrbn]\n`,
			`\d of \d promotions\n   wrong: 0 of`}},
		{"-from " + line, "long-line", 1, []string{ // the moves stay moves
			`\[moves-unchanged\]\n   position startpos moves g1f3`}},
		{"-accept en-passant-rules", "ep-fen-always", 0, []string{
			`^Test engine: no bug found in 300 positions; accepted: en-passant-rules\n`}},
		{"", "no-key", 2, []string{`prints no key\.\nAsked:\n\tposition startpos\n\td, print, `}},
		{"-json", "constant", 1, []string{`^\{`}},
		{`-sub -key Key:.(\w+) -key ey:.(\w+)`, "promotion", 1, []string{
			`(?s)^Test engine: 1 bug\n.*promotions.*\n\nTest engine: 1 bug\n.*promotions`}},
	} {
		t.Run(c.bug+c.flags[:min(len(c.flags), 5)], func(t *testing.T) {
			sample.Skip(t, 2)
			t.Parallel()
			var out, errs strings.Builder
			args := append(strings.Fields("check -n 300 -limit 1m "+c.flags), exe, "-bug", c.bug)
			status := run(args, nil, &out, &errs)
			assert.Equal(t, c.status, status, out.String()+errs.String())
			text, empty := out.String(), errs.String()
			if status == 2 {
				text, empty = empty, text
			}
			assert.Empty(t, empty, "no progress without a terminal")
			for _, want := range c.want {
				assert.Regexp(t, want, text)
			}
			assert.Equal(t, c.flags == "-v", strings.Contains(text, "\te4 P\n"))
			if c.flags == "-json" {
				checkJSON(t, text)
			}
		})
	}
}

func checkJSON(t *testing.T, text string) {
	var report struct {
		Engine string
		Bugs   []struct{ Name, Check string }
		Checks []struct {
			Check, Status string
			Compared      int
		}
	}
	require.NoError(t, json.Unmarshal([]byte(text), &report))
	assert.Equal(t, "Test engine", report.Engine)
	require.NotEmpty(t, report.Bugs)
	assert.Equal(t, "constant", report.Bugs[0].Name)
	require.NotEmpty(t, report.Checks)
	assert.Positive(t, report.Checks[0].Compared)
}

func TestCheckMisuse(t *testing.T) {
	empty := file(t, "empty", "")
	badLine := file(t, "bad", "# castling\n"+
		"8/P6k/8/8/8/8/8/K7 w - - 0 1\n"+
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkQ - 0 1\n")
	garbage := file(t, "garbage", "nonsense\n")
	badMove := file(t, "moves", "startpos moves e2e4\nstartpos moves e2e5\n")
	refused(t, "no engine: want a program to run", "check")
	refused(t, "-n -1: want 1 or more", "check", "-n", "-1", "x")
	refused(t, "-n 0: want 1 or more", "check", "-n", "0", "x")
	refused(t, `zobrist check: invalid value "abc" for flag -n: want a whole number (`,
		"check", "-n", "abc", "x")
	refused(t, `zobrist check: invalid value "foo" for flag -option: want NAME=VALUE (`,
		"check", "-option", "foo", "cat")
	refused(t, "-n comes after the engine: flags go before it", "check", "glaurung", "-n", "100")
	refused(t, "--seed=3 comes after the engine: flags go before it",
		"check", "glaurung", "--seed=3")
	refused(t, "cannot run no-such-engine", "check", "--", "no-such-engine", "-n")
	refused(t, "flag -limit: want a time such as 2s or 500ms, more than 0s",
		"check", "-limit", "0s", "x")
	refused(t, "flag -limit: want a time such as 2s", "check", "-limit", "2", "x")
	refused(t, "-key: error parsing regexp", "check", "-key", "(", "x")
	refused(t, `invalid value "" for flag -key: want a regular expression`,
		"check", "-key", "", "x")
	refused(t, `value "99999999999999999999" for flag -n: want a smaller whole number (`,
		"check", "-n", "99999999999999999999", "x")
	refused(t, "such as moves-castling (zobrist check -names lists them all)\n",
		"check", "-accept", "nosuch", "x")
	refused(t, "-key is repeated: add -sub", "check", "-key", "a", "-key", "b", "x")
	refused(t, "-accept: unknown name \"en-passant-rule\": want ",
		"check", "-accept", "en-passant-rule", "x")
	refused(t, "unknown name \"no-xor,numbers\": want one name, and the option once for each",
		"check", "-accept", "no-xor,numbers", "x")
	refused(t, "bad line 3: FEN: field 3 ", "check", "-from", badLine, "x")
	refused(t, "garbage line 1: FEN: ", "check", "-from", garbage, "x")
	refused(t, "moves line 2: ", "check", "-from", badMove, "x")
	refused(t, "has no positions: want one FEN per line", "check", "-from", empty, "x")
	refused(t, "no such file", "check", "-from", empty+"none", "x")
	refused(t, "cannot run no-such-engine", "check", "no-such-engine")
	refused(t, "cannot run no-such-program", "check", "-adapter", "no-such-program")
	refused(t, "unknown flag -nonsense", "check", "-nonsense")
	helped(t, "exit status", "check", "-h")
}

// TestCheckAdapter checks a game of another language.
func TestCheckAdapter(t *testing.T) {
	sample.Slow(t)
	t.Parallel()
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("python3 is not installed")
	}
	var stdout, stderr strings.Builder
	args := []string{"check", "-adapter", "-limit", "2m", "-seed", "1", "-n", "400",
		python, "../../docs/adapters/adapter.py", "captured"}
	assert.Equal(t, 1, run(args, nil, &stdout, &stderr), stderr.String())
	assert.Contains(t, stdout.String(), "adapter.py")
	assert.Contains(t, stdout.String(), "\n  WRONG  ")
	assert.Contains(t, strings.Join(strings.Fields(stdout.String()), " "), "wrong by")
}
