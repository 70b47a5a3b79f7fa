package run

import (
	"context"
	"fmt"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/metrics"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
)

func init() {
	register.DoFn3x0[context.Context, string, func(*int64) bool](&total{})
	register.Iter1[int64]()
}

// Total adds up counts by name. A count is a pair of a string, its name, and an int64.
// The submitter reads the sums with [Totals].
func Total(s beam.Scope, namespace string, counts ...beam.PCollection) {
	beam.ParDo0(s, &total{namespace}, beam.GroupByKey(s, beam.Flatten(s, counts...)))
}

// total reports a sum as a metric, so that no shared file is needed. The metric is a
// distribution because a runner may run this code twice. The same value again does not
// change the minimum and maximum, but a counter would double.
type total struct{ Namespace string }

func (f *total) ProcessElement(ctx context.Context, name string, counts func(*int64) bool) {
	var sum, n int64
	for counts(&n) {
		sum += n
	}
	beam.NewDistribution(f.Namespace, name).Update(ctx, sum)
}

// Totals returns the sums of a namespace by name.
func Totals(results metrics.Results, namespace string) (map[string]int64, error) {
	sums := map[string]int64{}
	for _, r := range results.AllMetrics().Distributions() {
		if r.Namespace() != namespace {
			continue
		}
		d := r.Result()
		if _, again := sums[r.Name()]; again || d.Count == 0 || d.Min != d.Max {
			return nil, fmt.Errorf("the runner returned %d to %d for %q, want one value", d.Min, d.Max, r.Name())
		}
		sums[r.Name()] = d.Min
	}
	return sums, nil
}
