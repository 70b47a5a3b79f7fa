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

// watch shows the progress of our job until done is closed. It cancels the job when
// ctx ends.
func watch(ctx context.Context, done <-chan struct{}, client jobpb.JobServiceClient, status func(map[string]int64) string) {
	tick := time.NewTicker(250 * time.Millisecond)
	defer tick.Stop()
	terminal := term.IsTerminal(int(os.Stderr.Fd()))
	interrupted := ctx.Done()
	background := context.WithoutCancel(ctx)
	start := time.Now()
	soFar := map[string]int64{}
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
				counters(background, client, soFar)
				progress(status(soFar) + ", " + time.Since(start).Round(time.Second).String())
			}
		}
	}
}

// jobID finds our job by name. It returns "" if the job is not there yet.
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

// counters raises the counters of our job to the values that the runner reports.
// Prism's tentative values cover only the last bundle, so a counter may lag behind. It
// never goes down.
func counters(ctx context.Context, client jobpb.JobServiceClient, soFar map[string]int64) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	got, err := client.GetJobMetrics(ctx, &jobpb.GetJobMetricsRequest{JobId: jobID(ctx, client)})
	if err != nil {
		return
	}
	for _, infos := range [][]*pipepb.MonitoringInfo{got.GetMetrics().GetAttempted(), got.GetMetrics().GetCommitted()} {
		for _, info := range infos {
			if info.GetUrn() != "beam:metric:user:sum_int64:v1" {
				continue
			}
			name := info.GetLabels()["NAME"]
			if n, size := binary.Uvarint(info.GetPayload()); size > 0 {
				soFar[name] = max(soFar[name], int64(n))
			}
		}
	}
}
