package run

import (
	"context"
	"encoding/binary"
	"os"
	"time"

	jobpb "github.com/apache/beam/sdks/v2/go/pkg/beam/model/jobmanagement_v1"
	pipepb "github.com/apache/beam/sdks/v2/go/pkg/beam/model/pipeline_v1"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/options/jobopts"
	"golang.org/x/term"
)

// watch shows the progress of our job until done, and cancels the job when ctx
// ends.
func watch(ctx context.Context, done <-chan struct{}, client jobpb.JobServiceClient, status func(map[string]int64) string) {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	terminal := term.IsTerminal(int(os.Stderr.Fd()))
	interrupted := ctx.Done()
	background := context.WithoutCancel(ctx)
	start := time.Now()
	for {
		select {
		case <-done:
			if terminal {
				progress("")
			}
			return
		case <-interrupted:
			interrupted = nil
			if id := jobID(background, client); id != "" {
				client.Cancel(background, &jobpb.CancelJobRequest{JobId: id})
			}
		case <-tick.C:
			if terminal {
				line := status(counters(background, client))
				progress(line + ", " + time.Since(start).Round(time.Second).String())
			}
		}
	}
}

// jobID finds our job by its name; "" when it is not there yet.
func jobID(ctx context.Context, client jobpb.JobServiceClient) string {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	list, err := client.GetJobs(ctx, &jobpb.GetJobsRequest{})
	if err != nil {
		return ""
	}
	for _, job := range list.GetJobInfo() {
		if job.GetJobName() == *jobopts.JobName {
			return job.GetJobId()
		}
	}
	return ""
}

// counters returns the counters of our job so far, by name.
func counters(ctx context.Context, client jobpb.JobServiceClient) map[string]int64 {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	sums := map[string]int64{}
	got, err := client.GetJobMetrics(ctx, &jobpb.GetJobMetricsRequest{JobId: jobID(ctx, client)})
	if err != nil {
		return sums
	}
	for _, infos := range [][]*pipepb.MonitoringInfo{got.GetMetrics().GetAttempted(), got.GetMetrics().GetCommitted()} {
		for _, info := range infos {
			if info.GetUrn() != "beam:metric:user:sum_int64:v1" {
				continue
			}
			name := info.GetLabels()["NAME"]
			// Tentative and committed values overlap: the larger is nearer.
			if n, size := binary.Uvarint(info.GetPayload()); size > 0 {
				sums[name] = max(sums[name], int64(n))
			}
		}
	}
	return sums
}
