package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestCount(t *testing.T) {
	counts, err := count(3, nil)
	require.NoError(t, err)
	require.Equal(t, []int{1, 20, 400, 5362}, counts)

	var keys bytes.Buffer
	_, err = count(3, &keys)
	require.NoError(t, err)
	lines := strings.Fields(keys.String())
	require.Len(t, lines, 8902)
	distinct := map[string]bool{}
	for _, k := range lines {
		distinct[k] = true
	}
	require.Len(t, distinct, 5362)
}
