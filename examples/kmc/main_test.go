package main

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestSimulate(t *testing.T) {
	var out, again bytes.Buffer
	simulate(&out, 4, 300, 2)
	assert.Contains(t, out.String(), "128 sites, copper on 1,")
	assert.Regexp(t, `(?m)^  1073 +\d+\.\d    61\.2 +\d+ +\d\.\d\de-\d\d$`, out.String())
	assert.Regexp(t, `(?m)^   773 +\d+\.\d    85\.1 `, out.String())
	assert.Regexp(t, `(?m)^   373 +\d+\.\d    99\.9 `, out.String())
	simulate(&again, 4, 300, 2)
	assert.Equal(t, out.String(), again.String())
}
