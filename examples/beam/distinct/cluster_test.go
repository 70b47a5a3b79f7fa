package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	jobpb "github.com/apache/beam/sdks/v2/go/pkg/beam/model/jobmanagement_v1"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
)

const isProgram = "ZOBRIST_BEAM_PROGRAM"

// TestMain runs the tests. In a process that a test started, it runs the program instead,
// so that nothing is built twice.
func TestMain(m *testing.M) {
	if os.Getenv(isProgram) != "" {
		main()
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// command returns the command that runs the program.
func command(args ...string) *exec.Cmd {
	cmd := exec.Command(os.Args[0], args...)
	cmd.Env = append(os.Environ(), isProgram+"=1")
	return cmd
}

// runProgram runs the program to its end.
func runProgram(t *testing.T, args ...string) (stdout, stderr string, err error) {
	t.Helper()
	return finish(t, command(args...), nil)
}

// finish runs cmd to its end. cmd comes from [command] or [cluster.submit]. meanwhile
// runs at the same time. A process that hangs fails the test.
func finish(t *testing.T, cmd *exec.Cmd, meanwhile func()) (stdout, stderr string, err error) {
	t.Helper()
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	require.NoError(t, cmd.Start())
	timer := time.AfterFunc(3*time.Minute, func() { cmd.Process.Kill() })
	if meanwhile != nil {
		meanwhile()
	}
	err = cmd.Wait()
	if !timer.Stop() {
		t.Fatalf("%v hangs: %s", cmd.Args[1:], &errs)
	}
	return out.String(), errs.String(), err
}

// A cluster is a job server and a worker pool, each in a process of its own.
type cluster struct {
	jobs, pool string // their addresses
	poolServer *exec.Cmd
}

// startCluster starts both servers. They are killed when the test ends.
func startCluster(t *testing.T) *cluster {
	t.Helper()
	jobs, pool := port(t), port(t)
	startServer(t, "-jobs", jobs)
	return &cluster{
		jobs:       "localhost:" + jobs,
		pool:       "localhost:" + pool,
		poolServer: startServer(t, "-pool", pool),
	}
}

// submit returns the command that submits the program to the cluster.
func (c *cluster) submit(args ...string) *exec.Cmd {
	return command(append([]string{"-runner", "universal", "-endpoint", c.jobs,
		"-environment_type", "EXTERNAL", "-environment_config", c.pool}, args...)...)
}

// waitForJob returns when the cluster runs a job.
func (c *cluster) waitForJob(t *testing.T) {
	t.Helper()
	conn, err := grpc.NewClient(c.jobs, grpc.WithTransportCredentials(insecure.NewCredentials()))
	require.NoError(t, err)
	defer conn.Close()
	client := jobpb.NewJobServiceClient(conn)
	running := func() bool {
		list, err := client.GetJobs(context.Background(), &jobpb.GetJobsRequest{})
		return err == nil && len(list.GetJobInfo()) == 1 &&
			list.GetJobInfo()[0].GetState() == jobpb.JobState_RUNNING
	}
	require.Eventually(t, running, time.Minute, 10*time.Millisecond)
}

// startServer starts a server and waits until it reports that it serves.
func startServer(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	cmd := command(args...)
	stderr, err := cmd.StderrPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	t.Cleanup(func() {
		cmd.Process.Kill()
		cmd.Wait()
	})
	lines := bufio.NewScanner(stderr)
	require.True(t, lines.Scan(), "no word from %v", args)
	require.Contains(t, lines.Text(), args[1])
	go func() {
		for lines.Scan() { // the server's log
			if testing.Verbose() {
				fmt.Println(strings.Join(args, " "), lines.Text())
			}
		}
	}()
	return cmd
}

// port returns a port that nobody listens on.
func port(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer l.Close()
	_, port, err := net.SplitHostPort(l.Addr().String())
	require.NoError(t, err)
	return port
}
