package tt_test

import (
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist/internal/gotool"
)

// The methods inline into a program that does not import sync/atomic, and what
// they call is the core, in which no access of a word is a call.
func TestInlining(t *testing.T) {
	out := gotool.Run(t, "build", "-gcflags=-m", "-o", filepath.Join(t.TempDir(), "user"), "./testdata/user")
	for _, method := range []string{"Probe", "Store", "Prefetch"} {
		assert.Regexp(t, `inlining call to tt\.\(\*Table\[.*\]\)\.`+method, out)
	}
	switch runtime.GOARCH {
	case "amd64", "arm64", "s390x":
	default:
		return // atomic access of 64 bits is a call on 386
	}
	program := filepath.Join(t.TempDir(), "user")
	gotool.Run(t, "build", "-o", program, "./testdata/user")
	code := gotool.Run(t, "tool", "objdump", "-s", `main\.use|tt\.\(\*core\)\.(probe|store|prefetch)`, program)
	require.Contains(t, code, "(*core).probe")
	for _, line := range strings.Split(code, "\n") {
		if regexp.MustCompile(`\b(CALL|BL)\b.*atomic`).MatchString(line) {
			t.Error(line)
		}
	}
}
