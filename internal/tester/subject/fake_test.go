package subject

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"hash/fnv"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/observe"
	"github.com/zobrist-go/zobrist/internal/report"
	"github.com/zobrist-go/zobrist/internal/sample"
	"github.com/zobrist-go/zobrist/internal/tester/process"
	"github.com/zobrist-go/zobrist/internal/tester/source"
)

// TestMain makes this test binary an engine, if its arguments are "fake" and what engine: for
// TestProtocols a program of its own for each dialect of UCI, or else fake.
func TestMain(m *testing.M) {
	if len(os.Args) == 3 && os.Args[1] == "fake" {
		kind := os.Args[2]
		words := append(strings.Fields(kind), "", "") // more than any kind has
		switch words[0] {
		case "toy":
			playToy(words[1] == "wrong")
		case "wrap":
			wrap(words[1], words[2])
		default:
			fake(kind)
		}
		return
	}
	os.Setenv("GORACE", "atexit_sleep_ms=0") // else the engines take a second to exit
	flag.Parse()
	flag.Set("test.parallel", "8") // many tests only wait for a limit
	var err error
	if plantedDir, err = os.MkdirTemp("", "planted"); err != nil {
		panic(err)
	}
	status := m.Run()
	os.RemoveAll(plantedDir)
	os.Exit(status)
}

// fake is an engine whose key is a hash of the position command.
func fake(kind string) {
	out := bufio.NewWriter(os.Stdout)
	in := bufio.NewReader(os.Stdin)
	position, line, late := "", "", ""
	drawn := 0
	if again, ok := strings.CutPrefix(kind, "slow again "); ok && os.Mkdir(again, 0o700) != nil {
		time.Sleep(1500 * time.Millisecond)
		if os.Mkdir(again+"/twice", 0o700) != nil {
			os.Exit(3)
		}
	}
	scan := func() bool {
		text, err := in.ReadString('\n')
		line = strings.TrimSuffix(text, "\n")
		return err == nil
	}
	for scan() {
		command, rest, _ := strings.Cut(line, " ")
		switch command {
		case "uci":
			switch kind {
			case "hangs":
				continue
			case "refuses":
				fmt.Fprintln(out, "Error (unknown command): uci")
				out.Flush()
				continue
			}
			fmt.Fprintln(out, "id name Fake")
			fmt.Fprintln(out, "option name Hash type spin default 16 min 1 max 1024")
			fmt.Fprintln(out, "option name Ponder type check default false")
			if kind == "variants" {
				fmt.Fprintln(out, "option name UCI_Variant type combo default seirawan "+
					"var seirawan var chess var threecheck")
			}
			fmt.Fprintln(out, "uciok")
		case "setoption":
			if game, ok := strings.CutPrefix(kind, "says "); ok {
				fmt.Fprintln(out, "info string variant "+game+" files 8 ranks 8")
			}
			if kind == "option" {
				position += " and an option"
			}
		case "isready":
			if kind == "never ready" {
				os.Exit(3)
			}
			fmt.Fprintln(out, "readyok")
		case "position":
			if kind == "endgames" && strings.Contains(line, "startpos") {
				os.Exit(3) // it knows kings and pawns only
			}
			switch refused := strings.Contains(rest, "QQQ"); {
			case refused && kind == "says":
				fmt.Fprintln(out, "info string invalid FEN")
			case refused && kind == "restarts":
				position = "startpos"
			case !refused || kind != "keeps":
				position = rest
			}
			switch {
			case kind == "redraws": // its numbers, for each position
				drawn++
				position += fmt.Sprint(" ", drawn)
			case kind == "forgets" && in.Buffered() > 1000:
				position = "startpos"
			}
			if kind == "dies" && strings.Contains(position, "8/8 w - - 0 7 ") {
				os.Exit(3)
			}
			for kind == "hangs later" && strings.Contains(position, "8/8 w - - 0 7 ") {
				time.Sleep(time.Minute)
			}
		case "print":
			if kind == "only hash" { // it crashes on what it does not know
				os.Exit(3)
			}
		case "hash":
			if kind == "only hash" {
				fmt.Fprint(out, show(kind, command, position))
			}
		case "d", "show":
			if kind == "only hash" {
				continue
			}
			if kind == "late" {
				late = answer("Key: %016X\n", position)
				break
			}
			fmt.Fprint(out, show(kind, command, position))
			if kind == "toggles" {
				position += "."
			}
		case "go":
			switch kind {
			case "mute": // it prints no key any more
				position = "mute"
				fmt.Fprintln(out, "bestmove e2e4")
			case "no search":
			case "counts in a thread":
				countInThread(in, out)
			case "hangs in perft":
				for scan() {
				}
			case "crashes in perft":
				os.Exit(3)
			case "stop alone":
				out.Flush()
				scan() // a line that comes with stop is lost
				fmt.Fprintln(out, "bestmove e2e4")
			case "keeps": // its move on the board
				position = "fen 8/k7/8 b - -"
				fallthrough
			default:
				fmt.Fprintln(out, "bestmove e2e4")
			}
		case "quit":
			return
		}
		if in.Buffered() == 0 { // the key comes late: when all commands are answered
			out.WriteString(late)
			late = ""
		}
		if kind != "dies" || in.Buffered() == 0 { // answers are lost in the buffer
			out.Flush()
		}
	}
}

// countInThread counts the moves of the start position as an engine does that counts in a thread:
// it prints the answer to isready, if that has come, within the line of the count.
func countInThread(in *bufio.Reader, out io.Writer) {
	for _, file := range "abcdefgh" {
		fmt.Fprintf(out, "%[1]c2%[1]c3: 1\n%[1]c2%[1]c4: 1\n", file)
	}
	fmt.Fprint(out, "b1a3: 1\nb1c3: 1\ng1f3: 1\ng1h3: 1\n")
	fmt.Fprint(out, "Perft: 20 nodes in ")
	if in.Buffered() > 0 {
		in.ReadString('\n')
		fmt.Fprintln(out, "readyok")
	}
	fmt.Fprintln(out, "0.01 s")
}

func answer(format, position string) string {
	h := fnv.New64a()
	h.Write([]byte(position))
	return fmt.Sprintf(format, h.Sum64())
}

func show(kind, command, position string) string {
	switch {
	case kind == "other command" && command == "d":
		return "info string unknown command d\n"
	case kind == "other command":
		return answer("hash key is %x\n", position)
	case kind == "decimal":
		return answer("Hash is: %d\n", position)
	case kind == "padded": // with blanks, where a key begins with a zero
		return answer("Key: %16X\n", position)
	case kind == "regexp":
		return answer("<<%016x>>\n", position)
	case kind == "escapes":
		return "\x1b]0;title\a \xff\n" + strings.Repeat("x", 5000) + "\n"
	case kind == "board" && strings.HasSuffix(position, " d2d4"): // another line of the board
		return answer(" 6 | n | p |        Hash: %d\n", position)
	case kind == "board":
		return answer("   +---+---+        Hash: %d\n", position)
	case kind == "silent" || position == "mute":
		return "a board\n"
	case kind == "keeps" || kind == "says" || kind == "restarts":
		start, _, _ := strings.Cut(position, " moves")
		fen := strings.Replace(start, "startpos", "fen 8/8/8 w - -", 1)
		return answer(fen+"\nKey: %016X\n", position)
	}
	return answer("Key: %016X\n", position)
}

func startFake(t *testing.T, kind string, opt Options) (*Session, error) {
	opt.Program, opt.Args = os.Args[0], []string{"fake", kind}
	s, err := Open(context.Background(), opt)
	if err == nil {
		t.Cleanup(s.Close)
	}
	return s, err
}

// TestForms reads the keys of engines that print them in different ways. [TestLines] has the
// formats.
func TestForms(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		kind string
		opt  Options
		late bool
	}{
		{kind: "plain"},
		{kind: "late", late: true, opt: Options{Ask: "d"}},
		{kind: "other command", opt: Options{Ask: "show"}},
		{kind: "only hash"},
		{kind: "decimal"},
		{kind: "padded"},
		// the first group is the key
		{kind: "regexp", opt: Options{Key: regexp.MustCompile("<<([0-9a-f]*)(>)>")}},
		{kind: "hangs in perft", opt: Options{Limit: 2 * time.Second}},
		{kind: "crashes in perft"},
		{kind: "stop alone"},
	} {
		t.Run(c.kind, func(t *testing.T) {
			t.Parallel()
			s, err := startFake(t, c.kind, c.opt)
			require.NoError(t, err)
			assert.Equal(t, "Fake", s.name)
			assert.Equal(t, c.late, s.late)
			assert.False(t, s.counts.lists)
			assert.Empty(t, s.counts.command)
			queries := make([]Query, 50)
			for i := range queries {
				queries[i] = Query{FEN: fmt.Sprint("8/8 w - - 0 ", i)}
			}
			fresh, err := s.Fresh()
			require.NoError(t, err)
			defer fresh.Close()
			for i, src := range []source.Source{s, fresh, s} {
				answers, err := src.Ask(queries, i == 2)
				require.NoError(t, err)
				for i, q := range queries {
					want := answer("%016x", strings.TrimPrefix(q.Command(), "position "))
					require.Equal(t, want, answers[i].Key.String(), q)
				}
			}
			if c.kind == "plain" || c.kind == "stop alone" {
				a, err := s.Do(queries[0], "go depth 4")
				require.NoError(t, err)
				assert.Equal(t, c.kind == "stop alone", a.Stopped)
			}
		})
	}
}

// TestAtOnce: many commands at once are blamed for other answers only if the engine repeats its
// answers when it is asked for one key at a time.
func TestAtOnce(t *testing.T) {
	t.Parallel()
	for kind, note := range map[string]string{
		"plain":   "",
		"forgets": source.AtOnce,
		"redraws": "",
	} {
		s, err := startFake(t, kind, Options{})
		require.NoError(t, err)
		assert.Equal(t, kind == "plain", s.About().Many, kind)
		assert.Equal(t, note, s.About().Note, kind)
	}
}

// TestPrints: to print the key once more is an act, which some engines' keys do not survive.
func TestPrints(t *testing.T) {
	t.Parallel()
	for kind, same := range map[string]bool{"plain": true, "toggles": false} {
		s, err := startFake(t, kind, Options{})
		require.NoError(t, err)
		query := Query{FEN: "8/8 w - - 0 7"}
		before, err := s.Do(query, "")
		require.NoError(t, err)
		after, err := s.Do(query, s.About().Ask)
		require.NoError(t, err)
		assert.Equal(t, same, before.Key == after.Key, kind)
	}
}

// TestCommand: any command that an engine has done when it is ready is an act. It is sent after the
// position, and the key is printed afterwards.
func TestCommand(t *testing.T) {
	t.Parallel()
	for kind, same := range map[string]bool{"plain": true, "option": false} {
		s, err := startFake(t, kind, Options{})
		require.NoError(t, err)
		query := Query{FEN: "8/8 w - - 0 7"}
		before, err := s.Do(query, "")
		require.NoError(t, err)
		after, err := s.Do(query, "setoption name Hash value 2")
		require.NoError(t, err)
		assert.Equal(t, same, before.Key == after.Key, kind)
	}
}

// TestCountInThread: an engine that counts moves in a thread, and is asked whether it is ready
// before it has counted, prints readyok within the line of the count. That is not to be said to be
// no answer.
func TestCountInThread(t *testing.T) {
	t.Parallel()
	s, err := startFake(t, "counts in a thread", Options{Limit: 5 * time.Second})
	require.NoError(t, err)
	require.Equal(t, "go perft ", s.counts.command)
	_, moves, err := s.List(Query{})
	require.NoError(t, err)
	assert.Len(t, moves, 20)
	_, err = s.Do(Query{}, "go perft 1")
	assert.NoError(t, err)
}

// TestMute: an engine that suddenly prints no key is not said to fail to start.
func TestMute(t *testing.T) {
	sample.Slow(t)
	t.Parallel()
	options := Options{
		Program: os.Args[0],
		Args:    []string{"fake", "mute"},
		Limit:   3 * time.Second, // each answer that does not come is waited for
	}
	r, err := run(options, observe.Options{Positions: 100})
	require.NoError(t, err)
	assert.Positive(t, rowOf(r, "moves").Compared)
	search := rowOf(r, "search")
	assert.Equal(t, report.Skipped, search.Status)
	assert.Contains(t, search.Text(), "the engine prints no key after")
	assert.Contains(t, search.Text(), `; go depth 4; d": it prints a board`)
	assert.NotContains(t, r.Text(), "could not be asked any more")
}

// rowOf returns the row of a check.
func rowOf(r *report.Report, check string) report.Row {
	at := slices.IndexFunc(r.Rows, func(row report.Row) bool { return row.Check == check })
	return r.Rows[at]
}

// TestDeathByNull requires that an engine which ends at the move 0000 is said to do that, with the
// commands. It is no bug: UCI has no null move.
func TestDeathByNull(t *testing.T) {
	sample.Slow(t)
	t.Parallel()
	exe, err := planting()
	require.NoError(t, err)
	options := Options{Program: exe, Args: []string{"-bug", "crash-at-null"}, Limit: time.Minute}
	r, err := run(options, observe.Options{Positions: 200})
	require.NoError(t, err)
	assert.Zero(t, r.Exit(), r.Text())
	row := rowOf(r, "null move")
	assert.Equal(t, report.SkipEnded, row.Skip)
	assert.Contains(t, row.Text(), "ended (exit status 134) after the command \"position fen ")
	assert.Contains(t, row.Text(), " moves 0000\"\n")
	assert.Contains(t, row.Text(), "Assertion `piece != none' failed.")
}

// TestRefused: a FEN that the engine does not set up has no key, and neither have moves from there.
func TestRefused(t *testing.T) {
	t.Parallel()
	const good, bad = "8/8/k7 w - -", "8/8/QQQ5 w - -"
	for _, kind := range []string{"says", "restarts", "keeps"} {
		s, err := startFake(t, kind, Options{})
		require.NoError(t, err)
		queries := []Query{
			{FEN: good},
			{FEN: bad},
			{FEN: bad, Moves: []string{"a1a2"}},
			{FEN: good},
			{},
		}
		answers, err := s.Ask(queries, false)
		require.NoError(t, err)
		for i, refused := range []bool{false, true, true, false, false} {
			assert.Equal(t, refused, answers[i].Refused != "", "%s: %+v", kind, answers[i])
		}
		for range 2 {
			a, err := s.Do(Query{FEN: good}, "go depth 4")
			require.NoError(t, err)
			assert.Empty(t, a.Refused)
		}
	}
}

// TestStarts: an engine that has answered once may start slowly, in more than its limit. The limit
// is short only after the first start, which takes more than a second on a busy machine.
func TestStarts(t *testing.T) {
	sample.Slow(t)
	t.Parallel()
	started := filepath.Join(t.TempDir(), "started")
	s, err := startFake(t, "slow again "+started, Options{})
	require.NoError(t, err)
	s.opt.Limit = time.Second
	fresh, err := s.Fresh()
	require.NoError(t, err)
	fresh.Close()
	_, err = s.Fresh()
	assert.ErrorIs(t, err, source.ErrStart)
}

// TestFailed: a failure names its whole line, and the session goes on after a restart.
func TestFailed(t *testing.T) {
	t.Parallel()
	moves := strings.Fields(strings.Repeat("g1f3 g8f6 f3g1 f6g8 ", 200) + "e2e4")
	for fault, kind := range map[string]process.Kind{
		"dies":        process.Exited,
		"hangs later": process.TimedOut,
	} {
		t.Run(fault, func(t *testing.T) {
			t.Parallel()
			if kind == process.TimedOut && !sample.All(4) {
				t.Skip("it waits for 20 s: ZOBRIST_SAMPLE=4 runs it")
			}
			s, err := startFake(t, fault, Options{})
			require.NoError(t, err)
			if kind == process.TimedOut { // which it waits for twice
				s.opt.Limit = time.Second
				s.p.Limit = time.Second
			}
			queries := []Query{
				{},
				{FEN: "8/8 w - - 0 6 "},
				{FEN: "8/8 w - - 0 7 ", Moves: moves},
				{FEN: "8/8 w - - 0 8 "},
			}
			_, err = s.Ask(queries, false)
			var e *process.Error
			require.ErrorAs(t, err, &e)
			require.NoError(t, s.restart())
			answers, err := s.Ask(queries, true)
			require.ErrorAs(t, err, &e)
			assert.Len(t, answers, 2)
			assert.Equal(t, kind, e.Kind)
			assert.Equal(t, queries[2].Command(), e.Command)
			assert.Contains(t, e.Error(), " f6g8 e2e4")
			s.opt.Limit = 10 * time.Second
			require.NoError(t, s.restart())
			last, err := s.Ask(queries[3:], false)
			require.NoError(t, err)
			assert.NotEqual(t, answers[0].Key, last[0].Key)
			s.opt.Program = "gone"
			assert.ErrorIs(t, s.restart(), source.ErrStart)
			s.Close()
		})
	}
}

// TestFaults requires error messages that say how to fix them.
func TestFaults(t *testing.T) {
	t.Parallel()
	commands := "\tposition startpos\n\t" + strings.Join(KeyCommands(), ", ") + "\n"
	for _, c := range []struct {
		kind string
		opt  Options
		want []string
	}{
		{"silent", Options{}, []string{
			"prints no key.\n", commands, "\ta board\nA key can", "-ask", "-key", "std::cout"}},
		{"escapes", Options{}, []string{
			"\\x1b]0;title\\a \\xff\n\t" + strings.Repeat("x", 200) + "..."}},
		{"silent", Options{Ask: "d"}, []string{"\tposition startpos\n\td\n"}},
		{"plain", Options{Key: regexp.MustCompile("Zobrist=(.*)")}, []string{
			"no key that matches -key 'Zobrist=(.*)'. " +
				"Without -key, the key is read from this line:\n\tKey: "}},
		{"plain", Options{Key: regexp.MustCompile("Key: ([0-9]+|[A-F])")}, []string{
			"prints no key that matches -key 'Key: ([0-9]+|[A-F])'"}},
		{"plain", Options{Set: []string{"UCI_Variant=shogi"}}, []string{
			`option "UCI_Variant=shogi": Fake has no option "UCI_Variant"`}},
		{"plain", Options{Set: []string{"Hash=999999999999"}}, []string{
			`option "Hash=999999999999" of Fake: want a number from 1 to 1024`}},
		{"plain", Options{Set: []string{"ponder=maybe"}}, []string{
			`option "ponder=maybe" of Fake: want one of true, false`}},
		{"variants", Options{Set: []string{"UCI_Variant=3check"}}, []string{
			`option "UCI_Variant=3check" of Fake: want one of seirawan, chess, threecheck`}},
		{"plain", Options{Set: []string{"Hash"}}, []string{"want NAME=VALUE"}},
		{"refuses", Options{Limit: time.Second}, []string{
			"Error (unknown command): uci", "It does not answer uci", "-adapter"}},
		{"never ready", Options{}, []string{` ended (exit status 3) after the command "isready"`}},
		{"hangs", Options{Limit: 500 * time.Millisecond}, []string{
			`gave no complete answer in 500ms after the command "uci"`, "It does not answer uci"}},
	} {
		t.Run(c.kind, func(t *testing.T) {
			t.Parallel()
			_, err := startFake(t, c.kind, c.opt)
			for _, want := range c.want {
				assert.ErrorContains(t, err, want)
			}
		})
	}
	_, err := startFake(t, "plain", Options{Set: []string{"hash=1"}})
	require.NoError(t, err)
}

// TestVariant: the game is the engine's usual one, what was set, or what the engine then says.
func TestVariant(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		kind, set, want string
	}{
		{"plain", "Hash=2", ""},
		{"variants", "Hash=2", "seirawan"},
		{"variants", "uci_variant=THREECHECK", "threecheck"},
		{"variants", "UCI_Variant=chess", ""},
		{"says crazyhouse", "Hash=2", "crazyhouse"},
	} {
		s, err := startFake(t, c.kind, Options{Set: []string{c.set}})
		require.NoError(t, err)
		assert.Equal(t, c.want, s.About().Variant, "%s, %s", c.kind, c.set)
	}
}

// TestLines reads keys in all the formats that engines print.
func TestLines(t *testing.T) {
	t.Parallel()
	const hex, dec = "8f8f01d4562f59fb", "6857187693964574723"
	for text, want := range map[string]zobrist.Key{
		"Key is: " + dec:                      6857187693964574723,
		"occupied: 0xffff00000000ffff":        0,
		"Pawn key is: " + dec:                 0,
		"info depth 1 hash " + dec:            0,
		"info string zobrist 0x" + hex:        0x8F8F01D4562F59FB,
		"Key: 8F8F01D4562F59FB":               0x8F8F01D4562F59FB,
		"| hash code: " + hex + " |":          0x8F8F01D4562F59FB,
		"Hash Key 12345678901234567890":       12345678901234567890,
		"position_hash: 0x1":                  0,
		"zobristHash is -1234567890123456789": 1<<64 - 1234567890123456789,
		"+---+\n| r |\n-1234567890123456789":  1<<64 - 1234567890123456789,
		"\t" + hex:                            0x8F8F01D4562F59FB,
		"5521865908262336403":                 5521865908262336403,
		"Pawn key: 8F8F01D4562F59FB\nZobrist key: 0x1F8F01D4562F59FB": 0x1F8F01D4562F59FB,
		"option name Hash type spin default 1024":                     0,
		"info hashfull 1000000000":                                    0,
		"info depth 1 hashfull 12345678\n| Hash: 0x" + hex + " |":     0x8F8F01D4562F59FB,
		"Hash table size: 1048576":                                    0,
		"pawnkey AF5BA36B54593FBB key 8F8F01D4562F59FB":               0x8F8F01D4562F59FB,
		"rnbqkbnr w KQkq":                                             0,
		"Hex: " + hex:                                                 0x8F8F01D4562F59FB,
		// In groups.
		"Zobrist: 8f8f_01d4_562f_59fb": 0x8F8F01D4562F59FB,
		// What was not read, or read wrongly, before.
		`{"fen":"rnbqkbnr/8/8/8/8/8/8/RNBQKBNR w KQkq - 0 1","key":` + dec +
			`,"pawn_key":12345678901234}`: 6857187693964574723,
		`{"eval": 12, "hash": "0x` + hex + `"}`:       0x8F8F01D4562F59FB,
		"Key: -0x70fe2ba9d0a60605":                    1<<64 - 0x70fe2ba9d0a60605,
		"hash: -70fe2ba9d0a6060f":                     1<<64 - 0x70fe2ba9d0a6060f,
		"Key: 0bc13e41cf1ac925":                       0x0bc13e41cf1ac925,
		"key = " + hex + ", fullkey=1111111111111111": 0x8F8F01D4562F59FB,
	} {
		r := reader{fenIn: fenIn}
		assert.Equal(t, want, read(&r, text), text)
	}
	r := reader{fenIn: fenIn}
	// The keys are small, and printed without leading zeros.
	learned := r.learn([]string{"Key: 0"}, []string{"Key: 5bf2d2a7f1a5d"}, []string{"Key: f00"})
	require.True(t, learned)
	for text, want := range map[string]zobrist.Key{
		"f00":           0xf00,
		"5bf2d2a7f1a5d": 0x5bf2d2a7f1a5d,
		"0":             0,
	} {
		got, found := r.answer([]string{"Key: " + text})
		assert.True(t, found)
		assert.Equal(t, want, got.Key)
	}
	custom := reader{custom: regexp.MustCompile("Is: (.*)"), fenIn: fenIn}
	assert.Equal(t, zobrist.Key(0x8F8F01D4562F59FB),
		read(&custom, "Key: 1\nIs: 8f8f01d4562f59fb (hex)"))
	again := reader{custom: custom.custom, fenIn: fenIn}
	assert.Zero(t, read(&again, "Is: 8f8f_01d4"), "a part is no key")
	for digits, want := range map[string]zobrist.Key{
		"0x1F": 31,
		"1f":   31,
		"31":   31,
		"-1":   1<<64 - 1,
	} {
		got, ok := new(reader).parse(digits)
		assert.True(t, ok)
		assert.Equal(t, want, got, digits)
	}
	for _, c := range []struct{ before, fen, after string }{
		{"Fen: ", "rnbqkbnr/8/8/8/8/8/8/RNBQKBNR w KQkq - 0 1", ""},
		{`| FEN "`, "rnbqkbnr/8/8/8/8/8/8/RNBQKBNR w KQkq -", `" |`},
		{`{"fen":"`, "rnbqkbnr/8/8/8/8/8/8/RNBQKBNR w - e3 0 1", `","key":1}`},
		{"FEN ", "rnbqkbnr/8/8/8/8/8/8/RNBQKBNR w KQkq -", " Key 8F8F01D4562F59FB"},
		{"", "rnbakabnr/9/9/9/9/9/9/9/9/RNBAKABNR b - - 0 1", ""},
		{"Fen: ", "re1hkbnr/8/8/8/8/8/8/RNBQKBNR[] w KQABCDEFGHkqabcdefgh - 0 1", ""},
		{"Fen: ", "+B1p1k1snl/4g2P1/1r2gPp1p/9/9/9/9/9/9[LPp] b - - 0 34", ""},
	} {
		line := c.before + c.fen + c.after
		found := fenIn(line)
		require.NotEmpty(t, found, line)
		assert.Equal(t, c.fen, found[0].text, line)
	}
	for _, line := range []string{
		"1rnbqkbnr/8/8/8/8/8/8/RNBQKBNR w",
		"rnbqkbnr/8/8/8/8/8/8/RNBQKBNR",
		"see http://example.com/a/b/c w",
		"id author A/B/C",
	} {
		assert.Empty(t, fenIn(line), line)
	}
	for line, want := range map[string]string{
		"e2e4: 1":            "e2e4",
		"  a7a8q - 1":        "a7a8q",
		"P@e4: 1":            "P@e4",
		"e2e4 1":             "e2e4",
		"h10h9: 1":           "h10h9",
		"Nodes searched: 20": "",
		"info depth 1":       "",
		"":                   "",
	} {
		got, _ := perftMove(line)
		assert.Equal(t, want, got, line)
	}
}

// TestWhere: the reader takes the key of the position and not that of the pawns, and the FEN of
// the position and not one that the engine was given.
func TestWhere(t *testing.T) {
	t.Parallel()
	var blocks [][]string
	for i, fen := range []string{"w KQkq - 0 1", "b KQkq e3 0 1", "b KQkq d3 0 1"} {
		blocks = append(blocks, []string{
			"info string fen rnbqkbnr/8/8/8/8/8/8/RNBQKBNR w KQkq - 0 1",
			"fen rnbqkbnr/8/8/8/8/8/8/RNBQKBNR " + fen,
			fmt.Sprintf("pawn key 1234567812345678, fullkey = 777777777777777%d, key=%x",
				i, 1<<60+uint64(i)),
		})
	}
	r := reader{fenIn: fenIn}
	require.True(t, r.learn(blocks...))
	assert.Equal(t, 1, r.fen.nth, "the second FEN")
	assert.Equal(t, "fullkey =", r.key.label, "without the blank, which may stand for zeros")
}

// read learns from an answer and returns its key, or 0.
func read(r *reader, text string) zobrist.Key {
	lines := strings.Split(text, "\n")
	r.learn(lines)
	a, _ := r.answer(lines)
	return a.Key
}

// TestBoard reads a key at the right of a board, which stands in another line if there is an en
// passant square.
func TestBoard(t *testing.T) {
	t.Parallel()
	s, err := startFake(t, "board", Options{})
	require.NoError(t, err)
	plain, err := startFake(t, "plain", Options{}) // which has the same keys
	require.NoError(t, err)
	queries := []Query{{}, {Moves: []string{"d2d4"}}}
	answers, err := s.Ask(queries, false)
	require.NoError(t, err)
	want, err := plain.Ask(queries, false)
	require.NoError(t, err)
	assert.Equal(t, want, answers)
}

// TestNoSearch requires that an engine without a search is not waited for again.
func TestNoSearch(t *testing.T) {
	sample.Slow(t)
	t.Parallel()
	s, err := startFake(t, "no search", Options{Limit: time.Minute})
	require.NoError(t, err)
	assert.Empty(t, s.About().Search)
	s, err = startFake(t, "plain", Options{Limit: time.Minute})
	require.NoError(t, err)
	assert.NotEmpty(t, s.About().Search)
}

// TestStart requires that an engine that does not know the start position is never asked for it.
func TestStart(t *testing.T) {
	t.Parallel()
	const fen = "4k3/p7/8/8/8/8/P7/4K3 w - - 0 1"
	_, err := startFake(t, "endgames", Options{})
	require.ErrorContains(t, err, "ended (exit status 3)")
	s, err := startFake(t, "endgames", Options{Start: fen})
	require.NoError(t, err)
	a, err := s.Do(Query{FEN: fen, Moves: []string{"a2a4"}}, s.search)
	require.NoError(t, err)
	assert.NotZero(t, a.Key)
	assert.Equal(t, Query{Moves: []string{"e2e4", "e7e5"}}, baseOf("startpos moves e2e4 e7e5"))
	assert.Equal(t, Query{FEN: fen, Moves: []string{"a2a4"}}, baseOf("fen "+fen+" moves a2a4"))
}
