package zobristtest_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/zobrist-go/zobrist/zobristtest"
)

// claims are all claims that the log of Run makes about a game: the names of the subtests,
// what they count, and the optional methods found. Each has a game in which it is wrong,
// and the subtest that fails on this game.
var claims = map[string]struct{ game, fails string }{
	"start":                            {"unseeded", "start"},
	"methods":                          {"wrong After", "methods"},
	"process":                          {"a key", "process"},
	"keys":                             {"odd keys", "keys"},
	"walk":                             {"quick all keys", "walk"},
	"playouts":                         {"quick late", "playouts"},
	"texts":                            {"quick texts", "texts"},
	"texts put together from those of": {"quick texts", "texts"},          // and accepted
	"same keys":                        {"differs by process", "process"}, // in another process
	"positions":                        {"quick Make", "walk"},
	"moves taken back":                 {"quick Unmake", "walk"},
	"null moves":                       {"quick Null", "walk"},
	"clones":                           {"quick Clone", "playouts"},
	"positions loaded":                 {"quick Load", "walk"},
	"reached again by another line":    {"quick routes", "walk"},

	"found After":          {"quick After", "walk"},
	"found Null, UndoNull": {"quick Null", "walk"},
	"found Position":       {"quick routes", "walk"},
	"found Keys":           {"odd keys", "keys"},
	"found MoveString":     {"unsorted", "start"},
	"found Clone":          {"quick Clone", "playouts"},
	"found Load":           {"quick Load", "walk"},
	"threads":              {}, // see TestDataRace
}

func init() {
	for _, wrong := range []string{"", "all keys", "routes", "late", "Make", "Unmake", "Null", "After", "Clone", "Load", "texts"} {
		games["quick "+wrong] = newQuickOthello(wrong)
		configs["quick "+wrong] = zobristtest.Config{Games: 3, Seed: 1, Plies: 60}
	}
}

// TestEveryClaimCanFail reads what Run says about a right game. Each claim has a planted
// bug that makes the subtest fail.
func TestEveryClaimCanFail(t *testing.T) {
	t.Parallel()
	out, err := runOn(t, "quick ", nil, "-test.run=^TestRunOnGame$", "-test.v")
	require.NoError(t, err, out)
	said := make(map[string]bool)
	for _, pattern := range []string{
		`=== RUN   TestRunOnGame/(\w+)`, `(found .*?)  `, `another process has the (same keys)`,
		`(?:test.go:\d+: |, |\()\d+ (positions loaded|[a-z ]*[a-z])`,
	} {
		for _, match := range regexp.MustCompile(pattern).FindAllStringSubmatch(out, -1) {
			said[strings.TrimSpace(match[1])] = true
		}
	}
	assert.GreaterOrEqual(t, len(said), 19, "%v", said)
	assert.NotRegexp(t, `[^0-9]0 (positions|clones|null|moves|reached)`, out)
	for claim := range said {
		assert.Contains(t, claims, claim, "no bug is planted for this claim of Run")
	}
	results := make(map[string]string)
	for claim, c := range claims {
		if c.game == "" {
			continue
		}
		if results[c.game] == "" {
			results[c.game], err = runOn(t, c.game, nil, "-test.run=^TestRunOnGame$", "-test.v")
			assert.Error(t, err, c.game)
		}
		assert.Contains(t, results[c.game], "--- FAIL: TestRunOnGame/"+c.fails+" ", "%s: %s", claim, c.game)
	}
	assert.Contains(t, results["quick all keys"], "the same as")
}
