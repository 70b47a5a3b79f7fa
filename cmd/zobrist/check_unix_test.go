//go:build unix

package main

import (
	"errors"
	"fmt"
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
)

// TestCheckTerminated requires that a terminated check ends its engine.
func TestCheckTerminated(t *testing.T) {
	dir := t.TempDir()
	exe := filepath.Join(dir, "zobrist")
	out, err := exec.Command("go", "build", "-o", exe, ".").CombinedOutput()
	require.NoError(t, err, "%s", out)
	engine := filepath.Join(dir, "engine") // never answers
	require.NoError(t, os.WriteFile(engine, []byte("#!/bin/sh\necho $$ >\"$1.new\"\nmv \"$1.new\" \"$1\"\nexec sleep 600\n"), 0o700))
	for _, form := range []string{"-adapter=false", "-adapter"} {
		for _, signal := range []syscall.Signal{syscall.SIGTERM, syscall.SIGHUP, syscall.SIGINT} {
			pidFile := filepath.Join(dir, fmt.Sprint("pid", form, signal))
			cmd := exec.Command(exe, "check", "-limit", "5m", form, engine, pidFile)
			require.NoError(t, cmd.Start())
			defer cmd.Process.Kill()
			var text []byte
			require.Eventually(t, func() bool { text, err = os.ReadFile(pidFile); return err == nil }, time.Minute, 5*time.Millisecond)
			pid, err := strconv.Atoi(strings.TrimSpace(string(text)))
			require.NoError(t, err)
			require.NoError(t, syscall.Kill(pid, 0), "the engine runs")

			begin := time.Now()
			require.NoError(t, cmd.Process.Signal(signal))
			cmd.Wait()
			assert.Equal(t, 130, cmd.ProcessState.ExitCode(), "%s %v", form, signal)
			assert.Less(t, time.Since(begin), time.Minute)
			gone := func() bool { return errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) }
			assert.Eventually(t, gone, 10*time.Second, 5*time.Millisecond, "%s %v: the engine is left", form, signal)
			if !gone() {
				syscall.Kill(pid, syscall.SIGKILL)
			}
		}
	}
}
