package main

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// The engines come to the same results, and a build tells what make costs.
func TestSameWork(t *testing.T) {
	if testing.Short() {
		t.Skip("builds programs")
	}
	dir := t.TempDir()
	var files []string
	for _, v := range variants {
		built, cost, err := build(dir, v.tag, false, 1)
		require.NoError(t, err)
		require.NotEmpty(t, cost)
		files = append(files, built[0])
	}
	for _, job := range jobs {
		ratios, err := compare(files, job.name, 1, 1)
		require.NoError(t, err)
		require.Len(t, ratios, len(variants))
	}
}
