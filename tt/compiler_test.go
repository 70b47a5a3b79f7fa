package tt_test

import (
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// goTool runs the go command, or skips the test where there is none to run.
func goTool(t *testing.T, args ...string) string {
	t.Helper()
	if testing.Short() {
		t.Skip("builds programs")
	}
	if _, err := exec.LookPath("go"); err != nil || slices.Contains([]string{"js", "wasip1", "android", "ios"}, runtime.GOOS) {
		t.Skip("no go command here")
	}
	out, err := exec.Command("go", args...).CombinedOutput()
	if err != nil && strings.Contains(err.Error(), "exec format error") {
		t.Skip(err)
	}
	require.NoError(t, err, "go %v\n%s", args, out)
	return string(out)
}

// The methods inline into a program that does not import sync/atomic, and what
// they call is the core, in which no access of a word is a call.
func TestInlining(t *testing.T) {
	out := goTool(t, "build", "-gcflags=-m", "-o", filepath.Join(t.TempDir(), "user"), "./testdata/user")
	for _, method := range []string{"Probe", "Store", "Prefetch"} {
		assert.Regexp(t, `inlining call to tt\.\(\*Table\[.*\]\)\.`+method, out)
	}
	switch runtime.GOARCH {
	case "amd64", "arm64", "s390x":
	default:
		return // atomic access of 64 bits is a call on 386
	}
	program := filepath.Join(t.TempDir(), "user")
	goTool(t, "build", "-o", program, "./testdata/user")
	code := goTool(t, "tool", "objdump", "-s", `main\.use|tt\.\(\*core\)\.(probe|store|prefetch)`, program)
	require.Contains(t, code, "(*core).probe")
	for _, line := range strings.Split(code, "\n") {
		if regexp.MustCompile(`\b(CALL|BL)\b.*atomic`).MatchString(line) {
			t.Error(line)
		}
	}
}
