package check

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist/cmd/internal/uci"
)

// buildEngine builds the test engine.
func buildEngine(t *testing.T) string {
	t.Helper()
	exe := filepath.Join(t.TempDir(), "engine.exe")
	out, err := exec.Command("go", "build", "-o", exe, "./testdata/engine").CombinedOutput()
	require.NoError(t, err, "%s", out)
	return exe
}

// A planted mistake, as the test engine lists it.
type planted struct {
	name  string
	exit  int
	words []string
	about string
}

func listPlanted(t *testing.T, exe string) (all []planted) {
	t.Helper()
	out, err := exec.Command(exe, "-bugs").Output()
	require.NoError(t, err)
	for _, line := range strings.Split(strings.TrimSpace(string(out)), "\n") {
		f := strings.Split(line, "\t")
		require.Len(t, f, 4, line)
		exit, err := strconv.Atoi(f[1])
		require.NoError(t, err)
		p := planted{name: f[0], exit: exit, about: f[3]}
		if f[2] != "" {
			p.words = strings.Split(f[2], " & ")
		}
		all = append(all, p)
	}
	return all
}

// judge runs a check, and returns the exit status of the command and the text
// that names what is wrong: of mistakes, of an error, or of a sound engine's
// card.
func judge(exe, bug string, seed uint64, positions int) (exit int, text string) {
	opt := Options{UCI: uci.Options{Program: exe, Args: []string{"-bug", bug}, Limit: 3 * time.Second}, Seed: seed, Positions: positions}
	r, err := UCI(context.Background(), opt)
	if err != nil {
		return 2, err.Error()
	}
	var b strings.Builder
	if r.Sound() {
		if err := r.WriteText(&b); err != nil {
			return 2, err.Error()
		}
		return 0, b.String()
	}
	for _, m := range r.Mistakes {
		fmt.Fprintln(&b, m.What, m.Why, m.Then, m.Moves, m.Features)
	}
	return 1, b.String()
}

// TestPlanted requires that check finds each planted mistake, and names the feature of
// at least 90 % of them.
func TestPlanted(t *testing.T) {
	exe := buildEngine(t)
	all := listPlanted(t, exe)
	require.Greater(t, len(all), 60)
	var mu sync.Mutex
	mistakes, named := 0, 0
	t.Run("each", func(t *testing.T) {
		for i, p := range all {
			if testing.Short() && i%6 != 0 {
				continue
			}
			t.Run(p.name, func(t *testing.T) {
				t.Parallel()
				exit, text := judge(exe, p.name, 1, 4000)
				assert.Equal(t, p.exit, exit, "%s: %s", p.about, text)
				missing := ""
				for _, w := range p.words {
					if !regexp.MustCompile(w).MatchString(text) {
						missing = w
					}
				}
				mu.Lock()
				defer mu.Unlock()
				if p.exit != 1 {
					assert.Empty(t, missing, "%s: %s", p.about, text)
					return
				}
				mistakes++
				if exit == 1 && missing == "" {
					named++
				} else {
					t.Logf("not named: %s: want %s in %s", p.about, missing, text)
				}
			})
		}
	})
	t.Logf("%d of %d mistakes named", named, mistakes)
	assert.GreaterOrEqual(t, 10*named, 9*mistakes)
}

// TestSoundEngine requires that check finds no mistake in the sound engine.
func TestSoundEngine(t *testing.T) {
	exe := buildEngine(t)
	seeds := uint64(10)
	if testing.Short() {
		seeds = 2
	}
	if n, err := strconv.ParseUint(os.Getenv("ZOBRIST_CHECK_SEEDS"), 10, 64); err == nil {
		seeds = n
	}
	for seed := range seeds {
		exit, text := judge(exe, "", seed, 3000)
		assert.Equal(t, 0, exit, "seed %d: %s", seed, text)
	}
	t.Logf("%d seeds", seeds)
}
