package adapter

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist/internal/keycheck"
	"github.com/zobrist-go/zobrist/internal/report"
	"github.com/zobrist-go/zobrist/internal/sample"
)

const adapters = "../../../docs/adapters"

// subjects are the adapters of docs/adapters, as command lines.
func subjects(t *testing.T) map[string][]string {
	t.Helper()
	all := make(map[string][]string)
	for name, program := range map[string]string{"adapter.py": "python3", "adapter.js": "node"} {
		if path, err := exec.LookPath(program); err == nil {
			all[name] = []string{path, filepath.Join(adapters, name)}
		} else {
			t.Logf("%s is not tried: no %s", name, program)
		}
	}
	if _, err := exec.LookPath("gcc"); err == nil {
		exe := filepath.Join(t.TempDir(), "hexapawn.exe")
		out, err := exec.Command("gcc", "-O2", "-Wall", "-Wextra", "-Werror", "-o", exe,
			filepath.Join(adapters, "adapter.c")).CombinedOutput()
		require.NoError(t, err, "%s", out)
		all["adapter.c"] = []string{exe}
	} else {
		t.Log("adapter.c is not tried: no gcc")
	}
	return all
}

var quick = Options{Moves: 300, haste: 8}

func TestAdapters(t *testing.T) {
	t.Parallel()
	for name, command := range subjects(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(filepath.Join(adapters, name))
			require.NoError(t, err)
			assert.LessOrEqual(t, strings.Count(string(text), "\n"), 40, "it fits on a screen")
			for _, c := range []struct {
				mistake string
				want    []string
			}{
				{"", nil},
				{"captured", []string{"key a", "wrong by"}},
				{"undo", []string{"taken back: got", "as before"}},
				{"load", []string{"Load(", `"side"`}},
			} {
				if !sample.Has(name+c.mistake, 3) { // ZOBRIST_SAMPLE=3 tries all
					continue
				}
				opt := quick
				opt.Seed = 7
				args := command[1:len(command):len(command)]
				if c.mistake != "" {
					args = append(args, c.mistake)
				}
				r, err := Check(context.Background(), opt, command[0], args...)
				require.NoError(t, err)
				for _, row := range r.Rows {
					assert.NoError(t, report.CheckNames([]string{keycheck.Join(row.Check)}))
				}
				if c.mistake == "" {
					assert.Empty(t, r.Items)
					continue
				}
				require.Len(t, r.Items, 1)
				for _, want := range c.want {
					assert.Contains(t, r.Items[0].Title(), want)
				}
				line, _, _ := strings.Cut(r.Items[0].Title(), ":")
				assert.LessOrEqual(t, len(strings.Fields(line)), 16, "a short line: %s", line)
			}
		})
	}
}

// The test binary is also a program that speaks the protocol, with a bug or faults.
func TestMain(m *testing.M) {
	if how := os.Args[len(os.Args)-1]; strings.HasPrefix(how, "pawns:") ||
		strings.HasPrefix(how, "fault:") {
		playPawns(how)
		return
	}
	os.Exit(m.Run())
}

// A faulty replaces answers by faults such as "key=zzz"; with "@3" at the end,
// from the fourth request on.
type faulty struct {
	answers map[string]string
	later   map[string]int
}

func newFaulty(faults string) faulty {
	f := faulty{map[string]string{}, map[string]int{}}
	for _, fault := range strings.Split(faults, ";") {
		request, answer, _ := strings.Cut(fault, "=")
		answer, late := strings.CutSuffix(answer, "@3")
		f.answers[request] = answer
		if late {
			f.later[request] = 3
		}
	}
	return f
}

func (f faulty) answer(request string) (answer string, ok bool) {
	if answer, ok = f.answers[request]; !ok {
		return "", false
	}
	if f.later[request]--; f.later[request] >= 0 {
		return "", false
	}
	switch answer {
	case "hang":
		time.Sleep(time.Minute)
	case "exit":
		fmt.Fprintln(os.Stderr, "out of memory")
		os.Exit(3)
	case "endless":
		for {
			fmt.Println("0 a")
		}
	}
	return answer, true
}

// said returns all bugs of a report.
func said(r *report.Report) string {
	var all []string
	for _, item := range r.Items {
		all = append(all, item.Text())
	}
	return strings.Join(all, "\n")
}

// rowsOf returns the rows of a report as text.
func rowsOf(r *report.Report) string {
	var text strings.Builder
	for _, row := range r.Rows {
		text.WriteString(row.Check + ": " + row.Text() + "\n")
	}
	return text.String()
}

func checkFault(fault string, limit time.Duration) (*report.Report, error) {
	opt := quick
	opt.Limit = limit
	return Check(context.Background(), opt, os.Args[0], "fault:"+fault)
}

// TestUnknownRequests: without a main check the status is 3, and the report says what to do.
func TestUnknownRequests(t *testing.T) {
	t.Parallel()
	for fault, status := range map[string]int{
		"none": 0, "null=unknown": 0, "keys=unknown": 0, "position=unknown": 3,
		"recompute=unknown": 3,
		"null=unknown;position=unknown;recompute=unknown": 3,
		"unmake=unknown": 0, "unmake=unknown;unnull=unknown": 0,
	} {
		t.Run(fault, func(t *testing.T) {
			t.Parallel()
			r, err := Check(context.Background(), Options{Moves: 300, Seed: 1, haste: 8},
				os.Args[0], "fault:"+fault)
			require.NoError(t, err)
			assert.Empty(t, r.Items)
			assert.Equal(t, status, r.Exit(), "%+v", r)
			assert.Greater(t, r.Moves, 200)
			text := rowsOf(r)
			for _, request := range []string{"null", "position", "recompute", "keys"} {
				said := strings.Contains(text,
					"answers unknown to "+request+": add the request if your game needs it")
				isUnknown := strings.Contains(";"+fault, ";"+request+"=")
				assert.Equal(t, isUnknown, said, "%s: %s", request, text)
			}
		})
	}
}

// TestNoUnmake requires that a program without unmake is checked all the same: a bug in its moves
// is found, and no move is said to be taken back.
func TestNoUnmake(t *testing.T) {
	t.Parallel()
	const fault = "fault:unmake=unknown;unnull=unknown;bug=captured pawn left in"
	opt := Options{Moves: 500, Seed: 1}
	r, err := Check(context.Background(), opt, os.Args[0], fault)
	require.NoError(t, err)
	require.Len(t, r.Items, 1)
	assert.Contains(t, said(r), "wrong by")
	for _, row := range r.Rows {
		if row.Check == "undo" {
			assert.Equal(t, report.Skipped, row.Status)
			assert.Contains(t, row.Text(), "answers unknown to unmake")
		}
	}
}

// TestUCIEngine requires that a UCI engine is recognised, whatever it says to a request.
func TestUCIEngine(t *testing.T) {
	sample.Slow(t)
	t.Parallel()
	for _, fault := range []string{"new=Unknown command: new;uci=uciok", "new=hang;uci=uciok"} {
		_, err := checkFault(fault, 4*time.Second)
		assert.ErrorContains(t, err, "is a UCI engine, because it answers uci with uciok: "+
			"leave out -adapter")
	}
}

func TestFaults(t *testing.T) {
	t.Parallel()
	exe := os.Args[0]
	for _, c := range []struct{ fault, want string }{
		{"new=hello", exe + ` answers "hello" to the request "new": want ok`},
		{"key=xyz", exe + ` answers "xyz" to the request "key": want up to 16 hexadecimal digits`},
		{"key=", `answers "" to the request "key"`},
		{"key=12345678123456781", `answers "12345678123456781" to the request "key"`},
		{"key=unknown", `answers "unknown" to the request "key"`},
		{"moves=", `answers "" to the request "moves": want at least one move in a new game`},
		{"moves=unknown", `answers "unknown" to the request "moves": want the names of the moves`},
		{"moves=a b a", "want a different name for each move"},
		{"make=illegal", `answers "illegal" to the request "make `},
		{"unmake=unknown@3", `to the request "unmake": want ok`},
		{"null=no", `to the request "null": want ok or unknown`},
		{"unnull=no", `to the request "unnull": want ok`},
		{"recompute=?", `to the request "recompute"`},
		{"keys=zz a", `answers "zz a" to the request "keys": want lines "KEY NAME" with up to ` +
			`16 hexadecimal digits, and an empty line at the end`},
		{"keys=12", `answers "12" to the request "keys"`},
		{"new=hang", "gave no complete answer in 1s after the command \"new\"\nit printed nothing"},
		{"unmake=hang@3", "gave no complete answer in 1s after the command \"unmake\""},
		{"make=exit@3", "ended (exit status 3) after the command \"make"},
		{"make=exit@3", "on stderr:\n   \tout of memory"},
		{"make=exit@3", "after "}, // the moves that led to the crash
		{"keys=endless", "after the command \"keys\"\nthe last lines it printed:\n\t0 a"},
	} {
		t.Run(c.fault, func(t *testing.T) {
			sample.Skip(t, 2)
			t.Parallel()
			limit := time.Duration(0)
			if strings.Contains(c.want, " in 1s ") || strings.Contains(c.fault, "endless") {
				limit = time.Second
			}
			r, err := checkFault(c.fault, limit)
			if err == nil {
				require.Len(t, r.Items, 1)
				assert.Equal(t, "crash", r.Items[0].Name)
				err = errors.New(r.Items[0].Text())
			}
			assert.ErrorContains(t, err, c.want)
		})
	}
	_, err := Check(context.Background(), quick, "no-such-program")
	assert.ErrorContains(t, err, "cannot run no-such-program")
}
