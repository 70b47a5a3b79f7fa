package kit

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
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

// A record is what a process prints about a new game: some moves and the keys. Every
// process draws the same moves.
type record struct {
	Line []step // the start first
	Keys []keycheck.Named
}

// A step is a move and the position after it. The strings are quoted because they
// may hold any bytes.
type step struct {
	Move, Position string
	Key            zobrist.Key
}

// newGameLine returns the line that a process prints about its new game. It first
// plays a game with other moves: keys that are drawn at first use then differ.
func newGameLine(fresh func() *player, plies int) (line string, fail *failure) {
	var r record
	p := fresh()
	if fail := p.contain(func() {
		draw := drawFrom(zobrist.NewSplitMix64(1))
		for range min(plies, printedPlies) {
			n := p.Moves()
			if n == 0 {
				break
			}
			p.Make(n - 1 - draw(n))
			p.Recompute()
			p.Key()
		}
	}); fail != nil {
		return "", fail
	}
	p = fresh()
	fail = p.contain(func() {
		r.Line = []step{p.step("")}
		draw := drawFrom(zobrist.NewSplitMix64(0))
		for range min(plies, printedPlies) {
			n := p.Moves()
			if n == 0 {
				break
			}
			i := draw(n)
			name := p.MoveString(i)
			p.Make(i)
			r.Line = append(r.Line, p.step(name))
		}
		for i, k := range p.Keys() {
			if i == printedKeys {
				break
			}
			r.Keys = append(r.Keys, keycheck.Named{Name: strconv.Quote(k.Name), Key: k.Key})
		}
	})
	if fail != nil {
		return "", fail
	}
	text, err := json.Marshal(r)
	if err != nil {
		panic(err) // cannot happen with strings and numbers
	}
	return printed + string(text), nil
}

func (p *player) step(move string) step {
	return step{strconv.Quote(move), strconv.Quote(p.Position()), p.Key()}
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
		var r record
		if text, ok := strings.CutPrefix(line, printed); ok && json.Unmarshal([]byte(text), &r) == nil && len(r.Line) > 0 {
			records = append(records, r)
		}
	}
	switch {
	case records != nil:
	case err == nil:
		err = errors.New("it printed no key")
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
func checkProcess(t *testing.T, fresh func() *player) (compared, reason string, err error) {
	records, err := runElsewhere(t)
	if records == nil {
		return "", fmt.Sprintf("cannot run this test in another process: %v", err), nil
	}
	reason = "a new game in another process has another position"
	for _, r := range records {
		p := fresh()
		plies := 0
		var differ error
		if fail := p.contain(func() { plies, differ = compare(p, r) }); fail != nil {
			return "", "", report(fail, p)
		}
		switch {
		case plies >= 0 && differ == nil:
			return fmt.Sprintf("another process has the same keys in a new game and after %d plies, and the same %d keys of Keys", plies, len(r.Keys)), "", nil
		case plies >= 0:
			reason, err = "", differ
			if differ == errWalk {
				reason, err = differ.Error(), nil
			}
		}
	}
	return "", reason, err
}

// errWalk says that a key is wrong in this process: walk will say why.
var errWalk = errors.New("a key differs from the recomputed key: walk and playouts say where")

// compare plays the moves of another process. It returns an error if the keys
// differ. plies is the number of plies compared, -1 if the games cannot be compared.
func compare(p *player, other record) (plies int, err error) {
	start := p.step("")
	if start.Position != other.Line[0].Position {
		return -1, nil
	}
	// The subtest keys reports names of several keys. They say nothing here.
	mine, _ := uniqueNames(p.Keys())
	if err := compareKeys(mine, other.Keys); err != nil {
		return 0, err
	}
	if start.Key != other.Line[0].Key {
		return plies, differentKey("a new game", start.Key, other.Line[0].Key, len(mine))
	}
	// Find the moves by name: their order may differ.
	c := newChecker(p, nil, limits{plies: mostPlies})
	for _, step := range other.Line[1:] {
		n := p.Moves()
		name, err := strconv.Unquote(step.Move)
		if n == 0 || err != nil {
			return plies, nil
		}
		i := c.findAny(map[string]bool{name: true}, n, 0)
		if p.MoveString(i) != name {
			return plies, nil
		}
		p.Make(i)
		here := p.step(name)
		if here.Position != step.Position {
			return plies, nil
		}
		if here.Key != step.Key {
			if p.Recompute() != here.Key {
				return 0, errWalk
			}
			return plies, differentKey("the game "+where("", p.line), here.Key, step.Key, len(mine))
		}
		plies++
	}
	return plies, nil
}

// differentKey says that a key differs. agree is the number of keys that agree.
func differentKey(what string, here, there zobrist.Key, agree int) error {
	guess := guessProcess(here, there)
	if agree > 0 {
		guess = fmt.Sprintf(", though all %d keys of Keys agree: does the key depend on more, such as earlier games? The other process played a game first", min(agree, printedKeys))
	}
	return fmt.Errorf("the key of %s is %v in this process and %v in another%s", what, here, there, guess)
}

// compareKeys compares the keys of two processes by their names.
func compareKeys(mine, other []keycheck.Named) error {
	others := make(map[string]zobrist.Key)
	values := make(map[zobrist.Key]bool)
	other, _ = uniqueNames(other)
	for _, k := range other {
		others[k.Name] = k.Key
		values[k.Key] = true
	}
	differ, elsewhere, first := 0, 0, keycheck.Named{}
	for _, k := range mine {
		if there, ok := others[strconv.Quote(k.Name)]; ok && there != k.Key {
			if differ++; differ == 1 {
				first = k
			}
			if k.Key != 0 && values[k.Key] {
				elsewhere++
			}
		}
	}
	if differ == 0 {
		return nil
	}
	there := others[strconv.Quote(first.Name)]
	guess := guessProcess(first.Key, there)
	if 2*elsewhere > differ {
		guess = ", under another name: are keys drawn at first use? The other process made other moves first. Draw all keys at the start, or each key from its name"
	}
	return fmt.Errorf("%d of %d keys differ from those of another process: the key of %q is %v in this process and %v in the other%s",
		differ, len(mine), first.Name, first.Key, there, guess)
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
