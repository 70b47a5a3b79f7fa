package zobristtest

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
	"time"
)

// processVariable tells a test, by its name, to print its new game and end.
const processVariable = "ZOBRISTTEST_PRINT"

const printed = "zobristtest: new game: "

// newGameLine is what a process prints of its new game.
func newGameLine(p *player) (line string, fail *failure) {
	fail = p.contain(func() { line = fmt.Sprintf("%s%v %q", printed, p.Key(), p.Position()) })
	return line, fail
}

// elsewhere runs the test again in a process of its own, and returns what that
// prints of its new games: a test may call Run several times.
func elsewhere(t *testing.T) (lines []string, err error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	var pattern []string
	for _, name := range strings.Split(t.Name(), "/") {
		pattern = append(pattern, "^"+regexp.QuoteMeta(name)+"$")
	}
	cmd := exec.Command(self, "-test.run="+strings.Join(pattern, "/"), "-test.count=1", "-test.timeout=20s")
	cmd.Env = append(os.Environ(), processVariable+"="+t.Name())
	cmd.WaitDelay = time.Second
	out, err := cmd.Output()
	for _, line := range strings.Split(string(out), "\n") {
		if strings.HasPrefix(line, printed) {
			lines = append(lines, line)
		}
	}
	if lines == nil && err == nil {
		err = errors.New("it prints no key")
	}
	return lines, err
}

// checkProcess compares the new game with that of another process. It returns
// a reason when they cannot be compared.
func checkProcess(t *testing.T, p *player) (reason string, err error) {
	lines, err := elsewhere(t)
	if lines == nil {
		return fmt.Sprintf("cannot run this test in a process of its own: %v", err), nil
	}
	line, fail := newGameLine(p)
	if fail != nil {
		return "", report(fail, p)
	}
	key, position, _ := strings.Cut(strings.TrimPrefix(line, printed), " ")
	reason = "the new game of another process is another position"
	for _, line := range lines {
		otherKey, otherPosition, _ := strings.Cut(strings.TrimPrefix(line, printed), " ")
		switch {
		case position != otherPosition:
		case key == otherKey:
			return "", nil
		default:
			err = fmt.Errorf("the key of a new game is %s in this process and %s in another: are the keys drawn from an unseeded generator?", key, otherKey)
		}
	}
	return reason, err
}
