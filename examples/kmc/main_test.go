package main

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestCommand(t *testing.T) {
	var out, again bytes.Buffer
	args := []string{"-cells", "4", "-steps", "300", "-seed", "2"}
	require.NoError(t, command(args, &out))
	assert.Contains(t, out.String(), "128 sites, copper on 1,")
	assert.Regexp(t, `(?m)^  1073 +\d+\.\d    61\.2 +\d+ +\d\.\d\de-\d\d$`, out.String())
	assert.Regexp(t, `(?m)^   773 +\d+\.\d    85\.1 `, out.String())
	assert.Regexp(t, `(?m)^   373 +\d+\.\d    99\.9 `, out.String())
	require.NoError(t, command(args, &again))
	assert.Equal(t, out.String(), again.String())

	for args, want := range map[string]string{
		"-cells 2":       "-cells 2, want 3 to 64",
		"-cells 65":      "-cells 65, want 3 to 64",
		"-steps 0":       "-steps 0, want 1 to 1000000",
		"-steps 1000001": "want 1 to 1000000",
		"1073":           `unexpected argument "1073"`,
	} {
		assert.ErrorContains(t, command(strings.Fields(args), io.Discard), want)
	}
}
