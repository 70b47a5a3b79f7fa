package tt_test

import (
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist/internal/gotool"
)

// The methods are inlined into a program that does not import sync/atomic. The core
// reads and writes words without a call.
func TestMethodsAreInlined(t *testing.T) {
	program := filepath.Join(t.TempDir(), "user")
	out := gotool.Run(t, "build", "-gcflags=-m", "-o", program, "./testdata/user")
	for _, method := range []string{"Probe", "Store", "Prefetch"} {
		assert.Regexp(t, `inlining call to tt\.\(\*Table\[.*\]\)\.`+method, out)
	}
	switch runtime.GOARCH {
	case "amd64", "arm64", "s390x":
	default:
		return // atomic access of 64 bits is a call on 386
	}
	code := gotool.Run(t, "tool", "objdump", "-s",
		`main\.use|tt\.\(\*core\)\.(probe|store|prefetch)`, program)
	require.Contains(t, code, "(*core).probe")
	for _, line := range strings.Split(code, "\n") {
		if regexp.MustCompile(`\b(CALL|BL)\b.*atomic`).MatchString(line) {
			t.Error(line)
		}
	}
}

// The package example is one file without internal packages, so readers can copy it.
func TestExampleIsOneFile(t *testing.T) {
	const name = "alphabeta_example_test.go"
	gotool.Run(t, "vet", name)
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	assert.NotContains(t, string(text), "internal/")
}
