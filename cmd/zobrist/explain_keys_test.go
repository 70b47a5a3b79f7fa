package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
)

func writeKeys(t *testing.T, text string) string {
	path := filepath.Join(t.TempDir(), "keys.txt")
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	return path
}

// TestExplainOwnKeys: a file with a seed's numbers gives the same results as the seed.
func TestExplainOwnKeys(t *testing.T) {
	for _, game := range []struct {
		name      string
		positions []string
	}{
		{"chess", []string{"startpos", "startpos moves e2e4", "startpos moves e2e4 d7d5 e4e5 f7f5", "4r1k1/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "fen r3k2r/8/8/8/8/8/6b1/R3K2R b KQkq - 0 1 moves g2h1"}},
		{"othello", []string{"startpos", "startpos f5d6c3"}},
	} {
		_, keys, _ := call("", "keys", "-game", game.name, "-keys", "7")
		path := writeKeys(t, keys)
		var numbers []zobrist.Key
		for _, line := range strings.Split(strings.TrimSpace(keys), "\n") {
			k, err := zobrist.ParseKey(line[:16])
			require.NoError(t, err)
			numbers = append(numbers, k)
		}
		side := numbers[len(numbers)-1]
		for _, position := range game.positions {
			right := hashOf(t, "-game", game.name, "-keys", "7", position)
			wrong := []zobrist.Key{0, side, numbers[5], numbers[5] ^ numbers[99] ^ side}
			if game.name == "chess" {
				wrong = append(wrong, numbers[775], numbers[776], numbers[777]^side)
			}
			for _, w := range wrong {
				args := []string{"explain", "-game", game.name, position, (right ^ w).String()}
				status, want, _ := call("", append([]string{args[0], "-keys", "7"}, args[1:]...)...)
				again, got, errs := call("", append([]string{args[0], "-keys", path}, args[1:]...)...)
				assert.Equal(t, status, again, errs)
				assert.Equal(t, want, got)
				assert.Empty(t, errs)
			}
		}
	}
}

// TestExplainSideBlack has an engine whose side number counts for Black, with signed
// decimals.
func TestExplainSideBlack(t *testing.T) {
	var text strings.Builder
	var side, e4, e2 zobrist.Key
	for name, k := range zobrist.NewChess(3).Keys() {
		switch name {
		case "side":
			side, name = k, "side Black"
		case "e4 P":
			e4 = k
		case "e2 P":
			e2 = k
		}
		fmt.Fprintf(&text, "%s;%d\n", name, int64(k))
	}
	path := writeKeys(t, text.String())
	start := hashOf(t, "-keys", "3", "startpos") ^ side
	status, out, errs := call("", "explain", "-keys", path, "startpos", start.String())
	assert.Zero(t, status, out+errs)
	status, out, errs = call("", "explain", "-keys", path, "startpos moves e2e4", (start ^ e2 ^ e4).String())
	assert.Equal(t, 1, status, errs)
	assert.Contains(t, out, "it is right with White to move instead of Black\nit lacks \"side Black\"\n")
}

func TestExplainOwnKeysErrors(t *testing.T) {
	for text, want := range map[string]string{
		"9d39247e33776d41\ta1 P\n": `keys.txt: no key is named "a1 N", want the names that zobrist keys prints`,
		"x\n":                      `keys.txt: no keys, want lines of KEY<TAB>NAME`,
		"0x1 a1 P\n0x2 a1 P\n":     `keys.txt: two keys are named "a1 P"`,
	} {
		refused(t, want, "explain", "-keys", writeKeys(t, text), "startpos", "0")
	}
	refused(t, "in decimal or as 0x..., or polyglot for chess, or a FILE that exists\n", "explain", "-keys", "no/such/file", "startpos", "0")
	refused(t, `unknown game "go"`, "explain", "-game", "go", "-keys", writeKeys(t, "1"), "startpos", "0")
}
