//go:build unix

package process

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
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

// TestOrphan: a child in a session of its own holds stderr, and does not hide that the
// program has ended. It is killed.
func TestOrphan(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("setsid"); err != nil || runtime.GOOS != "linux" {
		t.Skip("needs setsid, and awaitExit")
	}
	p, err := Start(context.Background(), time.Minute, exec.Command("sh", "-c", "setsid sh -c 'echo $$; exec sleep 600 >/dev/null' & read line; exit 3"))
	require.NoError(t, err)
	t.Cleanup(p.Close)
	line, err := readLine(p)
	require.NoError(t, err)
	orphan, err := strconv.Atoi(line)
	require.NoError(t, err)
	defer syscall.Kill(orphan, syscall.SIGKILL)
	p.Send("")
	_, err = readLine(p)
	assert.ErrorContains(t, err, "ended (exit status 3)")
	stat := filepath.Join("/proc", line, "stat")
	assert.Eventually(t, func() bool { // init reaps it, or leaves it as a zombie
		b, err := os.ReadFile(stat)
		return err != nil || strings.Contains(string(b), ") Z ")
	}, time.Minute, 5*time.Millisecond)
}

// TestReaped: a program that has been reaped gets no signal, because its number may
// belong to another program.
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
