package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/metrics"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/options/jobopts"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners/prism"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/universal"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners/universal/extworker"
)

// runPipeline runs p in this process or on the job server of the flags, and returns the
// runner's metrics.
func runPipeline(ctx context.Context, p *beam.Pipeline) (metrics.Results, error) {
	runner, where := "prism", "embedded runner"
	if *jobopts.Endpoint != "" {
		runner = "universal"
		where = fmt.Sprintf("job server %s, workers at %s", *jobopts.Endpoint, *jobopts.EnvironmentConfig)
		if err := reachable(); err != nil {
			return metrics.Results{}, err
		}
	}
	result, err := beam.Run(ctx, runner, p)
	if err != nil {
		return metrics.Results{}, fmt.Errorf("%s: %s", where, brief(err))
	}
	return result.Metrics(), nil
}

// reachable checks that the named servers answer. Without this check, Beam waits for
// minutes, and Prism panics if it cannot reach a pool.
func reachable() error {
	err := answers("job server", "-endpoint", *jobopts.Endpoint)
	if err == nil && strings.EqualFold(*jobopts.EnvironmentType, "EXTERNAL") {
		if *jobopts.WorkerBinary == "" {
			*jobopts.WorkerBinary = os.DevNull // a pool has the program: send none
		}
		err = answers("worker pool", "-environment_config", *jobopts.EnvironmentConfig)
	}
	return err
}

func answers(what, flagName, address string) error {
	conn, err := net.DialTimeout("tcp", address, 5*time.Second)
	if err != nil {
		return fmt.Errorf("%s, %s %s: %w", what, flagName, address, err)
	}
	return conn.Close()
}

// brief returns the message of err without Beam's stack traces and plans. If one of our
// functions caused it, the message is that function's error.
func brief(err error) string {
	s := err.Error()
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

// serve runs a job server or a worker pool until the process ends.
func serve(ctx context.Context) error {
	if *jobs != 0 && *pool != 0 {
		return errors.New("-jobs and -pool: want one of them, in a process of its own")
	}
	if *pool != 0 {
		server, err := extworker.StartLoopback(ctx, *pool)
		if err != nil {
			return fmt.Errorf("worker pool: %w", err)
		}
		fmt.Fprintf(os.Stderr, "worker pool on %s\n", server.EnvironmentConfig(ctx))
		select {}
	}
	// Prism panics if the port is taken, so test the port first. It listens on all
	// interfaces, and offers no choice.
	l, err := net.Listen("tcp", ":"+strconv.Itoa(*jobs))
	if err != nil {
		return fmt.Errorf("job server: %w", err)
	}
	l.Close()
	if _, err := prism.CreateJobServer(ctx, prism.Options{Port: *jobs}); err != nil {
		return fmt.Errorf("job server: %w", err)
	}
	fmt.Fprintf(os.Stderr, "job server on port %d, all interfaces\n", *jobs)
	select {}
}
