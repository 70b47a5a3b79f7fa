package process

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist/internal/sample"
)

// The test binary is also the program that the tests run.
func TestMain(m *testing.M) {
	if len(os.Args) == 3 && os.Args[1] == "subject" {
		subject(os.Args[2])
		return
	}
	os.Setenv("GORACE", "atexit_sleep_ms=0") // else the subjects take a second to exit
	os.Exit(m.Run())
}

// subject echoes its input and has faults.
func subject(how string) {
	out := bufio.NewWriter(os.Stdout)
	in := bufio.NewReader(os.Stdin)
	switch how {
	case "child": // leaves a child that holds the pipes
		child := exec.Command(os.Args[0], "subject", "sleep")
		child.Stdout = os.Stdout
		child.Start()
		fmt.Println(child.Process.Pid)
		in.ReadString('\n')
		return
	case "sleep":
		time.Sleep(10 * time.Minute)
		return
	case "interface": // runs an engine until it reads a line
		engine := exec.Command(os.Args[0], "subject", "echo")
		p, err := Start(context.Background(), time.Second, engine)
		fmt.Println("started", err)
		var done atomic.Bool
		go func() { in.ReadString('\n'); done.Store(true) }()
		for !done.Load() && err == nil {
			p.Send("isready")
			_, err = readLine(p)
		}
		fmt.Println(err)
		p.Close()
		return
	}
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			if how == "deaf" { // to the end of its input
				time.Sleep(time.Minute)
			}
			return
		}
		if strings.HasPrefix(line, "hang") {
			out.Flush()
			time.Sleep(time.Minute)
		}
		switch strings.TrimSpace(line) {
		case "crash":
			fmt.Fprintln(out, "about to crash")
			out.Flush()
			fmt.Fprintln(os.Stderr, "cause of the crash")
			for i := range 30 {
				fmt.Fprintln(os.Stderr, "called by", i)
			}
			p, _ := os.FindProcess(os.Getpid())
			p.Kill()
			time.Sleep(time.Minute)
		case "exit":
			fmt.Fprint(out, "no newline")
			out.Flush()
			os.Exit(3)
		case "close":
			fmt.Fprint(out, "no newline")
			out.Flush()
			os.Stdout.Close()
			time.Sleep(time.Minute)
		case "endless":
			for {
				fmt.Fprintln(out, "info depth 1")
			}
		case "trickle":
			for {
				fmt.Println("info depth 1")
				time.Sleep(time.Millisecond)
			}
		case "long line":
			for {
				out.WriteString("aaaaaaaaaaaaaaaa")
			}
		case "windows":
			out.WriteString("ends as there\r\n")
		case "1000":
			for range 1000 {
				out.WriteString("a line of a long answer\n")
			}
			out.WriteString("end\n")
		case "noise":
			for range 20 {
				fmt.Fprintln(os.Stderr, strings.Repeat("x", 10<<10))
			}
		default:
			out.WriteString(line)
		}
		if in.Buffered() == 0 {
			out.Flush()
		}
	}
}

const brief = 200 * time.Millisecond

func start(t testing.TB, limit time.Duration, how string) *Process {
	t.Helper()
	p, err := Start(context.Background(), limit, exec.Command(os.Args[0], "subject", how))
	require.NoError(t, err)
	t.Cleanup(p.Close)
	if how == "deaf" || limit == brief {
		p.grace = brief
	}
	return p
}

// readLine returns the next line that a program prints.
func readLine(p *Process) (line string, err error) {
	err = p.Answer("", func(s string) bool { line = s; return true })
	return line, err
}

func TestEcho(t *testing.T) {
	t.Parallel()
	p := start(t, 0, "echo")
	p.Send("a", "b")
	p.Send("windows", "noise", "")
	for _, want := range []string{"a", "b", "ends as there", ""} {
		got, err := readLine(p)
		require.NoError(t, err)
		assert.Equal(t, want, got)
	}
	p.Close()
	assert.True(t, p.cmd.ProcessState.Success(), "%v", p.cmd.ProcessState)
	_, err := readLine(p)
	assert.EqualError(t, err, "process: used after Close")
	p.Send("after Close")
	p.Close()
}

// TestPipelining fills both pipes many times before it reads the first answer.
func TestPipelining(t *testing.T) {
	t.Parallel()
	p := start(t, time.Minute, "echo")
	const n = 50_000
	for i := range n {
		p.Send("command " + strconv.Itoa(i))
	}
	for i := range n {
		got, err := readLine(p)
		require.NoError(t, err)
		require.Equal(t, "command "+strconv.Itoa(i), got)
	}
	for range 100 {
		p.Send("1000")
	}
	for range 100 {
		lines := 0
		require.NoError(t, p.Answer("1000", func(line string) bool {
			lines++
			return line == "end"
		}))
		require.Equal(t, 1001, lines)
	}
}

// TestPieces: what is written at once ends with a line.
func TestPieces(t *testing.T) {
	t.Parallel()
	p := &Process{input: make(chan string, 9)}
	long, short := strings.Repeat("x", pipeBytes+1), strings.Repeat("y", pipeBytes/2)
	p.Send("a", long, "b", short, short)
	for _, want := range []string{"a\n", long + "\n", "b\n" + short + "\n", short + "\n"} {
		assert.Equal(t, want, <-p.input)
	}
}

// TestCommandOfLines: an engine of some protocols sets up a position by two commands.
func TestCommandOfLines(t *testing.T) {
	err := &Error{Program: "engine", Kind: Exited, Command: "setpos start\nplay e2e4"}
	assert.Contains(t, err.Error(), ` after the command "setpos start; play e2e4"`)
}

func TestFaults(t *testing.T) {
	t.Parallel()
	exe := os.Args[0]
	const late = " gave no complete answer in 200ms after the command "
	long := "position startpos moves" + strings.Repeat(" g1f3 g8f6 f3g1 f6g8", 30) + " e2e4"
	for _, c := range []struct {
		echo, send string
		kind       Kind
		want       string
	}{
		{"hello", "exit", Exited, exe + " ended (exit status 3) after the command \"exit\"\n" +
			"the last lines it printed:\n\thello\n\tno newline"},
		{"", "crash", Exited, exe + " ended (signal: killed) after the command \"crash\"\n" +
			"the last lines it printed:\n\tabout to crash\n" +
			"on stderr:\n\tcause of the crash\n" +
			"\tcalled by 0\n\tcalled by 1\n\tcalled by 2\n\tcalled by 3\n\t...\n\tcalled by 20\n"},
		{"hello", "hang", TimedOut, exe + late + "\"hang\"\nthe last lines it printed:\n\thello"},
		{"", "hang", TimedOut, exe + late + "\"hang\"\nit printed nothing"},
		{"", "hang " + long, TimedOut, "f6g8 e2e4\"\nit printed nothing"},
		{"hello", "trickle", TimedOut, late + "\"trickle\"\nthe last lines it printed:\n\t"},
		{"hello", "close", TimedOut, exe + late + "\"close\"\n" +
			"the last lines it printed:\n\thello"},
		{"", "long line", TooLong, exe + " printed too much after the command \"long line\"\n" +
			"the last lines it printed:\n\taaaaaaaaa"},
	} {
		t.Run(c.send[:min(len(c.send), 20)], func(t *testing.T) {
			if runtime.GOOS == "windows" && c.send == "crash" {
				t.Skip("Windows knows no signals")
			}
			t.Parallel()
			p := start(t, time.Minute, "echo")
			if c.echo != "" {
				p.Send(c.echo)
				_, err := readLine(p)
				require.NoError(t, err)
			}
			if c.kind == TimedOut {
				p.Limit = brief
			}
			p.Send(c.send)
			err := p.Answer(c.send, func(string) bool { return false })
			var e *Error
			require.ErrorAs(t, err, &e)
			assert.Equal(t, c.kind, e.Kind)
			assert.Contains(t, err.Error(), c.want)
			assert.Less(t, len(err.Error()), 7000)
			assert.NotNil(t, p.cmd.ProcessState, "it has ended")
			assert.Equal(t, err, p.Answer("", nil), "the first error stays")
		})
	}
}

// TestEndless: an endless answer fails by time or by length, and is not kept.
func TestEndless(t *testing.T) { // not parallel: it measures memory
	sample.Slow(t)
	p := start(t, 20*time.Second, "echo")
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	p.Send("endless")
	err := p.Answer("endless", func(string) bool { return false })
	var e *Error
	require.ErrorAs(t, err, &e)
	assert.Contains(t, []Kind{TooLong, TimedOut}, e.Kind)
	runtime.GC()
	runtime.ReadMemStats(&after)
	assert.Less(t, int64(after.HeapAlloc)-int64(before.HeapAlloc), int64(8<<20))
}

// TestUnread: nobody reads the output, and the program does not read its input, or its end.
func TestUnread(t *testing.T) {
	t.Parallel()
	for line, how := range map[string]string{"endless": "echo", "hang": "echo", "hello": "deaf"} {
		t.Run(line, func(t *testing.T) {
			t.Parallel()
			p := start(t, brief, how)
			p.Send(line)
			for range 1000 {
				p.Send(strings.Repeat("x", 1000))
			}
			p.Close()
			assert.False(t, p.cmd.ProcessState.Success(), "killed")
		})
	}
}

// TestChild: a child that holds the pipes does not block an answer, and Close kills it.
func TestChild(t *testing.T) {
	sample.Slow(t)
	t.Parallel()
	if runtime.GOOS != "linux" {
		t.Skip("reads /proc")
	}
	p := start(t, time.Minute, "child")
	line, err := readLine(p)
	require.NoError(t, err)
	stat := filepath.Join("/proc", line, "stat")
	_, err = os.Stat(stat)
	require.NoError(t, err)
	p.Send("")
	_, err = readLine(p)
	require.ErrorContains(t, err, "ended (exit status 0)")
	gone := func() bool { // init reaps the child, or leaves it as a zombie
		b, err := os.ReadFile(stat)
		return err != nil || strings.Contains(string(b), ") Z ")
	}
	assert.Eventually(t, gone, time.Minute, 5*time.Millisecond)
}

func TestContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	p, err := Start(ctx, time.Minute, exec.Command(os.Args[0], "subject", "echo"))
	require.NoError(t, err)
	p.Send("hello", "hang")
	err = p.Answer("hang", func(string) bool { cancel(); return false })
	assert.ErrorIs(t, err, context.Canceled)
	p.Close()
}
