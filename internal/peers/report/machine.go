package report

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

// Machine returns the facts that a figure depends on: CPU, Go version, commit, command.
func Machine(command string) [][2]string {
	return [][2]string{
		{"CPU", cpuModel() + ", " + fmt.Sprint(runtime.GOMAXPROCS(0)) + " cores in use" + caches()},
		{"Go", strings.TrimPrefix(runtime.Version(), "go") + ", " + runtime.GOOS + "/" + runtime.GOARCH},
		{"Commit", commit()},
		{"Command", "`" + command + "`, in internal/peers"},
	}
}

func cpuModel() string {
	info, err := os.ReadFile("/proc/cpuinfo")
	if err == nil {
		for l := range strings.SplitSeq(string(info), "\n") {
			if name, value, ok := strings.Cut(l, ":"); ok && strings.TrimSpace(name) == "model name" {
				return strings.TrimSpace(value)
			}
		}
	}
	return "unknown " + runtime.GOARCH
}

// caches returns the sizes of the data caches, if the system reports them.
func caches() string {
	read := func(dir, name string) string {
		b, _ := os.ReadFile(filepath.Join(dir, name))
		return strings.TrimSpace(string(b))
	}
	dirs, _ := filepath.Glob("/sys/devices/system/cpu/cpu0/cache/index*")
	var s strings.Builder
	for _, d := range dirs {
		if read(d, "type") != "Instruction" && read(d, "size") != "" {
			fmt.Fprintf(&s, ", L%s %s", read(d, "level"), read(d, "size"))
		}
	}
	return s.String()
}

func commit() string {
	out, err := exec.Command("git", "describe", "--always", "--abbrev=12", "--exclude=*", "--dirty=, with changes").Output()
	if err != nil {
		return "unknown"
	}
	return strings.TrimSpace(string(out))
}
