//go:build unix

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist/internal/sample"
)

// shell runs a shell command, in which $0 is zobrist and $1 a file.
func shell(t *testing.T, script, file string) (status int, stdout, stderr string) {
	t.Helper()
	cmd := exec.Command("sh", "-c", script, os.Args[0], file)
	var out, errs strings.Builder
	cmd.Env = append(os.Environ(), "ZOBRIST_TEST=command")
	cmd.Dir, cmd.Stdout, cmd.Stderr = t.TempDir(), &out, &errs
	var failed *exec.ExitError
	if err := cmd.Run(); err != nil {
		require.ErrorAs(t, err, &failed)
	}
	return cmd.ProcessState.ExitCode(), out.String(), errs.String()
}

// TestStatuses tries each command with files that it cannot use.
func TestStatuses(t *testing.T) {
	sample.Slow(t)
	t.Parallel()
	binary := make([]byte, 1<<12)
	for i := range binary {
		binary[i] = byte(i * i >> 3)
	}
	for _, c := range []struct {
		script                               string
		missing, folder, empty, binary, long int // statuses; -1: not tried
	}{
		{`"$0" hash <"$1"`, -1, 2, 0, 1, 1},
		{`"$0" hash -keys "$1" startpos`, 2, 2, 2, 2, 2},
		{`"$0" explain -keys "$1" startpos 463b96181691fc9c`, 2, 2, 2, 2, 2},
		{`"$0" keys -keys "$1"`, 2, 2, 2, 2, 2},
		{`"$0" audit "$1"`, 2, 2, 2, 2, 2},
		{`"$0" audit <"$1"`, -1, 2, 2, 2, 2},
		{`"$0" book "$1" startpos`, 2, 2, 2, 2, 2},
		{`"$0" book -all "$1"`, 2, 2, 2, 2, 2},
		{`"$0" book -make new <"$1"`, -1, 2, 2, 2, 2},
		{`echo e2e4 1-0 | "$0" book -make "$1" -min-games 1`, 0, 2, 0, 2, 2},
		{`echo e2e4 1-0 | "$0" book -make "$1/none/x" -min-games 1`, 2, 2, 2, 2, 2},
		{`"$0" check "$1"`, 2, 2, 2, 2, 2},
		{`"$0" check -adapter "$1"`, 2, 2, 2, 2, 2},
		{`"$0" check -from "$1" cat`, 2, 2, 2, 2, 2},
	} {
		t.Run(c.script[:strings.LastIndex(c.script, `"`)], func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			folder := filepath.Join(dir, "folder")
			require.NoError(t, os.Mkdir(folder, 0o700))
			for path, want := range map[string]int{
				filepath.Join(dir, "missing"): c.missing,
				folder:                        c.folder,
				file(t, "empty", ""):          c.empty,
				file(t, "binary", binary):     c.binary,
				file(t, "long", append(bytes.Repeat([]byte{'x'}, 8<<20), '\n')): c.long,
			} {
				if want < 0 {
					continue
				}
				name := filepath.Base(path)
				status, _, errs := shell(t, c.script, path)
				assert.Equal(t, want, status, "%s: %s", name, errs)
				assert.Equal(t, status == 0, errs == "", "%s: %s", name, errs)
				assert.NotContains(t, errs, "panic")
				assert.NotContains(t, errs, ".zobrist-")
				assert.Less(t, len(errs), 1<<14, "%s", name)
				if status == 2 {
					assert.Regexp(t, `^zobrist [a-z]+: `+
						`(.*`+name+`|standard input|[^:]*: `+name+`|line 1: |no games)`, errs)
				}
			}
		})
	}
}

// TestCalls tries each command without arguments and with an unknown flag, and with output that
// cannot be written.
func TestCalls(t *testing.T) {
	t.Parallel()
	book := makeBook(t, someGames)
	for script, want := range map[string]int{
		`"$0"`:                                   2,
		`"$0" none`:                              2,
		`"$0" help`:                              0,
		`"$0" version`:                           0,
		`"$0" hash -h`:                           0,
		`"$0" hash x`:                            1,
		`"$0" hash startpos`:                     0,
		`"$0" explain -x`:                        2,
		`"$0" keys`:                              0,
		`"$0" audit`:                             2,
		`"$0" book "$1" x`:                       1,
		`"$0" book -all "$1"`:                    0,
		`"$0" check`:                             2,
		`"$0" explain startpos 463b96181691fc9d`: 1,
		`"$0" book "$1" startpos`:                0,
	} {
		t.Run(script, func(t *testing.T) {
			t.Parallel()
			status, out, errs := shell(t, script+" </dev/null", book)
			assert.Equal(t, want, status, errs)
			if want == 2 {
				assert.Empty(t, out)
				assert.Regexp(t, `^(zobrist.*: |usage: )`, errs)
			}
			for _, to := range []string{" >&-", " >/dev/full", " >/dev/null"} {
				if _, err := os.Stat("/dev/full"); err != nil && to == " >/dev/full" || out == "" {
					continue
				}
				status, _, errs := shell(t, script+" </dev/null"+to, book)
				if to != " >/dev/null" {
					assert.Equal(t, 2, status, to)
					assert.Regexp(t, `^zobrist [a-z]+: cannot write the output: `+
						`write /dev/stdout: (file already closed|no space left on device)\n$`, errs)
				} else {
					assert.Equal(t, want, status, to)
				}
			}
		})
	}
}

// start starts the command, in a folder of its own.
func start(t *testing.T, args ...string) (cmd *exec.Cmd, stdin io.Writer, stderr *bytes.Buffer) {
	cmd = exec.Command(os.Args[0], args...)
	cmd.Env = append(os.Environ(), "ZOBRIST_TEST=command")
	cmd.Dir, stderr = t.TempDir(), new(bytes.Buffer)
	cmd.Stderr = stderr
	stdin, err := cmd.StdinPipe()
	require.NoError(t, err)
	return cmd, stdin, stderr
}

func signalOf(cmd *exec.Cmd) syscall.Signal {
	return cmd.ProcessState.Sys().(syscall.WaitStatus).Signal()
}

// TestInterrupt: Ctrl-C ends a command that reads, and leaves no file. A shell says 130.
func TestInterrupt(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{{"hash"}, {"audit"}, {"book", "-make", "x"}} {
		cmd, stdin, _ := start(t, args...)
		require.NoError(t, cmd.Start())
		// more than a pipe holds: it reads
		_, err := stdin.Write(bytes.Repeat([]byte("e2e4 1-0\n"), 20_000))
		require.NoError(t, err)
		require.NoError(t, cmd.Process.Signal(os.Interrupt))
		require.Error(t, cmd.Wait())
		assert.Equal(t, syscall.SIGINT, signalOf(cmd))
		files := sample.Must(os.ReadDir(cmd.Dir))
		assert.Empty(t, files)
	}
}

// TestInterruptWrite: Ctrl-C leaves the file as it was, and no other file.
func TestInterruptWrite(t *testing.T) {
	path := file(t, "book", "old")
	ctx, stop := new(cli).interruptible()
	defer stop()
	require.NoError(t, syscall.Kill(os.Getpid(), syscall.SIGINT))
	<-ctx.Done()
	require.ErrorIs(t, replaceFile(ctx, path, []byte("new")), context.Canceled)
	text := sample.Must(os.ReadFile(path))
	assert.Equal(t, "old", string(text))
	files := sample.Must(os.ReadDir(filepath.Dir(path)))
	assert.Len(t, files, 1)
}

// TestCheckPartial requires that an interrupted check reports what it found, and leaves no engine.
func TestCheckPartial(t *testing.T) {
	t.Parallel()
	asked := filepath.Join(t.TempDir(), "asked")
	// no file: it may not run while another test forks
	const script = `echo $$ >>"$0.pids"; tee -a "$0" | "$1" -bug captured`
	cmd, _, errs := start(t, "check", "-n", "100000000", "-limit", "5m",
		"sh", "-c", script, asked, planted(t))
	stdout := new(bytes.Buffer)
	cmd.Stdout = stdout
	require.NoError(t, cmd.Start())
	defer cmd.Process.Kill()
	require.Eventually(t, func() bool {
		info, err := os.Stat(asked)
		return err == nil && info.Size() > 1<<20
	}, time.Minute, 5*time.Millisecond)
	require.NoError(t, cmd.Process.Signal(syscall.SIGINT))
	cmd.Wait()
	assert.Equal(t, "zobrist check: interrupted\n", errs.String())
	assert.Equal(t, 130, cmd.ProcessState.ExitCode(), stdout.String())
	assert.Contains(t, stdout.String(), "interrupted; 1 bug\n")
	assert.Contains(t, stdout.String(), "  WRONG     moves ")
	assert.Contains(t, stdout.String(), "-         search     the run was interrupted")
	pids, err := os.ReadFile(asked + ".pids")
	require.NoError(t, err)
	for _, text := range strings.Fields(string(pids)) {
		pid, err := strconv.Atoi(text)
		require.NoError(t, err)
		gone := func() bool { return errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) }
		assert.Eventually(t, gone, time.Minute, 5*time.Millisecond, "the engine is left")
	}
}

// TestCheckInterrupt requires that a signal ends check and its engine.
func TestCheckInterrupt(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, form := range []string{"-adapter=false", "-adapter"} {
		for _, signal := range []syscall.Signal{syscall.SIGTERM, syscall.SIGHUP, syscall.SIGINT} {
			pidFile := filepath.Join(dir, fmt.Sprint("pid", form, signal))
			const script = `echo $$ >"$0.new"; mv "$0.new" "$0"; exec sleep 600`
			cmd, _, errs := start(t, "check", "-limit", "5m", form, "sh", "-c", script, pidFile)
			require.NoError(t, cmd.Start())
			defer cmd.Process.Kill()
			var text []byte
			var err error
			started := func() bool {
				text, err = os.ReadFile(pidFile)
				return err == nil
			}
			require.Eventually(t, started, time.Minute, 5*time.Millisecond)
			pid, err := strconv.Atoi(strings.TrimSpace(string(text)))
			require.NoError(t, err)
			require.NoError(t, syscall.Kill(pid, 0), "the engine runs")

			require.NoError(t, cmd.Process.Signal(signal))
			cmd.Wait()
			assert.Equal(t, 128+int(signal), cmd.ProcessState.ExitCode(), "%s %v", form, signal)
			assert.Equal(t, "zobrist check: interrupted\n", errs.String())
			gone := func() bool { return errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) }
			assert.Eventually(t, gone, time.Minute, 5*time.Millisecond,
				"%s %v: the engine is left", form, signal)
		}
	}
}
