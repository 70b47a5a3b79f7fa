//go:build unix

package process

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestStopped: while this program is stopped, the time limits stand still.
func TestStopped(t *testing.T) {
	t.Parallel()
	p := start(t, time.Minute, "interface") // whose engine has a limit of a second
	line, err := readLine(p)
	require.NoError(t, err)
	require.Equal(t, "started <nil>", line)
	require.NoError(t, p.cmd.Process.Signal(syscall.SIGSTOP))
	time.Sleep(1200 * time.Millisecond)
	require.NoError(t, p.cmd.Process.Signal(syscall.SIGCONT))
	p.Send("")
	line, err = readLine(p)
	require.NoError(t, err)
	assert.Equal(t, "<nil>", line)
}

// TestReaped: a program that has been reaped gets no signal, because its number may belong to
// another program.
func TestReaped(t *testing.T) {
	t.Parallel()
	gone, other := start(t, 0, "echo"), start(t, 0, "echo")
	gone.Close()
	gone.cmd.Process.Pid = other.cmd.Process.Pid
	killGroup(&exec.Cmd{Process: gone.cmd.Process})
	other.Send("alive")
	line, err := readLine(other)
	require.NoError(t, err)
	assert.Equal(t, "alive", line)
}

// TestNoProgram requires an error that says what a file is not.
func TestNoProgram(t *testing.T) {
	script := filepath.Join(t.TempDir(), "script")
	require.NoError(t, os.WriteFile(script, []byte("echo hello\n"), 0o700))
	_, err := Start(context.Background(), time.Second, exec.Command(script))
	require.Error(t, err)
	assert.Contains(t, err.Error(), "not a script that begins with #!")
}
