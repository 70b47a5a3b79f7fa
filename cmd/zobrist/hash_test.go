package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist/chess"
	"github.com/zobrist-go/zobrist/internal/lines"
)

func published(t *testing.T) (keys, fens []string) {
	f, err := os.Open("../../testdata/polyglot.txt")
	require.NoError(t, err)
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		key, fen, _ := strings.Cut(lines.Text(), " ")
		keys, fens = append(keys, key), append(fens, fen)
	}
	return keys, fens
}

func TestHashPublished(t *testing.T) {
	keys, fens := published(t)
	var want strings.Builder
	for i := range keys {
		want.WriteString(keys[i] + "\t" + fens[i] + "\n")
	}
	out, _ := called(t, 0, "", append([]string{"hash"}, fens...)...)
	assert.Equal(t, want.String(), out)

	for _, newline := range []string{"\n", "\r\n"} {
		out, _ := called(t, 0, "\ufeff# comment"+newline+newline+"  "+strings.Join(fens, newline),
			"hash", "-game", "chess", "-keys", "polyglot", "-ep=pseudo-legal")
		assert.Equal(t, want.String(), out)
	}
}

func TestHashFlags(t *testing.T) {
	pinned := "4r1k1/8/8/3pP3/8/8/8/4K3 w - d6 0 1"
	key := map[string]string{}
	for _, rule := range []string{"pseudo-legal", "legal", "always"} {
		out, _ := called(t, 0, "", "hash", "-ep", rule, pinned)
		key[rule] = out
	}
	assert.Equal(t, key["pseudo-legal"], key["always"])
	assert.NotEqual(t, key["pseudo-legal"], key["legal"])

	_, one, _ := call("", "hash", "-keys", "1", chess.StartFEN)
	_, hex, _ := call("", "hash", "-keys", "0x1", chess.StartFEN)
	_, two, _ := call("", "hash", "-keys", "18446744073709551615", chess.StartFEN)
	assert.Equal(t, "c06c4fd0ef8a6652\t"+chess.StartFEN+"\n", one)
	assert.Equal(t, one, hex)
	assert.NotEqual(t, one, two)
}

// TestHashOthelloArguments: an Othello position begins with a dash if a1 is empty. It is not
// a flag.
func TestHashOthelloArguments(t *testing.T) {
	const line = "---------------------------OX------XO--------------------------- X"
	for _, args := range [][]string{
		{line}, {"--", line}, {"  " + line}, {strings.ReplaceAll(line, " ", "")},
	} {
		out, _ := called(t, 0, "", append([]string{"hash", "-game", "othello"}, args...)...)
		assert.True(t, strings.HasPrefix(out, "85dbfbcd638ac03e\t---"), out)
	}
	_, errs := called(t, 1, strings.Replace(line, " X", "Xmoves", 1)+" moves f5", "hash", "-game",
		"othello")
	assert.Contains(t, errs, "line 1: Othello position")
	_, dec, _ := call("", "hash", "-game", "othello", "-keys", "010", "startpos")
	_, ten, _ := call("", "hash", "-game", "othello", "-keys", "10", "startpos")
	assert.Equal(t, ten, dec)
}

// TestHashHints: errors suggest what was probably meant.
func TestHashHints(t *testing.T) {
	_, errs := called(t, 1, "", "hash", "hash.go")
	assert.Contains(t, errs, "(to read a file: zobrist hash < hash.go)")
	out, errs := called(t, 1, "", "hash", "startpos moves e2e4", "-each")
	assert.Equal(t, "823c9b50fd114196\tstartpos moves e2e4\n", out)
	assert.Contains(t, errs, "(flags go before positions)")
	_, out, _ = call("", "hash", "startpos\nmoves e2e4") // a newline in an argument
	assert.Equal(t, "823c9b50fd114196\tstartpos moves e2e4\n", out)
	_, out, _ = call("startpos", "hash", "-")
	assert.Equal(t, "463b96181691fc9c\tstartpos\n", out)
	_, errs = called(t, 1, "e2e4  e7e5\n", "hash")
	assert.Contains(t, errs, "(from the start: startpos moves e2e4 e7e5)\n")
}

// TestHashEach: the command reads the positions that -each prints, with the same keys.
func TestHashEach(t *testing.T) {
	out, _ := called(t, 0, "", "hash", "-each", "position  startpos\tmoves e2e4  d7d5 e4e5")
	assert.Equal(t,
		"823c9b50fd114196\trnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1\n"+
			"0756b94461c50fb0\trnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 2\n"+
			"662fafb965db29d4\trnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2\n", out)
	var positions []string
	for _, line := range strings.Split(strings.TrimSpace(out), "\n") {
		_, position, _ := strings.Cut(line, "\t")
		positions = append(positions, position)
	}
	_, again, _ := call(strings.Join(positions, "\n"), "hash")
	assert.Equal(t, out, again)

	_, out, _ = call("", "hash", "-each", chess.StartFEN)
	assert.Equal(t, "463b96181691fc9c\t"+chess.StartFEN+"\n", out)
	// The positions before a bad move are printed.
	out, errs := called(t, 1, "", "hash", "-each", "startpos moves e2e4 e2e4")
	assert.Equal(t,
		"823c9b50fd114196\trnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1\n", out)
	assert.Equal(t, "zobrist hash: position 1: move number 2: e2e4 is not legal in "+
		"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1\n", errs)
}

// TestHashBadLines: for a bad line, one line says the number, the error and its place. The
// other lines are hashed.
func TestHashBadLines(t *testing.T) {
	in := strings.Join([]string{"startpos", "", "# no position", "8/8/8/8/8/8/8/9 w - - 0 1",
		"startpos moves e2e5",
		"position fen x moves e2e4", strings.Repeat("x", lines.Max+5), "startpos moves e2e4 e8g8",
		"8/8/8/8/8/8/8/8 w - -\x00", "startpos"}, "\n")
	out, errs := called(t, 1, in, "hash")
	assert.Equal(t, strings.Repeat("463b96181691fc9c\tstartpos\n", 2), out)
	lines := strings.Split(strings.TrimSuffix(errs, "\n"), "\n")
	wants := []string{
		`zobrist hash: line 4: FEN: field 1 (board): character 15: "9" on rank 1`,
		"zobrist hash: line 5: move number 1: e2e5 is not legal in rnbq",
		`zobrist hash: line 6: FEN: field 1 (board): character 1: "x" on rank 8`,
		"zobrist hash: line 7: longer than 1048576 bytes",
		"zobrist hash: line 8: move number 2: e8g8 is not legal",
		"zobrist hash: line 9: FEN: field 5 (halfmove clock): \"\", want a number from 0 to " +
			"2147483647",
	}
	require.Len(t, lines, len(wants))
	for i, want := range wants {
		assert.True(t, strings.HasPrefix(lines[i], want), "%q, want %q", lines[i], want)
		assert.Less(t, len(lines[i]), 400)
	}
}

// TestHashStreams: the command answers all lines that have come before it waits for more. So
// it works in a pipe.
func TestHashStreams(t *testing.T) {
	in, feed := io.Pipe()
	answers, out := io.Pipe()
	done := make(chan int)
	go func() { done <- run([]string{"hash"}, in, out, io.Discard); out.Close() }()
	lines := bufio.NewScanner(answers)
	for range 3 {
		_, err := io.WriteString(feed, "startpos\n")
		require.NoError(t, err)
		require.True(t, lines.Scan())
		assert.Equal(t, "463b96181691fc9c\tstartpos", lines.Text())
	}
	feed.Close()
	assert.Equal(t, 0, <-done)
}

// TestHashOnAllCores: the keys of very many lines come in the order of the lines, and a wrong
// line is reported by its number, also if it is far from the lines that are hashed at the time.
func TestHashOnAllCores(t *testing.T) {
	keys, fens := published(t)
	var in, want, wantErrs strings.Builder
	for number := 1; number <= 26_000; number++ {
		switch {
		case number%777 == 0:
			in.WriteString("8/8/8/8/8/8/8/9 w - - 0 1\n")
			fmt.Fprintf(&wantErrs, "zobrist hash: line %d: FEN: ", number)
			wantErrs.WriteString("field 1 (board): character 15: \"9\" on rank 1, " +
				"want a piece (PNBRQKpnbrqk), 1 to 8 or /\n")
		case number%100 == 0:
			in.WriteString("# a comment\n")
		default:
			i := number % len(fens)
			in.WriteString(fens[i] + "\n")
			want.WriteString(keys[i] + "\t" + fens[i] + "\n")
		}
	}
	require.Greater(t, in.Len(), 20*64<<10, "several chunks for each core")
	out, errs := called(t, 1, in.String(), "hash")
	assert.True(t, want.String() == out, "the output is not that of the lines one by one")
	assert.Equal(t, wantErrs.String(), errs)
}

// TestHashStopsWhenNobodyReads: hash ends when its output is closed, even if its input goes on.
func TestHashStopsWhenNobodyReads(t *testing.T) {
	done := make(chan int)
	go func() { done <- run([]string{"hash"}, endless{}, failing{}, io.Discard) }()
	select {
	case status := <-done:
		assert.Equal(t, 2, status)
	case <-time.After(time.Minute):
		t.Fatal("it still reads")
	}
}

// endless has the start position again and again.
type endless struct{}

func (endless) Read(p []byte) (int, error) {
	const line = "startpos\n"
	n := 0
	for len(p)-n >= len(line) {
		n += copy(p[n:], line)
	}
	return n, nil
}
