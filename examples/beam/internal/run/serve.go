package run

import (
	"context"
	"fmt"
	"net"
	"os"
	"strconv"

	jobpb "github.com/apache/beam/sdks/v2/go/pkg/beam/model/jobmanagement_v1"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners/prism"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners/universal/extworker"
)

// startJobs starts Prism on a port. Prism listens on all interfaces: it offers no
// choice.
func startJobs(ctx context.Context, port int) (jobpb.JobServiceClient, error) {
	// Prism panics if the port is taken, so test the port first.
	l, err := net.Listen("tcp", ":"+strconv.Itoa(port))
	if err != nil {
		return nil, fmt.Errorf("job server: %w", err)
	}
	l.Close()
	return prism.CreateJobServer(ctx, prism.Options{Port: port})
}

func serveJobs(ctx context.Context, port int) error {
	if _, err := startJobs(ctx, port); err != nil {
		return err
	}
	fmt.Fprintf(os.Stderr, "job server on port %d, all interfaces\n", port)
	<-ctx.Done()
	return nil
}

func servePool(ctx context.Context, port int) error {
	server, err := extworker.StartLoopback(ctx, port)
	if err != nil {
		return fmt.Errorf("worker pool: %w", err)
	}
	fmt.Fprintf(os.Stderr, "worker pool on %s\n", server.EnvironmentConfig(ctx))
	<-ctx.Done()
	return nil
}

// freePort returns a port that nobody uses at the moment.
func freePort() (int, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port, nil
}
