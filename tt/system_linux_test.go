package tt

import (
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestMemorySizeIsTheSmallestLimit(t *testing.T) {
	machine := memorySize(t.TempDir()) // no files, so no limits
	assert.Greater(t, machine, uint64(16<<20))
	assert.Less(t, machine, uint64(1)<<50)
	assert.LessOrEqual(t, memorySize("/"), machine)

	const mib = 1 << 20
	for name, c := range map[string]struct {
		files map[string]string
		want  uint64
	}{
		"cgroups 2, the container": {
			map[string]string{"sys/fs/cgroup/memory.max": "12582912\n"}, 12 * mib},
		"cgroups 2, a group": {map[string]string{
			"proc/self/cgroup":                    "0::/a/b\n",
			"sys/fs/cgroup/a/b/memory.max":        "10485760\n",
			"sys/fs/cgroup/a/memory.max":          "max\n",
			"sys/fs/cgroup/other/memory.max":      "1048576\n",
			"sys/fs/cgroup/memory.limit_in_bytes": "1048576\n",
		}, 10 * mib},
		"cgroups 2, a parent group": {map[string]string{
			"proc/self/cgroup":             "0::/a/b\n",
			"sys/fs/cgroup/a/b/memory.max": "max\n",
			"sys/fs/cgroup/a/memory.max":   "9437184\n",
		}, 9 * mib},
		"cgroups 1, a group": {map[string]string{
			"proc/self/cgroup": "12:pids:/x\n4:cpu,memory:/x/y\n0::/z\n",
			"sys/fs/cgroup/memory/x/y/memory.limit_in_bytes": "8388608\n",
			"sys/fs/cgroup/memory/memory.limit_in_bytes":     "9223372036854771712\n",
		}, 8 * mib},
		"no limit": {map[string]string{
			"proc/self/cgroup":             "0::/a\nnonsense\n",
			"sys/fs/cgroup/a/memory.max":   "max\n",
			"sys/fs/cgroup/memory.max":     "",
			"sys/fs/cgroup/memory.current": "1\n",
		}, machine},
	} {
		root := t.TempDir()
		for file, text := range c.files {
			file = filepath.Join(root, file)
			require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o700))
			require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
		}
		assert.Equal(t, c.want, memorySize(root), name)
		if c.want < 100*mib {
			var table core
			require.NoError(t, table.init(int(c.want), root), name)
			require.ErrorContains(t, table.init(int(c.want)+bucketBytes, root),
				"the machine or container has "+strconv.FormatUint(c.want, 10)+" bytes", name)
		}
	}
	if size := memorySize("/") + bucketBytes; size <= math.MaxInt {
		_, err := New[int](int(size))
		assert.Error(t, err)
	}
}

// flagged returns the address ranges for which the program asked for huge pages.
func flagged(t *testing.T) (ranges [][2]uint64) {
	text, err := os.ReadFile("/proc/self/smaps")
	if err != nil || !strings.Contains(string(text), "VmFlags:") {
		t.Skip("no flags in /proc/self/smaps")
	}
	var now [2]uint64
	head := regexp.MustCompile(`^([0-9a-f]+)-([0-9a-f]+) `)
	for _, line := range strings.Split(string(text), "\n") {
		if m := head.FindStringSubmatch(line); m != nil {
			now[0], _ = strconv.ParseUint(m[1], 16, 64)
			now[1], _ = strconv.ParseUint(m[2], 16, 64)
			continue
		}
		flags, ok := strings.CutPrefix(line, "VmFlags:")
		if ok && strings.Contains(flags+" ", " hg ") {
			ranges = append(ranges, now)
		}
	}
	return ranges
}

// settled returns the flagged ranges once the finalizers of dropped tables have run,
// however long that takes on a busy machine.
func settled(t *testing.T) [][2]uint64 {
	ranges := flagged(t)
	for tries := 0; len(ranges) > 0 && tries < 20; tries++ {
		awaitFinalizers()
		ranges = flagged(t)
	}
	return ranges
}

// A table asks for huge pages from its first byte to its last. Once it is closed
// or dropped, its range is not flagged any more.
func TestTablesAskForHugePages(t *testing.T) {
	if _, err := os.Stat("/sys/kernel/mm/transparent_hugepage"); err != nil {
		t.Skip("no huge pages here")
	}
	if len(settled(t)) > 0 {
		t.Skip("the runtime, with GOMEMLIMIT, or an emulator asks for huge pages too")
	}
	for _, bytes := range []int{hugePage, 6 * hugePage, 64 << 20} {
		table := newTable[uint64](t, bytes)
		first := uint64(uintptr(unsafe.Pointer(&table.c.buckets[0])))
		require.Equal(t, [][2]uint64{{first, first + uint64(bytes)}}, flagged(t))
		if bytes < 64<<20 {
			require.NoError(t, table.Close())
			require.Empty(t, flagged(t), "Close gives the memory back at once")
		} else {
			table.Clear()
		}
	}
	require.Empty(t, settled(t), "so does the collector")
}
