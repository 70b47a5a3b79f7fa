// Package runtest helps to test programs: it runs a program's main function in separate
// processes.
package runtest

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

// Main runs the tests. In a process that this package started, it runs the program
// instead, so that nothing is built twice. Call it from TestMain.
func Main(m *testing.M, main func()) {
	if os.Getenv(isProgram) != "" {
		main()
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// Command returns the command that runs the program.
func Command(args ...string) *exec.Cmd {
	cmd := exec.Command(os.Args[0], args...)
	cmd.Env = append(os.Environ(), isProgram+"=1")
	return cmd
}

// Run runs the program to its end.
func Run(t *testing.T, args ...string) (stdout, stderr string, err error) {
	t.Helper()
	return Finish(t, Command(args...), nil)
}

// Finish runs cmd to its end. cmd comes from [Command] or [Cluster.Submit]. meanwhile
// runs at the same time. A process that hangs fails the test.
func Finish(t *testing.T, cmd *exec.Cmd, meanwhile func()) (stdout, stderr string, err error) {
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

// Cluster is a job server and a worker pool, each in a process of its own.
type Cluster struct {
	Jobs, Pool string // their addresses
	PoolServer *exec.Cmd
}

// StartCluster starts both servers. They are killed when the test ends.
func StartCluster(t *testing.T) *Cluster {
	t.Helper()
	jobs, pool := Port(t), Port(t)
	start(t, "-jobs", jobs)
	return &Cluster{
		Jobs:       "localhost:" + jobs,
		Pool:       "localhost:" + pool,
		PoolServer: start(t, "-pool", pool),
	}
}

// Submit returns the command that submits the program to the cluster.
func (c *Cluster) Submit(args ...string) *exec.Cmd {
	return Command(append([]string{"-runner", "universal", "-endpoint", c.Jobs,
		"-environment_type", "EXTERNAL", "-environment_config", c.Pool}, args...)...)
}

// WaitForJob returns when the cluster runs a job.
func (c *Cluster) WaitForJob(t *testing.T) {
	t.Helper()
	conn, err := grpc.NewClient(c.Jobs, grpc.WithTransportCredentials(insecure.NewCredentials()))
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

// start starts a server and waits until it reports that it serves.
func start(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	cmd := Command(args...)
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

// Port returns a port that nobody listens on.
func Port(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer l.Close()
	_, port, err := net.SplitHostPort(l.Addr().String())
	require.NoError(t, err)
	return port
}
