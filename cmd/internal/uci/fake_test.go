package uci

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist/cmd/internal/process"
)

// fakeVariable, if set, makes this test binary an engine of that kind.
const fakeVariable = "ZOBRIST_FAKE_ENGINE"

func TestMain(m *testing.M) {
	if kind := os.Getenv(fakeVariable); kind != "" {
		fake(kind)
		return
	}
	os.Exit(m.Run())
}

// fake is an engine whose key is a hash of the position command.
func fake(kind string) {
	out := bufio.NewWriter(os.Stdout)
	in := bufio.NewScanner(os.Stdin)
	position := ""
	for in.Scan() {
		command, rest, _ := strings.Cut(in.Text(), " ")
		switch command {
		case "uci":
			fmt.Fprintln(out, "id name Fake\noption name Hash type spin default 16 min 1 max 1024\nuciok")
		case "isready":
			fmt.Fprintln(out, "readyok")
		case "position":
			position = rest
		case "d", "show":
			fmt.Fprint(out, show(kind, command, position))
			if kind == "late" {
				go func(text string) { // in another thread, after a while
					time.Sleep(20 * time.Millisecond)
					os.Stdout.WriteString(text)
				}(answer("Key: %016X", position) + "\n")
			}
		case "go":
			switch kind {
			case "hangs in perft":
				for in.Scan() {
				}
			case "crashes in perft":
				os.Exit(3)
			case "stop alone":
				out.Flush()
				in.Scan() // a line that comes with stop is lost
				fmt.Fprintln(out, "bestmove e2e4")
			default:
				fmt.Fprintln(out, "bestmove e2e4")
			}
		case "quit":
			return
		}
		out.Flush()
	}
}

func answer(format, position string) string {
	h := fnv.New64a()
	h.Write([]byte(position))
	return fmt.Sprintf(format, h.Sum64())
}

func show(kind, command, position string) string {
	switch kind {
	case "late":
		return ""
	case "other command":
		if command == "d" {
			return "info string unknown command d\n"
		}
		return answer("hash key is %x\n", position)
	case "two keys":
		return answer("Pawn key: %016x\n", position+" pawns") + answer("Zobrist key: 0x%x\n", position)
	case "signed":
		h := fnv.New64a()
		h.Write([]byte(position))
		return fmt.Sprintf("+---+\n| r |\n%d\n", int64(h.Sum64()))
	case "hash full":
		return answer("info depth 1 hashfull 12345678\n| Hash: 0x%016X |\n", position)
	case "regexp":
		return answer("<<%016x>>\n", position)
	case "silent":
		return "a board\n"
	}
	return answer("Key: %016X\n", position)
}

func startFake(t *testing.T, kind string, opt Options) (*Session, error) {
	t.Setenv(fakeVariable, kind)
	opt.Program = os.Args[0]
	s, err := Start(context.Background(), opt)
	if err == nil {
		t.Cleanup(s.Close)
	}
	return s, err
}

// TestForms reads keys in all the formats that engines print.
func TestForms(t *testing.T) {
	for _, c := range []struct {
		kind  string
		opt   Options
		late  bool
		perft string
	}{
		{kind: "plain"},
		{kind: "late", late: true},
		{kind: "other command", opt: Options{Ask: "show"}},
		{kind: "two keys"},
		{kind: "signed"},
		{kind: "hash full"},
		{kind: "regexp", opt: Options{Key: regexp.MustCompile("<<(.*)>>")}},
		{kind: "regexp", opt: Options{Key: regexp.MustCompile("<<([0-9a-f]*)(>)>")}}, // the first group is the key
		{kind: "hangs in perft", perft: "no answer"},
		{kind: "crashes in perft", perft: "exit status 3"},
		{kind: "stop alone"},
	} {
		t.Run(c.kind, func(t *testing.T) {
			s, err := startFake(t, c.kind, c.opt)
			require.NoError(t, err)
			assert.Equal(t, "Fake", s.Name)
			assert.Equal(t, c.late, s.late)
			assert.False(t, s.Perft)
			assert.Contains(t, s.opt.NoPerft, c.perft)
			queries := make([]Query, 40)
			for i := range queries {
				queries[i] = Query{FEN: fmt.Sprint("8/8 w - - 0 ", i)}
			}
			for _, ask := range []func([]Query) ([]Answer, error){s.Ask, s.AskAlone} {
				answers, err := ask(queries)
				require.NoError(t, err)
				for i, q := range queries {
					want := answer("%016x", strings.TrimPrefix(q.Command(), "position "))
					require.Equal(t, want, answers[i].Key.String(), q)
				}
			}
		})
	}
}

// TestFaults requires error messages that say how to fix them.
func TestFaults(t *testing.T) {
	_, err := startFake(t, "silent", Options{})
	var none *NoKeyError
	require.True(t, errors.As(err, &none), err)
	for _, want := range []string{"prints no key", "\tposition startpos\n\td\n", "\ta board\n", "-ask", "-key", "printf", "std::cout", "println!"} {
		assert.Contains(t, err.Error(), want)
	}
	_, err = startFake(t, "plain", Options{Key: regexp.MustCompile("Zobrist=(.*)")})
	assert.ErrorContains(t, err, "no key that matches Zobrist=(.*)")
	_, err = startFake(t, "plain", Options{Set: []string{"UCI_Variant=shogi"}})
	assert.ErrorContains(t, err, `option "UCI_Variant=shogi": Fake has no option "UCI_Variant"; the nearest of its `)
	_, err = startFake(t, "plain", Options{Set: []string{"Hash"}})
	assert.ErrorContains(t, err, "want NAME=VALUE")
	s, err := startFake(t, "plain", Options{Set: []string{"hash=1"}, Limit: time.Second})
	require.NoError(t, err)
	_, err = s.RunPerft(Query{}, 1)
	var e *process.Error
	require.True(t, errors.As(err, &e))
	assert.Equal(t, process.TimedOut, e.Kind)
}

func TestLines(t *testing.T) {
	for line, want := range map[string]string{
		"Key: 8F8F01D4562F59FB":                   "8F8F01D4562F59FB",
		"Zobrist key = 0x8f8f01d4562f59fb":        "0x8f8f01d4562f59fb",
		"| hash code: 8f8f01d4562f59fb |":         "8f8f01d4562f59fb",
		"Hash Key 12345678901234567890":           "12345678901234567890",
		"position_hash: 0x1f":                     "",
		"zobristHash is -1234567890123456789":     "-1234567890123456789",
		"\t8f8f01d4562f59fb":                      "8f8f01d4562f59fb",
		"5521865908262336403":                     "5521865908262336403",
		"Pawn key: 8F8F01D4562F59FB":              "",
		"option name Hash type spin default 1024": "",
		"info hashfull 1000000000":                "",
		"Hash table size: 1048576":                "",
		"rnbqkbnr w KQkq":                         "",
	} {
		r := new(reader)
		got := ""
		if r.learn([]string{"", line}, nil) {
			got, _ = r.digits(line)
		}
		assert.Equal(t, want, got, line)
	}
	for line, want := range map[string]string{
		"Fen: rnbqkbnr/8/8/8/8/8/8/RNBQKBNR w KQkq - 0 1":  "rnbqkbnr/8/8/8/8/8/8/RNBQKBNR w KQkq - 0 1",
		`| FEN "rnbqkbnr/8/8/8/8/8/8/RNBQKBNR w KQkq -" |`: "rnbqkbnr/8/8/8/8/8/8/RNBQKBNR w KQkq -",
		"1rnbqkbnr/8/8/8/8/8/8/RNBQKBNR w":                 "",
		"rnbqkbnr/8/8/8/8/8/8/RNBQKBNR":                    "",
		"see http://example.com/a/b/c w":                   "",
		"rnbakabnr/9/9/9/9/9/9/9/9/RNBAKABNR b - - 0 1":    "rnbakabnr/9/9/9/9/9/9/9/9/RNBAKABNR b - - 0 1",
		"id author A/B/C":                                  "",
	} {
		assert.Equal(t, want, fenIn(line), line)
	}
	for line, want := range map[string]string{"e2e4: 1": "e2e4", "  a7a8q - 1": "a7a8q", "P@e4: 1": "P@e4", "e2e4 1": "e2e4", "Nodes searched: 20": "", "info depth 1": "", "": "", "h10h9: 1": "h10h9"} {
		got, _ := perftMove(line)
		assert.Equal(t, want, got, line)
	}
}
