package kit

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/keycheck"
)

// processVariable names a test that should print its new game and end.
const processVariable = "ZOBRISTTEST_PRINT"

const (
	printed = "zobristtest: new game: "

	// A process prints at most this number of plies and of keys.
	printedPlies = 40
	printedKeys  = 10_000
)

// A record is what a process prints about a new game: some moves, and the keys.
type record struct {
	Line []step // the start first
	Keys []keycheck.Named
}

// A step is a move and the position after it, with its recomputed key.
type step struct {
	Move, Position string
	Key            zobrist.Key
}

// recordLine plays the moves that every process draws on a new game, whatever their order,
// and returns the line to print. JSON replaces bytes that are not UTF-8, in every process.
func recordLine(p *player, plies int) (line string, fail *failure) {
	var r record
	see := func(move string) { r.Line = append(r.Line, step{move, p.Position(), p.Recompute()}) }
	fail = p.contain(func() {
		see("")
		p.playDrawn(0, plies, see)
		r.Keys, _ = uniqueNames(p.Keys())
		r.Keys = r.Keys[:min(len(r.Keys), printedKeys)]
	})
	text, err := json.Marshal(r)
	if err != nil {
		panic(err) // cannot happen with strings and numbers
	}
	return printed + string(text), fail
}

func parseRecord(line string) (r record, ok bool) {
	text, ok := strings.CutPrefix(line, printed)
	return r, ok && json.Unmarshal([]byte(text), &r) == nil && len(r.Line) > 0
}

// playDrawn makes moves, and calls see after each with its name.
func (p *player) playDrawn(seed uint64, plies int, see func(move string)) {
	draw := drawFrom(zobrist.NewSplitMix64(seed))
	for range min(plies, printedPlies) {
		n := p.Moves()
		if n == 0 {
			return
		}
		names := newChecker(p, nil, limits{}).moveStrings(n)
		name := slices.Sorted(slices.Values(names))[draw(n)]
		p.Make(slices.Index(names, name))
		see(name)
	}
}

// printRecord is what the other process does. It first plays a game with other moves: keys
// that are drawn at first use then differ.
func (r *Session) printRecord() {
	plies := r.limits(playoutPlies).plies
	p := r.fresh("")
	fail := p.contain(func() { p.playDrawn(1, plies, func(string) { p.Recompute(); p.Key() }) })
	if fail == nil {
		var line string
		p = r.fresh("")
		if line, fail = recordLine(p, plies); fail == nil {
			fmt.Println("\n" + line)
		}
	}
	if fail != nil {
		fmt.Println(report(fail, p))
	}
}

// runElsewhere runs the test again in another process, and returns the records that
// this process prints. A test may call Run several times.
func runElsewhere(t *testing.T) (records []record, err error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	cmd := exec.Command(self, "-test.run="+pattern(t.Name()), "-test.count=1", "-test.timeout=20s")
	cmd.Env = append(os.Environ(), processVariable+"="+t.Name())
	cmd.WaitDelay = time.Second
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	for _, line := range strings.Split(string(out), "\n") {
		if r, ok := parseRecord(line); ok {
			records = append(records, r)
		}
	}
	switch {
	case records != nil:
	case err == nil:
		err = fmt.Errorf("it printed no key\n%s", endOf(string(out)))
	default:
		err = fmt.Errorf("%w\n%s", err, endOf(string(out)+stderr.String()))
	}
	return records, err
}

// endOf returns the lines from the panic on, or the last lines.
func endOf(output string) string {
	const most = 12
	lines := strings.Split(strings.TrimSpace(output), "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, "panic: ") {
			return strings.Join(lines[i:min(i+most, len(lines))], "\n")
		}
	}
	return strings.Join(lines[max(0, len(lines)-most):], "\n")
}

// checkProcess compares the keys with those of another process. It says what it
// compared, or the reason why it could not.
func (r *Session) checkProcess(t *testing.T) (compared, reason string, err error) {
	records, err := runElsewhere(t)
	if records == nil {
		return "", fmt.Sprintf("cannot run this test in another process: %v", err), nil
	}
	p := r.fresh("")
	line, fail := recordLine(p, r.limits(playoutPlies).plies)
	if fail != nil {
		return "", "", report(fail, p)
	}
	mine, _ := parseRecord(line)
	for _, other := range records {
		if mine.Line[0].Position != other.Line[0].Position {
			continue
		}
		plies, differ := compare(mine, other)
		if differ == nil {
			return fmt.Sprintf("another process has the same keys in a new game and after %d plies, and the same %d keys of Keys", plies, len(mine.Keys)), "", nil
		}
		err = differ
	}
	if err == nil {
		reason = "a new game in another process has another position"
	}
	return "", reason, err
}

// compare compares two records. It returns the number of plies whose keys are equal, or an
// error if the keys differ.
func compare(mine, other record) (plies int, err error) {
	if err := compareKeys(mine.Keys, other.Keys); err != nil {
		return 0, err
	}
	var moves []string
	both := min(len(mine.Line), len(other.Line))
	for i, here := range mine.Line[:both] {
		there := other.Line[i]
		if here.Move != there.Move || here.Position != there.Position {
			return i - 1, nil
		}
		moves = append(moves, here.Move)
		if here.Key == there.Key {
			continue
		}
		what := "a new game"
		if i > 0 {
			what = "the game after " + strings.Join(moves[1:], " ")
		}
		guess := guessProcess(here.Key, there.Key)
		if agree := len(mine.Keys); agree > 0 {
			guess = fmt.Sprintf(", though all %d keys of Keys agree: does the key depend on more, such as earlier games? The other process played a game first", agree)
		}
		return i, fmt.Errorf("the key of %s is %v in this process and %v in another%s", what, here.Key, there.Key, guess)
	}
	return both - 1, nil
}

// compareKeys compares the keys of two processes by their names.
func compareKeys(mine, other []keycheck.Named) error {
	there := make(map[string]zobrist.Key)
	values := make(map[zobrist.Key]bool)
	for _, k := range other {
		there[k.Name], values[k.Key] = k.Key, true
	}
	var differ []keycheck.Named
	elsewhere := 0
	for _, k := range mine {
		if key, ok := there[k.Name]; ok && key != k.Key {
			differ = append(differ, k)
			if k.Key != 0 && values[k.Key] {
				elsewhere++
			}
		}
	}
	if differ == nil {
		return nil
	}
	first := differ[0]
	guess := guessProcess(first.Key, there[first.Name])
	if 2*elsewhere > len(differ) {
		guess = ", under another name: are keys drawn at first use? The other process made other moves first. Draw all keys at the start, or each key from its name"
	}
	return fmt.Errorf("%d of %d keys differ from those of another process: the key of %q is %v in this process and %v in the other%s",
		len(differ), len(mine), first.Name, first.Key, there[first.Name], guess)
}

// guessProcess guesses why a key differs between two processes.
func guessProcess(here, there zobrist.Key) string {
	switch {
	case there == 0:
		return ": are the keys made in another test? The other process runs only this one"
	case here == 0:
		return ": are the keys made after the game?"
	}
	return ": is the generator unseeded, or are keys drawn at first use? Play is not affected, but data stored under such keys cannot be found again. If this is intended, set Config.Unseeded"
}
