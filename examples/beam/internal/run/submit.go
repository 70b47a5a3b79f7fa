package run

import (
	"context"
	"fmt"
	"net"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/metrics"
	jobpb "github.com/apache/beam/sdks/v2/go/pkg/beam/model/jobmanagement_v1"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/options/jobopts"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"

	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/flink"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/spark"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/universal"
)

const embedded = "prism"

// patience is the longest time that an address may take to answer.
const patience = 5 * time.Second

// Pipeline runs p on the runner of the flags and returns the runner's metrics. If
// standard error is a terminal, it shows a line of progress there, which status makes
// from the counters so far.
func Pipeline(ctx context.Context, p *beam.Pipeline, status func(counters map[string]int64) string) (metrics.Results, error) {
	client, err := connect(ctx)
	if err != nil {
		return metrics.Results{}, err
	}
	done := make(chan struct{})
	watched := make(chan struct{})
	go func() {
		defer close(watched)
		watch(ctx, done, client, status)
	}()
	name := *runner
	if name == embedded {
		name = "universal"
	}
	result, err := beam.Run(context.WithoutCancel(ctx), name, p)
	close(done)
	<-watched
	if ctx.Err() != nil {
		return metrics.Results{}, fmt.Errorf("interrupted: the job was cancelled")
	}
	if err != nil {
		return metrics.Results{}, fmt.Errorf("%s: %s", where(), brief(err))
	}
	return result.Metrics(), nil
}

// connect returns a client of the job server. It starts the embedded server, or checks
// that the named servers answer. Without this check, Beam waits for minutes, and Prism
// panics if it cannot reach a pool.
func connect(ctx context.Context) (jobpb.JobServiceClient, error) {
	if !slices.Contains([]string{embedded, "universal", "flink", "spark"}, *runner) {
		return nil, fmt.Errorf("-runner %q: want %s, universal, flink or spark", *runner, embedded)
	}
	*jobopts.JobName = fmt.Sprintf("%s-%d", "zobrist", time.Now().UnixNano())
	if *runner == embedded {
		if *jobopts.Endpoint != "" {
			return nil, fmt.Errorf("-endpoint %s: want a -runner with it, such as universal", *jobopts.Endpoint)
		}
		port, err := freePort()
		if err != nil {
			return nil, err
		}
		*jobopts.Endpoint = fmt.Sprintf("localhost:%d", port)
		*jobopts.EnvironmentType = "LOOPBACK"
		return startJobs(ctx, port)
	}
	if *jobopts.Endpoint == "" {
		return nil, fmt.Errorf("-runner %s: want -endpoint HOST:PORT, the address of its job server", *runner)
	}
	if err := answers("job server", "-endpoint", *jobopts.Endpoint); err != nil {
		return nil, err
	}
	external := strings.EqualFold(*jobopts.EnvironmentType, "EXTERNAL")
	if external && *jobopts.WorkerBinary == "" {
		*jobopts.WorkerBinary = os.DevNull // a pool has the program: send none
	}
	// Flink and Spark may have a pool next to each worker, which we cannot reach.
	if *runner == "universal" && external {
		if err := answers("worker pool", "-environment_config", *jobopts.EnvironmentConfig); err != nil {
			return nil, err
		}
	}
	conn, err := grpc.NewClient(*jobopts.Endpoint, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		return nil, fmt.Errorf("job server %s: %w", *jobopts.Endpoint, err)
	}
	return jobpb.NewJobServiceClient(conn), nil
}

func answers(what, flagName, address string) error {
	conn, err := net.DialTimeout("tcp", address, patience)
	if err != nil {
		return fmt.Errorf("%s, %s %s: %w", what, flagName, address, err)
	}
	return conn.Close()
}

// where names the runner for error messages.
func where() string {
	if *runner == embedded {
		return "embedded runner"
	}
	s := "runner " + *runner + " at " + *jobopts.Endpoint
	if *jobopts.EnvironmentConfig != "" {
		s += ", workers at " + *jobopts.EnvironmentConfig
	}
	return s
}

// brief returns the message of err without Beam's stack traces and plans. If one of our
// functions caused it, the message is that function's error.
func brief(err error) string {
	s := err.Error()
	if *verbose {
		return s
	}
	if i := strings.LastIndex(s, "caused by:"); i >= 0 {
		s = s[i+len("caused by:"):]
	}
	for _, end := range []string{", stage: &{", "\nStacktrace:", "goroutine "} {
		s, _, _ = strings.Cut(s, end)
	}
	if function, cause, ok := strings.Cut(strings.TrimSpace(s), "\n"); ok && strings.HasPrefix(function, "DoFn[") {
		s = cause
	}
	return strings.TrimSpace(s)
}

// progress replaces the line of progress on a terminal.
func progress(line string) {
	fmt.Fprintf(os.Stderr, "\r\x1b[K%s", line)
}
